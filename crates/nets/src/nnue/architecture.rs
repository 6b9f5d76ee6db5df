//! The shape of a net.

use chess::Square;
use serde::{Deserialize, Serialize};

use super::parameters::LayerSizes;
use super::{FEATURES, NnueError};

/// Which set of feature weights is used, by the square of the view's own king. The
/// files are a to d only, since the view is mirrored: index rank · 4 + file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct KingBuckets([u8; 32]);

impl KingBuckets {
    /// The most there may be: one for each square.
    pub const MAX: usize = 32;

    /// One set of weights wherever the king stands.
    pub const ONE: KingBuckets = KingBuckets([0; 32]);

    /// These, first rank first; `None` if a number is not below [`KingBuckets::MAX`].
    pub fn new(table: [u8; 32]) -> Option<KingBuckets> {
        table.iter().all(|&bucket| usize::from(bucket) < KingBuckets::MAX).then_some(Self(table))
    }

    /// The table, first rank first.
    pub fn table(&self) -> &[u8; 32] {
        &self.0
    }

    /// How many sets of weights that makes.
    pub fn count(&self) -> usize {
        self.0.iter().max().map_or(1, |&last| usize::from(last) + 1)
    }

    /// Of a king on this square of a view, which is on the files a to d.
    #[inline]
    pub(super) fn of(&self, king: Square) -> u8 {
        self.0[king.rank() as usize * 4 + (king.file() as usize & 3)]
    }
}

/// The sizes of the two small layers between the accumulators and the outputs.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct DeepSizes {
    /// Units of the second layer, each of which gives two inputs of the third.
    pub second: usize,
    /// Units of the third layer.
    pub third: usize,
}

impl DeepSizes {
    /// Units come in blocks of so many: one register of AVX-512.
    pub const STEP: usize = 16;

    /// The most units of a layer.
    pub const MAX: usize = 64;
}

/// The numbers that make the shape of a net.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Architecture {
    /// K: which sets of feature weights there are.
    pub king_buckets: KingBuckets,
    /// N: units of the hidden layer for each of the two views.
    pub hidden: usize,
    /// B: outputs, of which the number of men chooses one.
    pub output_buckets: usize,
    /// Layers behind the accumulators, whose numbers are then multiplied in pairs; each
    /// output has its own. Without them outputs see the squares of the accumulators.
    pub layers: Option<DeepSizes>,
}

impl Architecture {
    /// The largest hidden layer.
    pub const MAX_HIDDEN: usize = 4096;

    /// Hidden units come in blocks of so many: one register of AVX-512.
    pub const HIDDEN_STEP: usize = 32;

    /// The most outputs.
    pub const MAX_OUTPUT_BUCKETS: usize = 32;

    /// One set of feature weights, so many hidden units and eight outputs.
    pub fn plain(hidden: usize) -> Architecture {
        Architecture { king_buckets: KingBuckets::ONE, hidden, output_buckets: 8, layers: None }
    }

    /// The same with layers of these sizes.
    #[must_use]
    pub fn with_layers(self, second: usize, third: usize) -> Architecture {
        Architecture { layers: Some(DeepSizes { second, third }), ..self }
    }

    /// Is it one that is read and computed here?
    pub fn check(&self) -> Result<(), NnueError> {
        let Architecture { king_buckets, hidden, output_buckets, layers } = self;
        let wrong = |field, found: usize, expected| {
            Err(NnueError::Shape { field, found: found as u64, expected })
        };
        if *hidden == 0
            || *hidden > Architecture::MAX_HIDDEN
            || !hidden.is_multiple_of(Architecture::HIDDEN_STEP)
        {
            return wrong("hidden", *hidden, "a multiple of 32, at most 4096");
        }
        if *output_buckets == 0 || *output_buckets > Architecture::MAX_OUTPUT_BUCKETS {
            return wrong("output_buckets", *output_buckets, "1 to 32");
        }
        if king_buckets.count() > KingBuckets::MAX {
            return wrong("king_buckets", king_buckets.count() - 1, "numbers below 32");
        }
        if let Some(DeepSizes { second, third }) = *layers {
            // The halves that are multiplied with each other are whole blocks.
            if !hidden.is_multiple_of(2 * Architecture::HIDDEN_STEP) {
                return wrong("hidden", *hidden, "a multiple of 64, as layers behind it need");
            }
            let fits = |size: usize| {
                (1..=DeepSizes::MAX).contains(&size) && size.is_multiple_of(DeepSizes::STEP)
            };
            if let Some(size) = [second, third].into_iter().find(|&size| !fits(size)) {
                return wrong("layers", size, "a multiple of 16, at most 64");
            }
        }
        Ok(())
    }

    /// How many features there are in all: those of each king bucket.
    pub fn features(&self) -> usize {
        self.king_buckets.count() * FEATURES
    }

    /// The sizes of its layers: an output sees both views.
    pub(super) fn sizes(&self) -> LayerSizes {
        let (features, outputs) = (self.features(), self.output_buckets);
        LayerSizes { features, hidden: self.hidden, views: 2, outputs, deep: self.layers }
    }

    /// The output for so many men, which are 2 to 32.
    #[inline]
    pub fn output_bucket(&self, men: u32) -> usize {
        let men = (men as usize).clamp(2, 32);
        (men - 2) * self.output_buckets / 31
    }
}

/// `(768x4hm->512)x2->1x8` or `(768x4hm->512)x2->(16->32->1)x8`, as authors of engines
/// write it.
impl std::fmt::Display for Architecture {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let buckets = self.king_buckets.count();
        let (hidden, outputs) = (self.hidden, self.output_buckets);
        write!(f, "({FEATURES}x{buckets}hm->{hidden})x2->")?;
        match self.layers {
            None => write!(f, "1x{outputs}"),
            Some(DeepSizes { second, third }) => write!(f, "({second}->{third}->1)x{outputs}"),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn output_buckets_share_the_men() {
        let plain = Architecture::plain(256);
        let buckets: Vec<usize> = (2..=32).map(|men| plain.output_bucket(men)).collect();
        assert_eq!((buckets[0], buckets[30]), (0, 7));
        assert!(buckets.is_sorted());
        for bucket in 0..8 {
            assert!((3..=4).contains(&buckets.iter().filter(|&&b| b == bucket).count()));
        }
        let one = Architecture { output_buckets: 1, ..plain };
        assert_eq!((one.output_bucket(2), one.output_bucket(32)), (0, 0));
        // What no lawful position has is no reason to crash.
        assert_eq!((one.output_bucket(0), one.output_bucket(64)), (0, 0));
    }

    #[test]
    fn shapes_have_bounds() {
        assert_eq!(Architecture::plain(512).to_string(), "(768x1hm->512)x2->1x8");
        assert!(Architecture::plain(4096).check().is_ok());
        for hidden in [0, 16, 100, 4128] {
            let error = Architecture::plain(hidden).check().unwrap_err().to_string();
            assert!(error.contains("hidden") && error.contains("multiple of 32"), "{error}");
        }
        for output_buckets in [0, 33] {
            let shape = Architecture { output_buckets, ..Architecture::plain(32) };
            assert!(shape.check().is_err());
        }
        let deep = Architecture::plain(512).with_layers(16, 32);
        assert_eq!(deep.to_string(), "(768x1hm->512)x2->(16->32->1)x8");
        assert!(deep.check().is_ok() && deep.clone().with_layers(64, 64).check().is_ok());
        for (second, third) in [(0, 32), (16, 0), (24, 32), (16, 80), (usize::MAX, 16)] {
            let error = deep.clone().with_layers(second, third).check().unwrap_err().to_string();
            assert!(error.contains("layers") && error.contains("multiple of 16"), "{error}");
        }
        let odd = Architecture { hidden: 96, ..deep }.check().unwrap_err().to_string();
        assert!(odd.contains("multiple of 64"), "{odd}");
        let mut table = [0; 32];
        table[31] = 31;
        assert_eq!(KingBuckets::new(table).unwrap().count(), 32);
        table[0] = 32;
        assert_eq!(KingBuckets::new(table), None);
    }
}
