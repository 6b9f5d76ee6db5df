//! Select, expand, simulate, back up.

use chess::{Game, Move, Position};
use fastrand::Rng;
use thinking::{Limits, Observer, Signal, Stability, Timer};

use super::cache::EvaluationCache;
use super::evaluation::origin_evaluation;
use super::report::{self, Counts};
use super::rollout::playout;
use super::settings::{ClassicSettings, Reward, Rollout, SignRule};
use super::tree::{ClassicTree, NodeIndex, ROOT};
use crate::params::{CLASSIC_CACHE, CLASSIC_SQUASH, REPORT_INTERVAL};
use crate::past::Past;
use crate::pause::{root_moves, wait_until_asked};
use crate::tree_view::Viewable;
use crate::{MctsTree, MctsVerdict};

/// The classic search.
#[derive(Clone, Debug)]
pub struct ClassicMcts {
    settings: ClassicSettings,
    tree: ClassicTree,
    cache: EvaluationCache,
}

impl ClassicMcts {
    /// A search with these settings.
    pub fn new(settings: ClassicSettings) -> ClassicMcts {
        let cache = EvaluationCache::new(CLASSIC_CACHE);
        ClassicMcts { settings, tree: ClassicTree::default(), cache }
    }

    /// The present settings.
    pub fn settings(&self) -> &ClassicSettings {
        &self.settings
    }

    /// Forgets everything, as before a new game.
    pub fn new_game(&mut self) {
        self.tree = ClassicTree::default();
        self.cache.clear();
    }

    /// The most visited part of the tree of the last search.
    pub fn tree(&self, limit: usize) -> MctsTree {
        if self.tree.is_empty() { MctsTree::default() } else { self.tree.most_visited(ROOT, limit) }
    }

    /// Searches the present position of `game` for as many iterations as it shall,
    /// until a limit is reached or `signal` says stop. Playouts follow from
    /// `seed`.
    pub fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        seed: u64,
        signal: &Signal,
        observer: &mut dyn Observer,
    ) -> MctsVerdict {
        let overhead = std::time::Duration::from_millis(20);
        let timer = Timer::new(limits, game.turn(), overhead, None);
        signal.begin(limits.ponder);
        let wanted = root_moves(game, limits);
        self.tree = ClassicTree::new(game.position(), &wanted);
        let mut counts = Counts::default();
        let mut over = false;
        if !wanted.is_empty() {
            let iterations = self.settings.iterations(game.position().legal_moves().len());
            let own = if limits.infinite { u64::MAX } else { iterations };
            let most = [limits.nodes, limits.soft_nodes].into_iter().flatten().fold(own, u64::min);
            let mut run = Run {
                settings: &self.settings,
                tree: &mut self.tree,
                cache: &mut self.cache,
                past: Past::default(),
                path: Vec::new(),
                rng: Rng::with_seed(seed),
                signal,
            };
            run.past.reset(game);
            let mut next_report = REPORT_INTERVAL;
            while counts.iterations < most {
                let Some(plies) = run.iterate(game) else {
                    over = true;
                    break;
                };
                counts.note(plies);
                over = is_over(limits, &timer, signal, &counts);
                if over {
                    break;
                }
                let elapsed = timer.wall_time().as_millis() as u64;
                if observer.listens() && elapsed >= next_report {
                    next_report = elapsed + REPORT_INTERVAL;
                    let verdict = report::verdict(game, run.tree, run.settings, &counts, &timer);
                    observer.progress(&report::progress(&verdict));
                }
            }
            over |= limits.nodes.is_some_and(|nodes| counts.iterations >= nodes);
        }
        wait_until_asked(limits, signal, over);
        let mut verdict = report::verdict(game, &self.tree, &self.settings, &counts, &timer);
        verdict.stopped = signal.is_stopped();
        if observer.listens() && !wanted.is_empty() {
            observer.progress(&report::progress(&verdict));
        }
        verdict
    }
}

/// Has a limit been reached, other than the number of iterations?
fn is_over(limits: &Limits, timer: &Timer, signal: &Signal, counts: &Counts) -> bool {
    if signal.is_stopped() || limits.depth.is_some_and(|depth| counts.depth() >= depth) {
        return true;
    }
    // How settled the choice is makes no difference here.
    let stability = Stability { unchanged: 2, node_share: 0.5, fall: 0 };
    let nodes = counts.iterations;
    !signal.is_pondering()
        && (timer.is_over(nodes) || !limits.infinite && timer.is_late(nodes, &stability))
}

/// One search at work.
struct Run<'a> {
    settings: &'a ClassicSettings,
    tree: &'a mut ClassicTree,
    cache: &'a mut EvaluationCache,
    past: Past,
    path: Vec<NodeIndex>,
    rng: Rng,
    signal: &'a Signal,
}

impl Run<'_> {
    /// One iteration; how deep it went, or none when it was told to stop.
    fn iterate(&mut self, game: &Game) -> Option<usize> {
        if self.signal.is_stopped() && self.tree.node(ROOT).visits > 0 {
            return None;
        }
        self.past.rewind();
        self.path.clear();
        self.path.push(ROOT);
        let mut position = *game.position();
        let mut at = ROOT;
        let mut ended = false;
        // Step 1. Select until there is a move that was never tried, and try it.
        loop {
            if at != ROOT && self.is_end(&position) {
                ended = true;
                break;
            }
            let expanded = self.tree.expand(at, &position);
            let Some(next) = expanded.or_else(|| self.tree.select(at, self.settings.c)) else {
                break;
            };
            let mv: Option<Move> = self.tree.node(next).mv;
            position.play(mv?);
            self.past.push(&position);
            self.path.push(next);
            at = next;
            if expanded.is_some() {
                break;
            }
        }
        // Step 2. Simulate, or evaluate instead.
        let reward = self.simulate(&position, ended)?;
        // Step 3. Back up.
        let leaf = position.turn();
        for (ply, &index) in self.path.iter().enumerate() {
            let turn = if ply % 2 == 0 { game.turn() } else { !game.turn() };
            let positive = match self.settings.sign {
                // White's reward for White's moves, which lead to Black's turn.
                SignRule::Mover => !turn.is_white(),
                SignRule::Origin => turn == leaf,
            };
            self.tree.add(index, if positive { reward } else { -reward });
        }
        Some(self.path.len() - 1)
    }

    /// Is the game over here, by the board or by the way that led here?
    fn is_end(&self, position: &Position) -> bool {
        !position.has_legal_moves()
            || position.is_insufficient_material()
            || self.past.is_draw(position)
    }

    /// The reward in White's view.
    fn simulate(&mut self, position: &Position, ended: bool) -> Option<f64> {
        let is_new_end = !ended && self.is_end(position);
        let drawn = (ended || is_new_end)
            && position.has_legal_moves()
            && !position.is_insufficient_material();
        if drawn {
            // By history: not for the cache, which knows positions only.
            return Some(0.0);
        }
        let smart = match self.settings.rollout {
            Rollout::Eval => {
                let value = self.cache.get(position.key(), || origin_evaluation(position).white());
                return Some(match self.settings.reward {
                    Reward::Raw => value,
                    Reward::Squashed => (value / CLASSIC_SQUASH).tanh(),
                });
            }
            Rollout::Random => false,
            Rollout::Smart => true,
        };
        // The first visit is always finished: there must be a move to play.
        let never = Signal::new();
        let signal = if self.tree.node(ROOT).visits == 0 { &never } else { self.signal };
        playout(position, &mut self.past, smart, &mut self.rng, signal)
    }
}
