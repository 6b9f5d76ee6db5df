//! The options of a spec while they are read.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use crate::catalogue::Kind;
use crate::own_limits::OwnLimits;
use crate::{KindOption, SpecError};

/// What stands behind the question mark, less what was taken.
#[derive(Debug)]
pub(crate) struct Options {
    pub(crate) kind: &'static Kind,
    pub(crate) pairs: Vec<(String, Option<String>)>,
}

impl Options {
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
        taken.map(|(_, value)| value.ok_or_else(|| self_missing(name))).collect()
    }

    /// A value that does not fit its option.
    pub(crate) fn bad(&self, option: &str, value: &str, expected: impl Display) -> SpecError {
        SpecError::Value {
            option: option.to_owned(),
            value: value.chars().take(64).collect(),
            expected: expected.to_string(),
        }
    }

    /// A whole number.
    pub(crate) fn number<T>(
        &mut self,
        name: &str,
        range: RangeInclusive<T>,
    ) -> Result<Option<T>, SpecError>
    where
        T: FromStr + PartialOrd + Display,
    {
        let Some(text) = self.take(name)? else { return Ok(None) };
        match text.parse() {
            Ok(number) if range.contains(&number) => Ok(Some(number)),
            _ => {
                let expected = format!("a whole number from {} to {}", range.start(), range.end());
                Err(self.bad(name, &text, expected))
            }
        }
    }

    /// A time in seconds.
    pub(crate) fn seconds(&mut self, name: &str) -> Result<Option<Duration>, SpecError> {
        let Some(text) = self.take(name)? else { return Ok(None) };
        let seconds = text.parse().ok().filter(|seconds| (0.0..=86_400.0).contains(seconds));
        match seconds {
            Some(seconds) => Ok(Some(Duration::from_secs_f64(seconds))),
            None => Err(self.bad(name, &text, "seconds, such as 0.5")),
        }
    }

    /// On or off.
    pub(crate) fn switch(&mut self, name: &str) -> Result<Option<bool>, SpecError> {
        let Some(text) = self.take(name)? else { return Ok(None) };
        match text.as_str() {
            "on" | "true" | "yes" | "1" => Ok(Some(true)),
            "off" | "false" | "no" | "0" => Ok(Some(false)),
            _ => Err(self.bad(name, &text, "on or off")),
        }
    }

    /// One of several words.
    pub(crate) fn choice<T: Copy>(
        &mut self,
        name: &str,
        choices: &[(&str, T)],
    ) -> Result<Option<T>, SpecError> {
        let Some(text) = self.take(name)? else { return Ok(None) };
        match choices.iter().find(|(word, _)| *word == text) {
            Some(&(_, value)) => Ok(Some(value)),
            None => Err(self.bad(name, &text, one_of(choices))),
        }
    }

    /// The limits that every thinking agent takes.
    pub(crate) fn limits(&mut self) -> Result<OwnLimits, SpecError> {
        Ok(OwnLimits {
            depth: self.number("depth", 1..=200)?,
            nodes: self.number("nodes", 1..=u64::MAX)?,
            soft_nodes: self.number("softnodes", 1..=u64::MAX)?,
            move_time: self.seconds("movetime")?,
        })
    }

    /// Nothing may be left in the end.
    pub(crate) fn finish(self) -> Result<(), SpecError> {
        match self.pairs.into_iter().next() {
            None => Ok(()),
            Some((name, _)) => {
                let mut known: Vec<_> =
                    self.kind.options().iter().map(|option| option.name).collect();
                known.push("name");
                Err(SpecError::Option { kind: self.kind.name, name, known: known.join(", ") })
            }
        }
    }
}

fn self_missing(name: &str) -> SpecError {
    SpecError::NoValue { option: name.to_owned() }
}

/// The words, for people.
pub(crate) fn one_of<T>(choices: &[(&str, T)]) -> String {
    choices.iter().map(|(word, _)| *word).collect::<Vec<_>>().join(" | ")
}

/// What [`Options::limits`] reads; `depth` has a meaning of its own for each
/// kind.
pub(crate) fn limit_options(depth: &str, about: &str) -> Vec<KindOption> {
    vec![
        KindOption::new("depth", "PLIES", depth, about),
        KindOption::new("nodes", "NUMBER", "", "Stops after so many nodes"),
        KindOption::new("softnodes", "NUMBER", "", "Begins no new iteration after so many"),
        KindOption::new("movetime", "SECONDS", "", "Stops after so long"),
    ]
}
