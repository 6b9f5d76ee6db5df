//! `lab threads`: what more threads are worth to those who can use them.

use std::time::Duration;

use agents::Request;
use arena::{OpeningSource, TimeControl};
use chess::{Game, Position};
use serde::{Deserialize, Serialize};
use serde_json::json;
use thinking::{Limits, Silent};

use super::positions::positions;
use crate::game_line::{GameLine, duel, play, tally};
use crate::paper::{Cell, DataTable, Findings, LinePlot, PlotPoint, Series};
use crate::thinker::{Thinker, ran_out};
use crate::{Lab, LabError, Notebook, Outcome, Piece};

const NAME: &str = "threads";

/// A way to share the work.
#[derive(Debug)]
struct Way {
    label: &'static str,
    /// In the names of its pieces of work.
    word: &'static str,
    /// The player, but for its memory and threads.
    player: &'static str,
    /// The way whose one thread it is to be compared with: its own, or another that
    /// is the same with one.
    alone: &'static str,
    /// Does it search to a depth?
    deepens: bool,
}

const WAYS: [Way; 3] = [
    Way {
        label: "Lazy SMP",
        word: "lazy",
        player: "engine?parallel=lazy&hash=",
        alone: "lazy",
        deepens: true,
    },
    Way {
        label: "root splitting",
        word: "split",
        player: "engine?parallel=split&hash=",
        alone: "lazy",
        deepens: true,
    },
    Way { label: "MCTS", word: "mcts", player: "mcts?memory=", alone: "mcts", deepens: false },
];

impl Way {
    fn spec(&self, memory: usize, threads: usize) -> String {
        format!("{}{memory}&threads={threads}", self.player)
    }

    fn search_piece(&self, threads: usize) -> String {
        let word = if threads == 1 { self.alone } else { self.word };
        format!("{word} {threads} threads")
    }

    fn game_piece(&self, threads: usize, game: u32) -> String {
        format!("{} {threads} threads game {game}", self.word)
    }
}

/// What to measure.
#[derive(Clone, Debug)]
pub struct ThreadsOptions {
    /// Numbers of threads, ascending.
    pub threads: Vec<usize>,
    /// Time for each position, for nodes a second.
    pub time: Duration,
    /// The depth whose time is taken.
    pub depth: u32,
    /// Most time for that.
    pub limit: Duration,
    /// MiB of the table.
    pub hash: usize,
    /// How many positions to search; all if more than there are.
    pub positions: usize,
    /// Games against one thread, for each number and way; none if 0.
    pub games: u32,
    /// Their time control.
    pub tc: TimeControl,
}

impl Default for ThreadsOptions {
    fn default() -> ThreadsOptions {
        ThreadsOptions {
            threads: vec![1, 2, 4, 8, 16],
            time: Duration::from_secs(1),
            depth: 16,
            limit: Duration::from_secs(60),
            hash: 256,
            positions: usize::MAX,
            games: 100,
            tc: "1+0.01".parse().unwrap_or_default(),
        }
    }
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Found {
    Search(SearchSums),
    Game(GameLine),
}

/// Sums over all positions.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct SearchSums {
    positions: u32,
    nodes: u64,
    seconds: f64,
    /// The mean of the logarithms of seconds to the depth.
    log_depth_seconds: f64,
    /// Searches that did not reach it in time.
    broken_off: u32,
}

impl ThreadsOptions {
    /// Makes the experiment. Searches run one after the other, and no more games at
    /// a time than their threads leave room for.
    pub fn run(&self, lab: &Lab<'_>) -> Result<Outcome, LabError> {
        if self.threads.is_empty() || self.threads.contains(&0) {
            return Err(LabError::Request("threads: at least one number from 1 up".to_owned()));
        }
        let mut searched = positions();
        searched.truncate(self.positions);
        let setup = json!({
            "time": self.time, "depth": self.depth, "limit": self.limit, "hash": self.hash,
            "positions": searched.len(), "tc": self.tc, "seed": lab.seed,
        });
        let mut notebook = Notebook::open(&lab.folder, NAME, &setup)?;
        let searches: Vec<Piece<(usize, &Way)>> =
            self.rows().map(|(threads, way)| (way.search_piece(threads), (threads, way))).collect();
        let mut is_complete =
            lab.work_with(1, "searches", &mut notebook, &searches, |&(threads, way)| {
                Ok(self.search(lab, threads, way, &searched)?.map(Found::Search))
            })?;
        for (threads, way) in self.rows().filter(|&(threads, _)| threads > 1) {
            if !is_complete || self.games == 0 {
                break;
            }
            let run = duel(
                [("many", &way.spec(self.hash, threads)), ("one", &way.spec(self.hash, 1))],
                OpeningSource::Book,
                Some(self.tc),
                lab.seed,
            )?;
            let games: Vec<Piece<u32>> =
                (0..self.games).map(|game| (way.game_piece(threads, game), game)).collect();
            // One side thinks at a time.
            let tables = (lab.concurrency / threads).max(1);
            let stage = format!("games, {threads} threads, {}", way.label);
            is_complete = lab.work_with(tables, &stage, &mut notebook, &games, |&game| {
                Ok(play(&run, game, &lab.interruption)?.map(Found::Game))
            })?;
        }
        Ok(Outcome { findings: self.report(&notebook, searched.len()), is_complete })
    }

    /// One thread of the engine is the same by both its ways.
    fn rows(&self) -> impl Iterator<Item = (usize, &'static Way)> + '_ {
        WAYS.iter().flat_map(move |way| {
            let is_new = move |threads: &&usize| **threads > 1 || way.alone == way.word;
            self.threads.iter().filter(is_new).map(move |&threads| (threads, way))
        })
    }

    fn search(
        &self,
        lab: &Lab<'_>,
        threads: usize,
        way: &Way,
        searched: &[Position],
    ) -> Result<Option<SearchSums>, LabError> {
        let mut thinker = Thinker::new(&way.spec(self.hash, threads), lab.seed)?;
        let mut sums = SearchSums::default();
        let timed = Request { analysis: true, ..Request::from(Limits::move_time(self.time)) };
        let to_depth = Limits { move_time: Some(self.limit), ..Limits::depth(self.depth) };
        let to_depth = Request { analysis: true, ..Request::from(to_depth) };
        for position in searched {
            let game = Game::from_position(*position);
            let mut think = |request| {
                thinker.new_game(lab.seed)?;
                thinker.think(&game, request, &lab.interruption, &mut Silent)
            };
            let Some(thought) = think(&timed)? else { return Ok(None) };
            sums.positions += 1;
            sums.seconds += thought.elapsed.as_secs_f64();
            sums.nodes += thought.decision.nodes.unwrap_or_default();
            if way.deepens {
                let Some(thought) = think(&to_depth)? else { return Ok(None) };
                let seconds = thought.elapsed.as_secs_f64().max(1e-6);
                sums.log_depth_seconds += seconds.ln() / searched.len() as f64;
                sums.broken_off += u32::from(ran_out(thought.elapsed, self.limit));
            }
        }
        Ok(Some(sums))
    }

    fn report(&self, notebook: &Notebook<Found>, searched: usize) -> Findings {
        let mut findings = Findings::new(NAME, "What more threads are worth");
        findings.text(format!(
            "Nodes a second over {searched} positions of {} s each (MCTS: iterations); the geometric mean of the \
             seconds to depth {}; and games at {} against one thread, from varied openings with both colours, {} \
             for each row. Lazy SMP lets all threads search the whole tree; root splitting gives each its share of \
             the root moves; the threads of MCTS grow one tree and keep apart by virtual losses.",
            self.time.as_secs_f64(), self.depth, self.tc, self.games
        ));
        let mut table = DataTable::new(
            "threads",
            &[
                "way",
                "threads",
                "nodes/s",
                "speed-up",
                "s to depth",
                "faster by",
                "broken off",
                "games",
                "score %",
                "Elo",
                "Elo error",
            ],
        );
        let mut speed = LinePlot::new("Speed by threads", "threads", "times one thread");
        let mut strength = LinePlot::new("Elo by threads", "threads", "Elo over one thread");
        let sums_of = |way: &Way, threads| match notebook.results().get(&way.search_piece(threads))
        {
            Some(Found::Search(sums)) => Some(sums),
            _ => None,
        };
        for way in &WAYS {
            let mut curve = Vec::new();
            let mut elos = Series { name: way.label.to_owned(), points: Vec::new() };
            let base = sums_of(way, 1);
            for &threads in &self.threads {
                let Some(sums) = sums_of(way, threads) else { continue };
                let rate = sums.nodes as f64 / sums.seconds;
                let speed_up = base.map(|base| rate * base.seconds / base.nodes as f64);
                curve.extend(speed_up.map(|speed_up| (threads as f64, speed_up)));
                if threads == 1 && way.alone != way.word {
                    continue;
                }
                let game = |game| match notebook.results().get(&way.game_piece(threads, game)) {
                    Some(Found::Game(line)) => Some(line),
                    _ => None,
                };
                let games: Vec<&GameLine> = (0..self.games).filter_map(game).collect();
                let tally = tally(games.iter().copied(), "many");
                let estimate = (!games.is_empty()).then(|| tally.estimate());
                let depth_seconds = way.deepens.then(|| sums.log_depth_seconds.exp());
                let faster = base
                    .filter(|_| way.deepens)
                    .map(|base| (base.log_depth_seconds - sums.log_depth_seconds).exp());
                table.row([
                    way.label.into(),
                    threads.into(),
                    Cell::number(rate, 0),
                    Cell::number(speed_up, 2),
                    Cell::number(depth_seconds, 3),
                    Cell::number(faster, 2),
                    sums.broken_off.into(),
                    games.len().into(),
                    Cell::number(estimate.map(|estimate| 100.0 * estimate.score), 1),
                    Cell::number(estimate.map(|estimate| estimate.elo.value), 0),
                    Cell::number(estimate.map(|estimate| estimate.elo.error), 0),
                ]);
                if let Some(estimate) = estimate {
                    let (y, error) = (estimate.elo.value, Some(estimate.elo.error));
                    elos.points.push(PlotPoint { x: threads as f64, y, error });
                }
            }
            speed.curve(way.label, curve);
            if !elos.points.is_empty() {
                strength.series.push(elos);
            }
        }
        findings.table(table);
        findings.lines(speed);
        findings.lines(strength);
        findings
    }
}
