//! `lab suite`: who solves how much of a file of positions, and how fast.

use std::path::{Path, PathBuf};
use std::time::Duration;

use agents::Request;
use chess::{Game, Move, Position};
use pgn::EpdReader;
use serde::{Deserialize, Serialize};
use serde_json::json;
use thinking::{Limits, Progress};

use crate::paper::{BarPlot, Cell, DataTable, Findings};
use crate::thinker::Thinker;
use crate::{Interruption, Lab, LabError, Notebook, Outcome, Piece};

const NAME: &str = "suite";

/// Who solves what.
#[derive(Clone, Debug)]
pub struct SuiteOptions {
    /// An EPD file with `bm` or `am`.
    pub file: PathBuf,
    /// Who is asked.
    pub players: Vec<String>,
    /// Time for a position.
    pub time: Duration,
    /// Only so many positions.
    pub most: usize,
}

/// A position to be solved.
#[derive(Clone, Debug)]
pub(crate) struct SuitePosition {
    pub(crate) id: String,
    pub(crate) position: Position,
    best: Vec<Move>,
    avoid: Vec<Move>,
}

impl SuitePosition {
    pub(crate) fn is_solved_by(&self, mv: Move) -> bool {
        (self.best.is_empty() || self.best.contains(&mv)) && !self.avoid.contains(&mv)
    }
}

/// All positions of a file that say what is right or wrong.
pub(crate) fn read_suite(path: &Path) -> Result<Vec<SuitePosition>, LabError> {
    let mut reader = EpdReader::open(path).map_err(LabError::file(path))?;
    let mut positions = Vec::new();
    let name = path.display().to_string();
    for (index, epd) in reader.by_ref().enumerate() {
        let epd = epd.map_err(|error| LabError::Request(format!("{name}: {error}")))?;
        let (best, avoid) = (epd.moves("bm").to_vec(), epd.moves("am").to_vec());
        if best.is_empty() && avoid.is_empty() {
            continue;
        }
        let id = epd.text("id").map_or_else(|| format!("{}", index + 1), str::to_owned);
        positions.push(SuitePosition { id, position: epd.position, best, avoid });
    }
    if positions.is_empty() {
        return Err(LabError::Request(format!("{name}: no position has bm or am")));
    }
    Ok(positions)
}

/// One player on one position.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Answer {
    player: String,
    position: String,
    played: String,
    is_solved: bool,
    /// Seconds after which its move was right and stayed so.
    solution: Option<f64>,
    seconds: f64,
    nodes: Option<u64>,
}

impl SuiteOptions {
    /// Makes the experiment.
    pub fn run(&self, lab: &Lab<'_>) -> Result<Outcome, LabError> {
        let mut asked = read_suite(&self.file)?;
        asked.truncate(self.most);
        let file = self.file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let setup = json!({ "file": file, "time": self.time, "seed": lab.seed });
        let mut notebook = Notebook::open(&lab.folder, NAME, &setup)?;
        let numbered: Vec<(usize, &SuitePosition)> = asked.iter().enumerate().collect();
        let pieces: Vec<Piece<(&str, &SuitePosition)>> = self
            .players
            .iter()
            .flat_map(|player| {
                numbered.iter().map(move |(index, position)| {
                    (format!("{player} on {index}"), (player.as_str(), *position))
                })
            })
            .collect();
        let is_complete = lab.work(NAME, &mut notebook, &pieces, |(player, position)| {
            self.ask(player, position, lab.seed, &lab.interruption)
        })?;
        let findings = self.report(&notebook, &pieces, &file);
        Ok(Outcome { findings, is_complete })
    }

    fn ask(
        &self,
        player: &str,
        asked: &SuitePosition,
        seed: u64,
        interruption: &Interruption,
    ) -> Result<Option<Answer>, LabError> {
        let mut thinker = Thinker::new(player, seed)?;
        let game = Game::from_position(asked.position);
        let request = Request { analysis: true, ..Request::from(Limits::move_time(self.time)) };
        // Since when the best line so far begins with a solution.
        let mut since: Option<Duration> = None;
        let mut observer = |progress: &Progress| {
            let Some(&mv) = progress.line.first() else { return };
            if progress.line_index != 0 {
                return;
            }
            since = match asked.is_solved_by(mv) {
                true => since.or(Some(progress.time.unwrap_or_default())),
                false => None,
            };
        };
        let thought = thinker.think(&game, &request, interruption, &mut observer)?;
        Ok(thought.map(|thought| {
            let is_solved = asked.is_solved_by(thought.decision.best);
            let solution = is_solved.then(|| since.unwrap_or(thought.elapsed).as_secs_f64());
            Answer {
                player: player.to_owned(),
                position: asked.id.clone(),
                played: asked.position.to_san(thought.decision.best),
                is_solved,
                solution,
                seconds: thought.elapsed.as_secs_f64(),
                nodes: thought.decision.nodes,
            }
        }))
    }

    fn report(
        &self,
        notebook: &Notebook<Answer>,
        pieces: &[Piece<(&str, &SuitePosition)>],
        file: &str,
    ) -> Findings {
        let mut findings = Findings::new(NAME, &format!("Who solves {file}"));
        findings.text(format!(
            "{} positions, at most {} s each. The time to a solution is that after which the player's move was \
             right and stayed so.",
            pieces.len() / self.players.len().max(1),
            self.time.as_secs_f64()
        ));
        let mut table = DataTable::new(
            "solved",
            &[
                "player",
                "asked",
                "solved",
                "%",
                "mean s to solution",
                "median s to solution",
                "mean nodes",
            ],
        );
        let mut plot = BarPlot::new("Positions solved", "%", &["solved"]);
        let mut missed = DataTable::new("missed", &["player", "position", "played"]);
        for player in &self.players {
            let answers: Vec<&Answer> = pieces
                .iter()
                .filter(|(_, (asked, _))| asked == player)
                .filter_map(|(name, _)| notebook.results().get(name))
                .collect();
            if answers.is_empty() {
                continue;
            }
            let mut times: Vec<f64> = answers.iter().filter_map(|answer| answer.solution).collect();
            times.sort_by(f64::total_cmp);
            let solved = answers.iter().filter(|answer| answer.is_solved).count();
            let share = 100.0 * solved as f64 / answers.len() as f64;
            let mean = (!times.is_empty()).then(|| times.iter().sum::<f64>() / times.len() as f64);
            let nodes: Vec<u64> = answers.iter().filter_map(|answer| answer.nodes).collect();
            let mean_nodes =
                (!nodes.is_empty()).then(|| nodes.iter().sum::<u64>() as f64 / nodes.len() as f64);
            table.row([
                player.as_str().into(),
                answers.len().into(),
                solved.into(),
                Cell::number(share, 1),
                Cell::number(mean, 4),
                Cell::number(times.get(times.len() / 2).copied(), 4),
                Cell::number(mean_nodes, 0),
            ]);
            plot.bar(player, [Some(share)]);
            for answer in answers.iter().filter(|answer| !answer.is_solved) {
                missed.row([
                    player.as_str().into(),
                    answer.position.as_str().into(),
                    answer.played.as_str().into(),
                ]);
            }
        }
        findings.table(table);
        findings.bars(plot);
        findings.data = json!({ "missed": missed.json() });
        findings
    }
}
