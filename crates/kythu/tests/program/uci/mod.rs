//! Conversations with the engine as a GUI, or a vandal, holds them.

mod bad_input;
mod book;
mod conversation;
mod games;
mod python;
mod searching;
mod syzygy;
mod transcripts;

use crate::kythu::kythu;

/// The lines answered to these commands, after which the input ends.
fn answers(commands: &str) -> Vec<String> {
    let run = kythu(&[], commands);
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{run:?}");
    run.out.lines().map(str::to_owned).collect()
}

/// A line without what depends on the clock.
fn timeless(line: &str) -> String {
    let mut words = line.split(' ');
    let mut kept = Vec::new();
    while let Some(word) = words.next() {
        match word {
            "time" | "nps" => drop(words.next()),
            _ => kept.push(word),
        }
    }
    kept.join(" ")
}
