//! The command line, as nets record it.

use std::env;
use std::path::{Path, is_separator};

/// The command that this program was started with. Nets are given to others, so
/// files are called by their names only: folders tell of people and machines.
pub(crate) fn recorded_command() -> String {
    let words = env::args().skip(1).map(|word| without_folders(&word));
    format!("kythu-train {}", words.collect::<Vec<_>>().join(" "))
}

/// An argument, or the value of `--option=value`, without the folders of a path.
fn without_folders(argument: &str) -> String {
    let (option, value) = match argument.split_once('=') {
        Some((option, value)) if option.starts_with('-') => (format!("{option}="), value),
        _ => (String::new(), argument),
    };
    if !value.contains(is_separator) {
        return argument.to_owned();
    }
    // Of `/` and `a/..` there is no name.
    let name = Path::new(value).file_name().map_or("..".into(), |name| name.to_string_lossy());
    format!("{option}{name}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_not_told() {
        for (argument, told) in [
            ("nnue", "nnue"),
            ("--lr", "--lr"),
            ("0.2..0.4", "0.2..0.4"),
            ("games.vf.zst", "games.vf.zst"),
            ("/home/somebody/games.vf.zst", "games.vf.zst"),
            ("../run/", "run"),
            ("--out=/home/somebody/run", "--out=run"),
            ("--lr=0.001", "--lr=0.001"),
            ("a=b/c.vf", "c.vf"),
            ("/home/somebody/..", ".."),
            ("/", ".."),
        ] {
            assert_eq!(without_folders(argument), told, "{argument}");
        }
    }

    #[test]
    fn the_command_names_the_program() {
        let command = recorded_command();
        assert!(command.starts_with("kythu-train"), "{command}");
        assert!(!command.contains('/'), "{command}");
    }
}
