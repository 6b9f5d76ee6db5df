//! With table, pruning, reductions and extensions off, alpha-beta and its
//! refinements must give exactly the value of plain minimax, whatever the
//! order of moves.

#![allow(missing_docs, clippy::unwrap_used)]

use chess::{Game, Position};
use eval::Classic;
use search::{Engine, Settings, Technique, TechniqueSet, Verdict};
use thinking::{DRAW, Limits, Signal, Silent, mated_at};

const FENS: [&str; 10] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4",
    "8/8/8/8/8/5k2/5p2/5K2 w - - 0 1",
    "7k/5Q2/8/6K1/8/8/8/8 w - - 0 1",
    "4k3/8/8/8/8/8/4P3/4K3 w - - 98 80",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",
];

fn search(set: TechniqueSet, game: &Game, depth: u32) -> Verdict {
    let settings = Settings { hash: 1, ..Settings::default() };
    let mut engine = Engine::new(Classic::new(), set, settings).unwrap();
    engine.search(game, &Limits::depth(depth), &Signal::new(), &mut Silent)
}

/// Minimax written down once more, without any of the engine's code.
fn minimax(game: &Game, depth: u32, ply: usize) -> i32 {
    let position = game.position();
    let moves = position.legal_moves();
    if ply > 0 && (position.halfmoves() >= 100 && !moves.is_empty() || is_repeated(game)) {
        return DRAW;
    }
    if moves.is_empty() {
        return if position.is_check() { mated_at(ply) } else { DRAW };
    }
    if ply > 0 && position.is_insufficient_material() {
        return DRAW;
    }
    if depth == 0 {
        return Classic::evaluate_once(position);
    }
    moves
        .into_iter()
        .map(|mv| {
            let mut next = Game::from_position(*game.start());
            for &earlier in game.moves() {
                next.play(earlier).unwrap();
            }
            match next.play(mv) {
                Ok(()) => -minimax(&next, depth - 1, ply + 1),
                // The game object ends games the search would too.
                Err(_) => DRAW,
            }
        })
        .max()
        .unwrap()
}

/// Inside the tree one earlier occurrence is enough, the root aside; at the
/// depths tested a position of the tree cannot come back at all.
fn is_repeated(game: &Game) -> bool {
    game.occurrences() >= 3
}

#[test]
fn all_off_is_minimax() {
    for fen in FENS {
        let game = Game::from_position(Position::from_fen(fen).unwrap());
        for depth in 1..=2 {
            let verdict = search(TechniqueSet::MINIMAX, &game, depth);
            assert_eq!(verdict.value(), minimax(&game, depth, 0), "{fen} at depth {depth}");
        }
    }
}

/// The techniques that change how the tree is walked but not its value.
const EXACT: [Technique; 4] =
    [Technique::AlphaBeta, Technique::Pvs, Technique::Aspiration, Technique::IterativeDeepening];
const ORDERING: [Technique; 7] = [
    Technique::MvvLva,
    Technique::CaptureHistory,
    Technique::SeeOrdering,
    Technique::Killers,
    Technique::CounterMove,
    Technique::History,
    Technique::ContinuationHistory,
];

#[test]
fn refinements_do_not_change_the_value() {
    for (number, fen) in FENS.into_iter().enumerate() {
        let game = Game::from_position(Position::from_fen(fen).unwrap());
        for quiescence in [false, true] {
            // Unpruned and unordered, quiescence is huge where captures abound.
            let few_men = matches!(number, 2 | 5 | 6 | 7 | 9);
            if quiescence && !few_men {
                continue;
            }
            let deepest = if few_men && number != 2 { 3 } else { 2 };
            for depth in 1..=deepest {
                let base = if quiescence {
                    TechniqueSet::MINIMAX.with(Technique::Quiescence)
                } else {
                    TechniqueSet::MINIMAX
                };
                let expected = search(base.with(Technique::AlphaBeta), &game, depth).value();
                assert_eq!(search(base, &game, depth).value(), expected, "{fen}");
                for bits in 0..1u32 << (EXACT.len() + 1) {
                    let mut set = base.with(Technique::AlphaBeta);
                    for (bit, technique) in EXACT.into_iter().enumerate().skip(1) {
                        if bits & 1 << bit != 0 {
                            set = set.with(technique);
                        }
                    }
                    if bits & 1 << EXACT.len() != 0 {
                        set = ORDERING.into_iter().fold(set, TechniqueSet::with);
                    }
                    if bits & 1 != 0 && !quiescence && depth <= 2 {
                        set = set.without(Technique::AlphaBeta);
                    }
                    let value = search(set, &game, depth).value();
                    assert_eq!(value, expected, "{fen} depth {depth} {set:?}");
                }
            }
        }
    }
}

/// Deeper, where the refinements have something to do.
#[test]
fn ordering_and_windows_agree_at_depth_five() {
    for fen in [FENS[2], FENS[5], FENS[9]] {
        let game = Game::from_position(Position::from_fen(fen).unwrap());
        let base = TechniqueSet::MINIMAX.with(Technique::AlphaBeta).with(Technique::Quiescence);
        let expected = search(base, &game, 5).value();
        let mut set = base;
        for technique in EXACT.into_iter().chain(ORDERING) {
            set = set.with(technique);
            assert_eq!(search(set, &game, 5).value(), expected, "{fen} with {technique}");
        }
    }
}

#[test]
fn alpha_beta_saves_nodes_and_ordering_more() {
    let game = Game::from_position(Position::from_fen(FENS[1]).unwrap());
    let nodes = |set| search(set, &game, 3).statistics.nodes;
    let plain = nodes(TechniqueSet::MINIMAX);
    let cut = nodes(TechniqueSet::MINIMAX.with(Technique::AlphaBeta));
    let ordered = nodes(TechniqueSet::MINIMAX.with(Technique::AlphaBeta).with(Technique::MvvLva));
    // Kiwipete to depth 3: 48 + 2,039 + 97,862.
    assert_eq!(plain, 99_949);
    assert!(cut < plain / 4, "{cut}");
    assert!(ordered < cut, "{ordered} {cut}");
}
