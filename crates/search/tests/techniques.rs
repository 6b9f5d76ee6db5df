//! Switches do what they say: each is read somewhere, and what is off has no
//! influence.

#![allow(missing_docs, clippy::unwrap_used)]

use chess::{Game, Position};
use eval::Classic;
use search::{AllTechniques, Engine, Settings, Technique, TechniqueSet, Techniques};
use thinking::{Limits, Signal, Silent};

/// Middlegames, an endgame near the fifty-move rule, one full of repetitions, a mate
/// attack, a pawn ending, and a mate in two.
const FENS: [&str; 9] = [
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/5k2/3p4/1p1Pp2p/pP2Pp1P/P4P1K/8/8 b - - 61 60",
    "6k1/5pp1/8/7Q/8/1r6/r6p/7K w - - 0 1",
    "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r1b2rk1/2q1b1pp/p2ppn2/1p6/3QP3/1BN1B3/PPP3PP/R4RK1 w - - 30 20",
    "3r1k2/4npp1/1ppr3p/p6P/P2PPPP1/1NR5/5K2/2R5 w - - 0 1",
    "7k/8/R7/1R6/8/8/8/K7 w - - 0 1",
];

fn nodes<T: Techniques>(techniques: T, fen: &str, depth: u32) -> (u64, i32) {
    let game = Game::from_position(Position::from_fen(fen).unwrap());
    let settings = Settings { hash: 1, ..Settings::default() };
    let mut engine = Engine::new(Classic::new(), techniques, settings).unwrap();
    let verdict = engine.search(&game, &Limits::depth(depth), &Signal::new(), &mut Silent);
    (verdict.statistics.nodes, verdict.value())
}

/// Switched at run time or when compiled, all techniques are the same search.
#[test]
fn all_of_them_are_the_tournament_engine() {
    for fen in FENS {
        assert_eq!(nodes(TechniqueSet::ALL, fen, 8), nodes(AllTechniques, fen, 8), "{fen}");
    }
}

/// Without each of them another tree is searched somewhere.
#[test]
fn no_switch_is_dead() {
    const DEPTH: u32 = 10;
    let mut all = [None; FENS.len()];
    for &technique in Technique::ALL {
        if technique == Technique::AlphaBeta {
            // Quiescence without it would not end.
            let alpha_beta = TechniqueSet::MINIMAX.with(technique);
            assert!(nodes(alpha_beta, FENS[0], 2) < nodes(TechniqueSet::MINIMAX, FENS[0], 2));
            continue;
        }
        let differs = |(fen, all): (&str, &mut Option<_>)| {
            let all = *all.get_or_insert_with(|| nodes(AllTechniques, fen, DEPTH));
            nodes(TechniqueSet::ALL.without(technique), fen, DEPTH) != all
        };
        assert!(FENS.into_iter().zip(&mut all).any(differs), "{technique} changes nothing");
    }
}

/// What only orders moves, learns or remembers for others changes nothing in minimax:
/// every node is searched, whatever comes first.
#[test]
fn ordering_and_learning_alone_are_minimax() {
    use Technique::*;
    let ordering = [
        MvvLva,
        CaptureHistory,
        SeeOrdering,
        Killers,
        CounterMove,
        History,
        ContinuationHistory,
        CheckOrdering,
        Escape,
    ];
    for fen in [FENS[1], FENS[5]] {
        let minimax = nodes(TechniqueSet::MINIMAX, fen, 3);
        let together: TechniqueSet = ordering.into_iter().collect();
        assert_eq!(nodes(together, fen, 3), minimax, "{fen}");
        for technique in ordering {
            let alone = TechniqueSet::MINIMAX.with(technique);
            assert_eq!(nodes(alone, fen, 3), minimax, "{technique} in {fen}");
        }
        // What reasons about the window is off without alpha-beta.
        let windowed: TechniqueSet =
            Technique::ALL.iter().copied().filter(|technique| technique.needs_window()).collect();
        assert_eq!(nodes(windowed, fen, 3), minimax, "{fen}");
    }
}

/// With no history on, those who read histories read nothing: history pruning finds
/// none that is bad.
#[test]
fn histories_that_are_off_are_not_read() {
    use Technique::*;
    let without = TechniqueSet::ALL.without(History).without(ContinuationHistory);
    for fen in FENS {
        let pruning = nodes(without, fen, 9);
        assert_eq!(nodes(without.without(HistoryPruning), fen, 9), pruning, "{fen}");
    }
}

/// The fail-high reduction of aspiration windows and that of nodes without a table
/// move are two switches.
#[test]
fn aspiration_and_internal_reductions_are_apart() {
    use Technique::*;
    let differs = |off: Technique, from: TechniqueSet| {
        FENS.iter().any(|fen| nodes(from, fen, 10) != nodes(from.without(off), fen, 10))
    };
    assert!(differs(AspirationReduction, TechniqueSet::ALL.without(InternalReduction)));
    // Without windows there is nothing that could fail high.
    assert!(!differs(AspirationReduction, TechniqueSet::ALL.without(Aspiration)));
}

/// The fading of the fifty-move rule needs a half-move clock, the corrections do not.
#[test]
fn fading_and_correction_are_apart() {
    let leaf = |set: TechniqueSet, halfmoves: u32| {
        let fen = format!("4k3/8/8/8/8/8/4P3/R3K3 w - - {halfmoves} 80");
        nodes(set, &fen, 1).1
    };
    let (none, fade) = (TechniqueSet::MINIMAX, TechniqueSet::MINIMAX.with(Technique::FiftyFade));
    assert_eq!(leaf(none, 0), leaf(none, 80));
    assert!(leaf(fade, 80) < leaf(fade, 0), "{} {}", leaf(fade, 80), leaf(fade, 0));
}

/// Plain alpha-beta opens every window, and is cut short all the same by what its
/// player has: the table of one origin system, the null move of another.
#[test]
fn nodes_are_cut_short_without_principal_variation_search() {
    use Technique::*;
    let base: TechniqueSet = [AlphaBeta, IterativeDeepening, Quiescence, QuiescencePruning, MvvLva]
        .into_iter()
        .collect();
    let total =
        |set| -> u64 { [0, 6, 7].map(|fen: usize| nodes(set, FENS[fen], 5).0).iter().sum() };
    let plain = total(base);
    for technique in [TranspositionTable, NullMove, ReverseFutility, Razoring] {
        let cut = total(base.with(technique));
        assert!(cut < plain, "{technique}: {cut} nodes, {plain} without");
    }
}

/// An entry of the table knows nothing of the game: where the reply repeats a position
/// for the third time, a queen more is worth nothing.
#[test]
fn tables_without_pvs_see_repetitions() {
    use Technique::*;
    let fen = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let base: TechniqueSet = [AlphaBeta, IterativeDeepening, MvvLva].into_iter().collect();
    let value_of_going_back = |techniques: TechniqueSet| {
        let settings = Settings { hash: 1, ..Settings::default() };
        let mut engine = Engine::new(Classic::new(), techniques, settings).unwrap();
        let mut game = Game::from_position(Position::from_fen(fen).unwrap());
        for san in ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6"] {
            engine.search(&game, &Limits::depth(4), &Signal::new(), &mut Silent);
            game.play(game.position().parse_san(san).unwrap()).unwrap();
        }
        let back = game.position().parse_san("Ng1").unwrap();
        let limits = Limits { search_moves: vec![back], ..Limits::depth(4) };
        engine.search(&game, &limits, &Signal::new(), &mut Silent).value()
    };
    assert_eq!(value_of_going_back(base), 0);
    assert_eq!(value_of_going_back(base.with(TranspositionTable)), 0);
}
