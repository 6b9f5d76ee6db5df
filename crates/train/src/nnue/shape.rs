//! The shape of the float net, and where its parameters lie.
//!
//! All parameters are one row of numbers, on every device and in checkpoints:
//! feature rows \[R\]\[N\], the hidden bias \[N\], output weights \[B\]\[2N\],
//! output biases \[B\]; or, in their place, those of more layers ([`DeepPlaces`]). R is 768·K, and 768 more with a factoriser: weights for
//! the features of all king buckets, which are added to those of each bucket and
//! merged into them when the net is written.

use anyhow::{Result, bail};
use nets::nnue::{Architecture, DeepSizes, FEATURES, KingBuckets};
use thinking::SplitMix64;

use super::deep_places::DeepPlaces;

/// Parameters are kept within ±1.98, so that quantised ones fit.
pub(crate) const CLIP: f32 = 1.98;

/// Those that stay floats have more room: no more than a net that diverges would leave.
pub(crate) const WIDE_CLIP: f32 = 100.0;

/// The hidden bias that a net with more layers begins with.
const FIRST_BIAS: f32 = 0.1;

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

    /// Where the output weights begin, or what is there in their place.
    pub(crate) fn output_weights(&self) -> usize {
        self.bias() + self.hidden()
    }

    /// Where the output biases of a net without more layers begin.
    pub(crate) fn output_bias(&self) -> usize {
        self.output_weights() + self.outputs() * 2 * self.hidden()
    }

    /// The sizes of more layers, if there are any.
    pub(crate) fn layers(&self) -> Option<DeepSizes> {
        self.architecture.layers
    }

    /// Where the parameters of more layers lie, counted from the first of them.
    pub(crate) fn deep(&self) -> Option<DeepPlaces> {
        self.layers().map(|sizes| DeepPlaces::new(self.outputs(), self.hidden(), sizes))
    }

    /// How many parameters there are.
    pub(crate) fn len(&self) -> usize {
        match self.deep() {
            None => self.output_bias() + self.outputs(),
            Some(places) => self.output_weights() + places.len(),
        }
    }

    /// Names of the parts of the parameters, and where each ends.
    pub(crate) fn parts(&self) -> Vec<(&'static str, usize)> {
        let start = self.output_weights();
        let mut parts = vec![("feature weights", self.bias()), ("hidden bias", start)];
        match self.deep() {
            None => {
                parts.extend([("output weights", self.output_bias()), ("output bias", self.len())]);
            }
            Some(places) => {
                parts.extend(places.parts().map(|(name, range)| (name, start + range.end)));
            }
        }
        parts
    }

    /// Where those end that [`CLIP`] bounds; [`WIDE_CLIP`] bounds the others.
    pub(crate) fn clipped(&self) -> usize {
        self.deep().map_or(self.len(), |places| self.output_weights() + places.second_bias.start)
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
        // Rare features keep what they begin with: behind more layers it is noise.
        let variance = if self.layers().is_some() { 0.5 } else { 2.0 };
        let deviation = (variance / FEATURES as f64).sqrt();
        let bound = f64::from(self.feature_clip());
        parameters[first].fill_with(|| (normal() * deviation).clamp(-bound, bound) as f32);
        if let Some(places) = self.deep() {
            // Products of pairs are small, and nothing where one of the two is below
            // zero: a bias lifts sums above it.
            parameters[self.bias()..self.output_weights()].fill(FIRST_BIAS);
            places.fill_first(&mut parameters[self.output_weights()..], normal);
            return parameters;
        }
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

/// Sizes of two layers with a comma between them.
pub(crate) fn deep_sizes(text: &str) -> Result<DeepSizes> {
    let numbers = text.split_once(',').map(|(one, other)| [one, other].map(|n| n.trim().parse()));
    let Some([Ok(second), Ok(third)]) = numbers else {
        bail!("'{text}' is not the sizes of two layers, as in 16,32");
    };
    Ok(DeepSizes { second, third })
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
    fn sizes_of_layers_are_two_numbers() {
        assert_eq!(deep_sizes("16, 32").unwrap(), DeepSizes { second: 16, third: 32 });
        for wrong in ["", "16", "16,", "16,32,1", "a,b", "-16,32"] {
            assert!(deep_sizes(wrong).unwrap_err().to_string().contains("two layers"), "{wrong}");
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
        assert_eq!(
            (shape.clipped(), shape.parts()[3]),
            (shape.len(), ("output bias", shape.len()))
        );
    }

    #[test]
    fn layers_lie_in_the_place_of_the_outputs() {
        let architecture = Architecture::plain(64).with_layers(16, 32);
        let shape = NetShape { architecture, has_factoriser: false };
        let start = shape.output_weights();
        assert_eq!(start, 768 * 64 + 64);
        assert_eq!(shape.clipped(), start + 8 * 64 * 16);
        assert_eq!(shape.len(), shape.clipped() + 8 * (16 + 32 * 32 + 32 + 32 + 1));
        let parts = shape.parts();
        assert_eq!(parts.len(), 8);
        assert!(parts.iter().map(|&(_, end)| end).is_sorted());
        assert_eq!(parts[7], ("output bias", shape.len()));
        let first = shape.first_parameters(1);
        assert!(first.iter().all(|weight| weight.abs() <= CLIP));
    }
}
