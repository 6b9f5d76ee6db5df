//! `kythu bench`: one number that says whether the search still does the
//! same, one that says how fast.

mod positions;

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result, anyhow};
use chess::{CastlingStyle, Game, Position};
use clap::builder::RangedU64ValueParser;
use clap::{Args, Command, FromArgMatches};
use eval::{EvaluatorSpec, NnueNet};
use search::{Settings, TechniqueSet};
use thinking::{Limits, Signal, Silent};

use crate::net;
use crate::perft::nodes_per_second;
use positions::POSITIONS;

/// Search a fixed list of positions
///
/// The last line is `N nodes M nps`. With one thread, N is the same every time
/// and on every machine; it changes when the search or the evaluation does.
#[derive(Args, Debug)]
pub(crate) struct BenchArgs {
    /// How many half-moves deep
    #[arg(default_value = "14", value_parser = clap::value_parser!(u32).range(1..=64))]
    depth: u32,
    /// How many threads to search with
    #[arg(default_value = "1")]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..=256))]
    threads: usize,
    /// The size of the hash table in MiB
    #[arg(default_value = "16")]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..=1_048_576))]
    hash: usize,
    /// Evaluate with this instead of the built-in net, as in engine?eval=classic; N is
    /// its own then
    #[arg(long, value_name = "NAME", conflicts_with = "net")]
    eval: Option<EvaluatorSpec>,
    /// Evaluate with the net of this NNUE file
    #[arg(long, value_name = "FILE")]
    net: Option<PathBuf>,
}

impl BenchArgs {
    /// Reads the arguments as they stand behind a UCI `bench`.
    pub(crate) fn from_words(words: &str) -> Result<BenchArgs> {
        let command = Command::new("bench").no_binary_name(true).disable_help_flag(true);
        let command = BenchArgs::augment_args(command);
        let matches = command.try_get_matches_from(words.split_whitespace());
        let args = matches.and_then(|matches| BenchArgs::from_arg_matches(&matches));
        args.map_err(|error| {
            let text = error.to_string();
            let reason = text.lines().next().unwrap_or_default();
            anyhow!("bench: {}", reason.trim_start_matches("error: "))
        })
    }
}

/// Searches and prints.
pub(crate) fn run(args: &BenchArgs, mut out: impl Write) -> Result<()> {
    let settings = Settings { hash: args.hash, threads: args.threads, ..Settings::default() };
    let evaluator = match &args.net {
        None => args.eval.clone().unwrap_or(EvaluatorSpec::NET),
        Some(file) => EvaluatorSpec::Nnue(NnueNet::Given(net::load(Some(file))?)),
    };
    let mut engine = search::build(&evaluator, TechniqueSet::ALL, settings)?;
    let (mut nodes, mut time) = (0, Duration::ZERO);
    for fen in POSITIONS {
        let position = Position::from_fen(fen).context(fen)?;
        engine.new_game();
        let game = Game::from_position(position);
        let limits = Limits::depth(args.depth);
        let verdict = engine.search(&game, &limits, &Signal::new(), &mut Silent);
        nodes += verdict.statistics.nodes;
        time += verdict.time;
        let best = verdict.best.map(|mv| position.to_uci(mv, CastlingStyle::Chess960).to_string());
        let best = best.unwrap_or_default();
        let score = verdict.score().to_string();
        writeln!(out, "{:>10}  {best:<5} {score:>7}  {fen}", verdict.statistics.nodes)?;
        out.flush()?;
    }
    writeln!(out, "{nodes} nodes {} nps", nodes_per_second(nodes, time))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_behind_the_word() {
        let args = BenchArgs::from_words("").unwrap();
        assert_eq!((args.threads, args.hash), (1, 16));
        let args = BenchArgs::from_words(" 5  2 64").unwrap();
        assert_eq!((args.depth, args.threads, args.hash), (5, 2, 64));
        for (words, error) in [
            ("0", "0 is not in 1..=64"),
            ("5 x", "invalid value 'x'"),
            ("5 1 16 9", "unexpected argument '9'"),
            ("--help", "unexpected argument '--help'"),
        ] {
            let text = BenchArgs::from_words(words).unwrap_err().to_string();
            assert!(text.starts_with("bench: ") && text.contains(error), "{text}");
        }
    }

    #[test]
    fn positions_are_good_and_different() {
        let mut keys: Vec<u64> =
            POSITIONS.iter().map(|fen| Position::from_fen(fen).unwrap().key()).collect();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), POSITIONS.len());
    }
}
