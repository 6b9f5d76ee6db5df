//! Books as files: the one that is part of the program, hostile ones, and what
//! python-chess makes of them.

mod embedded;
mod hostile;
mod python;
#[path = "../python_chess/mod.rs"]
mod python_chess;

use chess::Position;

/// The position after a line.
fn after(line: &str) -> Position {
    let mut position = Position::initial();
    for san in line.split_whitespace() {
        position.play(position.parse_san(san).unwrap_or_else(|error| panic!("{line}: {error}")));
    }
    position
}
