//! What a GUI can set: the agent's own options, made from their descriptions, and
//! the few that are about the conversation.

use ::agents::{AgentError, AgentOption, Kind, OptionGroup, OptionValues, Spec, SpecError};
use ::uci::{OptionDeclaration, OptionError, OptionKind};
use chess::{CastlingStyle, MAX_MOVES};

/// How the two sides talk.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Conventions {
    /// How castling is written. Either way is understood.
    pub(super) castling: CastlingStyle,
    /// Say the chances beside the score?
    pub(super) show_wdl: bool,
    /// Is the user looking at positions rather than playing?
    pub(super) analysis: bool,
    /// How many best lines to report.
    pub(super) multi_pv: usize,
    /// Where chance comes from; none is for another place every game.
    pub(super) seed: Option<u64>,
}

impl Default for Conventions {
    fn default() -> Conventions {
        Conventions {
            castling: CastlingStyle::Standard,
            show_wdl: false,
            analysis: false,
            multi_pv: 1,
            seed: None,
        }
    }
}

/// An option about the conversation.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Own {
    MultiPv,
    Ponder,
    ClearHash,
    Chess960,
    ShowWdl,
    AnalyseMode,
    Opponent,
    Seed,
}

/// What every GUI has room for.
const MOST_SEED: i64 = i32::MAX as i64;

impl Own {
    const ALL: [(&'static str, Own); 8] = [
        ("MultiPV", Own::MultiPv),
        ("Ponder", Own::Ponder),
        ("Clear Hash", Own::ClearHash),
        ("UCI_Chess960", Own::Chess960),
        ("UCI_ShowWDL", Own::ShowWdl),
        ("UCI_AnalyseMode", Own::AnalyseMode),
        ("UCI_Opponent", Own::Opponent),
        ("Seed", Own::Seed),
    ];

    fn kind(self) -> OptionKind {
        match self {
            Own::MultiPv => OptionKind::Spin { default: 1, min: 1, max: MAX_MOVES as i64 },
            Own::Seed => OptionKind::Spin { default: 0, min: 0, max: MOST_SEED },
            Own::ClearHash => OptionKind::Button,
            Own::Opponent => OptionKind::String { default: String::new() },
            Own::Ponder | Own::Chess960 | Own::ShowWdl | Own::AnalyseMode => {
                OptionKind::Check { default: false }
            }
        }
    }
}

/// What they are set to.
#[derive(Clone, Debug)]
pub(super) struct Options {
    /// Of the conversation.
    pub(super) conventions: Conventions,
    /// Of the agent.
    pub(super) spec: Spec,
}

/// What setting an option asks for.
#[derive(Clone, Debug)]
pub(super) enum Consequence {
    /// Nothing of the agent.
    Conventions(Conventions),
    /// It must forget what it knows.
    Forget,
    /// It is described by another spec.
    Agent(Spec),
}

impl Options {
    /// As they are at first.
    pub(super) fn new(spec: &Spec) -> Result<Options, SpecError> {
        let mut given = spec.options().to_vec();
        let is_given = |given: &[(String, Option<String>)], name: &str| {
            given.iter().any(|(key, _)| key == name)
        };
        let options = spec.kind().options();
        // A GUI may name a book file or a rating and leave the switch as it was: off.
        for (switch, named) in [("book", "bookfile"), ("limit", "elo")] {
            let has_switch = options.iter().any(|option| option.name == switch);
            if has_switch && !is_given(&given, switch) && !is_given(&given, named) {
                given.push((switch.to_owned(), Some("off".to_owned())));
            }
        }
        let spec = Spec::from_options(spec.kind(), &given)?;
        Ok(Options { conventions: Conventions::default(), spec })
    }

    /// All of them, as `uci` lists them.
    pub(super) fn declarations(&self) -> Vec<OptionDeclaration> {
        let options = self.spec.kind().options();
        let has_hash = options.iter().any(|option| option.name == "hash");
        let of_agent = options.iter().filter_map(|option| {
            let kind = declared(option)?;
            Some(OptionDeclaration { name: option.uci_name().to_owned(), kind })
        });
        let own = Own::ALL.into_iter().filter(|&(_, own)| own != Own::ClearHash || has_hash);
        let own = own.map(|(name, own)| OptionDeclaration { name: name.into(), kind: own.kind() });
        of_agent.chain(own).collect()
    }

    /// What follows from setting one. Nothing is changed yet.
    pub(super) fn set(&self, name: &str, value: Option<&str>) -> Result<Consequence, OptionsError> {
        if let Some((name, own)) = Own::ALL.iter().find(|(own, _)| own.eq_ignore_ascii_case(name)) {
            let value = accept(name, &own.kind(), value)?;
            return Ok(self.set_own(*own, &value));
        }
        let options = self.spec.kind().options();
        let is_meant = |option: &&AgentOption| {
            option.uci_name().eq_ignore_ascii_case(name) || option.name.eq_ignore_ascii_case(name)
        };
        let option = options.iter().filter(|option| option.group != OptionGroup::Limits);
        let Some(option) = option.clone().find(is_meant) else {
            return Err(OptionsError::Unknown(super::excerpt(name)));
        };
        let Some(kind) = declared_any(option) else {
            return Err(OptionsError::Unknown(super::excerpt(name)));
        };
        let value = accept(option.uci_name(), &kind, value)?;
        let mut given = self.spec.options().to_vec();
        given.retain(|(key, _)| key != option.name);
        if let Some(text) = spec_text(option, &value) {
            given.push((option.name.to_owned(), Some(text)));
        }
        Spec::from_options(self.spec.kind(), &given).map(Consequence::Agent).map_err(|source| {
            OptionsError::Spec { name: option.uci_name(), source: Box::new(source) }
        })
    }

    fn set_own(&self, own: Own, value: &str) -> Consequence {
        let mut conventions = self.conventions.clone();
        let (number, switch) = (value.parse::<u64>().unwrap_or(0), value == "true");
        match own {
            Own::MultiPv => conventions.multi_pv = number as usize,
            Own::Chess960 => {
                conventions.castling =
                    if switch { CastlingStyle::Chess960 } else { CastlingStyle::Standard };
            }
            Own::ShowWdl => conventions.show_wdl = switch,
            Own::AnalyseMode => conventions.analysis = switch,
            Own::Seed => conventions.seed = Some(number).filter(|&seed| seed > 0),
            Own::ClearHash => return Consequence::Forget,
            // Whether a GUI ponders it says with `go`, and everybody is played
            // against alike.
            Own::Ponder | Own::Opponent => {}
        }
        Consequence::Conventions(conventions)
    }

    /// How many threads the agent has, if it says.
    pub(super) fn threads(&self) -> usize {
        let given = self.spec.options().iter().find(|(name, _)| name == "threads");
        given.and_then(|(_, value)| value.as_deref()?.parse().ok()).unwrap_or(1)
    }

    /// The kind of the agent.
    pub(super) fn kind(&self) -> &'static Kind {
        self.spec.kind()
    }
}

/// The value as UCI has it, if it fits.
fn accept(name: &str, kind: &OptionKind, value: Option<&str>) -> Result<String, OptionsError> {
    // Some GUIs press a button with an empty value.
    let value = value.filter(|_| *kind != OptionKind::Button);
    let bad = |source| OptionsError::Value { name: name.to_owned(), source };
    let value = kind.accept(value).map_err(bad)?.unwrap_or_default();
    Ok(if value == "<empty>" { String::new() } else { value })
}

/// How an option is declared; those that a GUI has no use for are not.
fn declared(option: &AgentOption) -> Option<OptionKind> {
    match option.group {
        OptionGroup::Techniques
        | OptionGroup::Tuning
        | OptionGroup::Numbers
        | OptionGroup::Limits => None,
        _ => declared_any(option),
    }
}

/// A word for a choice that is not made.
const UNSET: &str = "default";

fn declared_any(option: &AgentOption) -> Option<OptionKind> {
    let spin = |default: f64, min: f64, max: f64| OptionKind::Spin {
        default: default as i64,
        min: min as i64,
        max: max as i64,
    };
    Some(match &option.values {
        OptionValues::Number { min, max, default: Some(default), .. } => {
            let fit = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
            OptionKind::Spin { default: fit(*default), min: fit(*min), max: fit(*max) }
        }
        // UCI knows whole numbers only.
        OptionValues::Decimal { min, max, unit: "seconds", default: Some(default) } => {
            spin((default * 1000.0).round(), min * 1000.0, max * 1000.0)
        }
        OptionValues::Number { .. } | OptionValues::Decimal { .. } => {
            OptionKind::String { default: option.default_text() }
        }
        OptionValues::Choice { choices, default } => {
            let unset = default.is_none().then_some(UNSET);
            let words = unset.into_iter().chain(choices.iter().map(|choice| choice.name));
            OptionKind::Combo {
                default: default.unwrap_or(UNSET).to_owned(),
                vars: words.map(str::to_owned).collect(),
            }
        }
        OptionValues::Switch { default } => OptionKind::Check { default: *default },
        OptionValues::Set { .. } | OptionValues::File { .. } => {
            OptionKind::String { default: option.default_text() }
        }
        OptionValues::List | OptionValues::Text => return None,
    })
}

/// The value as a spec has it; none unsets it.
fn spec_text(option: &AgentOption, value: &str) -> Option<String> {
    match &option.values {
        OptionValues::Switch { .. } => Some(if value == "true" { "on" } else { "off" }.to_owned()),
        OptionValues::Decimal { unit: "seconds", default: Some(_), .. } => {
            Some((value.parse::<f64>().unwrap_or(0.0) / 1000.0).to_string())
        }
        OptionValues::Choice { default: None, .. } if value == UNSET => None,
        _ => Some(value.to_owned()).filter(|value| !value.is_empty()),
    }
}

/// Why an option cannot be set.
#[derive(Debug, thiserror::Error)]
pub(super) enum OptionsError {
    #[error("setoption: there is no option '{0}'")]
    Unknown(String),
    #[error("setoption {name}: {source}")]
    Value { name: String, source: OptionError },
    #[error("setoption {name}: {source}")]
    Spec { name: &'static str, source: Box<SpecError> },
    #[error("setoption {name}: {source}")]
    Agent { name: String, source: AgentError },
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(spec: &str) -> Options {
        Options::new(&spec.parse().unwrap()).unwrap()
    }

    /// Sets one for good.
    fn set(options: &mut Options, name: &str, value: Option<&str>) {
        match options.set(name, value).unwrap() {
            Consequence::Conventions(conventions) => options.conventions = conventions,
            Consequence::Agent(spec) => options.spec = spec,
            Consequence::Forget => {}
        }
    }

    #[test]
    fn every_option_of_every_agent_can_be_set_to_its_default() {
        for agent in ["engine", "minimax", "origin?system=document", "random"] {
            let mut options = options(agent);
            for declaration in options.declarations() {
                let value = match declaration.kind {
                    OptionKind::Check { default } => Some(default.to_string()),
                    OptionKind::Spin { default, .. } => Some(default.to_string()),
                    OptionKind::String { default } => Some(default),
                    OptionKind::Button => None,
                    OptionKind::Combo { default, .. } => Some(default),
                };
                // An origin's system is part of what it is.
                if declaration.name != "system" {
                    set(&mut options, &declaration.name, value.as_deref());
                }
            }
            assert_eq!(options.conventions, Conventions::default(), "{agent}");
        }
    }

    #[test]
    fn the_engine_has_what_guis_look_for() {
        let names: Vec<String> =
            options("engine").declarations().into_iter().map(|option| option.name).collect();
        for name in [
            "Hash",
            "Threads",
            "MultiPV",
            "Ponder",
            "Clear Hash",
            "Move Overhead",
            "UCI_Chess960",
            "UCI_ShowWDL",
            "UCI_AnalyseMode",
            "UCI_Opponent",
            "OwnBook",
            "BookFile",
            "BookDepth",
            "BookVariety",
            "Seed",
            "SyzygyPath",
            "SyzygyProbeDepth",
            "SyzygyProbeLimit",
            "Syzygy50MoveRule",
            "nodestime",
        ] {
            assert!(names.iter().any(|known| known == name), "{name}");
        }
        assert!(!names.iter().any(|name| name == "nullmove"));
    }

    #[test]
    fn values_arrive_where_they_belong() {
        let mut options = options("engine");
        for (name, value) in [
            ("hash", "64"),
            ("THREADS", "2"),
            ("multipv", " 3 "),
            ("Move Overhead", "250"),
            ("nodestime", "600"),
            ("uci_chess960", "TRUE"),
            ("UCI_ShowWDL", "true"),
            ("Ponder", "true"),
            ("UCI_Opponent", "GM 2800 human Somebody"),
            ("clear hash", ""),
            ("UCI_AnalyseMode", "true"),
            ("ownbook", "true"),
            ("BookFile", "my books/a&b.bin"),
            ("BookDepth", "12"),
            ("BookVariety", "100"),
            ("Seed", "7"),
            ("SyzygyPath", "/tables/345:/tables/6"),
            ("SyzygyProbeDepth", "3"),
            ("SyzygyProbeLimit", "5"),
            ("Syzygy50MoveRule", "false"),
            ("nullmove", "false"),
        ] {
            set(&mut options, name, Some(value));
        }
        assert_eq!(
            options.spec.to_string(),
            "engine?limit=off&hash=64&threads=2&overhead=0.25&nodestime=600&book=on\
             &bookfile=my books/a%26b.bin&bookdepth=12&variety=100&syzygy=/tables/345:/tables/6\
             &syzygydepth=3&syzygymen=5&syzygy50=off&nullmove=off"
        );
        let expected = Conventions {
            castling: CastlingStyle::Chess960,
            show_wdl: true,
            analysis: true,
            multi_pv: 3,
            seed: Some(7),
        };
        assert_eq!(options.conventions, expected);
        assert_eq!(options.threads(), 2);
        set(&mut options, "BookFile", Some(""));
        set(&mut options, "SyzygyPath", Some("<empty>"));
        set(&mut options, "Seed", Some("0"));
        assert!(!options.spec.to_string().contains("bookfile"));
        assert!(!options.spec.to_string().contains("syzygy="));
        assert_eq!(options.conventions.seed, None);
    }

    #[test]
    fn a_book_file_alone_is_not_played_from() {
        let mut options = options("engine");
        set(&mut options, "BookFile", Some("a.bin"));
        assert_eq!(options.spec.to_string(), "engine?book=off&limit=off&bookfile=a.bin");
    }

    #[test]
    fn mistakes_change_nothing() {
        let options = options("engine");
        for (name, value, error) in [
            ("Hash", Some("0"), "setoption Hash: '0' is not a whole number from 1 to 1048576"),
            ("Hash", Some("1000000000"), "from 1 to 1048576"),
            ("Hash", Some("-5"), "from 1 to 1048576"),
            ("Hash", Some("many"), "from 1 to 1048576"),
            ("Hash", None, "setoption Hash: a value is missing"),
            ("Threads", Some("257"), "from 1 to 256"),
            ("MultiPV", Some("0"), "from 1 to"),
            ("UCI_Chess960", Some("yes"), "'yes' is neither true nor false"),
            ("BookVariety", Some("101"), "from 0 to 100"),
            ("BookDepth", Some("-1"), "from 0 to 1000"),
            ("BookFile", None, "a value is missing"),
            ("SyzygyProbeLimit", Some("8"), "from 0 to 7"),
            ("SyzygyProbeDepth", Some("0"), "from 1 to 100"),
            ("eval", Some("nonsense"), "setoption eval: eval: 'nonsense'"),
            ("Hashish", Some("1"), "there is no option 'Hashish'"),
            ("depth", Some("1"), "there is no option 'depth'"),
        ] {
            let found = options.set(name, value).unwrap_err().to_string();
            assert!(found.contains(error), "{error:?} in {found:?}");
        }
    }
}
