//! The shape of the float net, and where its parameters lie.
//!
//! All parameters are one row of numbers, on every device and in checkpoints:
//! feature rows \[R\]\[N\], the hidden bias \[N\], output weights \[B\]\[2N\],
//! output biases \[B\]. R is 768·K, and 768 more with a factoriser: weights for
//! the features of all king buckets, which are added to those of each bucket and
//! merged into them when the net is written.

use anyhow::{Result, bail};
use nets::nnue::{Architecture, FEATURES, KingBuckets};
use thinking::SplitMix64;

/// Parameters are kept within ±1.98, so that quantised ones fit.
pub(crate) const CLIP: f32 = 1.98;

/// The shape of a net in training.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct NetShape {
    pub(crate) architecture: Architecture,
    pub(crate) has_factoriser: bool,
}

impl NetShape {
    /// N.
    pub(crate) fn hidden(&self) -> usize {
        self.architecture.hidden
    }

    /// R.
    pub(crate) fn rows(&self) -> usize {
        self.architecture.features() + if self.has_factoriser { FEATURES } else { 0 }
    }

    /// B.
    pub(crate) fn outputs(&self) -> usize {
        self.architecture.output_buckets
    }

    /// The most features that a view has: a factoriser counts each man twice.
    pub(crate) fn slots(&self) -> usize {
        if self.has_factoriser { 64 } else { 32 }
    }

    /// Where the hidden bias begins. It is one more row behind the features.
    pub(crate) fn bias(&self) -> usize {
        self.rows() * self.hidden()
    }

    /// Where the output weights begin.
    pub(crate) fn output_weights(&self) -> usize {
        self.bias() + self.hidden()
    }

    /// Where the output biases begin.
    pub(crate) fn output_bias(&self) -> usize {
        self.output_weights() + self.outputs() * 2 * self.hidden()
    }

    /// How many parameters there are.
    pub(crate) fn len(&self) -> usize {
        self.output_bias() + self.outputs()
    }

    /// The bound of feature weights and the hidden bias. With a factoriser the
    /// sum of two rows has to keep to [`CLIP`].
    pub(crate) fn feature_clip(&self) -> f32 {
        if self.has_factoriser { CLIP / 2.0 } else { CLIP }
    }

    /// The first parameters of a seed: normal, scaled by the number of inputs.
    /// With a factoriser all king buckets begin alike.
    pub(crate) fn first_parameters(&self, seed: u64) -> Vec<f32> {
        let mut normal = normal_numbers(SplitMix64::new(seed, 0x4E4E));
        let mut parameters = vec![0.0; self.len()];
        let hidden = self.hidden();
        let shared = self.architecture.features() * hidden;
        let first = if self.has_factoriser { shared..self.bias() } else { 0..self.bias() };
        let deviation = (2.0 / FEATURES as f64).sqrt();
        let bound = f64::from(self.feature_clip());
        parameters[first].fill_with(|| (normal() * deviation).clamp(-bound, bound) as f32);
        let deviation = (1.0 / hidden as f64).sqrt();
        parameters[self.output_weights()..self.output_bias()]
            .fill_with(|| (normal() * deviation) as f32);
        parameters
    }
}

impl std::fmt::Display for NetShape {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.architecture.fmt(f)
    }
}

/// Normal numbers by Box and Muller.
pub(crate) fn normal_numbers(mut random: SplitMix64) -> impl FnMut() -> f64 {
    let mut spare = None;
    move || {
        if let Some(number) = spare.take() {
            return number;
        }
        let mut uniform = || (random.below(1 << 53) + 1) as f64 / (1u64 << 53) as f64;
        let (radius, angle) =
            ((-2.0 * uniform().ln()).sqrt(), 2.0 * std::f64::consts::PI * uniform());
        spare = Some(radius * angle.sin());
        radius * angle.cos()
    }
}

/// King buckets by the name of a layout, or as 32 numbers with commas between
/// them, from a1 to d1, then a2 to d2 and so on.
pub(crate) fn king_buckets(text: &str) -> Result<KingBuckets> {
    // Ranks from the first to the eighth, files a to d.
    let ranks: [[u8; 4]; 8] = match text {
        "1" => [[0; 4]; 8],
        "4" => {
            let mut ranks = [[3; 4]; 8];
            ranks[0] = [0, 0, 1, 1];
            ranks[1] = [2; 4];
            ranks
        }
        "8" => {
            let mut ranks = [[7; 4]; 8];
            ranks[0] = [0, 1, 2, 3];
            ranks[1] = [4, 4, 5, 5];
            ranks[2] = [6; 4];
            ranks[3] = [6; 4];
            ranks
        }
        list => {
            let numbers: Option<Vec<u8>> =
                list.split(',').map(|number| number.trim().parse().ok()).collect();
            let table = numbers.and_then(|numbers| <[u8; 32]>::try_from(numbers).ok());
            let Some(buckets) = table.and_then(KingBuckets::new) else {
                bail!("'{text}' is no layout of king buckets: 1, 4, 8, or 32 numbers below 32");
            };
            return Ok(buckets);
        }
    };
    let mut table = [0; 32];
    table.copy_from_slice(ranks.as_flattened());
    KingBuckets::new(table).ok_or_else(|| anyhow::anyhow!("no such layout"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layouts_by_name_and_by_numbers() {
        assert_eq!(king_buckets("1").unwrap(), KingBuckets::ONE);
        assert_eq!(king_buckets("4").unwrap().count(), 4);
        assert_eq!(king_buckets("8").unwrap().count(), 8);
        let list = "0,0,1,1,".repeat(7) + "2,2,2,2";
        let buckets = king_buckets(&list).unwrap();
        assert_eq!((buckets.count(), buckets.table()[30]), (3, 2));
        for wrong in ["", "2", "0,1", "x", &list.replace('2', "32")] {
            assert!(king_buckets(wrong).unwrap_err().to_string().contains("king buckets"));
        }
    }

    #[test]
    fn parameters_lie_one_behind_the_other() {
        let architecture =
            Architecture { king_buckets: king_buckets("4").unwrap(), ..Architecture::plain(32) };
        let mut shape = NetShape { architecture, has_factoriser: false };
        assert_eq!(shape.len(), 4 * 768 * 32 + 32 + 8 * 64 + 8);
        shape.has_factoriser = true;
        assert_eq!((shape.rows(), shape.slots()), (5 * 768, 64));
        let first = shape.first_parameters(1);
        assert_eq!(first, shape.first_parameters(1));
        assert_ne!(first, shape.first_parameters(2));
        assert!(first[..4 * 768 * 32].iter().all(|&weight| weight == 0.0));
        let square: f32 = first[4 * 768 * 32..shape.bias()].iter().map(|w| w * w).sum();
        assert!((square / 32.0 - 2.0).abs() < 0.1, "{square}");
        assert!(first[shape.bias()..shape.output_weights()].iter().all(|&bias| bias == 0.0));
        assert!(first.iter().all(|weight| weight.abs() <= CLIP));
    }
}
