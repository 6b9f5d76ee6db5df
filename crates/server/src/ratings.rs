//! What is known of the agents' strength.
//!
//! A level of the engine, `engine?elo=N`, has the rating N: that ladder was
//! calibrated rung by rung, which says more than a few games of a round robin, and
//! a card that says "Kythu 1200" and another number as well would puzzle people.
//! For the others, what the lab has measured comes first:
//! `crates/agents/levels/ratings.csv`, written by `kythu lab ratings --write`, is
//! embedded where it exists. **Everything else here is provisional.** No tournament
//! against rated opponents stands behind these numbers: they are guesses of their
//! order and distance, with Random set to 400, good for finding an even game to
//! begin with. `provisional` tells the page so, and is said as well of measurements
//! that are no surer than such a guess.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use agents::Spec;

/// How sure an estimate of this table is, as Glicko-2's deviation.
const PROVISIONAL_DEVIATION: f64 = 150.0;
/// How sure the ladder is.
const LADDER_DEVIATION: f64 = 80.0;
/// No measurement is surer than this: people meet agents at other time controls.
const LEAST_DEVIATION: f64 = 30.0;
/// Half of a 95% interval in deviations.
const HALF_INTERVAL: f64 = 1.96;

/// How strong an agent is.
#[derive(Copy, Clone, PartialEq, Debug)]
pub(crate) struct Strength {
    pub(crate) rating: f64,
    /// Glicko-2's.
    pub(crate) deviation: f64,
    /// Is it a guess that nobody has measured?
    pub(crate) provisional: bool,
}

/// An agent whose strength is guessed.
#[derive(Copy, Clone, PartialEq, Debug)]
pub(crate) struct RatedAgent {
    pub(crate) kind: &'static str,
    pub(crate) options: &'static [(&'static str, &'static str)],
    pub(crate) label: &'static str,
    pub(crate) about: &'static str,
    pub(crate) rating: f64,
}

impl RatedAgent {
    pub(crate) fn options(&self) -> BTreeMap<String, String> {
        let own = |&(name, value): &(&str, &str)| (name.to_owned(), value.to_owned());
        self.options.iter().map(own).collect()
    }
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

/// A player that the lab has measured.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Measured {
    /// The kind of agent.
    pub(crate) kind: &'static str,
    /// What is set.
    pub(crate) options: BTreeMap<String, String>,
    pub(crate) strength: Strength,
}

/// All that the lab has measured, but for external engines.
pub(crate) fn measured() -> &'static [Measured] {
    static MEASURED: OnceLock<Vec<Measured>> = OnceLock::new();
    MEASURED.get_or_init(|| read(include_str!(concat!(env!("OUT_DIR"), "/ratings.csv"))))
}

/// Reads `player,rating,error,games`. A player of another program, an external
/// engine, or a line that makes no sense is passed over: ratings are no reason not
/// to play.
pub(crate) fn read(csv: &str) -> Vec<Measured> {
    let line = |line: &str| {
        let mut cells = line.split(',').map(str::trim);
        let spec: Spec = cells.next()?.parse().ok()?;
        let rating: f64 = cells.next()?.parse().ok()?;
        let error: f64 = cells.next()?.parse().ok()?;
        let deviation = (error / HALF_INTERVAL).max(LEAST_DEVIATION);
        let is_sound = rating.is_finite() && deviation.is_finite() && spec.kind().name != "uci";
        let options = spec.options().iter();
        let own = |(name, value): &(String, Option<String>)| {
            (name.clone(), value.clone().unwrap_or_default())
        };
        is_sound.then(|| Measured {
            kind: spec.kind().name,
            options: options.map(own).collect(),
            strength: Strength {
                rating,
                deviation,
                provisional: deviation > PROVISIONAL_DEVIATION,
            },
        })
    };
    csv.lines().filter_map(line).collect()
}

/// The strength of an agent with these options, if it is known.
pub(crate) fn strength(kind: &str, options: &BTreeMap<String, String>) -> Option<Strength> {
    strength_among(measured(), kind, options)
}

pub(crate) fn strength_among(
    measured: &[Measured],
    kind: &str,
    options: &BTreeMap<String, String>,
) -> Option<Strength> {
    // A name changes nothing.
    let mut telling = options.clone();
    telling.remove("name");
    if kind == "engine"
        && telling.len() == 1
        && let Some(elo) = telling.get("elo")
    {
        let rating = elo.parse().ok()?;
        return Some(Strength { rating, deviation: LADDER_DEVIATION, provisional: false });
    }
    if let Some(known) = measured.iter().find(|it| it.kind == kind && it.options == telling) {
        return Some(known.strength);
    }
    let is_it = |agent: &&RatedAgent| agent.kind == kind && agent.options() == telling;
    RATED.iter().find(is_it).map(|agent| Strength {
        rating: agent.rating,
        deviation: PROVISIONAL_DEVIATION,
        provisional: true,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(pairs: &[(&str, &str)]) -> BTreeMap<String, String> {
        let owned = |&(name, value): &(&str, &str)| (name.to_owned(), value.to_owned());
        pairs.iter().map(owned).collect()
    }

    #[test]
    fn the_table_is_sound() {
        assert!(RATED.is_sorted_by(|one, next| one.rating < next.rating));
        for agent in RATED {
            let pairs = agent.options().into_iter().map(|(name, value)| (name, Some(value)));
            let kind = agents::Kind::find(agent.kind).unwrap();
            let spec = Spec::from_options(kind, &pairs.collect::<Vec<_>>()).unwrap();
            assert!(spec.is_bounded(), "{spec}");
        }
    }

    #[test]
    fn options_that_change_the_play_are_another_agent() {
        let rating = |kind, pairs: &[(&str, &str)]| {
            strength_among(&[], kind, &options(pairs)).map(|it| (it.rating, it.provisional))
        };
        assert_eq!(rating("minimax", &[("level", "hard")]), Some((1600.0, true)));
        assert_eq!(rating("minimax", &[("level", "hard"), ("name", "X")]), Some((1600.0, true)));
        assert_eq!(rating("minimax", &[("level", "hard"), ("qs", "off")]), None);
        assert_eq!(rating("engine", &[("elo", "1500")]), Some((1500.0, false)));
        assert_eq!(rating("engine", &[("elo", "1500"), ("book", "on")]), None);
        assert_eq!(rating("engine", &[]), None);
        // Whatever another program means by it.
        assert_eq!(rating("external:mine", &[("elo", "1500")]), None);
    }

    #[test]
    fn what_was_measured_comes_first() {
        let csv = "player,rating,error,games\n\
                   minimax?level=hard,1712,39,420\n\
                   engine?elo=1200,1329,108,108\n\
                   engine,2439,196,76\n\
                   random,-614,808,76\n\
                   stockfish?UCI_Elo=1350,1350,0,90\n\
                   uci?cmd=/bin/sh,2000,10,5\n\
                   mcts?level=hard,NaN,10,5\n\
                   rubbish";
        let measured = read(csv);
        assert_eq!(measured.len(), 4, "{measured:?}");
        let strength = |kind, pairs: &[(&str, &str)]| {
            strength_among(&measured, kind, &options(pairs)).unwrap()
        };
        let hard = strength("minimax", &[("level", "hard"), ("name", "Tutor")]);
        assert_eq!((hard.rating, hard.deviation, hard.provisional), (1712.0, 30.0, false));
        let engine = strength("engine", &[]);
        assert_eq!((engine.rating, engine.deviation, engine.provisional), (2439.0, 100.0, false));
        // A level is called by its rung of the ladder, whatever a round robin says.
        let level = strength("engine", &[("elo", "1200")]);
        assert_eq!((level.rating, level.deviation), (1200.0, LADDER_DEVIATION));
        // Measured, but hardly: every game lost says little about by how much.
        let random = strength("random", &[]);
        assert_eq!((random.rating, random.provisional), (-614.0, true));
        // What was not measured stays what it was.
        assert!(strength("minimax", &[("level", "easy")]).provisional);
        assert_eq!(strength("engine", &[("elo", "1300")]).rating, 1300.0);
    }

    /// Whatever the lab has committed can be read.
    #[test]
    fn the_committed_ratings_make_sense() {
        for known in measured() {
            // Random may well be below zero on the scale of people.
            assert!((-2000.0..4000.0).contains(&known.strength.rating), "{known:?}");
        }
    }
}
