//! What observers see of the search, and what a recorder keeps of it.

#![allow(missing_docs, clippy::unwrap_used)]

use std::collections::HashSet;
use std::time::Duration;

use chess::{ByColor, Game, Position};
use eval::Classic;
use search::{
    AllTechniques, Engine, Purpose, Reason, SearchTree, Settings, TableUse, Technique,
    TechniqueSet, Techniques, TreeEvent, TreeNode, TreeObserver, TreeRecorder, Verdict, Visit,
};
use thinking::{Clock, Limits, Signal, Silent};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const MIDDLEGAME: &str = "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10";
const ROOK_ENDING: &str = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1";

fn observe<T: Techniques, O: TreeObserver>(
    techniques: T,
    fen: &str,
    limits: &Limits,
    observer: &mut O,
) -> Verdict {
    let game = Game::from_position(Position::from_fen(fen).unwrap());
    let mut engine = Engine::new(Classic::new(), techniques, Settings::default()).unwrap();
    engine.search_observed(&game, limits, &Signal::new(), observer, &mut Silent)
}

fn record(fen: &str, limits: &Limits, limit: usize) -> (SearchTree, Verdict) {
    let mut recorder = TreeRecorder::new(limit);
    let verdict = observe(AllTechniques, fen, limits, &mut recorder);
    (recorder.into_tree(), verdict)
}

/// Counts visits by iteration, and checks that they nest.
#[derive(Default)]
struct Census {
    open: Vec<Visit>,
    visits: Vec<u64>,
    finished: Vec<bool>,
    purposes: HashSet<Purpose>,
    skips: HashSet<Technique>,
    events: HashSet<&'static str>,
}

impl TreeObserver for Census {
    const LISTENS: bool = true;

    fn begin_iteration(&mut self, _depth: i32) {
        assert!(self.open.is_empty());
        self.visits.push(0);
    }

    fn end_iteration(&mut self, _depth: i32, finished: bool) {
        assert!(self.open.is_empty());
        self.finished.push(finished);
    }

    fn enter(&mut self, visit: &Visit) {
        assert!(visit.alpha < visit.beta);
        let same_ply = matches!(
            visit.purpose,
            Purpose::NullVerification | Purpose::Singular | Purpose::Razoring
        );
        let expected = self.open.last().map_or(0, |above| above.ply + usize::from(!same_ply));
        assert_eq!(visit.ply, expected, "{visit:?}");
        assert_eq!(visit.excluded.is_some(), visit.purpose == Purpose::Singular);
        assert_eq!(visit.mv.is_none(), visit.ply == 0 || self.after_pass(visit), "{visit:?}");
        self.open.push(*visit);
        *self.visits.last_mut().unwrap() += 1;
        self.purposes.insert(visit.purpose);
    }

    fn event(&mut self, event: &TreeEvent) {
        assert!(!self.open.is_empty());
        if let TreeEvent::Skipped { technique, .. } | TreeEvent::SkippedQuiets { technique } = event
        {
            self.skips.insert(*technique);
        }
        self.events.insert(match event {
            TreeEvent::TableProbe { entry: None } => "miss",
            TreeEvent::TableProbe { entry: Some(_) } => "hit",
            TreeEvent::TableUsed { as_what: TableUse::CutOff } => "table cut-off",
            TreeEvent::TableUsed { .. } => "table guess",
            TreeEvent::EndgameTables { .. } => "endgame tables",
            TreeEvent::StaticEval { .. } => "static evaluation",
            TreeEvent::NodeReduced { .. } => "node reduced",
            TreeEvent::StandPat { .. } => "stand pat",
            TreeEvent::Skipped { .. } => "skipped",
            TreeEvent::SkippedQuiets { .. } => "skipped quiets",
            TreeEvent::Extended { .. } => "extended",
            TreeEvent::LateMoveReduced { .. } => "late move reduced",
            TreeEvent::AlphaRaised { .. } => "alpha raised",
            TreeEvent::Stored { .. } => "stored",
        });
    }

    fn leave(&mut self, _value: i32, _reason: Reason) {
        self.open.pop().expect("something was entered");
    }
}

impl Census {
    /// Was the visit, or the node that it visits once more, reached by passing?
    fn after_pass(&self, visit: &Visit) -> bool {
        let same = self.open.iter().rev().take_while(|above| above.ply == visit.ply);
        visit.purpose == Purpose::NullMove || same.into_iter().any(|above| above.mv.is_none())
    }
}

#[test]
fn watching_changes_nothing() {
    let mut engine = Engine::new(Classic::new(), AllTechniques, Settings::default()).unwrap();
    for fen in [KIWIPETE, MIDDLEGAME, ROOK_ENDING] {
        let game = Game::from_position(Position::from_fen(fen).unwrap());
        let limits = Limits::depth(10);
        let unseen = engine.search(&game, &limits, &Signal::new(), &mut Silent);
        let seen = observe(AllTechniques, fen, &limits, &mut Census::default());
        assert_eq!(seen.statistics.nodes, unseen.statistics.nodes);
        assert_eq!(seen.lines, unseen.lines);
        engine.new_game();
    }
}

/// The side that is far ahead could pass at most nodes, and never see its mate.
#[test]
fn nobody_passes_when_one_side_is_far_ahead() {
    let queen_up = "r4rk1/pp3ppp/2n2n2/8/8/2N2N2/PPQ2PPP/R4RK1 w - - 0 1";
    for (fen, passes) in [(MIDDLEGAME, true), (queen_up, false)] {
        let mut census = Census::default();
        observe(AllTechniques, fen, &Limits::depth(8), &mut census);
        assert_eq!(census.purposes.contains(&Purpose::NullMove), passes, "{fen}");
    }
}

/// All purposes, events and skips that a full search has are told.
#[test]
fn everything_that_happens_is_told() {
    let mut census = Census::default();
    for fen in [KIWIPETE, MIDDLEGAME] {
        observe(AllTechniques, fen, &Limits::depth(12), &mut census);
    }
    use Purpose::*;
    for purpose in [
        Main,
        ZeroWindow,
        Reduced,
        LmrReSearch,
        PvsReSearch,
        AspirationReSearch,
        NullMove,
        Singular,
        ProbCut,
        Razoring,
        Quiescence,
    ] {
        assert!(census.purposes.contains(&purpose), "{purpose:?}");
    }
    use Technique::{Futility, HistoryPruning, LateMovePruning, QuiescencePruning, SeePruning};
    for technique in [Futility, HistoryPruning, LateMovePruning, QuiescencePruning, SeePruning] {
        assert!(census.skips.contains(&technique), "{technique}");
    }
    // All but the endgame tables, which there are none of here.
    assert_eq!(census.events.len(), 13, "{:?}", census.events);
    assert!(census.finished.iter().all(|&finished| finished));
    assert_eq!(census.finished.len(), 24);
}

/// A null move is verified from depth 13 on, which this position reaches soon, and only where nobody is far ahead.
#[test]
fn null_moves_are_verified_under_their_own_node() {
    let fen = "8/4bk2/3p4/1p1Pp2p/pP2Pp1P/P4P1K/4B3/8 w - - 0 1";
    let (tree, _) = record(fen, &Limits::depth(24), 10_000_000);
    check(&tree);
    let purpose = |index: usize| tree.nodes[index].visit.purpose;
    let verified = (0..tree.nodes.len()).filter(|&node| purpose(node) == Purpose::NullVerification);
    assert!(verified.count() > 0);
    let below = tree.nodes.iter().filter_map(|node| node.parent).map(purpose);
    assert!(below.filter(|&above| above == Purpose::NullVerification).count() > 0);
}

/// The recorded tree of plain minimax is the game tree itself.
#[test]
fn the_recorder_sees_every_node() {
    let mut recorder = TreeRecorder::new(1_000_000);
    let limits = Limits::depth(3);
    let verdict = observe(TechniqueSet::MINIMAX, ROOK_ENDING, &limits, &mut recorder);
    let tree = recorder.into_tree();
    assert!(tree.finished && tree.depth == 3 && tree.omitted == 0);
    assert_eq!(tree.nodes.len() as u64, verdict.statistics.nodes + 1);
    assert_eq!(tree.nodes[0].value, verdict.value());
    for (index, node) in tree.nodes.iter().enumerate() {
        let children = tree.nodes.iter().filter(|child| child.parent == Some(index));
        if let Some(best) = children.map(|child| -child.value).max() {
            assert_eq!((node.value, node.reason), (best, Reason::Exact), "{node:?}");
            assert_eq!(node.visit.purpose, Purpose::Main);
        } else if node.reason == Reason::Evaluated {
            assert_eq!(node.eval, Some(node.value));
        }
    }
}

fn check(tree: &SearchTree) {
    for (index, node) in tree.nodes.iter().enumerate() {
        let Some(parent) = node.parent else {
            assert_eq!(node.visit.ply, 0);
            continue;
        };
        assert!(parent < index);
        let above = &tree.nodes[parent].visit;
        let same_ply = matches!(
            node.visit.purpose,
            Purpose::NullVerification | Purpose::Singular | Purpose::Razoring
        );
        assert_eq!(node.visit.ply, above.ply + usize::from(!same_ply), "{node:?}");
    }
    assert_eq!(tree.nodes.iter().map(|node| node.omitted).sum::<u64>(), tree.omitted);
}

#[test]
fn the_bound_holds_and_nothing_goes_uncounted() {
    let limits = Limits::depth(12);
    let mut census = Census::default();
    observe(AllTechniques, KIWIPETE, &limits, &mut census);
    let visits = *census.visits.last().unwrap();
    assert!(visits > 5_000, "{visits}");
    for limit in [10_000_000, 3_000, 500, 20] {
        let (tree, _) = record(KIWIPETE, &limits, limit);
        assert!(tree.nodes.len() <= limit && !tree.nodes.is_empty());
        assert_eq!(tree.nodes.len() as u64 + tree.omitted, visits, "at most {limit}");
        assert!(tree.finished && tree.depth == 12);
        check(&tree);
        // What is kept is complete: below the last ply there is nothing, and all that
        // is omitted is below it.
        let last = tree.nodes.iter().map(|node| node.visit.ply).max().unwrap();
        assert!(tree.nodes.iter().all(|node| node.omitted == 0 || node.visit.ply == last));
    }
    // No room even for the root, or for nothing.
    for limit in [0, 1] {
        let mut recorder = TreeRecorder::new(limit);
        observe(AllTechniques, KIWIPETE, &limits, &mut recorder);
        let tree = recorder.tree();
        assert_eq!(tree.nodes.len(), limit);
        assert_eq!(tree.nodes.len() as u64 + tree.omitted, visits);
    }
}

#[test]
fn verifications_have_their_own_children() {
    let (tree, _) = record(KIWIPETE, &Limits::depth(11), 10_000_000);
    check(&tree);
    let purpose = |purpose| move |node: &&TreeNode| node.visit.purpose == purpose;
    let with_children: HashSet<usize> = tree.nodes.iter().filter_map(|node| node.parent).collect();
    for wanted in [Purpose::Singular, Purpose::NullMove, Purpose::ProbCut, Purpose::Razoring] {
        let nodes = tree.nodes.iter().enumerate().filter(|(_, node)| purpose(wanted)(node));
        let parents = nodes.filter(|(index, _)| with_children.contains(index)).count();
        assert!(parents > 0, "{wanted:?}");
    }
    // The move that a singular search leaves out is never searched below it.
    for node in &tree.nodes {
        let above = node.parent.map(|parent| &tree.nodes[parent]);
        if let Some(above) = above.filter(|above| above.visit.excluded.is_some()) {
            assert_ne!(node.visit.mv, above.visit.excluded);
        }
    }
    // With a value stored or a cut-off taken, the table was probed before.
    let probed = |node: &TreeNode| {
        node.events.iter().any(|event| matches!(event, TreeEvent::TableProbe { .. }))
    };
    assert!(tree.nodes.iter().filter(|node| node.reason == Reason::Table).all(probed));
}

#[test]
fn the_last_finished_iteration_is_kept() {
    let (tree, verdict) = record(MIDDLEGAME, &Limits::nodes(20_000), 1_000);
    assert!(tree.finished && tree.depth == verdict.depth && verdict.depth > 3);
    assert_eq!(tree.nodes[0].visit.depth, tree.depth);
    // Not even the first iteration ends.
    let (tree, verdict) = record(MIDDLEGAME, &Limits::nodes(10), 1_000);
    assert_eq!((verdict.depth, tree.depth, tree.finished), (0, 1, false));
    assert!(tree.nodes.len() > 5);
    check(&tree);
    // A recorder used again forgets what it had.
    let mut recorder = TreeRecorder::new(1_000);
    observe(AllTechniques, MIDDLEGAME, &Limits::depth(4), &mut recorder);
    observe(AllTechniques, MIDDLEGAME, &Limits::nodes(10), &mut recorder);
    assert_eq!(recorder.tree(), &tree);
}

#[test]
fn trees_are_read_by_others_as_json() {
    let (tree, _) = record(KIWIPETE, &Limits::depth(6), 300);
    let json = serde_json::to_value(&tree).unwrap();
    assert_eq!(json["depth"], 6);
    let root = &json["nodes"][0];
    assert_eq!(root["visit"]["purpose"], "main");
    assert!(root["visit"]["mv"].is_null() && root["parent"].is_null());
    assert_eq!(root["reason"]["kind"], "exact");
    assert!(root["eval"].is_i64());
    let raised = root["events"].as_array().unwrap();
    let raised = raised.iter().find(|event| event["event"] == "alpha_raised").unwrap();
    assert_eq!(raised["by"], "move");
    assert_eq!(raised["mv"], "e2a6");
    let text = json.to_string();
    assert!(text.contains(r#""technique":"lmp""#), "skipped moves name their technique");
    assert!(text.contains(r#""bound":"lower""#));
}

/// Says ponder-hit as an iteration begins.
struct HitAt {
    depth: i32,
    signal: Signal,
}

impl TreeObserver for HitAt {
    const LISTENS: bool = true;

    fn begin_iteration(&mut self, depth: i32) {
        if depth == self.depth {
            self.signal.ponder_hit();
        }
    }

    fn enter(&mut self, _visit: &Visit) {}

    fn leave(&mut self, _value: i32, _reason: Reason) {}
}

/// A search that has pondered beyond what it would have thought answers at once, not
/// after the iteration that it is in.
#[test]
fn a_ponder_hit_after_the_soft_limit_ends_the_search() {
    let game = Game::from_position(Position::from_fen(MIDDLEGAME).unwrap());
    // A node counts as a millisecond, so that nothing depends on the machine.
    let settings =
        Settings { nodes_per_ms: Some(1), move_overhead: Duration::ZERO, ..Settings::default() };
    let mut engine = Engine::new(Classic::new(), AllTechniques, settings.clone()).unwrap();
    let alone = engine.search(&game, &Limits::depth(10), &Signal::new(), &mut Silent);
    let pondered = alone.statistics.nodes;
    assert!(pondered > 10_000, "{pondered}");
    // The clock is such that this is more than the soft limit stretched to the most,
    // and a fifth less than the hard one.
    let left = Duration::from_millis(pondered * 22 * 10 / 36);
    let clock = Clock { left, increment: Duration::ZERO };
    let limits = Limits { ponder: true, clocks: ByColor([Some(clock); 2]), ..Limits::default() };
    let signal = Signal::new();
    let mut observer = HitAt { depth: 11, signal: signal.clone() };
    let mut engine = Engine::new(Classic::new(), AllTechniques, settings).unwrap();
    let verdict = engine.search_observed(&game, &limits, &signal, &mut observer, &mut Silent);
    assert_eq!(verdict.depth, 10);
    let more = verdict.statistics.nodes - pondered;
    assert!(more <= 1_024, "{more} nodes after the ponder-hit");
}
