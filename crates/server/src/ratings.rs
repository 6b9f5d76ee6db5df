//! What is known of the agents' strength.
//!
//! An engine with an `elo` option is rated by that option: the ladder behind it is
//! measured. **Everything else here is provisional.** No tournament against rated
//! opponents stands behind these numbers: they are guesses of their order and
//! distance, with Random set to 400, good for finding an even game to begin with.
//! `provisional` tells the page so.

use std::collections::BTreeMap;

/// How sure an estimate of this table is, as Glicko-2's deviation.
const PROVISIONAL_DEVIATION: f64 = 150.0;
/// How sure the measured ladder is.
const MEASURED_DEVIATION: f64 = 80.0;

/// How sure the rating of an agent with these options is.
pub(crate) fn deviation(options: &BTreeMap<String, String>) -> f64 {
    if options.contains_key("elo") { MEASURED_DEVIATION } else { PROVISIONAL_DEVIATION }
}

/// An agent whose strength is known.
#[derive(Copy, Clone, PartialEq, Debug)]
pub(crate) struct RatedAgent {
    pub(crate) kind: &'static str,
    pub(crate) options: &'static [(&'static str, &'static str)],
    pub(crate) label: &'static str,
    pub(crate) about: &'static str,
    pub(crate) rating: f64,
}

const fn rated(
    kind: &'static str,
    options: &'static [(&'static str, &'static str)],
    label: &'static str,
    about: &'static str,
    rating: f64,
) -> RatedAgent {
    RatedAgent { kind, options, label, about, rating }
}

/// The weakest first.
pub(crate) const RATED: [RatedAgent; 11] = [
    rated("random", &[], "Random", "plays any legal move", 400.0),
    rated(
        "minimax",
        &[("depth", "1"), ("qs", "off")],
        "Minimax, Beginner",
        "looks one move ahead, and takes what it can",
        800.0,
    ),
    rated("minimax", &[("depth", "1")], "Minimax, Novice", "looks one ply ahead", 1000.0),
    rated("minimax", &[("level", "easy")], "Minimax, Easy", "looks two plies ahead", 1200.0),
    rated("minimax", &[("level", "medium")], "Minimax, Medium", "looks three plies ahead", 1400.0),
    rated("minimax", &[("level", "hard")], "Minimax, Hard", "looks four plies ahead", 1600.0),
    rated("engine", &[("nodes", "1000")], "Kythu, 1,000 nodes", "a strong club player", 1850.0),
    rated("engine", &[("nodes", "4000")], "Kythu, 4,000 nodes", "a candidate master", 2100.0),
    rated("engine", &[("nodes", "20000")], "Kythu, 20,000 nodes", "a master", 2350.0),
    rated("engine", &[("nodes", "100000")], "Kythu, 100,000 nodes", "a grandmaster", 2600.0),
    rated("engine", &[("movetime", "1")], "Kythu", "at its strongest, a second a move", 2900.0),
];

/// The rating of an agent with these options, if it is known.
pub(crate) fn rating(kind: &str, options: &BTreeMap<String, String>) -> Option<f64> {
    // A name changes nothing.
    let telling: BTreeMap<&str, &str> = options
        .iter()
        .filter(|(name, _)| *name != "name")
        .map(|(name, value)| (name.as_str(), value.as_str()))
        .collect();
    if telling.len() == 1
        && let Some(elo) = telling.get("elo")
    {
        return elo.parse().ok();
    }
    let is_it = |agent: &&RatedAgent| {
        agent.kind == kind && agent.options.iter().copied().collect::<BTreeMap<_, _>>() == telling
    };
    RATED.iter().find(is_it).map(|agent| agent.rating)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sound() {
        assert!(RATED.is_sorted_by(|one, next| one.rating < next.rating));
        for agent in RATED {
            let pairs = agent.options.iter();
            let pairs: Vec<_> =
                pairs.map(|&(name, value)| (name.to_owned(), Some(value.to_owned()))).collect();
            let kind = agents::Kind::find(agent.kind).unwrap();
            let spec = agents::Spec::from_options(kind, &pairs).unwrap();
            assert!(spec.is_bounded(), "{spec}");
        }
    }

    #[test]
    fn options_that_change_the_play_are_another_agent() {
        let options = |pairs: &[(&str, &str)]| {
            let owned = |&(name, value): &(&str, &str)| (name.to_owned(), value.to_owned());
            pairs.iter().map(owned).collect::<BTreeMap<_, _>>()
        };
        assert_eq!(rating("minimax", &options(&[("level", "hard")])), Some(1600.0));
        assert_eq!(rating("minimax", &options(&[("level", "hard"), ("name", "X")])), Some(1600.0));
        assert_eq!(rating("minimax", &options(&[("level", "hard"), ("qs", "off")])), None);
        assert_eq!(rating("engine", &options(&[("elo", "1500")])), Some(1500.0));
        assert_eq!(rating("engine", &options(&[])), None);
    }
}
