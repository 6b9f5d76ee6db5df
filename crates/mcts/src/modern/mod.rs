//! The modern search: PUCT, priors, shallow alpha-beta at the leaves, proofs.

mod arena;
mod choice;
mod curve;
mod expand;
mod mate;
mod node;
mod policy;
mod prune;
mod report;
mod root;
mod select;
mod settings;
mod statistics;
mod threads;
mod tree;
mod values;
mod watch;
mod worker;

use std::sync::{Arc, PoisonError, RwLock};

use chess::{Game, Position};
use eval::{AnyEvaluator, Evaluator, Trace};
use thinking::{Limits, Observer, Signal, Timer};

use crate::pause::{root_moves, wait_until_asked};
use crate::tree_view::Viewable;
use crate::{MctsError, MctsTree, MctsVerdict};
use report::Reporter;
use tree::Tree;
use watch::{Counters, Watch};
use worker::{Task, Worker};

pub use curve::ValueCurve;
pub use policy::{LinearPolicy, NetPolicy, Policy, PolicyInput};
pub use select::{cpuct, puct};
pub use settings::ModernSettings;
pub use statistics::MoveStatistics;

/// The modern search with its tree.
#[derive(Debug)]
pub struct ModernMcts {
    evaluator: Arc<AnyEvaluator>,
    policy: Arc<dyn Policy>,
    settings: ModernSettings,
    tree: RwLock<Tree>,
    workers: Vec<Worker>,
}

impl ModernMcts {
    /// A search over this evaluator, with the policy of the embedded net.
    pub fn new(
        evaluator: Arc<AnyEvaluator>,
        settings: ModernSettings,
    ) -> Result<ModernMcts, MctsError> {
        ModernMcts::with_policy(evaluator, Arc::new(NetPolicy::default()), settings)
    }

    /// A search over this evaluator and policy.
    pub fn with_policy(
        evaluator: Arc<AnyEvaluator>,
        policy: Arc<dyn Policy>,
        settings: ModernSettings,
    ) -> Result<ModernMcts, MctsError> {
        let tree = Tree::new(settings.memory, settings.searches())?;
        let mut mcts = ModernMcts {
            evaluator,
            policy,
            settings,
            tree: RwLock::new(tree),
            workers: Vec::new(),
        };
        mcts.fit_threads()?;
        Ok(mcts)
    }

    fn fit_threads(&mut self) -> Result<(), MctsError> {
        let threads = self.settings.threads.max(1);
        self.workers.truncate(threads);
        while self.workers.len() < threads {
            self.workers.push(Worker::new(self.evaluator.clone())?);
        }
        Ok(())
    }

    /// The present settings.
    pub fn settings(&self) -> &ModernSettings {
        &self.settings
    }

    /// Changes the settings. Another size of memory, or the need for a table of alpha-beta
    /// that comes or goes, forgets the tree; if there is no memory, everything stays as it
    /// was.
    pub fn configure(&mut self, settings: ModernSettings) -> Result<(), MctsError> {
        let another_table = settings.searches() != self.settings.searches();
        if settings.memory != self.settings.memory || another_table {
            self.tree = RwLock::new(Tree::new(settings.memory, settings.searches())?);
        }
        self.settings = settings;
        self.fit_threads()
    }

    /// Forgets everything, as before a new game.
    pub fn new_game(&mut self) {
        self.tree_mut().clear();
        self.workers.iter_mut().for_each(Worker::forget);
    }

    fn tree_mut(&mut self) -> &mut Tree {
        self.tree.get_mut().unwrap_or_else(PoisonError::into_inner)
    }

    /// Why its evaluator values a position as it does.
    pub fn trace(&self, position: &Position) -> Trace {
        self.evaluator.trace(position)
    }

    /// The most visited part of the tree below the root of the last search.
    pub fn tree(&self, limit: usize) -> MctsTree {
        let tree = self.tree.read().unwrap_or_else(PoisonError::into_inner);
        tree.root().map_or_else(MctsTree::default, |root| tree.most_visited(root, limit))
    }

    /// Searches the present position of `game` until a limit is reached or
    /// `signal` says stop. `seed` is for what is random in it, which by default is
    /// nothing.
    pub fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        seed: u64,
        signal: &Signal,
        observer: &mut dyn Observer,
    ) -> MctsVerdict {
        let timer = Timer::new(limits, game.turn(), self.settings.move_overhead, None);
        signal.begin(limits.ponder);
        let wanted = root_moves(game, limits);
        if wanted.is_empty() {
            wait_until_asked(limits, signal, false);
            return report::no_moves(game, &self.evaluator, timer.wall_time(), signal);
        }
        if !self.settings.reuse {
            self.new_game();
        }
        let mut rng = fastrand::Rng::with_seed(seed);
        let task = Task {
            game,
            settings: &self.settings,
            policy: &*self.policy,
            wanted: &wanted,
            timer: &timer,
            signal,
        };
        let tree = self.tree.get_mut().unwrap_or_else(PoisonError::into_inner);
        root::prepare(tree, &task, &mut rng);

        let counters = Counters::default();
        let reporter = Reporter { task: &task, evaluator: &self.evaluator, counters: &counters };
        let watch = Watch::new(limits, &timer, signal, game.turn(), observer);
        let team = threads::Team {
            tree: &self.tree,
            task: &task,
            counters: &counters,
            signal,
            node_limit: limits.nodes.unwrap_or(u64::MAX),
        };
        let ending = team.run(&mut self.workers, watch, |tree| {
            report::told(&reporter.verdict(tree, &timer, false), task.settings.multi_pv)
        });
        // The answer was found, but nobody has asked for it yet.
        wait_until_asked(limits, signal, ending == threads::Ending::Limit);

        let tree = self.tree.get_mut().unwrap_or_else(PoisonError::into_inner);
        root::shorten_mate(tree, &task);
        let mut verdict = reporter.verdict(tree, &timer, signal.is_stopped());
        root::choose(&mut verdict, self.settings.choice_temperature, &mut rng);
        if observer.listens() {
            let lines = report::told(&verdict, self.settings.multi_pv);
            lines.iter().for_each(|line| observer.progress(line));
        }
        verdict
    }
}

#[cfg(test)]
mod tests;
