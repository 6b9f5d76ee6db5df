//! `kythu eval`: the static evaluation, term by term.

use std::io::Write;

use anyhow::Result;
use chess::Position;
use clap::Args;
use eval::{Classic, Evaluator};

/// Explain the evaluation of a position
///
/// Shows what every term of the hand-written evaluation gives to both sides,
/// in the middlegame and in the endgame, and what comes of it. Nothing is
/// searched.
#[derive(Args)]
pub(crate) struct EvalArgs {
    /// What to evaluate: a FEN, X-FEN or Shredder-FEN [default: the start position]
    #[arg(long, value_name = "FEN", value_parser = Position::from_fen_tolerant)]
    fen: Option<Position>,
    /// Write JSON, in hundredths of a pawn, instead of a table in pawns
    #[arg(long)]
    json: bool,
}

/// Evaluates and prints.
pub(crate) fn run(args: &EvalArgs, mut out: impl Write) -> Result<()> {
    let position = args.fen.unwrap_or_else(Position::initial);
    let trace = Classic::new().trace(&position);
    if args.json {
        // To a string first: the error of a closed pipe must stay one.
        writeln!(out, "{}", serde_json::to_string_pretty(&trace)?)?;
    } else {
        writeln!(out, "{trace}")?;
    }
    Ok(())
}
