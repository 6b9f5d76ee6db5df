//! `kythu data filter`.

use std::io::Write;

use ::data::{GameFiles, GameSelection, StartKind, WhitePoints};
use anyhow::Result;
use clap::{Args, ValueEnum};

use super::FilesArgs;
use super::watch::{listen, with_audience};

/// Keep some of the games
///
/// A game is kept if all that is asked for is true of it. Positions are not
/// filtered here: whoever trains leaves out those in check and such when they
/// are loaded. Scores are in centipawns, good for White if positive; 10000 is a mate.
#[derive(Args)]
pub(super) struct FilterArgs {
    #[command(flatten)]
    files: FilesArgs,
    /// Games with one of these results
    #[arg(long, value_name = "RESULT", value_enum, value_delimiter = ',')]
    result: Vec<ResultName>,
    /// Games of at least so many plies
    #[arg(long, value_name = "N", default_value_t = 0)]
    least_plies: usize,
    /// Games of at most so many plies
    #[arg(long, value_name = "N", default_value_t = usize::MAX, hide_default_value = true)]
    most_plies: usize,
    /// Games whose last position has at least this score
    #[arg(long, value_name = "CP", allow_negative_numbers = true)]
    #[arg(default_value_t = i16::MIN, hide_default_value = true)]
    least_final_score: i16,
    /// Games whose last position has at most this score
    #[arg(long, value_name = "CP", allow_negative_numbers = true)]
    #[arg(default_value_t = i16::MAX, hide_default_value = true)]
    most_final_score: i16,
    /// Games that begin with such a position
    #[arg(long, value_name = "KIND", value_enum)]
    start: Option<StartName>,
    /// Of these games, keep this share at random, from 0 to 1: a game is in the sample of a
    /// seed or not, in whatever file it stands
    #[arg(long, value_name = "SHARE", default_value_t = 1.0, hide_default_value = true)]
    #[arg(value_parser = share)]
    sample: f64,
    /// Where the choice of the sample comes from
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Stop when there are so many games
    #[arg(long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true)]
    limit: u64,
}

#[derive(Copy, Clone, ValueEnum)]
enum ResultName {
    /// White won
    #[value(name = "1-0")]
    White,
    /// A draw
    #[value(name = "1/2", alias = "1/2-1/2")]
    Draw,
    /// Black won
    #[value(name = "0-1")]
    Black,
}

#[derive(Copy, Clone, ValueEnum)]
enum StartName {
    /// The initial position
    Initial,
    /// Castling is that of ordinary chess, or there is none left
    Ordinary,
    /// Castling is that of Chess960
    Chess960,
}

fn share(text: &str) -> Result<f64, String> {
    let share: f64 = text.parse().map_err(|_| "not a number".to_owned())?;
    if (0.0..=1.0).contains(&share) { Ok(share) } else { Err("from 0 to 1".to_owned()) }
}

pub(super) fn run(args: &FilterArgs, mut out: impl Write) -> Result<()> {
    let files = &args.files;
    listen()?;
    let mut output = files.create()?;
    let selection = args.selection();
    let mut games = GameFiles::open(&files.files, files.salvage)?;
    with_audience(|audience| games.select(&selection, args.limit, &mut output, audience))?;
    let damage = games.into_damage();
    files.finish(output, &damage, &mut out)
}

impl FilterArgs {
    fn selection(&self) -> GameSelection {
        let result = |name: &ResultName| match name {
            ResultName::White => WhitePoints::One,
            ResultName::Draw => WhitePoints::Half,
            ResultName::Black => WhitePoints::Zero,
        };
        let start = |name: StartName| match name {
            StartName::Initial => StartKind::Initial,
            StartName::Ordinary => StartKind::Ordinary,
            StartName::Chess960 => StartKind::Chess960,
        };
        let results: Vec<WhitePoints> = self.result.iter().map(result).collect();
        GameSelection {
            results: if results.is_empty() { WhitePoints::ALL.to_vec() } else { results },
            least_plies: self.least_plies,
            most_plies: self.most_plies,
            least_final_score: self.least_final_score,
            most_final_score: self.most_final_score,
            start: self.start.map(start),
            sample: self.sample,
            seed: self.seed,
        }
    }
}
