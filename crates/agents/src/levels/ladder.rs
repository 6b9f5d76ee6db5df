//! From ratings to skills: the measured ladder.

use super::skill::Skill;

/// The lowest and the highest rating that can be asked for.
pub const LEAST_ELO: u64 = 400;
/// The highest rating that can be asked for.
pub const MOST_ELO: u64 = 2800;

/// What `kythu lab calibrate` measured: a skill and its rating a line.
const MEASURED: &str = include_str!("../../levels/ladder.csv");

/// The skill that plays at this rating, between the measured ones by straight
/// lines.
pub(crate) fn skill(elo: u64) -> Skill {
    let elo = elo.clamp(LEAST_ELO, MOST_ELO) as f64;
    let rungs = rungs(MEASURED);
    let above = rungs.iter().position(|rung| rung.elo >= elo).unwrap_or(rungs.len() - 1).max(1);
    let (low, high) = (rungs[above - 1], rungs[above]);
    let share = (elo - low.elo) / (high.elo - low.elo);
    Skill::new(low.skill + share * (high.skill - low.skill))
}

/// A skill and the rating it was measured at.
#[derive(Copy, Clone, PartialEq, Debug)]
struct Rung {
    skill: f64,
    elo: f64,
}

/// The lines of the table; those that begin with `#` say where it comes from.
fn rungs(table: &str) -> Vec<Rung> {
    let lines = table.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    let rung = |line: &str| {
        let mut fields = line.split(',').map(|field| field.trim().parse().ok());
        Some(Rung { skill: fields.next()??, elo: fields.next()?? })
    };
    lines.filter_map(rung).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ladder_rises_and_reaches_both_ends() {
        let rungs = rungs(MEASURED);
        assert!(rungs.len() >= 2);
        assert!(rungs.is_sorted_by(|a, b| a.skill < b.skill && a.elo < b.elo));
        // Ratings below all anchors are known to within 250 points or so.
        assert!(rungs[0].elo <= LEAST_ELO as f64 + 50.0);
        assert!(rungs[rungs.len() - 1].elo >= MOST_ELO as f64);
        let comments = MEASURED.lines().filter(|line| line.starts_with('#')).count();
        let lines = MEASURED.lines().filter(|line| !line.is_empty()).count();
        assert_eq!(rungs.len() + comments, lines, "every line is understood");
    }

    #[test]
    fn ratings_between_rungs_lie_between_skills() {
        let skills: Vec<Skill> = (LEAST_ELO..=MOST_ELO).step_by(50).map(skill).collect();
        assert!(skills.is_sorted());
        assert_eq!(skill(0), skill(LEAST_ELO));
        assert_eq!(skill(9_999), skill(MOST_ELO));
    }
}
