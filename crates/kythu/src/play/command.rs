//! What a player can type.

use agents::Fuzzy;
use chess::Color;

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
    /// Seat somebody: on this side, or opposite the player.
    Seat(Option<Color>, &'a str),
    /// Take the opponent's seat.
    TakeSeat,
    /// Ask an opponent again that failed.
    Retry,
    /// A good move.
    Hint,
    /// Why the opponent played its last move.
    Why,
    /// What the position is worth.
    Eval,
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

  moves      all legal moves            undo       take your move back, or
  hint       a good move for you                   a resignation
  why        why the opponent played    redo       play it again
             its last move              flip       turn the board round
  eval       the position's worth,      fen        the position as text
             term by term               new        start again
  draw       claim or offer a draw      resign     give the game up
  draw MOVE  claim the draw that this   help       this list
             move would bring about     quit       leave (or Ctrl-D)
  opponent WHO   play against another, such as minimax?level=hard or engine
  white WHO      seat somebody on one side; black WHO on the other
  human          take the opponent's seat yourself
  retry          ask an opponent again that has failed
  save FILE      add the game to a PGN file; saved again, it is replaced there
  load FILE #3   go on with the third game of a PGN file, without #3 the last

Ctrl-C makes an opponent that thinks move at once; else it leaves the game.";

/// The words that are long enough to be mistyped.
const WORDS: [&str; 22] = [
    "board", "undo", "redo", "flip", "moves", "fen", "new", "resign", "help", "quit", "exit",
    "draw", "save", "load", "hint", "why", "eval", "retry", "human", "opponent", "white", "black",
];

/// The command that was meant by a line that is none.
pub(super) fn meant(line: &str) -> Option<&'static str> {
    Fuzzy::new(line.split_whitespace().next()?).nearest(WORDS)
}

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
            "retry" => Command::Retry,
            "human" => Command::TakeSeat,
            "hint" => Command::Hint,
            "why" => Command::Why,
            "eval" => Command::Eval,
            "opponent" => return Command::Seat(None, rest),
            "white" => return Command::Seat(Some(Color::White), rest),
            "black" => return Command::Seat(Some(Color::Black), rest),
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

    #[test]
    fn seats() {
        assert_eq!(Command::parse("opponent engine"), Command::Seat(None, "engine"));
        let black = Command::Seat(Some(Color::Black), "uci?cmd=/a b");
        assert_eq!(Command::parse("BLACK uci?cmd=/a b"), black);
        assert_eq!(Command::parse("white"), Command::Seat(Some(Color::White), ""));
        assert_eq!(Command::parse("human"), Command::TakeSeat);
    }

    #[test]
    fn mistyped_words_are_guessed() {
        for (typed, word) in [("udno", "undo"), ("Hlep me", "help"), ("oponent x", "opponent")] {
            assert_eq!(meant(typed), Some(word));
        }
        assert_eq!(meant("undo all"), Some("undo"));
        assert_eq!(meant("xyzzy"), None);
        assert_eq!(meant(" "), None);
    }

    #[test]
    fn help_names_every_word() {
        for word in WORDS.iter().filter(|word| !["board", "exit"].contains(word)) {
            assert!(HELP.contains(word), "{word}");
            assert!(!matches!(Command::parse(word), Command::Move(_)), "{word}");
        }
        assert!(HELP.lines().all(|line| line.chars().count() <= 78), "{HELP}");
    }
}
