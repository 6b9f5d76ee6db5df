//! The evaluation knows what every player knows.

use chess::Position;
use eval::{Classic, TermSet, Walk};

fn value(fen: &str) -> i32 {
    Classic::evaluate_once(&Position::from_fen(fen).expect("a lawful position"))
}

fn value_with(terms: TermSet, fen: &str) -> i32 {
    let position = Position::from_fen(fen).expect("a lawful position");
    let mut classic = Walk::new(Classic::with_terms(terms));
    classic.reset(&position);
    classic.evaluate(&position)
}

#[test]
fn presets() {
    // A queen for rook and pawn.
    let fen = "3qk3/8/8/8/8/8/4P3/R3K3 w - - 0 1";
    assert_eq!(value_with(TermSet::MATERIAL, fen), 500 + 100 - 900);
    assert_eq!(value_with(TermSet::NONE, fen), 0);
    assert!(value_with(TermSet::PST, fen) < -200);
    // Doubled isolated pawns mean nothing to the tables alone.
    let (doubled, sound) =
        ("4k3/8/8/8/8/3P4/3P4/4K3 w - - 0 1", "4k3/8/8/8/8/3P4/4P3/4K3 w - - 0 1");
    let pawns = "pawns".parse().unwrap();
    assert!(value_with(pawns, doubled) < value_with(pawns, sound));
}

#[test]
fn dead_draws_are_zero() {
    for fen in [
        "4k3/8/8/8/8/8/8/3NK3 w - - 0 1",
        "4k3/8/8/8/8/8/8/2NNK3 b - - 0 1",
        "4kb2/8/8/8/8/8/8/4K3 w - - 0 1",
    ] {
        assert_eq!(value(fen), 0, "{fen}");
    }
}
