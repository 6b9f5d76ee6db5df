//! The games that nobody has begun.

use std::collections::HashSet;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::plan::TournamentPlan;

/// Hands out the numbers of a plan's games in order, each once. With SPRT there
/// may be billions of them, so there is no list.
#[derive(Debug)]
pub(crate) struct Queue<'a> {
    plan: &'a TournamentPlan,
    /// Games that were over before.
    finished: HashSet<u32>,
    next: AtomicU32,
}

impl<'a> Queue<'a> {
    pub(crate) fn new(plan: &'a TournamentPlan, finished: HashSet<u32>) -> Queue<'a> {
        Queue { plan, finished, next: AtomicU32::new(0) }
    }

    pub(crate) fn next(&self) -> Option<u32> {
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            if number >= self.plan.total_games() {
                // Whoever asks again must not make the number run over.
                self.next.store(self.plan.total_games(), Ordering::Relaxed);
                return None;
            }
            if self.plan.has_game(number) && !self.finished.contains(&number) {
                return Some(number);
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::plan::Player;

    #[test]
    fn every_game_of_the_part_once() {
        let player = Player { spec: "random".to_owned(), name: None, tc: None };
        let mut plan = TournamentPlan::new(vec![player; 2]);
        (plan.games, plan.part) = (Some(11), Some("1/2".parse().unwrap()));
        let queue = Queue::new(&plan, HashSet::from([1, 8, 100]));
        let numbers: Vec<u32> = std::iter::from_fn(|| queue.next()).collect();
        assert_eq!(numbers, [0, 4, 5, 9]);
        assert_eq!(queue.next(), None);
    }
}
