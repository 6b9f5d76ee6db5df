//! `kythu-train prepare`: training positions out of games.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use clap::Args;
use data::{
    ImportedGame, PositionFileWriter, SampledGame, Sampling, Split, SplitShares, WhitePoints,
    read_games,
};
use indicatif::{ProgressBar, ProgressStyle};

/// Faults that are shown one by one; the rest is counted.
const SHOWN_FAULTS: u64 = 20;

/// Which games, and which of their positions. The defaults are those of the
/// origin system.
#[derive(Args, Debug)]
pub(crate) struct Options {
    /// Files of games: PGN (plain, .gz or .zst), Parquet with the columns
    /// winner and moves_uci, or self-play as `kythu datagen` writes it (.vf,
    /// .vf.zst).
    #[arg(required = true, value_name = "FILE")]
    games: Vec<PathBuf>,
    /// The file of positions to write.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Write the positions as text too, with the columns fen and eval:
    /// PREFIX-train.csv, PREFIX-validation.csv and PREFIX-test.csv.
    #[arg(long, value_name = "PREFIX")]
    csv: Option<PathBuf>,
    /// Take at most so many games.
    #[arg(long, default_value_t = 100_000)]
    max_games: u64,
    /// Pass over games with fewer half-moves.
    #[arg(long, default_value_t = 10)]
    min_plies: usize,
    /// Take nothing up to this half-move, counted from 0.
    #[arg(long, default_value_t = 8)]
    skip_first: usize,
    /// Take none of the last so many half-moves.
    #[arg(long, default_value_t = 5)]
    skip_last: usize,
    /// The chance of every other half-move to be taken.
    #[arg(long, default_value_t = 0.1)]
    probability: f64,
    /// Take drawn games too, with the label 0.
    #[arg(long)]
    draws: bool,
    /// Take only positions out of check whose next move neither captures nor
    /// promotes.
    #[arg(long)]
    quiet: bool,
    /// Share of the games for validation.
    #[arg(long, default_value_t = 0.05)]
    validation: f64,
    /// Share of the games for the test.
    #[arg(long, default_value_t = 0.05)]
    test: f64,
    /// Seed of what is taken, and of the split.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// What was taken, by the side of the split.
#[derive(Debug, Default)]
struct Counts {
    games: [u64; 3],
    positions: [u64; 3],
    /// Positions of games that White won, and that Black won.
    white: [u64; 3],
    black: [u64; 3],
    /// Games that came by, and faults.
    seen: u64,
    faults: u64,
}

impl Counts {
    fn add(&mut self, game: &SampledGame) {
        let (side, positions) = (game.split as usize, game.picked.len() as u64);
        self.games[side] += 1;
        self.positions[side] += positions;
        match game.result {
            WhitePoints::One => self.white[side] += positions,
            WhitePoints::Zero => self.black[side] += positions,
            WhitePoints::Half => {}
        }
    }

    fn print(&self) {
        println!(
            "{:<10} {:>9} {:>10} {:>9} {:>9} {:>9}",
            "", "games", "positions", "+1", "0", "-1"
        );
        for split in Split::ALL {
            let side = split as usize;
            let positions = self.positions[side];
            let share =
                |count: u64| format!("{:.2}%", 100.0 * count as f64 / positions.max(1) as f64);
            let draws = positions - self.white[side] - self.black[side];
            println!(
                "{:<10} {:>9} {:>10} {:>9} {:>9} {:>9}",
                split.name(),
                self.games[side],
                positions,
                share(self.white[side]),
                share(draws),
                share(self.black[side])
            );
        }
    }
}

/// The text files.
struct CsvFiles([BufWriter<File>; 3]);

impl CsvFiles {
    fn create(prefix: &Path) -> Result<CsvFiles> {
        let create = |split: Split| -> Result<BufWriter<File>> {
            let mut path = prefix.as_os_str().to_owned();
            path.push(format!("-{}.csv", split.name()));
            let about = || PathBuf::from(&path).display().to_string();
            let mut file = BufWriter::new(File::create(&path).with_context(about)?);
            writeln!(file, "fen,eval").with_context(about)?;
            Ok(file)
        };
        let [a, b, c] = Split::ALL.map(create);
        Ok(CsvFiles([a?, b?, c?]))
    }

    fn add(&mut self, game: &SampledGame) -> Result<()> {
        let file = &mut self.0[game.split as usize];
        let label = 2.0 * game.result.points() - 1.0;
        for (position, _) in game.positions() {
            writeln!(file, "{position},{label}")?;
        }
        Ok(())
    }

    fn finish(self) -> Result<()> {
        for mut file in self.0 {
            file.flush()?;
        }
        Ok(())
    }
}

/// Where taken games go.
struct Sink {
    sampling: Sampling,
    shares: SplitShares,
    writer: PositionFileWriter,
    csv: Option<CsvFiles>,
    counts: Counts,
}

impl Sink {
    fn take(&mut self, game: ImportedGame) -> Result<()> {
        let picked = self.sampling.pick(&game);
        if picked.is_empty() {
            return Ok(());
        }
        let split = self.shares.side(game.id());
        let (start, result, moves) = (game.start, game.result, game.moves);
        let game = SampledGame { start, result, moves, split, picked };
        self.writer.add(&game)?;
        if let Some(csv) = &mut self.csv {
            csv.add(&game)?;
        }
        self.counts.add(&game);
        Ok(())
    }
}

/// Reads the games and writes what was picked.
pub(crate) fn run(options: &Options) -> Result<()> {
    for (name, value) in [
        ("--probability", options.probability),
        ("--validation", options.validation),
        ("--test", options.test),
        ("--validation and --test together", options.validation + options.test),
    ] {
        ensure!((0.0..=1.0).contains(&value), "{name}: {value} is not between 0 and 1");
    }
    // Written under another name, so that no half file takes the place of a
    // whole one.
    let mut unfinished = options.out.as_os_str().to_owned();
    unfinished.push(".part");
    let unfinished = PathBuf::from(unfinished);
    let mut sink = Sink {
        sampling: Sampling {
            min_plies: options.min_plies,
            skip_first: options.skip_first,
            skip_last: options.skip_last,
            probability: options.probability,
            draws: options.draws,
            quiet: options.quiet,
            seed: options.seed,
        },
        shares: SplitShares {
            validation: options.validation,
            test: options.test,
            seed: options.seed,
        },
        writer: PositionFileWriter::create(&unfinished)?,
        csv: options.csv.as_deref().map(CsvFiles::create).transpose()?,
        counts: Counts::default(),
    };
    let bytes: u64 = options
        .games
        .iter()
        .filter_map(|path| fs::metadata(path).ok())
        .map(|file| file.len())
        .sum();
    let bar = ProgressBar::new(bytes).with_style(style());
    let mut failure = None;
    for path in &options.games {
        let flow = read_games(path, &mut |count| bar.inc(count), &mut |game| {
            let taken: u64 = sink.counts.games.iter().sum();
            bar.set_message(format!("{taken} games"));
            if taken >= options.max_games {
                return ControlFlow::Break(());
            }
            sink.counts.seen += 1;
            match game {
                Ok(game) => match sink.take(game) {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(error) => {
                        failure = Some(error);
                        ControlFlow::Break(())
                    }
                },
                Err(error) => {
                    sink.counts.faults += 1;
                    if sink.counts.faults <= SHOWN_FAULTS {
                        bar.suspend(|| eprintln!("skipped: {error}"));
                    }
                    ControlFlow::Continue(())
                }
            }
        });
        if flow.is_break() {
            break;
        }
    }
    bar.finish_and_clear();
    if let Some(error) = failure {
        return Err(error);
    }
    let Sink { writer, csv, counts, .. } = sink;
    let summary = writer.finish()?;
    if let Some(csv) = csv {
        csv.finish()?;
    }
    ensure!(
        summary.positions > 0,
        "no position was taken: {} games came by, {} of them damaged",
        counts.seen,
        counts.faults
    );
    fs::rename(&unfinished, &options.out).with_context(|| options.out.display().to_string())?;
    if counts.faults > 0 {
        eprintln!("skipped {} damaged games, rows or files", counts.faults);
    }
    counts.print();
    println!(
        "{} games came by; {}: {} positions of {} games, SHA-256 {}",
        counts.seen,
        options.out.display(),
        summary.positions,
        summary.games,
        summary.hash
    );
    Ok(())
}

fn style() -> ProgressStyle {
    ProgressStyle::with_template("reading   {wide_bar} {percent:>3}% eta {eta:<5} {msg}")
        .unwrap_or_else(|_| ProgressStyle::default_bar())
}
