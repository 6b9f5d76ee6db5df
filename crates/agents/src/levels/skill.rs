//! How far a player sees, and how well it judges what it sees.

use super::params::{RUNGS, Rung};

/// From 0, somebody who has just learned the rules, to 1, who errs no more than
/// its nodes make it.
#[derive(Copy, Clone, PartialEq, PartialOrd, Debug)]
pub(crate) struct Skill(f64);

impl Skill {
    pub(crate) const fn new(skill: f64) -> Skill {
        Skill(skill.clamp(0.0, 1.0))
    }

    /// Nodes after which it begins no new iteration.
    pub(crate) fn nodes(self) -> u64 {
        self.between(|rung| rung.nodes.ln()).exp().round() as u64
    }

    /// How far, in centipawns, its judgement of a move lies off in an ordinary
    /// moment.
    pub(crate) fn misjudgement(self) -> f64 {
        self.between(|rung| rung.misjudgement)
    }

    /// How likely it overlooks a quiet move altogether.
    pub(crate) fn overlooks(self) -> f64 {
        self.between(|rung| rung.overlooks)
    }

    /// The loss of winning chance, in points of 100, above which it plays no move
    /// whose price it sees.
    pub(crate) fn gives_away(self) -> f64 {
        self.between(|rung| rung.gives_away)
    }

    /// How likely it plays what the first look at a position suggests.
    pub(crate) fn lapses(self) -> f64 {
        self.between(|rung| rung.lapses)
    }

    /// How many moves it weighs against each other, on average.
    pub(crate) fn candidates(self) -> f64 {
        self.between(|rung| rung.candidates)
    }

    /// A value on the straight line between the rungs around this skill.
    fn between(self, value: impl Fn(&Rung) -> f64) -> f64 {
        let last = RUNGS.len() - 1;
        let above = RUNGS.iter().position(|rung| rung.skill >= self.0).unwrap_or(last).max(1);
        let (low, high) = (&RUNGS[above - 1], &RUNGS[above]);
        let share = (self.0 - low.skill) / (high.skill - low.skill);
        value(low) + share * (value(high) - value(low))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_skill_sees_more_and_errs_less() {
        assert!(RUNGS.is_sorted_by(|a, b| a.skill < b.skill));
        let ladder: Vec<Skill> = (0..=48).map(|step| Skill::new(f64::from(step) / 48.0)).collect();
        for pair in ladder.windows(2) {
            assert!(pair[0].nodes() <= pair[1].nodes());
            assert!(pair[0].misjudgement() >= pair[1].misjudgement());
            assert!(pair[0].overlooks() >= pair[1].overlooks());
            assert!(pair[0].candidates() >= pair[1].candidates());
            assert!(pair[0].gives_away() >= pair[1].gives_away());
            assert!(
                pair[0].nodes() < pair[1].nodes()
                    || pair[0].misjudgement() > pair[1].misjudgement()
            );
        }
        assert_eq!(Skill::new(1.0).misjudgement(), 0.0);
        assert_eq!(Skill::new(7.0), Skill::new(1.0));
        assert_eq!(Skill::new(0.0).nodes(), 1);
        assert_eq!(Skill::new(1.0).nodes(), 4_000_000);
    }
}
