//! Ratings from games, on the scale of players whose ratings are known.

/// Elo for a factor of e in the odds.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;
/// How far from the known players the others are expected to be, in Elo, before
/// any game: so wide that it hardly matters, and keeps those finite who won or
/// lost everything.
const PRIOR: f64 = 1_500.0;
/// 95% of a normal distribution lie within so many standard deviations.
const Z95: f64 = 1.959_964;

/// Games between two players.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Bout {
    /// The one, by place.
    pub one: usize,
    /// The other.
    pub other: usize,
    /// How many games.
    pub games: f64,
    /// The points of the one.
    pub points: f64,
}

/// A rating and half the width of its 95% interval; 0 for known ones.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Rating {
    /// Elo.
    pub value: f64,
    /// Elo.
    pub error: f64,
}

/// The most likely ratings in logistic Elo, given those that are known.
///
/// Errors come from the curvature of the likelihood, where a draw is half a win
/// and half a loss: with many draws they are a little too wide. Between players
/// that no chain of games connects with a known one, only differences mean
/// anything.
pub fn fit(known: &[Option<f64>], bouts: &[Bout]) -> Vec<Rating> {
    let anchors: Vec<f64> = known.iter().flatten().copied().collect();
    let centre = match anchors.len() {
        0 => 0.0,
        count => anchors.iter().sum::<f64>() / count as f64,
    };
    let free: Vec<usize> = (0..known.len()).filter(|&player| known[player].is_none()).collect();
    let place = |player: usize| free.iter().position(|&other| other == player);
    let prior = (SCALE / PRIOR).powi(2);
    let mut strength: Vec<f64> =
        known.iter().map(|rating| (rating.unwrap_or(centre) - centre) / SCALE).collect();
    let mut inverse = Vec::new();
    for _ in 0..200 {
        let mut slope: Vec<f64> = free.iter().map(|&player| -strength[player] * prior).collect();
        let mut information = vec![vec![0.0; free.len()]; free.len()];
        for (index, row) in information.iter_mut().enumerate() {
            row[index] = prior;
        }
        for bout in bouts.iter().filter(|bout| bout.games > 0.0) {
            let expected = 1.0 / (1.0 + (strength[bout.other] - strength[bout.one]).exp());
            let surplus = bout.points - bout.games * expected;
            let weight = bout.games * expected * (1.0 - expected);
            let (one, other) = (place(bout.one), place(bout.other));
            for (player, sign) in [(one, 1.0), (other, -1.0)] {
                if let Some(player) = player {
                    slope[player] += sign * surplus;
                    information[player][player] += weight;
                }
            }
            if let (Some(one), Some(other)) = (one, other) {
                information[one][other] -= weight;
                information[other][one] -= weight;
            }
        }
        inverse = invert(information);
        // A full step may overshoot far from the summit.
        let step: Vec<f64> = inverse.iter().map(|row| dot(row, &slope).clamp(-1.0, 1.0)).collect();
        for (&player, step) in free.iter().zip(&step) {
            strength[player] += step;
        }
        if step.iter().all(|step| step.abs() < 1e-10) {
            break;
        }
    }
    let rating = |player: usize| match place(player) {
        None => Rating { value: known[player].unwrap_or(centre), error: 0.0 },
        Some(index) => Rating {
            value: centre + strength[player] * SCALE,
            error: Z95 * SCALE * inverse[index][index].max(0.0).sqrt(),
        },
    };
    (0..known.len()).map(rating).collect()
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

/// The inverse of a positive definite matrix, by Gauss and Jordan; the prior makes
/// every information matrix one.
fn invert(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let size = matrix.len();
    for (index, row) in matrix.iter_mut().enumerate() {
        row.extend((0..size).map(|column| if column == index { 1.0 } else { 0.0 }));
    }
    for column in 0..size {
        let divisor = matrix[column][column];
        matrix[column].iter_mut().for_each(|value| *value /= divisor);
        let pivot = matrix[column].clone();
        for (_, row) in matrix.iter_mut().enumerate().filter(|(index, _)| *index != column) {
            let factor = row[column];
            row.iter_mut().zip(&pivot).for_each(|(value, pivot)| *value -= factor * pivot);
        }
    }
    matrix.into_iter().map(|row| row[size..].to_vec()).collect()
}

/// The rising sequence nearest to the values in weighted squares (pool adjacent
/// violators): neighbours in the wrong order get their common mean. Gives runs of
/// equal values as (first, last, value).
pub fn rising(values: &[(f64, f64)]) -> Vec<(usize, usize, f64)> {
    let mut pools: Vec<(usize, usize, f64, f64)> = Vec::new();
    for (index, &(value, weight)) in values.iter().enumerate() {
        let mut pool = (index, index, value, weight);
        while let Some(&(first, _, below, mass)) = pools.last()
            && below >= pool.2
        {
            let total = mass + pool.3;
            pool = (first, pool.1, (below * mass + pool.2 * pool.3) / total, total);
            pools.pop();
        }
        pools.push(pool);
    }
    pools.into_iter().map(|(first, last, value, _)| (first, last, value)).collect()
}

/// A value that was measured at some place.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Weighted {
    /// Where.
    pub x: f64,
    /// What.
    pub value: f64,
    /// One over its variance.
    pub weight: f64,
}

/// The curve of straight lines between these ascending places that is likely if what was measured
/// anywhere on it errs by its weight, and each corner lies about `bend` off the straight line between
/// its neighbours: what neighbours say helps where a value is uncertain. Two measured places at least
/// make it a curve.
pub fn smooth_curve(places: &[f64], measured: &[Weighted], bend: f64) -> Vec<f64> {
    let count = places.len();
    // The normal equations, with the right-hand side as the last column.
    let mut rows = vec![vec![0.0; count + 1]; count];
    let mut add = |first: usize, factors: &[f64], value: f64, weight: f64| {
        for (i, one) in factors.iter().enumerate() {
            for (j, other) in factors.iter().enumerate() {
                rows[first + i][first + j] += weight * one * other;
            }
            rows[first + i][count] += weight * one * value;
        }
    };
    for point in measured {
        let above = places.partition_point(|&place| place < point.x).clamp(1, count.max(2) - 1);
        if count == 1 {
            add(0, &[1.0], point.value, point.weight);
            continue;
        }
        let (low, high) = (places[above - 1], places[above]);
        let share = ((point.x - low) / (high - low)).clamp(0.0, 1.0);
        add(above - 1, &[1.0 - share, share], point.value, point.weight);
    }
    for (index, three) in places.windows(3).enumerate() {
        let share = (three[1] - three[0]) / (three[2] - three[0]);
        add(index, &[share - 1.0, 1.0, -share], 0.0, 1.0 / (bend * bend));
    }
    solved(rows)
}

/// Solves positive definite equations by elimination.
fn solved(mut rows: Vec<Vec<f64>>) -> Vec<f64> {
    let count = rows.len();
    for pivot in 0..count {
        let row = rows[pivot].clone();
        for below in rows.iter_mut().skip(pivot + 1) {
            let factor = below[pivot] / row[pivot];
            for (entry, above) in below.iter_mut().zip(&row) {
                *entry -= factor * above;
            }
        }
    }
    let mut values = vec![0.0; count];
    for index in (0..count).rev() {
        let row = &rows[index];
        let known: f64 = (index + 1..count).map(|other| row[other] * values[other]).sum();
        values[index] = (row[count] - known) / row[index];
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expected(difference: f64) -> f64 {
        1.0 / (1.0 + 10f64.powf(-difference / 400.0))
    }

    #[test]
    fn known_ratings_are_found_again_through_chains() {
        // Two anchors, and a ladder that hangs on the lower one.
        let truth = [1350.0, 1800.0, 1700.0, 1280.0, 900.0, 450.0];
        let known = [Some(1350.0), Some(1800.0), None, None, None, None];
        let pairs = [(2, 1), (2, 0), (3, 0), (4, 3), (5, 4)];
        let bouts = pairs.map(|(one, other)| {
            let games = 1e6;
            Bout { one, other, games, points: games * expected(truth[one] - truth[other]) }
        });
        let found = fit(&known, &bouts);
        for (rating, truth) in found.iter().zip(truth) {
            assert!((rating.value - truth).abs() < 1.0, "{found:?}");
        }
        assert_eq!(found[0], Rating { value: 1350.0, error: 0.0 });
        // The longer the chain, the less is sure.
        assert!(found[5].error > found[4].error && found[4].error > found[3].error);
    }

    #[test]
    fn errors_cover_what_chance_does() {
        let mut rng = fastrand::Rng::with_seed(11);
        let (truth, games, rounds) = (1540.0, 200, 400);
        let mut covered = 0;
        for _ in 0..rounds {
            let wins = (0..games).filter(|_| rng.f64() < expected(truth - 1500.0)).count();
            let bout = Bout { one: 1, other: 0, games: f64::from(games), points: wins as f64 };
            let rating = fit(&[Some(1500.0), None], &[bout])[1];
            covered += u32::from((rating.value - truth).abs() <= rating.error);
        }
        // 95% of 400 are 380, with a standard deviation of 4.4.
        assert!((362..=396).contains(&covered), "{covered}");
    }

    #[test]
    fn perfect_scores_stay_finite() {
        let bout = Bout { one: 0, other: 1, games: 100.0, points: 0.0 };
        let found = fit(&[None, Some(1350.0)], &[bout]);
        assert!(found[0].value < 700.0 && found[0].value > -1000.0, "{found:?}");
        assert!(found[0].error > 200.0 && found[0].error.is_finite());
        assert!(fit(&[None, None], &[])[0].error > 1_000.0);
    }

    #[test]
    fn violators_are_pooled() {
        let values = [(400.0, 1.0), (900.0, 1.0), (800.0, 3.0), (1000.0, 1.0)];
        assert_eq!(rising(&values), [(0, 0, 400.0), (1, 2, 825.0), (3, 3, 1000.0)]);
        let falling = [(3.0, 1.0), (2.0, 1.0), (1.0, 1.0)];
        assert_eq!(rising(&falling), [(0, 2, 2.0)]);
        assert!(rising(&[]).is_empty());
    }

    #[test]
    fn neighbours_help_where_a_value_is_uncertain() {
        let point = |x, value, weight| Weighted { x, value, weight };
        // A straight line stays, whatever its spacing.
        let places = [0.0, 1.0, 3.0, 4.0];
        let line = places.map(|x| point(x, 10.0 + 5.0 * x, 0.01));
        for (value, point) in smooth_curve(&places, &line, 1.0).into_iter().zip(line) {
            assert!((value - point.value).abs() < 1e-9, "{value} {point:?}");
        }
        // What is certain stays, an uncertain value goes to the line between them.
        let hill = |weight| [point(0.0, 0.0, 1e6), point(1.0, 90.0, weight), point(2.0, 0.0, 1e6)];
        let certain = smooth_curve(&[0.0, 1.0, 2.0], &hill(1e6), 10.0);
        assert!((certain[1] - 90.0).abs() < 0.1, "{certain:?}");
        // Errors of ten on both sides: halfway.
        let uncertain = smooth_curve(&[0.0, 1.0, 2.0], &hill(0.01), 10.0);
        assert!((uncertain[1] - 45.0).abs() < 0.1, "{uncertain:?}");
        assert_eq!(smooth_curve(&[0.0], &[point(0.0, 7.0, 2.0)], 10.0), [7.0]);
    }

    #[test]
    fn what_was_measured_between_two_places_counts_for_both() {
        let point = |x, value| Weighted { x, value, weight: 1.0 };
        let line = [point(0.25, 2.5), point(0.5, 5.0), point(1.75, 17.5)];
        let curve = smooth_curve(&[0.0, 1.0, 2.0], &line, 1.0);
        for (value, expected) in curve.iter().zip([0.0, 10.0, 20.0]) {
            assert!((value - expected).abs() < 1e-9, "{curve:?}");
        }
        // A place without a measurement goes on as the others do.
        let beyond = smooth_curve(&[0.0, 1.0, 2.0], &line[..2], 1.0);
        assert!((beyond[2] - 20.0).abs() < 1e-9, "{beyond:?}");
    }
}
