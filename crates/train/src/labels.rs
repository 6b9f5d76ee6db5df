//! Labelled positions as text: what was measured, and how the game ended.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use flate2::read::MultiGzDecoder;
use indicatif::ProgressBar;

/// Values beyond this mean mate.
const MATE: i32 = 9000;

/// One line of the file.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Label {
    pub(crate) fen: String,
    /// Centipawns for White.
    pub(crate) centipawns: i32,
    /// 1, 0.5 or 0 for White.
    pub(crate) result: f32,
    /// A number that positions of one game share.
    pub(crate) game: u64,
}

impl Label {
    /// The expected score of White when `unit` centipawns mean odds of e to 1.
    pub(crate) fn expectation(&self, unit: f64) -> f64 {
        match self.centipawns {
            value if value >= MATE => 1.0,
            value if value <= -MATE => 0.0,
            value => 1.0 / (1.0 + (-f64::from(value) / unit).exp()),
        }
    }
}

/// Where the columns are.
struct Columns {
    fen: usize,
    centipawns: usize,
    result: usize,
    quiet: usize,
    game: usize,
}

impl Columns {
    fn new(header: &str) -> Result<Columns> {
        let names: Vec<&str> = header.trim_end().split(',').collect();
        let column = |name: &str| {
            let place = names.iter().position(|&n| n == name);
            place.with_context(|| format!("no column '{name}' in the header '{header}'"))
        };
        Ok(Columns {
            fen: column("fen")?,
            centipawns: column("cp_white")?,
            result: column("result_white")?,
            quiet: column("quiet")?,
            game: column("game")?,
        })
    }

    /// The label of a line; nothing if its position is not quiet.
    fn read(&self, line: &str) -> Result<Option<Label>> {
        let fields: Vec<&str> = line.trim_end().split(',').collect();
        let field = |place: usize| {
            fields.get(place).copied().with_context(|| format!("only {} columns", fields.len()))
        };
        if field(self.quiet)? != "1" {
            return Ok(None);
        }
        let result: f32 = field(self.result)?.parse().context("result_white")?;
        ensure!([0.0, 0.5, 1.0].contains(&result), "result_white is {result}");
        Ok(Some(Label {
            fen: field(self.fen)?.to_owned(),
            centipawns: field(self.centipawns)?.parse().context("cp_white")?,
            result,
            game: fnv(field(self.game)?),
        }))
    }
}

/// The FNV-1a hash, which stays the same from build to build.
pub(crate) fn fnv(text: &str) -> u64 {
    text.bytes().fold(0xCBF2_9CE4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
    })
}

/// Reads the quiet positions of a gzipped CSV file, at most `limit`.
pub(crate) fn read(path: &Path, limit: usize) -> Result<Vec<Label>> {
    let open = || format!("cannot read {}", path.display());
    let file = File::open(path).with_context(open)?;
    let bar = ProgressBar::new(file.metadata().with_context(open)?.len())
        .with_style(crate::tune::bar_style("reading"));
    let mut reader = BufReader::new(MultiGzDecoder::new(bar.wrap_read(file)));

    let mut line = String::new();
    reader.read_line(&mut line).with_context(open)?;
    let columns = Columns::new(&line)?;
    let mut labels = Vec::new();
    for number in 2.. {
        line.clear();
        if labels.len() == limit || reader.read_line(&mut line).with_context(open)? == 0 {
            break;
        }
        let label = columns.read(&line).with_context(|| format!("line {number}: '{line}'"))?;
        labels.extend(label);
    }
    bar.finish_and_clear();
    if labels.is_empty() {
        bail!("{} has no quiet positions", path.display());
    }
    Ok(labels)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: &str = "fen,cp_white,result_white,depth,white_elo,black_elo,quiet,game\n";

    #[test]
    fn lines_are_read_or_refused() {
        let columns = Columns::new(HEADER).unwrap();
        let label = columns.read("8/8 w - - 0 1,-35,0.5,20,2739,2736,1,921_1\n").unwrap().unwrap();
        assert_eq!((label.centipawns, label.result), (-35, 0.5));
        assert_eq!(label.game, fnv("921_1"));
        assert_eq!(columns.read("8/8 w,1,1,20,0,0,0,g").unwrap(), None);
        for bad in ["", "8/8,x,1,20,0,0,1,g", "8/8,1,0.7,20,0,0,1,g", "8/8,1,1,20,0,0,1"] {
            assert!(columns.read(bad).is_err(), "{bad}");
        }
        assert!(Columns::new("fen,cp").is_err());
    }

    #[test]
    fn mates_are_certain() {
        let label = |centipawns| Label { fen: String::new(), centipawns, result: 1.0, game: 0 };
        assert_eq!(label(9998).expectation(200.0), 1.0);
        assert_eq!(label(-9990).expectation(200.0), 0.0);
        assert_eq!(label(0).expectation(200.0), 0.5);
        assert!((label(200).expectation(200.0) - 0.731).abs() < 0.001);
    }
}
