//! The options of the experiments.

use std::path::PathBuf;
use std::time::Duration;

use arena::TimeControl;
use chess::Position;
use clap::Args;
use lab::{
    AblationOptions, ComparisonOptions, DepthOptions, HumanityOptions, Lab, LabError, Outcome,
    RatingsOptions, ScenarioOptions, SeesOptions, SuiteOptions, ThreadsOptions,
};
use search::Technique;

use super::calibrate::write;
use super::place::seconds;

/// What was given, or else the default.
fn or<T: Clone>(given: &[T], default: Vec<T>) -> Vec<T> {
    if given.is_empty() { default } else { given.to_vec() }
}

#[derive(Args)]
pub(super) struct DepthArgs {
    /// Players that know the option depth; can be given several times
    #[arg(long = "player", value_name = "SPEC")]
    players: Vec<String>,
    /// Plies
    #[arg(long, value_name = "PLIES,…", value_delimiter = ',')]
    depths: Vec<u32>,
    /// Games against Random for each player and depth
    #[arg(long, value_name = "NUMBER", default_value_t = 5)]
    games: u32,
    /// Most moves of a game that are measured
    #[arg(long, value_name = "NUMBER", default_value_t = 50)]
    moves: u32,
    /// Most seconds for a move
    #[arg(long, value_name = "SECONDS", default_value = "180", value_parser = seconds)]
    limit: Duration,
    /// Whole games of the first system's level Easy against Random
    #[arg(long, value_name = "NUMBER", default_value_t = 10)]
    easy_games: u32,
}

impl DepthArgs {
    pub(super) fn options(&self) -> Result<DepthOptions, LabError> {
        let default = DepthOptions::default();
        Ok(DepthOptions {
            players: or(&self.players, default.players),
            depths: or(&self.depths, default.depths),
            games: self.games,
            moves: self.moves,
            limit: self.limit,
            easy_games: self.easy_games,
        })
    }
}

#[derive(Args)]
pub(super) struct ScenariosArgs {
    /// Games of each colour
    #[arg(long, value_name = "NUMBER", default_value_t = 100)]
    games: u32,
    /// Only scenarios with this player; can be given several times
    #[arg(long, value_name = "SPEC")]
    only: Vec<String>,
}

impl ScenariosArgs {
    pub(super) fn options(&self) -> Result<ScenarioOptions, LabError> {
        Ok(ScenarioOptions { games: self.games, only: self.only.clone() })
    }
}

#[derive(Args)]
pub(super) struct SeesArgs {
    /// Players that know the option depth; can be given several times
    #[arg(long = "player", value_name = "SPEC")]
    players: Vec<String>,
    /// Plies
    #[arg(long, value_name = "PLIES,…", value_delimiter = ',')]
    depths: Vec<u32>,
    /// Players that are asked as they are; can be given several times
    #[arg(long = "other", value_name = "SPEC")]
    others: Vec<String>,
    /// Most seconds for a position
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds)]
    limit: Duration,
}

impl SeesArgs {
    pub(super) fn options(&self) -> Result<SeesOptions, LabError> {
        let default = SeesOptions::default();
        Ok(SeesOptions {
            players: or(&self.players, default.players),
            depths: or(&self.depths, default.depths),
            others: or(&self.others, default.others),
            limit: self.limit,
        })
    }
}

#[derive(Args)]
pub(super) struct RatingsArgs {
    /// Players instead of everybody who has a name; can be given several times
    #[arg(long = "player", value_name = "SPEC")]
    players: Vec<String>,
    /// The program of the anchors, which knows UCI_Elo: Stockfish
    #[arg(long, value_name = "CMD")]
    anchor: Option<String>,
    /// The ratings of the anchors
    #[arg(long, value_name = "ELO,…", value_delimiter = ',')]
    anchor_elos: Vec<u32>,
    /// Games of everybody with everybody
    #[arg(long, value_name = "NUMBER", default_value_t = 2)]
    games: u32,
    /// Games more between neighbours in rating, in each of two rounds
    #[arg(long, value_name = "NUMBER", default_value_t = 20)]
    near_games: u32,
    /// The time control
    #[arg(long, value_name = "TC", default_value = "1+0.1")]
    tc: TimeControl,
    /// Put the ratings into this file, too: crates/agents/levels/ratings.csv
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,
}

impl RatingsArgs {
    pub(super) fn run(&self, lab: &Lab<'_>) -> Result<Outcome, LabError> {
        let options = RatingsOptions {
            players: self.players.clone(),
            anchor: self.anchor.clone(),
            anchor_elos: or(&self.anchor_elos, RatingsOptions::default().anchor_elos),
            games: self.games,
            near_games: self.near_games,
            tc: self.tc,
        };
        let outcome = options.run(lab)?;
        if let Some(path) = self.write.as_deref().filter(|_| outcome.is_complete) {
            write(path, &RatingsOptions::csv(&outcome.findings).unwrap_or_default())?;
        }
        Ok(outcome)
    }
}

#[derive(Args)]
pub(super) struct AblationArgs {
    /// Plies with one technique off
    #[arg(long, value_name = "PLIES", default_value_t = 10)]
    depth: u32,
    /// Plies with one technique alone on
    #[arg(long, value_name = "PLIES", default_value_t = 5)]
    alone_depth: u32,
    /// Only these techniques, by the names of their switches
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    only: Vec<Technique>,
    /// Only so many positions
    #[arg(long, value_name = "NUMBER", default_value_t = usize::MAX, hide_default_value = true)]
    positions: usize,
    /// An EPD file to be solved instead of our own positions by motif
    #[arg(long, value_name = "FILE")]
    suite: Option<PathBuf>,
    /// Most seconds for a position
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds)]
    limit: Duration,
}

impl AblationArgs {
    pub(super) fn options(&self) -> Result<AblationOptions, LabError> {
        Ok(AblationOptions {
            depth: self.depth,
            alone_depth: self.alone_depth,
            only: self.only.clone(),
            positions: self.positions,
            suite: self.suite.clone(),
            limit: self.limit,
        })
    }
}

#[derive(Args)]
pub(super) struct ThreadsArgs {
    /// Numbers of threads
    #[arg(long, value_name = "NUMBER,…", value_delimiter = ',')]
    threads: Vec<usize>,
    /// Seconds for each position, for nodes a second
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = seconds)]
    time: Duration,
    /// The depth whose time is taken
    #[arg(long, value_name = "PLIES", default_value_t = 16)]
    depth: u32,
    /// Most seconds for that
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds)]
    limit: Duration,
    /// Size of the transposition table in MiB
    #[arg(long, value_name = "MIB", default_value_t = 256)]
    hash: usize,
    /// Only so many positions
    #[arg(long, value_name = "NUMBER", default_value_t = usize::MAX, hide_default_value = true)]
    positions: usize,
    /// Games against one thread for each number and way, 0 for none
    #[arg(long, value_name = "NUMBER", default_value_t = 100)]
    games: u32,
    /// Their time control
    #[arg(long, value_name = "TC", default_value = "1+0.01")]
    tc: TimeControl,
}

impl ThreadsArgs {
    pub(super) fn options(&self) -> Result<ThreadsOptions, LabError> {
        Ok(ThreadsOptions {
            threads: or(&self.threads, ThreadsOptions::default().threads),
            time: self.time,
            depth: self.depth,
            limit: self.limit,
            hash: self.hash,
            positions: self.positions,
            games: self.games,
            tc: self.tc,
        })
    }
}

#[derive(Args)]
pub(super) struct AgentsArgs {
    /// The position in FEN
    fen: String,
    /// Players instead of everybody who has a name; can be given several times
    #[arg(long = "player", value_name = "SPEC")]
    players: Vec<String>,
    /// Seconds for whoever does not limit itself
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = seconds)]
    time: Duration,
}

impl AgentsArgs {
    pub(super) fn options(&self) -> Result<ComparisonOptions, LabError> {
        let position = Position::from_fen_tolerant(&self.fen)
            .map_err(|error| LabError::Request(error.to_string()))?;
        Ok(ComparisonOptions { position, players: self.players.clone(), time: self.time })
    }
}

#[derive(Args)]
pub(super) struct SuiteArgs {
    /// An EPD file whose positions have bm or am
    file: PathBuf,
    /// Who is asked; can be given several times
    #[arg(long = "player", value_name = "SPEC")]
    players: Vec<String>,
    /// Most seconds for a position
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = seconds)]
    time: Duration,
    /// Only so many positions
    #[arg(long, value_name = "NUMBER", default_value_t = usize::MAX, hide_default_value = true)]
    positions: usize,
}

impl SuiteArgs {
    pub(super) fn options(&self) -> Result<SuiteOptions, LabError> {
        let usual = [
            "engine",
            "mcts",
            "minimax?level=hard",
            "origin?system=pychess&level=hard",
            "mlp?depth=3",
        ];
        Ok(SuiteOptions {
            file: self.file.clone(),
            players: or(&self.players, usual.map(str::to_owned).to_vec()),
            time: self.time,
            most: self.positions,
        })
    }
}

#[derive(Args)]
pub(super) struct HumanityArgs {
    /// Ratings of the levels
    #[arg(long, value_name = "ELO,…", value_delimiter = ',')]
    levels: Vec<u32>,
    /// Games of each level with itself
    #[arg(long, value_name = "NUMBER", default_value_t = 50)]
    games: u32,
    /// Their time control
    #[arg(long, value_name = "TC", default_value = "none")]
    tc: TimeControl,
    /// The program that judges
    #[arg(long, value_name = "CMD")]
    judge: String,
    /// How deep it looks
    #[arg(long, value_name = "PLIES", default_value_t = 14)]
    judge_depth: u32,
    /// The folder of people's games; $KYTHU_DATA/games if left out
    #[arg(long, value_name = "DIR")]
    people: Option<PathBuf>,
    /// Positions of people's games for each level, 0 for none
    #[arg(long, value_name = "NUMBER", default_value_t = 500)]
    positions: usize,
    /// Ratings at which the judge's program plays and is judged beside the levels;
    /// 0 for none
    #[arg(long, value_name = "ELO,…", value_delimiter = ',')]
    anchors: Vec<u32>,
}

impl HumanityArgs {
    pub(super) fn options(&self) -> Result<HumanityOptions, LabError> {
        let default = HumanityOptions::default();
        Ok(HumanityOptions {
            levels: or(&self.levels, default.levels),
            games: self.games,
            tc: self.tc,
            judge: self.judge.clone(),
            judge_depth: self.judge_depth,
            people: self.people.clone().unwrap_or(default.people),
            positions: self.positions,
            anchors: match self.anchors[..] {
                [0] => Vec::new(),
                _ => or(&self.anchors, default.anchors),
            },
        })
    }
}
