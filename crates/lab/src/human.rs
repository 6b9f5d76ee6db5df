//! How people err, by rating.
//!
//! From 900,000 moves of tournament games with Elo ratings of FIDE, after ply 20 and
//! within ±6 pawns: the loss of winning chance from one position to the next, each
//! judged by Stockfish at depth 14 to 20 (positions of The Week in Chess's games).

/// How often and how much people of one rating err.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct HumanErrors {
    /// Mean loss of winning chance a move, in points of 100.
    pub mean_loss: f64,
    /// Moves that lose 10 points or more, in percent.
    pub mistakes: f64,
    /// Moves that lose 20 points or more, in percent.
    pub blunders: f64,
}

/// Rating, mean loss, and the shares of moves that lose at least 10 and 20 points.
const TABLE: [(f64, f64, f64, f64); 8] = [
    (1200.0, 3.31, 9.9, 2.2),
    (1400.0, 3.24, 8.5, 2.2),
    (1600.0, 2.84, 7.1, 1.9),
    (1800.0, 2.59, 6.1, 1.5),
    (2000.0, 2.24, 4.8, 1.2),
    (2200.0, 1.90, 3.7, 0.8),
    (2400.0, 1.57, 2.6, 0.5),
    (2600.0, 1.38, 2.2, 0.5),
];

/// Below the table only the mean loss is extrapolated: 4.4 at 1000, and the middle
/// of 5.5 to 8 at 400.
const BELOW: [(f64, f64); 2] = [(400.0, 6.75), (1000.0, 4.4)];

/// Winning chance in points of 100, by lichess's curve.
pub fn winning_chance(centipawns: i32) -> f64 {
    50.0 + 50.0 * (2.0 / (1.0 + (-0.003_682_08 * f64::from(centipawns)).exp()) - 1.0)
}

/// How people of this rating err; none outside of the table.
pub fn human_errors(rating: f64) -> Option<HumanErrors> {
    let column = |pick: fn(&(f64, f64, f64, f64)) -> f64| {
        between(&TABLE.map(|row| (row.0, pick(&row))), rating)
    };
    Some(HumanErrors {
        mean_loss: column(|row| row.1)?,
        mistakes: column(|row| row.2)?,
        blunders: column(|row| row.3)?,
    })
}

/// The mean loss of people of this rating, extrapolated below the table; none above
/// it and below 400.
pub fn human_mean_loss(rating: f64) -> Option<f64> {
    let points: Vec<_> = BELOW.into_iter().chain(TABLE.map(|row| (row.0, row.1))).collect();
    between(&points, rating)
}

/// The ratings of the table.
pub(crate) fn table_ratings() -> impl Iterator<Item = f64> {
    TABLE.into_iter().map(|row| row.0)
}

/// On straight lines between the points; none outside of them.
fn between(points: &[(f64, f64)], x: f64) -> Option<f64> {
    points.windows(2).find(|pair| (pair[0].0..=pair[1].0).contains(&x)).map(|pair| {
        let ((x0, y0), (x1, y1)) = (pair[0], pair[1]);
        y0 + (y1 - y0) * (x - x0) / (x1 - x0)
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn the_curve_is_that_of_lichess() {
        assert_eq!(winning_chance(0), 50.0);
        assert!((winning_chance(100) - 59.1).abs() < 0.05);
        assert!((winning_chance(300) + winning_chance(-300) - 100.0).abs() < 1e-9);
        assert!(winning_chance(29_999) > 99.999 && winning_chance(-29_999) < 0.001);
    }

    #[test]
    fn people_between_the_rows_are_between_them() {
        assert_eq!(human_errors(1600.0).unwrap().mistakes, 7.1);
        let between = human_errors(1700.0).unwrap();
        assert!((between.mean_loss - 2.715).abs() < 1e-9 && (between.blunders - 1.7).abs() < 1e-9);
        assert_eq!((human_errors(1100.0), human_errors(2700.0)), (None, None));
        assert_eq!(human_mean_loss(1000.0), Some(4.4));
        assert_eq!(human_mean_loss(300.0), None);
        let losses: Vec<f64> =
            (4..=26).map(|rating| human_mean_loss(f64::from(rating) * 100.0).unwrap()).collect();
        assert!(losses.is_sorted_by(|a, b| a > b), "{losses:?}");
    }
}
