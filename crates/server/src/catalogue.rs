//! The agents that the page may use, and what it may set about them.
//!
//! The page never names a file or a command: options that do are left out of the
//! forms and refused from requests, and external engines are those that the
//! command line named.

use std::collections::BTreeMap;

use agents::{Kind, Spec};

use crate::config::EngineCommand;
use crate::error::{Code, Refusal};
use crate::messages::{
    AgentKind, AgentKinds, AgentPreset, Choice, KindColor, OptionForm, OptionGroup, OptionValues,
    Seat,
};
use crate::params::{HASH, OPTION_VALUE, OPTIONS, SAFE_INTEGER};
use crate::ratings::{RATED, rating};

/// What the name of an external engine begins with.
const EXTERNAL: &str = "external:";
/// The kind that runs commands.
const RUNS_COMMANDS: &str = "uci";

/// The agents of this server.
#[derive(Debug)]
pub(crate) struct Catalogue {
    engines: Vec<EngineCommand>,
    search_threads: usize,
    search_seconds: f64,
}

impl Catalogue {
    pub(crate) fn new(
        engines: &[EngineCommand],
        search_threads: usize,
        search_seconds: f64,
    ) -> Catalogue {
        Catalogue { engines: engines.to_vec(), search_threads, search_seconds }
    }

    /// All that the page can choose from.
    pub(crate) fn view(&self) -> AgentKinds {
        let own = own_kinds().map(|kind| AgentKind {
            id: kind.name.to_owned(),
            title: title(kind.name),
            about: kind.about.to_owned(),
            color: color(kind.name),
            options: self.forms(kind),
        });
        let external = self.engines.iter().map(|engine| AgentKind {
            id: format!("{EXTERNAL}{}", engine.name),
            title: engine.name.clone(),
            about: "An external engine of this server".to_owned(),
            color: KindColor::External,
            options: Kind::find(RUNS_COMMANDS).map(|kind| self.forms(kind)).unwrap_or_default(),
        });
        AgentKinds { kinds: own.chain(external).collect(), presets: self.presets() }
    }

    fn forms(&self, kind: &Kind) -> Vec<OptionForm> {
        kind.options().iter().filter_map(|option| self.form(option)).collect()
    }

    fn form(&self, option: &agents::AgentOption) -> Option<OptionForm> {
        use agents::OptionValues as Values;
        let choices = |choices: &[agents::OptionChoice]| -> Vec<Choice> {
            let copy = |choice: &agents::OptionChoice| Choice {
                name: choice.name.to_owned(),
                about: choice.about.clone(),
            };
            choices.iter().map(copy).collect()
        };
        let values = match &option.values {
            Values::Number { min, max, unit, default } => OptionValues::Number {
                min: *min,
                max: self.most(option.name).min(*max),
                unit: (*unit).to_owned(),
                default: *default,
            },
            Values::Decimal { min, max, unit, default } => {
                let most = if option.name == "movetime" { self.search_seconds } else { *max };
                let unit = (*unit).to_owned();
                OptionValues::Decimal { min: *min, max: most.min(*max), unit, default: *default }
            }
            Values::Choice { choices: words, default } => OptionValues::Choice {
                choices: choices(words),
                default: default.map(str::to_owned),
            },
            Values::Switch { default } => OptionValues::Switch { default: *default },
            Values::Set { presets, members, default } => OptionValues::Set {
                presets: choices(presets),
                members: choices(members),
                default: default.clone(),
            },
            Values::Text => OptionValues::Text,
            Values::List | Values::File { .. } => return None,
        };
        Some(OptionForm {
            name: option.name.to_owned(),
            uci: option.uci_name().to_owned(),
            label: option.label.clone(),
            about: option.about.clone(),
            group: match option.group {
                agents::OptionGroup::Main => OptionGroup::Main,
                agents::OptionGroup::Limits => OptionGroup::Limits,
                agents::OptionGroup::Book => OptionGroup::Book,
                agents::OptionGroup::Resources => OptionGroup::Resources,
                agents::OptionGroup::Techniques => OptionGroup::Techniques,
                agents::OptionGroup::Tuning => OptionGroup::Tuning,
            },
            values,
        })
    }

    /// The most that the page may set a number to.
    fn most(&self, option: &str) -> u64 {
        match option {
            "hash" => HASH,
            "threads" => self.search_threads as u64,
            _ => SAFE_INTEGER,
        }
    }

    fn presets(&self) -> Vec<AgentPreset> {
        let mut presets: Vec<AgentPreset> = match elo_range() {
            Some((least, most)) => elo_ladder(least, most),
            None => Vec::new(),
        };
        let has_ladder = !presets.is_empty();
        for agent in RATED.iter().filter(|agent| !(has_ladder && agent.kind == "engine")) {
            let own = |&(name, value): &(&str, &str)| (name.to_owned(), value.to_owned());
            presets.push(AgentPreset {
                agent: agent.kind.to_owned(),
                options: agent.options.iter().map(own).collect(),
                label: agent.label.to_owned(),
                about: agent.about.to_owned(),
                rating: Some(agent.rating),
                provisional: true,
            });
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

    /// The agent that a page asks for, if it may have it.
    pub(crate) fn spec(
        &self,
        agent: &str,
        options: &BTreeMap<String, String>,
    ) -> Result<Spec, Refusal> {
        let bad = |message: String| Refusal::new(Code::BadAgent, message);
        let external = match agent.strip_prefix(EXTERNAL) {
            Some(name) => {
                Some(self.engines.iter().find(|engine| engine.name == name).ok_or_else(|| {
                    bad("This server has no external engine of that name.".to_owned())
                })?)
            }
            None => None,
        };
        let kind = match external {
            Some(_) => Kind::find(RUNS_COMMANDS),
            None if agent == RUNS_COMMANDS => {
                return Err(Refusal::new(
                    Code::OptionNotAllowed,
                    "External engines are set up where the server is started: \
                     kythu serve --engine NAME=CMD.",
                ));
            }
            None => Kind::find(agent),
        };
        let kind = kind.map_err(|error| bad(error.to_string()))?;
        let mut pairs = Vec::new();
        if let Some(engine) = external {
            pairs.push(("cmd".to_owned(), Some(engine.program.clone())));
            let argument = |text: &String| ("arg".to_owned(), Some(text.clone()));
            pairs.extend(engine.arguments.iter().map(argument));
            if !options.contains_key("name") {
                pairs.push(("name".to_owned(), Some(engine.name.clone())));
            }
        }
        self.check(kind, options)?;
        pairs.extend(options.iter().map(|(name, value)| (name.clone(), Some(value.clone()))));
        Spec::from_options(kind, &pairs).map_err(|error| bad(error.to_string()))
    }

    /// Refuses what the page may not set.
    fn check(&self, kind: &Kind, options: &BTreeMap<String, String>) -> Result<(), Refusal> {
        let refuse = |message: String| Err(Refusal::new(Code::OptionNotAllowed, message));
        if options.len() > OPTIONS {
            return refuse(format!("No more than {OPTIONS} options can be set."));
        }
        let descriptions = kind.options();
        for (name, value) in options {
            let shown: String = name.chars().take(40).collect();
            if value.chars().count() > OPTION_VALUE || name.chars().count() > OPTION_VALUE {
                return refuse(format!("{shown}: the value is too long."));
            }
            if value.chars().chain(name.chars()).any(char::is_control) {
                return refuse(format!("{shown}: control characters are not allowed."));
            }
            let Some(option) = descriptions.iter().find(|option| option.name == *name) else {
                // The options of an engine itself may name files, too.
                if kind.open {
                    return refuse(format!("{shown} cannot be set from the page."));
                }
                continue; // The spec knows what to say, and what may have been meant.
            };
            match self.form(option).map(|form| form.values) {
                None => {
                    return refuse(format!("{shown} names a file; the page cannot set it."));
                }
                Some(OptionValues::Number { max, .. })
                    if value.parse::<u64>().is_ok_and(|number| number > max) =>
                {
                    return refuse(format!("{shown}: here {max} is the most."));
                }
                Some(OptionValues::Decimal { max, .. })
                    if value.parse::<f64>().is_ok_and(|number| number > max) =>
                {
                    return refuse(format!("{shown}: here {max} is the most."));
                }
                Some(_) => {}
            }
        }
        Ok(())
    }

    /// How an agent is shown at the board.
    pub(crate) fn seat(
        &self,
        agent: &str,
        options: &BTreeMap<String, String>,
        spec: &Spec,
    ) -> Seat {
        let is_preset = |preset: &AgentPreset| preset.agent == agent && preset.options == *options;
        let label = match options.get("name") {
            Some(name) => name.clone(),
            None => match self.presets().into_iter().find(is_preset) {
                Some(preset) => preset.label,
                None => label(agent, options, spec),
            },
        };
        Seat::Agent {
            agent: agent.to_owned(),
            options: options.clone(),
            label,
            color: color(agent),
            rating: rating(agent, options),
            title: None,
        }
    }
}

fn own_kinds() -> impl Iterator<Item = &'static Kind> {
    agents::kinds().iter().filter(|kind| kind.name != RUNS_COMMANDS)
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
    let preset = |elo: u64| AgentPreset {
        agent: "engine".to_owned(),
        options: BTreeMap::from([("elo".to_owned(), elo.to_string())]),
        label: format!("Kythu {elo}"),
        about: band(elo).to_owned(),
        rating: Some(elo as f64),
        provisional: false,
    };
    steps.map(preset).collect()
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

fn title(kind: &str) -> String {
    match kind {
        "mcts" => "MCTS".to_owned(),
        "mlp" => "MLP".to_owned(),
        "engine" => "Kythu".to_owned(),
        _ => {
            let mut letters = kind.chars();
            let first = letters.next().map(|letter| letter.to_uppercase().to_string());
            first.unwrap_or_default() + letters.as_str()
        }
    }
}

/// `Minimax, depth 3, qs off`.
fn label(agent: &str, options: &BTreeMap<String, String>, spec: &Spec) -> String {
    if agent.starts_with(EXTERNAL) {
        return spec.name().chars().take(60).collect();
    }
    let mut label = title(agent);
    for (name, value) in options {
        label.push_str(&format!(", {name} {value}"));
    }
    label.chars().take(60).collect()
}

fn color(agent: &str) -> KindColor {
    match agent {
        "random" => KindColor::Random,
        "minimax" | "origin" => KindColor::Minimax,
        "mcts" => KindColor::Mcts,
        "mlp" => KindColor::Mlp,
        _ if agent.starts_with(EXTERNAL) => KindColor::External,
        _ => KindColor::Nnue,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn catalogue() -> Catalogue {
        let engine = EngineCommand {
            name: "mine".to_owned(),
            program: "/usr/bin/true".to_owned(),
            arguments: vec!["--uci".to_owned()],
        };
        Catalogue::new(&[engine], 2, 60.0)
    }

    fn refused(agent: &str, options: &[(&str, &str)]) -> Option<Code> {
        let own = |&(name, value): &(&str, &str)| (name.to_owned(), value.to_owned());
        let options = options.iter().map(own).collect();
        catalogue().spec(agent, &options).err().map(|refusal| refusal.code)
    }

    #[test]
    fn files_and_commands_are_refused() {
        assert_eq!(refused("minimax", &[("level", "hard")]), None);
        assert_eq!(refused("external:mine", &[("depth", "3")]), None);
        for (agent, option) in [
            ("engine", ("syzygy", "/etc")),
            ("engine", ("bookfile", "/etc/passwd")),
            ("external:mine", ("cmd", "/bin/sh")),
            ("external:mine", ("arg", "-c")),
            ("external:mine", ("dir", "/")),
            ("external:mine", ("Debug Log File", "/tmp/x")),
            ("engine", ("hash", "100000")),
            ("engine", ("threads", "200")),
            ("engine", ("movetime", "80000")),
            ("random", ("name", "a\nb")),
        ] {
            assert_eq!(
                refused(agent, &[option]),
                Some(Code::OptionNotAllowed),
                "{agent} {option:?}"
            );
        }
        assert_eq!(refused("uci", &[("cmd", "/bin/sh")]), Some(Code::OptionNotAllowed));
        assert_eq!(refused("external:other", &[]), Some(Code::BadAgent));
        assert_eq!(refused("engine?syzygy=/etc", &[]), Some(Code::BadAgent));
        assert_eq!(refused("minimax", &[("depth", "x")]), Some(Code::BadAgent));
        assert_eq!(refused("minimax", &[("depht", "3")]), Some(Code::BadAgent));
        // What would end a value cannot begin another option.
        assert_eq!(refused("random", &[("name", "x&syzygy=/etc")]), None);
    }

    #[test]
    fn forms_offer_what_is_allowed() {
        let view = catalogue().view();
        assert!(view.kinds.iter().all(|kind| kind.id != "uci"));
        assert!(view.kinds.iter().any(|kind| kind.id == "external:mine"));
        let names: Vec<_> =
            view.kinds.iter().flat_map(|kind| &kind.options).map(|form| &*form.name).collect();
        for secret in ["syzygy", "bookfile", "cmd", "arg", "dir"] {
            assert!(!names.contains(&secret), "{secret}");
        }
        let ratings: Vec<f64> = view.presets.iter().filter_map(|preset| preset.rating).collect();
        assert!(ratings.is_sorted() && ratings.len() > 5);
        let even = catalogue().even_game(1210.0).and_then(|preset| preset.rating);
        assert_eq!(even, Some(1200.0));
    }
}
