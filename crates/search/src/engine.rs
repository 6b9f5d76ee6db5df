//! The engine as an object: transposition table, threads and what they learned.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use chess::Game;
use eval::Evaluator;
use knowledge::syzygy::EndgameTables;
use thinking::{Limits, Observer, Signal, Silent, Timer, mated_at};

use crate::deepening::Found;
use crate::observer::{TreeObserver, Unobserved};
use crate::root_move::RootMove;
use crate::settings::{Parallelism, Settings};
use crate::shared::{Audience, Memory, NodeCounter, Shared};
use crate::statistics::Statistics;
use crate::table::{TableTooLarge, TranspositionTable};
use crate::tablebase::Probing;
use crate::verdict::{RootEffort, Verdict, VerdictLine, playable};
use crate::vote;
use crate::worker::Worker;
use crate::{AllTechniques, Techniques};

/// An alpha-beta engine over an evaluation, with some or all techniques.
#[derive(Debug)]
pub struct Engine<E: Evaluator, T = AllTechniques> {
    evaluator: E,
    techniques: T,
    settings: Settings,
    table: TranspositionTable,
    endgames: Option<Arc<EndgameTables>>,
    memories: Vec<Memory<E>>,
}

impl<E: Evaluator, T: Techniques> Engine<E, T> {
    /// An engine with these settings.
    pub fn new(
        evaluator: E,
        techniques: T,
        settings: Settings,
    ) -> Result<Engine<E, T>, TableTooLarge> {
        let mut engine = Engine {
            table: TranspositionTable::new(settings.hash, settings.threads)?,
            endgames: None,
            memories: Vec::new(),
            evaluator,
            techniques,
            settings,
        };
        engine.fit_threads();
        Ok(engine)
    }

    /// What judges its positions.
    pub fn evaluator(&self) -> &E {
        &self.evaluator
    }

    /// The present settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Changes the settings. If there is no memory for a larger table, the
    /// settings stay as they were.
    pub fn configure(&mut self, settings: Settings) -> Result<(), TableTooLarge> {
        if settings.hash != self.settings.hash {
            self.table.resize(settings.hash, settings.threads)?;
        }
        let another_rule = settings.probe_fifty_moves != self.settings.probe_fifty_moves;
        self.settings = settings;
        self.fit_threads();
        if another_rule {
            // Its values are outcomes by the old rule.
            self.clear_hash();
        }
        Ok(())
    }

    /// Gives it endgame tables, or takes them away.
    pub fn set_endgame_tables(&mut self, tables: Option<Arc<EndgameTables>>) {
        self.endgames = tables;
    }

    fn fit_threads(&mut self) {
        let evaluator = &self.evaluator;
        self.memories.resize_with(self.settings.threads.max(1), || Memory::new(evaluator));
    }

    /// Forgets everything, as before a new game.
    pub fn new_game(&mut self) {
        self.clear_hash();
        self.memories.iter_mut().for_each(Memory::clear);
    }

    /// Forgets the transposition table.
    pub fn clear_hash(&mut self) {
        self.table.clear(self.settings.threads);
    }

    /// Searches the present position of `game` until a limit is reached or
    /// `signal` says stop, reporting to `observer`.
    pub fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        signal: &Signal,
        observer: &mut dyn Observer,
    ) -> Verdict {
        self.search_observed(game, limits, signal, &mut Unobserved, observer)
    }

    /// As [`search`](Engine::search), with somebody watching the tree of the main
    /// thread.
    pub fn search_observed<O: TreeObserver>(
        &mut self,
        game: &Game,
        limits: &Limits,
        signal: &Signal,
        tree_observer: &mut O,
        observer: &mut dyn Observer,
    ) -> Verdict {
        let timer = Timer::new(
            limits,
            game.turn(),
            self.settings.move_overhead,
            self.settings.nodes_per_ms,
        );
        let mut root_moves = RootMove::all(game, limits);
        let split = self.settings.parallelism == Parallelism::RootSplitting;
        let endgames = self.endgames.as_deref();
        let probing = endgames.and_then(|tables| Probing::new(tables, &self.settings));
        let (probing, root_hits) = match probing {
            Some(probing) => probing.rank(game, &mut root_moves),
            None => (None, 0),
        };
        if split && let Some(best) = root_moves.first().map(|root| root.rank) {
            // Shares are compared by value alone, and a value does not show the rank
            // that endgame tables give.
            root_moves.retain(|root| root.rank == best);
        }
        signal.begin(limits.ponder);
        if root_moves.is_empty() {
            wait_until_asked(limits, signal, false);
            return self.no_moves(game, timer.wall_time(), signal.is_stopped());
        }
        self.table.age();
        let counters: Vec<NodeCounter> =
            self.memories.iter().map(|_| NodeCounter::default()).collect();
        let stop = AtomicBool::new(false);
        let shared = Shared {
            table: &self.table,
            signal,
            stop: &stop,
            timer: &timer,
            nodes: &counters,
            node_limit: limits.nodes.unwrap_or(u64::MAX),
            probing,
            quiescence_plies: self.settings.quiescence_plies.unwrap_or(usize::MAX),
            null_move_reduction: self.settings.null_move_reduction,
        };
        let (techniques, multi_pv) = (self.techniques, self.settings.multi_pv);
        let evaluator = &self.evaluator;
        let shares = if split { self.memories.len().min(root_moves.len()) } else { 1 };
        let share_of = |thread: usize| -> Vec<RootMove> {
            root_moves.iter().skip(thread % shares).step_by(shares).cloned().collect()
        };
        let Some((main, helpers)) = self.memories.split_first_mut() else {
            return self.no_moves(game, timer.wall_time(), signal.is_stopped());
        };

        let mut found = Vec::with_capacity(1 + helpers.len());
        let mut statistics = Statistics::default();
        let mut efforts = Vec::new();
        thread::scope(|scope| {
            let shared = &shared;
            // The scope waits for the helpers even when this thread panics.
            let _guard = StopOnPanic(&stop);
            let working = if split { shares - 1 } else { helpers.len() };
            let handles: Vec<_> = helpers
                .iter_mut()
                .take(working)
                .enumerate()
                .map(|(index, memory)| {
                    let moves = share_of(index + 1);
                    scope.spawn(move || {
                        let audience = Audience { tree: &mut Unobserved, progress: &mut Silent };
                        let mut worker = Worker::new(
                            evaluator,
                            techniques,
                            audience,
                            shared,
                            index + 1,
                            memory,
                            game,
                            moves,
                        );
                        // Helpers think until the main thread is done.
                        let limits =
                            Limits { depth: limits.depth, infinite: true, ..Limits::default() };
                        let found = worker.deepen(game, &limits, multi_pv);
                        (found, worker.statistics)
                    })
                })
                .collect();
            let audience = Audience { tree: tree_observer, progress: observer };
            let moves = share_of(0);
            let mut worker =
                Worker::new(evaluator, techniques, audience, shared, 0, main, game, moves);
            worker.count_tablebase_hits(root_hits);
            found.push(worker.deepen(game, limits, multi_pv));
            wait_until_asked(limits, signal, worker.stopped);
            statistics = worker.statistics;
            let effort = |root: &RootMove| RootEffort { mv: root.mv, nodes: root.nodes };
            efforts = worker.root_moves.iter().map(effort).collect();
            // A depth is only decided when every share has reached it.
            let wait_for_all = split && limits.depth.is_some();
            if !wait_for_all {
                stop.store(true, Relaxed);
            }
            for handle in handles {
                match handle.join() {
                    Ok((more, counts)) => {
                        found.push(more);
                        statistics.add(&counts);
                    }
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
        });

        let chosen = match (split, multi_pv) {
            (true, _) => vote::best_share(&found),
            (false, 1) => vote::elect(&found),
            (false, _) => 0,
        };
        let Found { depth, lines } = found.swap_remove(chosen);
        let position = game.position();
        let verdict_line = |value, moves| VerdictLine {
            value,
            chances: evaluator.chances(value, position),
            moves,
        };
        Verdict {
            best: lines.first().and_then(|line| line.line.first()).copied(),
            lines: lines
                .iter()
                .map(|line| verdict_line(line.value, playable(game, &line.line)))
                .collect(),
            root_moves: efforts,
            depth,
            time: timer.wall_time(),
            statistics,
            stopped: signal.is_stopped(),
        }
    }

    /// A mated or stalemated side has a value but no move.
    fn no_moves(&self, game: &Game, time: Duration, stopped: bool) -> Verdict {
        let value = if game.position().is_check() { mated_at(0) } else { 0 };
        let chances = self.evaluator.chances(value, game.position());
        Verdict {
            best: None,
            lines: vec![VerdictLine { value, chances, moves: Vec::new() }],
            root_moves: Vec::new(),
            depth: 0,
            time,
            statistics: Statistics::default(),
            stopped,
        }
    }
}

/// Lets no thread search on when another has failed.
struct StopOnPanic<'a>(&'a AtomicBool);

impl Drop for StopOnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.store(true, Relaxed);
        }
    }
}

/// An infinite or pondering search has no right to answer before it is asked,
/// even when it has nothing left to search; `is_over` says that a limit ended it.
fn wait_until_asked(limits: &Limits, signal: &Signal, is_over: bool) {
    let infinite = limits.infinite && !is_over;
    signal.wait_while(|signal| !signal.is_stopped() && (infinite || signal.is_pondering()));
}
