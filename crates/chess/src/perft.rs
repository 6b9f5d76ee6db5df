//! Perft by root move, on several threads.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::{Move, Position};

/// The perft count below each legal move, in the order of generation, using
/// up to `threads` threads. Depth 0 has no moves to divide by.
pub fn divide(position: &Position, depth: u32, threads: usize) -> Vec<(Move, u64)> {
    if depth == 0 {
        return Vec::new();
    }
    // Replies are handed out, not root moves: those are too few and too
    // uneven to keep several threads busy to the end.
    let mut counts: Vec<(Move, u64)> =
        position.legal_moves().into_iter().map(|mv| (mv, 0)).collect();
    let mut tasks: Vec<(usize, Position)> = Vec::new();
    for (index, count) in counts.iter_mut().enumerate() {
        let after = position.after(count.0);
        if depth <= 2 {
            count.1 = after.perft(depth - 1);
        } else {
            tasks.extend(after.legal_moves().into_iter().map(|reply| (index, after.after(reply))));
        }
    }
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        while let Some((index, position)) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
            done.push((*index, position.perft(depth - 2)));
        }
        done
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (1..threads.min(tasks.len())).map(|_| scope.spawn(work)).collect();
        let mut done = work();
        for worker in workers {
            match worker.join() {
                Ok(more) => done.extend(more),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        for (index, count) in done {
            counts[index].1 += count;
        }
    });
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_sum_up_whatever_the_threads() {
        let position = Position::initial();
        for depth in 1..=4 {
            let alone = divide(&position, depth, 1);
            assert_eq!(alone, divide(&position, depth, 3));
            assert_eq!(alone.iter().map(|part| part.1).sum::<u64>(), position.perft(depth));
        }
        assert!(divide(&position, 0, 2).is_empty());
        let mated = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
        assert!(divide(&Position::from_fen(mated).unwrap(), 4, 2).is_empty());
    }
}
