//! `book=on`: known openings instead of thought, before any other player.

use std::any::Any;
use std::path::PathBuf;
use std::sync::Arc;

use chess::{Game, Move, Position};
use eval::Trace;
use knowledge::book::{Book, Choice, Repertoire, Variety};
use thinking::{Observer, Signal};

use crate::agent::Remark;
use crate::agent_option::{AgentOption, OptionGroup};
use crate::catalogue::Recipe;
use crate::chance::chance;
use crate::option_values::Options;
use crate::{Agent, AgentError, Candidate, Decision, Explanation, Request, SpecError};

/// The last move number of a game at which a book is asked, where nobody says:
/// no book goes as far.
const LAST_MOVE: u16 = 255;

/// Which book.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Source {
    None,
    Embedded,
    File(PathBuf),
}

/// Puts the book that the options ask for before what `recipe` makes.
pub(crate) fn with_book(
    options: &mut Options,
    variety: Variety,
    recipe: impl Recipe,
) -> Result<Box<dyn Recipe>, SpecError> {
    let file = options.take("bookfile")?.filter(|file| !file.is_empty());
    // Whoever names a book wants it read, unless he says no.
    let source = match (options.switch_if_set("book")?, file) {
        (Some(false), _) | (None, None) => Source::None,
        (_, Some(file)) => Source::File(file.into()),
        (Some(true), None) => Source::Embedded,
    };
    let last_move = options.number("bookdepth")?.map_or(LAST_MOVE, |moves| moves as u16);
    let percent = options.number("variety")?.and_then(|percent| u8::try_from(percent).ok());
    let variety = percent.and_then(Variety::new).unwrap_or(variety);
    Ok(Box::new(BookRecipe { source, last_move, variety, thinker: Box::new(recipe) }))
}

/// What [`with_book`] reads.
pub(crate) fn book_options(variety: Option<u64>) -> [AgentOption; 4] {
    let options = [
        AgentOption::switch("book", "Opening book", "Plays openings from a book.", false)
            .called("OwnBook"),
        AgentOption::file(
            "bookfile",
            "Book file",
            "A book in the Polyglot format instead of the built-in one.",
        )
        .called("BookFile"),
        AgentOption::number(
            "bookdepth",
            "Book depth",
            "Follows the book up to this move of the game.",
            (0, 1_000),
            "moves",
            Some(LAST_MOVE.into()),
        )
        .called("BookDepth"),
        AgentOption::number(
            "variety",
            "Book variety",
            "0 is the book's best move, 50 by weight, 100 any; by level where nobody says.",
            (0, 100),
            "percent",
            variety,
        )
        .called("BookVariety"),
    ];
    options.map(|option| option.of(OptionGroup::Book))
}

#[derive(Debug)]
struct BookRecipe {
    source: Source,
    last_move: u16,
    variety: Variety,
    thinker: Box<dyn Recipe>,
}

impl BookRecipe {
    /// Opens the book; `open` is one that is open already, and what it was read
    /// from.
    fn book(&self, open: Option<(&Source, &Arc<Book>)>) -> Result<Option<Arc<Book>>, AgentError> {
        Ok(match (&self.source, open) {
            (Source::None, _) => None,
            (source, Some((same, book))) if same == source => Some(Arc::clone(book)),
            (Source::Embedded, _) => Some(Arc::new(Book::embedded())),
            (Source::File(path), _) => Some(Arc::new(Book::open(path)?)),
        })
    }

    fn repertoire(&self, book: &Arc<Book>) -> Repertoire {
        Repertoire::new(Arc::clone(book), self.last_move, self.variety, 0)
    }
}

impl Recipe for BookRecipe {
    fn build(&self) -> Result<Box<dyn Agent>, AgentError> {
        let book = self.book(None)?;
        let repertoire = book.as_ref().map(|book| self.repertoire(book));
        let (source, remarks) = (self.source.clone(), warnings(book.as_deref()));
        let thinker = self.thinker.build()?;
        Ok(Box::new(WithBook { source, book, repertoire, game_seed: 0, remarks, thinker }))
    }

    fn is_bounded(&self) -> bool {
        self.thinker.is_bounded()
    }
}

/// A player who may know openings, and thinks where that ends.
struct WithBook {
    source: Source,
    book: Option<Arc<Book>>,
    repertoire: Option<Repertoire>,
    game_seed: u64,
    remarks: Vec<Remark>,
    thinker: Box<dyn Agent>,
}

/// What is wrong with a book that can be used all the same.
fn warnings(book: Option<&Book>) -> Vec<Remark> {
    let warnings = book.map_or(&[][..], Book::warnings);
    warnings.iter().map(|warning| Remark::Warning(warning.to_string())).collect()
}

impl WithBook {
    fn known(&mut self, game: &Game, request: &Request) -> Option<Decision> {
        let repertoire = self.repertoire.as_mut().filter(|_| request.is_to_play())?;
        repertoire.reseed(chance(0, self.game_seed, game).u64(..));
        let best = repertoire.choose(game.position())?;
        // Costs next to nothing, so it is there whether anybody asks or not.
        let choices = repertoire.choices(game.position());
        let most = if request.candidates == 0 { choices.len() } else { request.candidates };
        let explanation = Some(Box::new(explain(game, &choices[..choices.len().min(most)])));
        Some(Decision { from_book: true, explanation, ..Decision::blind(best) })
    }
}

impl Agent for WithBook {
    fn new_game(&mut self, seed: u64) -> Result<(), AgentError> {
        self.game_seed = seed;
        self.thinker.new_game(seed)
    }

    fn decide(
        &mut self,
        game: &Game,
        request: &Request,
        signal: &Signal,
        observer: &mut dyn Observer,
    ) -> Result<Decision, AgentError> {
        match self.known(game, request) {
            Some(decision) => Ok(decision),
            None => self.thinker.decide(game, request, signal, observer),
        }
    }

    fn adopt(&mut self, recipe: &dyn Recipe) -> Result<bool, AgentError> {
        let Some(recipe) = (recipe as &dyn Any).downcast_ref::<BookRecipe>() else {
            return Ok(false);
        };
        let book = recipe.book(self.book.as_ref().map(|book| (&self.source, book)))?;
        if !self.thinker.adopt(&*recipe.thinker)? {
            return Ok(false);
        }
        self.repertoire = book.as_ref().map(|book| recipe.repertoire(book));
        if recipe.source != self.source {
            self.remarks.extend(warnings(book.as_deref()));
        }
        (self.book, self.source) = (book, recipe.source.clone());
        Ok(true)
    }

    fn trace(&self, position: &Position) -> Option<Trace> {
        self.thinker.trace(position)
    }

    fn title(&self) -> Option<String> {
        self.thinker.title()
    }

    fn take_remarks(&mut self) -> Vec<Remark> {
        let mut remarks = std::mem::take(&mut self.remarks);
        remarks.extend(self.thinker.take_remarks());
        remarks
    }
}

/// The moves with what they weigh.
fn explain(game: &Game, choices: &[Choice]) -> Explanation {
    let candidate = |choice: &Choice| Candidate {
        probability: Some(choice.chance),
        ..Candidate::new(choice.mv)
    };
    let san = |mv: Move| game.position().to_san(mv);
    let reason = |choice: &Choice| {
        let Choice { mv, weight, chance } = *choice;
        format!("{} (weight {weight}, chance {:.0}%)", san(mv), 100.0 * chance)
    };
    let reasons: Vec<String> = choices.iter().map(reason).collect();
    Explanation {
        candidates: choices.iter().map(candidate).collect(),
        words: format!("known from the book: {}", reasons.join(", ")),
        ..Explanation::default()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use thinking::{Limits, Silent};

    use super::*;
    use crate::Spec;

    fn agent(text: &str) -> Box<dyn Agent> {
        text.parse::<Spec>().unwrap().build().unwrap()
    }

    fn after(line: &str) -> Game {
        let mut game = Game::new();
        for san in line.split_whitespace() {
            game.play(game.position().parse_san(san).unwrap()).unwrap();
        }
        game
    }

    fn decide(agent: &mut Box<dyn Agent>, game: &Game, limits: &Limits) -> Decision {
        agent.decide(game, &limits.clone().into(), &Signal::new(), &mut Silent).unwrap()
    }

    fn is_book(spec: &str, line: &str, limits: &Limits) -> bool {
        let decision = decide(&mut agent(spec), &after(line), limits);
        assert_eq!(decision.from_book, decision.nodes.is_none());
        decision.from_book
    }

    #[test]
    fn known_openings_and_thought_after_them() {
        let limits = Limits::depth(2);
        assert!(is_book("engine?book=on&hash=1", "e4 c5", &limits));
        assert!(is_book("minimax?book=on&depth=1", "", &Limits::default()));
        assert!(!is_book("engine?hash=1", "", &limits), "it is off where nobody asks");
        assert!(!is_book("engine?hash=1&book=off&variety=10", "", &limits));
        assert!(!is_book("engine?hash=1&book=on", "a4 h5 a5 h4", &limits));
        assert!(is_book("engine?hash=1&book=on&bookdepth=2", "e4 e5", &limits));
        assert!(!is_book("engine?hash=1&book=on&bookdepth=1", "e4 e5", &limits));
        let only = vec![after("").position().parse_san("a3").unwrap()];
        let asked = Limits { search_moves: only.clone(), ..Limits::depth(1) };
        let decision = decide(&mut agent("engine?hash=1&book=on"), &Game::new(), &asked);
        assert_eq!(decision.best, only[0]);
    }

    #[test]
    fn variety_depends_on_the_level() {
        let kinds = |spec: &str| {
            let mut agent = agent(spec);
            let game = Game::new();
            let request = Request::explained(Limits::default(), 99);
            let decision = agent.decide(&game, &request, &Signal::new(), &mut Silent).unwrap();
            let candidates = decision.explanation.unwrap().candidates;
            candidates.iter().map(|candidate| candidate.probability.unwrap()).collect::<Vec<_>>()
        };
        let easy = kinds("minimax?level=easy&book=on");
        let medium = kinds("minimax?level=medium&book=on");
        let hard = kinds("minimax?level=hard&book=on");
        assert!(easy[0] == easy[1] && easy[0] < medium[0] && medium[0] < hard[0]);
        assert_eq!(medium, kinds("minimax?book=on"));
        assert_eq!(hard, kinds("minimax?depth=6&book=on"));
        assert_eq!(hard, kinds("engine?hash=1&book=on"));
        assert_eq!(kinds("minimax?level=easy&book=on&variety=0"), [1.0]);
    }

    #[test]
    fn games_follow_from_their_seed() {
        let choose = |seed| {
            let mut agent = agent("minimax?depth=1&book=on&variety=100");
            agent.new_game(seed).unwrap();
            let mut next = || decide(&mut agent, &Game::new(), &Limits::default()).best;
            let first = next();
            assert_eq!(first, next(), "taking back changes nothing");
            first
        };
        let choices = || (0..40).map(choose).collect::<Vec<Move>>();
        assert_eq!(choices(), choices());
        assert!(choices().iter().any(|&mv| mv != choices()[0]));
    }

    #[test]
    fn weights_are_the_reason() {
        let mut agent = agent("engine?hash=1&book=on");
        let request = Request::explained(Limits::depth(1), 2);
        let mut explain = |game: &Game, request: &Request| {
            let decision = agent.decide(game, request, &Signal::new(), &mut Silent).unwrap();
            *decision.explanation.unwrap()
        };
        let explanation = explain(&Game::new(), &request);
        assert_eq!(explanation.candidates.len(), 2);
        assert!(explanation.words.starts_with("known from the book: "), "{}", explanation.words);
        assert!(explanation.words.contains("(weight "), "{}", explanation.words);
        // Beyond the book the thinker explains, and so it does in an analysis.
        assert!(explain(&after("a4 h5 a5 h4"), &request).trace.is_some());
        let analysis = Request { analysis: true, ..request };
        assert!(explain(&Game::new(), &analysis).trace.is_some());
    }

    #[test]
    fn a_book_comes_and_goes_without_a_new_agent() {
        let mut agent = agent("engine?hash=1");
        let game = Game::new();
        let limits = Limits::depth(1);
        assert!(!decide(&mut agent, &game, &limits).from_book);
        for (spec, from_book) in [
            ("engine?hash=1&book=on", true),
            ("engine?hash=1&book=on&bookdepth=0", false),
            ("engine?hash=2&book=off", false),
        ] {
            let spec: Spec = spec.parse().unwrap();
            assert!(agent.adopt(spec.recipe()).unwrap());
            assert_eq!(decide(&mut agent, &game, &limits).from_book, from_book, "{spec}");
        }
        let missing: Spec = "engine?hash=1&bookfile=/nowhere".parse().unwrap();
        assert!(agent.adopt(missing.recipe()).is_err());
        let another: Spec = "engine?hash=1&nullmove=off".parse().unwrap();
        assert!(!agent.adopt(another.recipe()).unwrap(), "that is another search");
    }

    #[test]
    fn files_good_and_bad() {
        let spec: Spec = "engine?bookfile=/nowhere/book.bin".parse().unwrap();
        let error = spec.build().map(drop).unwrap_err();
        assert!(error.to_string().starts_with("/nowhere/book.bin: "), "{error}");
        assert_eq!(error.fault(), crate::Fault::Unable);
        let error = |text: &str| text.parse::<Spec>().unwrap_err().to_string();
        assert!(error("engine?book=maybe").contains("on or off"));
        assert!(error("engine?book=on&variety=101").contains("from 0 to 100"));
        assert!(error("minimax?bookdepth=deep").contains("from 0 to 1000"));
        // One that is not sorted is used, and its user is told.
        let folder = std::env::temp_dir().join(format!("kythu-book-{}", std::process::id()));
        let unsorted = [[9u8; 16], [1; 16]].concat();
        std::fs::write(&folder, unsorted).unwrap();
        let mut agent = agent(&format!("engine?hash=1&bookfile={}", folder.display()));
        let remarks = agent.take_remarks();
        assert!(matches!(&remarks[..], [Remark::Warning(_)]), "{remarks:?}");
        assert!(agent.take_remarks().is_empty());
        std::fs::remove_file(&folder).unwrap();
        let own = concat!(env!("CARGO_MANIFEST_DIR"), "/../knowledge/book/default.bin");
        assert!(is_book(&format!("minimax?depth=1&bookfile={own}"), "", &Limits::default()));
    }
}
