//! What a GUI can set.

use std::time::Duration;

use ::uci::{OptionDeclaration, OptionError, OptionKind};
use chess::{CastlingStyle, MAX_MOVES};
use search::Settings;

/// One terabyte in MiB. More than there is memory for is refused when it is
/// asked for.
const MOST_HASH: i64 = 1 << 20;
const MOST_THREADS: i64 = 256;
/// In milliseconds.
const MOST_OVERHEAD: i64 = 5_000;
const MOST_NODESTIME: i64 = 10_000;

/// The options by name.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Name {
    Hash,
    Threads,
    MultiPv,
    Ponder,
    ClearHash,
    MoveOverhead,
    Chess960,
    ShowWdl,
    AnalyseMode,
    NodesTime,
    Opponent,
}

impl Name {
    const ALL: [Name; 11] = [
        Name::Hash,
        Name::Threads,
        Name::MultiPv,
        Name::Ponder,
        Name::ClearHash,
        Name::MoveOverhead,
        Name::Chess960,
        Name::ShowWdl,
        Name::AnalyseMode,
        Name::NodesTime,
        Name::Opponent,
    ];

    fn text(self) -> &'static str {
        match self {
            Name::Hash => "Hash",
            Name::Threads => "Threads",
            Name::MultiPv => "MultiPV",
            Name::Ponder => "Ponder",
            Name::ClearHash => "Clear Hash",
            Name::MoveOverhead => "Move Overhead",
            Name::Chess960 => "UCI_Chess960",
            Name::ShowWdl => "UCI_ShowWDL",
            Name::AnalyseMode => "UCI_AnalyseMode",
            Name::NodesTime => "nodestime",
            Name::Opponent => "UCI_Opponent",
        }
    }

    fn kind(self) -> OptionKind {
        let spin = |default: u128, min, max| OptionKind::Spin { default: default as i64, min, max };
        let settings = Settings::default();
        match self {
            Name::Hash => spin(settings.hash as u128, 1, MOST_HASH),
            Name::Threads => spin(settings.threads as u128, 1, MOST_THREADS),
            Name::MultiPv => spin(settings.multi_pv as u128, 1, MAX_MOVES as i64),
            Name::MoveOverhead => spin(settings.move_overhead.as_millis(), 0, MOST_OVERHEAD),
            Name::NodesTime => spin(0, 0, MOST_NODESTIME),
            Name::ClearHash => OptionKind::Button,
            Name::Opponent => OptionKind::String { default: String::new() },
            Name::Ponder | Name::Chess960 | Name::ShowWdl | Name::AnalyseMode => {
                OptionKind::Check { default: false }
            }
        }
    }
}

/// What they are set to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Options {
    /// Those that the engine itself needs.
    pub(super) settings: Settings,
    /// How castling is written. Either way is understood.
    pub(super) castling: CastlingStyle,
    /// Say the chances beside the score?
    pub(super) show_wdl: bool,
}

/// What setting an option asks of the engine.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Consequence {
    /// Nothing.
    None,
    /// It has new settings.
    Configure,
    /// It must forget what its table holds.
    ClearHash,
}

impl Options {
    /// All of them, as `uci` lists them.
    pub(super) fn declarations() -> impl Iterator<Item = OptionDeclaration> {
        Name::ALL
            .into_iter()
            .map(|name| OptionDeclaration { name: name.text().to_owned(), kind: name.kind() })
    }

    /// Sets one. After an error everything is as before.
    pub(super) fn set(
        &mut self,
        name: &str,
        value: Option<&str>,
    ) -> Result<Consequence, OptionsError> {
        let Some(name) =
            Name::ALL.into_iter().find(|known| known.text().eq_ignore_ascii_case(name))
        else {
            return Err(OptionsError::Unknown(super::excerpt(name)));
        };
        let kind = name.kind();
        // Some GUIs press a button with an empty value.
        let value = value.filter(|_| kind != OptionKind::Button);
        let value = kind
            .accept(value)
            .map_err(|source| OptionsError::Value { name: name.text(), source })?
            .unwrap_or_default();
        let (number, switch) = (value.parse::<u64>().unwrap_or(0), value == "true");
        match name {
            Name::Hash => self.settings.hash = number as usize,
            Name::Threads => self.settings.threads = number as usize,
            Name::MultiPv => self.settings.multi_pv = number as usize,
            Name::MoveOverhead => self.settings.move_overhead = Duration::from_millis(number),
            Name::NodesTime => self.settings.nodes_per_ms = Some(number).filter(|&rate| rate > 0),
            Name::ClearHash => return Ok(Consequence::ClearHash),
            Name::Chess960 => {
                self.castling =
                    if switch { CastlingStyle::Chess960 } else { CastlingStyle::Standard };
                return Ok(Consequence::None);
            }
            Name::ShowWdl => {
                self.show_wdl = switch;
                return Ok(Consequence::None);
            }
            // Whether a GUI ponders it says with `go`, and the engine plays as
            // it analyses, against everybody alike.
            Name::Ponder | Name::AnalyseMode | Name::Opponent => return Ok(Consequence::None),
        }
        Ok(Consequence::Configure)
    }
}

/// Why an option cannot be set.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(super) enum OptionsError {
    #[error("setoption: there is no option '{0}'")]
    Unknown(String),
    #[error("setoption {name}: {source}")]
    Value { name: &'static str, source: OptionError },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_can_be_set_to_its_default_and_nothing_changes() {
        let mut options = Options::default();
        for declaration in Options::declarations() {
            let value = match declaration.kind {
                OptionKind::Check { default } => Some(default.to_string()),
                OptionKind::Spin { default, .. } => Some(default.to_string()),
                OptionKind::String { default } => Some(default),
                OptionKind::Button => None,
                OptionKind::Combo { default, .. } => Some(default),
            };
            options.set(&declaration.name, value.as_deref()).unwrap();
        }
        assert_eq!(options, Options::default());
    }

    #[test]
    fn values_arrive_where_they_belong() {
        let mut options = Options::default();
        for (name, value, consequence) in [
            ("hash", "64", Consequence::Configure),
            ("THREADS", "2", Consequence::Configure),
            ("multipv", " 3 ", Consequence::Configure),
            ("Move Overhead", "0", Consequence::Configure),
            ("nodestime", "600", Consequence::Configure),
            ("uci_chess960", "TRUE", Consequence::None),
            ("UCI_ShowWDL", "true", Consequence::None),
            ("Ponder", "true", Consequence::None),
            ("UCI_Opponent", "GM 2800 human Somebody", Consequence::None),
            ("clear hash", "", Consequence::ClearHash),
        ] {
            assert_eq!(options.set(name, Some(value)), Ok(consequence), "{name}");
        }
        let settings = Settings {
            hash: 64,
            threads: 2,
            multi_pv: 3,
            move_overhead: Duration::ZERO,
            nodes_per_ms: Some(600),
            ..Settings::default()
        };
        let castling = CastlingStyle::Chess960;
        assert_eq!(options, Options { settings, castling, show_wdl: true });
        assert_eq!(options.set("Clear Hash", None), Ok(Consequence::ClearHash));
        options.set("nodestime", Some("0")).unwrap();
        assert_eq!(options.settings.nodes_per_ms, None);
    }

    #[test]
    fn mistakes_change_nothing() {
        let mut options = Options::default();
        for (name, value, error) in [
            ("Hash", Some("0"), "setoption Hash: '0' is not a whole number from 1 to 1048576"),
            ("Hash", Some("1000000000"), "from 1 to 1048576"),
            ("Hash", Some("-5"), "from 1 to 1048576"),
            ("Hash", Some("many"), "from 1 to 1048576"),
            ("Hash", None, "setoption Hash: a value is missing"),
            ("Threads", Some("257"), "from 1 to 256"),
            ("MultiPV", Some("0"), "from 1 to"),
            ("UCI_Chess960", Some("yes"), "'yes' is neither true nor false"),
            ("Hashish", Some("1"), "there is no option 'Hashish'"),
        ] {
            let found = options.set(name, value).unwrap_err().to_string();
            assert!(found.contains(error), "{error:?} in {found:?}");
        }
        assert_eq!(options, Options::default());
    }
}
