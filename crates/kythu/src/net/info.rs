//! `kythu net info`: what a file says of itself, and whether that is so.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args;
use nets::nnue::{INPUT_UNIT, Network, NnueError, OUTPUT_UNIT, Provenance, SCALE, file_name};
use nets::policy::{self, PolicyNetwork};

/// Show the header of an NNUE file or a policy net and check its weights
///
/// A file that is cut off, damaged or no net at all is an error that says what is
/// wrong.
#[derive(Args)]
pub(crate) struct InfoArgs {
    /// The file [default: the net that the program carries]
    file: Option<PathBuf>,
    /// Without a file: the net of moves that the program carries
    #[arg(long, conflicts_with = "file")]
    policy: bool,
}

pub(crate) fn run(args: &InfoArgs, out: impl Write) -> Result<()> {
    match &args.file {
        Some(path) if is_policy(path) => policy_info(&PolicyNetwork::open(path)?, Some(path), out),
        None if args.policy => policy_info(&PolicyNetwork::embedded(), None, out),
        _ => nnue_info(args, out),
    }
}

/// Does a file say that it is a net of moves? One that cannot be read does not.
fn is_policy(path: &Path) -> bool {
    let mut start = [0; policy::MAGIC.len()];
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut start));
    read.is_ok() && start == policy::MAGIC.as_bytes()
}

/// What a net is called for people.
fn file_label(file: Option<&Path>, embedded: &str) -> String {
    file.map_or_else(|| embedded.to_owned(), |path| path.display().to_string())
}

/// The bytes of a net's file as they are: its header may be written in another way than
/// we would.
fn file_bytes(
    file: Option<&Path>,
    embedded: impl FnOnce() -> Result<Vec<u8>, NnueError>,
) -> Result<Vec<u8>> {
    match file {
        Some(path) => fs::read(path).with_context(|| path.display().to_string()),
        None => embedded().context("the header of the net"),
    }
}

fn policy_info(net: &PolicyNetwork, file: Option<&Path>, mut out: impl Write) -> Result<()> {
    let bytes = file_bytes(file, || net.to_bytes())?;
    let name = file_label(file, PolicyNetwork::embedded_name());
    let (inputs, hidden, outputs) = (policy::INPUTS, net.hidden(), policy::OUTPUTS);
    for (key, value) in [
        ("file", name),
        ("its name in nets/", policy::file_name(&bytes)),
        ("size", format!("{} bytes", bytes.len())),
        ("architecture", format!("{inputs}->{hidden}->{outputs}, SCReLU, mirrored")),
        ("units", format!("{INPUT_UNIT} and {OUTPUT_UNIT}")),
        ("weights", format!("sha256 {}, as the header says", net.hash())),
    ] {
        writeln!(out, "{key:<18} {value}")?;
    }
    write_provenance(net.provenance(), out)
}

fn nnue_info(args: &InfoArgs, mut out: impl Write) -> Result<()> {
    let net = super::load(args.file.as_deref())?;
    let file = args.file.as_deref();
    let bytes = file_bytes(file, || net.to_bytes())?;
    let name = file_label(file, Network::embedded_name());
    let shape = net.architecture();
    let buckets = match shape.king_buckets.count() {
        1 => "1: the same weights wherever the king stands".to_owned(),
        count => format!("{count}, by the square of one's own king"),
    };
    let activation = match shape.layers {
        None => "SCReLU",
        Some(_) => "products of clamped pairs",
    };
    let lines = [
        ("file", name),
        ("its name in nets/", file_name(&bytes)),
        ("size", format!("{} bytes", bytes.len())),
        ("architecture", format!("{shape}, {activation}, mirrored")),
        ("king buckets", buckets),
        ("output buckets", format!("{}, by the men on the board", shape.output_buckets)),
        ("units", format!("{INPUT_UNIT} and {OUTPUT_UNIT}; an output of 1 is {SCALE} centipawns")),
        ("weights", format!("sha256 {}, as the header says", net.hash())),
    ];
    for (key, value) in lines {
        writeln!(out, "{key:<18} {value}")?;
    }
    let table = shape.king_buckets.table();
    if shape.king_buckets.count() > 1 {
        for (rank, row) in table.chunks_exact(4).enumerate().rev() {
            let row: Vec<String> = row.iter().map(|bucket| format!("{bucket:>2}")).collect();
            writeln!(out, "{:<18} {} {}", "", rank + 1, row.join(" "))?;
        }
        writeln!(out, "{:<18}    a  b  c  d", "")?;
    }
    write_provenance(net.provenance(), out)
}

fn write_provenance(provenance: &Provenance, mut out: impl Write) -> Result<()> {
    for (key, value) in provenance {
        writeln!(out, "{:<18} {}", printable(key), printable(value))?;
    }
    Ok(())
}

/// Text of a file as a terminal may have it: nothing that moves its cursor.
fn printable(text: &str) -> String {
    let letter = |letter: char| match letter {
        letter if letter.is_control() => letter.escape_default().to_string(),
        letter => letter.to_string(),
    };
    text.chars().map(letter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_spelled_out() {
        assert_eq!(printable("a – b\x1b[2J\n"), "a – b\\u{1b}[2J\\n");
    }
}
