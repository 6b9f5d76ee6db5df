//! Chance that can be repeated.

use std::{env, thread};

use chess::{Move, Position};

/// SplitMix64.
pub(crate) struct Random {
    seed: u64,
    state: u64,
}

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random { seed, state: seed }
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number from 0 to `bound` - 1.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    /// True once in `n` times.
    pub(crate) fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    pub(crate) fn pick<T: Copy>(&mut self, among: &[T]) -> T {
        among[self.below(among.len())]
    }

    /// A move at random; every third time a capture or promotion where there
    /// is one, so that games reach endings before they are endless.
    pub(crate) fn pick_move(&mut self, moves: &[Move]) -> Move {
        if self.one_in(3) {
            let loud: Vec<Move> = moves.iter().copied().filter(|mv| !mv.is_quiet()).collect();
            if !loud.is_empty() {
                return self.pick(&loud);
            }
        }
        self.pick(moves)
    }

    /// The ordinary start position or any of Chess960, equally often.
    pub(crate) fn start(&mut self) -> Position {
        let number = if self.one_in(2) { 518 } else { self.below(960) as u16 };
        Position::chess960(number).unwrap()
    }
}

/// Names the seed of a test that fails.
impl Drop for Random {
    fn drop(&mut self) {
        if thread::panicking() {
            eprintln!("KYTHU_SEED={} repeats this", self.seed);
        }
    }
}

/// A generator for each of as many random games as `enough` wants; the one
/// game of `KYTHU_SEED` if that is set. `salt` parts the tests.
pub(crate) fn games(salt: u64, mut enough: impl FnMut() -> bool) -> impl Iterator<Item = Random> {
    let wanted = env::var("KYTHU_SEED").ok().map(|seed| seed.parse().expect("KYTHU_SEED"));
    let mut number = 0;
    std::iter::from_fn(move || {
        number += 1;
        match wanted {
            Some(seed) => (number == 1).then(|| Random::new(seed)),
            None => (!enough()).then(|| Random::new(salt << 32 | number)),
        }
    })
}
