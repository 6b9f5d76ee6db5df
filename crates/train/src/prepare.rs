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
        tell!("{:<10} {:>9} {:>10} {:>9} {:>9} {:>9}", "", "games", "positions", "+1", "0", "-1");
        for split in Split::ALL {
            let side = split as usize;
            let positions = self.positions[side];
            let share =
                |count: u64| format!("{:.2}%", 100.0 * count as f64 / positions.max(1) as f64);
            let draws = positions - self.white[side] - self.black[side];
            tell!(
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
    tell!(
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

#[cfg(test)]
mod tests {
    use clap::Parser;
    use data::PositionFileReader;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        options: Options,
    }

    const GAME: &str = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O f6 6. d4 exd4 7. Nxd4 c5 \
                        8. Nb3 Qxd1 9. Rxd1 Bg4 10. f3 Be6 11. Nc3 Bd6 12. Be3 b6";

    fn prepare(folder: &Path, arguments: &str) -> Result<()> {
        let (games, out) = (folder.join("games.pgn"), folder.join("out.kpos"));
        let fixed = ["", games.to_str().unwrap(), "--out", out.to_str().unwrap()];
        run(&Line::parse_from(fixed.into_iter().chain(arguments.split_whitespace())).options)
    }

    #[test]
    fn games_become_positions_and_text() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path();
        let text = format!("{GAME} 1-0\n\n1. e4 Qh5 0-1\n\n{GAME} 1/2-1/2\n\n{GAME} 13. a4 0-1\n");
        fs::write(path.join("games.pgn"), text).unwrap();
        let csv = path.join("text").display().to_string();
        prepare(path, &format!("--probability 1 --validation 0 --test 0 --csv {csv}")).unwrap();
        let games: Vec<SampledGame> = PositionFileReader::open(&path.join("out.kpos"))
            .unwrap()
            .collect::<Result<_, _>>()
            .unwrap();
        let found: Vec<_> = games.iter().map(|game| (game.result, game.picked.len())).collect();
        assert_eq!(found, [(WhitePoints::One, 10), (WhitePoints::Zero, 11)]);
        let text = fs::read_to_string(path.join("text-train.csv")).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!((lines.len(), lines[0]), (22, "fen,eval"));
        assert_eq!(lines[1], "r1bqkbnr/1pp3pp/p1p2p2/4p3/4P3/5N2/PPPP1PPP/RNBQ1RK1 w kq - 0 6,1");
        assert!(lines[21].ends_with(",-1"));
        assert_eq!(fs::read_to_string(path.join("text-test.csv")).unwrap(), "fen,eval\n");
        // Draws on request, and no more games than asked for.
        prepare(path, "--probability 1 --draws --max-games 2").unwrap();
        let reader = PositionFileReader::open(&path.join("out.kpos")).unwrap();
        assert_eq!((reader.summary().games, reader.summary().positions), (2, 20));
    }

    #[test]
    fn nothing_to_take_is_an_error_and_leaves_the_old_file() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("out.kpos"), "old").unwrap();
        fs::write(folder.path().join("games.pgn"), "1. e4 e5 1-0\n").unwrap();
        assert!(prepare(folder.path(), "").is_err());
        assert!(prepare(folder.path(), "--probability 2").is_err());
        assert!(prepare(folder.path(), "--validation 0.6 --test 0.6").is_err());
        fs::remove_file(folder.path().join("games.pgn")).unwrap();
        assert!(prepare(folder.path(), "").is_err());
        assert_eq!(fs::read_to_string(folder.path().join("out.kpos")).unwrap(), "old");
    }
}
