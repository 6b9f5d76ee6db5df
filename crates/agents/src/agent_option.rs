//! What can be set about an agent: one description, from which the parser of
//! specs, `kythu agents`, the options of UCI and the forms of the page are made.

use std::fmt;

use serde::Serialize;

/// Something that can be set in a spec.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct AgentOption {
    /// Its name in a spec.
    pub name: &'static str,
    /// Its name in UCI, where that is another.
    pub uci: Option<&'static str>,
    /// Its name for people, in a word or two.
    pub label: String,
    /// What it does, in a sentence.
    pub about: String,
    /// What it belongs to.
    pub group: OptionGroup,
    /// What it can be set to.
    pub values: OptionValues,
}

/// What an option belongs to.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum OptionGroup {
    /// How strong it plays and how it thinks.
    Main,
    /// When it stops by itself.
    Limits,
    /// What it knows of openings.
    Book,
    /// What it needs of the machine.
    Resources,
    /// Which techniques its search uses.
    Techniques,
    /// The numbers that its search is tuned with.
    Tuning,
    /// Numbers deep in its search, for those who develop it.
    Numbers,
}

/// What an option can be set to, and what it is when nobody says.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum OptionValues {
    /// A whole number.
    Number {
        /// The least.
        min: u64,
        /// The largest.
        max: u64,
        /// What is counted.
        unit: &'static str,
        /// None: not set.
        default: Option<u64>,
    },
    /// A number with a fraction.
    Decimal {
        /// The least.
        min: f64,
        /// The largest.
        max: f64,
        /// What is measured.
        unit: &'static str,
        /// None: not set.
        default: Option<f64>,
    },
    /// One of several words.
    Choice {
        /// The words.
        choices: Vec<OptionChoice>,
        /// None: not set.
        default: Option<&'static str>,
    },
    /// On or off.
    Switch {
        /// What it is when nobody says.
        default: bool,
    },
    /// A preset or a member, then `+member` and `-member`: `all-mobility`.
    Set {
        /// Where it can start from.
        presets: Vec<OptionChoice>,
        /// What can be added and taken away.
        members: Vec<OptionChoice>,
        /// What it is when nobody says.
        default: String,
    },
    /// Any number of texts: the option may stand there several times.
    List,
    /// Any text.
    Text,
    /// The name of a file, or of a folder (or several, as `PATH` has them).
    File {
        /// Is a folder meant?
        folder: bool,
    },
}

/// A word that an option can be set to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct OptionChoice {
    /// The word.
    pub name: &'static str,
    /// What it means; may be empty.
    pub about: String,
}

impl OptionChoice {
    pub(crate) fn new(name: &'static str, about: impl Into<String>) -> OptionChoice {
        OptionChoice { name, about: about.into() }
    }
}

impl AgentOption {
    fn new(
        name: &'static str,
        label: impl Into<String>,
        about: impl Into<String>,
        values: OptionValues,
    ) -> AgentOption {
        let (label, about, group) = (label.into(), about.into(), OptionGroup::Main);
        AgentOption { name, uci: None, label, about, group, values }
    }

    /// A whole number from `min` to `max`.
    pub(crate) fn number(
        name: &'static str,
        label: &str,
        about: impl Into<String>,
        (min, max): (u64, u64),
        unit: &'static str,
        default: Option<u64>,
    ) -> AgentOption {
        AgentOption::new(name, label, about, OptionValues::Number { min, max, unit, default })
    }

    /// A number with a fraction from `min` to `max`.
    pub(crate) fn decimal(
        name: &'static str,
        label: &str,
        about: impl Into<String>,
        (min, max): (f64, f64),
        unit: &'static str,
        default: Option<f64>,
    ) -> AgentOption {
        AgentOption::new(name, label, about, OptionValues::Decimal { min, max, unit, default })
    }

    /// One of several words.
    pub(crate) fn choice(
        name: &'static str,
        label: &str,
        about: impl Into<String>,
        choices: Vec<OptionChoice>,
        default: Option<&'static str>,
    ) -> AgentOption {
        AgentOption::new(name, label, about, OptionValues::Choice { choices, default })
    }

    /// On or off.
    pub(crate) fn switch(
        name: &'static str,
        label: impl Into<String>,
        about: impl Into<String>,
        default: bool,
    ) -> AgentOption {
        AgentOption::new(name, label, about, OptionValues::Switch { default })
    }

    /// A preset with changes.
    pub(crate) fn set(
        name: &'static str,
        label: &str,
        about: impl Into<String>,
        presets: Vec<OptionChoice>,
        members: Vec<OptionChoice>,
        default: impl Into<String>,
    ) -> AgentOption {
        let default = default.into();
        AgentOption::new(name, label, about, OptionValues::Set { presets, members, default })
    }

    /// Several texts.
    pub(crate) fn list(name: &'static str, label: &str, about: &str) -> AgentOption {
        AgentOption::new(name, label, about, OptionValues::List)
    }

    /// Any text.
    pub(crate) fn text(name: &'static str, label: &str, about: &str) -> AgentOption {
        AgentOption::new(name, label, about, OptionValues::Text)
    }

    /// The name of a file.
    pub(crate) fn file(name: &'static str, label: &str, about: &str) -> AgentOption {
        AgentOption::new(name, label, about, OptionValues::File { folder: false })
    }

    /// The name of a folder.
    pub(crate) fn folder(name: &'static str, label: &str, about: &str) -> AgentOption {
        AgentOption::new(name, label, about, OptionValues::File { folder: true })
    }

    /// The same under another name in UCI.
    pub(crate) fn called(mut self, uci: &'static str) -> AgentOption {
        self.uci = Some(uci);
        self
    }

    /// The same as part of a group.
    pub(crate) fn of(mut self, group: OptionGroup) -> AgentOption {
        self.group = group;
        self
    }

    /// Its name in UCI.
    pub fn uci_name(&self) -> &'static str {
        self.uci.unwrap_or(self.name)
    }

    /// What it is when nobody says, as text; empty if it is not set.
    pub fn default_text(&self) -> String {
        match &self.values {
            OptionValues::Number { default, .. } => {
                default.map_or_else(String::new, |number| number.to_string())
            }
            OptionValues::Decimal { default, .. } => {
                default.map_or_else(String::new, |number| number.to_string())
            }
            OptionValues::Choice { default, .. } => default.unwrap_or_default().to_owned(),
            OptionValues::Switch { default } => if *default { "on" } else { "off" }.to_owned(),
            OptionValues::Set { default, .. } => default.clone(),
            OptionValues::List | OptionValues::Text | OptionValues::File { .. } => String::new(),
        }
    }
}

/// What stands behind the `=` in a list of options.
impl fmt::Display for OptionValues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionValues::Number { max: u64::MAX, .. } => f.write_str("N"),
            OptionValues::Number { min, max, .. } => write!(f, "{min}..{max}"),
            OptionValues::Decimal { unit, .. } => f.write_str(&unit.to_uppercase()),
            OptionValues::Choice { choices, .. } => f.write_str(&names(choices, " | ")),
            OptionValues::Switch { .. } => f.write_str("on | off"),
            OptionValues::Set { presets, .. } => {
                write!(f, "{}, then +TERM or -TERM", names(presets, " | "))
            }
            OptionValues::List | OptionValues::Text => f.write_str("TEXT"),
            OptionValues::File { folder: false } => f.write_str("FILE"),
            OptionValues::File { folder: true } => f.write_str("FOLDER"),
        }
    }
}

/// The words, for people.
pub(crate) fn names(choices: &[OptionChoice], between: &str) -> String {
    choices.iter().map(|choice| choice.name).collect::<Vec<_>>().join(between)
}
