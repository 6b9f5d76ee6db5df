//! `lab depth`: what a ply more costs, beside the first system's Table 2.

use std::time::Duration;

use agents::Request;
use arena::OpeningSource;
use chess::Game;
use serde::{Deserialize, Serialize};
use serde_json::json;
use thinking::{Limits, Silent};

use crate::game_line::{GameLine, duel, play};
use crate::origins::{self, NEGAMAX_PLIES, NEGAMAX_SECONDS, PYCHESS_EASY};
use crate::paper::{Cell, DataTable, Findings, LinePlot};
use crate::thinker::{Thinker, ran_out, with_option};
use crate::{Lab, LabError, Notebook, Outcome, Piece};

const NAME: &str = "depth";
const EASY: &str = "origin?system=pychess&level=easy";
const NEGAMAX: &str = "origin?system=negamax";

/// What to measure.
#[derive(Clone, Debug)]
pub struct DepthOptions {
    /// Players that know the option `depth`.
    pub players: Vec<String>,
    /// Plies.
    pub depths: Vec<u32>,
    /// Games against Random, for each player and depth.
    pub games: u32,
    /// Most moves of a game that are measured.
    pub moves: u32,
    /// Most time for a move.
    pub limit: Duration,
    /// Whole games of the first system's level Easy.
    pub easy_games: u32,
}

impl Default for DepthOptions {
    fn default() -> DepthOptions {
        DepthOptions {
            players: ["origin?system=pychess", "minimax", "engine"].map(str::to_owned).to_vec(),
            depths: vec![2, 3, 4, 5, 6],
            games: 5,
            moves: 50,
            limit: Duration::from_secs(180),
            easy_games: 10,
        }
    }
}

#[derive(Clone, Debug)]
enum Work {
    /// A player's spec, its depth and the number of the game.
    Moves(String, u32, u32),
    Easy(u32),
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Found {
    Moves(MoveSums),
    Easy(GameLine),
}

/// Sums over the moves of a game.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct MoveSums {
    player: String,
    depth: u32,
    moves: u32,
    timeouts: u32,
    seconds: f64,
    /// Those of quiescence not included.
    nodes: u64,
    quiescence_nodes: u64,
    /// Look-ups that settled their node by value or bound.
    table_hits: u64,
}

impl DepthOptions {
    /// Makes the experiment.
    pub fn run(&self, lab: &Lab<'_>) -> Result<Outcome, LabError> {
        let setup = json!({ "moves": self.moves, "limit": self.limit, "seed": lab.seed });
        let mut notebook = Notebook::open(&lab.folder, NAME, &setup)?;
        let easy =
            duel([("easy", EASY), ("random", "random")], OpeningSource::Start, None, lab.seed)?;
        let is_complete = lab.work("depth", &mut notebook, &self.pieces(), |work| {
            Ok(match work {
                Work::Easy(number) => play(&easy, *number, &lab.interruption)?.map(Found::Easy),
                Work::Moves(player, depth, game) => {
                    self.measure(lab, player, *depth, *game)?.map(Found::Moves)
                }
            })
        })?;
        Ok(Outcome { findings: self.report(&notebook), is_complete })
    }

    fn pieces(&self) -> Vec<Piece<Work>> {
        let rows = self
            .players
            .iter()
            .flat_map(|player| self.depths.iter().map(move |&depth| (player.as_str(), depth)));
        let moves = rows.chain([(NEGAMAX, NEGAMAX_PLIES)]).flat_map(|(player, depth)| {
            (0..self.games).map(move |game| {
                let name = format!("{player} depth {depth} game {game}");
                (name, Work::Moves(player.to_owned(), depth, game))
            })
        });
        let easy = (0..self.easy_games).map(|game| (format!("easy game {game}"), Work::Easy(game)));
        moves.chain(easy).collect()
    }

    /// Plays a game as White against Random and sums up what the moves cost.
    fn measure(
        &self,
        lab: &Lab<'_>,
        player: &str,
        depth: u32,
        number: u32,
    ) -> Result<Option<MoveSums>, LabError> {
        let seed = lab.seed.wrapping_add(u64::from(number));
        let mut thinker = Thinker::new(&with_option(player, &format!("depth={depth}")), seed)?;
        let mut random = Thinker::new("random", seed)?;
        let request = Request::explained(Limits::move_time(self.limit), 1);
        let (mut game, mut sums) = (Game::new(), MoveSums::default());
        (sums.player, sums.depth) = (player.to_owned(), depth);
        while sums.moves < self.moves && game.outcome().is_none() && game.claimable_draw().is_none()
        {
            let is_measured = game.turn().is_white();
            let who = if is_measured { &mut thinker } else { &mut random };
            let asked = if is_measured { request.clone() } else { Request::default() };
            let Some(thought) = who.think(&game, &asked, &lab.interruption, &mut Silent)? else {
                return Ok(None);
            };
            if is_measured {
                sums.moves += 1;
                sums.seconds += thought.elapsed.as_secs_f64();
                sums.timeouts += u32::from(ran_out(thought.elapsed, self.limit));
                let summary = thought.decision.explanation.and_then(|why| why.summary);
                let summary = summary.unwrap_or_default();
                sums.nodes += summary.nodes - summary.quiescence_nodes;
                sums.quiescence_nodes += summary.quiescence_nodes;
                sums.table_hits += summary.table_cuts;
            }
            let best = thought.decision.best;
            game.play(best).map_err(|error| LabError::Request(format!("{player}: {error}")))?;
        }
        Ok(Some(sums))
    }

    fn report(&self, notebook: &Notebook<Found>) -> Findings {
        let mut findings = Findings::new(NAME, "What a ply more costs");
        findings.text(format!(
            "Each row is a mean over up to {} moves of each of up to {} games as White against Random from the \
             standard position, with at most {} s a move. Nodes do not include those of quiescence; table hits \
             are look-ups whose value or bound settled the node. The origin's columns are the first system's \
             Table 2, on its own machine and in Python.",
            self.moves, self.games, self.limit.as_secs()
        ));
        let mut table = DataTable::new(
            "by depth",
            &[
                "player",
                "depth",
                "moves",
                "s a move",
                "origin's s",
                "nodes",
                "origin's nodes",
                "quiescence nodes",
                "origin's",
                "table hits",
                "origin's hits",
                "time-outs",
                "origin's moves",
            ],
        );
        let mut time = LinePlot::new("Seconds a move by depth", "depth in plies", "seconds");
        let mut nodes =
            LinePlot::new("Nodes a move by depth", "depth in plies", "nodes without quiescence");
        (time.is_logarithmic, nodes.is_logarithmic) = (true, true);
        for player in self.players.iter().map(String::as_str).chain([NEGAMAX]) {
            let (mut seconds, mut counts) = (Vec::new(), Vec::new());
            let negamax = [NEGAMAX_PLIES];
            let depths = if player == NEGAMAX { &negamax[..] } else { &self.depths };
            for &depth in depths {
                let sums = notebook.results().values().filter_map(|found| match found {
                    Found::Moves(sums) if sums.player == player && sums.depth == depth => {
                        Some(sums)
                    }
                    _ => None,
                });
                let all = sums.fold(MoveSums::default(), |mut all, sums| {
                    all.moves += sums.moves;
                    all.timeouts += sums.timeouts;
                    all.seconds += sums.seconds;
                    all.nodes += sums.nodes;
                    all.quiescence_nodes += sums.quiescence_nodes;
                    all.table_hits += sums.table_hits;
                    all
                });
                if all.moves == 0 {
                    continue;
                }
                let mean = |sum: f64| sum / f64::from(all.moves);
                let origin = origins::pychess(depth).filter(|_| player != NEGAMAX);
                let origins_time = match player {
                    NEGAMAX => NEGAMAX_SECONDS.into(),
                    _ => Cell::number(origin.map(|origin| origin.seconds), 3),
                };
                table.row([
                    player.into(),
                    depth.into(),
                    all.moves.into(),
                    Cell::number(mean(all.seconds), 5),
                    origins_time,
                    Cell::number(mean(all.nodes as f64), 0),
                    Cell::number(origin.map(|origin| origin.nodes), 0),
                    Cell::number(mean(all.quiescence_nodes as f64), 0),
                    Cell::number(origin.map(|origin| origin.quiescence_nodes), 0),
                    Cell::number(mean(all.table_hits as f64), 1),
                    Cell::number(origin.map(|origin| origin.table_hits), 1),
                    all.timeouts.into(),
                    Cell::number(origin.map(|origin| f64::from(origin.moves)), 0),
                ]);
                seconds.push((f64::from(depth), mean(all.seconds)));
                counts.push((f64::from(depth), mean(all.nodes as f64)));
            }
            time.curve(player, seconds);
            nodes.curve(player, counts);
        }
        let reported = |pick: fn(&origins::DepthFigures) -> f64| {
            origins::PYCHESS.into_iter().map(move |row| (f64::from(row.depth), pick(&row)))
        };
        time.curve("first origin, as reported", reported(|row| row.seconds));
        nodes.curve("first origin, as reported", reported(|row| row.nodes));
        findings.table(table);
        findings.lines(time);
        findings.lines(nodes);
        self.report_easy(notebook, &mut findings);
        findings
    }

    fn report_easy(&self, notebook: &Notebook<Found>, findings: &mut Findings) {
        let games: Vec<&GameLine> = notebook
            .results()
            .values()
            .filter_map(|found| match found {
                Found::Easy(game) => Some(game),
                Found::Moves(_) => None,
            })
            .collect();
        let wins: Vec<&&GameLine> =
            games.iter().filter(|game| game.half_points_of("easy") == Some(2)).collect();
        let mean = |value: fn(&GameLine) -> f64| {
            (!wins.is_empty())
                .then(|| wins.iter().map(|game| value(game)).sum::<f64>() / wins.len() as f64)
        };
        let mut table = DataTable::new(
            "easy games against Random",
            &["who", "games", "wins", "s a win", "plies a win"],
        );
        table.row([
            EASY.into(),
            games.len().into(),
            wins.len().into(),
            Cell::number(mean(|game| game.ms as f64 / 1_000.0), 3),
            Cell::number(mean(|game| game.plies as f64), 1),
        ]);
        table.row([
            "first origin, as reported".into(),
            PYCHESS_EASY.games.into(),
            PYCHESS_EASY.wins.into(),
            Cell::number(PYCHESS_EASY.seconds, 2),
            Cell::number(PYCHESS_EASY.plies, 1),
        ]);
        findings.text("Whole games of the first system's level Easy against Random:");
        findings.table(table);
    }
}
