//! Agents that people choose by name, the weakest first.

use std::collections::BTreeMap;

use agents::Kind;

use super::{Catalogue, EXTERNAL, label_of};
use crate::messages::AgentPreset;
use crate::ratings::{RATED, measured, strength};

impl Catalogue {
    pub(super) fn presets(&self) -> Vec<AgentPreset> {
        let mut presets: Vec<AgentPreset> = match elo_range() {
            Some((least, most)) => elo_ladder(least, most),
            None => Vec::new(),
        };
        let has_ladder = !presets.is_empty();
        for agent in RATED.iter().filter(|agent| !(has_ladder && agent.kind == "engine")) {
            let (label, about) = (agent.label.to_owned(), agent.about.to_owned());
            presets.push(preset(agent.kind, agent.options(), label, about));
        }
        // Whoever was measured besides.
        for known in measured() {
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

    /// The opponent whose rating is nearest.
    pub(crate) fn even_game(&self, level: f64) -> Option<AgentPreset> {
        let rated = self.presets().into_iter().filter_map(|preset| Some((preset.rating?, preset)));
        let distance = |rating: f64| (rating - level).abs();
        rated.min_by(|one, other| distance(one.0).total_cmp(&distance(other.0))).map(|(_, it)| it)
    }
}

fn preset(
    kind: &str,
    options: BTreeMap<String, String>,
    label: String,
    about: String,
) -> AgentPreset {
    let strength = strength(kind, &options);
    AgentPreset {
        agent: kind.to_owned(),
        options,
        label,
        about,
        rating: strength.map(|it| it.rating),
        provisional: strength.is_some_and(|it| it.provisional),
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

/// Engines from one end of the scale to the other, a hundred apart.
fn elo_ladder(least: u64, most: u64) -> Vec<AgentPreset> {
    let steps = (least.div_ceil(100)..=most / 100).map(|step| step * 100);
    let level = |elo: u64| {
        let options = BTreeMap::from([("elo".to_owned(), elo.to_string())]);
        preset("engine", options, format!("Kythu {elo}"), band(elo).to_owned())
    };
    steps.map(level).collect()
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
