//! `lab agents`: everybody on one position.

use std::collections::HashMap;
use std::time::Duration;

use agents::Request;
use chess::{Game, Position};
use serde::{Deserialize, Serialize};
use serde_json::json;
use thinking::{Limits, Silent};

use crate::paper::{BarPlot, Cell, DataTable, Findings};
use crate::thinker::Thinker;
use crate::{Lab, LabError, NamedPlayer, Notebook, Outcome, Piece, named_players};

const NAME: &str = "agents";
/// Moves of a line that are shown.
const LINE: usize = 8;

/// Who is asked about what.
#[derive(Clone, Debug)]
pub struct ComparisonOptions {
    /// The position.
    pub position: Position,
    /// Who is asked; everybody who has a name if empty.
    pub players: Vec<String>,
    /// Time for whoever does not limit itself.
    pub time: Duration,
}

/// What one player thinks.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Opinion {
    played: String,
    /// Expected points of the side to move in percent.
    chance: Option<f64>,
    score: Option<String>,
    depth: Option<u32>,
    nodes: Option<u64>,
    seconds: f64,
    line: String,
}

impl ComparisonOptions {
    /// Makes the experiment.
    pub fn run(&self, lab: &Lab<'_>) -> Result<Outcome, LabError> {
        if !self.position.has_legal_moves() {
            return Err(LabError::Request("there is no legal move in this position".to_owned()));
        }
        let players: Vec<NamedPlayer> = if self.players.is_empty() {
            named_players()?
        } else {
            self.players.iter().map(|spec| NamedPlayer::new(spec)).collect::<Result<_, _>>()?
        };
        let fen = self.position.fen().to_string();
        let setup = json!({ "fen": fen, "time": self.time, "seed": lab.seed });
        let mut notebook = Notebook::open(&lab.folder, NAME, &setup)?;
        let pieces: Vec<Piece<&NamedPlayer>> =
            players.iter().map(|player| (player.spec.clone(), player)).collect();
        let is_complete = lab.work(NAME, &mut notebook, &pieces, |player| self.ask(lab, player))?;
        Ok(Outcome { findings: self.report(&notebook, &players, &fen), is_complete })
    }

    fn ask(&self, lab: &Lab<'_>, player: &NamedPlayer) -> Result<Option<Opinion>, LabError> {
        let mut thinker = Thinker::new(&player.spec, lab.seed)?;
        let game = Game::from_position(self.position);
        let request = Request { analysis: true, ..Request::from(Limits::move_time(self.time)) };
        let thought = thinker.think(&game, &request, &lab.interruption, &mut Silent)?;
        Ok(thought.map(|thought| {
            let decision = thought.decision;
            let mut at = self.position;
            let mut line = Vec::new();
            for &mv in decision.line.iter().take(LINE) {
                line.push(at.to_san(mv));
                at = at.after(mv);
            }
            Opinion {
                played: self.position.to_san(decision.best),
                chance: decision.chances.map(|chances| 100.0 * chances.expectation()),
                score: decision.score.map(|score| score.to_string()),
                depth: decision.depth,
                nodes: decision.nodes,
                seconds: thought.elapsed.as_secs_f64(),
                line: line.join(" "),
            }
        }))
    }

    fn report(&self, notebook: &Notebook<Opinion>, players: &[NamedPlayer], fen: &str) -> Findings {
        let mut findings = Findings::new(NAME, "Everybody on one position");
        let turn = if self.position.turn().is_white() { "White" } else { "Black" };
        let opinions: Vec<(&NamedPlayer, &Opinion)> = players
            .iter()
            .filter_map(|player| Some((player, notebook.results().get(&player.spec)?)))
            .collect();
        let mut votes: HashMap<&str, usize> = HashMap::new();
        for (_, opinion) in &opinions {
            *votes.entry(&opinion.played).or_default() += 1;
        }
        findings.text(format!(
            "`{fen}`, {turn} to move; whoever does not limit itself has {} s. Chance is the expected score of the \
             side to move. Agreement is the share of the other players that want the same move.",
            self.time.as_secs_f64()
        ));
        let mut table = DataTable::new(
            "opinions",
            &["player", "move", "chance %", "score", "depth", "nodes", "s", "agreement %", "line"],
        );
        for (player, opinion) in &opinions {
            let others = opinions.len() - 1;
            let same = votes[opinion.played.as_str()] - 1;
            table.row([
                player.name.as_str().into(),
                opinion.played.as_str().into(),
                Cell::number(opinion.chance, 1),
                opinion.score.as_deref().map_or(Cell::Empty, Cell::from),
                opinion.depth.map_or(Cell::Empty, Cell::from),
                opinion.nodes.map_or(Cell::Empty, Cell::from),
                Cell::number(opinion.seconds, 4),
                Cell::number((others > 0).then(|| 100.0 * same as f64 / others as f64), 0),
                opinion.line.as_str().into(),
            ]);
        }
        findings.table(table);
        let mut plot = BarPlot::new("Who wants which move", "players", &["players"]);
        let mut moves: Vec<(&str, usize)> = votes.into_iter().collect();
        moves.sort_by(|one, other| other.1.cmp(&one.1).then(one.0.cmp(other.0)));
        for (mv, count) in moves {
            plot.bar(mv, [Some(count as f64)]);
        }
        findings.bars(plot);
        findings
    }
}
