//! A game: where it began, what was played, how it stands.

use thiserror::Error;

use crate::outcome::{DrawReason, Outcome, WinReason};
use crate::{Color, Move, Position};

/// A game of chess with its history.
///
/// ```
/// use chess::{Game, Outcome};
///
/// let mut game = Game::new();
/// for san in ["f3", "e5", "g4", "Qh4"] {
///     let mv = game.position().parse_san(san)?;
///     game.play(mv)?;
/// }
/// assert_eq!(game.outcome().map(Outcome::result), Some("0-1"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    /// The start and every position after it; never empty.
    positions: Vec<Position>,
    moves: Vec<Move>,
    /// Moves taken back, the next to redo last.
    undone: Vec<Move>,
    /// An end that the players, not the board, brought about.
    declared: Option<Outcome>,
}

/// Why a move was not played.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PlayError {
    /// The rules do not allow it.
    #[error("{mv:?} is not legal in {position}")]
    Illegal {
        /// The move.
        mv: Move,
        /// Where it was tried.
        position: Box<Position>,
    },
    /// There is nothing more to play.
    #[error("the game is over: {0}")]
    Over(Outcome),
}

/// Why a game was not declared ended.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum DeclareError {
    /// It had ended before.
    #[error("the game is over: {0}")]
    Over(Outcome),
    /// No draw can be claimed.
    #[error(
        "no draw can be claimed: the position occurred {occurrences} times, {halfmoves} half-moves without capture or pawn move"
    )]
    NothingToClaim {
        /// How often this position has occurred.
        occurrences: usize,
        /// The half-move clock.
        halfmoves: u16,
    },
}

impl Default for Game {
    fn default() -> Game {
        Game::new()
    }
}

impl Game {
    /// A game from the ordinary start position.
    pub fn new() -> Game {
        Game::from_position(Position::initial())
    }

    /// A game from any position.
    pub fn from_position(start: Position) -> Game {
        Game { positions: vec![start], moves: Vec::new(), undone: Vec::new(), declared: None }
    }

    /// Where it began.
    pub fn start(&self) -> &Position {
        &self.positions[0]
    }

    /// Where it stands.
    pub fn position(&self) -> &Position {
        &self.positions[self.positions.len() - 1]
    }

    /// Every position from the start to the present.
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// The moves played.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Moves that were taken back and can be redone, the next one first.
    pub fn redoable(&self) -> impl Iterator<Item = Move> + '_ {
        self.undone.iter().rev().copied()
    }

    /// Who is to move.
    pub fn turn(&self) -> Color {
        self.position().turn()
    }

    /// Plays a move. What was taken back before can no longer be redone,
    /// unless it is the very move that would be redone.
    pub fn play(&mut self, mv: Move) -> Result<(), PlayError> {
        if let Some(outcome) = self.outcome() {
            return Err(PlayError::Over(outcome));
        }
        if !self.position().is_legal(mv) {
            return Err(PlayError::Illegal { mv, position: Box::new(*self.position()) });
        }
        if self.undone.pop() != Some(mv) {
            self.undone.clear();
        }
        self.advance(mv);
        Ok(())
    }

    fn advance(&mut self, mv: Move) {
        self.positions.push(self.position().after(mv));
        self.moves.push(mv);
    }

    /// Takes the last move back, and with it any resignation, agreement,
    /// claim or flag.
    pub fn undo(&mut self) -> Option<Move> {
        let mv = self.moves.pop()?;
        self.positions.pop();
        self.undone.push(mv);
        self.declared = None;
        Some(mv)
    }

    /// Plays again what was taken back last.
    pub fn redo(&mut self) -> Option<Move> {
        if self.declared.is_some() {
            return None;
        }
        let mv = self.undone.pop()?;
        self.advance(mv);
        Some(mv)
    }

    /// How often the present position has occurred in this game, now included.
    pub fn occurrences(&self) -> usize {
        self.occurrences_of(self.position(), self.positions.len() - 1) + 1
    }

    /// How often `position` occurs among the first `before` positions.
    fn occurrences_of(&self, position: &Position, before: usize) -> usize {
        // Nothing from before the last capture or pawn move can come back.
        let reversible = usize::from(position.halfmoves()).min(before);
        self.positions[before - reversible..before]
            .iter()
            .filter(|earlier| earlier.is_repetition_of(position))
            .count()
    }

    /// How the game ended, if it has: by the board (mate, stalemate, dead
    /// material, fivefold, seventy-five moves) or as declared.
    pub fn outcome(&self) -> Option<Outcome> {
        self.declared.or_else(|| self.outcome_on_board())
    }

    fn outcome_on_board(&self) -> Option<Outcome> {
        let position = self.position();
        if !position.has_legal_moves() {
            return Some(if position.is_check() {
                Outcome::Win { winner: !position.turn(), reason: WinReason::Checkmate }
            } else {
                Outcome::Draw(DrawReason::Stalemate)
            });
        }
        if position.is_insufficient_material() {
            return Some(Outcome::Draw(DrawReason::InsufficientMaterial));
        }
        if position.halfmoves() >= 150 {
            return Some(Outcome::Draw(DrawReason::SeventyFiveMoves));
        }
        (self.occurrences() >= 5).then_some(Outcome::Draw(DrawReason::Fivefold))
    }

    /// The draw that the side to move may claim now.
    pub fn claimable_draw(&self) -> Option<DrawReason> {
        if self.outcome().is_some() {
            return None;
        }
        if self.occurrences() >= 3 {
            return Some(DrawReason::Threefold);
        }
        (self.position().halfmoves() >= 100).then_some(DrawReason::FiftyMoves)
    }

    /// The draw that the side to move may claim by announcing the legal move
    /// `mv` instead of playing it.
    pub fn claimable_draw_with(&self, mv: Move) -> Option<DrawReason> {
        if self.outcome().is_some() || !self.position().is_legal(mv) {
            return None;
        }
        let after = self.position().after(mv);
        if self.occurrences_of(&after, self.positions.len()) + 1 >= 3 {
            return Some(DrawReason::Threefold);
        }
        (after.halfmoves() >= 100 && !after.is_checkmate()).then_some(DrawReason::FiftyMoves)
    }

    /// Ends the game by the draw that can be claimed.
    pub fn claim_draw(&mut self) -> Result<Outcome, DeclareError> {
        if let Some(outcome) = self.outcome() {
            return Err(DeclareError::Over(outcome));
        }
        match self.claimable_draw() {
            Some(reason) => self.declare(Outcome::Draw(reason)),
            None => Err(DeclareError::NothingToClaim {
                occurrences: self.occurrences(),
                halfmoves: self.position().halfmoves(),
            }),
        }
    }

    /// `loser` gives up.
    pub fn resign(&mut self, loser: Color) -> Result<Outcome, DeclareError> {
        self.declare(Outcome::Win { winner: !loser, reason: WinReason::Resignation })
    }

    /// The players agree on a draw.
    pub fn agree_draw(&mut self) -> Result<Outcome, DeclareError> {
        self.declare(Outcome::Draw(DrawReason::Agreement))
    }

    /// The time of `loser` ran out. A draw if the opponent could never mate.
    pub fn flag(&mut self, loser: Color) -> Result<Outcome, DeclareError> {
        self.declare(if self.position().has_mating_material(!loser) {
            Outcome::Win { winner: !loser, reason: WinReason::Flag }
        } else {
            Outcome::Draw(DrawReason::FlagWithoutMatingMaterial)
        })
    }

    fn declare(&mut self, outcome: Outcome) -> Result<Outcome, DeclareError> {
        match self.outcome() {
            Some(earlier) => Err(DeclareError::Over(earlier)),
            None => {
                self.declared = Some(outcome);
                Ok(outcome)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(fen: &str, moves: &str) -> Game {
        let mut game = Game::from_position(Position::from_fen(fen).unwrap());
        play(&mut game, moves);
        game
    }

    fn play(game: &mut Game, moves: &str) {
        for text in moves.split_whitespace() {
            game.play(game.position().parse_san(text).unwrap()).unwrap();
        }
    }

    const ROOK: &str = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1";

    #[test]
    fn endings_on_the_board() {
        let draw = |reason| Some(Outcome::Draw(reason));
        let mate = Outcome::Win { winner: Color::Black, reason: WinReason::Checkmate };
        let mut fools = Game::new();
        play(&mut fools, "f3 e5 g4 Qh4#");
        assert_eq!(fools.outcome(), Some(mate));
        assert_eq!(mate.to_string(), "Black wins by checkmate");
        let stale = game("7k/5Q2/8/8/8/8/8/K7 w - - 0 1", "Kb1");
        assert_eq!(stale.outcome(), draw(DrawReason::Stalemate));
        let dead = game("4k3/8/8/8/8/8/3r4/4K3 w - - 0 1", "Kxd2");
        assert_eq!(dead.outcome(), draw(DrawReason::InsufficientMaterial));
        let long = game("4k3/8/8/8/8/8/8/R3K3 w - - 149 90", "Kd1");
        assert_eq!(long.outcome(), draw(DrawReason::SeventyFiveMoves));
        // Mate on the last move comes first.
        let last = game("7k/8/6K1/8/8/8/8/R7 w - - 149 90", "Ra8#");
        assert_eq!(last.outcome().and_then(Outcome::winner), Some(Color::White));
    }

    #[test]
    fn repetition_is_claimed_at_three_and_forced_at_five() {
        let mut game = game(ROOK, "");
        for round in 2..=5 {
            assert_eq!(game.outcome(), None);
            play(&mut game, "Ra2 Kd8 Ra1 Ke8");
            assert_eq!(game.occurrences(), round);
            let claim = (3..5).contains(&round).then_some(DrawReason::Threefold);
            assert_eq!(game.claimable_draw(), claim);
        }
        assert_eq!(game.outcome(), Some(Outcome::Draw(DrawReason::Fivefold)));
        let mv = game.position().legal_moves()[0];
        assert!(matches!(game.play(mv), Err(PlayError::Over(_))));
    }

    #[test]
    fn lost_rights_make_another_position() {
        let mut game = game("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "");
        for _ in 0..2 {
            play(&mut game, "Ra2 Kd8 Ra1 Ke8");
        }
        // The first position had the right to castle.
        assert_eq!(game.occurrences(), 2);
        let mv = game.position().parse_san("Ra2").unwrap();
        assert_eq!(game.claimable_draw_with(mv), Some(DrawReason::Threefold));
    }

    #[test]
    fn en_passant_counts_only_if_it_can_be_taken() {
        let free = "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1";
        let pinned = "4k3/8/8/8/r2pK3/8/4P3/8 w - - 0 1";
        let mut game_free = game(free, "e4 Kd8 Kd1 Ke8 Ke1 Kd8 Kd1 Ke8 Ke1");
        assert_eq!(game_free.occurrences(), 2);
        game_free.undo();
        assert_eq!(game_free.redoable().count(), 1);
        assert!(game(pinned, "Kf3").position().en_passant().is_none());
    }

    #[test]
    fn fifty_moves_must_be_claimed() {
        let mut game = game("4k3/8/8/8/8/8/8/R3K3 w - - 98 90", "Kd1");
        assert_eq!(game.claimable_draw(), None);
        assert!(matches!(game.claim_draw(), Err(DeclareError::NothingToClaim { .. })));
        let mv = game.position().parse_san("Kd8").unwrap();
        assert_eq!(game.claimable_draw_with(mv), Some(DrawReason::FiftyMoves));
        game.play(mv).unwrap();
        assert_eq!(game.outcome(), None);
        assert_eq!(game.claim_draw(), Ok(Outcome::Draw(DrawReason::FiftyMoves)));
        assert!(matches!(game.resign(Color::White), Err(DeclareError::Over(_))));
    }

    #[test]
    fn flag_needs_a_mating_opponent() {
        let mut rook = game(ROOK, "");
        assert_eq!(
            rook.flag(Color::Black),
            Ok(Outcome::Win { winner: Color::White, reason: WinReason::Flag })
        );
        let mut bare = game(ROOK, "");
        assert_eq!(
            bare.flag(Color::White),
            Ok(Outcome::Draw(DrawReason::FlagWithoutMatingMaterial))
        );
    }

    #[test]
    fn undo_and_redo_restore_everything() {
        let mut game = Game::new();
        play(&mut game, "e4 e5 Nf3");
        let before = game.clone();
        game.resign(Color::Black).unwrap();
        assert!(game.undo().is_some() && game.outcome().is_none());
        game.undo();
        assert_eq!(game.moves().len(), 1);
        game.redo();
        game.redo();
        assert_eq!(game, before);
        assert_eq!(game.redo(), None);
        // Another move forgets what could be redone; the same one keeps it.
        game.undo();
        game.undo();
        play(&mut game, "e5");
        assert_eq!(game.redoable().count(), 1);
        play(&mut game, "Nc3");
        assert_eq!(game.redoable().count(), 0);
        let illegal = game.position().legal_moves()[0];
        game.undo();
        assert!(matches!(game.play(illegal), Err(PlayError::Illegal { .. })));
    }
}
