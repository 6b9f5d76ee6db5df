//! A position as the net of moves sees it, with the move that was played.

use data::Sample;
use nets::policy::Sight;

use crate::nnue::samples::FromSample;

/// Features and the outputs of all legal moves. Finding them takes longer than
/// training on them, so they are found once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct MoveSample {
    /// How many features there are; the features; the outputs, that of the move
    /// played first.
    words: Box<[u16]>,
}

/// Bytes of a sample, about: 20 men and 30 moves.
pub(crate) const SAMPLE_BYTES: usize = 136;

impl FromSample for MoveSample {
    /// A position with one legal move teaches nothing.
    fn from_sample(sample: &Sample) -> Option<MoveSample> {
        let position = &sample.position;
        let moves = position.legal_moves();
        let played = moves.iter().position(|&mv| mv == sample.best.mv)?;
        if moves.len() < 2 {
            return None;
        }
        let sight = Sight::new(position);
        let features = sight.features();
        let mut words = Vec::with_capacity(1 + features.len() + moves.len());
        words.push(features.len() as u16);
        words.extend_from_slice(&features);
        let first = words.len();
        words.extend(moves.iter().map(|&mv| sight.index(mv) as u16));
        words.swap(first, first + played);
        Some(MoveSample { words: words.into() })
    }
}

impl MoveSample {
    /// How many features there are; the features; the outputs.
    pub(crate) fn words(&self) -> &[u16] {
        &self.words
    }

    /// The features that are on, and the outputs of the legal moves, of which the
    /// first is that of the move played.
    pub(crate) fn parts(&self) -> (&[u16], &[u16]) {
        parts(&self.words)
    }
}

/// The features and outputs of a sample's [words](MoveSample::words).
pub(crate) fn parts(words: &[u16]) -> (&[u16], &[u16]) {
    words[1..].split_at(usize::from(words[0]))
}

#[cfg(test)]
mod tests {
    use chess::Position;
    use data::{ScoredMove, WhitePoints};

    use super::*;

    fn sample(fen: &str, san: &str) -> Option<MoveSample> {
        let position = Position::from_fen(fen).unwrap();
        let best = ScoredMove { mv: position.parse_san(san).unwrap(), score: 0 };
        MoveSample::from_sample(&Sample { position, best, result: WhitePoints::Half })
    }

    #[test]
    fn the_move_played_is_the_first() {
        let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let position = Position::initial();
        for san in ["e4", "Nf3", "a3"] {
            let sample = sample(fen, san).unwrap();
            let (features, outputs) = sample.parts();
            assert_eq!(features, Sight::new(&position).features().as_slice());
            assert_eq!(outputs.len(), 20);
            let mv = position.parse_san(san).unwrap();
            assert_eq!(usize::from(outputs[0]), Sight::new(&position).index(mv));
            let mut all: Vec<_> = outputs.to_vec();
            all.sort_unstable();
            all.dedup();
            assert_eq!(all.len(), 20);
        }
    }

    #[test]
    fn forced_moves_teach_nothing() {
        assert_eq!(sample("k7/8/8/8/8/8/1q6/K7 w - - 0 1", "Kxb2"), None);
    }
}
