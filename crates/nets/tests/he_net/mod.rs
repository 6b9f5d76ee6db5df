//! Nets with weights out of a hat, to test with.

use nets::mlp::Weights;

/// SplitMix64: numbers between 0 and 1.
fn uniform(state: &mut u64) -> f64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64
}

/// A net as training finds it before the first step, with some bias.
pub(crate) fn he_net(seed: u64) -> Weights {
    let mut state = seed;
    let mut normal = move || {
        let radius = (-2.0 * (1.0 - uniform(&mut state)).ln()).sqrt();
        (radius * (std::f64::consts::TAU * uniform(&mut state)).cos()) as f32
    };
    let mut weights = Weights::he(&mut normal);
    for bias in [&mut weights.layer1_bias, &mut weights.layer2_bias, &mut weights.layer3_bias] {
        bias.iter_mut().for_each(|bias| *bias = normal() * 0.05);
    }
    weights
}
