//! Names of openings: which one a game plays, and how far it is known.
//!
//! An opening is known by its position, so whoever comes to it by another
//! order of moves has played it as well.
//!
//! ```
//! use chess::Game;
//! use knowledge::openings::OpeningNames;
//!
//! let mut game = Game::new();
//! for san in ["d4", "Nf6", "c4", "e6", "Nc3", "d5", "h4"] {
//!     game.play(game.position().parse_san(san)?)?;
//! }
//! let (opening, ply) = OpeningNames::builtin().of_game(&game).expect("it is a known one");
//! assert_eq!(opening.to_string(), "D35 Queen's Gambit Declined: Normal Defence");
//! assert_eq!(opening.line(), "1. d4 d5 2. c4 e6 3. Nc3 Nf6");
//! assert_eq!(ply, 6);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod eco;
mod error;
mod line;
mod named_opening;
mod names;
mod tsv;

use std::collections::HashMap;
use std::path::Path;
use std::sync::LazyLock;

use chess::{Game, Position};

pub use eco::{Eco, EcoError};
pub use error::{LineFault, OpeningNamesError};
pub use named_opening::NamedOpening;

use line::Line;

/// The names of openings, found by position.
#[derive(Clone, Debug)]
pub struct OpeningNames {
    openings: Vec<NamedOpening>,
    /// The keys of all positions that the lines lead through, and where a
    /// line ends, its place among the openings.
    positions: HashMap<u64, Option<usize>>,
}

impl OpeningNames {
    /// The lines that the program brings along: more than a thousand, with
    /// every code from A00 to E99.
    pub fn builtin() -> &'static OpeningNames {
        static BUILTIN: LazyLock<OpeningNames> = LazyLock::new(|| {
            let mut openings = OpeningNames::empty();
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
    pub fn load(folder: &Path) -> Result<OpeningNames, OpeningNamesError> {
        tsv::load(folder)
    }

    fn empty() -> OpeningNames {
        let start = Position::initial().key();
        OpeningNames { openings: Vec::new(), positions: HashMap::from([(start, None)]) }
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
            self.openings.push(NamedOpening { eco, name, moves: line.moves.clone() });
        }
    }

    /// All of them.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &NamedOpening> {
        self.openings.iter()
    }

    /// The opening that has this very position.
    pub fn name(&self, position: &Position) -> Option<&NamedOpening> {
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
    pub fn of_game(&self, game: &Game) -> Option<(&NamedOpening, usize)> {
        let mut positions = game.positions().iter().enumerate().rev();
        positions.find_map(|(ply, position)| Some((self.name(position)?, ply)))
    }

    /// The openings of which every word of `text` stands in the name or begins
    /// the code, in the order of their codes. Capitals, accents and British or
    /// American spelling make no difference.
    pub fn search(&self, text: &str) -> Vec<&NamedOpening> {
        let text = named_opening::plain(text);
        let words: Vec<&str> = text.split_whitespace().collect();
        let mut found: Vec<&NamedOpening> =
            self.iter().filter(|opening| opening.has_words(&words)).collect();
        found.sort_by_key(|opening| opening.eco);
        found
    }
}
