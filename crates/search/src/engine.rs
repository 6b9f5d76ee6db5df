//! The engine as an object: table, threads and what they learned.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use chess::{Game, Move};
use eval::Evaluator;
use knowledge::syzygy::EndgameTables;

use crate::control::Control;
use crate::deepening::Found;
use crate::limits::Limits;
use crate::observer::{Observer, Unobserved};
use crate::report::{Listener, Report, playable};
use crate::statistics::Statistics;
use crate::table::{Table, TableTooLarge};
use crate::tablebase::Probing;
use crate::timer::Timer;
use crate::value::{INFINITE, Score, is_decided, mated_at};
use crate::worker::{Audience, Memory, NodeCounter, RootMove, Shared, Worker};
use crate::{Technique, Techniques, Tournament};

/// How an engine is set up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Size of the transposition table in MiB.
    pub hash: usize,
    /// Search threads.
    pub threads: usize,
    /// Lines to find, best first.
    pub multi_pv: usize,
    /// Time that gets lost between the engine and its clock.
    pub move_overhead: Duration,
    /// Count time in nodes: so many stand for a millisecond.
    pub nodes_per_ms: Option<u64>,
    /// How several threads share the work.
    pub parallelism: Parallelism,
    /// Ask the endgame tables about positions of as many men as this allows, or
    /// as the largest table has, only with so much depth left.
    pub probe_depth: i32,
    /// Ask the endgame tables about positions of so many men at most.
    pub probe_limit: usize,
    /// Count what the fifty-move rule draws as drawn.
    pub probe_fifty_moves: bool,
    /// Play out so many captures in a row at the leaves and no more; none is
    /// as many as there are.
    pub quiescence_plies: Option<usize>,
}

/// How several threads share the work.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Parallelism {
    /// All search the whole tree and help each other through the table.
    #[default]
    LazySmp,
    /// Each searches its own share of the root moves. Simple, and to be
    /// compared with: the threads that do not have the best move waste their
    /// time on proving it.
    RootSplitting,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            hash: 16,
            threads: 1,
            multi_pv: 1,
            move_overhead: Duration::from_millis(20),
            nodes_per_ms: None,
            parallelism: Parallelism::LazySmp,
            probe_depth: 1,
            probe_limit: 7,
            probe_fifty_moves: true,
            quiescence_plies: None,
        }
    }
}

/// The result of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct Verdict {
    /// The best move; none if there is no legal one.
    pub best: Option<Move>,
    /// The best lines, best first; at least one if there is a legal move.
    pub lines: Vec<VerdictLine>,
    /// The deepest finished iteration.
    pub depth: i32,
    /// Time it took.
    pub time: Duration,
    /// Counts over all threads.
    pub statistics: Statistics,
}

/// One line of a verdict.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VerdictLine {
    /// The value for the side to move.
    pub value: i32,
    /// The moves.
    pub moves: Vec<Move>,
}

impl Verdict {
    /// The value of the best line for the side to move; a mated or stalemated
    /// side has its own.
    pub fn value(&self) -> i32 {
        self.lines.first().map_or(0, |line| line.value)
    }

    /// That value as people read it.
    pub fn score(&self) -> Score {
        Score::from_value(self.value())
    }

    /// The reply expected to the best move.
    pub fn ponder(&self) -> Option<Move> {
        self.lines.first().and_then(|line| line.moves.get(1)).copied()
    }
}

/// An alpha-beta engine over an evaluation, with some or all techniques.
#[derive(Debug)]
pub struct Engine<E, T = Tournament> {
    prototype: E,
    techniques: T,
    settings: Settings,
    table: Table,
    tables: Option<Arc<EndgameTables>>,
    memories: Vec<Memory<E>>,
}

impl<E: Evaluator + Clone, T: Techniques> Engine<E, T> {
    /// An engine with these settings.
    pub fn new(
        evaluator: E,
        techniques: T,
        settings: Settings,
    ) -> Result<Engine<E, T>, TableTooLarge> {
        let mut engine = Engine {
            table: Table::new(settings.hash, settings.threads)?,
            tables: None,
            memories: Vec::new(),
            prototype: evaluator,
            techniques,
            settings,
        };
        engine.fit_threads();
        Ok(engine)
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
            // It is full of outcomes by the old one.
            self.clear_hash();
        }
        Ok(())
    }

    /// Gives it endgame tables, or takes them away.
    pub fn set_tables(&mut self, tables: Option<Arc<EndgameTables>>) {
        self.tables = tables;
    }

    fn fit_threads(&mut self) {
        self.memories
            .resize_with(self.settings.threads.max(1), || Memory::new(self.prototype.clone()));
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

    /// Thinks about the present position of `game` until a limit is reached or
    /// `control` says stop, reporting to `report`.
    pub fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        control: &Control,
        report: &mut dyn Listener,
    ) -> Verdict {
        self.search_observed(game, limits, control, &mut Unobserved, report)
    }

    /// As [`search`](Engine::search), with somebody watching the main thread.
    pub fn search_observed<O: Observer>(
        &mut self,
        game: &Game,
        limits: &Limits,
        control: &Control,
        observer: &mut O,
        report: &mut dyn Listener,
    ) -> Verdict {
        let turn = game.turn();
        let timer =
            Timer::new(limits, turn, self.settings.move_overhead, self.settings.nodes_per_ms);
        let mut root_moves = root_moves(game, limits);
        let split = self.settings.parallelism == Parallelism::RootSplitting;
        let tables = self.tables.as_deref();
        let probing = tables.and_then(|tables| Probing::new(tables, &self.settings));
        let (probing, root_hits) = match probing {
            Some(probing) => probing.rank(game, &mut root_moves),
            None => (None, 0),
        };
        if split && let Some(best) = root_moves.first().map(|root| root.rank) {
            // Shares are compared by their values, which know no ranks.
            root_moves.retain(|root| root.rank == best);
        }
        control.begin(limits.ponder);
        if root_moves.is_empty() {
            wait_for_word(limits, control);
            return no_moves(game, timer.wall_time());
        }
        self.table.age();
        let counters: Vec<NodeCounter> =
            self.memories.iter().map(|_| NodeCounter::default()).collect();
        let shared = Shared {
            table: &self.table,
            control,
            timer: &timer,
            nodes: &counters,
            node_limit: limits.nodes.unwrap_or(u64::MAX),
            probing,
            quiescence_plies: self.settings.quiescence_plies.unwrap_or(usize::MAX),
        };
        let (techniques, multi_pv) = (self.techniques, self.settings.multi_pv);
        let shares = if split { self.memories.len().min(root_moves.len()) } else { 1 };
        let share_of = |thread: usize| -> Vec<RootMove> {
            root_moves.iter().skip(thread % shares).step_by(shares).cloned().collect()
        };
        let Some((main, helpers)) = self.memories.split_first_mut() else {
            return no_moves(game, timer.wall_time());
        };

        let mut found = Vec::with_capacity(1 + helpers.len());
        let mut statistics = Statistics::default();
        thread::scope(|scope| {
            let shared = &shared;
            // The scope waits for the helpers even when this thread panics.
            let _guard = StopOnPanic(control);
            let working = if split { shares - 1 } else { helpers.len() };
            let handles: Vec<_> = helpers
                .iter_mut()
                .take(working)
                .enumerate()
                .map(|(index, memory)| {
                    let moves = share_of(index + 1);
                    scope.spawn(move || {
                        let audience =
                            Audience { observer: &mut Unobserved, listener: &mut |_: Report| {} };
                        let mut worker = Worker::new(
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
            let audience = Audience { observer, listener: report };
            let moves = share_of(0);
            let mut worker = Worker::new(techniques, audience, shared, 0, main, game, moves);
            worker.count_tablebase_hits(root_hits);
            found.push(worker.deepen(game, limits, multi_pv));
            wait_for_word(limits, control);
            statistics = worker.statistics;
            // A depth is only decided when every share has reached it.
            let wait_for_all = split && limits.depth.is_some();
            if !handles.is_empty() && !wait_for_all {
                control.stop();
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
            (true, _) => best_share(&found),
            (false, 1) => choose(&found),
            (false, _) => 0,
        };
        let chosen = found.swap_remove(chosen);
        let lines: Vec<VerdictLine> = chosen
            .lines
            .iter()
            .map(|line| VerdictLine { value: line.value, moves: playable(game, &line.line) })
            .collect();
        Verdict {
            best: chosen.lines.first().and_then(|line| line.line.first()).copied(),
            lines,
            depth: chosen.depth,
            time: timer.wall_time(),
            statistics,
        }
    }

    /// Is this technique used?
    pub fn uses(&self, technique: Technique) -> bool {
        self.techniques.on(technique)
    }
}

/// Lets no thread search on when another has failed.
struct StopOnPanic<'a>(&'a Control);

impl Drop for StopOnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.stop();
        }
    }
}

/// The moves to look at: all legal ones, or those asked for that are legal.
fn root_moves(game: &Game, limits: &Limits) -> Vec<RootMove> {
    let mut moves = game.position().legal_moves();
    if limits.search_moves.iter().any(|mv| moves.contains(mv)) {
        moves.retain(|mv| limits.search_moves.contains(mv));
    }
    moves.into_iter().map(RootMove::new).collect()
}

/// A mated or stalemated side has a value but no move.
fn no_moves(game: &Game, time: Duration) -> Verdict {
    let value = if game.position().is_check() { mated_at(0) } else { 0 };
    Verdict {
        best: None,
        lines: vec![VerdictLine { value, moves: Vec::new() }],
        depth: 0,
        time,
        statistics: Statistics::default(),
    }
}

/// An infinite or pondering search has no right to answer before it is asked,
/// even when it has nothing left to search.
fn wait_for_word(limits: &Limits, control: &Control) {
    while !control.is_stopped() && (limits.infinite || control.is_pondering()) {
        thread::sleep(Duration::from_millis(1));
    }
}

/// The share with the best move, all having looked at different ones. Values
/// of different depths do not compare well, but there are no others.
fn best_share(found: &[Found]) -> usize {
    let value = |found: &Found| found.lines.first().map_or(-INFINITE, |line| line.value);
    (0..found.len()).max_by_key(|&index| (value(&found[index]), -(index as i64))).unwrap_or(0)
}

/// Which thread to believe: every thread votes for its move, with more weight
/// the deeper it came and the better its value; a proven win decides.
fn choose(found: &[Found]) -> usize {
    let value = |found: &Found| found.lines.first().map_or(-INFINITE, |line| line.value);
    let mv = |found: &Found| found.lines.first().and_then(|line| line.line.first()).copied();
    let worst = found.iter().map(value).min().unwrap_or(0);
    let weight = |found: &Found| i64::from(value(found) - worst + 14) * i64::from(found.depth);
    let votes = |wanted: Option<Move>| -> i64 {
        found.iter().filter(|other| mv(other) == wanted).map(weight).sum()
    };
    let mut best = 0;
    for (index, candidate) in found.iter().enumerate().skip(1) {
        if candidate.depth == 0 {
            continue;
        }
        let (ours, theirs) = (value(&found[best]), value(candidate));
        let better = if is_decided(ours) && ours > 0 || is_decided(theirs) && theirs > 0 {
            theirs > ours
        } else {
            votes(mv(candidate)) > votes(mv(&found[best]))
                || mv(candidate) == mv(&found[best]) && candidate.depth > found[best].depth
        };
        if better {
            best = index;
        }
    }
    best
}
