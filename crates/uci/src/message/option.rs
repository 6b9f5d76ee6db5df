//! `option`: what can be set in an engine.

use std::fmt;

use thiserror::Error;

use super::MessageError;
use crate::tokens::{Tokens, excerpt};

/// How UCI writes a string of no characters.
const EMPTY: &str = "<empty>";

/// An option as an engine declares it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionDeclaration {
    /// Its name, perhaps of several words; case does not matter.
    pub name: String,
    /// What it can be set to.
    pub kind: OptionKind,
}

/// What an option can be set to.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum OptionKind {
    /// True or false.
    Check { default: bool },
    /// A whole number; the widest range where the engine does not say one.
    Spin { default: i64, min: i64, max: i64 },
    /// One of several words.
    Combo { default: String, vars: Vec<String> },
    /// Nothing: it is pressed.
    Button,
    /// Any text.
    String { default: String },
}

/// Why an option cannot be set so.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[allow(missing_docs)]
pub enum OptionError {
    #[error("'{0}' is neither true nor false")]
    Check(String),
    #[error("'{text}' is not a whole number from {min} to {max}")]
    Spin { text: String, min: i64, max: i64 },
    #[error("'{text}' is none of: {}", vars.join(", "))]
    Combo { text: String, vars: Vec<String> },
    #[error("a button takes no value")]
    Button,
    #[error("a value is missing")]
    Missing,
    #[error("a value may have no line breaks")]
    LineBreak,
}

impl OptionDeclaration {
    /// Reads what follows the word `option`.
    pub(super) fn read(mut tokens: Tokens<'_>) -> Result<OptionDeclaration, MessageError> {
        tokens.phrase(&["name"]);
        tokens.next();
        let name = tokens.phrase(&["type"]);
        if name.is_empty() {
            return Err(MessageError::OptionName);
        }
        tokens.next();
        let kind = tokens.next().unwrap_or_default();
        match OptionKind::read(kind, tokens) {
            Some(kind) => Ok(OptionDeclaration { name, kind }),
            None => Err(MessageError::OptionKind { name: excerpt(&name), kind: excerpt(kind) }),
        }
    }
}

impl OptionKind {
    fn read(kind: &str, mut tokens: Tokens<'_>) -> Option<OptionKind> {
        Some(match kind {
            "check" => {
                tokens.phrase(&["default"]);
                let default = tokens.nth(1).unwrap_or_default();
                OptionKind::Check { default: default.eq_ignore_ascii_case("true") }
            }
            "spin" => read_spin(tokens),
            "combo" => read_combo(tokens),
            "button" => OptionKind::Button,
            "string" => {
                tokens.phrase(&["default"]);
                tokens.next();
                let default = Some(tokens.rest()).filter(|&text| text != EMPTY);
                OptionKind::String { default: default.unwrap_or_default().to_owned() }
            }
            _ => return None,
        })
    }

    /// The text to send in order to set the option to `value`.
    pub fn accept(&self, value: Option<&str>) -> Result<Option<String>, OptionError> {
        let value = match (self, value) {
            (OptionKind::Button, None) => return Ok(None),
            (OptionKind::Button, Some(_)) => return Err(OptionError::Button),
            (_, None) => return Err(OptionError::Missing),
            (_, Some(value)) => value.trim(),
        };
        match self {
            OptionKind::Check { .. } => ["true", "false"]
                .into_iter()
                .find(|known| known.eq_ignore_ascii_case(value))
                .map(|known| Some(known.to_owned()))
                .ok_or_else(|| OptionError::Check(excerpt(value))),
            &OptionKind::Spin { min, max, .. } => value
                .parse()
                .ok()
                .filter(|number| (min..=max).contains(number))
                .map(|number: i64| Some(number.to_string()))
                .ok_or_else(|| OptionError::Spin { text: excerpt(value), min, max }),
            OptionKind::Combo { vars, .. } => vars
                .iter()
                .find(|var| var.eq_ignore_ascii_case(value))
                .map(|var| Some(var.clone()))
                .ok_or_else(|| OptionError::Combo { text: excerpt(value), vars: vars.clone() }),
            _ if value.contains(['\n', '\r']) => Err(OptionError::LineBreak),
            _ if value.is_empty() => Ok(Some(EMPTY.to_owned())),
            _ => Ok(Some(value.to_owned())),
        }
    }
}

fn read_spin(mut tokens: Tokens<'_>) -> OptionKind {
    let (mut default, mut min, mut max) = (0, i64::MIN, i64::MAX);
    while let Some(word) = tokens.next() {
        let place = match word {
            "default" => &mut default,
            "min" => &mut min,
            "max" => &mut max,
            _ => continue,
        };
        if let Some(number) = tokens.next_as(|word| word.parse().ok()) {
            *place = number;
        }
    }
    OptionKind::Spin { default, min, max }
}

fn read_combo(mut tokens: Tokens<'_>) -> OptionKind {
    const ARGUMENTS: [&str; 2] = ["default", "var"];
    let (mut default, mut vars) = (String::new(), Vec::new());
    while let Some(word) = tokens.next() {
        match word {
            "default" => default = tokens.phrase(&ARGUMENTS),
            "var" => vars.push(tokens.phrase(&ARGUMENTS)),
            _ => {}
        }
    }
    OptionKind::Combo { default, vars }
}

impl fmt::Display for OptionDeclaration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "name {} type {}", self.name, self.kind)
    }
}

impl fmt::Display for OptionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionKind::Check { default } => write!(f, "check default {default}"),
            OptionKind::Spin { default, min, max } => {
                write!(f, "spin default {default} min {min} max {max}")
            }
            OptionKind::Combo { default, vars } => {
                write!(f, "combo default {default}")?;
                vars.iter().try_for_each(|var| write!(f, " var {var}"))
            }
            OptionKind::Button => f.write_str("button"),
            OptionKind::String { default } if default.is_empty() => {
                write!(f, "string default {EMPTY}")
            }
            OptionKind::String { default } => write!(f, "string default {default}"),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[track_caller]
    fn read(arguments: &str) -> OptionDeclaration {
        OptionDeclaration::read(Tokens::new(arguments)).unwrap()
    }

    #[test]
    fn every_kind_is_read_and_written() {
        for line in [
            "name Ponder type check default false",
            "name Hash type spin default 16 min 1 max 33554432",
            "name Playing Style type combo default Very Solid var Very Solid var Risky",
            "name Clear Hash type button",
            "name SyzygyPath type string default <empty>",
            "name Book type string default my book.bin",
        ] {
            assert_eq!(read(line).to_string(), line);
        }
        let hash = read("name Hash type spin default 16 min 1 max 33554432");
        assert_eq!(hash.name, "Hash");
        assert_eq!(hash.kind, OptionKind::Spin { default: 16, min: 1, max: 33_554_432 });
    }

    #[test]
    fn incomplete_declarations() {
        let spin = OptionKind::Spin { default: 3, min: i64::MIN, max: i64::MAX };
        assert_eq!(read("name A type spin default 3 min x").kind, spin);
        assert_eq!(read("name A type check").kind, OptionKind::Check { default: false });
        assert_eq!(read("name A type string").kind, OptionKind::String { default: "".into() });
        let error = |text: &str| OptionDeclaration::read(Tokens::new(text)).unwrap_err();
        assert_eq!(error("type spin"), MessageError::OptionName);
        let slider = MessageError::OptionKind { name: "A".into(), kind: "slider".into() };
        assert_eq!(error("name A type slider"), slider);
    }

    #[test]
    fn values_are_checked() {
        let accept = |line: &str, value: &str| {
            read(line).kind.accept(Some(value)).map_err(|error| error.to_string())
        };
        let ok = |text: &str| Ok(Some(text.to_owned()));
        let spin = "name Hash type spin default 16 min 1 max 64";
        assert_eq!(accept(spin, "64"), ok("64"));
        for bad in ["0", "65", "many", ""] {
            let error = format!("'{bad}' is not a whole number from 1 to 64");
            assert_eq!(accept(spin, bad), Err(error));
        }
        assert_eq!(accept("name A type check", "True"), ok("true"));
        assert_eq!(accept("name A type check", "1"), Err("'1' is neither true nor false".into()));
        let combo = "name A type combo var Very Solid var Risky";
        assert_eq!(accept(combo, "very solid"), ok("Very Solid"));
        assert_eq!(accept(combo, "x"), Err("'x' is none of: Very Solid, Risky".into()));
        assert_eq!(accept("name A type string", ""), ok("<empty>"));
        assert!(accept("name A type string", "a\nquit").is_err());
        assert_eq!(OptionKind::Button.accept(None), Ok(None));
        assert_eq!(OptionKind::Button.accept(Some("1")), Err(OptionError::Button));
        let check = OptionKind::Check { default: true };
        assert_eq!(check.accept(None), Err(OptionError::Missing));
    }
}
