//! `kythu datagen`: games of the engine against itself, to train nets on.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use clap::Args;
use clap::builder::RangedU64ValueParser;
use data::params::LONGEST_GAME;
use data::{
    Archive, Generation, GenerationPlan, GenerationProgress, Goal, PositionList, StartPositions,
};
use indicatif::ProgressBar;

use crate::evaluator_args::EvaluatorArgs;
use crate::progress::{self, eta};

/// The default of --random-plies after a position of a file.
const PLIES_AFTER_LIST: u32 = 4;
/// The default of --random-plies after an ordinary or Chess960 start position.
const PLIES_AFTER_START: u32 = 8;

/// How often a log hears of the progress.
const LOG_PAUSE: Duration = Duration::from_secs(10);

/// Set by Ctrl-C.
static STOP: AtomicBool = AtomicBool::new(false);

/// Play games against itself, to train nets on
///
/// Each game begins with random moves and goes on with a short search a move.
/// Game N of a seed is always the same game, so the same command given again
/// goes on where the last run stopped or was killed, whatever the number of
/// threads; FILE.plan says what was asked for. To go on, the first and the last
/// game of the file are played again: a file that was joined from several is not
/// added to. Another machine takes another seed. Ctrl-C ends the run after the games that are being played.
#[derive(Args)]
#[command(group = clap::ArgGroup::new("goal").required(true).multiple(true))]
pub(crate) struct DatagenArgs {
    /// The file of games, in the viriformat layout; it is made or added to
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Stop when there are so many games in the file
    #[arg(long, value_name = "N", group = "goal")]
    games: Option<u64>,
    /// Stop after so many minutes
    #[arg(long, value_name = "M", group = "goal", value_parser = minutes)]
    minutes: Option<Duration>,
    /// Begin no new iteration of a search after so many nodes, give or take an eighth
    #[arg(long, value_name = "N", default_value = "800")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    nodes: u64,
    /// How many games to play at a time [default: one for each processor]
    #[arg(long, value_name = "N")]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..=1024))]
    threads: Option<usize>,
    /// Where chance comes from; different seeds give different games
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Begin with the positions of this EPD or FEN file
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Begin with the start positions of Chess960
    #[arg(long = "960", conflicts_with = "openings")]
    chess960: bool,
    /// Random moves before the game, and sometimes one more [default: 8, or 4 after an opening]
    #[arg(long, value_name = "N")]
    #[arg(value_parser = clap::value_parser!(u32).range(0..=100))]
    random_plies: Option<u32>,
    /// Of a hundred moves after that, play so many at random instead of the best ones:
    /// the net of a player that does not search then sees what mistakes cost
    #[arg(long, value_name = "PERCENT", default_value = "0")]
    #[arg(value_parser = clap::value_parser!(u32).range(0..=100))]
    stray_moves: u32,
    /// End games after so many moves of both sides together, undecided ones as draws. Short
    /// games from many positions see more of them; train on their scores, not their results
    #[arg(long, value_name = "PLIES", default_value_t = LONGEST_GAME)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=i64::from(LONGEST_GAME)))]
    longest_game: u32,
    #[command(flatten)]
    evaluator: EvaluatorArgs,
    /// Hash table of each thread in MiB; it is cleared before every game
    #[arg(long, value_name = "MIB", default_value = "4")]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..=65_536))]
    hash: usize,
}

fn minutes(text: &str) -> Result<Duration, String> {
    let minutes: f64 = text.parse().map_err(|_| "not a number of minutes".to_owned())?;
    if minutes.is_nan() || minutes <= 0.0 {
        return Err("it must be more than nothing".to_owned());
    }
    Duration::try_from_secs_f64(minutes * 60.0).map_err(|error| error.to_string())
}

/// Plays the games; the last line on `out` says how many and how fast.
pub(crate) fn run(args: &DatagenArgs, mut out: impl Write) -> Result<()> {
    let starts = args.start_positions()?;
    let (evaluator, evaluation) = args.evaluator.evaluator()?;
    let plan = args.plan(&starts, evaluation);
    let mut archive = Archive::open(&args.output, &plan)?;
    if archive.unfinished() > 0 {
        eprintln!("the last game in the file was cut short; it is played again");
    }
    if archive.games() > 0 {
        eprintln!("{} games are there already", archive.games());
    }
    ctrlc::set_handler(|| {
        if STOP.swap(true, Relaxed) {
            // The file is readable at any moment, so there is nothing to do.
            process::exit(130);
        }
        eprintln!("\nfinishing the games being played; Ctrl-C again to drop them");
    })
    .context("cannot listen for Ctrl-C")?;

    let mut display = Display::new(args, archive.games());
    let generation = Generation {
        plan: &plan,
        openings: &starts,
        evaluator,
        threads: args.threads(),
        goal: Goal { games: args.games, time: args.minutes },
        stop: &STOP,
    };
    let done = generation.run(&mut archive, &mut |progress| display.show(progress))?;
    display.bar.finish_and_clear();
    writeln!(
        out,
        "{} games {} positions {:.0} positions/s {:.0} nodes/s; {} games {} positions in {}",
        done.games,
        done.positions,
        per_second(done.positions, &done),
        per_second(done.nodes, &done),
        archive.games(),
        archive.positions(),
        args.output.display()
    )?;
    Ok(())
}

impl DatagenArgs {
    fn start_positions(&self) -> Result<StartPositions> {
        let Some(path) = &self.openings else {
            return Ok(if self.chess960 {
                StartPositions::Chess960
            } else {
                StartPositions::Initial
            });
        };
        let bytes = fs::read(path).with_context(|| path.display().to_string())?;
        let list = PositionList::from_epd(&bytes).with_context(|| path.display().to_string())?;
        Ok(StartPositions::List(list))
    }

    /// Another net is another player.
    fn plan(&self, starts: &StartPositions, evaluation: String) -> GenerationPlan {
        let usual = match starts {
            StartPositions::List(_) => PLIES_AFTER_LIST,
            StartPositions::Initial | StartPositions::Chess960 => PLIES_AFTER_START,
        };
        GenerationPlan {
            seed: self.seed,
            nodes: self.nodes,
            random_plies: self.random_plies.unwrap_or(usual),
            stray_moves: self.stray_moves,
            longest_game: self.longest_game,
            evaluation,
            hash: self.hash,
            openings: starts.name(),
        }
    }

    fn threads(&self) -> usize {
        let processors = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.unwrap_or_else(processors)
    }
}

fn per_second(count: u64, progress: &GenerationProgress) -> f64 {
    count as f64 / progress.elapsed.as_secs_f64().max(1e-9)
}

/// A bar on a terminal, now and then a line elsewhere.
struct Display {
    bar: ProgressBar,
    goal: Goal,
    /// Games that were there before.
    before: u64,
    said: Instant,
}

impl Display {
    fn new(args: &DatagenArgs, before: u64) -> Display {
        let goal = Goal { games: args.games, time: args.minutes };
        let bar = progress::of_thousandths();
        Display { bar, goal, before, said: Instant::now() }
    }

    fn show(&mut self, progress: &GenerationProgress) {
        let is_log = self.bar.is_hidden();
        if is_log && self.said.elapsed() < LOG_PAUSE {
            return;
        }
        self.said = Instant::now();
        let (done, left) = self.reached(progress);
        let message = format!(
            "{} games  {:.0} positions/s  {}",
            self.before + progress.games,
            per_second(progress.positions, progress),
            eta(left)
        );
        if is_log {
            eprintln!("{:>3.0}%  {message}", 100.0 * done);
        } else {
            self.bar.set_position((1_000.0 * done) as u64);
            self.bar.set_message(message);
        }
    }

    /// The share of the goal that is reached and the seconds to the rest, by
    /// that of the goals which is nearer.
    fn reached(&self, progress: &GenerationProgress) -> (f64, f64) {
        let elapsed = progress.elapsed.as_secs_f64();
        let by_games = self.goal.games.map(|goal| {
            let there = self.before + progress.games;
            let left = goal.saturating_sub(there) as f64 / per_second(progress.games, progress);
            (there as f64 / goal.max(1) as f64, left)
        });
        let by_time = self.goal.time.map(|goal| {
            let goal = goal.as_secs_f64();
            (elapsed / goal, goal - elapsed)
        });
        let nearer = by_games.into_iter().chain(by_time).min_by(|a, b| a.1.total_cmp(&b.1));
        let (done, left) = nearer.unwrap_or((0.0, f64::INFINITY));
        (done.min(1.0), left.max(0.0))
    }
}
