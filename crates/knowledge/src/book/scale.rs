//! Weights of any size as a file has room for them.

use super::{Entry, MoveCode};

/// The entries of one position. Weights that are too large become smaller
/// together; what weighed something before does so after.
pub(super) fn entries(key: u64, moves: &[(MoveCode, f64)]) -> impl Iterator<Item = Entry> {
    let most = f64::from(u16::MAX);
    let heaviest = moves.iter().map(|&(_, weight)| weight).fold(0.0, f64::max);
    let factor = if heaviest > most { most / heaviest } else { 1.0 };
    moves.iter().map(move |&(code, weight)| {
        let weight = if weight > 0.0 { (weight * factor).round().clamp(1.0, most) } else { 0.0 };
        Entry { key, code, weight: weight as u16, learn: 0 }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weights(weights: &[f64]) -> Vec<u16> {
        let moves: Vec<_> = weights.iter().map(|&weight| (MoveCode(1), weight)).collect();
        entries(7, &moves).map(|entry| entry.weight).collect()
    }

    #[test]
    fn only_what_does_not_fit_is_scaled() {
        assert_eq!(weights(&[65_535.0, 3.0, 0.0]), [65_535, 3, 0]);
        assert_eq!(weights(&[131_070.0, 65_535.0, 1.0, 0.0]), [65_535, 32_768, 1, 0]);
        assert_eq!(weights(&[0.2, 1.4, 1.6]), [1, 1, 2]);
        assert_eq!(weights(&[f64::MAX, 1e300]), [65_535, 1]);
    }
}
