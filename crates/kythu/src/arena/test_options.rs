//! What can be said about SPRT on the command line.

use arena::statistics::{Sprt, SprtModel};
use clap::{Args, ValueEnum};

#[derive(Args)]
pub(super) struct TestOptions {
    /// The difference in strength that is not worth having
    #[arg(long, value_name = "ELO", default_value_t = 0.0, allow_hyphen_values = true)]
    elo0: f64,
    /// The difference that is
    #[arg(long, value_name = "ELO", default_value_t = 5.0, allow_hyphen_values = true)]
    elo1: f64,
    /// The chance to accept elo1 when elo0 is true
    #[arg(long, value_name = "CHANCE", default_value_t = 0.05)]
    alpha: f64,
    /// The chance to accept elo0 when elo1 is true
    #[arg(long, value_name = "CHANCE", default_value_t = 0.05)]
    beta: f64,
    /// The unit of elo0 and elo1
    #[arg(long, value_enum, default_value_t = Model::Normalised)]
    model: Model,
}

#[derive(Copy, Clone, PartialEq, Eq, ValueEnum)]
enum Model {
    /// Normalised Elo
    Normalised,
    /// Logistic Elo
    Logistic,
}

impl TestOptions {
    pub(super) fn sprt(&self) -> Sprt {
        let model = match self.model {
            Model::Normalised => SprtModel::Normalised,
            Model::Logistic => SprtModel::Logistic,
        };
        Sprt { elo0: self.elo0, elo1: self.elo1, alpha: self.alpha, beta: self.beta, model }
    }
}
