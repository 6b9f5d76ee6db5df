//! The names that the program brings along.
//!
//! The files in `names` are trees. A line has the moves that lead on from the
//! line above that is indented less, the code, and the name:
//!
//! ```text
//! e4  B00 King's Pawn Opening
//!   c5  B20 Sicilian Defence
//!     Nf3  B27
//!       d6 d4 cxd4 Nxd4 Nf6 Nc3 a6  B90: Najdorf
//!         Be3  B90, English Attack
//! ```
//!
//! A code alone has the name above it. A comma adds to that name, and a colon
//! to its family, which is what stands before the first colon: the last two
//! are `Sicilian Defence: Najdorf` and `Sicilian Defence: Najdorf, English
//! Attack`. Where lines of several orders meet, one of them is enough.

use thiserror::Error;

use super::line::Line;
use super::{Eco, LineFault, OpeningNames};

/// The trees, each with the name of its file.
pub(super) const FILES: [(&str, &str); 5] = [
    ("flank.txt", include_str!("names/flank.txt")),
    ("open.txt", include_str!("names/open.txt")),
    ("semi_open.txt", include_str!("names/semi_open.txt")),
    ("closed.txt", include_str!("names/closed.txt")),
    ("semi_closed.txt", include_str!("names/semi_closed.txt")),
];

/// Spaces for each level.
const INDENT: usize = 2;

/// What is wrong with a line of a tree.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(super) enum TreeFault {
    /// It does not stand below anything that it could continue.
    #[error("it is indented by {found} spaces (expected an even number up to {most})")]
    Indentation { found: usize, most: usize },
    /// There are no moves, or no code after them.
    #[error("there should be moves, a code and a name")]
    Parts,
    #[error(transparent)]
    Line(#[from] LineFault),
}

/// Adds the lines of a tree. A fault comes with the number of its line.
pub(super) fn read(text: &str, openings: &mut OpeningNames) -> Result<(), (usize, TreeFault)> {
    // The line that the next one may continue, and those that it continues.
    let mut above: Vec<(String, Line)> = Vec::new();
    for (index, text) in text.lines().enumerate() {
        if text.starts_with('#') {
            continue;
        }
        let branch = read_line(text, &mut above, openings);
        above.push(branch.map_err(|fault| (index + 1, fault))?);
    }
    Ok(())
}

fn read_line(
    text: &str,
    above: &mut Vec<(String, Line)>,
    openings: &mut OpeningNames,
) -> Result<(String, Line), TreeFault> {
    let found = text.len() - text.trim_start().len();
    let most = above.len() * INDENT;
    if found > most || !found.is_multiple_of(INDENT) {
        return Err(TreeFault::Indentation { found, most });
    }
    above.truncate(found / INDENT);
    let (name_above, mut line) = above.last().cloned().unwrap_or((String::new(), Line::new()));
    let moves_above = line.moves.len();
    let mut rest = text.trim();
    let eco = loop {
        if let Some(Ok(eco)) = rest.get(..3).map(str::parse::<Eco>) {
            break eco;
        }
        let (word, others) = rest.split_once(' ').ok_or(TreeFault::Parts)?;
        line.play(word)?;
        openings.pass(&line.position);
        rest = others.trim_start();
    };
    if line.moves.len() == moves_above {
        return Err(TreeFault::Parts);
    }
    let family = name_above.split(':').next().unwrap_or_default();
    let name = match rest[3..].trim_start() {
        "" => name_above,
        more if more.starts_with(':') => format!("{family}{more}"),
        more if more.starts_with(',') => format!("{name_above}{more}"),
        name => name.to_owned(),
    };
    openings.add(eco, name.clone(), &line);
    Ok((name, line))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Result<Vec<String>, (usize, TreeFault)> {
        let mut openings = OpeningNames::empty();
        read(text, &mut openings)?;
        let line = |opening: &super::super::NamedOpening| format!("{opening} | {}", opening.line());
        Ok(openings.iter().map(line).collect())
    }

    #[test]
    fn names_grow_along_the_branches() {
        let text = "# a comment\n\
            e4 c5  B20 Sicilian Defence\n  \
              Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6  B90: Najdorf\n    \
                Be3  B90, English Attack\n    \
                Be2  B92: Najdorf, Opočenský\n  \
              Nf3  B27\n\
            f3 e5 g4 Qh4#  A00 Fool's Mate\n";
        let najdorf = "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6";
        assert_eq!(
            names(text).unwrap(),
            [
                "B20 Sicilian Defence | 1. e4 c5".to_owned(),
                format!("B90 Sicilian Defence: Najdorf | {najdorf}"),
                format!("B90 Sicilian Defence: Najdorf, English Attack | {najdorf} 6. Be3"),
                format!("B92 Sicilian Defence: Najdorf, Opočenský | {najdorf} 6. Be2"),
                "B27 Sicilian Defence | 1. e4 c5 2. Nf3".to_owned(),
                "A00 Fool's Mate | 1. f3 e5 2. g4 Qh4#".to_owned(),
            ]
        );
    }

    #[test]
    fn faults_have_their_line() {
        let fault = |text: &str| names(text).unwrap_err();
        let (line, illegal) = fault("e4  B00 King's Pawn\n  e5 Ke3  C20 Nonsense\n");
        assert_eq!(line, 2);
        assert!(
            illegal.to_string().starts_with("half-move 3: no legal move is 'Ke3'"),
            "{illegal}"
        );
        for (text, line, expected) in [
            ("e4", 1, TreeFault::Parts),
            ("e4  B00 x\n  C20 y", 2, TreeFault::Parts),
            ("  e4  B00 x", 1, TreeFault::Indentation { found: 2, most: 0 }),
            ("e4  B00 x\n e5  C20 y", 2, TreeFault::Indentation { found: 1, most: 2 }),
        ] {
            assert_eq!(fault(text), (line, expected), "{text}");
        }
    }

    #[test]
    fn the_trees_are_sound() {
        let mut lines = 0;
        for (file, text) in FILES {
            if let Err((line, fault)) = read(text, &mut OpeningNames::empty()) {
                panic!("{file}, line {line}: {fault}");
            }
            lines += text.lines().filter(|line| !line.starts_with('#')).count();
        }
        // No two lines end in the same position, in different files neither.
        assert_eq!(OpeningNames::builtin().iter().len(), lines);
        for opening in OpeningNames::builtin().iter() {
            let name = &opening.name;
            assert!(name.matches(':').count() <= 1, "{opening}");
            let separators = name.replace(": ", "").replace(", ", "");
            assert!(!separators.contains([':', ',']) && !name.contains("  "), "{opening}");
            assert!(!name.contains("Defense") && name.trim() == name, "{opening}");
        }
    }
}
