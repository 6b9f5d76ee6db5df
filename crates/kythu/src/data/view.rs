//! `kythu data view`.

use std::io::{BufWriter, Write};
use std::path::PathBuf;

use ::data::GameFiles;
use anyhow::{Result, bail};
use clap::{Args, ValueEnum};

use super::warn;

/// Print games as text
///
/// As PGN, with the score of the position before a move in its comment; or as a
/// line for every position: FEN | move | score | result. Scores are good for
/// White if positive.
#[derive(Args)]
pub(super) struct ViewArgs {
    /// Files of games in the viriformat layout (.vf, .vf.zst)
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// How to print them
    #[arg(long, value_enum, default_value_t = Format::Pgn)]
    format: Format,
    /// Begin with this game, from 1, over all files
    #[arg(long, value_name = "N", default_value = "1")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    from: u64,
    /// Print so many games [default: all]
    #[arg(long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true)]
    limit: u64,
    /// Print the games before the damage of a damaged file instead of refusing it
    #[arg(long)]
    salvage: bool,
}

#[derive(Copy, Clone, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Portable Game Notation
    Pgn,
    /// A line for every position
    Lines,
}

pub(super) fn run(args: &ViewArgs, out: impl Write) -> Result<()> {
    let mut out = BufWriter::new(out);
    let mut games = GameFiles::open(&args.files, args.salvage)?;
    let end = args.from.saturating_add(args.limit);
    let mut number = 0;
    // What is behind the last game asked for is not looked at.
    while number + 1 < end {
        let game = match games.next_game() {
            Ok(Some(game)) => game,
            Ok(None) => break,
            Err(error) => {
                // The games before it are worth seeing.
                out.flush()?;
                return Err(error.into());
            }
        };
        number += 1;
        if number < args.from {
            continue;
        }
        match args.format {
            Format::Pgn => write!(out, "{}", game.to_record(number))?,
            Format::Lines => {
                for line in game.lines() {
                    writeln!(out, "{line}")?;
                }
            }
        }
    }
    out.flush()?;
    warn(games.damage());
    if number < args.from && args.limit > 0 {
        bail!("there are {number} games, and so no game {}", args.from);
    }
    Ok(())
}
