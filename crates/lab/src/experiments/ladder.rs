//! The ladder of levels: which rating each skill plays at.

/// The ladder that is in use: a first guess.
const LADDER: &str = include_str!("../../../agents/levels/ladder.csv");

/// The measured ladder: a skill from 0 to 1 and its rating, both rising.
pub(super) type Ladder = Vec<(f64, f64)>;

/// The rating of a skill by the ladder in use.
pub(super) fn guess(skill: u32) -> f64 {
    let rungs = LADDER.lines().filter(|line| !line.starts_with('#')).filter_map(|line| {
        let (skill, elo) = line.split_once(',')?;
        Some((skill.trim().parse().ok()?, elo.trim().parse().ok()?))
    });
    interpolate(&rungs.collect::<Vec<(f64, f64)>>(), f64::from(skill) / 1000.0).unwrap_or(1500.0)
}

/// On straight lines between the rungs; beyond the last one, its rating.
pub(super) fn interpolate(ladder: &[(f64, f64)], skill: f64) -> Option<f64> {
    let (first, last) = (ladder.first()?, ladder.last()?);
    if skill <= first.0 {
        return Some(first.1);
    }
    let pair = ladder.windows(2).find(|pair| skill <= pair[1].0);
    Some(pair.map_or(last.1, |pair| {
        let ((x0, y0), (x1, y1)) = (pair[0], pair[1]);
        y0 + (y1 - y0) * (skill - x0) / (x1 - x0)
    }))
}

/// What to say when the ladder does not reach the ratings that can be asked for.
pub(super) fn shortfall(ladder: &Ladder) -> Option<String> {
    let (low, high) = (ladder.first()?.1, ladder.last()?.1);
    let (least, most) = (agents::LEAST_ELO as f64, agents::MOST_ELO as f64);
    let mut words = Vec::new();
    if low > least {
        words.push(format!(
            "The weakest skill plays at {low:.0}, above the {least} that can be asked for."
        ));
    }
    if high < most {
        words.push(format!(
            "The strongest skill plays at {high:.0}, below the {most} that can be asked for."
        ));
    }
    (!words.is_empty()).then(|| words.join(" "))
}
