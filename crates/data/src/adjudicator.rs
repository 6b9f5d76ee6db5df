//! Adjudication by score: a game of self-play ends when its result is clear.

use crate::WhitePoints;
use crate::params::{DRAW_FROM_PLY, DRAW_PLIES, DRAW_SCORE, WIN_PLIES, WIN_SCORE};

/// Counts the plies in a row with a winning or a level score.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SelfPlayAdjudicator {
    /// Plies in a row with a winning score for the same side.
    winning: u32,
    /// Is that side White?
    white: bool,
    /// Late plies in a row with a level score.
    level: u32,
    /// Plies since the random moves.
    plies: u32,
    /// The most of them.
    longest: u32,
}

impl SelfPlayAdjudicator {
    /// For a game that begins, and that is a draw after `longest` plies.
    pub fn new(longest: u32) -> SelfPlayAdjudicator {
        SelfPlayAdjudicator { winning: 0, white: false, level: 0, plies: 0, longest }
    }

    /// Counts the score of a position, in centipawns for White. `ply` counts from
    /// the start position, random moves included. Gives the result once the game
    /// is to be adjudicated.
    pub fn watch(&mut self, score: i32, ply: u32) -> Option<WhitePoints> {
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
            Some(if white { WhitePoints::One } else { WhitePoints::Zero })
        } else if self.level >= DRAW_PLIES || self.plies >= self.longest {
            Some(WhitePoints::Half)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::params::LONGEST_GAME;

    /// When and how a game with these scores ends.
    fn end(first_ply: u32, scores: impl IntoIterator<Item = i32>) -> Option<(usize, WhitePoints)> {
        let mut adjudicator = SelfPlayAdjudicator::new(LONGEST_GAME);
        let mut plies = (first_ply..).zip(scores).enumerate();
        plies.find_map(|(index, (ply, score))| Some((index, adjudicator.watch(score, ply)?)))
    }

    #[test]
    fn four_plies_of_a_queen_and_a_rook_win() {
        assert_eq!(end(8, [2500; 9]), Some((3, WhitePoints::One)));
        assert_eq!(end(8, [-2600, -9000, -2500, -10_000]), Some((3, WhitePoints::Zero)));
        assert_eq!(end(8, [2499; 300]), None);
        assert_eq!(end(8, [2500, 2500, 2500]), None);
    }

    #[test]
    fn a_win_must_be_of_one_side_and_without_a_break() {
        let broken = [2500, 2500, 2500, 2400, 2500, 2500, 2500, 2500];
        assert_eq!(end(8, broken), Some((7, WhitePoints::One)));
        let turned = [2500, 2500, 2500, -2500, -2500, -2500, -2500];
        assert_eq!(end(8, turned), Some((6, WhitePoints::Zero)));
    }

    #[test]
    fn level_games_are_drawn_late() {
        let late = DRAW_FROM_PLY;
        assert_eq!(end(late, [4, -4].repeat(6)), Some((11, WhitePoints::Half)));
        assert_eq!(end(late, [5; 100]), None);
        // Level since long before, but only late plies count.
        assert_eq!(end(late - 20, [0; 100]), Some((31, WhitePoints::Half)));
        let broken = [vec![0; 11], vec![5], vec![0; 12]].concat();
        assert_eq!(end(late, broken), Some((23, WhitePoints::Half)));
    }

    #[test]
    fn games_do_not_go_on_for_ever() {
        assert_eq!(end(8, [100; 1000]), Some((LONGEST_GAME as usize - 1, WhitePoints::Half)));
        // A game won at the last moment is won.
        let scores = [vec![100; LONGEST_GAME as usize - 4], vec![3000; 4]].concat();
        assert_eq!(end(8, scores), Some((LONGEST_GAME as usize - 1, WhitePoints::One)));
    }
}
