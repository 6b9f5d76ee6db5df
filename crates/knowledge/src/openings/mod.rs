//! Names of openings: which one a game plays, and how far it is known.
//!
//! An opening is known by its position, so whoever comes to it by another
//! order of moves has played it as well.
//!
//! ```
//! use chess::Game;
//! use knowledge::openings::Openings;
//!
//! let mut game = Game::new();
//! for san in ["d4", "Nf6", "c4", "e6", "Nc3", "d5", "h4"] {
//!     game.play(game.position().parse_san(san)?)?;
//! }
//! let (opening, ply) = Openings::builtin().of_game(&game).expect("it is a known one");
//! assert_eq!(opening.to_string(), "D35 Queen's Gambit Declined: Normal Defence");
//! assert_eq!(opening.line(), "1. d4 d5 2. c4 e6 3. Nc3 Nf6");
//! assert_eq!(ply, 6);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod eco;
mod error;
mod line;
mod names;
mod opening;
mod tsv;

use std::collections::HashMap;
use std::path::Path;
use std::sync::LazyLock;

use chess::{Game, Position};

pub use eco::{Eco, EcoError};
pub use error::{LineFault, OpeningsError};
pub use opening::Opening;

use line::Line;

/// Openings by their positions.
#[derive(Clone, Debug)]
pub struct Openings {
    openings: Vec<Opening>,
    /// The keys of all positions that the lines lead through, and where a
    /// line ends, its place among the openings.
    positions: HashMap<u64, Option<usize>>,
}

impl Openings {
    /// The lines that the program brings along: more than a thousand, with
    /// every code from A00 to E99.
    pub fn builtin() -> &'static Openings {
        static BUILTIN: LazyLock<Openings> = LazyLock::new(|| {
            let mut openings = Openings::empty();
            for (file, text) in names::FILES {
                if let Err((line, fault)) = names::read(text, &mut openings) {
                    // The tests read the same text.
                    unreachable!("{file}, line {line}: {fault}");
                }
            }
            openings
        });
        &BUILTIN
    }

    /// Reads the files `a.tsv` to `e.tsv` of lichess's chess-openings, nearly
    /// four thousand lines. Should two of them end in the same position, the
    /// first gives the name.
    pub fn load(folder: &Path) -> Result<Openings, OpeningsError> {
        tsv::load(folder)
    }

    fn empty() -> Openings {
        let start = Position::initial().key();
        Openings { openings: Vec::new(), positions: HashMap::from([(start, None)]) }
    }

    /// A line leads through here.
    fn pass(&mut self, position: &Position) {
        self.positions.entry(position.key()).or_default();
    }

    /// A line ends here, with a name.
    fn add(&mut self, eco: Eco, name: String, line: &Line) {
        let place = self.positions.entry(line.position.key()).or_default();
        if place.is_none() {
            *place = Some(self.openings.len());
            self.openings.push(Opening { eco, name, moves: line.moves.clone() });
        }
    }

    /// All of them.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Opening> {
        self.openings.iter()
    }

    /// The opening that has this very position.
    pub fn name(&self, position: &Position) -> Option<&Opening> {
        let place = *self.positions.get(&position.key())?;
        Some(&self.openings[place?])
    }

    /// Does a known line lead to this position, or through it?
    pub fn is_known(&self, position: &Position) -> bool {
        self.positions.contains_key(&position.key())
    }

    /// The opening of the last position that has a name, and how many
    /// half-moves had been played then.
    ///
    /// Where the game began does not matter: from a position of its own it
    /// can come to a known one all the same.
    pub fn of_game(&self, game: &Game) -> Option<(&Opening, usize)> {
        let mut positions = game.positions().iter().enumerate().rev();
        positions.find_map(|(ply, position)| Some((self.name(position)?, ply)))
    }

    /// The openings of which every word of `text` stands in the name or begins
    /// the code, in the order of their codes. Capitals, accents and British or
    /// American spelling make no difference.
    pub fn search(&self, text: &str) -> Vec<&Opening> {
        let text = opening::plain(text);
        let words: Vec<&str> = text.split_whitespace().collect();
        let mut found: Vec<&Opening> =
            self.iter().filter(|opening| opening.has_words(&words)).collect();
        found.sort_by_key(|opening| opening.eco);
        found
    }
}
