//! What a net finds in a position, for a terminal or as JSON.

use std::io::{IsTerminal, Write, stdout};

use anyhow::Result;
use chess::{Piece, Position, Square};
use eval::{Evaluator, Nnue, Trace, TraceLine};
use nets::nnue::{Architecture, Explanation};
use serde_json::json;

use super::heat_map::HeatMap;

pub(super) fn show(
    nnue: &Nnue,
    position: &Position,
    is_json: bool,
    mut out: impl Write,
) -> Result<()> {
    let (explanation, trace) = (nnue.net().explain(position), nnue.trace(position));
    if is_json {
        let man = |&(square, piece, worth): &(Square, Piece, i32)| {
            let (square, piece) = (square.to_string(), piece.letter().to_string());
            json!({ "square": square, "piece": piece, "worth": worth })
        };
        let json = json!({
            "value": trace.value,
            "white": trace.white,
            "men": explanation.men.iter().map(man).collect::<Vec<_>>(),
            "tempo": explanation.tempo(position.turn()),
            "outputs": explanation.outputs,
            "output": explanation.bucket,
            "lines": trace.lines,
        });
        writeln!(out, "{}", serde_json::to_string_pretty(&json)?)?;
        return Ok(());
    }
    let is_plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let coloured = stdout().is_terminal() && !is_plain;
    writeln!(out, "What each man is worth to White in pawns: the value with him less without.\n")?;
    writeln!(out, "{}\n", HeatMap { position, men: &explanation.men, coloured })?;
    write_terms(&trace, &mut out)?;
    write_outputs(&explanation, nnue.net().architecture(), &mut out)?;
    let chances = nnue.chances(trace.value, position);
    let chances = if position.turn().is_white() { chances } else { chances.flipped() };
    let [wins, draws, loses] =
        [chances.win, chances.draw, chances.loss].map(|permille| f64::from(permille) / 10.0);
    writeln!(
        out,
        "value           │ {} for White, who wins {wins:.1}%, draws {draws:.1}%, loses {loses:.1}%",
        pawns(trace.white)
    )?;
    Ok(())
}

/// The lines of the trace, which add up to the value.
fn write_terms(trace: &Trace, out: &mut impl Write) -> Result<()> {
    let rule = "────────────────┼─────────┼─────────┼────────";
    writeln!(out, "{:<15} │ {:>7} │ {:>7} │ {:>7}", "Without each", "White", "Black", "Total")?;
    writeln!(out, "{rule}")?;
    for line in &trace.lines {
        let TraceLine { term, white, black, .. } = line;
        let (white, black) = (pawns(white.endgame), pawns(black.endgame));
        let total = pawns(trace.worth(line));
        writeln!(out, "{term:<15} │ {white:>7} │ {black:>7} │ {total:>7}")?;
    }
    writeln!(out, "{rule}")?;
    Ok(())
}

/// What each output says, with the numbers of men that it is for.
fn write_outputs(
    explanation: &Explanation,
    shape: &Architecture,
    out: &mut impl Write,
) -> Result<()> {
    for (bucket, &value) in explanation.outputs.iter().enumerate() {
        let mut men = (2..=32).filter(|&men| shape.output_bucket(men) == bucket);
        let Some(first) = men.next() else { continue };
        let last = men.next_back().unwrap_or(first);
        let mark = if bucket == explanation.bucket { "  ← counts" } else { "" };
        let range = format!("{first} to {last} men");
        writeln!(out, "{range:<15} │ {:>7}{mark}", pawns(value))?;
    }
    Ok(())
}

fn pawns(centipawns: i32) -> String {
    format!("{:+.2}", f64::from(centipawns) / 100.0)
}
