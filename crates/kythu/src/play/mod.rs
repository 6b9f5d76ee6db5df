//! `kythu play`: a game in the terminal.

mod actions;
mod archive;
mod board;
mod command;
mod entry;
mod farewell;
mod opponent;
mod score_sheet;
mod screen;
mod status;
mod table;
mod transcript;

use std::fmt;
use std::io;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use agents::{Spec, SpecError};
use anyhow::{Context, Result};
use chess::{ByColor, Position};
use clap::Args;

use archive::Archive;
use farewell::Farewell;
use opponent::Opponent;
use screen::Screen;
use table::{Seat, Start, Table};

/// Play a game in the terminal
///
/// Type moves as e4, Nf3, O-O or e2e4, and `help` for everything else. WHO is
/// human or an agent, such as random, minimax?level=hard or engine; `kythu agents`
/// lists them all.
#[derive(Args)]
pub(crate) struct PlayArgs {
    /// Who plays White
    #[arg(long, value_name = "WHO", default_value = "human")]
    white: Who,
    /// Who plays Black
    #[arg(long, value_name = "WHO", default_value = "random")]
    black: Who,
    /// Start from this position: a FEN, X-FEN or Shredder-FEN
    #[arg(long, value_name = "FEN", value_parser = Position::from_fen_tolerant)]
    #[arg(conflicts_with = "chess960")]
    fen: Option<Position>,
    /// Play Chess960, from start position NUMBER (0 to 959) or a random one
    #[arg(long = "960", value_name = "NUMBER", id = "chess960")]
    #[arg(value_parser = clap::value_parser!(u16).range(0..960))]
    chess960: Option<Option<u16>>,
    /// Go on with a game of this PGN file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fen", "chess960"])]
    load: Option<PathBuf>,
    /// Which game of that file, from 1 [default: the last]
    #[arg(long, value_name = "NUMBER", requires = "load")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    game: Option<u64>,
    /// Save every game in this PGN file, after every move; games that are
    /// there stay there
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// How long an agent thinks about a move, in seconds [default: 1 for agents
    /// that do not limit themselves]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    movetime: Option<Duration>,
    /// Make everything random come out the same again
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,
    /// How long to show each position of a game without a human, in milliseconds
    /// [default: 500 in a terminal, else 0]
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(0..=60_000))]
    delay: Option<u64>,
    /// Draw the board with letters and without colours (the default when the
    /// output is not a terminal or NO_COLOR is set)
    #[arg(long)]
    plain: bool,
}

/// How long an agent thinks that would think for ever.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// Who sits on one side of the board.
#[derive(Clone)]
enum Who {
    /// The one at the keyboard.
    Human,
    /// Somebody else.
    Agent(Spec),
}

impl FromStr for Who {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Who, SpecError> {
        match text {
            "human" => Ok(Who::Human),
            text => text.parse().map(Who::Agent),
        }
    }
}

impl fmt::Display for Who {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Who::Human => f.write_str("human"),
            Who::Agent(spec) => write!(f, "{spec}"),
        }
    }
}

impl Who {
    fn sit_down(&self, time: Option<Duration>, random: &mut fastrand::Rng) -> Result<Seat> {
        // Drawn in any case: a seed makes a player play the same against anybody.
        let seed = random.u64(..);
        match self {
            Who::Human => Ok(Seat::Human),
            Who::Agent(spec) => {
                let opponent = Opponent::new(spec, time, DEFAULT_TIME, seed);
                Ok(Seat::Opponent(Box::new(opponent.with_context(|| spec.to_string())?)))
            }
        }
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|seconds| *seconds > 0.0 && *seconds <= 86_400.0);
    seconds.map(Duration::from_secs_f64).ok_or_else(|| "expected seconds, such as 0.5".to_owned())
}

/// Plays until the player has had enough.
pub(crate) fn run(args: &PlayArgs) -> Result<()> {
    let screen = Screen::new(io::stdout(), args.plain);
    let mut random = args.seed.map_or_else(fastrand::Rng::new, fastrand::Rng::with_seed);
    let seats = ByColor([
        args.white.sit_down(args.movetime, &mut random)?,
        args.black.sit_down(args.movetime, &mut random)?,
    ]);
    let start = match (args.fen, args.chess960) {
        (Some(position), _) => Start::Position(Box::new(position)),
        (None, Some(Some(number))) => Start::Chess960(number),
        (None, Some(None)) => Start::AnyChess960,
        (None, None) => Start::Position(Box::new(Position::initial())),
    };
    let delay = args.delay.unwrap_or(if screen.is_terminal() { 500 } else { 0 });
    let farewell = Farewell::on_interrupt(players_as_options(args))?;
    let mut table = Table::new(seats, start, random, screen, farewell);
    table.set_delay(Duration::from_millis(delay));
    table.set_up()?;
    if let Some(path) = &args.load {
        table.go_on_with(archive::load(path, args.game)?)?;
    }
    if let Some(path) = &args.pgn {
        table.keep_diary(Archive::open(path)?);
    }
    table.play(&mut io::stdin().lock())
}

/// The options that seat the same players again.
fn players_as_options(args: &PlayArgs) -> String {
    let mut options = String::new();
    for (option, who, default) in
        [("--white", &args.white, "human"), ("--black", &args.black, "random")]
    {
        let who = who.to_string();
        if who != default {
            // Specs have letters in them that shells read.
            let quote = if who.bytes().all(|byte| byte.is_ascii_alphanumeric()) { "" } else { "'" };
            options.push_str(&format!(" {option} {quote}{who}{quote}"));
        }
    }
    options
}
