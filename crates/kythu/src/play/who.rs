//! Who is to sit on one side of the board, as people name them.

use std::env;
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use agents::{Spec, SpecError};
use thiserror::Error;

/// Who plays where nobody says.
pub(super) const DEFAULT_OPPONENT: &str = "engine?elo=1200";

/// Where Debian and its like put engines, often outside of PATH.
const GAMES: &str = "/usr/games";

/// Who sits on one side of the board.
#[derive(Clone, Debug)]
pub(super) enum Who {
    /// The one at the keyboard.
    Human,
    /// Somebody else.
    Agent(Box<Spec>),
}

/// Why nobody is called that.
#[derive(Clone, Debug, Error)]
#[error("{source}{}", hint(.external.as_deref()))]
pub(super) struct WhoError {
    source: SpecError,
    /// The spec of a program that is called so.
    external: Option<String>,
}

fn hint(external: Option<&str>) -> String {
    let words = |spec| format!("; a program of that name, if it speaks UCI, plays as {spec}");
    external.map_or_else(String::new, words)
}

impl FromStr for Who {
    type Err = WhoError;

    fn from_str(text: &str) -> Result<Who, WhoError> {
        if text.trim().eq_ignore_ascii_case("human") {
            return Ok(Who::Human);
        }
        text.parse().map(Box::new).map(Who::Agent).map_err(|source| {
            let is_unknown = matches!(source, SpecError::Kind { .. });
            let external = is_unknown.then(|| external(text.trim(), &search_path())).flatten();
            WhoError { source, external }
        })
    }
}

impl fmt::Display for Who {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Who::Human => f.write_str("human"),
            Who::Agent(spec) => write!(f, "{spec}"),
        }
    }
}

/// The folders that programs are run from.
fn search_path() -> Vec<PathBuf> {
    env::var_os("PATH").map_or_else(Vec::new, |path| env::split_paths(&path).collect())
}

/// `stockfish?UCI_Elo=1500` as `uci?cmd=stockfish&UCI_Elo=1500`, if there is
/// such a program.
fn external(text: &str, path: &[PathBuf]) -> Option<String> {
    let (name, options) = text.split_once('?').unwrap_or((text, ""));
    // Joined to a folder, an absolute path stays what it is.
    let is_in = |folder: &Path| !name.is_empty() && is_program(&folder.join(name));
    let command = if path.iter().any(|folder| is_in(folder)) {
        name.to_owned()
    } else if is_in(Path::new(GAMES)) {
        Path::new(GAMES).join(name).display().to_string()
    } else {
        return None;
    };
    let options = if options.is_empty() { String::new() } else { format!("&{options}") };
    Some(format!("uci?cmd={command}{options}"))
}

fn is_program(path: &Path) -> bool {
    #[cfg(unix)]
    let may_run = |file: &std::fs::Metadata| {
        std::os::unix::fs::PermissionsExt::mode(&file.permissions()) & 0o111 != 0
    };
    #[cfg(not(unix))]
    let may_run = |_: &std::fs::Metadata| true;
    path.metadata().is_ok_and(|file| file.is_file() && may_run(&file))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn people_and_agents() {
        assert!(matches!(" Human ".parse(), Ok(Who::Human)));
        assert!(matches!(DEFAULT_OPPONENT.parse(), Ok(Who::Agent(_))));
        let error = "minimx".parse::<Who>().unwrap_err().to_string();
        assert!(error.contains("(did you mean minimax?)"), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn programs_are_pointed_at() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("deepthought");
        std::fs::write(&program, "").unwrap();
        let path = [folder.path().to_owned()];
        assert_eq!(external("deepthought", &path), None, "it cannot be run");
        std::fs::set_permissions(&program, PermissionsExt::from_mode(0o755)).unwrap();
        let found = |text: &str| external(text, &path);
        assert_eq!(found("deepthought").as_deref(), Some("uci?cmd=deepthought"));
        assert_eq!(
            found("deepthought?Hash=8&x=1").as_deref(),
            Some("uci?cmd=deepthought&Hash=8&x=1")
        );
        assert_eq!(
            found(program.to_str().unwrap()).unwrap(),
            format!("uci?cmd={}", program.display())
        );
        for nobody in ["deeperthought", "", "?", ".", "/", "/nowhere"] {
            assert_eq!(found(nobody), None, "{nobody}");
        }
    }
}
