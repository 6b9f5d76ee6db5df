//! `book=on`: known openings instead of thought, before any other player.

use std::path::PathBuf;
use std::sync::Arc;

use chess::{Game, Move};
use knowledge::book::{Book, Choice, Repertoire, Variety};

use crate::catalogue::Recipe;
use crate::options::Options;
use crate::{
    Agent, AgentError, Candidate, Control, Decision, Explanation, KindOption, Limits, Observer,
    SpecError,
};

/// The last move number of a game at which a book is asked, where nobody says:
/// no book goes as far.
const LAST_MOVE: u16 = 255;

/// Which book.
#[derive(Clone, Debug)]
enum Source {
    Embedded,
    File(PathBuf),
}

/// Puts the book that the options ask for before what `recipe` makes.
pub(crate) fn with_book(
    options: &mut Options,
    variety: Variety,
    recipe: impl Recipe + 'static,
) -> Result<Box<dyn Recipe>, SpecError> {
    let source = match options.take("book")?.as_deref() {
        Some("on") => Some(Source::Embedded),
        None | Some("off") => None,
        Some("") => return Err(options.bad("book", "", "on, off or the name of a file")),
        Some(path) => Some(Source::File(path.into())),
    };
    let last_move = options.number("bookdepth", 0..=1_000)?.unwrap_or(LAST_MOVE);
    let percent = options.number("variety", 0..=100)?;
    let variety = percent.and_then(Variety::new).unwrap_or(variety);
    Ok(match source {
        None => Box::new(recipe),
        Some(source) => {
            Box::new(BookRecipe { source, last_move, variety, thinker: Box::new(recipe) })
        }
    })
}

/// What [`with_book`] reads.
pub(crate) fn book_options(variety: &str) -> [KindOption; 3] {
    [
        KindOption::new("book", "on | off | FILE", "off", "Plays openings from a Polyglot book"),
        KindOption::new("bookdepth", "MOVES", "255", "Up to this move of the game"),
        KindOption::new(
            "variety",
            "0..100",
            variety,
            "0 is the book's best move, 50 by weight, 100 any",
        ),
    ]
}

#[derive(Debug)]
struct BookRecipe {
    source: Source,
    last_move: u16,
    variety: Variety,
    thinker: Box<dyn Recipe>,
}

impl Recipe for BookRecipe {
    fn build(&self) -> Result<Box<dyn Agent>, AgentError> {
        let book = match &self.source {
            Source::Embedded => Book::embedded(),
            Source::File(path) => Book::open(path)?,
        };
        let repertoire = Repertoire::new(Arc::new(book), self.last_move, self.variety, 0);
        Ok(Box::new(WithBook { repertoire, thinker: self.thinker.build()? }))
    }

    fn is_bounded(&self) -> bool {
        self.thinker.is_bounded()
    }
}

/// A player who knows openings, and thinks where that ends.
struct WithBook {
    repertoire: Repertoire,
    thinker: Box<dyn Agent>,
}

impl Agent for WithBook {
    fn new_game(&mut self, seed: u64) -> Result<(), AgentError> {
        self.repertoire.reseed(seed);
        self.thinker.new_game(seed)
    }

    fn decide(
        &mut self,
        game: &Game,
        limits: &Limits,
        control: &Control,
        observer: &mut dyn Observer,
    ) -> Result<Decision, AgentError> {
        let known = if is_to_play(limits) { self.repertoire.choose(game.position()) } else { None };
        match known {
            Some(mv) => Ok(Decision { from_book: true, ..Decision::blind(mv) }),
            None => self.thinker.decide(game, limits, control, observer),
        }
    }

    fn explain(
        &mut self,
        game: &Game,
        limits: &Limits,
        candidates: usize,
        control: &Control,
    ) -> Result<Explanation, AgentError> {
        let choices =
            if is_to_play(limits) { self.repertoire.choices(game.position()) } else { Vec::new() };
        if choices.is_empty() {
            return self.thinker.explain(game, limits, candidates, control);
        }
        Ok(explain(game, &choices[..choices.len().min(candidates.max(1))]))
    }

    fn title(&self) -> Option<String> {
        self.thinker.title()
    }
}

/// Whoever asks about certain moves, for a mate, or without an end wants to
/// know something that is in no book.
fn is_to_play(limits: &Limits) -> bool {
    let endless = limits.infinite || limits.ponder;
    !endless && limits.mate.is_none() && limits.search_moves.is_empty()
}

/// The moves with what they weigh.
fn explain(game: &Game, choices: &[Choice]) -> Explanation {
    let candidate =
        |choice: &Choice| Candidate { chance: Some(choice.chance), ..Candidate::new(choice.mv) };
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
    use super::*;
    use crate::{Silent, Spec};

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
        agent.decide(game, limits, &Control::new(), &mut Silent).unwrap()
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
            let moves = agent.explain(&game, &Limits::default(), 99, &Control::new()).unwrap();
            moves.candidates.iter().map(|candidate| candidate.chance.unwrap()).collect::<Vec<_>>()
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
        let choices = |seed| {
            let mut agent = agent("minimax?depth=1&book=on&variety=100");
            agent.new_game(seed).unwrap();
            let game = Game::new();
            let mut next = || decide(&mut agent, &game, &Limits::default()).best;
            (0..40).map(|_| next()).collect::<Vec<Move>>()
        };
        assert_eq!(choices(1), choices(1));
        assert_ne!(choices(1), choices(2));
    }

    #[test]
    fn weights_are_the_reason() {
        let mut agent = agent("engine?hash=1&book=on");
        let game = Game::new();
        let limits = Limits::depth(1);
        let explanation = agent.explain(&game, &limits, 2, &Control::new()).unwrap();
        assert_eq!(explanation.candidates.len(), 2);
        assert!(explanation.words.starts_with("known from the book: "), "{}", explanation.words);
        assert!(explanation.words.contains("(weight "), "{}", explanation.words);
        // Beyond the book the thinker explains.
        let unknown = after("a4 h5 a5 h4");
        let explanation = agent.explain(&unknown, &limits, 2, &Control::new()).unwrap();
        assert!(explanation.trace.is_some());
    }

    #[test]
    fn files_good_and_bad() {
        let spec: Spec = "engine?book=/nowhere/book.bin".parse().unwrap();
        let error = spec.build().map(drop).unwrap_err();
        assert!(error.to_string().starts_with("/nowhere/book.bin: "), "{error}");
        assert_eq!(error.fault(), crate::Fault::Unable);
        let error = |text: &str| text.parse::<Spec>().unwrap_err().to_string();
        assert!(error("engine?book=").contains("on, off or the name of a file"));
        assert!(error("engine?book=on&variety=101").contains("from 0 to 100"));
        assert!(error("minimax?bookdepth=deep").contains("from 0 to 1000"));
        let own = concat!(env!("CARGO_MANIFEST_DIR"), "/../knowledge/book/default.bin");
        assert!(is_book(&format!("minimax?depth=1&book={own}"), "", &Limits::default()));
    }
}
