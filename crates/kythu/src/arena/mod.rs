//! `kythu arena`: matches and tournaments.

mod list;
mod options;
mod play;
mod progress;
mod summary;
mod test_options;

use std::fs;
use std::io::{Write, stdout};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use arena::{Format, Player, SavedTournament, Standings, TournamentPlan};
use clap::{Args, Subcommand};

use options::TournamentOptions;
use test_options::TestOptions;

/// A plan as `arena run` reads it, with every key explained.
const EXAMPLE: &str = include_str!("example.toml");

/// How programs end that somebody interrupted.
const EXIT_STATUS: &str = "Exit status: 0 when all was played or decided, 130 when it was \
                           interrupted (what is finished is kept), 1 on errors.";

/// Play matches and tournaments between agents
///
/// Agents are named by specs such as engine, minimax?depth=3, random?seed=7 or
/// uci?cmd=/usr/games/stockfish&UCI_Elo=1800; `kythu agents` lists them all.
/// Put specs with & or ? in them into quotes.
///
/// Every finished game is kept in a state file, from which a tournament can go
/// on after an interruption and be reported on.
#[derive(Args)]
#[command(after_long_help = EXIT_STATUS)]
pub(crate) struct ArenaArgs {
    #[command(subcommand)]
    command: ArenaCommand,
}

#[derive(Subcommand)]
enum ArenaCommand {
    /// Two players
    #[command(after_long_help = EXIT_STATUS)]
    Match {
        /// The first player
        a: String,
        /// The second player
        b: String,
        #[command(flatten)]
        options: Box<TournamentOptions>,
    },
    /// The first player against each of the others
    #[command(after_long_help = EXIT_STATUS)]
    Gauntlet {
        /// The players
        #[arg(required = true, num_args = 2..)]
        players: Vec<String>,
        #[command(flatten)]
        options: Box<TournamentOptions>,
    },
    /// Everybody against everybody
    #[command(after_long_help = EXIT_STATUS)]
    RoundRobin {
        /// The players
        #[arg(required = true, num_args = 2..)]
        players: Vec<String>,
        #[command(flatten)]
        options: Box<TournamentOptions>,
    },
    /// Two players, until it is decided whether the first one is stronger
    ///
    /// The sequential probability ratio test counts distinct pairs of games
    /// only. When the players do nothing but repeat pairs through a whole cycle
    /// of the openings, it ends as inconclusive.
    #[command(after_long_help = EXIT_STATUS)]
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
    /// A tournament that a TOML file describes (see --help)
    #[command(after_long_help = run_help())]
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
    /// Go on with a tournament that was interrupted
    #[command(after_long_help = EXIT_STATUS)]
    Resume {
        /// Its state file
        state: PathBuf,
        /// Games in all, if not as many as before
        #[arg(long, value_name = "NUMBER")]
        #[arg(value_parser = clap::value_parser!(u32).range(1..))]
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
    /// Show how a tournament stands and write reports, without playing
    Report {
        /// Its state file; it may be in use
        state: PathBuf,
        /// Write the results to this file
        #[arg(long, value_name = "FILE")]
        json: Option<PathBuf>,
        /// Write a report to this file, .html or .md; can be given twice
        #[arg(long, value_name = "FILE")]
        report: Vec<PathBuf>,
        /// Write the games to this file, which must not exist
        #[arg(long, value_name = "FILE")]
        pgn: Option<PathBuf>,
    },
    /// List state files: what they are, how far, and their results
    List {
        /// Their folder, if not the one where tournaments are kept when nobody
        /// says
        folder: Option<PathBuf>,
    },
    /// Join parts of one tournament that several machines have played
    ///
    /// The result is what one machine would have written: all games by their
    /// numbers. Different games under one number are an error.
    Merge {
        /// State files of the same plan with the same openings
        #[arg(required = true)]
        states: Vec<PathBuf>,
        /// The state file to write, which must not exist
        #[arg(short, long, value_name = "STATE")]
        output: PathBuf,
    },
}

fn run_help() -> String {
    format!("A plan with every key:\n\n{EXAMPLE}\n{EXIT_STATUS}")
}

/// Plays, and says how it ended.
pub(crate) fn run(args: ArenaArgs) -> Result<()> {
    match args.command {
        ArenaCommand::Match { a, b, options } => {
            let plan = plan(&[a, b], Format::RoundRobin, &options)?;
            play::play(plan, options.resume, options.every)
        }
        ArenaCommand::Gauntlet { players, options } => {
            let plan = plan(&players, Format::Gauntlet, &options)?;
            play::play(plan, options.resume, options.every)
        }
        ArenaCommand::RoundRobin { players, options } => {
            let plan = plan(&players, Format::RoundRobin, &options)?;
            play::play(plan, options.resume, options.every)
        }
        ArenaCommand::Sprt { a, b, test, options } => {
            let mut plan = plan(&[a, b], Format::RoundRobin, &options)?;
            plan.sprt = Some(test.sprt());
            play::play(plan, options.resume, options.every)
        }
        ArenaCommand::Run { file, resume, every } => {
            let name = file.display();
            let text = fs::read_to_string(&file).with_context(|| format!("cannot read {name}"))?;
            let plan = TournamentPlan::from_toml(&text).with_context(|| name.to_string())?;
            play::play(plan, resume, every)
        }
        ArenaCommand::Resume { state, games, concurrency, json, report, every } => {
            let mut plan = SavedTournament::read(&state)?.plan;
            plan.games = games.or(plan.games);
            plan.concurrency = concurrency.unwrap_or(plan.concurrency);
            plan.json = json.or(plan.json);
            plan.reports.extend(report);
            play::play(plan, Some(state), every)
        }
        ArenaCommand::Report { state, json, report, pgn } => {
            let saved = SavedTournament::read(&state)?;
            let standings = Standings::of(&saved)?;
            if let Some(path) = pgn {
                write_games(&path, &saved)?;
            }
            summary::write_files(&standings, json.as_deref(), &report)?;
            summary::print(&standings, stdout().lock())
        }
        ArenaCommand::List { folder } => {
            let folder = folder.map_or_else(play::default_folder, Ok)?;
            list::list(&folder, stdout().lock())
        }
        ArenaCommand::Merge { states, output } => {
            let (first, others) = states.split_first().context("nothing to merge")?;
            let merged = SavedTournament::merge(first, others)?;
            merged.write(&output)?;
            summary::print(&Standings::of(&merged)?, stdout().lock())
        }
    }
}

fn write_games(path: &Path, saved: &SavedTournament) -> Result<()> {
    let games = saved.pgn()?;
    let create = || fs::File::create_new(path)?.write_all(games.as_bytes());
    create().with_context(|| format!("cannot write {}", path.display()))
}

fn plan(specs: &[String], format: Format, options: &TournamentOptions) -> Result<TournamentPlan> {
    let players = specs.iter().map(|spec| Player { spec: spec.clone(), name: None, tc: None });
    let mut plan = TournamentPlan { format, ..TournamentPlan::new(players.collect()) };
    options.apply(&mut plan)?;
    Ok(plan)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn the_documented_plan_is_a_plan() {
        let plan = TournamentPlan::from_toml(EXAMPLE).unwrap();
        let entrants = plan.entrants().unwrap();
        assert_eq!(entrants.len(), 3);
        assert!(plan.adjudication.resign.is_some() && plan.adjudication.draw.is_some());
        // What is commented out is right as well, for a match.
        let uncomment = |line: &'static str| line.strip_prefix("# ").unwrap_or(line);
        let sprt = EXAMPLE.lines().skip_while(|line| !line.starts_with("# [sprt]")).map(uncomment);
        let sprt = sprt.collect::<Vec<_>>().join("\n");
        let two = "[[player]]\nspec = \"random\"\n".repeat(2);
        let test = TournamentPlan::from_toml(&format!("{two}{sprt}")).unwrap();
        assert!(test.entrants().is_ok() && test.sprt.is_some());
        // Every key is there.
        let full = TournamentPlan { sprt: test.sprt, ..plan };
        for key in keys(&serde_json::to_value(&full).unwrap()) {
            assert!(EXAMPLE.contains(&key), "{key} is not in the example");
        }
        let manual = include_str!("../../../../docs/arena.md");
        assert!(manual.contains(EXAMPLE.trim()), "docs/arena.md has another example");
        assert!(run_help().contains(EXAMPLE));
    }

    fn keys(value: &serde_json::Value) -> Vec<String> {
        match value {
            serde_json::Value::Object(fields) => fields
                .iter()
                .flat_map(|(key, value)| [vec![key.clone()], keys(value)].concat())
                .collect(),
            serde_json::Value::Array(values) => values.iter().flat_map(keys).collect(),
            _ => Vec::new(),
        }
    }
}
