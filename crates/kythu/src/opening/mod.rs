//! `kythu opening`: the names of openings.

mod list;
mod single;
mod survey;

use std::borrow::Cow;
use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use chess::Position;
use clap::Args;
use knowledge::openings::OpeningNames;

/// Name the opening of a line or of games
///
/// Says which opening is the last that a line of moves comes to, and which
/// move leaves the known lines: kythu opening e4 e5 Nf3 Nc6 Bb5 h5. Openings
/// are known by their positions, whatever the order of moves.
#[derive(Args)]
#[command(arg_required_else_help = true)]
pub(crate) struct OpeningArgs {
    /// The moves, as in e4 e5 Nf3 or in e2e4 e7e5 g1f3; numbers may stand between them
    moves: Vec<String>,
    /// Where they begin: a FEN, X-FEN or Shredder-FEN [default: the start position]
    #[arg(long, value_name = "FEN", value_parser = Position::from_fen_tolerant)]
    fen: Option<Position>,
    /// List all openings, or those that have these words in their name or code: --list B9 english
    #[arg(long, value_name = "WORDS", num_args = 0.., conflicts_with_all = ["moves", "fen"])]
    list: Option<Vec<String>>,
    /// Name the opening of every game in a PGN file, plain or packed by gzip or Zstandard, and
    /// count which are played most
    #[arg(long, value_name = "FILE", conflicts_with_all = ["moves", "fen", "list"])]
    pgn: Option<PathBuf>,
    /// Of the games, show only which openings are played most
    #[arg(long, requires = "pgn", conflicts_with_all = ["moves", "fen", "list"])]
    summary: bool,
    /// How many openings to show as those played most
    #[arg(long, value_name = "N", default_value = "20")]
    #[arg(requires = "pgn", conflicts_with_all = ["moves", "fen", "list"])]
    top: usize,
    /// Use the names in this folder: the files a.tsv to e.tsv of lichess's chess-openings
    #[arg(long, value_name = "DIR")]
    openings: Option<PathBuf>,
    /// Write JSON; of games, one line for each and one for their summary
    #[arg(long)]
    json: bool,
}

/// Does what is asked.
pub(crate) fn run(args: &OpeningArgs, out: impl Write) -> Result<()> {
    let openings = match &args.openings {
        Some(folder) => Cow::Owned(OpeningNames::load(folder)?),
        None => Cow::Borrowed(OpeningNames::builtin()),
    };
    if let Some(words) = &args.list {
        return list::run(&words.join(" "), &openings, args.json, out);
    }
    match &args.pgn {
        Some(file) => survey::run(file, args, &openings, out),
        None => single::run(args, &openings, out),
    }
}
