//! python-chess as a second opinion on outcomes and distances.

use std::env;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use knowledge::syzygy::Metric;

use crate::data;

const SEED: u64 = 23;

/// Positions of each ending; many more when the long tests are asked for.
fn positions() -> usize {
    if env::var_os("KYTHU_LONG").is_some_and(|value| value == "1") { 1_000 } else { 40 }
}

#[test]
fn random_positions_agree() {
    let Some((tables, folder)) = data::tables().zip(data::shared("syzygy")) else { return };
    let found = Command::new("python3").args(["-c", "import chess.syzygy"]).output();
    if !found.is_ok_and(|output| output.status.success()) {
        println!("skipped: there is no python3 with the library chess");
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
    let mut child = Command::new("python3")
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/syzygy/agree.py"))
        .arg(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("python3 runs");
    let mut stdin = child.stdin.take().expect("a pipe was asked for");
    // It may end early, and then says why.
    let written = stdin.write_all(lines.as_bytes());
    drop(stdin);
    let output = child.wait_with_output().expect("python3 ends");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    written.expect("it read everything");
    assert_eq!(String::from_utf8_lossy(&output.stdout), format!("{count} positions agree\n"));
}
