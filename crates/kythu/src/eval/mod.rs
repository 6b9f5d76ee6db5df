//! `kythu eval`: the static evaluation, term by term.

mod heat_map;
mod net_view;

use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use chess::Position;
use clap::Args;
use eval::{Classic, Evaluator, Nnue, NnueNet};

use crate::net;

/// Explain the evaluation of a position
///
/// Shows what every term of the hand-written evaluation gives to both sides,
/// in the middlegame and in the endgame, and what comes of it. With --net, what
/// every man is worth to a net: how much its value changes without him. Nothing is
/// searched.
#[derive(Args)]
pub(crate) struct EvalArgs {
    /// What to evaluate: a FEN, X-FEN or Shredder-FEN [default: the start position]
    #[arg(long, value_name = "FEN", value_parser = Position::from_fen_tolerant)]
    fen: Option<Position>,
    /// Ask a net, that of this NNUE file or the one that the program carries
    #[arg(long, value_name = "FILE", num_args = 0..=1)]
    net: Option<Option<PathBuf>>,
    /// Write JSON, in hundredths of a pawn, instead of a table in pawns
    #[arg(long)]
    json: bool,
}

/// Evaluates and prints.
pub(crate) fn run(args: &EvalArgs, mut out: impl Write) -> Result<()> {
    let position = args.fen.unwrap_or_else(Position::initial);
    if let Some(file) = &args.net {
        let net = net::load(file.as_deref())?;
        return net_view::show(&Nnue::new(&NnueNet::Given(net)), &position, args.json, out);
    }
    let trace = Classic::new().trace(&position);
    if args.json {
        // To a string first: the error of a closed pipe must stay one.
        writeln!(out, "{}", serde_json::to_string_pretty(&trace)?)?;
    } else {
        writeln!(out, "{trace}")?;
    }
    Ok(())
}
