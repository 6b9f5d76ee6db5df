//! What can be said about a tournament on the command line.

use std::path::PathBuf;
use std::str::FromStr;

use anyhow::{Context, Result, bail};
use arena::{DrawRule, OpeningOrder, OpeningSource, Part, ResignRule, TimeControl, TournamentPlan};
use clap::Args;

#[derive(Args)]
pub(super) struct TournamentOptions {
    /// Games in all; two in a row have the same opening with colours swapped
    /// [default: 100, or until it is decided]
    #[arg(long, value_name = "NUMBER")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) games: Option<u32>,
    /// Time control: 5+0.05, 40/60+0.1, movetime=0.1, nodes=10000, depth=6 or
    /// none; given several times, one for each player
    /// [default: 5+0.05, or none if all players limit themselves]
    #[arg(long, value_name = "CONTROL")]
    tc: Vec<TimeControl>,
    /// So many seconds for each move
    #[arg(long, value_name = "SECONDS", conflicts_with = "tc")]
    movetime: Option<f64>,
    /// So many nodes for each move
    #[arg(long, value_name = "NUMBER", conflicts_with_all = ["tc", "movetime"])]
    nodes: Option<u64>,
    /// So many plies for each move
    #[arg(long, value_name = "PLIES", conflicts_with_all = ["tc", "movetime", "nodes"])]
    depth: Option<u32>,
    /// Openings: "book" for lines of the embedded book, "start" for the initial
    /// position, or an EPD or PGN file, also packed (.zip, .gz, .zst)
    #[arg(long, value_name = "OPENINGS", default_value = "book")]
    openings: String,
    /// Play the openings in the order of the file, not shuffled
    #[arg(long)]
    sequential: bool,
    /// Leave out so many openings at the beginning
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    skip: usize,
    /// Play so many plies of each opening at most [default: 8 of the embedded
    /// book's, all of a file's]
    #[arg(long, value_name = "NUMBER")]
    plies: Option<usize>,
    /// Begin from the start positions of Chess960
    #[arg(long = "960", conflicts_with = "openings")]
    chess960: bool,
    /// The seed of the order of openings and of the players
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    seed: u64,
    /// Games at the same time
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    concurrency: usize,
    /// Play a share of the games only, 1/3 the first of three: others play the
    /// other shares elsewhere, and `arena merge` joins them
    #[arg(long, value_name = "PART")]
    part: Option<Part>,
    /// Append the games to this file
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Write the results to this file
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Write a report to this file, .html or .md; can be given twice
    #[arg(long, value_name = "FILE")]
    report: Vec<PathBuf>,
    /// A side that thought itself SCORE centipawns behind for MOVES of its own
    /// moves in a row has lost
    #[arg(long, value_name = "SCORE,MOVES")]
    resign: Option<Numbers<2>>,
    /// Sides that thought the game within SCORE centipawns for MOVES moves in
    /// a row have drawn, from move FROM on
    #[arg(long, value_name = "SCORE,MOVES,FROM")]
    draw: Option<Numbers<3>>,
    /// Games that reach the endgame tables in these folders end there
    #[arg(long, value_name = "PATH")]
    syzygy: Option<String>,
    /// A game of so many plies is drawn
    #[arg(long, value_name = "NUMBER")]
    max_plies: Option<u32>,
    /// Milliseconds by which a clock may be exceeded before the game is lost
    #[arg(long, value_name = "MS", default_value_t = 50)]
    margin: u64,
    /// Seconds after which a player without a clock counts as stalled
    #[arg(long, value_name = "SECONDS", default_value_t = 120)]
    patience: u64,
    /// What to call it in PGN
    #[arg(long, value_name = "TEXT", default_value = "Kythu arena")]
    event: String,
    /// Go on with the tournament in this file, or begin to keep it there
    #[arg(long, value_name = "STATE")]
    pub(super) resume: Option<PathBuf>,
    /// Print a line after so many games where there is no progress bar
    #[arg(long, value_name = "GAMES", default_value_t = 10)]
    pub(super) every: u64,
}

/// Whole numbers with commas between them.
#[derive(Copy, Clone)]
struct Numbers<const N: usize>([u32; N]);

impl<const N: usize> FromStr for Numbers<N> {
    type Err = String;

    fn from_str(text: &str) -> Result<Numbers<N>, String> {
        let numbers: Option<Vec<u32>> =
            text.split(',').map(|number| number.trim().parse().ok()).collect();
        numbers
            .and_then(|numbers| numbers.try_into().ok())
            .map(Numbers)
            .ok_or_else(|| format!("expected {N} whole numbers with commas between them"))
    }
}

impl TournamentOptions {
    pub(super) fn apply(&self, plan: &mut TournamentPlan) -> Result<()> {
        plan.games = self.games;
        let single = match (self.movetime, self.nodes, self.depth) {
            (Some(seconds), ..) => Some(format!("movetime={seconds}")),
            (_, Some(nodes), _) => Some(format!("nodes={nodes}")),
            (.., Some(depth)) => Some(format!("depth={depth}")),
            _ => None,
        };
        match (&self.tc[..], single) {
            ([], Some(text)) => plan.tc = Some(text.parse()?),
            ([], None) => {}
            (&[tc], _) => plan.tc = Some(tc),
            (several, _) if several.len() == plan.players.len() => {
                for (player, &tc) in plan.players.iter_mut().zip(several) {
                    player.tc = Some(tc);
                }
            }
            (several, _) => bail!(
                "--tc: {} time controls for {} players (expected one, or one for each)",
                several.len(),
                plan.players.len()
            ),
        }
        plan.openings.from = if self.chess960 {
            OpeningSource::Chess960
        } else {
            OpeningSource::from(self.openings.clone())
        };
        plan.openings.order =
            if self.sequential { OpeningOrder::Sequential } else { OpeningOrder::Random };
        plan.openings.skip = self.skip;
        plan.openings.plies = self.plies;
        plan.part = self.part;
        plan.seed = self.seed;
        plan.concurrency = self.concurrency;
        plan.pgn.clone_from(&self.pgn);
        plan.json.clone_from(&self.json);
        plan.reports.clone_from(&self.report);
        let centipawns = |number| i32::try_from(number).context("a score of centipawns");
        if let Some(Numbers([score, moves])) = self.resign {
            plan.adjudication.resign = Some(ResignRule { score: centipawns(score)?, moves });
        }
        if let Some(Numbers([score, moves, from])) = self.draw {
            plan.adjudication.draw = Some(DrawRule { score: centipawns(score)?, moves, from });
        }
        plan.adjudication.syzygy.clone_from(&self.syzygy);
        plan.adjudication.max_plies = self.max_plies;
        plan.margin = self.margin;
        plan.patience = self.patience;
        plan.event.clone_from(&self.event);
        Ok(())
    }
}
