//! Evaluations that were made before.

use std::collections::{HashMap, VecDeque};

/// A bounded memory by position key: when it is full, the oldest goes.
#[derive(Clone, Debug)]
pub(crate) struct EvaluationCache {
    values: HashMap<u64, f64>,
    order: VecDeque<u64>,
    capacity: usize,
}

impl EvaluationCache {
    pub(crate) fn new(capacity: usize) -> EvaluationCache {
        EvaluationCache {
            values: HashMap::new(),
            order: VecDeque::new(),
            capacity: capacity.max(1),
        }
    }

    /// The value of a key, made now if it is not known.
    pub(crate) fn get(&mut self, key: u64, make: impl FnOnce() -> f64) -> f64 {
        if let Some(&value) = self.values.get(&key) {
            return value;
        }
        if self.order.len() == self.capacity
            && let Some(oldest) = self.order.pop_front()
        {
            self.values.remove(&oldest);
        }
        let value = make();
        self.values.insert(key, value);
        self.order.push_back(key);
        value
    }

    pub(crate) fn clear(&mut self) {
        self.values.clear();
        self.order.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_remembers_and_stays_small() {
        let mut cache = EvaluationCache::new(2);
        assert_eq!(cache.get(1, || 10.0), 10.0);
        assert_eq!(cache.get(1, || unreachable!()), 10.0);
        cache.get(2, || 20.0);
        cache.get(3, || 30.0);
        assert_eq!((cache.values.len(), cache.order.len()), (2, 2));
        assert_eq!(cache.get(1, || 11.0), 11.0, "the oldest was forgotten");
    }
}
