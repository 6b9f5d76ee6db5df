//! Games as other programs read them: PGN's export format.

use std::fmt::{self, Write};

use chess::Position;

use crate::comment::Comment;
use crate::header::{name_variant, start_tags};
use crate::params::WIDTH;
use crate::record::Record;
use crate::tree::{Event, NodeId, Tree, after};

/// The game in PGN, with an empty line behind it so that games can be written
/// one after the other.
///
/// The seven tags come first, then those that say where the game begins, then
/// the others; lines of moves have 80 columns at most unless a word is longer.
impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let start = self.tree.start();
        let mut tags = self.tags.clone();
        // Whatever the tags say, they say what the moves do.
        tags.set_result(self.result());
        tags.remove("FEN");
        tags.remove("SetUp");
        name_variant(&mut tags, start);
        for (name, value) in tags.roster() {
            tag(f, name, value)?;
        }
        for (name, value) in start_tags(start) {
            tag(f, name, &value)?;
        }
        for (name, value) in tags.others() {
            tag(f, name, value)?;
        }
        f.write_char('\n')?;
        let mut lines = Lines::new(f);
        Movetext { lines: &mut lines, tree: &self.tree }.write()?;
        lines.word(self.result().text())?;
        f.write_str("\n\n")
    }
}

fn tag(f: &mut impl Write, name: &str, value: &str) -> fmt::Result {
    write!(f, "[{name} \"")?;
    for letter in value.chars() {
        if matches!(letter, '"' | '\\') {
            f.write_char('\\')?;
        }
        f.write_char(letter)?;
    }
    f.write_str("\"]\n")
}

/// Words in lines that are not too long.
struct Lines<'f, F> {
    out: &'f mut F,
    column: usize,
    /// What the next word begins with.
    prefix: String,
}

impl<'f, F: Write> Lines<'f, F> {
    fn new(out: &'f mut F) -> Lines<'f, F> {
        Lines { out, column: 0, prefix: String::new() }
    }

    fn word(&mut self, word: &str) -> fmt::Result {
        let word = std::mem::take(&mut self.prefix) + word;
        let length = word.chars().count();
        if self.column > 0 && self.column + 1 + length > WIDTH {
            self.out.write_char('\n')?;
            self.column = 0;
            // In a comment, such a line might be taken for a tag or an escape.
            if word.starts_with(['[', '%']) {
                self.out.write_char(' ')?;
                self.column = 1;
            }
        } else if self.column > 0 {
            self.out.write_char(' ')?;
            self.column += 1;
        }
        self.column += length;
        self.out.write_str(&word)
    }
}

struct Movetext<'a, 'f, F> {
    lines: &'a mut Lines<'f, F>,
    tree: &'a Tree,
}

/// Where one is: the position, and the one before the last move.
#[derive(Copy, Clone)]
struct Place {
    here: Position,
    before: Position,
}

impl<F: Write> Movetext<'_, '_, F> {
    fn write(&mut self) -> fmt::Result {
        let start = *self.tree.start();
        let mut place = Place { here: start, before: start };
        let mut branches: Vec<Place> = Vec::new();
        // A closing parenthesis is known only when the last word is out, so
        // words wait for the next one.
        let mut words = Words::default();
        self.remarks(self.tree.root(), &mut words)?;
        let mut wants_number = true;
        for event in self.tree.events() {
            match event {
                Event::Move(id) => {
                    let mv = self.tree.mv(id);
                    if let Some(comment) = self.tree.introduction(id) {
                        self.comment(comment, &mut words)?;
                    }
                    let position = place.here;
                    let number = position.fullmoves();
                    if position.turn().is_white() {
                        words.push(self.lines, &format!("{number}."))?;
                    } else if wants_number {
                        words.push(self.lines, &format!("{number}..."))?;
                    }
                    words
                        .push(self.lines, &mv.map_or("--".to_owned(), |mv| position.to_san(mv)))?;
                    place = Place { here: after(&position, mv), before: position };
                    wants_number = self.remarks(id, &mut words)?;
                }
                Event::BeginVariation => {
                    branches.push(place);
                    place.here = place.before;
                    words.flush(self.lines)?;
                    self.lines.prefix.push('(');
                    wants_number = true;
                }
                Event::EndVariation => {
                    words.close();
                    if let Some(branch) = branches.pop() {
                        place = branch;
                    }
                    wants_number = true;
                }
            }
        }
        words.flush(self.lines)
    }

    /// Marks and comment of a node. True if there is a comment.
    fn remarks(&mut self, id: NodeId, words: &mut Words) -> Result<bool, fmt::Error> {
        for nag in self.tree.nags(id) {
            words.push(self.lines, &format!("${nag}"))?;
        }
        match self.tree.comment(id) {
            Some(comment) => self.comment(comment, words).map(|()| true),
            None => Ok(false),
        }
    }

    fn comment(&mut self, comment: &Comment, words: &mut Words) -> fmt::Result {
        words.flush(self.lines)?;
        self.lines.prefix.push('{');
        for word in comment.words() {
            words.push(self.lines, &word)?;
        }
        words.last.push('}');
        Ok(())
    }
}

/// The last word, held back: brackets may close behind it.
#[derive(Default)]
struct Words {
    last: String,
}

impl Words {
    fn push<F: Write>(&mut self, lines: &mut Lines<'_, F>, word: &str) -> fmt::Result {
        self.flush(lines)?;
        self.last.push_str(word);
        Ok(())
    }

    fn close(&mut self) {
        self.last.push(')');
    }

    fn flush<F: Write>(&mut self, lines: &mut Lines<'_, F>) -> fmt::Result {
        if self.last.is_empty() {
            return Ok(());
        }
        lines.word(&std::mem::take(&mut self.last))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Reader;

    fn record(text: &str) -> Record {
        let mut reader = Reader::new(text.as_bytes());
        reader.records().next().unwrap().unwrap()
    }

    /// The moves of what is written, without their tags.
    fn moves(text: &str) -> String {
        let written = record(text).to_string();
        assert_eq!(record(&written), record(text), "{written}");
        written.split_once("\n\n").unwrap().1.to_owned()
    }

    #[test]
    fn numbers_marks_comments_and_variations() {
        let text =
            "{intro} 1. e4! $14 e5 (1... c5 2. Nf3 (2. c3) 2... d6?) (1... e6) 2. Nf3 {x} Nc6 1-0";
        let expected = "{intro} 1. e4 $1 $14 e5 (1... c5 2. Nf3 (2. c3) 2... d6 $2) (1... e6) 2. Nf3 {x}\n\
                        2... Nc6 1-0\n\n";
        assert_eq!(moves(text), expected);
        // Comments before and after, and a variation that says something only.
        let text = "1. e4 {a} ({b} 1. d4 {c}) {d} ( {e} ) e5 ; f\n*";
        assert_eq!(moves(text), "1. e4 {a d e} ({b} 1. d4 {c}) 1... e5 {f} *\n\n");
        // Passing, however it is written.
        let text = "1. e4 e5 (1... Z0 2. d4 (2. -- d5) 2... null) 2. d4 *";
        assert_eq!(moves(text), "1. e4 e5 (1... -- 2. d4 (2. -- d5) 2... --) 2. d4 *\n\n");
        // Variations of variations that begin at the same move are the same level.
        assert_eq!(moves("1. e4 (1. d4 (1. c4)) e5"), "1. e4 (1. d4) (1. c4) 1... e5 *\n\n");
    }

    #[test]
    fn tags_in_order() {
        let text = "[Annotator \"a \\\\ \\\"b\\\"\"]\n[White \"W\"]\n[FEN \"4k3/8/8/8/8/8/8/5KR1 w G - 3 9\"]\n\n9. O-O";
        let written = record(text).to_string();
        let expected = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"W\"]\n\
            [Black \"?\"]\n[Result \"*\"]\n[FEN \"4k3/8/8/8/8/8/8/5KR1 w K - 3 9\"]\n[SetUp \"1\"]\n\
            [Annotator \"a \\\\ \\\"b\\\"\"]\n[Variant \"Chess960\"]\n\n9. O-O *\n\n";
        assert_eq!(written, expected);
        assert_eq!(record(&written), record(text));
    }

    #[test]
    fn eighty_columns() {
        let long = "y".repeat(100);
        let text = format!("{{{} [%cal Ga1a2] [%cal Ga1a2] {long} z}} 1. e4 *", "word ".repeat(14));
        let written = moves(&text);
        for line in written.lines() {
            assert!(line.len() <= WIDTH || line == long, "{line}");
            assert!(!line.starts_with('[') && !line.ends_with(' '), "{line}");
        }
    }

    #[test]
    fn depth_is_no_matter() {
        // Each move has an alternative that goes on: deeper than is read
        // back, and far deeper than a stack would bear.
        let mut record = Record::new(Position::initial());
        let mut node = record.tree.root();
        let mut position = Position::initial();
        for _ in 0..20_000 {
            let moves = position.legal_moves();
            if moves.len() < 2 {
                break;
            }
            record.tree.add_legal(node, moves[0]);
            node = record.tree.add_legal(node, moves[1]);
            position.play(moves[1]);
        }
        let text = record.to_string();
        let deepest = text.matches('(').count();
        assert_eq!(deepest, text.matches(')').count());
        assert!(deepest > 1_000);
    }
}
