//! How long one evaluation takes, along games as a search would walk them.

use std::hint::black_box;
use std::time::Instant;

use chess::{Move, Position};
use eval::{Classic, Walk};

/// Positions with the moves that led to the next, from games of a simple
/// generator: every position, and its children.
fn games() -> Vec<Vec<(Position, Move)>> {
    let mut seed = 1u64;
    let mut below = |bound: usize| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed % bound as u64) as usize
    };
    (0..200)
        .map(|_| {
            let mut position = Position::initial();
            let mut game = Vec::new();
            while game.len() < 100 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let mv = moves[below(moves.len())];
                game.push((position, mv));
                position.play(mv);
            }
            game
        })
        .collect()
}

fn main() {
    let games = games();
    let mut classic = Walk::new(Classic::new());
    for _ in 0..3 {
        let start = Instant::now();
        let (mut count, mut sum) = (0u64, 0i64);
        for game in &games {
            classic.reset(&game[0].0);
            for (position, mv) in game {
                for child in position.legal_moves() {
                    let next = classic.push(position, child);
                    sum += i64::from(classic.evaluate(black_box(&next)));
                    classic.pop();
                    count += 1;
                }
                classic.push(position, *mv);
            }
        }
        let all = start.elapsed();
        // The same walk without evaluating, to be taken off.
        let start = Instant::now();
        for game in &games {
            classic.reset(&game[0].0);
            for (position, mv) in game {
                for child in position.legal_moves() {
                    black_box(classic.push(position, child));
                    classic.pop();
                }
                classic.push(position, *mv);
            }
        }
        let walk = start.elapsed();
        let each = |time: std::time::Duration| time.as_nanos() as f64 / count as f64;
        println!(
            "{count} evaluations: {:.0} ns each, and {:.0} ns for making the move (sum {sum})",
            each(all.saturating_sub(walk)),
            each(walk)
        );
    }
}
