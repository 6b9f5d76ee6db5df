//! Positions with what is known of them, out of files of positions.

use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use data::{PositionFileReader, Split, WhitePoints};
use indicatif::ProgressBar;
use thinking::SplitMix64;

use super::packed_board::{Mirror, PackedBoard, WORDS};

/// Positions that are on the device at once, if the batch is not larger: many,
/// so that little batches do not wait for each other to travel, and few enough
/// for the caches of a processor.
#[cfg(not(feature = "cuda"))]
pub(crate) const CHUNK: usize = 4_096;
#[cfg(feature = "cuda")]
pub(crate) const CHUNK: usize = 32_768;

/// A position and its labels.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Sample {
    pub(crate) board: PackedBoard,
    /// 1, 0 or −1 for White.
    pub(crate) result: i8,
    /// Centipawns for White, where an engine gave them.
    pub(crate) score: Option<i16>,
}

/// How the labels of a sample become what the net should say.
#[derive(Copy, Clone, PartialEq, Debug)]
pub(crate) struct Target {
    /// The share of the score; the rest is the result.
    pub(crate) score_weight: f64,
    /// Centipawns that mean odds of e to 1.
    pub(crate) score_scale: f64,
}

impl Target {
    /// Between −1 and 1, for White. Where there is no score, the result is all.
    pub(crate) fn of(&self, sample: &Sample) -> f32 {
        let result = f64::from(sample.result);
        let Some(score) = sample.score.filter(|_| self.score_weight > 0.0) else {
            return result as f32;
        };
        let expected = (f64::from(score) / (2.0 * self.score_scale)).tanh();
        (result + self.score_weight * (expected - result)) as f32
    }
}

/// Samples by the side of the split they are on.
#[derive(Debug, Default)]
pub(crate) struct TrainingSet {
    pub(crate) train: Vec<Sample>,
    pub(crate) validation: Vec<Sample>,
    pub(crate) test: Vec<Sample>,
    /// The hashes of the files.
    pub(crate) hash: String,
}

impl TrainingSet {
    /// Reads files of positions, at most `limit` positions of each.
    pub(crate) fn read(paths: &[PathBuf], limit: u64) -> Result<TrainingSet> {
        let mut set = TrainingSet::default();
        let mut hashes = Vec::new();
        for path in paths {
            let mut reader = PositionFileReader::open(path)?;
            let total = reader.summary().positions.min(limit);
            // Full hashes of several files would fill the metadata of a net.
            hashes.push(reader.summary().hash.get(..16).unwrap_or_default().to_owned());
            let bar = ProgressBar::new(total).with_style(crate::tune::bar_style("reading"));
            let mut count = 0;
            for game in reader.by_ref() {
                let game = game?;
                let result = match game.result {
                    WhitePoints::One => 1,
                    WhitePoints::Half => 0,
                    WhitePoints::Zero => -1,
                };
                let side = match game.split {
                    Split::Train => &mut set.train,
                    Split::Validation => &mut set.validation,
                    Split::Test => &mut set.test,
                };
                for (position, score) in game.positions() {
                    side.push(Sample { board: PackedBoard::new(&position), result, score });
                    count += 1;
                }
                bar.inc(game.picked.len() as u64);
                if count >= limit {
                    break;
                }
            }
            bar.finish_and_clear();
        }
        set.hash = hashes.join("+");
        let most = u32::try_from(set.train.len()).context("more than 4 billion positions")?;
        ensure!(most > 0 || !set.validation.is_empty(), "there is no position in these files");
        Ok(set)
    }
}

/// Which mirrors are used while training.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Mirrors {
    pub(crate) files: bool,
    pub(crate) colors: bool,
}

/// Some samples in the form in which they go to the device.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Chunk {
    /// [`WORDS`] for each sample.
    pub(crate) words: Vec<i32>,
    pub(crate) targets: Vec<f32>,
}

impl Chunk {
    pub(crate) fn len(&self) -> usize {
        self.targets.len()
    }

    /// The samples that `order` names. With mirrors each of them is turned at
    /// random, the same way for the same seed and epoch.
    pub(crate) fn new(
        samples: &[Sample],
        order: &[u32],
        target: Target,
        mirrors: Mirrors,
        seed: (u64, u64),
    ) -> Chunk {
        let mut chunk =
            Chunk { words: vec![0; order.len() * WORDS], targets: Vec::with_capacity(order.len()) };
        for (&index, words) in order.iter().zip(chunk.words.chunks_exact_mut(WORDS)) {
            let sample = &samples[index as usize];
            let mirror = if mirrors == Mirrors::default() {
                Mirror::default()
            } else {
                let coins = SplitMix64::new(seed.0 ^ seed.1 << 32, index.into()).below(4);
                Mirror {
                    files: mirrors.files && coins & 1 == 1,
                    colors: mirrors.colors && coins & 2 == 2,
                }
            };
            sample.board.write_words(mirror, words);
            let value = target.of(sample);
            chunk.targets.push(if mirror.colors { -value } else { value });
        }
        chunk
    }
}

#[cfg(test)]
mod tests {
    use chess::Position;

    use super::*;

    fn sample(result: i8, score: Option<i16>) -> Sample {
        let fen = "6k1/5ppp/4p3/8/1r1P2Q1/5N2/q4PPP/6K1 b - - 0 1";
        let position = Position::from_fen(fen).unwrap();
        Sample { board: PackedBoard::new(&position), result, score }
    }

    #[test]
    fn targets_mix_results_and_scores() {
        let target = Target { score_weight: 0.5, score_scale: 200.0 };
        assert_eq!(target.of(&sample(1, None)), 1.0);
        assert_eq!(target.of(&sample(-1, Some(0))), -0.5);
        assert_eq!(target.of(&sample(1, Some(30_000))), 1.0);
        let scores = Target { score_weight: 1.0, ..target };
        // Odds of e to 1: e/(e+1) of the games.
        assert!((scores.of(&sample(0, Some(200))) - 0.4621).abs() < 1e-4);
        assert_eq!(Target { score_weight: 0.0, ..target }.of(&sample(-1, Some(500))), -1.0);
    }

    #[test]
    fn mirrored_chunks_negate_what_they_swap() {
        let samples = vec![sample(1, None); 400];
        let order: Vec<u32> = (0..400).collect();
        let target = Target { score_weight: 0.0, score_scale: 200.0 };
        let chunk = |mirrors, epoch| Chunk::new(&samples, &order, target, mirrors, (1, epoch));
        let plain = chunk(Mirrors::default(), 0);
        assert!(plain.targets.iter().all(|&value| value == 1.0));
        let both = chunk(Mirrors { files: true, colors: true }, 0);
        assert_eq!(both, chunk(Mirrors { files: true, colors: true }, 0));
        assert_ne!(both, chunk(Mirrors { files: true, colors: true }, 1));
        let swapped = both.targets.iter().filter(|&&value| value == -1.0).count();
        assert!((140..260).contains(&swapped), "{swapped}");
        let rows: std::collections::HashSet<&[i32]> = both.words.chunks(WORDS).collect();
        assert_eq!(rows.len(), 4);
        // White to move in exactly those that changed colours.
        for (words, &value) in both.words.chunks(WORDS).zip(&both.targets) {
            assert_eq!(words[WORDS - 1] == -1, value == -1.0);
        }
    }
}
