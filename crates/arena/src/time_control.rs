//! How long a side may think.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use thinking::Limits;
use thiserror::Error;

/// The limits of one side for a whole game.
///
/// As text: `5+0.05` (seconds and increment), `40/60+0.1` (so many moves in so
/// many seconds), `movetime=0.1`, `nodes=10000`, `depth=6`, or `none`.
#[derive(Copy, Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum TimeControl {
    /// The players limit themselves.
    #[default]
    None,
    /// A clock.
    Clock {
        /// Moves until `base` is added again.
        moves: Option<u32>,
        /// Time at the start.
        base: Duration,
        /// Time won with every move.
        increment: Duration,
    },
    /// So long for each move.
    MoveTime(Duration),
    /// So many nodes for each move.
    Nodes(u64),
    /// So many plies for each move.
    Depth(u32),
}

/// The text is no time control.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "'{0}' is no time control (expected 5+0.05, 40/60+0.1, movetime=0.1, nodes=10000, depth=6 or none)"
)]
pub struct TimeControlError(String);

impl TimeControl {
    /// The limits that are the same for every move; clocks are added to them.
    pub(crate) fn limits(&self) -> Limits {
        match *self {
            TimeControl::None | TimeControl::Clock { .. } => Limits::default(),
            TimeControl::MoveTime(time) => Limits::move_time(time),
            TimeControl::Nodes(nodes) => Limits::nodes(nodes),
            TimeControl::Depth(depth) => Limits::depth(depth),
        }
    }

    /// As PGN writes it in the tag `TimeControl`.
    pub(crate) fn pgn(&self) -> String {
        match self {
            TimeControl::Clock { moves, base, increment } => {
                let moves = moves.map_or(String::new(), |moves| format!("{moves}/"));
                let increment = match increment {
                    &Duration::ZERO => String::new(),
                    increment => format!("+{}", increment.as_secs_f64()),
                };
                format!("{moves}{}{increment}", base.as_secs_f64())
            }
            _ => "-".to_owned(),
        }
    }
}

impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<TimeControl, TimeControlError> {
        let text = text.trim();
        let error = || TimeControlError(text.chars().take(64).collect());
        if text == "none" {
            return Ok(TimeControl::None);
        }
        if let Some((word, value)) = text.split_once('=') {
            return match word {
                "movetime" => {
                    seconds(value).filter(|time| !time.is_zero()).map(TimeControl::MoveTime)
                }
                "nodes" => value.parse().ok().filter(|&nodes| nodes > 0).map(TimeControl::Nodes),
                "depth" => value.parse().ok().filter(|&depth| depth > 0).map(TimeControl::Depth),
                _ => None,
            }
            .ok_or_else(error);
        }
        let (moves, clock) = match text.split_once('/') {
            Some((moves, clock)) => {
                (Some(moves.parse().ok().filter(|&moves| moves > 0).ok_or_else(error)?), clock)
            }
            None => (None, text),
        };
        let (base, increment) = clock.split_once('+').unwrap_or((clock, "0"));
        let (base, increment) = seconds(base)
            .zip(seconds(increment))
            .filter(|(base, _)| !base.is_zero())
            .ok_or_else(error)?;
        Ok(TimeControl::Clock { moves, base, increment })
    }
}

fn seconds(text: &str) -> Option<Duration> {
    let seconds = text.parse().ok().filter(|seconds| (0.0..=1e6).contains(seconds))?;
    Some(Duration::from_secs_f64(seconds))
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TimeControl::None => f.write_str("none"),
            TimeControl::Clock { moves, base, increment } => {
                if let Some(moves) = moves {
                    write!(f, "{moves}/")?;
                }
                write!(f, "{}+{}", base.as_secs_f64(), increment.as_secs_f64())
            }
            TimeControl::MoveTime(time) => write!(f, "movetime={}", time.as_secs_f64()),
            TimeControl::Nodes(nodes) => write!(f, "nodes={nodes}"),
            TimeControl::Depth(depth) => write!(f, "depth={depth}"),
        }
    }
}

impl TryFrom<String> for TimeControl {
    type Error = TimeControlError;

    fn try_from(text: String) -> Result<TimeControl, TimeControlError> {
        text.parse()
    }
}

impl From<TimeControl> for String {
    fn from(control: TimeControl) -> String {
        control.to_string()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn text_round_trip() {
        for text in ["5+0.05", "40/60+0.1", "movetime=0.1", "nodes=10000", "depth=6", "none"] {
            assert_eq!(text.parse::<TimeControl>().unwrap().to_string(), text);
        }
        let plain: TimeControl = "60".parse().unwrap();
        assert_eq!((plain.to_string().as_str(), plain.pgn().as_str()), ("60+0", "60"));
        assert_eq!("40/60+0.1".parse::<TimeControl>().unwrap().pgn(), "40/60+0.1");
        for bad in ["", "x", "0+1", "5+", "0/5+1", "nodes=0", "depth=-1", "-5+1", "time=3", "inf"] {
            let error = bad.parse::<TimeControl>().unwrap_err();
            assert!(error.to_string().contains("5+0.05"), "{error}");
        }
    }
}
