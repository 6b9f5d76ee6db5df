//! The openings of a tournament.

use chess::{CastlingStyle, Position};
use knowledge::book::Book;
use thinking::SplitMix64;

use super::{OpeningChoice, OpeningFile, OpeningLine, OpeningOrder, OpeningSource};
use super::{OpeningSuiteError, builtin};
use crate::fingerprint::Fingerprint;

/// The openings of a tournament in the order in which they are played.
#[derive(Clone, Debug)]
pub struct OpeningSuite {
    contents: Contents,
    /// Places in the file or the list, or numbers of Chess960.
    order: Vec<u32>,
    skip: usize,
    plies: Option<usize>,
}

#[derive(Clone, Debug)]
enum Contents {
    Lines(Vec<OpeningLine>),
    Chess960,
    File(OpeningFile),
}

impl OpeningSuite {
    /// Reads the openings and shuffles them as the choice says.
    pub fn new(choice: &OpeningChoice, seed: u64) -> Result<OpeningSuite, OpeningSuiteError> {
        let contents = match &choice.from {
            OpeningSource::Book => {
                let plies = choice.plies.unwrap_or(builtin::PLIES);
                Contents::Lines(builtin::lines(&Book::embedded(), plies))
            }
            OpeningSource::Start => {
                Contents::Lines(vec![OpeningLine::position(Position::initial())])
            }
            OpeningSource::Chess960 => Contents::Chess960,
            OpeningSource::File(path) => Contents::File(OpeningFile::open(path)?),
        };
        let count = match &contents {
            Contents::Lines(lines) => lines.len(),
            Contents::Chess960 => 960,
            Contents::File(file) => file.len(),
        };
        let mut order: Vec<u32> = (0..count as u32).collect();
        if choice.order == OpeningOrder::Random {
            SplitMix64::new(seed, 0).shuffle(&mut order);
        }
        Ok(OpeningSuite { contents, order, skip: choice.skip, plies: choice.plies })
    }

    /// How many openings there are.
    pub fn count(&self) -> usize {
        self.order.len()
    }

    /// A hash of the openings themselves, whatever their file is called.
    pub fn fingerprint(&self) -> Fingerprint {
        match &self.contents {
            Contents::File(file) => file.fingerprint(),
            Contents::Chess960 => Fingerprint::of(b"chess960"),
            Contents::Lines(lines) => {
                lines.iter().fold(Fingerprint::EMPTY, |hash, line| hash.and(spell(line).as_bytes()))
            }
        }
    }

    /// The place in the file of the `index`th opening of the tournament. After
    /// the last one comes the first again.
    pub fn number(&self, index: usize) -> usize {
        self.order[self.skip.wrapping_add(index) % self.order.len()] as usize
    }

    /// The `index`th opening of the tournament.
    pub fn opening(&self, index: usize) -> Result<OpeningLine, OpeningSuiteError> {
        let number = self.number(index);
        let mut opening = match &self.contents {
            Contents::Lines(lines) => lines[number].clone(),
            Contents::Chess960 => {
                let start = Position::chess960(number as u16);
                OpeningLine::position(start.unwrap_or_else(Position::initial))
            }
            Contents::File(file) => file.opening(number)?,
        };
        opening.moves.truncate(self.plies.unwrap_or(usize::MAX));
        match opening.game().outcome() {
            None => Ok(opening),
            Some(_) => Err(OpeningSuiteError::Over { number: number + 1 }),
        }
    }

    /// Reads the first `count` openings of the tournament, so that a broken
    /// one is an error before the first game. Gives back the first whose
    /// castling is that of Chess960, if any is.
    pub fn inspect(&self, count: usize) -> Result<Option<OpeningLine>, OpeningSuiteError> {
        let mut chess960 = None;
        for index in 0..count.min(self.count()) {
            let opening = self.opening(index)?;
            if chess960.is_none() && opening.start.is_chess960() {
                chess960 = Some(opening);
            }
        }
        Ok(chess960)
    }
}

/// A line of text for an opening, to be hashed.
fn spell(line: &OpeningLine) -> String {
    let game = line.game();
    let moves = game
        .positions()
        .iter()
        .zip(game.moves())
        .map(|(position, &mv)| format!(" {}", position.to_uci(mv, CastlingStyle::Chess960)));
    format!("{}{}\n", line.start.fen(), moves.collect::<String>())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn suite(from: OpeningSource, seed: u64) -> OpeningSuite {
        OpeningSuite::new(&OpeningChoice { from, ..OpeningChoice::default() }, seed).unwrap()
    }

    #[test]
    fn nobody_repeats_before_all_are_played() {
        let book = suite(OpeningSource::Book, 3);
        let numbers: HashSet<usize> = (0..book.count()).map(|index| book.number(index)).collect();
        assert_eq!(numbers.len(), book.count());
        assert_eq!(book.number(0), book.number(book.count()));
        assert_ne!(
            (0..9).map(|index| book.number(index)).collect::<Vec<_>>(),
            (0..9).map(|index| suite(OpeningSource::Book, 4).number(index)).collect::<Vec<_>>()
        );
        let skipped = OpeningChoice { skip: 5, ..OpeningChoice::default() };
        assert_eq!(OpeningSuite::new(&skipped, 3).unwrap().number(0), book.number(5));
    }

    #[test]
    fn sources_have_fingerprints_of_their_own() {
        let prints: HashSet<Fingerprint> =
            [OpeningSource::Book, OpeningSource::Start, OpeningSource::Chess960]
                .into_iter()
                .map(|from| suite(from, 0).fingerprint())
                .collect();
        assert_eq!(prints.len(), 3);
        // The order is the seed's, not the contents'.
        let print = |seed| suite(OpeningSource::Book, seed).fingerprint();
        assert_eq!(print(0), print(1));
    }

    #[test]
    fn chess960_is_noticed() {
        assert_eq!(suite(OpeningSource::Book, 0).inspect(usize::MAX).unwrap(), None);
        let found = suite(OpeningSource::Chess960, 0).inspect(960).unwrap().unwrap();
        assert!(found.start.is_chess960());
    }
}
