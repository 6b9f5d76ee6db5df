//! The quantised net of a run, with where it comes from.

use anyhow::Result;
use chess::Position;
use nets::nnue::{Network, Provenance};

use super::export::{Agreement, COMPARED, correct_biases, quantise};
use super::random_games::random_samples;
use super::second_bias::correct_second_biases;
use super::trainer::Trainer;

/// Names and positions with White to move.
const JUDGED: [(&str, &str); 5] = [
    ("initial position", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    ("a queen more", "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    ("a knight less", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w KQkq - 0 1"),
    ("a pawn more", "rnbqkbnr/ppppp1pp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    ("rook against king", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"),
];

impl Trainer<'_> {
    /// The net as it is, quantised, and how far that is from the floats.
    pub(crate) fn network(&mut self) -> Result<(Network, Agreement)> {
        let state = self.backend.state()?;
        let mut quantised = quantise(&self.shape, &state.parameters);
        let validation = &self.data.validation;
        let generated =
            if validation.is_empty() { random_samples(1, 2 * COMPARED) } else { Vec::new() };
        let samples = if validation.is_empty() { &generated } else { validation };
        // Others than those that are compared.
        let (compared, rest) = samples.split_at(samples.len().div_ceil(2).min(COMPARED));
        let rest = &rest[..rest.len().min(COMPARED)];
        let backend = &mut *self.backend;
        correct_second_biases(&mut quantised, &self.shape, &state.parameters, rest);
        correct_biases(&mut quantised, backend, &self.shape, rest)?;
        let architecture = &self.shape.architecture;
        let network = Network::new(architecture.clone(), &quantised, Provenance::new())?;
        let agreement = Agreement::new(&network, backend, &self.shape, compared)?;
        let mut provenance = self.run.provenance(&self.data.name, &agreement, 6);
        provenance.insert("positions".to_owned(), self.data.count.to_string());
        provenance.insert("seed".to_owned(), self.options.seed.to_string());
        let network = Network::new(architecture.clone(), &quantised, provenance)?;
        Ok((network, agreement))
    }

    /// What the net says of positions that everybody can judge, for people.
    pub(crate) fn opinions(&mut self) -> Result<String> {
        let (network, _) = self.network()?;
        let opinion = |(name, fen): (&str, &str)| -> Result<String> {
            let value = network.evaluate_from_scratch(&Position::from_fen(fen)?);
            Ok(format!("{name} {value:+}"))
        };
        let opinions: Result<Vec<String>> = JUDGED.into_iter().map(opinion).collect();
        Ok(opinions?.join(", "))
    }
}
