//! `kythu play`: a game in the terminal.

mod actions;
mod board;
mod command;
mod entry;
mod farewell;
mod opponent;
mod score_sheet;
mod screen;
mod status;
mod table;

use std::io;
use std::time::Duration;

use anyhow::Result;
use chess::{ByColor, Position};
use clap::{Args, ValueEnum};

use farewell::Farewell;
use opponent::{Opponent, Random};
use screen::Screen;
use table::{Seat, Start, Table};

/// Play a game in the terminal
///
/// Type moves as e4, Nf3, O-O or e2e4, and `help` for everything else.
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

/// Who sits on one side of the board.
#[derive(Copy, Clone, PartialEq, Eq, ValueEnum)]
enum Who {
    /// You, at the keyboard
    Human,
    /// Any legal move, each as likely as the other
    Random,
}

impl Who {
    fn sit_down(self, random: &mut fastrand::Rng) -> Seat {
        // Drawn in any case: a seed makes a player play the same against anybody.
        let seed = random.u64(..);
        match self {
            Who::Human => Seat::Human,
            Who::Random => Seat::Opponent(Box::new(Random::new(seed)) as Box<dyn Opponent>),
        }
    }
}

/// Plays until the player has had enough.
pub(crate) fn run(args: &PlayArgs) -> Result<()> {
    let screen = Screen::new(io::stdout(), args.plain);
    let mut random = args.seed.map_or_else(fastrand::Rng::new, fastrand::Rng::with_seed);
    let seats = ByColor([args.white.sit_down(&mut random), args.black.sit_down(&mut random)]);
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
    table.play(&mut io::stdin().lock())
}

/// The options that seat the same players again.
fn players_as_options(args: &PlayArgs) -> String {
    let mut options = String::new();
    for (option, who, default) in
        [("--white", args.white, Who::Human), ("--black", args.black, Who::Random)]
    {
        if let Some(value) = who.to_possible_value().filter(|_| who != default) {
            options.push_str(&format!(" {option} {}", value.get_name()));
        }
    }
    options
}
