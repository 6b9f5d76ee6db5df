//! The score of each opening.

use super::super::TournamentReport;
use super::super::svg::{Anchor, Drawing};
use super::WIDTH;

const HEIGHT: f64 = 200.0;
const LEFT: f64 = 52.0;
const RIGHT: f64 = 8.0;

/// A dot for each opening: the first player's score in a match, White's in a
/// larger field. Openings are ordered by it.
pub(in super::super) fn openings(report: &TournamentReport) -> String {
    let is_match = report.meetings.len() == 1;
    let mut scores: Vec<(f64, usize, u64)> = report
        .digest
        .openings
        .iter()
        .map(|(&number, opening)| {
            let half_points = if is_match { opening.first } else { opening.white };
            (half_points as f64 / 2.0 / opening.games as f64, number, opening.games)
        })
        .collect();
    scores.sort_by(|one, other| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)));
    let mut drawing = Drawing::new("Score by opening", WIDTH, HEIGHT);
    let level = |score: f64| HEIGHT - 30.0 - score * (HEIGHT - 44.0);
    for percent in [0, 25, 50, 75, 100] {
        let y = level(f64::from(percent) / 100.0);
        drawing.line(if percent == 50 { "axis" } else { "grid" }, (LEFT, y), (WIDTH - RIGHT, y));
        drawing.text(Anchor::End, (LEFT - 6.0, y + 4.0), &format!("{percent}%"));
    }
    let width = (WIDTH - RIGHT - LEFT) / scores.len().max(1) as f64;
    let radius = (width / 2.0).clamp(1.2, 4.0);
    for (rank, (score, number, games)) in scores.iter().enumerate() {
        let x = LEFT + width * (rank as f64 + 0.5);
        let hint = format!("Opening {}: {:.0}% of {games} games", number + 1, 100.0 * score);
        drawing.dot("dot", (x, level(*score)), radius, &hint);
    }
    let count = format!("{} openings, ordered by score", scores.len());
    drawing.text(Anchor::Middle, ((LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 8.0), &count);
    drawing.finish()
}
