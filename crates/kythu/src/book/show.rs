//! `kythu book show`: what a book knows.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result};
use chess::{CastlingStyle, Position};
use clap::Args;
use knowledge::book::{Book, BookMove};
use serde_json::json;

use crate::typed_line;

/// Show the moves that a book knows in a position
#[derive(Args)]
pub(super) struct ShowArgs {
    /// The book [default: the one that is part of this program]
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
    /// The position: a FEN, X-FEN or Shredder-FEN [default: the start position]
    #[arg(long, value_name = "FEN", value_parser = Position::from_fen_tolerant)]
    fen: Option<Position>,
    /// Moves to play first, as in "e4 e5" or "1. e4 e5" or "e2e4 e7e5"
    #[arg(long, value_name = "MOVES", default_value = "")]
    moves: String,
    /// As JSON, for programs
    #[arg(long)]
    json: bool,
}

/// Shows them.
pub(super) fn run(args: &ShowArgs, mut out: impl Write) -> Result<()> {
    let start = args.fen.unwrap_or_else(Position::initial);
    let line = typed_line::play(start, &args.moves).context("--moves")?;
    let position = *line.position();
    let (name, book) = match &args.book {
        Some(path) => (path.display().to_string(), super::open(path)?),
        None => ("the book of this program".to_owned(), Book::embedded()),
    };
    let moves = book.moves(&position);
    let sum: u64 = moves.iter().map(|known| u64::from(known.weight)).sum();
    let share = |known: &BookMove| 100.0 * f64::from(known.weight) / sum.max(1) as f64;
    let key = position.polyglot_key();
    let useless = book.entries_of(key).filter(|entry| entry.code.find(&position).is_none()).count();
    if args.json {
        let list = moves.iter().map(|known| {
            json!({
                "san": position.to_san(known.mv),
                "uci": position.to_uci(known.mv, CastlingStyle::Standard).to_string(),
                "weight": known.weight,
                "percent": share(known),
            })
        });
        let report = json!({
            "book": name,
            "moves_in_book": book.len(),
            "positions_in_book": book.positions(),
            "fen": position.fen(),
            "key": format!("{key:016x}"),
            "moves": list.collect::<Vec<_>>(),
            "illegal_entries": useless,
            "warnings": super::warnings(&book),
        });
        writeln!(out, "{}", serde_json::to_string_pretty(&report)?)?;
        return Ok(());
    }
    writeln!(out, "{name}: {} moves in {} positions", book.len(), book.positions())?;
    writeln!(out, "{position}\nkey {key:016x}\n")?;
    if moves.is_empty() {
        writeln!(out, "the book does not know this position")?;
    } else {
        writeln!(out, "{:<8}{:>8}{:>9}{:>9}", "move", "weight", "share", "replies")?;
    }
    for known in &moves {
        let replies = book.moves(&position.after(known.mv)).len();
        let (san, share) = (position.to_san(known.mv), format!("{:.1}%", share(known)));
        writeln!(out, "{san:<8}{:>8}{share:>9}{replies:>9}", known.weight)?;
    }
    if useless > 0 {
        writeln!(out, "\n{useless} entries of this key are no legal moves here")?;
    }
    Ok(())
}
