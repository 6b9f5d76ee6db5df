//! Matches of skills that were played elsewhere.

use std::path::{Path, PathBuf};

use arena::statistics::Trinomial;

use crate::LabError;
use crate::fit::{Bout, Rating, fit};

/// Matches out of a file, which count in the ladder beside the games of the calibration.
#[derive(Clone, PartialEq, Debug)]
pub struct FormerMatches {
    /// The file.
    pub path: PathBuf,
    /// Its matches.
    pub matches: Vec<FormerMatch>,
}

/// A skill against an anchor.
#[derive(Clone, PartialEq, Debug)]
pub struct FormerMatch {
    /// In thousandths.
    pub skill: u32,
    /// The rating of the anchor.
    pub anchor: u32,
    /// What the skill made of it.
    pub tally: Trinomial,
}

impl FormerMatches {
    /// Reads a file of lines `skill,anchor,wins,draws,losses`, what stands behind a further comma
    /// being for people, as are lines with `#`. Skills are thousandths.
    pub fn read(path: &Path) -> Result<FormerMatches, LabError> {
        let text = std::fs::read_to_string(path).map_err(LabError::file(path))?;
        let mut matches = Vec::new();
        for (index, line) in text.lines().enumerate() {
            if line.starts_with('#') || line.trim().is_empty() {
                continue;
            }
            let one = FormerMatch::parse(line).map_err(|detail| LabError::Line {
                path: path.to_owned(),
                line: index + 1,
                detail,
            })?;
            matches.push(one);
        }
        Ok(FormerMatches { path: path.to_owned(), matches })
    }

    /// Games in all.
    pub(super) fn games(&self) -> u64 {
        self.matches.iter().map(|one| one.tally.games()).sum()
    }
}

impl FormerMatch {
    fn parse(line: &str) -> Result<FormerMatch, String> {
        let mut fields = line.splitn(6, ',');
        let mut number = |name: &str| -> Result<u32, String> {
            let field = fields.next().ok_or_else(|| format!("no {name}"))?;
            field.trim().parse().map_err(|_| format!("{name} '{}' is no number", field.trim()))
        };
        let (skill, anchor) = (number("skill")?, number("rating of an anchor")?);
        if skill > 1000 {
            return Err(format!("skill {skill} is above 1000"));
        }
        let [wins, draws, losses] = ["wins", "draws", "losses"].map(&mut number);
        let tally = Trinomial { wins: wins?.into(), draws: draws?.into(), losses: losses?.into() };
        if tally.games() == 0 {
            return Err("a match of no games".to_owned());
        }
        Ok(FormerMatch { skill, anchor, tally })
    }

    /// The rating that follows from this match alone.
    pub(super) fn rating(&self) -> Rating {
        let bout = Bout {
            one: 1,
            other: 0,
            games: self.tally.games() as f64,
            points: self.tally.points(),
        };
        fit(&[Some(f64::from(self.anchor)), None], &[bout])[1]
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_matches() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("matches.csv");
        let read = |text: &str| {
            std::fs::write(&path, text).unwrap();
            FormerMatches::read(&path)
        };
        let found = read("# skill\n\n422,1400,102,5,93,1+0.1, quiet\n1000, 2850,1,2,3\n").unwrap();
        assert_eq!(found.games(), 206);
        let [first, second] = &found.matches[..] else { panic!("{found:?}") };
        assert_eq!((first.skill, first.anchor, second.tally.draws), (422, 1400, 2));
        let rating = first.rating();
        assert!((rating.value - 1416.0).abs() < 1.0 && (40.0..60.0).contains(&rating.error));
        for (text, fault) in [
            ("422,1400,102,5", "line 1: no losses"),
            ("#\n422,x,1,2,3", "line 2: rating of an anchor 'x' is no number"),
            ("1001,1400,1,2,3", "above 1000"),
            ("5,1400,0,0,0", "no games"),
            ("5,1400,-1,0,1", "wins '-1'"),
        ] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.contains(fault), "{error}");
        }
        assert!(FormerMatches::read(Path::new("/nowhere/at/all")).is_err());
    }
}
