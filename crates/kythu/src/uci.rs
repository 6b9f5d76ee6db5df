//! The UCI loop: how chess GUIs talk to the engine.
//!
//! There is no search yet. The engine answers every `go` with a legal move
//! chosen at random.

use std::io::{BufRead, Write};
use std::str::SplitWhitespace;

use anyhow::{Context, Result, anyhow, bail};
use chess::{CastlingStyle, Position};

use crate::input::{self, Input};
use crate::perft;

/// What is known between two commands.
struct Engine<W> {
    out: W,
    position: Position,
    castling: CastlingStyle,
    random: fastrand::Rng,
    /// The answer to a `go` that ends only on demand.
    withheld: Option<String>,
}

/// Reads and answers commands until `quit` or the end of input.
pub(crate) fn run(mut input: impl BufRead, out: impl Write) -> Result<()> {
    let mut engine = Engine {
        out,
        position: Position::initial(),
        castling: CastlingStyle::Standard,
        random: fastrand::Rng::new(),
        withheld: None,
    };
    loop {
        let answer = match input::read(&mut input)? {
            Input::End => return Ok(()),
            Input::Line(line) if line.trim() == "quit" => return Ok(()),
            Input::Line(line) => engine.obey(&line),
            Input::TooLong(bytes) => Err(anyhow!("a line of {bytes} bytes is too long")),
        };
        match answer {
            Ok(answer) => engine.out.write_all(answer.as_bytes())?,
            Err(error) => writeln!(engine.out, "info string error {error:#}")?,
        }
        engine.out.flush()?;
    }
}

impl<W> Engine<W> {
    /// Does what a line says and returns the answer, lines with their ends.
    fn obey(&mut self, line: &str) -> Result<String> {
        let mut words = line.split_whitespace();
        let Some(command) = words.next() else { return Ok(String::new()) };
        match command {
            "uci" => Ok(format!(
                "id name Kythu {}\nid author the Kythu authors\n\
                 option name UCI_Chess960 type check default false\nuciok\n",
                env!("CARGO_PKG_VERSION")
            )),
            "isready" => Ok("readyok\n".to_owned()),
            "ucinewgame" => {
                self.position = Position::initial();
                Ok(String::new())
            }
            "setoption" => self.set_option(line),
            "position" => {
                self.position = read_position(words)?;
                Ok(String::new())
            }
            "go" => self.go(words),
            "stop" | "ponderhit" => Ok(self.withheld.take().unwrap_or_default()),
            "d" => Ok(format!(
                "{}\nFen: {}\nKey: {:016X}\n",
                self.position.board(),
                self.position.fen(),
                self.position.key()
            )),
            "debug" | "register" => Ok(String::new()),
            _ => bail!("unknown command '{}'", excerpt(command)),
        }
    }

    fn set_option(&mut self, line: &str) -> Result<String> {
        let words: Vec<String> = line.split_whitespace().map(str::to_ascii_lowercase).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        self.castling = match words[..] {
            ["setoption", "name", "uci_chess960", "value", "true"] => CastlingStyle::Chess960,
            ["setoption", "name", "uci_chess960", "value", "false"] => CastlingStyle::Standard,
            _ => bail!(
                "'{}' sets no option (there is UCI_Chess960, true or false)",
                excerpt(line.trim())
            ),
        };
        Ok(String::new())
    }

    fn go(&mut self, mut words: SplitWhitespace<'_>) -> Result<String> {
        let mut on_demand = false;
        while let Some(word) = words.next() {
            match word {
                "perft" => {
                    let depth = words.next().context("go perft needs a depth")?;
                    return self.perft(depth);
                }
                "infinite" | "ponder" => on_demand = true,
                _ => {}
            }
        }
        let moves = self.position.legal_moves();
        let answer = match self.random.choice(&moves) {
            Some(&mv) => format!("bestmove {}\n", self.position.to_uci(mv, self.castling)),
            None => "bestmove 0000\n".to_owned(),
        };
        let earlier = self.withheld.take().unwrap_or_default();
        if on_demand {
            self.withheld = Some(answer);
            return Ok(earlier);
        }
        Ok(earlier + &answer)
    }

    fn perft(&self, depth: &str) -> Result<String> {
        let depth = depth.parse().ok().filter(|&depth| depth <= perft::DEEPEST);
        let depth = depth.with_context(|| format!("perft depth is 0 to {}", perft::DEEPEST))?;
        let (lines, nodes) = perft::divide(&self.position, depth, 1, self.castling);
        let lines: String = lines.into_iter().map(|line| line + "\n").collect();
        Ok(format!("{lines}\nNodes searched: {nodes}\n"))
    }
}

/// The position that `startpos` or `fen …`, and perhaps `moves …`, describe.
fn read_position(words: SplitWhitespace<'_>) -> Result<Position> {
    let words: Vec<&str> = words.collect();
    let split = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    let (start, moves) = words.split_at(split);
    let mut position = match start {
        ["startpos"] => Position::initial(),
        ["fen", fen @ ..] => Position::from_fen_tolerant(&fen.join(" ")).context("bad FEN")?,
        _ => bail!("position needs 'startpos' or 'fen' and a FEN"),
    };
    for (index, text) in moves.iter().skip(1).enumerate() {
        let mv = position.parse_uci(text).with_context(|| format!("move {}", index + 1))?;
        position = position.after(mv);
    }
    Ok(position)
}

fn excerpt(text: &str) -> String {
    text.chars().take(40).collect()
}
