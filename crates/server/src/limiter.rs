//! How often somebody may do something.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use crate::config::Rate;

/// A bucket of tokens that fills up again.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Bucket {
    rate: Rate,
    tokens: f64,
    at: Instant,
}

impl Bucket {
    pub(crate) fn new(rate: Rate, now: Instant) -> Bucket {
        Bucket { rate, tokens: rate.burst, at: now }
    }

    /// Takes a token, if there is one.
    pub(crate) fn take(&mut self, now: Instant) -> bool {
        let passed = now.saturating_duration_since(self.at).as_secs_f64();
        self.tokens = (self.tokens + passed * self.rate.each_second).min(self.rate.burst);
        self.at = now;
        let is_there = self.tokens >= 1.0;
        if is_there {
            self.tokens -= 1.0;
        }
        is_there
    }

    /// Is it as good as new?
    fn is_full(&self, now: Instant) -> bool {
        let passed = now.saturating_duration_since(self.at).as_secs_f64();
        self.tokens + passed * self.rate.each_second >= self.rate.burst
    }
}

/// A bucket for each client.
#[derive(Debug)]
pub(crate) struct Limiter<K> {
    rate: Rate,
    buckets: Mutex<HashMap<K, Bucket>>,
}

/// Buckets after which the full ones are thrown away.
const MANY: usize = 4096;

impl<K: Eq + Hash> Limiter<K> {
    pub(crate) fn new(rate: Rate) -> Limiter<K> {
        Limiter { rate, buckets: Mutex::default() }
    }

    /// May this client do it once more?
    pub(crate) fn allows(&self, client: K) -> bool {
        let now = Instant::now();
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= MANY {
            buckets.retain(|_, bucket| !bucket.is_full(now));
        }
        buckets.entry(client).or_insert_with(|| Bucket::new(self.rate, now)).take(now)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_bucket_empties_and_fills() {
        let start = Instant::now();
        let mut bucket = Bucket::new(Rate { burst: 2.0, each_second: 1.0 }, start);
        assert!(bucket.take(start) && bucket.take(start) && !bucket.take(start));
        let later = start + Duration::from_millis(1_100);
        assert!(bucket.take(later) && !bucket.take(later));
        assert!(!bucket.is_full(later) && bucket.is_full(later + Duration::from_secs(2)));
    }

    #[test]
    fn clients_do_not_share() {
        let limiter = Limiter::new(Rate { burst: 1.0, each_second: 0.0 });
        assert!(limiter.allows("one") && !limiter.allows("one") && limiter.allows("other"));
    }
}
