//! How many connections there are, and whose.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use crate::config::Limits;

/// Who is connected how often.
#[derive(Debug, Default)]
pub(crate) struct Places {
    taken: Mutex<HashMap<IpAddr, usize>>,
}

/// The right to one connection; it is given back when dropped.
#[derive(Debug)]
pub(crate) struct Place {
    places: Arc<Places>,
    client: IpAddr,
}

impl Place {
    pub(crate) fn take(places: &Arc<Places>, client: IpAddr, limits: &Limits) -> Option<Place> {
        let client = client.to_canonical();
        let mut taken = places.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let all: usize = taken.values().sum();
        let own = taken.get(&client).copied().unwrap_or(0);
        if all >= limits.connections || own >= limits.connections_per_client {
            return None;
        }
        taken.insert(client, own + 1);
        Some(Place { places: Arc::clone(places), client })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = self.places.taken.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = taken.get_mut(&self.client) {
            *count -= 1;
            if *count == 0 {
                taken.remove(&self.client);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_counted_and_given_back() {
        let places = Arc::new(Places::default());
        let one: IpAddr = [1, 1, 1, 1].into();
        let other: IpAddr = [2, 2, 2, 2].into();
        let limits = Limits { connections: 3, connections_per_client: 2, ..Limits::default() };
        let first = Place::take(&places, one, &limits);
        let second = Place::take(&places, one, &limits);
        assert!(first.is_some() && second.is_some());
        assert!(Place::take(&places, one, &limits).is_none());
        let third = Place::take(&places, other, &limits);
        assert!(third.is_some() && Place::take(&places, other, &limits).is_none());
        drop(first);
        assert!(Place::take(&places, other, &limits).is_some());
    }
}
