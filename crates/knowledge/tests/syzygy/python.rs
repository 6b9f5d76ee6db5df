//! python-chess as a second opinion on outcomes and distances.

use std::env;
use std::fmt::Write as _;

use knowledge::syzygy::Metric;

use crate::data;
use crate::python_chess::{answer, has};

const SEED: u64 = 23;

/// Positions of each ending; many more when the long tests are asked for.
fn positions() -> usize {
    if env::var_os("KYTHU_LONG").is_some_and(|value| value == "1") { 1_000 } else { 40 }
}

#[test]
fn random_positions_agree() {
    let Some((tables, folder)) = data::tables().zip(data::shared("syzygy")) else { return };
    if !has("syzygy") {
        return;
    }
    println!("seed {SEED}");
    let mut dice = fastrand::Rng::with_seed(SEED);
    let mut lines = String::new();
    let mut count = 0;
    for file in tables.files().filter(|file| file.metric == Metric::Wdl) {
        for _ in 0..positions() {
            let position = file.material.random_position(&mut dice);
            let wdl = tables.wdl(&position).expect("all tables are there") as i32 - 2;
            let dtz = tables.dtz(&position).expect("all tables are there").plies;
            writeln!(lines, "{}\t{wdl}\t{dtz}", position.fen()).expect("a text");
            count += 1;
        }
    }
    let answer = answer("syzygy/agree.py", &folder, &lines);
    assert_eq!(answer, format!("{count} positions agree\n"));
}
