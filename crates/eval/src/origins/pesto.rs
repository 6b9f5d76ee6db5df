//! `pesto`: material and squares, tapered.

use chess::{Color, PieceChanges, Position, Role};
use thinking::Chances;

use super::params::CHANCES;
use super::pesto_tables::{material, square_score};
use crate::frame::{Frame, FrameStack};
use crate::recorder::{FULL_PHASE, FULL_SCALE};
use crate::terms::placement::{PlacementTable, phase};
use crate::trace::{Phases, TraceLine};
use crate::view::View;
use crate::{Blend, Evaluator, PackedScore, Trace};

/// PeSTO's evaluation: (middlegame · φ + endgame · (24 − φ)) / 24, where φ counts
/// knights and bishops 1, rooks 2, queens 4, and no more than 24.
///
/// The report of the system `tapered` describes this and prints no values; those of
/// PeSTO fit its description.
#[derive(Clone, Debug)]
pub struct Pesto {
    placement: Box<PlacementTable>,
}

/// What a thread keeps for [`Pesto`].
#[derive(Clone, Debug)]
pub struct PestoState(FrameStack);

impl Pesto {
    /// The evaluation.
    pub fn new() -> Pesto {
        Pesto {
            placement: PlacementTable::from_fn(|role, square| {
                material(role) + square_score(role, square)
            }),
        }
    }
}

impl Default for Pesto {
    fn default() -> Pesto {
        Pesto::new()
    }
}

/// Adds up what `score` gives for each man of a side, seen from there.
fn sum(view: &View, score: impl Fn(Role, chess::Square) -> PackedScore) -> Phases {
    let mut total = PackedScore::ZERO;
    for role in Role::ALL {
        for square in view.ours(role) {
            total += score(role, square);
        }
    }
    Phases { middlegame: total.middlegame(), endgame: total.endgame() }
}

impl Evaluator for Pesto {
    type State = PestoState;

    fn new_state(&self) -> PestoState {
        PestoState(FrameStack::new(&Position::initial(), &self.placement))
    }

    fn reset(&self, state: &mut PestoState, position: &Position) {
        state.0.reset(position, &self.placement);
    }

    fn push(&self, state: &mut PestoState, _: &Position, _: &Position, changes: &PieceChanges) {
        state.0.push(changes, &self.placement);
    }

    fn push_null(&self, state: &mut PestoState, _: &Position, _: &Position) {
        state.0.push_null();
    }

    fn pop(&self, state: &mut PestoState) {
        state.0.pop();
    }

    fn evaluate(&self, state: &mut PestoState, position: &Position) -> i32 {
        let Frame { placement, phase, .. } = state.0.top();
        let phase = phase.min(FULL_PHASE);
        let blend = Blend { phase, scale: [FULL_SCALE; 2], ..Blend::default() };
        let white = blend.value(placement);
        if position.turn().is_white() { white } else { -white }
    }

    fn chances(&self, value: i32, position: &Position) -> Chances {
        CHANCES.chances(value, position)
    }

    fn trace(&self, position: &Position) -> Trace {
        let views = [Color::White, Color::Black].map(|color| View::new(position, color));
        let [white, black] = &views;
        let lines = vec![
            TraceLine {
                term: "material",
                about: "What the men are worth in each phase.",
                white: sum(white, |role, _| material(role)),
                black: sum(black, |role, _| material(role)),
            },
            TraceLine {
                term: "squares",
                about: "Where each man stands.",
                white: sum(white, square_score),
                black: sum(black, square_score),
            },
        ];
        let pieces: i32 = position.board().iter().map(|(_, piece)| phase(piece.role())).sum();
        Trace::of_lines(position.turn(), lines, 1, pieces.min(FULL_PHASE))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(fen: &str) -> i32 {
        Pesto::new().judge(&[Position::from_fen(fen).unwrap()])[0].value
    }

    #[test]
    fn known_values() {
        assert_eq!(value("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), 0);
        // 1. e4: φ is 24; the pawn goes from −15 to 17.
        assert_eq!(value("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"), -32);
        // A pawn on e4 with nothing but kings: φ is 0; 94 − 7, the kings cancel out.
        assert_eq!(value("4k3/8/8/8/4P3/8/8/4K3 w - - 0 1"), 87);
        // A rook on a1: φ is 2. Middlegame 477 − 19, endgame 512 − 9.
        assert_eq!(value("4k3/8/8/8/8/8/8/R3K3 b - - 0 1"), -(458 * 2 + 503 * 22) / 24);
    }
}
