//! What tables know of a position.

use std::io::{self, Write};

use anyhow::Result;
use chess::{CastlingStyle, Move, Position};
use clap::Args;
use knowledge::syzygy::{Dtz, Ranking, Wdl};
use serde_json::{Value, json};

use super::{Place, warn};

/// Show what the tables know of a position
///
/// Says how it ends under best play, how far it is to the next capture, pawn move
/// or mate (DTZ, in half-moves; `~` may be one more), and the same of every legal
/// move, the best first. The half-move clock of the FEN counts.
#[derive(Args)]
pub(super) struct ProbeArgs {
    /// The position: a FEN, X-FEN or Shredder-FEN
    #[arg(value_name = "FEN", value_parser = Position::from_fen_tolerant)]
    position: Position,
    #[command(flatten)]
    place: Place,
    /// Play on after fifty moves without capture or pawn move: cursed wins are wins
    #[arg(long)]
    no_fifty_moves: bool,
    /// As JSON, for programs
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &ProbeArgs, mut out: impl Write) -> Result<()> {
    let tables = args.place.tables()?;
    let position = &args.position;
    let fifty_move_rule = !args.no_fifty_moves;
    let ranking = tables.root_moves(position, true, fifty_move_rule);
    let line = tables.best_line(position, fifty_move_rule);
    // The tables' own number: counting on from those of the moves may know the
    // half-move that it is rounded by.
    let dtz = tables.dtz(position).ok();
    warn(&tables.take_problems());
    let (ranking, line) = (ranking?, line?);
    if args.json {
        let report = report(position, &ranking, dtz, &line);
        // To a string first: the error of a closed pipe must stay one.
        writeln!(out, "{}", serde_json::to_string_pretty(&report)?)?;
    } else {
        print(position, &ranking, dtz, &line, &mut out)?;
    }
    Ok(())
}

/// The outcome: of the best move, or of a game that is over.
fn outcome(position: &Position, ranking: &Ranking) -> Wdl {
    let over = if position.is_check() { Wdl::Loss } else { Wdl::Draw };
    ranking.wdl().unwrap_or(over)
}

fn print(
    position: &Position,
    ranking: &Ranking,
    dtz: Option<Dtz>,
    line: &[Move],
    out: &mut impl Write,
) -> io::Result<()> {
    let us = position.turn();
    let verdict = match outcome(position, ranking) {
        Wdl::Win => format!("{us} wins"),
        Wdl::CursedWin => format!("{us} wins, but for the fifty-move rule: a draw"),
        Wdl::Draw => "a draw".to_owned(),
        Wdl::BlessedLoss => format!("{} wins, but for the fifty-move rule: a draw", !us),
        Wdl::Loss => format!("{} wins", !us),
    };
    writeln!(out, "{us} to move: {verdict}")?;
    if ranking.moves.is_empty() {
        let end = if position.is_check() { "checkmate" } else { "stalemate" };
        return writeln!(out, "The game is over: {end}.");
    }
    if let Some(dtz) = dtz.filter(|dtz| dtz.plies != 0) {
        writeln!(out, "DTZ {dtz}, with {} half-moves on the clock", position.halfmoves())?;
    }
    writeln!(out, "\n{:<8}{:<14}{:>6}", "move", "outcome", "DTZ")?;
    for root in &ranking.moves {
        let dtz = root.dtz.map_or_else(String::new, |dtz| dtz.to_string());
        let line = format!("{:<8}{:<14}{dtz:>6}", position.to_san(root.mv), root.wdl);
        writeln!(out, "{}", line.trim_end())?;
    }
    if !ranking.is_exact {
        writeln!(out, "\nDTZ tables are missing: outcomes are as if the clock stood at 0.")?;
    }
    if !line.is_empty() {
        writeln!(out, "\nBest play: {}", numbered(position, line))?;
    }
    Ok(())
}

/// Moves with their numbers: `12... Kd7 13. Qa4+`.
fn numbered(start: &Position, line: &[Move]) -> String {
    let mut position = *start;
    let mut words = Vec::new();
    for &mv in line {
        let number = position.fullmoves();
        if position.turn().is_white() {
            words.push(format!("{number}."));
        } else if words.is_empty() {
            words.push(format!("{number}..."));
        }
        words.push(position.to_san(mv));
        position.play(mv);
    }
    words.join(" ")
}

fn report(position: &Position, ranking: &Ranking, dtz: Option<Dtz>, line: &[Move]) -> Value {
    let uci = |mv| position.to_uci(mv, CastlingStyle::Standard).to_string();
    let moves: Vec<Value> = ranking
        .moves
        .iter()
        .map(|root| {
            json!({
                "san": position.to_san(root.mv),
                "uci": uci(root.mv),
                "outcome": root.wdl.to_string(),
                "dtz": root.dtz.map(|dtz| dtz.plies),
                "rounded": root.dtz.map(|dtz| dtz.rounded),
                "rank": root.rank,
            })
        })
        .collect();
    json!({
        "fen": position.fen(),
        "outcome": outcome(position, ranking).to_string(),
        "dtz": dtz.map(|dtz| dtz.plies),
        "rounded": dtz.map(|dtz| dtz.rounded),
        "exact": ranking.is_exact,
        "moves": moves,
        "line": numbered(position, line),
    })
}
