//! `lab threads`: what more threads are worth, by both ways to share the work.

use std::time::{Duration, Instant};

use arena::{OpeningSource, TimeControl};
use chess::{Game, Position};
use eval::EvaluatorSpec;
use search::{Parallelism, Settings, TechniqueSet};
use serde::{Deserialize, Serialize};
use serde_json::json;
use thinking::{Limits, Silent};

use super::positions::positions;
use crate::game_line::{GameLine, duel, play, tally};
use crate::paper::{Cell, DataTable, Findings, LinePlot, PlotPoint, Series};
use crate::{Lab, LabError, Notebook, Outcome, Piece};

const NAME: &str = "threads";

const WAYS: [(Parallelism, &str, &str); 2] = [
    (Parallelism::LazySmp, "Lazy SMP", "lazy"),
    (Parallelism::RootSplitting, "root splitting", "split"),
];

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
        let searches: Vec<Piece<(usize, Parallelism)>> = self
            .rows()
            .map(|(threads, way, _, word)| (search_piece(word, threads), (threads, way)))
            .collect();
        let mut is_complete =
            lab.work_with(1, "searches", &mut notebook, &searches, |&(threads, way)| {
                Ok(self.search(lab, threads, way, &searched)?.map(Found::Search))
            })?;
        for (threads, _, _, word) in self.rows().filter(|&(threads, ..)| threads > 1) {
            if !is_complete || self.games == 0 {
                break;
            }
            let hash = self.hash;
            let one = format!("engine?hash={hash}");
            let many = format!("{one}&threads={threads}&parallel={word}");
            let run = duel(
                [("many", &many), ("one", &one)],
                OpeningSource::Book,
                Some(self.tc),
                lab.seed,
            )?;
            let games: Vec<Piece<u32>> =
                (0..self.games).map(|game| (game_piece(word, threads, game), game)).collect();
            // One side thinks at a time.
            let tables = (lab.concurrency / threads).max(1);
            let stage = format!("games, {threads} threads, {word}");
            is_complete = lab.work_with(tables, &stage, &mut notebook, &games, |&game| {
                Ok(play(&run, game, &lab.interruption)?.map(Found::Game))
            })?;
        }
        Ok(Outcome { findings: self.report(&notebook, searched.len()), is_complete })
    }

    /// One thread is the same by both ways.
    fn rows(&self) -> impl Iterator<Item = (usize, Parallelism, &'static str, &'static str)> + '_ {
        WAYS.into_iter().flat_map(move |(way, label, word)| {
            let is_new = move |threads: &&usize| **threads > 1 || way == Parallelism::LazySmp;
            self.threads.iter().filter(is_new).map(move |&threads| (threads, way, label, word))
        })
    }

    fn search(
        &self,
        lab: &Lab<'_>,
        threads: usize,
        parallelism: Parallelism,
        searched: &[Position],
    ) -> Result<Option<SearchSums>, LabError> {
        let settings = Settings { threads, parallelism, hash: self.hash, ..Settings::default() };
        let mut engine = search::build(&EvaluatorSpec::NET, TechniqueSet::ALL, settings)?;
        let mut sums = SearchSums::default();
        let to_depth = Limits { move_time: Some(self.limit), ..Limits::depth(self.depth) };
        for position in searched {
            let game = Game::from_position(*position);
            engine.new_game();
            let start = Instant::now();
            let timed = Limits::move_time(self.time);
            let verdict = engine.search(&game, &timed, lab.interruption.signal(), &mut Silent);
            sums.seconds += start.elapsed().as_secs_f64();
            sums.nodes += verdict.statistics.nodes;
            engine.new_game();
            let start = Instant::now();
            engine.search(&game, &to_depth, lab.interruption.signal(), &mut Silent);
            let elapsed = start.elapsed();
            if lab.interruption.is_stopped() {
                return Ok(None);
            }
            sums.positions += 1;
            sums.log_depth_seconds += elapsed.as_secs_f64().max(1e-6).ln() / searched.len() as f64;
            sums.broken_off += u32::from(elapsed >= self.limit);
        }
        Ok(Some(sums))
    }

    fn report(&self, notebook: &Notebook<Found>, searched: usize) -> Findings {
        let mut findings = Findings::new(NAME, "What more threads are worth");
        findings.text(format!(
            "Nodes a second over {searched} positions of {} s each; the geometric mean of the seconds to depth {}; \
             and games at {} against one thread, from varied openings with both colours, {} for each row. Lazy SMP \
             lets all threads search the whole tree; root splitting gives each its share of the root moves.",
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
        let mut speed = LinePlot::new("Nodes a second by threads", "threads", "million nodes/s");
        let mut strength = LinePlot::new("Elo by threads", "threads", "Elo over one thread");
        let one = notebook.results().get(&search_piece("lazy", 1));
        for (way, label, word) in WAYS {
            let mut curve = Vec::new();
            let mut elos = Series { name: label.to_owned(), points: Vec::new() };
            for (threads, ..) in self.rows().filter(|row| row.1 == way) {
                let Some(Found::Search(sums)) =
                    notebook.results().get(&search_piece(word, threads))
                else {
                    continue;
                };
                let rate = sums.nodes as f64 / sums.seconds;
                let base = match one {
                    Some(Found::Search(base)) => Some(base),
                    _ => None,
                };
                let games: Vec<&GameLine> = (0..self.games)
                    .filter_map(|game| {
                        match notebook.results().get(&game_piece(word, threads, game)) {
                            Some(Found::Game(line)) => Some(line),
                            _ => None,
                        }
                    })
                    .collect();
                let tally = tally(games.iter().copied(), "many");
                let estimate = (!games.is_empty()).then(|| tally.estimate());
                table.row([
                    label.into(),
                    threads.into(),
                    Cell::number(rate, 0),
                    Cell::number(base.map(|base| rate * base.seconds / base.nodes as f64), 2),
                    Cell::number(sums.log_depth_seconds.exp(), 3),
                    Cell::number(
                        base.map(|base| (base.log_depth_seconds - sums.log_depth_seconds).exp()),
                        2,
                    ),
                    sums.broken_off.into(),
                    games.len().into(),
                    Cell::number(estimate.map(|estimate| 100.0 * estimate.score), 1),
                    Cell::number(estimate.map(|estimate| estimate.elo.value), 0),
                    Cell::number(estimate.map(|estimate| estimate.elo.error), 0),
                ]);
                curve.push((threads as f64, rate / 1e6));
                if let Some(estimate) = estimate {
                    let (y, error) = (estimate.elo.value, Some(estimate.elo.error));
                    elos.points.push(PlotPoint { x: threads as f64, y, error });
                }
            }
            speed.curve(label, curve);
            strength.series.push(elos);
        }
        findings.table(table);
        findings.lines(speed);
        findings.lines(strength);
        findings
    }
}

fn search_piece(word: &str, threads: usize) -> String {
    format!("{word} {threads} threads")
}

fn game_piece(word: &str, threads: usize, game: u32) -> String {
    format!("{word} {threads} threads game {game}")
}
