//! Where training begins.

use nets::mlp::Weights;
use thinking::SplitMix64;

/// The first weights of a seed, by He's rule.
pub(crate) fn first_weights(seed: u64) -> Weights {
    let mut random = SplitMix64::new(seed, 0x1417);
    let mut spare = None;
    Weights::he(|| {
        if let Some(number) = spare.take() {
            return number;
        }
        // Box and Muller: two uniform numbers make two normal ones.
        let mut uniform = || (random.below(1 << 53) + 1) as f64 / (1u64 << 53) as f64;
        let (radius, angle) =
            ((-2.0 * uniform().ln()).sqrt(), 2.0 * std::f64::consts::PI * uniform());
        spare = Some((radius * angle.sin()) as f32);
        (radius * angle.cos()) as f32
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_normal_and_of_their_seed() {
        let weights = first_weights(1);
        assert_eq!(weights, first_weights(1));
        assert_ne!(weights, first_weights(2));
        for (field, inputs) in [(0, 832.0), (2, 1024.0)] {
            let values = weights.fields()[field];
            let count = values.len() as f64;
            let mean = values.iter().map(|&v| f64::from(v)).sum::<f64>() / count;
            let square = values.iter().map(|&v| f64::from(v).powi(2)).sum::<f64>() / count;
            assert!(mean.abs() < 2e-4, "{mean}");
            assert!((square * inputs / 2.0 - 1.0).abs() < 0.01, "{square}");
            // About 4.6% of normal numbers lie beyond two deviations.
            let deviation = (2.0 / inputs).sqrt() as f32;
            let far = values.iter().filter(|v| v.abs() > 2.0 * deviation).count() as f64 / count;
            assert!((far - 0.0455).abs() < 0.002, "{far}");
        }
        assert!(weights.layer1_bias.iter().all(|&bias| bias == 0.0));
    }
}
