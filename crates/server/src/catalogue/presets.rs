//! Agents that people choose by name, the weakest first.

use std::collections::BTreeMap;

use agents::Kind;

use super::{Catalogue, EXTERNAL, label_of};
use crate::messages::AgentPreset;
use crate::ratings::{Measured, RATED, measured, strength_among};

impl Catalogue {
    pub(super) fn presets(&self) -> Vec<AgentPreset> {
        self.presets_among(measured())
    }

    fn presets_among(&self, measured: &[Measured]) -> Vec<AgentPreset> {
        let preset = |kind: &str, options: BTreeMap<String, String>, label, about| {
            let strength = strength_among(measured, kind, &options);
            AgentPreset {
                agent: kind.to_owned(),
                options,
                label,
                about,
                rating: strength.map(|it| it.rating),
                provisional: strength.is_some_and(|it| it.provisional),
            }
        };
        let rungs = elo_range().map(rungs).unwrap_or_default();
        let mut presets: Vec<AgentPreset> = Vec::new();
        for elo in rungs {
            let options = BTreeMap::from([("elo".to_owned(), elo.to_string())]);
            presets.push(preset("engine", options, format!("Kythu {elo}"), band(elo).to_owned()));
        }
        let has_ladder = !presets.is_empty();
        for agent in RATED.iter().filter(|agent| !(has_ladder && agent.kind == "engine")) {
            let (label, about) = (agent.label.to_owned(), agent.about.to_owned());
            presets.push(preset(agent.kind, agent.options(), label, about));
        }
        // Whoever was measured besides.
        for known in measured {
            let is_it = |preset: &AgentPreset| {
                preset.agent == known.kind && preset.options == known.options
            };
            if !presets.iter().any(is_it) {
                let label = label_of(known.kind, &known.options);
                let about = band(known.strength.rating as u64).to_owned();
                presets.push(preset(known.kind, known.options.clone(), label, about));
            }
        }
        presets.sort_by(|one, other| {
            one.rating.unwrap_or(f64::MAX).total_cmp(&other.rating.unwrap_or(f64::MAX))
        });
        presets.extend(self.engines.iter().map(|engine| AgentPreset {
            agent: format!("{EXTERNAL}{}", engine.name),
            options: BTreeMap::new(),
            label: engine.name.clone(),
            about: "an external engine".to_owned(),
            rating: None,
            provisional: false,
        }));
        presets
    }

    /// The opponent that is most surely of this strength: a guess that happens to lie
    /// nearer is no better than a level that is known.
    pub(crate) fn even_game(&self, level: f64) -> Option<AgentPreset> {
        self.even_game_among(measured(), level)
    }

    fn even_game_among(&self, measured: &[Measured], level: f64) -> Option<AgentPreset> {
        let with_difference = |preset: AgentPreset| {
            let strength = strength_among(measured, &preset.agent, &preset.options)?;
            // The expected square of the difference, under its root.
            Some(((strength.rating - level).hypot(strength.deviation), preset))
        };
        let rated = self.presets_among(measured).into_iter().filter_map(with_difference);
        rated.min_by(|one, other| one.0.total_cmp(&other.0)).map(|(_, preset)| preset)
    }
}

/// The range of the engine's Elo, if it can be asked for.
fn elo_range() -> Option<(u64, u64)> {
    let options = Kind::find("engine").ok()?.options();
    match options.iter().find(|option| option.name == "elo")?.values {
        agents::OptionValues::Number { min, max, .. } => Some((min, max)),
        _ => None,
    }
}

/// From one end of the scale to the other, a hundred apart.
fn rungs((least, most): (u64, u64)) -> Vec<u64> {
    (least.div_ceil(100)..=most / 100).map(|step| step * 100).collect()
}

/// A word for a strength.
fn band(elo: u64) -> &'static str {
    match elo {
        0..800 => "knows the rules",
        800..1100 => "plays now and then",
        1100..1400 => "a club beginner",
        1400..1700 => "a club player",
        1700..2000 => "a strong club player",
        2000..2300 => "a candidate master",
        2300..2500 => "a master",
        _ => "a grandmaster",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ratings::read;

    /// As the lab writes it.
    const RATINGS: &str = "player,rating,error,games\n\
        engine,2439,144,76\n\
        engine?elo=1200,1329,108,108\n\
        engine?elo=400,763,185,108\n\
        mcts,1982,95,108\n\
        minimax?level=medium,1711,92,108\n\
        mcts?level=hard,796,192,108\n\
        mcts?level=easy,196,298,92\n\
        random,-614,808,76\n";

    #[test]
    fn levels_keep_their_number_and_the_others_have_the_measured_one() {
        let presets = Catalogue::new(&[], 1, 60.0).presets_among(&read(RATINGS));
        let rating = |label: &str| {
            let mut found = presets.iter().filter(|preset| preset.label == label);
            let preset = found.next().unwrap_or_else(|| panic!("{label}"));
            assert_eq!(found.next(), None, "{label} once");
            preset.rating
        };
        assert_eq!(rating("Kythu 1200"), Some(1200.0));
        assert_eq!(rating("Kythu 400"), Some(400.0));
        assert_eq!(rating("Kythu"), Some(2439.0));
        assert_eq!(rating("Minimax, Medium"), Some(1711.0));
        assert_eq!(rating("MCTS"), Some(1982.0));
        assert_eq!(rating("MCTS, Hard"), Some(796.0));
        assert_eq!(rating("Random"), Some(-614.0));
        assert!(presets.is_sorted_by_key(|preset| preset.rating.map(|rating| rating as i64)));
    }

    #[test]
    fn even_games_are_against_those_whose_strength_is_known() {
        let catalogue = Catalogue::new(&[], 1, 60.0);
        let (measured, guessed) = (read(RATINGS), read(""));
        let even = |measured: &[Measured], level| {
            catalogue.even_game_among(measured, level).map(|preset| preset.label)
        };
        for (level, label) in [
            // Measured well, and near.
            (1720.0, "Minimax, Medium"),
            (1990.0, "MCTS"),
            // Nobody else is near.
            (1210.0, "Kythu 1200"),
            (2790.0, "Kythu 2800"),
            (4000.0, "Kythu 2800"),
            // Nearer, but nobody knows how strong that one is.
            (800.0, "Kythu 800"),
            (100.0, "MCTS, Easy"),
        ] {
            assert_eq!(even(&measured, level).as_deref(), Some(label), "{level}");
        }
        // Guesses do not come before the ladder, either.
        assert_eq!(even(&guessed, 1401.0).as_deref(), Some("Kythu 1400"));
        assert_eq!(even(&guessed, 390.0).as_deref(), Some("Kythu 400"));
    }
}
