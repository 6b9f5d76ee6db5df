//! Work on several threads.

use std::thread;

/// Does `work` on every item; the results are in the order of the items. Thread t
/// takes every so manieth item, from the t-th on.
pub(crate) fn parallel<T: Send, R: Send>(
    threads: usize,
    items: impl Iterator<Item = T>,
    work: impl Fn(T) -> R + Sync,
) -> Vec<R> {
    if threads == 1 {
        return items.map(work).collect();
    }
    let mut shares: Vec<Vec<T>> = (0..threads).map(|_| Vec::new()).collect();
    for (index, item) in items.enumerate() {
        shares[index % threads].push(item);
    }
    let work = &work;
    let mut results: Vec<std::vec::IntoIter<R>> = thread::scope(|scope| {
        let workers: Vec<_> = shares
            .into_iter()
            .filter(|share| !share.is_empty())
            .map(|share| scope.spawn(move || share.into_iter().map(work).collect::<Vec<R>>()))
            .collect();
        let join = |worker: thread::ScopedJoinHandle<'_, Vec<R>>| {
            worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)).into_iter()
        };
        workers.into_iter().map(join).collect()
    });
    let mut all = Vec::new();
    for turn in (0..results.len()).cycle() {
        match results[turn].next() {
            Some(result) => all.push(result),
            // The first share is never shorter than another, and the one whose
            // turn it is has run out: so have all.
            None => break,
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_keep_their_order() {
        for threads in [1, 2, 3, 8] {
            for count in [0, 1, 2, 7, 8, 9] {
                let squares = parallel(threads, 0..count, |number| number * number);
                assert_eq!(squares, (0..count).map(|n| n * n).collect::<Vec<_>>(), "{threads}");
            }
        }
    }
}
