//! `nnue`: an efficiently updatable net.

use std::sync::Arc;

use chess::{Color, PieceChanges, Position, Role};
use nets::nnue::{AccumulatorStack, Explanation, Network};
use thinking::{ChanceCurve, Chances, EVAL_BOUND};

use crate::recorder::FULL_PHASE;
use crate::trace::{Phases, TraceLine};
use crate::{Evaluator, NetChoice, Trace};

/// What a value says of the chances, as the search has it, scaled by men: fitted by `kythu-train wdl` to 65,471
/// positions of 995 games of the engine, with an earlier net, against an earlier self, at
/// 5+0.05 from UHO openings.
const CHANCES: ChanceCurve =
    ChanceCurve { a: [-259.7, 758.3, -752.3, 327.5], b: [-28.0, 93.0, -86.9, 57.1] };

/// Which net.
pub type NnueNet = NetChoice<Network>;

/// The evaluation by a net. A thread keeps an [`AccumulatorStack`] for it.
#[derive(Clone, Debug)]
pub struct Nnue {
    net: Arc<Network>,
}

impl Nnue {
    /// An evaluation by this net.
    pub fn new(net: &NnueNet) -> Nnue {
        Nnue { net: net.net(Network::embedded) }
    }

    /// The net itself.
    pub fn net(&self) -> &Network {
        &self.net
    }
}

impl Evaluator for Nnue {
    type State = AccumulatorStack;

    fn new_state(&self) -> AccumulatorStack {
        AccumulatorStack::new(&self.net)
    }

    fn reset(&self, state: &mut AccumulatorStack, position: &Position) {
        state.reset(&self.net, position);
    }

    #[inline]
    fn push(
        &self,
        state: &mut AccumulatorStack,
        _: &Position,
        _: &Position,
        changes: &PieceChanges,
    ) {
        state.push(&self.net, changes);
    }

    fn push_null(&self, state: &mut AccumulatorStack, _: &Position, _: &Position) {
        state.push(&self.net, &PieceChanges::new());
    }

    #[inline]
    fn pop(&self, state: &mut AccumulatorStack) {
        state.pop();
    }

    #[inline]
    fn evaluate(&self, state: &mut AccumulatorStack, position: &Position) -> i32 {
        state.evaluate(&self.net, position).clamp(-EVAL_BOUND, EVAL_BOUND)
    }

    fn chances(&self, value: i32, position: &Position) -> Chances {
        CHANCES.chances(value, position)
    }

    fn trace(&self, position: &Position) -> Trace {
        let explanation = self.net.explain(position);
        Trace::of_lines(position.turn(), lines(&explanation, position.turn()), 1, FULL_PHASE)
    }
}

/// A net has no terms. The nearest is what its value owes to the men of each kind,
/// taken one at a time; what is left over is what they are worth only together.
fn lines(explanation: &Explanation, turn: Color) -> Vec<TraceLine> {
    const ROLES: [(Role, &str, &str); 5] = [
        (Role::Pawn, "pawns", "How much the value falls without each pawn, added up."),
        (Role::Knight, "knights", "How much the value falls without each knight, added up."),
        (Role::Bishop, "bishops", "How much the value falls without each bishop, added up."),
        (Role::Rook, "rooks", "How much the value falls without each rook, added up."),
        (Role::Queen, "queens", "How much the value falls without each queen, added up."),
    ];
    let phases = |value: i32| Phases { middlegame: value, endgame: value };
    let lines = ROLES.map(|(role, term, about)| TraceLine {
        term,
        about,
        white: phases(explanation.sum(Color::White, role)),
        black: phases(-explanation.sum(Color::Black, role)),
    });
    let tempo = explanation.tempo(turn);
    let [white, black] = if turn.is_white() { [tempo, 0] } else { [0, tempo] };
    let tempo = TraceLine {
        term: "tempo",
        about: "Half of what the value would change if the other side were to move.",
        white: phases(white),
        black: phases(black),
    };
    let known = lines.iter().chain([&tempo]).map(|line| line.white.endgame - line.black.endgame);
    let value = explanation.value.clamp(-EVAL_BOUND, EVAL_BOUND);
    let rest = TraceLine {
        term: "together",
        about: "What is left: the kings, and what men are worth only together.",
        white: phases(value - known.sum::<i32>()),
        black: Phases::default(),
    };
    lines.into_iter().chain([tempo, rest]).collect()
}

#[cfg(test)]
mod tests {
    use nets::nnue::Architecture;

    use super::*;
    use crate::Walk;

    fn random() -> Nnue {
        let net = Network::random(Architecture::plain(64), 9).unwrap();
        Nnue::new(&NnueNet::Given(Arc::new(net)))
    }

    #[test]
    fn values_are_those_of_the_net() {
        let nnue = Nnue::new(&NnueNet::Given(Arc::new(Network::of_material())));
        let fens = ["4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"];
        let judged = nnue.judge(&fens.map(|fen| Position::from_fen(fen).unwrap()));
        assert!((judged[0].value - 100).abs() <= 1, "{judged:?}");
        assert_eq!(judged[1].value, -judged[0].value);
        assert_eq!(judged[1].chances, judged[0].chances.flipped());
        assert!(judged[0].chances.win > judged[0].chances.loss);
    }

    #[test]
    fn the_trace_is_the_evaluation() {
        let nnue = random();
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
            "4k3/8/8/8/8/8/8/4K2q w - - 0 1",
        ] {
            let position = Position::from_fen(fen).unwrap();
            let trace = nnue.trace(&position);
            assert_eq!(trace.value, nnue.judge(&[position])[0].value, "{fen}");
            assert_eq!((trace.recomputed(), trace.lines.len()), (trace.white, 7), "{fen}");
            assert!(trace.lines.iter().any(|line| trace.worth(line) != 0), "{fen}");
        }
    }

    /// Pushes that nobody asks about are worked out later, and pops forget them.
    #[test]
    fn a_walk_is_worked_out_when_it_is_asked() {
        let nnue = random();
        let fresh = |position: &Position| nnue.judge(&[*position])[0].value;
        let mut walk = Walk::new(nnue.clone());
        let start = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        let start = Position::from_fen(start).unwrap();
        walk.reset(&start);
        for mv in start.legal_moves() {
            let child = walk.push(&start, mv);
            for answer in child.legal_moves().iter().copied().take(7) {
                let grandchild = walk.push(&child, answer);
                if !grandchild.is_check() {
                    let null = walk.push_null(&grandchild);
                    assert_eq!(walk.evaluate(&null), fresh(&null));
                    walk.pop();
                }
                assert_eq!(walk.evaluate(&grandchild), fresh(&grandchild));
                walk.pop();
            }
            assert_eq!(walk.evaluate(&child), fresh(&child));
            walk.pop();
        }
        assert_eq!(walk.evaluate(&start), fresh(&start));
    }
}
