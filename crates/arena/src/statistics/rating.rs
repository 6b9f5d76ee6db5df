//! One rating for each player of a tournament.

use super::elo::Interval;
use super::normal::Z95;

/// Elo for a factor of e in the odds.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;

/// The variance of the points of a game that White or Black wins, evenly: no
/// distribution of points has more.
const WIDEST: f64 = 0.25;

/// What two players have done to each other, as ratings see it.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Encounter {
    /// The one.
    pub one: usize,
    /// The other.
    pub other: usize,
    /// Games between them.
    pub games: f64,
    /// Points of the one.
    pub points: f64,
    /// The variance of the points of a game.
    pub variance: f64,
}

/// The most likely ratings in logistic Elo, with a mean of 0, and their 95%
/// intervals.
///
/// Each encounter is given one drawn game on top, or a player who won
/// everything would be infinitely strong. The errors follow from the spread of
/// the scores that were seen, as they do in a match of two; that drawn game has
/// the spread of a game without draws, the largest there can be, so that few
/// games alike do not look like certainty. Without games errors are infinite.
pub fn ratings(players: usize, encounters: &[Encounter]) -> Vec<Interval> {
    let padded: Vec<Encounter> = encounters
        .iter()
        .filter(|encounter| encounter.games > 0.0)
        .map(|&Encounter { one, other, games, points, variance }| {
            let total = games + 1.0;
            let mean = points / games;
            let off = (0.5 - mean).powi(2) * games / total;
            let variance = (variance * games + off + WIDEST) / total;
            Encounter { one, other, games: total, points: points + 0.5, variance }
        })
        .collect();
    let mut strength = vec![0.0; players];
    for _ in 0..100 {
        let (mut slope, information) = derivatives(&strength, &padded);
        let Some(inverse) = inverse(information) else { break };
        let mean = slope.iter().sum::<f64>() / players as f64;
        slope.iter_mut().for_each(|value| *value -= mean);
        // A full step may overshoot far from the summit.
        let step: Vec<f64> = inverse.iter().map(|row| dot(row, &slope).clamp(-1.0, 1.0)).collect();
        strength.iter_mut().zip(&step).for_each(|(value, step)| *value += step);
        if step.iter().all(|step| step.abs() < 1e-10) {
            break;
        }
    }
    let errors = errors(&strength, &padded);
    let mean = strength.iter().sum::<f64>() / players.max(1) as f64;
    let interval = |(value, error): (&f64, f64)| Interval {
        value: (value - mean) * SCALE,
        error: error * SCALE,
    };
    strength.iter().zip(errors).map(interval).collect()
}

/// The slope of the log-likelihood, and minus its curvature. The latter has
/// a one added everywhere, for only differences of ratings are determined.
fn derivatives(strength: &[f64], encounters: &[Encounter]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let players = strength.len();
    let (mut slope, mut information) = (vec![0.0; players], vec![vec![1.0; players]; players]);
    for &Encounter { one, other, games, points, .. } in encounters {
        let expected = expected(strength[one] - strength[other]);
        slope[one] += points - games * expected;
        slope[other] -= points - games * expected;
        spread(&mut information, (one, other), games * expected * (1.0 - expected));
    }
    (slope, information)
}

/// Half-widths: the inverse information on both sides of the variance of the
/// points.
fn errors(strength: &[f64], encounters: &[Encounter]) -> Vec<f64> {
    let players = strength.len();
    let (_, information) = derivatives(strength, encounters);
    let Some(inverse) = inverse(information) else { return vec![f64::INFINITY; players] };
    let mut noise = vec![vec![0.0; players]; players];
    for &Encounter { one, other, games, variance, .. } in encounters {
        spread(&mut noise, (one, other), games * variance);
    }
    (0..players)
        .map(|player| {
            // Measured against the mean of all.
            let against = |other: usize| inverse[player][other] - mean_of_column(&inverse, other);
            let row: Vec<f64> = (0..players).map(against).collect();
            let variance: f64 =
                (0..players).map(|other| row[other] * dot(&noise[other], &row)).sum();
            Z95 * variance.max(0.0).sqrt()
        })
        .collect()
}

fn mean_of_column(matrix: &[Vec<f64>], column: usize) -> f64 {
    matrix.iter().map(|row| row[column]).sum::<f64>() / matrix.len() as f64
}

fn expected(difference: f64) -> f64 {
    1.0 / (1.0 + (-difference).exp())
}

fn spread(matrix: &mut [Vec<f64>], (one, other): (usize, usize), amount: f64) {
    matrix[one][one] += amount;
    matrix[other][other] += amount;
    matrix[one][other] -= amount;
    matrix[other][one] -= amount;
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

/// The inverse matrix, by Gauss and Jordan; none if there is none.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let size = matrix.len();
    for (index, row) in matrix.iter_mut().enumerate() {
        row.extend((0..size).map(|column| if column == index { 1.0 } else { 0.0 }));
    }
    for column in 0..size {
        let pivot = (column..size).max_by(|&one, &other| {
            matrix[one][column].abs().total_cmp(&matrix[other][column].abs())
        })?;
        matrix.swap(column, pivot);
        let divisor = matrix[column][column];
        if divisor.abs() < 1e-12 {
            return None;
        }
        matrix[column].iter_mut().for_each(|value| *value /= divisor);
        let pivot_row = matrix[column].clone();
        for (_, row) in matrix.iter_mut().enumerate().filter(|(index, _)| *index != column) {
            let factor = row[column];
            row.iter_mut().zip(&pivot_row).for_each(|(value, pivot)| *value -= factor * pivot);
        }
    }
    Some(matrix.into_iter().map(|row| row[size..].to_vec()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::{Trinomial, score_of};

    fn encounter(one: usize, other: usize, games: f64, score: f64) -> Encounter {
        Encounter { one, other, games, points: games * score, variance: score * (1.0 - score) }
    }

    #[test]
    fn two_players_are_a_match() {
        let games = Trinomial { wins: 4_000, draws: 3_000, losses: 3_000 };
        let estimate = games.estimate();
        let variance = (0.4 * 0.45f64.powi(2)) + (0.3 * 0.05f64.powi(2)) + (0.3 * 0.55f64.powi(2));
        let encounter = Encounter { one: 0, other: 1, games: 10_000.0, points: 5_500.0, variance };
        let found = ratings(2, &[encounter]);
        let difference = found[0].value - found[1].value;
        assert!((difference - estimate.elo.value).abs() < 0.05, "{difference}");
        // Each has half of the difference's error.
        assert!((2.0 * found[0].error - estimate.elo.error).abs() < 0.02, "{found:?}");
    }

    #[test]
    fn ratings_explain_the_scores() {
        let truth = [150.0, 0.0, -150.0];
        let meet = |one: usize, other: usize| {
            encounter(one, other, 1e7, score_of(truth[one] - truth[other]))
        };
        let found = ratings(3, &[meet(0, 1), meet(1, 2), meet(0, 2)]);
        for (rating, truth) in found.iter().zip(truth) {
            assert!((rating.value - truth).abs() < 0.01, "{found:?}");
        }
        // Through a common opponent alone it works, too, with larger errors.
        let apart = ratings(3, &[meet(0, 1), meet(1, 2)]);
        assert!((apart[0].value - 150.0).abs() < 0.01 && apart[0].error > found[0].error);
    }

    #[test]
    fn perfect_scores_stay_finite() {
        let found = ratings(2, &[encounter(0, 1, 100.0, 1.0)]);
        assert!(found[0].value > 300.0 && found[0].value < 1_000.0, "{found:?}");
        assert!(found[0].error.is_finite());
        let none = ratings(3, &[]);
        assert!(none.iter().all(|rating| rating.value == 0.0 && rating.error.is_infinite()));
    }

    #[test]
    fn one_draw_proves_little() {
        let draw = Encounter { variance: 0.0, ..encounter(0, 1, 1.0, 0.5) };
        for rating in ratings(2, &[draw]) {
            assert_eq!(rating.value, 0.0);
            // Half the error of the difference.
            assert!(rating.error > 150.0, "{rating:?}");
        }
        // A hundred of them prove more.
        let draws = Encounter { games: 100.0, points: 50.0, ..draw };
        assert!(ratings(2, &[draws])[0].error < 10.0);
    }
}
