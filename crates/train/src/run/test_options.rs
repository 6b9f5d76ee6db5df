//! Options and results of runs in tests.

use std::fs;
use std::path::Path;

use clap::{Args, Parser};

use crate::nnue::random_games::random_game;

#[derive(Parser)]
#[command(args_override_self = true)]
struct Line<O: Args> {
    #[command(flatten)]
    options: O,
}

/// Options for a run on a file of data, with `out` beside it for what comes out. The
/// last of two that contradict each other counts.
pub(crate) fn options<O: Args>(data: &Path, arguments: &str) -> O {
    let out = data.with_file_name("out");
    fs::create_dir_all(&out).unwrap();
    let fixed = ["kythu-train", "--data", data.to_str().unwrap(), "--out", out.to_str().unwrap()];
    Line::parse_from(fixed.into_iter().chain(arguments.split_whitespace())).options
}

/// The same for a little run on so many generated games in a folder.
pub(crate) fn options_for_games<O: Args>(folder: &Path, games: u64, arguments: &str) -> O {
    let data = folder.join("games.vf");
    if !data.exists() {
        let games = (0..games).flat_map(|number| random_game(8, number).to_bytes());
        fs::write(&data, games.collect::<Vec<u8>>()).unwrap();
    }
    let small = "--hidden 32 --validation 0.1 --warm-up 2 --threads 2";
    options(&data, &format!("{small} {arguments}"))
}

/// A column of the curve of a run.
pub(crate) fn curve_column(out: &Path, column: usize) -> Vec<f64> {
    let curve = fs::read_to_string(out.join("curve.csv")).unwrap();
    let number = |line: &str| line.split(',').nth(column).unwrap().parse().unwrap();
    curve.lines().skip(1).map(number).collect()
}
