//! `mlp`: a multilayer perceptron.

use std::sync::Arc;

use chess::{Color, PieceChanges, Position};
use nets::mlp::{Accumulator, Network, Workspace};
use thinking::{Chances, is_decided};

use super::params::{MLP_BOUND, MLP_SCALE};
use crate::recorder::FULL_PHASE;
use crate::trace::{Phases, TraceLine};
use crate::{Evaluator, Judgement, NetChoice, Trace};

/// Which net.
pub type MlpNet = NetChoice<Network>;

/// The net of the origin system as an evaluation: what it expects of the game as log
/// odds, in centipawns.
#[derive(Clone, Debug)]
pub struct Mlp {
    net: Arc<Network>,
}

/// What a thread keeps for [`Mlp`]: the first layer along its path.
#[derive(Clone, Debug)]
pub struct MlpState {
    /// Those above the top are kept for the next push.
    frames: Vec<Frame>,
    /// The frame of the position at hand.
    top: usize,
    workspace: Workspace,
}

#[derive(Clone, Debug)]
struct Frame {
    /// What led here from the frame below.
    changes: PieceChanges,
    /// Worked out only when it is asked for.
    accumulator: Accumulator,
    is_known: bool,
}

impl Frame {
    fn new() -> Frame {
        let changes = PieceChanges::new();
        Frame { changes, accumulator: Accumulator::zeroed(), is_known: false }
    }
}

impl MlpState {
    fn push(&mut self, changes: &PieceChanges) {
        self.top += 1;
        if self.top == self.frames.len() {
            self.frames.push(Frame::new());
        }
        let frame = &mut self.frames[self.top];
        frame.changes.clone_from(changes);
        frame.is_known = false;
    }
}

impl Mlp {
    /// An evaluation by this net.
    pub fn new(net: &MlpNet) -> Mlp {
        Mlp { net: net.net(Network::embedded) }
    }

    /// The net itself.
    pub fn net(&self) -> &Network {
        &self.net
    }

    /// The value of an output of the net for the side to move.
    pub fn value(output: f32, turn: Color) -> i32 {
        let centipawns = (2.0 * f64::from(output) * MLP_SCALE).round() as i32;
        let white = centipawns.clamp(-MLP_BOUND, MLP_BOUND);
        if turn.is_white() { white } else { -white }
    }
}

impl Evaluator for Mlp {
    type State = MlpState;

    fn new_state(&self) -> MlpState {
        let workspace = Workspace::default();
        let mut state = MlpState { frames: vec![Frame::new()], top: 0, workspace };
        self.reset(&mut state, &Position::initial());
        state
    }

    fn reset(&self, state: &mut MlpState, position: &Position) {
        state.top = 0;
        let root = &mut state.frames[0];
        self.net.refresh(&mut root.accumulator, position);
        root.is_known = true;
    }

    fn push(&self, state: &mut MlpState, _: &Position, _: &Position, changes: &PieceChanges) {
        state.push(changes);
    }

    fn push_null(&self, state: &mut MlpState, _: &Position, _: &Position) {
        state.push(&PieceChanges::new());
    }

    fn pop(&self, state: &mut MlpState) {
        state.top -= 1;
    }

    fn evaluate(&self, state: &mut MlpState, position: &Position) -> i32 {
        let unknown = state.frames[..=state.top].iter().rev().take_while(|frame| !frame.is_known);
        let first = state.top + 1 - unknown.count();
        for index in first..=state.top {
            // The root is always known.
            let (known, rest) = state.frames.split_at_mut(index);
            let (before, frame) = (&known[index - 1], &mut rest[0]);
            self.net.update(&before.accumulator, &mut frame.accumulator, &frame.changes);
            frame.is_known = true;
        }
        let accumulator = &state.frames[state.top].accumulator;
        let output = self.net.evaluate(accumulator, position.turn(), &mut state.workspace);
        Mlp::value(output, position.turn())
    }

    fn chances(&self, value: i32, _: &Position) -> Chances {
        if is_decided(value) {
            return Chances::from_expectation(if value > 0 { 1.0 } else { 0.0 });
        }
        Chances::from_expectation(1.0 / (1.0 + (-f64::from(value) / MLP_SCALE).exp()))
    }

    fn judge(&self, positions: &[Position]) -> Vec<Judgement> {
        let outputs = self.net.positions(positions, &mut Workspace::default());
        let judge = |(position, output): (&Position, f32)| {
            let value = Mlp::value(output, position.turn());
            Judgement { value, chances: self.chances(value, position) }
        };
        positions.iter().zip(outputs).map(judge).collect()
    }

    /// A net has no terms: one line says what it says.
    fn trace(&self, position: &Position) -> Trace {
        let output = self.net.positions(&[*position], &mut Workspace::default())[0];
        let white = Mlp::value(output, Color::White);
        let line = TraceLine {
            term: "net",
            about: "What the net expects of the game, as log odds.",
            white: Phases { middlegame: white, endgame: white },
            black: Phases::default(),
        };
        Trace::of_lines(position.turn(), vec![line], 1, FULL_PHASE)
    }
}

#[cfg(test)]
mod tests {
    use nets::mlp::Weights;

    use super::*;
    use crate::Walk;

    fn material() -> Mlp {
        let net = Network::new(&Weights::of_material(0.25)).unwrap();
        Mlp::new(&MlpNet::Given(Arc::new(net)))
    }

    fn position(fen: &str) -> Position {
        Position::from_fen(fen).unwrap()
    }

    #[test]
    fn values_are_log_odds_for_the_side_to_move() {
        let mlp = material();
        let judged = mlp.judge(&[
            position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"),
            position("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"),
            position("4k3/8/8/8/8/8/8/4K3 b - - 0 1"),
            position("QQQQk3/8/8/8/8/8/8/QQQQK3 b - - 0 1"),
        ]);
        // Half a unit of log odds for a pawn: 1 / (1 + exp(−1/2)) = 62.2%.
        let values: Vec<_> = judged.iter().map(|judgement| judgement.value).collect();
        assert_eq!(values, [87, -87, 0, -MLP_BOUND]);
        assert_eq!(judged[0].chances, Chances { win: 623, draw: 0, loss: 377 });
        assert_eq!(judged[1].chances, judged[0].chances.flipped());
        assert_eq!(judged[2].chances.win, 500);
        assert!(mlp.chances(thinking::mates_at(3), &Position::initial()).win == 1000);
    }

    #[test]
    fn the_trace_is_the_evaluation() {
        for fen in ["4k3/8/8/8/8/8/4P3/4K3 b - - 0 1", "4k3/8/8/8/8/8/8/4K2q w - - 0 1"] {
            let (mlp, position) = (material(), position(fen));
            let trace = mlp.trace(&position);
            assert_eq!(trace.value, mlp.judge(&[position])[0].value);
            assert_eq!((trace.recomputed(), trace.lines.len()), (trace.white, 1));
        }
    }

    /// Pushes that nobody asks about are worked out later, and pops forget them.
    #[test]
    fn a_walk_is_worked_out_when_it_is_asked() {
        let mlp = material();
        let fresh = |position: &Position| mlp.judge(&[*position])[0].value;
        let mut walk = Walk::new(mlp.clone());
        let start =
            position("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
        walk.reset(&start);
        for mv in start.legal_moves() {
            let child = walk.push(&start, mv);
            for answer in child.legal_moves().iter().copied().take(7) {
                let grandchild = walk.push(&child, answer);
                let null = (!grandchild.is_check()).then(|| walk.push_null(&grandchild));
                if let Some(null) = null {
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
