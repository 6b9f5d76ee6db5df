//! python-chess, the library behind many tools, as a client.

use std::path::{Path, PathBuf};
use std::process::Command;

const VERSION: &str = "1.11.2";

/// A place to import `chess` from: none if Python has it already, otherwise a
/// folder of our own; an error says what is missing.
fn library(python: &Path) -> Result<Option<PathBuf>, String> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("python");
    let imports = |path: Option<&Path>| {
        let mut command = Command::new(python);
        command.args(["-c", "import chess.engine"]);
        path.map(|path| command.env("PYTHONPATH", path));
        command.output().map(|output| output.status.success())
    };
    match imports(None) {
        Err(_) => return Err("there is no python3".to_owned()),
        Ok(true) => return Ok(None),
        Ok(false) => {}
    }
    if !imports(Some(&folder)).unwrap_or(false) {
        let pip = Command::new(python)
            .args(["-m", "pip", "install", "--quiet", "--target"])
            .arg(&folder)
            .arg(format!("chess=={VERSION}"))
            .output();
        if !pip.is_ok_and(|output| output.status.success()) {
            return Err(format!("pip cannot install chess {VERSION}"));
        }
    }
    Ok(Some(folder))
}

#[test]
fn python_chess_plays_and_analyses() {
    let python = Path::new("python3");
    let folder = match library(python) {
        Ok(folder) => folder,
        Err(reason) => {
            println!("skipped: {reason}");
            return;
        }
    };
    let mut command = Command::new(python);
    command.arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/program/uci/client.py"));
    command.arg(crate::kythu::program());
    if let Some(folder) = folder {
        command.env("PYTHONPATH", folder);
    }
    let output = command.output().expect("python3 runs");
    let text = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}\n{errors}");
    assert!(text.ends_with("all done\n"), "{text}\n{errors}");
}
