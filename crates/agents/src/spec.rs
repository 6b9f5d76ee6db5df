//! The text that names an agent: `minimax?depth=3`.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use thiserror::Error;

use crate::catalogue::{Kind, Recipe};
use crate::option_values::Options;
use crate::{Agent, AgentError};

/// A kind of agent, and after a question mark its options, with `&` between
/// them. In a value, `%26` stands for `&` and `%25` for `%`.
#[derive(Clone, Debug)]
pub struct Spec {
    text: String,
    kind: &'static Kind,
    options: Vec<(String, Option<String>)>,
    name: Option<String>,
    recipe: Arc<dyn Recipe>,
}

/// Why a text names no agent.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SpecError {
    /// There is no such kind.
    #[error("no agent is called '{name}'{}; there are {known}", meant(.suggestion.as_deref()))]
    Kind {
        /// What was asked for.
        name: String,
        /// What may have been meant.
        suggestion: Option<String>,
        /// What there is.
        known: String,
    },
    /// The kind has no such option.
    #[error("{kind} has no option '{name}'{}; there are {known}", meant(.suggestion.as_deref()))]
    Option {
        /// The kind.
        kind: &'static str,
        /// What was asked for.
        name: String,
        /// What may have been meant.
        suggestion: Option<String>,
        /// What there is.
        known: String,
    },
    /// The value does not fit.
    #[error("{option}: '{value}' is not what is expected ({expected})")]
    Value {
        /// The option.
        option: String,
        /// What it was set to.
        value: String,
        /// What it can be set to.
        expected: String,
    },
    /// An option stands there without a value.
    #[error("{option} needs a value: {option}=…")]
    NoValue {
        /// The option.
        option: String,
    },
    /// An option stands there twice.
    #[error("{option} is set twice")]
    Twice {
        /// The option.
        option: String,
    },
    /// An option that cannot be left out is missing.
    #[error("{kind} needs {option}=…, for example {example}")]
    Missing {
        /// The kind.
        kind: &'static str,
        /// The option.
        option: &'static str,
        /// How it is done.
        example: &'static str,
    },
    /// A percent sign that stands for nothing.
    #[error("'{0}': after % two hexadecimal digits are expected, %25 for % itself")]
    Escape(String),
}

fn meant(suggestion: Option<&str>) -> String {
    suggestion.map_or_else(String::new, |name| format!(" (did you mean {name}?)"))
}

impl Spec {
    /// A kind with these options; a value of `None` stands there without one.
    pub fn from_options(
        kind: &Kind,
        options: &[(String, Option<String>)],
    ) -> Result<Spec, SpecError> {
        let mut text = kind.name.to_owned();
        for (index, (name, value)) in options.iter().enumerate() {
            text.push(if index == 0 { '?' } else { '&' });
            text.push_str(&escape(name));
            if let Some(value) = value {
                text.push('=');
                text.push_str(&escape(value));
            }
        }
        text.parse()
    }

    /// Its kind.
    pub fn kind(&self) -> &'static Kind {
        self.kind
    }

    /// The options that stand in its text, in their order.
    pub fn options(&self) -> &[(String, Option<String>)] {
        &self.options
    }

    /// Makes the agent.
    pub fn build(&self) -> Result<Box<dyn Agent>, AgentError> {
        self.recipe.build()
    }

    /// How it is made.
    pub fn recipe(&self) -> &dyn Recipe {
        &*self.recipe
    }

    /// Does it decide by itself even when the game sets no limits?
    pub fn is_bounded(&self) -> bool {
        self.recipe.is_bounded()
    }

    /// What to call it: the option `name`, else the text, which for external
    /// engines has the program's name in place of its path.
    pub fn name(&self) -> &str {
        self.name.as_deref().unwrap_or(&self.text)
    }
}

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Spec, SpecError> {
        let text = text.trim();
        let (word, rest) = text.split_once('?').unwrap_or((text, ""));
        let kind = Kind::find(word)?;
        let pairs = rest.split('&').filter(|pair| !pair.is_empty()).map(|pair| {
            let (key, value) = match pair.split_once('=') {
                Some((key, value)) => (key, Some(unescape(value)?)),
                None => (pair, None),
            };
            Ok((unescape(key)?, value))
        });
        let pairs: Vec<_> = pairs.collect::<Result<_, _>>()?;
        let mut options = Options::new(kind, pairs.clone());
        let name = options.take("name")?;
        let recipe: Arc<dyn Recipe> = (kind.read)(&mut options)?.into();
        options.finish()?;
        let name = name.or_else(|| recipe.short_name());
        Ok(Spec { text: text.to_owned(), kind, options: pairs, name, recipe })
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

/// The text with what would end a value spelled in hexadecimal.
fn escape(text: &str) -> String {
    text.replace('%', "%25").replace('&', "%26").replace('=', "%3D")
}

fn unescape(text: &str) -> Result<String, SpecError> {
    let bad = || SpecError::Escape(text.chars().take(64).collect());
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        rest = tail;
        if *first != b'%' {
            bytes.push(*first);
            continue;
        }
        let digits = rest.get(..2).and_then(|digits| str::from_utf8(digits).ok());
        let byte = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        bytes.push(byte.ok_or_else(bad)?);
        rest = &rest[2..];
    }
    String::from_utf8(bytes).map_err(|_| bad())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::kinds;

    #[track_caller]
    fn error(text: &str) -> String {
        text.parse::<Spec>().unwrap_err().to_string()
    }

    #[test]
    fn every_example_is_understood() {
        for kind in kinds() {
            for example in kind.examples {
                let spec: Spec = example.parse().unwrap();
                assert_eq!(spec.to_string(), *example);
            }
        }
    }

    #[test]
    fn errors_list_what_exists() {
        let message = error("stockfish");
        assert!(message.contains("'stockfish'"), "{message}");
        assert!(kinds().iter().all(|kind| message.contains(kind.name)), "{message}");
        let message = error("minimax?dept=3");
        assert!(
            message.contains("minimax has no option 'dept' (did you mean depth?)"),
            "{message}"
        );
        assert!(error("minmax").contains("did you mean minimax?"));
        assert!(message.contains("depth") && message.contains("nullmove"), "{message}");
        assert_eq!(
            error("minimax?depth=x"),
            "depth: 'x' is not what is expected (a whole number from 1 to 200)"
        );
        assert_eq!(error("minimax?depth=2&depth=3"), "depth is set twice");
        assert_eq!(error("minimax?depth"), "depth needs a value: depth=…");
        assert!(error("minimax?level=harder").contains("easy | medium | hard"));
        assert!(error("engine?eval=bogus").contains("pychess"));
        assert!(error("engine?nullmove=maybe").contains("on or off"));
        assert!(error("uci?Hash=16").starts_with("uci needs cmd=…"));
        assert!(error("origin").starts_with("origin needs system=…"));
        assert!(error("random?name=%2").contains("%25"));
        assert!(error("").contains("random"));
    }

    #[test]
    fn names_can_be_given() {
        let spec: Spec = "random?seed=3&name=A %26 B %25".parse().unwrap();
        assert_eq!(spec.name(), "A & B %");
        assert_eq!("engine".parse::<Spec>().unwrap().name(), "engine");
        let name = |text: &str| text.parse::<Spec>().unwrap().name().to_owned();
        assert_eq!(name("uci?cmd=/usr/games/stockfish"), "stockfish");
        assert_eq!(
            name(
                "uci?cmd=./sf.sh&dir=/tmp&arg=a %26 b&UCI_LimitStrength=true&UCI_Elo=1800&nodes=5&Clear Hash"
            ),
            "sf?arg=a & b&UCI_Elo=1800&nodes=5&Clear Hash"
        );
        assert_eq!(name("uci?cmd=/usr/games/stockfish&name=Fish"), "Fish");
    }

    #[test]
    fn who_needs_limits() {
        let bounded = |text: &str| text.parse::<Spec>().unwrap().is_bounded();
        assert!(bounded("random") && bounded("minimax") && bounded("engine?nodes=1000"));
        assert!(bounded("uci?cmd=x&depth=4") && bounded("origin?system=negamax"));
        assert!(!bounded("engine") && !bounded("uci?cmd=x"));
    }
}
