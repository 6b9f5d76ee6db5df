//! A net as the beginning of one with finer king buckets, which says the same at first.
//!
//! Few positions teach a net with many king buckets little from nothing: each bucket
//! sees only some of them. Begun as copies of what all of them have taught, the buckets
//! only have to learn how they differ.

use anyhow::{Result, ensure};
use nets::nnue::{Architecture, FEATURES};

use super::shape::NetShape;

/// The parameters of a net of the shape `to` that says what one of the shape `from`
/// says, but for what the bounds of its weights take. A factoriser has what buckets
/// have in common.
pub(crate) fn refined(from: &NetShape, parameters: &[f32], to: &NetShape) -> Result<Vec<f32>> {
    let sources = sources(from, to)?;
    let size = FEATURES * from.hidden();
    let (rows, behind) = parameters.split_at(from.bias());
    let (buckets, shared) = rows.split_at(from.architecture.features() * from.hidden());
    let mut weights: Vec<f32> = Vec::with_capacity(to.bias());
    for source in sources {
        let bucket = &buckets[source * size..(source + 1) * size];
        weights.extend(bucket);
        if from.has_factoriser {
            let start = weights.len() - size;
            weights[start..].iter_mut().zip(shared).for_each(|(weight, shared)| *weight += shared);
        }
    }
    let clip = to.feature_clip();
    if to.has_factoriser {
        let shared = means(&weights, size, clip);
        for bucket in weights.chunks_exact_mut(size) {
            bucket.iter_mut().zip(&shared).for_each(|(weight, shared)| *weight -= shared);
        }
        weights.extend(shared);
    }
    weights.extend(behind);
    let features = &mut weights[..to.output_weights()];
    features.iter_mut().for_each(|weight| *weight = weight.clamp(-clip, clip));
    Ok(weights)
}

/// For each king bucket of `to` the one of `from` that its squares are in.
fn sources(from: &NetShape, to: &NetShape) -> Result<Vec<usize>> {
    let (coarse, fine) = (&from.architecture.king_buckets, &to.architecture.king_buckets);
    let same = Architecture { king_buckets: fine.clone(), ..from.architecture.clone() };
    ensure!(same == to.architecture, "it has the shape {from}, not {to}");
    // A number that no square has makes a bucket that nothing reads.
    let mut sources = vec![None; fine.count()];
    for (&bucket, &source) in fine.table().iter().zip(coarse.table()) {
        let known = sources[usize::from(bucket)].get_or_insert(usize::from(source));
        ensure!(
            *known == usize::from(source),
            "king bucket {bucket} has squares of its buckets {known} and {source}"
        );
    }
    Ok(sources.into_iter().map(Option::unwrap_or_default).collect())
}

/// The means of all buckets, within ± `clip`.
fn means(weights: &[f32], size: usize, clip: f32) -> Vec<f32> {
    let mut means = vec![0.0; size];
    let share = size as f32 / weights.len() as f32;
    for bucket in weights.chunks_exact(size) {
        means.iter_mut().zip(bucket).for_each(|(mean, weight)| *mean += weight * share);
    }
    means.iter_mut().for_each(|mean: &mut f32| *mean = mean.clamp(-clip, clip));
    means
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nnue::backend::{Backend, NetState};
    use crate::nnue::batch::Batch;
    use crate::nnue::cpu::Cpu;
    use crate::nnue::random_games::random_samples;
    use crate::nnue::shape::{CLIP, king_buckets};

    fn shape(buckets: &str, has_factoriser: bool) -> NetShape {
        let king_buckets = king_buckets(buckets).unwrap();
        let plain = Architecture::plain(64).with_layers(16, 32);
        NetShape { architecture: Architecture { king_buckets, ..plain }, has_factoriser }
    }

    /// By files and half of the board.
    fn wings() -> String {
        let bucket = |square: usize| (square % 4 / 2 + square / 16 * 2).to_string();
        (0..32).map(bucket).collect::<Vec<_>>().join(",")
    }

    #[test]
    fn finer_buckets_say_the_same_at_first() {
        let samples = random_samples(6, 200);
        let outputs = |shape: &NetShape, parameters: Vec<f32>| {
            let mut cpu = Cpu::new(shape, 1);
            cpu.set_state(&NetState::new(parameters)).unwrap();
            cpu.outputs(&Batch::new(samples.iter(), shape, 0.0, samples.len())).unwrap()
        };
        for (from, to) in [
            (shape("1", false), shape("4", false)),
            (shape("1", false), shape("8", true)),
            (shape("1", true), shape("1", false)),
            (shape("4", true), shape("8", true)),
            (shape("4", true), shape("4", true)),
        ] {
            let mut parameters = from.first_parameters(3);
            for (index, parameter) in parameters.iter_mut().enumerate() {
                *parameter += ((index % 13) as f32 - 6.0) / 100.0;
            }
            let refined = refined(&from, &parameters, &to).unwrap();
            assert_eq!(refined.len(), to.len());
            let (one, other) = (outputs(&from, parameters), outputs(&to, refined));
            assert!(one.iter().any(|output| (output - one[0]).abs() > 0.01));
            for (one, other) in one.iter().zip(&other) {
                assert!((one - other).abs() < 1e-4, "{from} {to}: {one} {other}");
            }
        }
    }

    #[test]
    fn large_weights_are_shared_with_the_buckets() {
        let (from, to) = (shape("1", false), shape("4", true));
        let parameters: Vec<f32> = (0..from.len()).map(|i| [1.9, -1.9, 0.3][i % 3]).collect();
        let refined = refined(&from, &parameters, &to).unwrap();
        assert!(refined[..to.bias()].iter().all(|weight| weight.abs() <= to.feature_clip()));
        let shared = &refined[to.architecture.features() * to.hidden()..to.bias()];
        for (index, &weight) in parameters[..from.bias()].iter().enumerate() {
            assert!((refined[index] + shared[index] - weight).abs() < 1e-6 && weight < CLIP);
        }
    }

    #[test]
    fn what_is_no_refinement_is_told() {
        let parameters = |shape: &NetShape| shape.first_parameters(1);
        let error = |from: &NetShape, to: &NetShape| {
            refined(from, &parameters(from), to).unwrap_err().to_string()
        };
        let (one, four) = (shape("1", false), shape("4", false));
        assert!(error(&four, &one).contains("king bucket 0 has squares of its buckets 0 and 1"));
        assert!(error(&four, &shape(&wings(), false)).contains("king bucket 0 has squares"));
        let wide = NetShape { architecture: Architecture::plain(64), has_factoriser: false };
        let words = "it has the shape (768x1hm->64)x2->1x8, not (768x1hm->64)x2->(16->32->1)x8";
        assert!(error(&wide, &one).contains(words), "{}", error(&wide, &one));
    }
}
