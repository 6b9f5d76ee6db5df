//! The agents that the page may use, and what it may set about them.
//!
//! The page never names a file or a command: options that do are left out of the
//! forms and refused from requests, and external engines are those that the
//! command line named.

mod forms;
mod presets;

use std::collections::BTreeMap;

use agents::{Kind, Spec};

use crate::config::EngineCommand;
use crate::error::{Code, Refusal};
use crate::messages::{AgentKind, AgentKinds, AgentPreset, KindColor, Seat};
use crate::ratings::strength;

/// What the name of an external engine begins with.
pub(crate) const EXTERNAL: &str = "external:";
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
        let strength = strength(agent, options);
        Seat::Agent {
            agent: agent.to_owned(),
            options: options.clone(),
            label,
            color: color(agent),
            rating: strength.map(|it| it.rating),
            provisional: strength.is_some_and(|it| it.provisional),
            title: None,
        }
    }
}

fn own_kinds() -> impl Iterator<Item = &'static Kind> {
    agents::kinds().iter().filter(|kind| kind.name != RUNS_COMMANDS)
}

fn title(kind: &str) -> String {
    match kind {
        "mcts" => "MCTS".to_owned(),
        "mlp" => "MLP".to_owned(),
        "engine" => "Kythu".to_owned(),
        _ => capitalised(kind),
    }
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}

/// `Minimax, depth 3, qs off`, `MCTS, Hard`, `Kythu 1250`.
fn label(agent: &str, options: &BTreeMap<String, String>, spec: &Spec) -> String {
    if agent.starts_with(EXTERNAL) {
        return spec.name().chars().take(60).collect();
    }
    label_of(agent, options)
}

fn label_of(agent: &str, options: &BTreeMap<String, String>) -> String {
    let mut label = title(agent);
    // The strength belongs to the name, the rest follows.
    let is_strength = |&(name, _): &(&String, &String)| name == "elo";
    let (strength, rest): (Vec<_>, Vec<_>) = options.iter().partition(is_strength);
    for (name, value) in strength.into_iter().chain(rest) {
        match name.as_str() {
            "level" => label.push_str(&format!(", {}", capitalised(value))),
            "system" => label.push_str(&format!(", {value}")),
            "elo" => label.push_str(&format!(" {value}")),
            _ => label.push_str(&format!(", {name} {value}")),
        }
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
            ("mlp", ("net", "/etc/passwd")),
            ("engine", ("bookfile", "/etc/passwd")),
            ("engine", ("evalfile", "/etc/passwd")),
            ("mcts", ("evalfile", "/etc/passwd")),
            ("mcts", ("policyfile", "/etc/passwd")),
            ("minimax", ("evalfile", "/etc/passwd")),
            ("mlp", ("net", "/etc/passwd")),
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
    fn agents_are_called_as_people_would_call_them() {
        for (agent, options, label) in [
            ("engine", &[("elo", "1250")][..], "Kythu 1250"),
            ("engine", &[("book", "on"), ("elo", "1250")], "Kythu 1250, book on"),
            ("engine", &[], "Kythu"),
            ("mcts", &[("level", "hard")], "MCTS, Hard"),
            ("origin", &[("level", "easy"), ("system", "pychess")], "Origin, Easy, pychess"),
            ("mlp", &[("depth", "3")], "MLP, depth 3"),
        ] {
            let own = |&(name, value): &(&str, &str)| (name.to_owned(), value.to_owned());
            assert_eq!(label_of(agent, &options.iter().map(own).collect()), label);
        }
    }

    #[test]
    fn forms_offer_what_is_allowed() {
        let view = catalogue().view();
        assert!(view.kinds.iter().all(|kind| kind.id != "uci"));
        assert!(view.kinds.iter().any(|kind| kind.id == "external:mine"));
        let names: Vec<_> =
            view.kinds.iter().flat_map(|kind| &kind.options).map(|form| &*form.name).collect();
        for secret in ["syzygy", "bookfile", "evalfile", "policyfile", "net", "cmd", "arg", "dir"] {
            assert!(!names.contains(&secret), "{secret}");
        }
        let ratings: Vec<f64> = view.presets.iter().filter_map(|preset| preset.rating).collect();
        assert!(ratings.is_sorted() && ratings.len() > 5);
        let even = catalogue().even_game(1210.0).and_then(|preset| preset.rating);
        assert!(even.is_some_and(|rating| (rating - 1210.0).abs() <= 50.0), "{even:?}");
    }
}
