//! How far a player sees, and how well it judges what it sees.

use super::params::*;

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
        let (least, most) = (NODES_LEAST.ln(), NODES_MOST.ln());
        (least + (most - least) * self.0).exp() as u64
    }

    /// How far, in centipawns, its judgement of a move lies off in an ordinary
    /// moment.
    pub(crate) fn misjudgement(self) -> f64 {
        MISJUDGEMENT_MOST * (1.0 - self.0).powf(MISJUDGEMENT_CURVE)
    }

    /// How likely it overlooks a quiet move altogether.
    pub(crate) fn overlooks(self) -> f64 {
        OVERLOOK_MOST * (1.0 - self.0).powf(OVERLOOK_CURVE)
    }

    /// How many moves it weighs against each other.
    pub(crate) fn candidates(self) -> usize {
        let range = (CANDIDATES_MOST - CANDIDATES_LEAST) as f64;
        CANDIDATES_LEAST + (range * (1.0 - self.0)).round() as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_skill_sees_more_and_errs_less() {
        let ladder: Vec<Skill> = (0..=50).map(|step| Skill::new(f64::from(step) / 50.0)).collect();
        for pair in ladder.windows(2) {
            assert!(pair[0].nodes() <= pair[1].nodes());
            assert!(pair[0].misjudgement() > pair[1].misjudgement());
            assert!(pair[0].overlooks() > pair[1].overlooks());
            assert!(pair[0].candidates() >= pair[1].candidates());
        }
        assert_eq!(Skill::new(1.0).misjudgement(), 0.0);
        assert_eq!(Skill::new(7.0), Skill::new(1.0));
    }
}
