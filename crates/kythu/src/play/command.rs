//! What a player can type.

/// An entry that is understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Command<'a> {
    /// Show the board again.
    Show,
    Undo,
    Redo,
    Flip,
    Moves,
    Fen,
    New,
    /// Save the game, in the file named here or the one named before.
    Save(Option<&'a str>),
    /// Go on with a game of the file named here.
    Load(&'a str, Option<u64>),
    Resign,
    /// Claim or offer a draw; claim one that the move named here brings about.
    Draw(Option<&'a str>),
    Help,
    Quit,
    /// Anything else is taken for a move.
    Move(&'a str),
}

/// The answer to `help`.
pub(super) const HELP: &str = "\
Moves are typed as e4, Nf3, exd5, O-O, e8=Q, or as two squares: e2e4, e7e8q.

  moves      all legal moves            undo       take your last move back
  draw       claim or offer a draw      redo       play it again
  draw MOVE  claim the draw that this   flip       turn the board round
             move would bring about     fen        the position as text
  resign     give the game up           new        start again
  help       this list                  quit       leave (or Ctrl-D)
  save FILE  add the game to a PGN file; saved again, it is replaced there
  load FILE  go on with the last game of a PGN file (load FILE #3: the third)";

impl Command<'_> {
    /// Takes a line apart.
    pub(super) fn parse(line: &str) -> Command<'_> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim_start();
        let command = match word.to_ascii_lowercase().as_str() {
            "" | "board" => Command::Show,
            "undo" | "u" => Command::Undo,
            "redo" => Command::Redo,
            "flip" => Command::Flip,
            "moves" => Command::Moves,
            "fen" => Command::Fen,
            "new" => Command::New,
            "resign" => Command::Resign,
            "help" | "?" => Command::Help,
            "quit" | "exit" | "q" => Command::Quit,
            "draw" => return Command::Draw((!rest.is_empty()).then_some(rest)),
            "save" => return Command::Save((!rest.is_empty()).then_some(rest)),
            "load" => return Command::load(rest),
            _ => return Command::Move(line),
        };
        // A command with more words than it takes is no command.
        if rest.is_empty() { command } else { Command::Move(line) }
    }

    /// A file, and the number of a game in it if there is one: names of files
    /// have blanks in them, but hardly end with `#3`.
    fn load(rest: &str) -> Command<'_> {
        let numbered = rest.rsplit_once(char::is_whitespace).and_then(|(file, number)| {
            Some((file.trim_end(), number.strip_prefix('#')?.parse().ok()?))
        });
        match numbered {
            Some((file, number)) => Command::Load(file, Some(number)),
            None => Command::Load(rest, None),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_moves() {
        assert_eq!(Command::parse("  Undo "), Command::Undo);
        assert_eq!(Command::parse(""), Command::Show);
        assert_eq!(Command::parse("draw"), Command::Draw(None));
        assert_eq!(Command::parse("draw  Nf3 "), Command::Draw(Some("Nf3")));
        assert_eq!(Command::parse("exd6 e.p."), Command::Move("exd6 e.p."));
        assert_eq!(Command::parse("undo all"), Command::Move("undo all"));
        assert_eq!(Command::parse("save"), Command::Save(None));
        assert_eq!(Command::parse("Save My Games.pgn"), Command::Save(Some("My Games.pgn")));
        assert_eq!(Command::parse("load a b.pgn"), Command::Load("a b.pgn", None));
        assert_eq!(Command::parse("load a b.pgn #12"), Command::Load("a b.pgn", Some(12)));
        assert_eq!(Command::parse("load a#12"), Command::Load("a#12", None));
        assert_eq!(Command::parse("load"), Command::Load("", None));
    }
}
