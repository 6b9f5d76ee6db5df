//! python-chess as a second opinion.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// Is there a Python with this part of the library? Says so where not.
pub(crate) fn has(part: &str) -> bool {
    let found = Command::new("python3").args(["-c", &format!("import chess.{part}")]).output();
    let there = found.is_ok_and(|output| output.status.success());
    if !there {
        println!("skipped: there is no python3 with the library chess");
    }
    there
}

/// What a script of this folder of tests answers to lines about a file or folder. It
/// fails where they do not agree.
#[track_caller]
pub(crate) fn answer(script: &str, about: &Path, lines: &str) -> String {
    let mut child = Command::new("python3")
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(script))
        .arg(about)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("python3 runs");
    // It reads everything before it answers, or ends early after a fault and says why.
    let mut stdin = child.stdin.take().expect("a pipe was asked for");
    let written = stdin.write_all(lines.as_bytes());
    drop(stdin);
    let output = child.wait_with_output().expect("python3 ends");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    written.expect("it read everything");
    String::from_utf8(output.stdout).expect("UTF-8")
}
