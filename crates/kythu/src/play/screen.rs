//! Where the game is shown: a terminal that is painted anew, or a stream of
//! lines.

use std::env;
use std::io::{IsTerminal, Write};

use anyhow::Result;
use chess::{Color, Game};
use knowledge::openings::OpeningNames;

use super::board::{self, Style};
use super::score_sheet;
use super::status::status;

/// Moves to the upper left corner.
const HOME: &str = "\x1b[H";
/// Clears the rest of the line: painting over without flicker.
const CLEAR_LINE: &str = "\x1b[K";
/// Clears everything below.
const CLEAR_BELOW: &str = "\x1b[J";

/// What is written beyond the right margin is lost, or goes on below.
const NO_WRAP: &str = "\x1b[?7l";
const WRAP: &str = "\x1b[?7h";

/// How wide text may be beside and below the board.
const WIDTH: usize = 78;

/// An output and what it can do.
pub(super) struct Screen<W> {
    out: W,
    style: Style,
    is_terminal: bool,
}

/// All there is to see.
#[derive(Copy, Clone)]
pub(super) struct Picture<'a> {
    pub(super) title: &'a str,
    pub(super) game: &'a Game,
    /// Whose side of the board is nearer.
    pub(super) bottom: Color,
    pub(super) clocks: Option<&'a str>,
    pub(super) notes: &'a [String],
}

impl<W: Write + IsTerminal> Screen<W> {
    /// Colours and figures if the output can show them and nobody objects
    /// (see <https://no-color.org>).
    pub(super) fn new(out: W, plain: bool) -> Screen<W> {
        let dumb = env::var_os("TERM").is_some_and(|term| term == "dumb");
        let no_color = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let is_terminal = out.is_terminal() && !dumb;
        let coloured = is_terminal && !no_color && !plain;
        let style = if coloured { Style::Figures } else { Style::Letters };
        Screen { out, style, is_terminal }
    }
}

impl<W: Write> Screen<W> {
    /// Is each picture painted over the one before?
    pub(super) fn is_terminal(&self) -> bool {
        self.is_terminal
    }

    /// Paints players, board, score sheet, opening, status, clocks and notes.
    pub(super) fn show(&mut self, picture: &Picture<'_>) -> Result<()> {
        let Picture { title, game, bottom, clocks, notes } = *picture;
        let mut text = format!("\n {title}\n\n");
        let lines = board::lines(game, bottom, self.style);
        let rows = score_sheet::rows(game);
        let shown = &rows[rows.len().saturating_sub(lines.len() - 1)..];
        for (index, line) in lines.iter().enumerate() {
            let row = shown.get(index).map_or("", String::as_str);
            text.push_str(format!("{line}   {row}").trim_end());
            text.push('\n');
        }
        text.push('\n');
        if let Some((opening, _)) = OpeningNames::builtin().of_game(game) {
            text.push_str(&format!(" {opening}\n"));
        }
        text.push_str(&format!(" {}\n", status(game)));
        if let Some(clocks) = clocks {
            text.push_str(&format!(" {clocks}\n"));
        }
        text.push_str(&indented(notes));
        if self.is_terminal {
            let painted = text.replace('\n', &format!("{CLEAR_LINE}\n"));
            text = format!("{HOME}{painted}{CLEAR_BELOW}");
        }
        self.write(&text)
    }

    /// Adds notes below what is shown.
    pub(super) fn show_notes(&mut self, notes: &[String]) -> Result<()> {
        self.write(&indented(notes))
    }

    /// Writes a line over the one before; too long, it is cut off.
    pub(super) fn overwrite(&mut self, text: &str) -> Result<()> {
        self.write(&format!("\r{NO_WRAP} {text}{CLEAR_LINE}{WRAP}"))
    }

    /// Adds a line below what is shown.
    pub(super) fn say(&mut self, text: &str) -> Result<()> {
        self.write(&format!("{text}\n"))
    }

    /// Asks for input.
    pub(super) fn prompt(&mut self, text: &str) -> Result<()> {
        self.write(&format!("\n {text}> "))
    }

    fn write(&mut self, text: &str) -> Result<()> {
        self.out.write_all(text.as_bytes())?;
        self.out.flush()?;
        Ok(())
    }
}

/// Each note after an empty line.
fn indented(notes: &[String]) -> String {
    let mut text = String::new();
    for note in notes {
        text.push('\n');
        for line in note.lines() {
            text.push_str(format!(" {line}").trim_end());
            text.push('\n');
        }
    }
    text
}

/// Words in lines that fit.
pub(super) fn wrapped(words: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    let mut text = String::new();
    let mut column = 0;
    for word in words {
        let word = word.as_ref();
        let length = word.chars().count();
        if column > 0 && column + 1 + length > WIDTH {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += length;
    }
    text
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
impl Screen<Vec<u8>> {
    /// One that only tests look at.
    pub(super) fn of(out: Vec<u8>, is_terminal: bool) -> Screen<Vec<u8>> {
        Screen { out, style: Style::Letters, is_terminal }
    }

    pub(super) fn into_text(self) -> String {
        String::from_utf8(self.out).unwrap()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_keep_within_the_width() {
        let words: Vec<String> = (0..218).map(|i| format!("Qa{i}xb{i}")).collect();
        let text = wrapped(&words);
        assert!(text.lines().all(|line| line.len() <= WIDTH && !line.ends_with(' ')));
        assert!(text.split_whitespace().eq(&words));
    }

    #[test]
    fn only_the_latest_moves_are_beside_the_board() {
        let mut game = Game::new();
        let moves = "a3 a6 b3 b6 c3 c6 d3 d6 e3 e6 f3 f6 g3 g6 h3 h6 a4 a5";
        for san in moves.split(' ') {
            game.play(game.position().parse_san(san).unwrap()).unwrap();
        }
        let mut screen = Screen::of(Vec::new(), false);
        let picture = Picture {
            title: "title",
            game: &game,
            bottom: Color::White,
            clocks: Some("5:00"),
            notes: &["note".to_owned()],
        };
        screen.show(&picture).unwrap();
        let text = screen.into_text();
        assert!(text.contains("  9. a4      a5\n"), "{text}");
        assert!(text.contains("  2. b3      b6\n") && !text.contains("  1. "), "{text}");
        assert!(text.ends_with("White to move.\n 5:00\n\n note\n"), "{text}");
        assert!(!text.contains('\x1b'));
    }
}
