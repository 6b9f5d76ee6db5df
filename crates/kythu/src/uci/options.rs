//! What a GUI can set.

use std::time::Duration;

use ::uci::{OptionDeclaration, OptionError, OptionKind};
use chess::{CastlingStyle, MAX_MOVES};
use knowledge::book::Variety;
use knowledge::syzygy::MOST_MEN;
use search::Settings;

use super::opening::BookOptions;

/// One terabyte in MiB. More than there is memory for is refused when it is
/// asked for.
const MOST_HASH: i64 = 1 << 20;
const MOST_THREADS: i64 = 256;
/// In milliseconds.
const MOST_OVERHEAD: i64 = 5_000;
const MOST_NODESTIME: i64 = 10_000;
/// In moves of the game.
const MOST_BOOK_DEPTH: i64 = 1_000;
/// What every GUI has room for.
const MOST_BOOK_SEED: i64 = i32::MAX as i64;

const MOST_PROBE_DEPTH: i64 = 100;

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
    OwnBook,
    BookFile,
    BookDepth,
    BookVariety,
    BookSeed,
    SyzygyPath,
    SyzygyProbeDepth,
    SyzygyProbeLimit,
    SyzygyFiftyMoves,
}

impl Name {
    const ALL: [Name; 20] = [
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
        Name::OwnBook,
        Name::BookFile,
        Name::BookDepth,
        Name::BookVariety,
        Name::BookSeed,
        Name::SyzygyPath,
        Name::SyzygyProbeDepth,
        Name::SyzygyProbeLimit,
        Name::SyzygyFiftyMoves,
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
            Name::OwnBook => "OwnBook",
            Name::BookFile => "BookFile",
            Name::BookDepth => "BookDepth",
            Name::BookVariety => "BookVariety",
            Name::BookSeed => "BookSeed",
            Name::SyzygyPath => "SyzygyPath",
            Name::SyzygyProbeDepth => "SyzygyProbeDepth",
            Name::SyzygyProbeLimit => "SyzygyProbeLimit",
            Name::SyzygyFiftyMoves => "Syzygy50MoveRule",
        }
    }

    fn kind(self) -> OptionKind {
        let spin = |default: u128, min, max| OptionKind::Spin { default: default as i64, min, max };
        let settings = Settings::default();
        let book = BookOptions::default();
        match self {
            Name::Hash => spin(settings.hash as u128, 1, MOST_HASH),
            Name::Threads => spin(settings.threads as u128, 1, MOST_THREADS),
            Name::MultiPv => spin(settings.multi_pv as u128, 1, MAX_MOVES as i64),
            Name::MoveOverhead => spin(settings.move_overhead.as_millis(), 0, MOST_OVERHEAD),
            Name::NodesTime => spin(0, 0, MOST_NODESTIME),
            Name::ClearHash => OptionKind::Button,
            Name::BookDepth => spin(book.depth.into(), 0, MOST_BOOK_DEPTH),
            Name::BookVariety => spin(book.variety.percent().into(), 0, 100),
            Name::BookSeed => spin(0, 0, MOST_BOOK_SEED),
            Name::SyzygyProbeDepth => spin(settings.probe_depth as u128, 1, MOST_PROBE_DEPTH),
            Name::SyzygyProbeLimit => spin(settings.probe_limit as u128, 0, MOST_MEN as i64),
            Name::SyzygyFiftyMoves => OptionKind::Check { default: settings.probe_fifty_moves },
            Name::Opponent | Name::BookFile | Name::SyzygyPath => {
                OptionKind::String { default: String::new() }
            }
            Name::Ponder | Name::Chess960 | Name::ShowWdl | Name::AnalyseMode | Name::OwnBook => {
                OptionKind::Check { default: false }
            }
        }
    }

    fn consequence(self) -> Consequence {
        match self {
            Name::Hash
            | Name::Threads
            | Name::MultiPv
            | Name::MoveOverhead
            | Name::NodesTime
            | Name::SyzygyProbeDepth
            | Name::SyzygyProbeLimit
            | Name::SyzygyFiftyMoves => Consequence::Configure,
            Name::SyzygyPath => Consequence::Tables,
            Name::ClearHash => Consequence::ClearHash,
            Name::OwnBook
            | Name::BookFile
            | Name::BookDepth
            | Name::BookVariety
            | Name::BookSeed => Consequence::Book,
            Name::Ponder | Name::Chess960 | Name::ShowWdl | Name::AnalyseMode | Name::Opponent => {
                Consequence::None
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
    /// Is the user looking at positions rather than playing?
    pub(super) analyse: bool,
    /// What to play from a book.
    pub(super) book: BookOptions,
    /// The folders of endgame tables; empty without any.
    pub(super) syzygy_path: String,
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
    /// There is something new about the book.
    Book,
    /// There are other endgame tables.
    Tables,
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
        let is_empty = value == "<empty>";
        match name {
            Name::Hash => self.settings.hash = number as usize,
            Name::Threads => self.settings.threads = number as usize,
            Name::MultiPv => self.settings.multi_pv = number as usize,
            Name::MoveOverhead => self.settings.move_overhead = Duration::from_millis(number),
            Name::NodesTime => self.settings.nodes_per_ms = Some(number).filter(|&rate| rate > 0),
            Name::Chess960 => {
                self.castling =
                    if switch { CastlingStyle::Chess960 } else { CastlingStyle::Standard };
            }
            Name::ShowWdl => self.show_wdl = switch,
            Name::AnalyseMode => self.analyse = switch,
            Name::OwnBook => self.book.own = switch,
            Name::BookFile => self.book.file = Some(value.into()).filter(|_| !is_empty),
            Name::BookDepth => self.book.depth = number as u16,
            Name::BookVariety => self.book.variety = Variety::new(number as u8).unwrap_or_default(),
            Name::BookSeed => self.book.seed = Some(number).filter(|&seed| seed > 0),
            Name::SyzygyPath => {
                self.syzygy_path = if is_empty { String::new() } else { value };
            }
            Name::SyzygyProbeDepth => self.settings.probe_depth = number as i32,
            Name::SyzygyProbeLimit => self.settings.probe_limit = number as usize,
            Name::SyzygyFiftyMoves => self.settings.probe_fifty_moves = switch,
            // A button; whether a GUI ponders it says with `go`; and the
            // engine plays against everybody alike.
            Name::ClearHash | Name::Ponder | Name::Opponent => {}
        }
        Ok(name.consequence())
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
            ("UCI_AnalyseMode", "true", Consequence::None),
            ("ownbook", "true", Consequence::Book),
            ("BookFile", "my books/a.bin", Consequence::Book),
            ("BookDepth", "12", Consequence::Book),
            ("BookVariety", "100", Consequence::Book),
            ("BookSeed", "7", Consequence::Book),
            ("SyzygyPath", "/tables/345:/tables/6", Consequence::Tables),
            ("SyzygyProbeDepth", "3", Consequence::Configure),
            ("SyzygyProbeLimit", "5", Consequence::Configure),
            ("Syzygy50MoveRule", "false", Consequence::Configure),
        ] {
            assert_eq!(options.set(name, Some(value)), Ok(consequence), "{name}");
        }
        let settings = Settings {
            hash: 64,
            threads: 2,
            multi_pv: 3,
            move_overhead: Duration::ZERO,
            nodes_per_ms: Some(600),
            probe_depth: 3,
            probe_limit: 5,
            probe_fifty_moves: false,
            ..Settings::default()
        };
        let castling = CastlingStyle::Chess960;
        let book = BookOptions {
            own: true,
            file: Some("my books/a.bin".into()),
            depth: 12,
            variety: Variety::EVEN,
            seed: Some(7),
        };
        let syzygy_path = "/tables/345:/tables/6".to_owned();
        let expected =
            Options { settings, castling, show_wdl: true, analyse: true, book, syzygy_path };
        assert_eq!(options, expected);
        assert_eq!(options.set("Clear Hash", None), Ok(Consequence::ClearHash));
        options.set("nodestime", Some("0")).unwrap();
        assert_eq!(options.settings.nodes_per_ms, None);
        options.set("BookFile", Some("")).unwrap();
        options.set("BookSeed", Some("0")).unwrap();
        assert_eq!((options.book.file, options.book.seed), (None, None));
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
            ("BookVariety", Some("101"), "from 0 to 100"),
            ("BookDepth", Some("-1"), "from 0 to 1000"),
            ("BookFile", None, "a value is missing"),
            ("SyzygyProbeLimit", Some("8"), "from 0 to 7"),
            ("SyzygyProbeDepth", Some("0"), "from 1 to 100"),
            ("Hashish", Some("1"), "there is no option 'Hashish'"),
        ] {
            let found = options.set(name, value).unwrap_err().to_string();
            assert!(found.contains(error), "{error:?} in {found:?}");
        }
        assert_eq!(options, Options::default());
    }
}
