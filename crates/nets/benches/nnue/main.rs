//! What a value costs along a path: every legal move pushed, evaluated and popped.
//!
//! Run: `cargo bench -p kythu-nets --bench nnue`

use chess::{PieceChanges, Position};
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use nets::Level;
use nets::nnue::{AccumulatorStack, Architecture, Network};

const FEN: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// Levels that the machine has not are measured with what every machine has.
const CASES: [Case; 12] = [
    ("Scalar", 256, false),
    ("Scalar", 512, false),
    ("Scalar", 512, true),
    ("Scalar", 1024, false),
    ("Avx2", 256, false),
    ("Avx2", 512, false),
    ("Avx2", 512, true),
    ("Avx2", 1024, false),
    ("Avx512", 256, false),
    ("Avx512", 512, false),
    ("Avx512", 512, true),
    ("Avx512", 1024, false),
];

/// Instructions, hidden units, and whether there are two more layers.
type Case = (&'static str, usize, bool);

fn main() {
    divan::main();
}

fn net((level, hidden, has_layers): Case) -> Network {
    let named = |found: &Level| format!("{found:?}").starts_with(level);
    let level = Level::available().find(named).unwrap_or(Level::Scalar);
    let shape = Architecture::plain(hidden);
    let shape = if has_layers { shape.with_layers(16, 32) } else { shape };
    Network::random(shape, 1).expect("a shape there is").with_level(level)
}

fn children(position: &Position) -> Vec<(PieceChanges, Position)> {
    let moves = position.legal_moves();
    moves.iter().map(|&mv| (position.changes(mv), position.after(mv))).collect()
}

/// As a search does it: only what a move changes is counted.
#[divan::bench(args = CASES)]
fn kept(bencher: Bencher, case: Case) {
    let (net, position) = (net(case), Position::from_fen(FEN).expect("a lawful position"));
    let children = children(&position);
    let mut stack = AccumulatorStack::new(&net);
    stack.reset(&net, &position);
    stack.evaluate(&net, &position);
    bencher.counter(ItemsCount::new(children.len())).bench_local(|| {
        let mut sum = 0;
        for (changes, child) in black_box(&children) {
            stack.push(&net, changes);
            sum += stack.evaluate(&net, child);
            stack.pop();
        }
        sum
    });
}

/// As if every move were the king's across the board: each child is a root of its
/// own, counted from what the refresh cache has.
#[divan::bench(args = CASES)]
fn refreshed(bencher: Bencher, case: Case) {
    let (net, position) = (net(case), Position::from_fen(FEN).expect("a lawful position"));
    let children = children(&position);
    let mut stack = AccumulatorStack::new(&net);
    bencher.counter(ItemsCount::new(children.len())).bench_local(|| {
        let mut sum = 0;
        for (_, child) in black_box(&children) {
            stack.reset(&net, child);
            sum += stack.evaluate(&net, child);
        }
        sum
    });
}
