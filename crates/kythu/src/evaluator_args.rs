//! Who judges positions, for commands that play or judge many of them.

use std::path::PathBuf;

use ::eval::{EvaluatorSpec, NnueNet};
use anyhow::{Result, bail};
use clap::Args;
use nets::nnue::Network;

use crate::net;

#[derive(Args)]
pub(crate) struct EvaluatorArgs {
    /// Who judges positions: nnue, classic, or another name as in engine?eval=NAME
    /// [default: nnue]
    #[arg(long, value_name = "NAME")]
    eval: Option<EvaluatorSpec>,
    /// The net of nnue instead of the built-in one
    #[arg(long, value_name = "FILE")]
    evalfile: Option<PathBuf>,
}

impl EvaluatorArgs {
    /// The evaluator, and a name that no other net has.
    pub(crate) fn evaluator(&self) -> Result<(EvaluatorSpec, String)> {
        let wanted = self.eval.clone().unwrap_or(EvaluatorSpec::NET);
        match (&wanted, &self.evalfile) {
            (EvaluatorSpec::Nnue(_), Some(path)) => {
                let net = net::load(Some(path))?;
                let name = format!("{wanted} {}", net.hash());
                Ok((EvaluatorSpec::Nnue(NnueNet::Given(net)), name))
            }
            (EvaluatorSpec::Nnue(_), None) => Ok((wanted, Network::embedded_name().to_owned())),
            (_, Some(_)) => bail!("--evalfile is for --eval nnue, not for {wanted}"),
            (_, None) => {
                let name = wanted.to_string();
                Ok((wanted, name))
            }
        }
    }
}
