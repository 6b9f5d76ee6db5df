//! Quiescence and shallow alpha-beta on their own, for those who search in another
//! way and want quiet positions judged, not noisy ones.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use chess::{Color, Move, Position};
use eval::Evaluator;
use thinking::{INFINITE, Limits, MAX_PLY, Signal, Silent, Timer};

use crate::node::{NonPv, Pv};
use crate::observer::Unobserved;
use crate::params::{LEAF_NODES_MOST, LEAF_WINDOW, LOPSIDED};
use crate::repetition::Path;
use crate::shared::{Audience, Memory, NodeCounter, Shared};
use crate::table::TranspositionTable;
use crate::worker::Worker;
use crate::{AllTechniques, TableTooLarge, Technique, Techniques};

/// What quiescence uses when its value shall depend on the position alone:
/// nothing that remembers other positions.
#[derive(Copy, Clone, Debug)]
struct Forgetful;

impl Techniques for Forgetful {
    #[inline(always)]
    fn on(&self, technique: Technique) -> bool {
        use Technique::*;
        matches!(
            technique,
            AlphaBeta
                | Quiescence
                | QuiescencePruning
                | QuiescenceChecks
                | MvvLva
                | SeeOrdering
                | MenScaling
        )
    }
}

/// Judges positions after captures, promotions and a few checks are played out.
///
/// The value is a function of the position: neither the transposition table nor
/// any history is used. There is one for each thread.
#[derive(Debug)]
pub struct Quiescence<E: Evaluator> {
    evaluator: Arc<E>,
    memory: Memory<E>,
    /// Only there to be shared: it is never asked.
    table: TranspositionTable,
    signal: Signal,
    timer: Timer,
    nodes: u64,
}

impl<E: Evaluator> Quiescence<E> {
    /// Quiescence over this evaluator.
    pub fn new(evaluator: Arc<E>) -> Result<Quiescence<E>, TableTooLarge> {
        Ok(Quiescence {
            memory: Memory::new(&evaluator),
            evaluator,
            table: TranspositionTable::new(1, 1)?,
            signal: Signal::new(),
            timer: Timer::new(&Limits::default(), Color::White, Duration::ZERO, None),
            nodes: 0,
        })
    }

    /// The value of `position` for the side to move; mates are counted from here.
    pub fn value(&mut self, position: &Position) -> i32 {
        let (stop, counters) = (AtomicBool::new(false), [NodeCounter::default()]);
        let budget = Budget { nodes: u64::MAX, timer: &self.timer, signal: &self.signal };
        let shared = budget.shared(&self.table, &stop, &counters);
        let audience = Audience { tree: &mut Unobserved, progress: &mut Silent };
        let memory = &mut self.memory;
        let mut worker =
            Worker::at_leaf(&*self.evaluator, Forgetful, audience, &shared, 0, memory, position);
        let value = worker.quiesce::<NonPv>(position, -INFINITE, INFINITE, 0, 0);
        self.nodes += worker.statistics.nodes;
        value
    }

    /// Moves played in all searches so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// What judges its positions.
    pub fn evaluator(&self) -> &E {
        &self.evaluator
    }
}

/// What alpha-beta says of a position.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Opinion {
    /// For the side to move; mates are counted from the position.
    pub value: i32,
    /// The move that is worth it; none where there is none to play.
    pub best: Option<Move>,
}

/// How long a search for somebody else may take.
#[derive(Copy, Clone, Debug)]
pub struct Budget<'a> {
    /// So many nodes.
    pub nodes: u64,
    /// Not beyond the time of whoever asks.
    pub timer: &'a Timer,
    /// Nor after somebody has said stop.
    pub signal: &'a Signal,
}

impl<'a> Budget<'a> {
    /// What a thread shares that searches alone.
    fn shared(
        &self,
        table: &'a TranspositionTable,
        stop: &'a AtomicBool,
        nodes: &'a [NodeCounter],
    ) -> Shared<'a> {
        Shared {
            table,
            signal: self.signal,
            stop,
            timer: self.timer,
            nodes,
            node_limit: self.nodes,
            probing: None,
            quiescence_plies: usize::MAX,
            null_move_reduction: None,
        }
    }
}

/// Judges positions by alpha-beta searches with all techniques.
///
/// What it learns stays: histories here, values in the transposition table of
/// whoever asks. So a value depends on what was asked before, and is the same
/// again after [`forget`](LeafSearch::forget) and with a cleared table. There is one
/// for each thread; the table can be shared.
#[derive(Debug)]
pub struct LeafSearch<E: Evaluator> {
    evaluator: Arc<E>,
    memory: Memory<E>,
    signal: Signal,
    timer: Timer,
    nodes: u64,
}

impl<E: Evaluator> LeafSearch<E> {
    /// A search over this evaluator.
    pub fn new(evaluator: Arc<E>) -> LeafSearch<E> {
        LeafSearch {
            memory: Memory::new(&evaluator),
            evaluator,
            signal: Signal::new(),
            timer: Timer::new(&Limits::default(), Color::White, Duration::ZERO, None),
            nodes: 0,
        }
    }

    /// The value of `position` for the side to move, `depth` plies deep; mates are
    /// counted from here. The game before it is not known, so nothing repeats.
    ///
    /// A search that takes too many nodes ends at the last depth it finished.
    pub fn value(&mut self, position: &Position, depth: u32, table: &TranspositionTable) -> i32 {
        let (stop, counters) = (AtomicBool::new(false), [NodeCounter::default()]);
        let budget = Budget { nodes: LEAF_NODES_MOST, timer: &self.timer, signal: &self.signal };
        let shared = budget.shared(table, &stop, &counters);
        let audience = Audience { tree: &mut Unobserved, progress: &mut Silent };
        let memory = &mut self.memory;
        let mut worker = Worker::at_leaf(
            &*self.evaluator,
            AllTechniques,
            audience,
            &shared,
            0,
            memory,
            position,
        );
        worker.forget_frames();
        let last = depth.clamp(1, MAX_PLY as u32 / 2) as i32;
        let mut value = worker.quiesce::<Pv>(position, -INFINITE, INFINITE, 0, 0);
        // Every second depth is enough to order the moves of the next.
        for depth in (2 - last % 2..=last).step_by(2) {
            worker.root_depth = depth;
            let (low, high) = (value - LEAF_WINDOW, value + LEAF_WINDOW);
            let mut found = worker.search::<Pv>(position, low, high, depth, 0, false);
            if !worker.stopped && !(low + 1..high).contains(&found) {
                found = worker.search::<Pv>(position, -INFINITE, INFINITE, depth, 0, false);
            }
            if worker.stopped {
                break;
            }
            value = found;
        }
        self.nodes += worker.statistics.nodes;
        value
    }

    /// What alpha-beta finds in about as many nodes as its budget has: iterative deepening
    /// until half of them are spent, and no iteration goes beyond twice as many. `earlier` are the keys of
    /// the positions before this one, which can be repeated. None if the search was
    /// stopped before it had found anything.
    pub fn opinion(
        &mut self,
        position: &Position,
        earlier: &[u64],
        budget: &Budget<'_>,
        table: &TranspositionTable,
    ) -> Option<Opinion> {
        let (stop, counters) = (AtomicBool::new(false), [NodeCounter::default()]);
        let most = Budget { nodes: budget.nodes.saturating_mul(2), ..*budget };
        let shared = most.shared(table, &stop, &counters);
        let audience = Audience { tree: &mut Unobserved, progress: &mut Silent };
        let memory = &mut self.memory;
        let mut worker = Worker::at_leaf(
            &*self.evaluator,
            AllTechniques,
            audience,
            &shared,
            0,
            memory,
            position,
        );
        worker.forget_frames();
        worker.path = Path::new(earlier.to_vec());
        let mut opinion: Option<Opinion> = None;
        for depth in 1..MAX_PLY as i32 / 2 {
            worker.root_depth = depth;
            let expected = opinion.map(|opinion| opinion.value);
            worker.lopsided = expected.is_some_and(|value| value.abs() >= LOPSIDED);
            let (mut low, mut high) =
                expected.map_or((-INFINITE, INFINITE), |v| (v - LEAF_WINDOW, v + LEAF_WINDOW));
            let value = loop {
                let value = worker.search::<Pv>(position, low, high, depth, 0, false);
                match value {
                    _ if worker.stopped => break value,
                    value if value <= low && low > -INFINITE => low = -INFINITE,
                    value if value >= high && high < INFINITE => high = INFINITE,
                    value => break value,
                }
            };
            if worker.stopped {
                break;
            }
            opinion = Some(Opinion { value, best: worker.frame(0).line.first().copied() });
            if worker.statistics.nodes >= budget.nodes / 2 {
                break;
            }
        }
        self.nodes += worker.statistics.nodes;
        opinion
    }

    /// Forgets what it learned of moves.
    pub fn forget(&mut self) {
        self.memory.clear();
    }

    /// Moves played in all searches so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// What judges its positions.
    pub fn evaluator(&self) -> &E {
        &self.evaluator
    }
}

#[cfg(test)]
mod tests {
    use eval::Classic;
    use thinking::mated_at;

    use super::*;

    fn value(quiescence: &mut Quiescence<Classic>, fen: &str) -> i32 {
        quiescence.value(&Position::from_fen(fen).unwrap())
    }

    #[test]
    fn captures_are_played_out_and_nothing_is_remembered() {
        let mut quiescence = Quiescence::new(Arc::new(Classic::new())).unwrap();
        let hanging = "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1";
        let first = value(&mut quiescence, hanging);
        let fen = Position::from_fen(hanging).unwrap();
        assert!(first > 50 && Classic::evaluate_once(&fen) < -500, "{first}");
        let others = [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        ];
        let values = others.map(|fen| value(&mut quiescence, fen));
        let fresh =
            others.map(|fen| value(&mut Quiescence::new(Arc::new(Classic::new())).unwrap(), fen));
        assert_eq!(values, fresh);
        assert_eq!(value(&mut quiescence, hanging), first);
        assert!(quiescence.nodes() > 10);
    }

    #[test]
    fn mates_are_seen() {
        let mut quiescence = Quiescence::new(Arc::new(Classic::new())).unwrap();
        let mated = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
        assert_eq!(value(&mut quiescence, mated), mated_at(0));
    }

    #[test]
    fn shallow_searches_see_what_captures_do_not() {
        let table = TranspositionTable::new(1, 1).unwrap();
        let mut search = LeafSearch::new(Arc::new(Classic::new()));
        // Quiet mate in two: two rooks against the bare king.
        let rooks = Position::from_fen("7k/8/8/8/8/8/R7/1R4K1 w - - 0 1").unwrap();
        let mate = search.value(&rooks, 8, &table);
        assert!(mate > 0 && thinking::is_mate(mate), "{mate}");
        let quiet = Quiescence::new(Arc::new(Classic::new())).unwrap().value(&rooks);
        assert!(!thinking::is_mate(quiet), "{quiet}");
        assert!(search.nodes() > 10);
    }

    fn opinion(fen: &str, earlier: &[u64], nodes: u64) -> (Option<Opinion>, u64) {
        let table = TranspositionTable::new(1, 1).unwrap();
        let mut search = LeafSearch::new(Arc::new(Classic::new()));
        let (timer, signal) =
            (Timer::new(&Limits::default(), Color::White, Duration::ZERO, None), Signal::new());
        let budget = Budget { nodes, timer: &timer, signal: &signal };
        let position = Position::from_fen(fen).unwrap();
        (search.opinion(&position, earlier, &budget, &table), search.nodes())
    }

    #[test]
    fn an_opinion_has_a_move_and_keeps_to_its_budget() {
        let (found, nodes) = opinion("7k/8/8/8/8/8/R7/1R4K1 w - - 0 1", &[], 3_000);
        let Opinion { value, best } = found.unwrap();
        assert!(value > 0 && thinking::is_mate(value) && best.is_some(), "{value}");
        assert!(nodes <= 6_000, "{nodes}");
        let middlegame = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        let (shallow, few) = opinion(middlegame, &[], 500);
        let (deep, many) = opinion(middlegame, &[], 20_000);
        assert!(shallow.is_some() && deep.is_some() && few <= 1_000 && many >= 10_000);
        // Not even the first iteration fits.
        assert_eq!(opinion(middlegame, &[], 1).0, None);
        let (mated, _) = opinion("7k/5KQ1/8/8/8/8/8/8 b - - 0 1", &[], 100);
        assert_eq!(mated, Some(Opinion { value: mated_at(0), best: None }));
    }

    #[test]
    fn an_opinion_ends_with_the_time_of_whoever_asks() {
        let position = Position::initial();
        let table = TranspositionTable::new(1, 1).unwrap();
        let mut search = LeafSearch::new(Arc::new(Classic::new()));
        let mut nodes_until_stopped = |limits: &Limits, stopped: bool| {
            let timer = Timer::new(limits, Color::White, Duration::ZERO, None);
            let signal = Signal::new();
            signal.begin(false);
            if stopped {
                signal.stop();
            }
            let budget = Budget { nodes: u64::MAX / 4, timer: &timer, signal: &signal };
            let before = search.nodes();
            // What a finished iteration found is still worth knowing.
            assert!(search.opinion(&position, &[], &budget, &table).is_some());
            search.nodes() - before
        };
        assert!(nodes_until_stopped(&Limits::default(), true) < 10_000);
        let moment = Limits::move_time(Duration::from_millis(20));
        assert!(nodes_until_stopped(&moment, false) > 0);
    }

    #[test]
    fn an_opinion_knows_what_can_be_repeated() {
        // Black is lost unless his king can go where the game has been twice.
        let fen = "k7/8/8/8/8/8/1R6/K7 b - - 20 60";
        let position = Position::from_fen(fen).unwrap();
        let back = position.after(position.parse_san("Ka7").unwrap()).key();
        let (lost, _) = opinion(fen, &[], 2_000);
        assert!(lost.unwrap().value < -200);
        let (drawn, _) = opinion(fen, &[0, back, 2, 3, 4, back, 6, 7], 2_000);
        assert!(drawn.unwrap().value.abs() <= 2, "{drawn:?}");
    }

    #[test]
    fn what_was_learned_can_be_forgotten() {
        let fens = [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        ];
        let mut search = LeafSearch::new(Arc::new(Classic::new()));
        let mut run = || {
            let table = TranspositionTable::new(1, 1).unwrap();
            search.forget();
            let before = search.nodes();
            let values = fens.map(|fen| search.value(&Position::from_fen(fen).unwrap(), 5, &table));
            (values, search.nodes() - before)
        };
        assert_eq!(run(), run());
    }
}
