//! `kythu arena`: matches and tournaments.

mod options;
mod progress;
mod summary;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result};
use arena::statistics::{Sprt, SprtModel};
use arena::{End, Format, Plan, Player, Tournament};
use clap::{Args, Subcommand, ValueEnum};

use options::TournamentOptions;
use progress::ProgressReport;

/// Play matches and tournaments between agents
///
/// Agents are named by specs such as engine, minimax?depth=3, random?seed=7 or
/// uci?cmd=/usr/games/stockfish&UCI_Elo=1800; `kythu agents` lists them all.
/// Put specs with & or ? in them into quotes.
#[derive(Args)]
pub(crate) struct ArenaArgs {
    #[command(subcommand)]
    command: ArenaCommand,
}

#[derive(Subcommand)]
enum ArenaCommand {
    /// Two players
    Match {
        /// The first player
        a: String,
        /// The second player
        b: String,
        #[command(flatten)]
        options: Box<TournamentOptions>,
    },
    /// The first player against each of the others
    Gauntlet {
        /// The players
        #[arg(required = true, num_args = 2..)]
        players: Vec<String>,
        #[command(flatten)]
        options: Box<TournamentOptions>,
    },
    /// Everybody against everybody
    RoundRobin {
        /// The players
        #[arg(required = true, num_args = 2..)]
        players: Vec<String>,
        #[command(flatten)]
        options: Box<TournamentOptions>,
    },
    /// Two players, until it is decided whether the first one is stronger
    Sprt {
        /// The player that is tested
        a: String,
        /// The player it is compared with
        b: String,
        #[command(flatten)]
        test: TestOptions,
        #[command(flatten)]
        options: Box<TournamentOptions>,
    },
    /// A tournament that a TOML file describes
    Run {
        /// The file
        file: PathBuf,
        /// Go on with the tournament in this file, or begin to keep it there
        #[arg(long, value_name = "STATE")]
        resume: Option<PathBuf>,
        /// Print a line after so many games where there is no progress bar
        #[arg(long, value_name = "GAMES", default_value_t = 10)]
        every: u64,
    },
    /// Go on with a tournament that was interrupted, or report on it again
    Resume {
        /// Its state file
        state: PathBuf,
        /// Games in all, if not as many as before
        #[arg(long, value_name = "NUMBER")]
        games: Option<u32>,
        /// Games at the same time, if not as many as before
        #[arg(long, value_name = "NUMBER")]
        concurrency: Option<usize>,
        /// Write the results to this file
        #[arg(long, value_name = "FILE")]
        json: Option<PathBuf>,
        /// Write a report to this file, .html or .md; can be given twice
        #[arg(long, value_name = "FILE")]
        report: Vec<PathBuf>,
        /// Print a line after so many games where there is no progress bar
        #[arg(long, value_name = "GAMES", default_value_t = 10)]
        every: u64,
    },
}

#[derive(Args)]
struct TestOptions {
    /// The difference in strength that is not worth having
    #[arg(long, value_name = "ELO", default_value_t = 0.0, allow_hyphen_values = true)]
    elo0: f64,
    /// The difference that is
    #[arg(long, value_name = "ELO", default_value_t = 5.0, allow_hyphen_values = true)]
    elo1: f64,
    /// The chance to accept elo1 when elo0 is true
    #[arg(long, value_name = "CHANCE", default_value_t = 0.05)]
    alpha: f64,
    /// The chance to accept elo0 when elo1 is true
    #[arg(long, value_name = "CHANCE", default_value_t = 0.05)]
    beta: f64,
    /// The unit of elo0 and elo1
    #[arg(long, value_enum, default_value_t = Model::Normalised)]
    model: Model,
}

#[derive(Copy, Clone, PartialEq, Eq, ValueEnum)]
enum Model {
    /// Normalised Elo
    Normalised,
    /// Logistic Elo
    Logistic,
}

impl TestOptions {
    fn sprt(&self) -> Sprt {
        let model = match self.model {
            Model::Normalised => SprtModel::Normalised,
            Model::Logistic => SprtModel::Logistic,
        };
        Sprt { elo0: self.elo0, elo1: self.elo1, alpha: self.alpha, beta: self.beta, model }
    }
}

/// A test that is not decided after so many games never will be.
const SPRT_GAMES: u32 = 1_000_000;

/// Plays, and says how it ended.
pub(crate) fn run(args: ArenaArgs) -> Result<()> {
    match args.command {
        ArenaCommand::Match { a, b, options } => {
            let plan = plan(&[a, b], Format::RoundRobin, &options)?;
            play(plan, options.resume, options.every)
        }
        ArenaCommand::Gauntlet { players, options } => {
            let plan = plan(&players, Format::Gauntlet, &options)?;
            play(plan, options.resume, options.every)
        }
        ArenaCommand::RoundRobin { players, options } => {
            let plan = plan(&players, Format::RoundRobin, &options)?;
            play(plan, options.resume, options.every)
        }
        ArenaCommand::Sprt { a, b, test, options } => {
            let mut plan = plan(&[a, b], Format::RoundRobin, &options)?;
            plan.sprt = Some(test.sprt());
            plan.games = options.games.unwrap_or(SPRT_GAMES);
            play(plan, options.resume, options.every)
        }
        ArenaCommand::Run { file, resume, every } => {
            let name = file.display();
            let text = fs::read_to_string(&file).with_context(|| format!("cannot read {name}"))?;
            let plan = Plan::from_toml(&text).with_context(|| name.to_string())?;
            play(plan, resume, every)
        }
        ArenaCommand::Resume { state, games, concurrency, json, report, every } => {
            let mut plan = Tournament::plan_of(&state)?;
            plan.games = games.unwrap_or(plan.games);
            plan.concurrency = concurrency.unwrap_or(plan.concurrency);
            plan.json = json.or(plan.json);
            plan.reports.extend(report);
            play(plan, Some(state), every)
        }
    }
}

fn plan(specs: &[String], format: Format, options: &TournamentOptions) -> Result<Plan> {
    let players = specs.iter().map(|spec| Player { spec: spec.clone(), name: None, tc: None });
    let mut plan = Plan { format, ..Plan::new(players.collect()) };
    options.apply(&mut plan)?;
    Ok(plan)
}

fn play(mut plan: Plan, state: Option<PathBuf>, every: u64) -> Result<()> {
    make_absolute(&mut plan)?;
    let state = state.map_or_else(default_state, Ok)?;
    let mut tournament = Tournament::open(plan, &state)?;
    let stop = Arc::new(AtomicBool::new(false));
    let hand = Arc::clone(&stop);
    ctrlc::set_handler(move || hand.store(true, Ordering::Relaxed))
        .context("cannot listen for Ctrl-C")?;

    // What cannot be written is better known before the first game.
    summary::write_files(&tournament)?;
    let mut progress = ProgressReport::new(&tournament, every);
    let end = tournament.run(&stop, &mut |tournament, record| progress.show(tournament, record));
    progress.finish();
    let end = match end {
        Ok(end) => end,
        Err(error) => {
            eprintln!("{}", resume_command(&tournament));
            return Err(error.into());
        }
    };
    if end == End::Interrupted {
        eprintln!("Interrupted. {}", resume_command(&tournament));
    }
    summary::print(&tournament, std::io::stdout().lock())?;
    summary::write_files(&tournament)
}

fn resume_command(tournament: &Tournament) -> String {
    let state = tournament.state().display();
    format!("To go on: kythu arena resume '{state}' --games {}", tournament.plan().games)
}

/// A resumed tournament finds its files from anywhere.
fn make_absolute(plan: &mut Plan) -> Result<()> {
    let files = [&mut plan.openings.file, &mut plan.pgn, &mut plan.json];
    for path in files.into_iter().flatten().chain(&mut plan.reports) {
        *path = std::path::absolute(&*path).with_context(|| path.display().to_string())?;
    }
    Ok(())
}

/// Where the state is kept when nobody says: where programs keep what should
/// survive a restart.
fn default_state() -> Result<PathBuf> {
    let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    let folder = variable("XDG_STATE_HOME")
        .map(PathBuf::from)
        .or_else(|| Some(Path::new(&variable("HOME")?).join(".local/state")))
        .unwrap_or_else(std::env::temp_dir);
    let time = std::time::SystemTime::UNIX_EPOCH.elapsed()?.as_millis();
    let name = format!("{time}-{}.jsonl", std::process::id());
    Ok(folder.join("kythu").join("arena").join(name))
}
