//! The engine's own opening book, as far as a GUI wants it played from.

use std::path::PathBuf;
use std::sync::Arc;

use ::uci::{Info, Message};
use chess::{Move, Position};
use knowledge::book::{Book, BookError, Choice, Repertoire, Variety};
use search::Limits;

use super::options::Options;

/// What a GUI can set about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct BookOptions {
    /// Play from it at all?
    pub(super) own: bool,
    /// The file; none is for the book that is part of the program.
    pub(super) file: Option<PathBuf>,
    /// The last move number of a game at which it is asked.
    pub(super) depth: u16,
    pub(super) variety: Variety,
    /// Where chance comes from; none is for another place every time.
    pub(super) seed: Option<u64>,
}

impl Default for BookOptions {
    fn default() -> BookOptions {
        BookOptions { own: false, file: None, depth: 255, variety: Variety::default(), seed: None }
    }
}

/// The book that is open.
pub(super) struct Opening {
    book: Arc<Book>,
    repertoire: Repertoire,
}

impl Opening {
    pub(super) fn new() -> Opening {
        let book = Arc::new(Book::embedded());
        Opening { repertoire: repertoire(&book, &BookOptions::default()), book }
    }

    /// Does as the new options want. After an error the old book stays open.
    pub(super) fn configure(
        &mut self,
        old: &BookOptions,
        new: &BookOptions,
    ) -> Result<(), BookError> {
        if new.file != old.file {
            self.book = Arc::new(match &new.file {
                Some(path) => Book::open(path)?,
                None => Book::embedded(),
            });
        }
        self.repertoire = repertoire(&self.book, new);
        Ok(())
    }

    /// A move to play at once, and the choice there was. Whoever wants to know
    /// about the position, not to play, gets a search.
    pub(super) fn choose(
        &mut self,
        options: &Options,
        limits: &Limits,
        root: &Position,
    ) -> Option<(Move, Vec<Choice>)> {
        // A bare `go` is as endless as `go infinite`.
        let endless = limits.infinite || limits.ponder || *limits == Limits::default();
        let question = limits.mate.is_some() || !limits.search_moves.is_empty();
        if !options.book.own || options.analyse || endless || question {
            return None;
        }
        let choices = self.repertoire.choices(root);
        self.repertoire.choose(root).map(|mv| (mv, choices))
    }
}

fn repertoire(book: &Arc<Book>, options: &BookOptions) -> Repertoire {
    let seed = options.seed.unwrap_or_else(|| fastrand::u64(..));
    Repertoire::new(Arc::clone(book), options.depth, options.variety, seed)
}

/// What is said about a move from the book.
pub(super) fn infos(
    mv: Move,
    choices: &[Choice],
    root: &Position,
    options: &Options,
) -> [Message; 2] {
    let uci = |mv| root.to_uci(mv, options.castling);
    let choice = |choice: &Choice| format!(" {} {:.1}%", uci(choice.mv), 100.0 * choice.chance);
    let known: String = choices.iter().map(choice).collect();
    let reason = Info { string: Some(format!("book{known}")), ..Info::default() };
    let line = Info { depth: Some(1), nodes: Some(0), pv: vec![uci(mv)], ..Info::default() };
    [reason, line].map(|info| Message::Info(Box::new(info)))
}
