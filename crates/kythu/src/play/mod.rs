//! `kythu play`: a game in the terminal.

mod actions;
mod adviser;
mod archive;
mod board;
mod clock;
mod command;
mod draws;
mod entry;
mod farewell;
mod keyboard;
mod opponent;
mod outlook;
mod reasons;
mod score_sheet;
mod screen;
mod seat;
mod seating;
mod shelf;
mod status;
mod table;
mod thinking_line;
mod thoughts;
mod transcript;
mod turn;
mod who;

use std::io::{self, BufReader};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result};
use chess::{ByColor, Position};
use clap::Args;

use archive::Archive;
use clock::{ClockSetting, Clocks};
use farewell::Farewell;
use keyboard::Keyboard;
use screen::Screen;
use seat::Seat;
use table::{Start, Table};
use who::{DEFAULT_OPPONENT, Who};

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
    #[arg(long, value_name = "WHO", default_value = DEFAULT_OPPONENT)]
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
    /// Play with clocks: minutes for each side, and seconds won with every move,
    /// such as 5+3
    #[arg(long, value_name = "MINUTES+SECONDS")]
    clock: Option<ClockSetting>,
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

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|seconds| *seconds > 0.0 && *seconds <= 86_400.0);
    seconds.map(Duration::from_secs_f64).ok_or_else(|| "expected seconds, such as 0.5".to_owned())
}

/// Plays until the player has had enough.
pub(crate) fn run(args: &PlayArgs) -> Result<()> {
    let screen = Screen::new(io::stdout(), args.plain);
    let mut random = args.seed.map_or_else(fastrand::Rng::new, fastrand::Rng::with_seed);
    let mut sit_down =
        |who: &Who| Seat::new(who, args.movetime, &mut random).with_context(|| who.to_string());
    let seats = ByColor([sit_down(&args.white)?, sit_down(&args.black)?]);
    let start = match (args.fen, args.chess960) {
        (Some(position), _) => Start::Position(Box::new(position)),
        (None, Some(Some(number))) => Start::Chess960(number),
        (None, Some(None)) => Start::AnyChess960,
        (None, None) => Start::Position(Box::new(Position::initial())),
    };
    let delay = args.delay.unwrap_or(if screen.is_terminal() { 500 } else { 0 });
    let mut table = Table::new(seats, start, random, screen, Farewell::on_interrupt()?);
    table.delay = Duration::from_millis(delay);
    table.movetime = args.movetime;
    table.clocks = args.clock.map(Clocks::new);
    table.set_up()?;
    if let Some(path) = &args.load {
        table.go_on_with(archive::load(path, args.game)?);
    }
    if let Some(path) = &args.pgn {
        table.shelf.keep_diary(Archive::open(path)?, &table.game);
    }
    table.play(&Keyboard::new(BufReader::new(io::stdin())))
}
