//! `go`: how long and how deep to think.

use std::fmt;
use std::num::NonZeroU32;
use std::time::Duration;

use chess::{ByColor, Color, UciMove};

use super::CommandError;
use crate::tokens::{Tokens, excerpt};

/// The arguments of `go`. None at all means to think until told to stop.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Go {
    /// Only these root moves; empty means all.
    pub searchmoves: Vec<UciMove>,
    /// Think on the opponent's time, until `ponderhit` or `stop`.
    pub ponder: bool,
    /// What is left on the clocks; zero where a GUI sent a negative time.
    pub time: ByColor<Option<Duration>>,
    /// What each move adds to them.
    pub increment: ByColor<Option<Duration>>,
    /// Moves to the next time signal.
    pub movestogo: Option<NonZeroU32>,
    /// Plies to search.
    pub depth: Option<u32>,
    /// Nodes to search.
    pub nodes: Option<u64>,
    /// Look for a mate in so many moves.
    pub mate: Option<u32>,
    /// Think exactly so long.
    pub movetime: Option<Duration>,
    /// Think until told to stop.
    pub infinite: bool,
    /// Not in the standard: count the leaves of the move tree instead.
    pub perft: Option<u32>,
}

const COUNT: &str = "a whole number from 0";
const MILLISECONDS: &str = "a whole number of milliseconds";

/// The words that `go` knows, the only ones that may follow `searchmoves`.
const ARGUMENTS: [&str; 13] = [
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
    "perft",
];

impl Go {
    /// Reads what follows the word `go`. Unknown words are skipped.
    pub(super) fn read(mut tokens: Tokens<'_>) -> Result<Go, CommandError> {
        let mut go = Go::default();
        while let Some(word) = tokens.next() {
            match word {
                "searchmoves" => go.searchmoves = read_searchmoves(&mut tokens)?,
                "ponder" => go.ponder = true,
                "wtime" => go.time[Color::White] = Some(read_time(&mut tokens, "wtime")?),
                "btime" => go.time[Color::Black] = Some(read_time(&mut tokens, "btime")?),
                "winc" => go.increment[Color::White] = Some(read_time(&mut tokens, "winc")?),
                "binc" => go.increment[Color::Black] = Some(read_time(&mut tokens, "binc")?),
                // Some GUIs say 0 for "until the end of the game".
                "movestogo" => {
                    go.movestogo = NonZeroU32::new(read_count(&mut tokens, "movestogo")?);
                }
                "depth" => go.depth = Some(read_count(&mut tokens, "depth")?),
                "nodes" => go.nodes = Some(read_count(&mut tokens, "nodes")?),
                "mate" => go.mate = Some(read_count(&mut tokens, "mate")?),
                "movetime" => go.movetime = Some(read_time(&mut tokens, "movetime")?),
                "infinite" => go.infinite = true,
                "perft" => go.perft = Some(read_count(&mut tokens, "perft")?),
                _ => {}
            }
        }
        Ok(go)
    }
}

fn read_searchmoves(tokens: &mut Tokens<'_>) -> Result<Vec<UciMove>, CommandError> {
    let moves = tokens.series();
    match tokens.peek() {
        Some(word) if !ARGUMENTS.contains(&word) => Err(CommandError::SearchMove(excerpt(word))),
        _ => Ok(moves),
    }
}

fn read_count<T: std::str::FromStr>(
    tokens: &mut Tokens<'_>,
    argument: &'static str,
) -> Result<T, CommandError> {
    read_number(tokens, argument, COUNT)
}

fn read_time(tokens: &mut Tokens<'_>, argument: &'static str) -> Result<Duration, CommandError> {
    let milliseconds: i64 = read_number(tokens, argument, MILLISECONDS)?;
    Ok(Duration::from_millis(milliseconds.max(0).unsigned_abs()))
}

fn read_number<T: std::str::FromStr>(
    tokens: &mut Tokens<'_>,
    argument: &'static str,
    expected: &'static str,
) -> Result<T, CommandError> {
    let text = tokens.next().unwrap_or_default();
    text.parse().map_err(|_| CommandError::Number { argument, text: excerpt(text), expected })
}

impl fmt::Display for Go {
    /// The arguments, each after a blank.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut number = |name: &str, value: Option<u128>| match value {
            Some(value) => write!(f, " {name} {value}"),
            None => Ok(()),
        };
        let milliseconds = |time: Option<Duration>| time.map(|time| time.as_millis());
        number("wtime", milliseconds(self.time[Color::White]))?;
        number("btime", milliseconds(self.time[Color::Black]))?;
        number("winc", milliseconds(self.increment[Color::White]))?;
        number("binc", milliseconds(self.increment[Color::Black]))?;
        number("movestogo", self.movestogo.map(|moves| moves.get().into()))?;
        number("depth", self.depth.map(u128::from))?;
        number("nodes", self.nodes.map(u128::from))?;
        number("mate", self.mate.map(u128::from))?;
        number("movetime", milliseconds(self.movetime))?;
        number("perft", self.perft.map(u128::from))?;
        if self.ponder {
            f.write_str(" ponder")?;
        }
        if self.infinite {
            f.write_str(" infinite")?;
        }
        if !self.searchmoves.is_empty() {
            f.write_str(" searchmoves")?;
            self.searchmoves.iter().try_for_each(|mv| write!(f, " {mv}"))?;
        }
        Ok(())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[track_caller]
    fn read(arguments: &str) -> Go {
        Go::read(Tokens::new(arguments)).unwrap()
    }

    #[track_caller]
    fn error(arguments: &str) -> String {
        Go::read(Tokens::new(arguments)).unwrap_err().to_string()
    }

    #[test]
    fn every_argument() {
        let line = " wtime 60000 btime 1 winc 10 binc 20 movestogo 3 depth 4 nodes 5 mate 6 \
                    movetime 7 perft 8 ponder infinite searchmoves e2e4 e7e8q";
        let go = read(line);
        assert_eq!(go.time[Color::White], Some(Duration::from_secs(60)));
        assert_eq!(go.increment[Color::Black], Some(Duration::from_millis(20)));
        assert_eq!(go.searchmoves.len(), 2);
        assert_eq!(go.to_string(), line);
        assert_eq!(read(""), Go::default());
    }

    #[test]
    fn searchmoves_end_at_the_next_argument() {
        let go = read("searchmoves e2e4 d2d4 depth 3");
        assert_eq!((go.searchmoves.len(), go.depth), (2, Some(3)));
        assert_eq!(
            error("searchmoves e2e4 Nf3"),
            "go searchmoves: 'Nf3' is neither a move nor an argument of go"
        );
    }

    #[test]
    fn clocks_as_guis_send_them() {
        let go = read("wtime -37 movestogo 0");
        assert_eq!(go.time, ByColor([Some(Duration::ZERO), None]));
        assert_eq!(go.movestogo, None);
    }

    #[test]
    fn numbers_that_are_none() {
        assert_eq!(error("depth -1"), "go depth: '-1' is not a whole number from 0");
        assert_eq!(error("nodes x"), "go nodes: 'x' is not a whole number from 0");
        assert_eq!(error("wtime"), "go wtime: '' is not a whole number of milliseconds");
        assert_eq!(
            error("depth 4294967296"),
            "go depth: '4294967296' is not a whole number from 0"
        );
        assert!(error("wtime 99999999999999999999").starts_with("go wtime"));
    }

    #[test]
    fn unknown_words_are_skipped() {
        assert_eq!(read("quickly depth 2 please"), read("depth 2"));
    }
}
