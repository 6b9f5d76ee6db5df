//! The normal distribution.

/// Half the width of a 95% interval, in standard deviations.
pub(crate) const Z95: f64 = 1.959_963_984_540_054;

/// The chance that a standard normal number is at most `x`, to about 1e-14.
pub fn normal_cdf(x: f64) -> f64 {
    if x.is_nan() {
        return f64::NAN;
    }
    let upper = if x.abs() < 4.0 { 0.5 - inner(x.abs()) } else { tail(x.abs()) };
    if x > 0.0 { 1.0 - upper } else { upper }
}

fn density(x: f64) -> f64 {
    (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt()
}

/// The chance to be between 0 and `x`: the series x + x³/3 + x⁵/15 + …
fn inner(x: f64) -> f64 {
    let (mut term, mut sum, mut odd) = (x, x, 1.0);
    while term > sum * 1e-17 {
        odd += 2.0;
        term *= x * x / odd;
        sum += term;
    }
    density(x) * sum
}

/// The chance to be beyond `x`: the continued fraction 1/(x+1/(x+2/(x+…))).
fn tail(x: f64) -> f64 {
    density(x) / (1..=60).rev().fold(x, |below, number| x + f64::from(number) / below)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_values() {
        // From published tables of the normal distribution.
        for (x, expected) in [
            (0.0, 0.5),
            (1.0, 0.841_344_746_068_543),
            (-1.0, 0.158_655_253_931_457),
            (1.959_963_984_540_054, 0.975),
            (3.0, 0.998_650_101_968_370),
            (-5.0, 2.866_515_718_791_94e-7),
            (-8.0, 6.220_960_574_271_78e-16),
        ] {
            let found = normal_cdf(x);
            assert!((found - expected).abs() <= expected * 1e-12, "{x}: {found}");
        }
        assert!((normal_cdf(3.999_999) - normal_cdf(4.000_001)).abs() < 1e-8);
        assert_eq!(normal_cdf(f64::INFINITY), 1.0);
    }
}
