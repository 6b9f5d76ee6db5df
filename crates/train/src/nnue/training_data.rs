//! The samples of a run: in memory, or read again in every epoch.

use std::ops::ControlFlow;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use indicatif::HumanCount;

use super::packed_sample::PackedSample;
use super::samples::{FromSample, SampleBlock, SampleSource};

/// Positions to train on and to judge by.
#[derive(Debug)]
pub(crate) struct TrainingData<S = PackedSample> {
    source: SampleSource,
    /// Positions that are in memory at once.
    chunk: usize,
    /// All of them, if they are not more than a chunk.
    resident: Option<Vec<S>>,
    /// How many there are to train on.
    pub(crate) count: usize,
    pub(crate) validation: Vec<S>,
    /// What the data are, for provenance and to know them again.
    pub(crate) name: String,
}

impl<S: FromSample> TrainingData<S> {
    /// Reads everything once.
    pub(crate) fn read(source: SampleSource, chunk: usize) -> Result<TrainingData<S>> {
        let began = Instant::now();
        let mut told = began;
        let (mut samples, mut validation) = (Vec::new(), Vec::new());
        let (mut count, mut games) = (0, 0);
        source.each(|block: SampleBlock<S>| {
            count += block.train.len();
            games += block.games;
            if count <= chunk {
                samples.extend(block.train);
            } else {
                samples = Vec::new();
            }
            validation.extend(block.validation);
            if told.elapsed().as_secs() >= 5 {
                told = Instant::now();
                tell!(
                    "reading: {} games, {} positions",
                    HumanCount(games),
                    HumanCount(count as u64)
                );
            }
            Ok(ControlFlow::Continue(()))
        })?;
        ensure!(count > 0, "there is no position to train on in --data");
        u32::try_from(validation.len()).context("more than 4 billion positions for validation")?;
        let resident = (count <= chunk).then_some(samples);
        let names: Vec<String> = source
            .files
            .iter()
            .filter_map(|path| path.file_name().map(|name| name.to_string_lossy().into_owned()))
            .collect();
        tell!(
            "{} positions to train on, {} for validation, of {} games in {} files, read in {:.1} s{}",
            HumanCount(count as u64),
            HumanCount(validation.len() as u64),
            HumanCount(games),
            names.len(),
            began.elapsed().as_secs_f64(),
            if resident.is_some() { "" } else { "; too many for --memory: read in every epoch" }
        );
        let name = format!("{count} positions of {games} games in {}", names.join(" "));
        Ok(TrainingData { source, chunk, resident, count, validation, name })
    }

    /// Steps of an epoch.
    pub(crate) fn steps(&self, batch: usize) -> u64 {
        let (whole, rest) = (self.count / self.chunk, self.count % self.chunk);
        (whole * self.chunk.div_ceil(batch) + rest.div_ceil(batch)) as u64
    }

    /// How much is shuffled at once: part of what a run is.
    pub(crate) fn chunk_of(&self) -> usize {
        self.chunk.min(self.count)
    }

    /// Gives the samples to `take`, a chunk at a time, until it breaks.
    pub(crate) fn each_chunk(
        &self,
        mut take: impl FnMut(usize, &[S]) -> Result<ControlFlow<()>>,
    ) -> Result<()> {
        if let Some(samples) = &self.resident {
            return take(0, samples).map(|_| ());
        }
        let mut number = 0;
        let mut chunk = Vec::with_capacity(self.chunk);
        let mut is_over = false;
        self.source.each(|block: SampleBlock<S>| {
            let mut rest = block.train.as_slice();
            while chunk.len() + rest.len() >= self.chunk {
                let (fits, behind) = rest.split_at(self.chunk - chunk.len());
                chunk.extend_from_slice(fits);
                rest = behind;
                let flow = take(number, &chunk)?;
                chunk.clear();
                number += 1;
                if flow.is_break() {
                    is_over = true;
                    return Ok(flow);
                }
            }
            chunk.extend_from_slice(rest);
            Ok(ControlFlow::Continue(()))
        })?;
        if !is_over && !chunk.is_empty() {
            return take(number, &chunk).map(|_| ());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use data::{Filter, SplitShares};

    use super::*;
    use crate::nnue::look_ahead::LookAhead;
    use crate::nnue::random_games::random_game;

    #[test]
    fn chunks_are_all_of_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.vf");
        let bytes: Vec<u8> =
            (0..3000).flat_map(|number| random_game(4, number).to_bytes()).collect();
        fs::write(&path, bytes).unwrap();
        let read = |chunk| {
            let source = SampleSource {
                files: vec![path.clone()],
                filter: Filter::default(),
                look_ahead: LookAhead::default(),
                shares: SplitShares { validation: 0.1, test: 0.0, seed: 1 },
                limit: usize::MAX,
                threads: 2,
            };
            TrainingData::<PackedSample>::read(source, chunk).unwrap()
        };
        let whole = read(usize::MAX / 2);
        assert!(whole.resident.is_some());
        let all = |data: &TrainingData| {
            let mut all = Vec::new();
            data.each_chunk(|number, samples| {
                assert_eq!(number, all.len());
                all.push(samples.to_vec());
                Ok(ControlFlow::Continue(()))
            })
            .unwrap();
            all
        };
        let expected = all(&whole).concat();
        assert_eq!(expected.len(), whole.count);
        let parts = read(1000);
        assert!(parts.resident.is_none() && parts.validation == whole.validation);
        let chunks = all(&parts);
        assert!(chunks.iter().rev().skip(1).all(|chunk| chunk.len() == 1000));
        assert!(chunks.concat() == expected);
        let steps: usize = chunks.iter().map(|chunk| chunk.len().div_ceil(300)).sum();
        assert_eq!(parts.steps(300), steps as u64);
        assert_eq!(whole.steps(300), whole.count.div_ceil(300) as u64);
        let mut count = 0;
        parts
            .each_chunk(|_, _| {
                count += 1;
                Ok(ControlFlow::Break(()))
            })
            .unwrap();
        assert_eq!(count, 1);
    }
}
