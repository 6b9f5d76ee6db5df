//! The options of a spec while they are read: every value is checked against the
//! description of its option.

use std::fmt::Display;
use std::time::Duration;

use crate::agent_option::{AgentOption, OptionGroup, OptionValues, names};
use crate::catalogue::Kind;
use crate::own_limits::OwnLimits;
use crate::{Fuzzy, SpecError};

/// What stands behind the question mark, less what was taken.
#[derive(Debug)]
pub(crate) struct Options {
    pub(crate) kind: &'static Kind,
    descriptions: Vec<AgentOption>,
    pub(crate) pairs: Vec<(String, Option<String>)>,
}

impl Options {
    pub(crate) fn new(kind: &'static Kind, pairs: Vec<(String, Option<String>)>) -> Options {
        Options { kind, descriptions: kind.options(), pairs }
    }

    /// Takes an option that may stand there once.
    pub(crate) fn take(&mut self, name: &str) -> Result<Option<String>, SpecError> {
        let mut values = self.take_all(name)?.into_iter();
        let first = values.next();
        match values.next() {
            Some(_) => Err(SpecError::Twice { option: name.to_owned() }),
            None => Ok(first),
        }
    }

    /// Takes an option that may stand there any number of times.
    pub(crate) fn take_all(&mut self, name: &str) -> Result<Vec<String>, SpecError> {
        let taken = self.pairs.extract_if(.., |(key, _)| key == name);
        let missing = || SpecError::NoValue { option: name.to_owned() };
        taken.map(|(_, value)| value.ok_or_else(missing)).collect()
    }

    /// A value that does not fit its option.
    pub(crate) fn bad(&self, option: &str, value: &str, expected: impl Display) -> SpecError {
        SpecError::Value {
            option: option.to_owned(),
            value: value.chars().take(64).collect(),
            expected: expected.to_string(),
        }
    }

    /// The description of an option that this kind must have.
    fn description(&self, name: &str) -> OptionValues {
        let found = self.descriptions.iter().find(|option| option.name == name);
        debug_assert!(found.is_some(), "{} describes no option '{name}'", self.kind.name);
        found.map_or(OptionValues::Text, |option| option.values.clone())
    }

    /// A whole number within its range, or its default.
    pub(crate) fn number(&mut self, name: &str) -> Result<Option<u64>, SpecError> {
        let OptionValues::Number { min, max, default, .. } = self.description(name) else {
            return Ok(None);
        };
        let Some(text) = self.take(name)? else { return Ok(default) };
        match text.parse() {
            Ok(number) if (min..=max).contains(&number) => Ok(Some(number)),
            _ => Err(self.bad(name, &text, format!("a whole number from {min} to {max}"))),
        }
    }

    /// A whole number that fits a table size or the like.
    pub(crate) fn size(&mut self, name: &str) -> Result<Option<usize>, SpecError> {
        Ok(self.number(name)?.map(|number| usize::try_from(number).unwrap_or(usize::MAX)))
    }

    /// A number with a fraction within its range, or its default.
    pub(crate) fn decimal(&mut self, name: &str) -> Result<Option<f64>, SpecError> {
        let OptionValues::Decimal { min, max, unit, default } = self.description(name) else {
            return Ok(None);
        };
        let Some(text) = self.take(name)? else { return Ok(default) };
        match text.parse::<f64>() {
            Ok(number) if (min..=max).contains(&number) => Ok(Some(number)),
            _ => Err(self.bad(name, &text, format!("{unit} from {min} to {max}, such as 0.5"))),
        }
    }

    /// A time in seconds.
    pub(crate) fn seconds(&mut self, name: &str) -> Result<Option<Duration>, SpecError> {
        Ok(self.decimal(name)?.map(Duration::from_secs_f64))
    }

    /// On or off, if anybody says.
    pub(crate) fn switch_if_set(&mut self, name: &str) -> Result<Option<bool>, SpecError> {
        let Some(text) = self.take(name)? else { return Ok(None) };
        match text.as_str() {
            "on" | "true" | "yes" | "1" => Ok(Some(true)),
            "off" | "false" | "no" | "0" => Ok(Some(false)),
            _ => Err(self.bad(name, &text, "on or off")),
        }
    }

    /// On or off, or its default.
    pub(crate) fn switch(&mut self, name: &str) -> Result<bool, SpecError> {
        let default = matches!(self.description(name), OptionValues::Switch { default: true });
        Ok(self.switch_if_set(name)?.unwrap_or(default))
    }

    /// One of several words, or its default. `meanings` has the meaning of each
    /// word.
    pub(crate) fn choice<T: Copy>(
        &mut self,
        name: &str,
        meanings: &[(&str, T)],
    ) -> Result<Option<T>, SpecError> {
        let OptionValues::Choice { choices, default } = self.description(name) else {
            return Ok(None);
        };
        let given = self.take(name)?;
        let Some(text) = given.as_deref().or(default) else { return Ok(None) };
        match meanings.iter().find(|(word, _)| *word == text) {
            Some(&(_, value)) => Ok(Some(value)),
            None => Err(self.bad(name, text, names(&choices, " | "))),
        }
    }

    /// The limits that every thinking agent takes.
    pub(crate) fn limits(&mut self) -> Result<OwnLimits, SpecError> {
        Ok(OwnLimits {
            depth: self.number("depth")?.map(|depth| depth as u32),
            nodes: self.number("nodes")?,
            soft_nodes: self.number("softnodes")?,
            move_time: self.seconds("movetime")?,
        })
    }

    /// Nothing may be left in the end.
    pub(crate) fn finish(self) -> Result<(), SpecError> {
        let Some((name, _)) = self.pairs.into_iter().next() else { return Ok(()) };
        let known: Vec<_> = self.descriptions.iter().map(|option| option.name).collect();
        let suggestion = Fuzzy::new(&name).nearest(known.iter().copied()).map(str::to_owned);
        Err(SpecError::Option { kind: self.kind.name, name, suggestion, known: known.join(", ") })
    }
}

/// What [`Options::limits`] reads; `depth` has a meaning of its own for each
/// kind.
pub(crate) fn limit_options(depth: Option<u32>, about: &str) -> Vec<AgentOption> {
    let number = |name, label: &str, about: &str, max, unit, default| {
        AgentOption::number(name, label, about, (1, max), unit, default).of(OptionGroup::Limits)
    };
    let endless = u64::MAX;
    vec![
        number("depth", "Depth", about, MOST_DEPTH, "plies", depth.map(u64::from)),
        number("nodes", "Nodes", "Stops after so many nodes.", endless, "nodes", None),
        number(
            "softnodes",
            "Soft nodes",
            "Begins no new iteration after so many nodes.",
            endless,
            "nodes",
            None,
        ),
        AgentOption::decimal(
            "movetime",
            "Time a move",
            "Stops after so long.",
            (0.0, LONGEST),
            "seconds",
            None,
        )
        .of(OptionGroup::Limits),
    ]
}

/// Plies that can be asked for.
const MOST_DEPTH: u64 = 200;
/// A day, in seconds.
const LONGEST: f64 = 86_400.0;

/// The option for time that gets lost between an agent and its clock.
pub(crate) fn overhead_option(default: Duration) -> AgentOption {
    AgentOption::decimal(
        "overhead",
        "Move overhead",
        "Time that gets lost with every move.",
        (0.0, 5.0),
        "seconds",
        Some(default.as_secs_f64()),
    )
    .of(OptionGroup::Resources)
    .called("Move Overhead")
}
