//! Runs the real program.

use std::env;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread;

/// The program under test; `KYTHU_PROGRAM` names another than the one just
/// built, such as the release build.
pub(crate) fn program() -> PathBuf {
    env::var_os("KYTHU_PROGRAM").unwrap_or(env!("CARGO_BIN_EXE_kythu").into()).into()
}

/// What a run left behind.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// The program with these arguments and this input, to its end.
pub(crate) fn kythu(args: &[&str], input: impl AsRef<[u8]>) -> Run {
    let mut child = Command::new(program())
        .args(args)
        .env_remove("NO_COLOR")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe was asked for");
    let input = input.as_ref().to_vec();
    // In a thread of its own: a full pipe must not stop both sides. The
    // program may well end before it has read everything.
    let writer = thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("the writer does not panic");
    Run {
        code: output.status.code().expect("no signal ended the program"),
        out: String::from_utf8(output.stdout).expect("output is UTF-8"),
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}
