//! Ending a game when its result is clear.

use crate::GameResult;
use crate::params::{DRAW_FROM_PLY, DRAW_PLIES, DRAW_SCORE, LONGEST_GAME, WIN_PLIES, WIN_SCORE};

/// Watches the scores of a game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Adjudication {
    winning: u32,
    /// Who is winning by that count.
    white: bool,
    level: u32,
    plies: u32,
}

impl Adjudication {
    /// A game in which nothing has been played.
    pub fn new() -> Adjudication {
        Adjudication::default()
    }

    /// Takes note of the next score, in centipawns for White, at this ply
    /// since the start of all moves (random ones included). Says the result
    /// if it is clear by now.
    pub fn watch(&mut self, score: i32, ply: u32) -> Option<GameResult> {
        self.plies += 1;
        let white = score > 0;
        if score.abs() < WIN_SCORE {
            self.winning = 0;
        } else if self.winning > 0 && self.white == white {
            self.winning += 1;
        } else {
            (self.winning, self.white) = (1, white);
        }
        let is_level = score.abs() <= DRAW_SCORE && ply >= DRAW_FROM_PLY;
        self.level = if is_level { self.level + 1 } else { 0 };

        if self.winning >= WIN_PLIES {
            Some(if white { GameResult::WhiteWon } else { GameResult::BlackWon })
        } else if self.level >= DRAW_PLIES || self.plies >= LONGEST_GAME {
            Some(GameResult::Draw)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// When and how a game with these scores ends.
    fn end(first_ply: u32, scores: impl IntoIterator<Item = i32>) -> Option<(usize, GameResult)> {
        let mut adjudication = Adjudication::new();
        let mut plies = (first_ply..).zip(scores).enumerate();
        plies.find_map(|(index, (ply, score))| Some((index, adjudication.watch(score, ply)?)))
    }

    #[test]
    fn four_plies_of_a_queen_and_a_rook_win() {
        assert_eq!(end(8, [2500; 9]), Some((3, GameResult::WhiteWon)));
        assert_eq!(end(8, [-2600, -9000, -2500, -10_000]), Some((3, GameResult::BlackWon)));
        assert_eq!(end(8, [2499; 300]), None);
        assert_eq!(end(8, [2500, 2500, 2500]), None);
    }

    #[test]
    fn a_win_must_be_of_one_side_and_without_a_break() {
        let broken = [2500, 2500, 2500, 2400, 2500, 2500, 2500, 2500];
        assert_eq!(end(8, broken), Some((7, GameResult::WhiteWon)));
        let turned = [2500, 2500, 2500, -2500, -2500, -2500, -2500];
        assert_eq!(end(8, turned), Some((6, GameResult::BlackWon)));
    }

    #[test]
    fn level_games_are_drawn_late() {
        let late = DRAW_FROM_PLY;
        assert_eq!(end(late, [4, -4].repeat(6)), Some((11, GameResult::Draw)));
        assert_eq!(end(late, [5; 100]), None);
        // Level since long before, but only late plies count.
        assert_eq!(end(late - 20, [0; 100]), Some((31, GameResult::Draw)));
        let broken = [vec![0; 11], vec![5], vec![0; 12]].concat();
        assert_eq!(end(late, broken), Some((23, GameResult::Draw)));
    }

    #[test]
    fn games_do_not_go_on_for_ever() {
        assert_eq!(end(8, [100; 1000]), Some((LONGEST_GAME as usize - 1, GameResult::Draw)));
        // A game won at the last moment is won.
        let scores = [vec![100; LONGEST_GAME as usize - 4], vec![3000; 4]].concat();
        assert_eq!(end(8, scores), Some((LONGEST_GAME as usize - 1, GameResult::WhiteWon)));
    }
}
