//! What is said of a classic search.

use chess::{Game, Position};
use thinking::{Chances, EVAL_BOUND, Progress, Score, ScoreBound, Timer};

use super::settings::{ClassicSettings, FinalChoice, Reward, Rollout};
use super::tree::{ClassicTree, NodeIndex, ROOT, uct};
use crate::line::playable;
use crate::params::CLASSIC_SQUASH;
use crate::{MctsVerdict, Proof, RootChild};

/// Centipawns of one unit of the origin's evaluation, whose pawn is 2.
const CENTIPAWNS: f64 = 50.0;

/// What is counted while it searches.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Counts {
    pub(crate) iterations: u64,
    plies: u64,
    deepest: u64,
}

impl Counts {
    pub(crate) fn note(&mut self, plies: usize) {
        self.iterations += 1;
        self.plies += plies as u64;
        self.deepest = self.deepest.max(plies as u64);
    }

    /// Half-moves to the leaves on average.
    pub(crate) fn depth(&self) -> u32 {
        (self.plies / self.iterations.max(1)) as u32
    }
}

/// Expected points of a mean reward.
fn points(mean: f64, settings: &ClassicSettings) -> f64 {
    let squashed = match (settings.rollout, settings.reward) {
        (Rollout::Eval, Reward::Raw) => (mean / CLASSIC_SQUASH).tanh(),
        _ => mean,
    };
    (1.0 + squashed.clamp(-1.0, 1.0)) / 2.0
}

fn centipawns(mean: f64, settings: &ClassicSettings) -> i32 {
    let value = match (settings.rollout, settings.reward) {
        (Rollout::Eval, Reward::Raw) => mean,
        _ => CLASSIC_SQUASH * mean.clamp(-0.999_999, 0.999_999).atanh(),
    };
    ((value * CENTIPAWNS) as i32).clamp(-EVAL_BOUND, EVAL_BOUND)
}

/// What is certain right after a move.
fn board_result(position: &Position) -> Option<Proof> {
    match (position.has_legal_moves(), position.is_check()) {
        (false, true) => Some(Proof::Win(0)),
        (false, false) => Some(Proof::Draw),
        (true, _) => position.is_insufficient_material().then_some(Proof::Draw),
    }
}

fn root_child(
    game: &Game,
    tree: &ClassicTree,
    settings: &ClassicSettings,
    index: NodeIndex,
) -> Option<RootChild> {
    let node = tree.node(index);
    let mv = node.mv?;
    let (exploitation, exploration) =
        uct(node.rewards, node.visits, tree.node(ROOT).visits, settings.c);
    let proven = board_result(&game.position().after(mv));
    let chances = match proven {
        Some(proof) => Chances::from_expectation(f64::from(proof.points())),
        None => Chances::from_expectation(points(exploitation, settings)),
    };
    Some(RootChild {
        mv,
        visits: node.visits,
        value: exploitation,
        prior: None,
        opinion: None,
        exploitation,
        exploration,
        score: match proven {
            Some(Proof::Win(0)) => Score::Mate(1),
            _ => Score::Cp(centipawns(exploitation, settings)),
        },
        chances,
        proven,
        line: playable(game, &tree.line(index)),
    })
}

/// What came of it, or of what was done so far.
pub(crate) fn verdict(
    game: &Game,
    tree: &ClassicTree,
    settings: &ClassicSettings,
    counts: &Counts,
    timer: &Timer,
) -> MctsVerdict {
    let children = tree.node(ROOT).children.iter();
    let mut root: Vec<_> =
        children.filter_map(|&index| root_child(game, tree, settings, index)).collect();
    let sum = |child: &RootChild| child.exploitation + child.exploration;
    match settings.choice {
        FinalChoice::Visits => {
            root.sort_by(|a, b| b.visits.cmp(&a.visits).then(b.value.total_cmp(&a.value)))
        }
        FinalChoice::Uct => root.sort_by(|a, b| sum(b).total_cmp(&sum(a))),
    }
    let (score, chances) = match root.first() {
        Some(best) => (best.score, best.chances),
        None if game.position().is_check() => (Score::Mate(0), Chances::from_expectation(0.0)),
        None => (Score::Cp(0), Chances { win: 0, draw: 1000, loss: 0 }),
    };
    MctsVerdict {
        best: root.first().map(|child| child.mv),
        line: root.first().map(|child| child.line.clone()).unwrap_or_default(),
        score,
        chances,
        nodes: counts.iterations,
        leaf_nodes: 0,
        visits: tree.node(ROOT).visits,
        depth: counts.depth(),
        seldepth: counts.deepest as u32,
        time: timer.wall_time(),
        stopped: false,
        hashfull: tree.hashfull(),
        root,
    }
}

/// The same as progress.
pub(crate) fn progress(verdict: &MctsVerdict) -> Progress {
    Progress {
        depth: Some(verdict.depth),
        seldepth: Some(verdict.seldepth),
        score: Some(verdict.score),
        bound: Some(ScoreBound::Exact),
        chances: Some(verdict.chances),
        nodes: Some(verdict.nodes),
        visits: verdict.root.first().map(|child| child.visits),
        time: Some(verdict.time),
        hashfull: Some(verdict.hashfull),
        line: verdict.line.clone(),
        ..Progress::default()
    }
}
