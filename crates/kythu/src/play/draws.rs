//! Draws that are claimed, offered, accepted and declined.

use std::io::Write;

use agents::Decision;
use anyhow::Result;
use chess::Game;

use super::entry::read_move;
use super::seat::Seat;
use super::table::Table;

/// Before so many half-moves nobody who can think agrees to a draw...
const OPENING_PLIES: usize = 30;

/// ...unless so few men are left...
const FEW_MEN: u32 = 10;

/// ...or it stands as badly as this, in centipawns.
const CLEARLY_WORSE: i32 = -150;

impl<W: Write> Table<W> {
    pub(super) fn declare<E: ToString>(
        &mut self,
        how: impl FnOnce(&mut Game) -> Result<chess::Outcome, E>,
    ) {
        match how(&mut self.game) {
            Ok(_) => self.redraw(),
            Err(error) => self.note(error.to_string()),
        }
    }

    /// Claims the draw that a move, not yet made, would bring about.
    pub(super) fn claim_with(&mut self, text: &str) {
        let mv = match read_move(self.game.position(), text) {
            Ok(mv) => mv,
            Err(reason) => return self.note(reason),
        };
        if self.game.claimable_draw_with(mv).is_none() {
            let san = self.game.position().to_san(mv);
            return self.note(format!(
                "No draw can be claimed with {san}: it neither brings the position about \
                 for the third time\nnor completes fifty moves without capture or pawn move."
            ));
        }
        self.play_move(mv);
        // The move itself may have ended the game, by a rule that needs no claim.
        if self.game.outcome().is_none() {
            self.declare(Game::claim_draw)
        }
    }

    /// Offers a draw to the other side.
    pub(super) fn offer_draw(&mut self) {
        let turn = self.game.turn();
        let now = self.game.moves().len();
        if self.offered_at.replace(now) == Some(now) {
            return self.note("You have offered a draw already. Make a move first.");
        }
        match &self.seats[!turn] {
            Seat::Human => {
                self.offer_pending = true;
                self.note(format!("{turn} offers a draw. {}, do you accept?", !turn))
            }
            Seat::Opponent(opponent) => {
                let decision = self.last_decision();
                let accepted = accepts(&self.game, decision, opponent.game_seed());
                let name = opponent.name();
                if !accepted {
                    return self.note(format!("{name} declines the draw."));
                }
                self.note(format!("{name} accepts the draw."));
                self.declare(Game::agree_draw)
            }
        }
    }

    /// What the opponent thought of the move that was just made.
    fn last_decision(&self) -> Option<&Decision> {
        let ply = self.game.moves().len().checked_sub(1)?;
        self.thoughts.of(ply, self.game.moves()[ply])
    }

    /// Hears a human's answer to a draw offer.
    pub(super) fn answer_offer(&mut self, line: &str) {
        match line.trim().to_ascii_lowercase().as_str() {
            "yes" | "y" => {
                self.offer_pending = false;
                self.declare(Game::agree_draw)
            }
            "no" | "n" => {
                self.offer_pending = false;
                self.note("The offer is declined.")
            }
            _ => {
                self.note(format!("{}, do you accept the draw? Type yes or no.", !self.game.turn()))
            }
        }
    }
}

/// Does the one who has just moved, for these reasons, accept a draw?
///
/// Not while it thinks that it stands better, and not in the opening unless it
/// stands clearly worse. Who has not looked at the game yet declines; who never
/// thinks leaves it to chance, a function of seed and game.
fn accepts(game: &Game, decision: Option<&Decision>, seed: u64) -> bool {
    let Some(decision) = decision.filter(|decision| !decision.from_book) else { return false };
    let Some(score) = decision.score else { return coin(game, seed) };
    let value = score.centipawns();
    let is_old = game.moves().len() >= OPENING_PLIES;
    let is_simple = game.position().occupied().len() <= FEW_MEN;
    value <= 0 && (is_old || is_simple || value <= CLEARLY_WORSE)
}

fn coin(game: &Game, seed: u64) -> bool {
    let plies = game.moves().len() as u64;
    fastrand::Rng::with_seed(seed ^ game.position().key().rotate_left(1) ^ plies).bool()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use chess::Position;
    use thinking::Score;

    use super::*;

    fn after(plies: usize) -> Game {
        let mut game = Game::new();
        // Every pawn a step, White's and Black's in turn, then another one.
        for ply in 0..plies {
            let file = char::from(b'a' + (ply / 2 % 8) as u8);
            let rank = if ply % 2 == 0 { 3 + ply / 16 } else { 6 - ply / 16 };
            let san = format!("{file}{rank}");
            game.play(game.position().parse_san(&san).unwrap()).unwrap();
        }
        assert_eq!(game.moves().len(), plies);
        game
    }

    fn thought(game: &Game, score: Option<i32>) -> Decision {
        let mv = game.position().legal_moves()[0];
        Decision { score: score.map(Score::Cp), ..Decision::blind(mv) }
    }

    #[test]
    fn no_draw_in_the_opening_or_when_better() {
        let accepts = |plies, score| {
            let game = after(plies);
            accepts(&game, Some(&thought(&game, Some(score))), 0)
        };
        assert!(!accepts(2, 0) && !accepts(2, -20) && !accepts(29, 0));
        assert!(accepts(30, 0) && accepts(32, -20) && !accepts(32, 1));
        assert!(accepts(2, -150), "it is glad of it");
        let ending = Position::from_fen("4k3/8/8/8/8/8/8/R3K2r w - - 0 1").unwrap();
        let game = Game::from_position(ending);
        let simple = |score| super::accepts(&game, Some(&thought(&game, Some(score))), 0);
        assert!(simple(0) && !simple(30));
    }

    #[test]
    fn books_and_newcomers_decline() {
        let game = after(30);
        assert!(!accepts(&game, None, 0));
        let known = Decision { from_book: true, ..thought(&game, None) };
        assert!(!accepts(&game, Some(&known), 0));
    }

    #[test]
    fn chance_is_a_function_of_seed_and_game() {
        let ask = |plies, seed| {
            let game = after(plies);
            accepts(&game, Some(&thought(&game, None)), seed)
        };
        let answers = |seed| (0..30).map(|plies| ask(plies, seed)).collect::<Vec<bool>>();
        assert_eq!(answers(1), answers(1));
        assert_ne!(answers(1), answers(2));
        assert!(answers(1).contains(&true) && answers(1).contains(&false));
    }
}
