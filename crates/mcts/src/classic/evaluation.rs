//! The origin system's evaluation, with its numbers.

use chess::{ByRole, Color, Position, Role};
use serde::Serialize;

/// What each man is worth.
const VALUES: ByRole<f64> = ByRole([2.0, 6.0, 6.0, 10.0, 18.0, 0.0]);
const ADVANCE: f64 = 0.1;
const CHECK: f64 = 1.0;
const MOBILITY: f64 = 0.05;
const MATE: f64 = 1_000.0;

/// Why a position is worth what it is, in White's view.
#[derive(Copy, Clone, PartialEq, Debug, Default, Serialize)]
pub struct OriginEvaluation {
    /// The game is over: ±1000 for mate, 0 for a draw. Nothing else counts then.
    pub over: Option<f64>,
    /// Pawns 2, knights and bishops 6, rooks 10, queens 18.
    pub material: f64,
    /// 0.1 for each rank that a pawn has advanced. The origin gave every black
    /// pawn 0.6 wherever it stood, a slip that is not repeated.
    pub advance: f64,
    /// 1 for giving check.
    pub check: f64,
    /// 0.05 for each move more than the other side would have. There is no
    /// passing in check, so it does not count there.
    pub mobility: f64,
}

impl OriginEvaluation {
    /// The sum, in White's view.
    pub fn white(&self) -> f64 {
        self.over.unwrap_or(self.material + self.advance + self.check + self.mobility)
    }
}

/// Evaluates a position.
pub fn origin_evaluation(position: &Position) -> OriginEvaluation {
    let turn = position.turn();
    let sign = |color: Color| if color.is_white() { 1.0 } else { -1.0 };
    let own_moves = position.count_legal_moves();
    if own_moves == 0 {
        let over = if position.is_check() { -sign(turn) * MATE } else { 0.0 };
        return OriginEvaluation { over: Some(over), ..OriginEvaluation::default() };
    }
    if position.is_insufficient_material() {
        return OriginEvaluation { over: Some(0.0), ..OriginEvaluation::default() };
    }
    let mut evaluation = OriginEvaluation::default();
    for color in Color::ALL {
        for role in Role::ALL {
            let count = f64::from(position.pieces(color, role).len());
            evaluation.material += sign(color) * VALUES[role] * count;
        }
        for pawn in position.pieces(color, Role::Pawn) {
            let ranks = f64::from(pawn.rank().relative_to(color) as u8) - 1.0;
            evaluation.advance += sign(color) * ADVANCE * ranks;
        }
    }
    if position.is_check() {
        evaluation.check = -sign(turn) * CHECK;
    } else {
        let mut passed = *position;
        passed.play_null();
        let difference = f64::from(own_moves) - f64::from(passed.count_legal_moves());
        evaluation.mobility = sign(turn) * MOBILITY * difference;
    }
    evaluation
}

#[cfg(test)]
mod tests {
    use super::*;

    fn evaluate(fen: &str) -> OriginEvaluation {
        origin_evaluation(&Position::from_fen(fen).unwrap())
    }

    #[track_caller]
    fn assert_close(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-9, "{found} is not {expected}");
    }

    #[test]
    fn the_start_is_even() {
        assert_close(origin_evaluation(&Position::initial()).white(), 0.0);
    }

    #[test]
    fn by_hand() {
        // White: queen 18, pawn 2 + 0.3 on e5. Black: rook 10, pawn 2 + 0.1 on a6.
        let evaluation = evaluate("r5k1/8/p7/4P3/8/8/8/3Q2K1 w - - 0 1");
        assert_close(evaluation.material, 18.0 + 2.0 - 10.0 - 2.0);
        assert_close(evaluation.advance, 0.3 - 0.1);
        assert_close(evaluation.check, 0.0);
        // White: queen 7 up, 3 left, 1 right before the king at f1 and e1 … counted
        // by the rules; Black the same after a null move.
        let position = Position::from_fen("r5k1/8/p7/4P3/8/8/8/3Q2K1 w - - 0 1").unwrap();
        let mut other = position;
        other.play_null();
        let (own, others) = (position.legal_moves().len(), other.legal_moves().len());
        assert_close(evaluation.mobility, 0.05 * (own as f64 - others as f64));
        // Black to move sees the same mobility with both counts swapped.
        let black = evaluate("r5k1/8/p7/4P3/8/8/8/3Q2K1 b - - 0 1");
        assert_close(black.white(), evaluation.white());
    }

    #[test]
    fn small_counts_by_hand() {
        // Two kings and a pawn on e4. White: king on a1 has 3 moves, the pawn 1;
        // Black's king on h8 has 3. 0.05 × (4 − 3).
        let evaluation = evaluate("7k/8/8/8/4P3/8/8/K7 w - - 0 1");
        assert_close(evaluation.white(), 2.0 + 0.2 + 0.05);
    }

    #[test]
    fn checks_mates_and_draws() {
        // In check only that counts beside the men: a rook for White, −1 for Black.
        let check = evaluate("4k3/8/8/8/8/8/8/4R1K1 b - - 0 1");
        assert_close(check.white(), 10.0 + 1.0);
        let checked = evaluate("4r1k1/8/8/8/8/8/8/4K3 w - - 0 1");
        assert_close(checked.white(), -10.0 - 1.0);
        assert_close(evaluate("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1").white(), 1_000.0);
        let mated = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
        assert_close(evaluate(mated).white(), -1_000.0);
        assert_close(evaluate("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").white(), 0.0);
        assert_close(evaluate("7k/8/6K1/8/8/8/8/5B2 b - - 0 1").white(), 0.0);
    }
}
