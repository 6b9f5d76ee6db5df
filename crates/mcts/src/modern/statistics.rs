//! How moves fared anywhere in the tree.

use std::sync::atomic::{AtomicI32, Ordering::Relaxed};

use chess::{Color, Move};

use crate::params::{STATISTICS_RATE, STATISTICS_UNIT};

/// A running mean for every move, by colour and squares, of how much better its
/// results were than those of the position it was played in: the history
/// heuristic of this search.
#[derive(Debug)]
pub struct MoveStatistics {
    gains: Box<[AtomicI32]>,
}

impl Default for MoveStatistics {
    fn default() -> MoveStatistics {
        MoveStatistics { gains: (0..2 * 64 * 64).map(|_| AtomicI32::new(0)).collect() }
    }
}

fn place(color: Color, mv: Move) -> usize {
    (color as usize * 64 + mv.from() as usize) * 64 + mv.to() as usize
}

impl MoveStatistics {
    /// The mean gain in points, −1 to 1.
    pub fn gain(&self, color: Color, mv: Move) -> f32 {
        self.gains[place(color, mv)].load(Relaxed) as f32 / STATISTICS_UNIT
    }

    /// The move gained so many points, −1 to 1, compared with its position.
    pub(crate) fn add(&self, color: Color, mv: Move, gain: f32) {
        let mean = &self.gains[place(color, mv)];
        let before = mean.load(Relaxed);
        let gain = (gain.clamp(-1.0, 1.0) * STATISTICS_UNIT) as i32;
        mean.store(before + (gain - before) / STATISTICS_RATE, Relaxed);
    }

    pub(crate) fn clear(&mut self) {
        self.gains.iter_mut().for_each(|gain| *gain.get_mut() = 0);
    }
}

#[cfg(test)]
mod tests {
    use chess::Position;

    use super::*;

    #[test]
    fn good_moves_gain() {
        let statistics = MoveStatistics::default();
        let [good, bad] = ["e4", "f3"].map(|san| Position::initial().parse_san(san).unwrap());
        for _ in 0..100 {
            statistics.add(Color::White, good, 0.5);
            statistics.add(Color::White, bad, -1.0);
        }
        assert!(statistics.gain(Color::White, good) > 0.3);
        assert!(statistics.gain(Color::White, bad) < -0.6);
        assert_eq!(statistics.gain(Color::Black, good), 0.0);
    }
}
