//! One way to shuffle for the whole workspace.

/// Shuffles by Fisher and Yates with SplitMix64: the same seed gives the same
/// order in every build and on every machine, which the generators of
/// libraries do not promise. Here because every crate uses this one.
///
/// ```
/// let mut order = [0, 1, 2, 3, 4, 5, 6, 7];
/// chess::shuffle(&mut order, 1);
/// assert_eq!(order, [4, 3, 2, 7, 5, 6, 0, 1]);
/// ```
pub fn shuffle<T>(items: &mut [T], seed: u64) {
    let mut state = seed;
    for last in (1..items.len()).rev() {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        items.swap(last, ((z ^ (z >> 31)) % (last as u64 + 1)) as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_order_is_as_likely() {
        let mut counts = std::collections::BTreeMap::new();
        for seed in 0..24_000 {
            let mut items = [0, 1, 2, 3];
            shuffle(&mut items, seed);
            *counts.entry(items).or_insert(0u32) += 1;
        }
        assert_eq!(counts.len(), 24);
        // A thousand each, with a standard deviation of 31.
        assert!(counts.values().all(|count| (850..1150).contains(count)), "{counts:?}");
        shuffle::<u8>(&mut [], 1);
    }
}
