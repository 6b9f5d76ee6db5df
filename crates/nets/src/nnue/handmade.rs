//! Nets that nobody trained, to test and to measure with.

use super::{
    Architecture, DeepParameters, DeepSizes, FEATURES, INPUT_UNIT, Network, NnueError, OUTPUT_UNIT,
    Parameters, SECOND_UNIT,
};

impl Network {
    /// Weights out of a hat, of the size that training gives them: as fast as a
    /// trained net of its shape, and no wiser than the hat. Fails for a shape that
    /// there is not.
    pub fn random(architecture: Architecture, seed: u64) -> Result<Network, NnueError> {
        architecture.check()?;
        let mut state = seed;
        // The sum of twelve numbers from −½ to ½ is as good as normal.
        let mut normal = move || (0..12).map(|_| uniform(&mut state) - 0.5).sum::<f64>();
        let hidden = architecture.hidden;
        let mut many = |count: usize, unit: i32, mean: f64, deviation: f64| -> Vec<i16> {
            let mut one = || ((mean + normal() * deviation) * f64::from(unit)).round();
            // Clipped as training does it.
            let bound = 1.98 * f64::from(unit);
            (0..count).map(|_| one().clamp(-bound, bound) as i16).collect()
        };
        let deviation = (1.0 / hidden as f64).sqrt();
        let outputs = architecture.output_buckets;
        let shallow = if architecture.layers.is_some() { 0 } else { outputs };
        let feature_weights = many(architecture.features() * hidden, INPUT_UNIT, 0.0, 0.1);
        let feature_bias = many(hidden, INPUT_UNIT, 0.3, 0.2);
        let output_weights = many(shallow * 2 * hidden, OUTPUT_UNIT, 0.0, deviation * 4.0);
        let output_bias = many(shallow, INPUT_UNIT, 0.0, 0.5);
        let deep = architecture.layers.map(|DeepSizes { second, third }| {
            let bytes = many(outputs * hidden * second, OUTPUT_UNIT, 0.0, deviation * 4.0);
            let second_bias = many(outputs * second, INPUT_UNIT, 0.2, 0.3);
            let unit = SECOND_UNIT / INPUT_UNIT as f32;
            // In steps of a thousandth.
            let mut floats = |count: usize, mean: f64, deviation: f64| -> Vec<f32> {
                let values = many(count, 1000, mean, deviation);
                values.iter().map(|&value| f32::from(value) / 1000.0).collect()
            };
            DeepParameters {
                second_weights: bytes.iter().map(|&weight| weight as i8).collect(),
                second_bias: second_bias.iter().map(|&b| (f32::from(b) * unit) as i32).collect(),
                third_weights: floats(
                    outputs * 2 * second * third,
                    0.0,
                    (1.0 / second as f64).sqrt(),
                ),
                third_bias: floats(outputs * third, 0.2, 0.2),
                last_weights: floats(outputs * third, 0.0, 0.5),
                last_bias: floats(outputs, 0.0, 0.3),
            }
        });
        let output_bias = output_bias.iter().map(|&bias| i32::from(bias) * OUTPUT_UNIT).collect();
        let parameters =
            Parameters { feature_weights, feature_bias, output_weights, output_bias, deep };
        let provenance =
            [("data", "none"), ("command", "out of a hat"), ("seed", &seed.to_string())];
        let provenance = provenance.map(|(key, value)| (key.to_owned(), value.to_owned()));
        Network::new(architecture, &parameters, provenance.into())
    }

    /// A net that counts men and nothing else, made by hand: a pawn is worth a
    /// hundred centipawns but for rounding, the others 3, 3, 5 and 9 of them.
    /// What it will say is known beforehand, which is good to test players with.
    pub fn of_material() -> Network {
        const VALUES: [i16; 6] = [1, 3, 3, 5, 9, 0];
        // Half of the units are ½ + d and the others ½ − d, where d is what the view's
        // own side is ahead: the difference of their squares is linear, 2d. Forty
        // pairs of weight 127/64 make 100 centipawns of 1/255; the rest count nothing.
        const PAIRS: usize = 40;
        let architecture = Architecture::plain(3 * Architecture::HIDDEN_STEP);
        let (hidden, outputs) = (architecture.hidden, architecture.output_buckets);
        let sign = |unit: usize| if unit < hidden / 2 { 1 } else { -1 };
        let feature = |feature: usize| {
            let value = VALUES[feature / 64 % 6];
            if feature < FEATURES / 2 { value } else { -value }
        };
        let parameters = Parameters {
            feature_weights: (0..FEATURES * hidden)
                .map(|index| feature(index / hidden) * sign(index % hidden))
                .collect(),
            feature_bias: vec![128; hidden],
            output_weights: (0..outputs * 2 * hidden)
                .map(|index| index % (2 * hidden))
                .map(|unit| {
                    let counts = unit < hidden && unit % (hidden / 2) < PAIRS;
                    if counts { 127 * sign(unit) } else { 0 }
                })
                .collect(),
            output_bias: vec![0; outputs],
            deep: None,
        };
        let provenance = [("data".to_owned(), "none: made by hand".to_owned())];
        Network::new(architecture, &parameters, provenance.into())
            .expect("a test has made this very net")
    }
}

/// SplitMix64: numbers between 0 and 1.
fn uniform(state: &mut u64) -> f64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use chess::Position;

    use super::*;

    #[test]
    fn the_net_of_material_counts_men() {
        let net = Network::of_material();
        for (fen, value) in [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0),
            ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", 100),
            ("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1", -100),
            ("4k2q/8/8/8/8/8/8/RN2K3 w Q - 0 1", -100),
            ("QQQQk3/8/8/8/8/8/8/QQQQK3 b - - 0 1", -7200),
        ] {
            let found = net.evaluate_from_scratch(&Position::from_fen(fen).unwrap());
            assert!((found - value).abs() <= 1 + value.abs() / 1000, "{found} {value} {fen}");
        }
    }

    #[test]
    fn random_nets_differ_by_seed_and_say_something() {
        let plain = Architecture::plain(64);
        for shape in [plain.clone(), plain.with_layers(16, 32)] {
            let value = |seed| {
                let net = Network::random(shape.clone(), seed).unwrap();
                net.evaluate_from_scratch(&Position::initial())
            };
            assert_eq!(value(1), value(1));
            assert!(value(1) != value(2) && value(1) != 0);
            assert!(value(1).abs() < 3000, "{}", value(1));
        }
        assert!(Network::random(Architecture::plain(33), 1).is_err());
    }
}
