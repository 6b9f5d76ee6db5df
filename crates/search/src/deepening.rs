//! Iterative deepening with aspiration windows: depth 1, 2, 3, … each
//! guided by the one before.

use std::time::Duration;

use chess::{Game, Move};
use eval::Evaluator;
use thinking::{
    INFINITE, Limits, MATE, MAX_PLY, Progress, Score, ScoreBound, Stability, is_decided, is_mate,
};

use crate::frame::Line;
use crate::margins;
use crate::node::Root;
use crate::observer::{Purpose, TreeObserver};
use crate::parameter::Parameter;
use crate::params::*;
use crate::root_move::RootMove;
use crate::statistics::Iteration;
use crate::verdict::playable;
use crate::worker::Worker;
use crate::{Technique, Techniques};

/// Searches longer than this say which root move they are at, and report
/// windows that failed.
const TALKATIVE_AFTER: Duration = Duration::from_secs(3);

/// What a thread found.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    /// The deepest finished iteration.
    pub(crate) depth: i32,
    pub(crate) lines: Vec<FoundLine>,
}

/// One of its lines.
#[derive(Clone, Debug)]
pub(crate) struct FoundLine {
    pub(crate) value: i32,
    pub(crate) line: Line,
}

impl<E: Evaluator, T: Techniques, O: TreeObserver> Worker<'_, E, T, O> {
    /// Deepens until a limit is reached; only the main thread reports.
    pub(crate) fn deepen(&mut self, game: &Game, limits: &Limits, multi_pv: usize) -> Found {
        let last =
            limits.depth.map_or(MAX_PLY as i32 - 1, |d| d.clamp(1, MAX_PLY as u32 - 1) as i32);
        let first = if self.on(Technique::IterativeDeepening) { 1 } else { last };
        let lines = multi_pv.clamp(1, self.root_moves.len().max(1));
        let mut found = Found { depth: 0, lines: self.lines(1) };
        let mut stability = Stability { unchanged: 0, node_share: 1.0, fall: 0 };
        let mut best_so_far: Option<Move> = None;
        let mut values: Vec<i32> = Vec::new();

        let root = self.root;
        let at_first_sight = self.raw_eval(&root);
        if O::LISTENS {
            self.observer.begin_search();
        }
        for depth in first..=last {
            if O::LISTENS {
                self.observer.begin_iteration(depth);
            }
            self.root_depth = depth;
            for root in &mut self.root_moves {
                root.previous = root.value;
            }
            let value = self.root_moves.first().map_or(0, |root| root.value);
            // Or a side far behind gives perpetual check: what beats a draw is mate.
            self.lopsided =
                depth > first && (value.abs() >= LOPSIDED || at_first_sight.abs() >= LOPSIDED);
            for index in 0..lines {
                self.line_index = index;
                self.seldepth = 0;
                self.aspire(game, depth);
                self.root_moves[..=index].sort_by_key(RootMove::order);
                if self.stopped {
                    break;
                }
                if self.index == 0 {
                    for done in 0..=index {
                        if index + 1 == lines || done == index {
                            self.report_line(game, depth, done, ScoreBound::Exact);
                        }
                    }
                }
            }
            if O::LISTENS {
                self.observer.end_iteration(depth, !self.stopped);
            }
            if self.stopped {
                break;
            }
            found = Found { depth, lines: self.lines(lines) };
            self.statistics.iterations.push(Iteration {
                depth,
                nodes: self.shared.total_nodes(),
                time: self.shared.timer.wall_time(),
            });
            if self.index > 0 {
                continue;
            }

            let best = &self.root_moves[0];
            stability.unchanged = match best_so_far {
                Some(mv) if mv == best.mv => stability.unchanged + 1,
                _ => 0,
            };
            best_so_far = Some(best.mv);
            stability.node_share = best.nodes as f64 / self.statistics.nodes.max(1) as f64;
            values.push(best.value);
            let earlier = values[values.len().saturating_sub(FALL_ITERATIONS)];
            stability.fall = earlier - best.value;
            let enough = self.is_enough(limits, best.value, depth, &stability);
            if enough && !self.shared.signal.is_pondering() {
                break;
            }
            self.enough_when_hit = enough;
        }
        if self.stopped && (lines == 1 || found.depth == 0) {
            // The moves looked at since the last full iteration count too: the
            // list is in order, and a move ahead of the old best has beaten it.
            let told = found.lines.first().map(|line| line.value);
            found.lines = self.lines(1);
            // Nobody has heard of them yet. Better than what the last iteration said
            // is worth telling, a mate above all; a bound, as moves are left to try.
            let better = told < found.lines.first().map(|line| line.value);
            if self.index == 0 && found.depth > 0 && better {
                self.report_line(game, self.root_depth, 0, ScoreBound::Lower);
            }
        }
        found
    }

    /// Is there a reason not to start the next iteration?
    fn is_enough(&self, limits: &Limits, value: i32, depth: i32, stability: &Stability) -> bool {
        if limits.infinite {
            return false;
        }
        if let Some(moves) = limits.mate {
            let reached = value > 0 && is_mate(value) && MATE - value <= 2 * moves as i32;
            if reached {
                return true;
            }
        }
        let nodes = self.shared.total_nodes();
        if limits.soft_nodes.is_some_and(|soft| nodes >= soft) {
            return true;
        }
        if !self.shared.timer.has_soft_limit() {
            return false;
        }
        // Nothing is left to find with one move to choose from (also when endgame
        // tables rank all others below it), or with a mate well within the depth.
        let rank = |index: usize| self.root_moves.get(index).map(|root| root.rank);
        let only = rank(0) != rank(1) && depth >= ONLY_MOVE_DEPTH;
        let mate_seen = is_mate(value) && depth > MATE - value.abs() + MATE_EXTRA_DEPTH;
        only || mate_seen || self.shared.timer.is_late(nodes, stability)
    }

    /// One iteration for one line: a window around the expected value, opened
    /// on the side where it fails until it holds.
    fn aspire(&mut self, game: &Game, depth: i32) {
        let expected = self.root_moves.get(self.line_index).map_or(0, |root| root.previous);
        let mut delta = self.value(Parameter::AspirationWindow);
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if self.on(Technique::Aspiration)
            && depth >= ASPIRATION_DEPTH
            && expected.abs() < INFINITE
            && !is_decided(expected)
        {
            alpha = expected - delta;
            beta = expected + delta;
        }
        let mut depth_now = depth;
        let mut purpose = Purpose::Main;
        let root = self.root;
        loop {
            let value =
                self.visiting(purpose).search::<Root>(&root, alpha, beta, depth_now, 0, false);
            purpose = Purpose::AspirationReSearch;
            let index = self.line_index;
            self.root_moves[index..].sort_by_key(RootMove::order);
            if self.stopped {
                return;
            }
            let bound = if value <= alpha && alpha > -INFINITE {
                // Fail-low: the true value may be anywhere below, and the best move is
                // in doubt, so the full depth is searched again.
                beta = (alpha + beta) / 2;
                alpha = (value - delta).max(-INFINITE);
                depth_now = depth;
                ScoreBound::Upper
            } else if value >= beta && beta < INFINITE {
                beta = (value + delta).min(INFINITE);
                // Fail-high: the move stays best; a shallower search finds the size of
                // its value sooner, if that is what there is to find.
                if !is_decided(value) && !self.lopsided && self.on(Technique::AspirationReduction) {
                    depth_now = (depth_now - 1).max(depth - ASPIRATION_REDUCTION_MOST).max(1);
                }
                ScoreBound::Lower
            } else {
                return;
            };
            if self.index == 0 && self.shared.timer.wall_time() > TALKATIVE_AFTER {
                self.report_line(game, depth, index, bound);
            }
            delta = margins::widened(delta);
            if delta > ASPIRATION_WINDOW_MOST || is_decided(value) {
                (alpha, beta) = match bound {
                    ScoreBound::Upper => (-INFINITE, beta),
                    _ => (alpha, INFINITE),
                };
            }
        }
    }

    fn lines(&self, count: usize) -> Vec<FoundLine> {
        let best = self.root_moves.iter().take(count);
        best.map(|root| FoundLine { value: root.final_value(), line: root.line.clone() }).collect()
    }

    /// Says which root move comes next, if this is a search to wait for.
    pub(crate) fn announce(&mut self, mv: Move, index: usize) {
        if self.index == 0 && self.shared.timer.wall_time() > TALKATIVE_AFTER {
            self.progress.root_move(self.root_depth.unsigned_abs(), mv, index);
        }
    }

    fn report_line(&mut self, game: &Game, depth: i32, index: usize, bound: ScoreBound) {
        if !self.progress.listens() {
            return;
        }
        let root = &self.root_moves[index];
        let value = root.final_value();
        // What endgame tables know is exact, whatever window the search had.
        let bound = if root.known == Some(value) { ScoreBound::Exact } else { bound };
        self.progress.progress(&Progress {
            depth: u32::try_from(depth).ok(),
            seldepth: u32::try_from(root.seldepth.max(depth as usize)).ok(),
            line_index: index,
            score: Some(Score::from_value(value)),
            bound: Some(bound),
            chances: Some(self.evaluator.chances(value, &self.root)),
            nodes: Some(self.shared.total_nodes()),
            visits: None,
            time: Some(self.shared.timer.wall_time()),
            hashfull: u32::try_from(self.shared.table.hashfull()).ok(),
            tablebase_hits: Some(self.shared.total_tablebase_hits()),
            line: playable(game, &root.line),
        });
    }
}
