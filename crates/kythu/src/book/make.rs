//! `kythu book make`: a book from games.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use chess::{Color, Position};
use clap::Args;
use clap::builder::RangedU64ValueParser;
use indicatif::ProgressBar;
use knowledge::book::{Builder, Standard};
use pgn::{GameResult, MainLine, ReadError, Reader, Tags};
use serde_json::json;

use super::coverage::Coverage;
use super::output::OutputArgs;
use crate::progress;

/// Broken games that are told of one by one.
const MOST_COMPLAINTS: u64 = 5;

/// Make a book by counting the results of games
///
/// A move weighs what it brought to those who played it: two for a win, one
/// for a draw. Games without a result, and those from other positions than
/// that of ordinary chess, are left out. Broken games are told of and left
/// out too.
#[derive(Args)]
pub(super) struct MakeArgs {
    /// PGN files, plain or packed by gzip or Zstandard
    #[arg(required = true, value_name = "GAMES")]
    games: Vec<PathBuf>,
    #[command(flatten)]
    output: OutputArgs,
    /// Count only games in which both players have at least this rating
    #[arg(long, value_name = "ELO")]
    min_elo: Option<u16>,
    /// Count so many half-moves of each game
    #[arg(long, value_name = "N", default_value = "24")]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..=400))]
    plies: usize,
    /// Leave out moves that were played in fewer games
    #[arg(long, value_name = "N", default_value = "3")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    min_games: u32,
    /// Leave out moves that brought a smaller share of the points
    #[arg(long, value_name = "PERCENT", default_value = "0", value_parser = percent)]
    min_score: f64,
    /// Leave out moves with a smaller share of the weights of their position
    #[arg(long, value_name = "PERCENT", default_value = "0", value_parser = percent)]
    min_share: f64,
    /// Count games from other positions too, as those of Chess960
    #[arg(long)]
    any_start: bool,
    /// Leave every Nth game out, and say how far the book knows them
    #[arg(long, value_name = "N")]
    #[arg(value_parser = clap::value_parser!(u64).range(2..))]
    hold_out: Option<u64>,
    /// Say what was done as JSON, for programs
    #[arg(long)]
    json: bool,
}

fn percent(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(percent) if (0.0..=100.0).contains(&percent) => Ok(percent),
        _ => Err("not a number from 0 to 100".to_owned()),
    }
}

/// What became of the games.
#[derive(Copy, Clone, Debug, Default)]
struct Tally {
    read: u64,
    counted: u64,
    held_out: u64,
    weak: u64,
    elsewhere: u64,
    undecided: u64,
    broken: u64,
}

/// Makes it.
pub(super) fn run(args: &MakeArgs, mut out: impl Write) -> Result<()> {
    args.output.check()?;
    let bar = bar(&args.games)?;
    let mut count = Count {
        args,
        builder: Builder::new(args.plies),
        tally: Tally::default(),
        held_out: Vec::new(),
    };
    for path in &args.games {
        let name = path.display().to_string();
        count.file(&name, path, &bar).with_context(|| name)?;
    }
    bar.finish_and_clear();

    let Count { builder, tally, held_out, .. } = count;
    let standard = Standard {
        games: args.min_games,
        score: args.min_score / 100.0,
        share: args.min_share / 100.0,
    };
    let book = builder.build(&standard);
    if book.is_empty() {
        bail!("{tally}; no move was played often enough, so there is no book to write");
    }
    args.output.write(&book)?;
    let coverage = args.hold_out.map(|_| Coverage::new(&book, args.plies, &held_out));
    if args.json {
        let mut report = args.output.to_json(&book);
        report["games"] = json!({
            "read": tally.read,
            "counted": tally.counted,
            "held_out": tally.held_out,
            "weak": tally.weak,
            "from_elsewhere": tally.elsewhere,
            "without_result": tally.undecided,
            "broken": tally.broken,
        });
        report["coverage"] = json!(coverage.map(|coverage| coverage.to_json()));
        writeln!(out, "{}", serde_json::to_string_pretty(&report)?)?;
    } else {
        writeln!(out, "{tally}")?;
        writeln!(out, "{}", args.output.describe(&book))?;
        if let Some(coverage) = coverage {
            write!(out, "\n{coverage}")?;
        }
    }
    Ok(())
}

/// A count that is going on.
struct Count<'a> {
    args: &'a MakeArgs,
    builder: Builder,
    tally: Tally,
    held_out: Vec<MainLine>,
}

impl Count<'_> {
    fn file(&mut self, name: &str, path: &Path, bar: &ProgressBar) -> Result<()> {
        let mut reader = Reader::new(bar.wrap_read(File::open(path)?));
        let least = self.args.min_elo;
        let strong = |tags: &Tags| {
            let elo = |color| tags.elo(color);
            least.is_none() || elo(Color::White).min(elo(Color::Black)) >= least
        };
        for game in reader.main_lines().plies(self.args.plies).only(strong) {
            match game {
                Ok(game) => self.game(game)?,
                Err(error @ ReadError::Io { .. }) => return Err(error.into()),
                Err(error) => {
                    self.tally.broken += 1;
                    if self.tally.broken <= MOST_COMPLAINTS {
                        bar.suspend(|| eprintln!("kythu: {name}: {error}"));
                    }
                }
            }
        }
        self.tally.read += reader.games();
        self.tally.weak += reader.skipped();
        Ok(())
    }

    fn game(&mut self, game: MainLine) -> Result<()> {
        let tally = &mut self.tally;
        if game.result == GameResult::Unknown {
            tally.undecided += 1;
        } else if !self.args.any_start && game.start != Position::initial() {
            tally.elsewhere += 1;
        } else if let Some(nth) = self.args.hold_out
            && (tally.counted + tally.held_out + 1).is_multiple_of(nth)
        {
            tally.held_out += 1;
            self.held_out.push(game);
        } else {
            self.builder.add(&game.start, &game.moves, game.result.winner())?;
            tally.counted += 1;
        }
        Ok(())
    }
}

/// By bytes of all files, as they are on the disk.
fn bar(games: &[PathBuf]) -> Result<ProgressBar> {
    let mut length = 0;
    for path in games {
        let about = || path.display().to_string();
        let metadata = path.metadata().with_context(about)?;
        if metadata.is_dir() {
            bail!("{}: this is a folder, not a file of games", about());
        }
        length += metadata.len();
    }
    Ok(progress::of_bytes(length))
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} games: {} counted", self.read, self.counted)?;
        for (count, what) in [
            (self.held_out, "held out"),
            (self.weak, "below the rating"),
            (self.elsewhere, "from other positions"),
            (self.undecided, "without a result"),
            (self.broken, "broken"),
        ] {
            if count > 0 {
                write!(f, ", {count} {what}")?;
            }
        }
        Ok(())
    }
}
