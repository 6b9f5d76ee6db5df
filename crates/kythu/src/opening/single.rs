//! The opening of one line of moves.

use std::io::Write;

use anyhow::Result;
use chess::{Game, Position};
use knowledge::openings::OpeningNames;
use serde_json::json;

use super::OpeningArgs;
use crate::typed_line;

pub(super) fn run(args: &OpeningArgs, openings: &OpeningNames, mut out: impl Write) -> Result<()> {
    let start = args.fen.unwrap_or_else(Position::initial);
    let game = typed_line::play(start, &args.moves.join(" "))?;
    let named = openings.of_game(&game);
    let known = known_plies(&game, openings);
    let left_by = (known < game.moves().len()).then(|| numbered(&game, known));
    let next = known_moves(game.position(), openings);
    if args.json {
        let report = json!({
            "eco": named.map(|(opening, _)| opening.eco.to_string()),
            "name": named.map(|(opening, _)| &opening.name),
            "line": named.map(|(opening, _)| opening.line()),
            "ply": named.map(|(_, ply)| ply),
            "known_plies": known,
            "plies": game.moves().len(),
            "left_by": left_by,
            "next": next,
        });
        writeln!(out, "{}", serde_json::to_string_pretty(&report)?)?;
        return Ok(());
    }
    match named {
        Some((opening, 0)) => writeln!(out, "{opening}")?,
        Some((opening, ply)) => writeln!(out, "{opening}, after {}", numbered(&game, ply - 1))?,
        None => writeln!(out, "no known opening")?,
    }
    match left_by {
        Some(mv) => writeln!(out, "{mv} leaves the known lines")?,
        None if next.is_empty() => writeln!(out, "a known line ends here")?,
        None => writeln!(out, "known lines go on with {}", next.join(", "))?,
    }
    Ok(())
}

/// After how many half-moves the game was on a known line for the last time.
fn known_plies(game: &Game, openings: &OpeningNames) -> usize {
    game.positions().iter().rposition(|position| openings.is_known(position)).unwrap_or(0)
}

/// The moves that stay on known lines, or come back to them.
fn known_moves(position: &Position, openings: &OpeningNames) -> Vec<String> {
    let moves = position.legal_moves();
    let known = moves.iter().filter(|&&mv| openings.is_known(&position.after(mv)));
    let mut known: Vec<String> = known.map(|&mv| position.to_san(mv)).collect();
    known.sort_unstable();
    known
}

/// A move with its number: `12. Nf3` or `12... Nf6`.
fn numbered(game: &Game, ply: usize) -> String {
    let position = &game.positions()[ply];
    let dots = if position.turn().is_white() { "." } else { "..." };
    format!("{}{dots} {}", position.fullmoves(), position.to_san(game.moves()[ply]))
}
