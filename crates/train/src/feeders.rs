//! Batches made ahead by threads, so that the device never waits for them.

use std::ops::{ControlFlow, Range};
use std::sync::mpsc::sync_channel;
use std::thread;

use anyhow::{Context, Result};

/// Batches that a thread makes ahead.
const AHEAD: usize = 2;

/// Threads that make batches, at most. More are of no use to any device.
const MOST: usize = 12;

/// How many of a run's threads make batches: one is left to the device.
pub(crate) fn feeders(threads: usize) -> usize {
    threads.saturating_sub(1).clamp(1, MOST)
}

/// Gives the batches with these numbers to `take` in their order, while threads make
/// the next ones. Stops when `take` breaks.
pub(crate) fn made_ahead<B: Send>(
    numbers: Range<usize>,
    threads: usize,
    make: impl Fn(usize) -> B + Sync,
    mut take: impl FnMut(B) -> Result<ControlFlow<()>>,
) -> Result<()> {
    let threads = threads.clamp(1, numbers.len().max(1));
    let make = &make;
    thread::scope(|scope| {
        // Thread t makes every so manieth batch, from the t-th on.
        let receivers: Vec<_> = (0..threads)
            .map(|first| {
                let (sender, receiver) = sync_channel(AHEAD);
                let mine = numbers.clone().skip(first).step_by(threads);
                scope.spawn(move || {
                    for number in mine {
                        if sender.send(make(number)).is_err() {
                            return;
                        }
                    }
                });
                receiver
            })
            .collect();
        for index in 0..numbers.len() {
            let batch = receivers[index % threads].recv();
            let batch = batch.context("a thread that makes batches has died")?;
            if take(batch)?.is_break() {
                break;
            }
        }
        Ok(())
    })
}
