//! `lab sees`: what each depth sees.

use std::collections::BTreeMap;
use std::time::Duration;

use agents::Request;
use chess::Game;
use serde::{Deserialize, Serialize};
use serde_json::json;
use thinking::{Limits, Silent};

use super::motifs::{Motif, motifs};
use crate::origins::SEEN;
use crate::paper::{Cell, DataTable, Findings, LinePlot};
use crate::thinker::{Thinker, with_option};
use crate::{Lab, LabError, Notebook, Outcome, Piece};

const NAME: &str = "sees";

/// Who looks, and how far.
#[derive(Clone, Debug)]
pub struct SeesOptions {
    /// Players that know the option `depth`.
    pub players: Vec<String>,
    /// Plies.
    pub depths: Vec<u32>,
    /// Players that are asked as they are.
    pub others: Vec<String>,
    /// Most time for a position.
    pub limit: Duration,
}

impl Default for SeesOptions {
    fn default() -> SeesOptions {
        let specs = |specs: &[&str]| specs.iter().map(|&spec| spec.to_owned()).collect();
        let others = crate::players::understood(&[
            "random",
            "origin?system=negamax",
            "mcts?level=easy",
            "mcts?level=medium",
            "mcts?level=hard",
            "mlp",
        ]);
        SeesOptions {
            players: specs(&[
                "origin?system=pychess",
                "origin?system=tapered",
                "minimax",
                "engine",
            ]),
            depths: vec![1, 2, 3, 4, 5, 6],
            others: specs(&others),
            limit: Duration::from_secs(60),
        }
    }
}

/// One player on one position.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Look {
    player: String,
    position: String,
    is_solved: bool,
    played: String,
    seconds: f64,
}

impl SeesOptions {
    fn specs(&self) -> Vec<String> {
        let deep = self.players.iter().flat_map(|player| {
            self.depths.iter().map(move |depth| with_option(player, &format!("depth={depth}")))
        });
        deep.chain(self.others.iter().cloned()).collect()
    }

    /// Makes the experiment.
    pub fn run(&self, lab: &Lab<'_>) -> Result<Outcome, LabError> {
        let setup = json!({ "limit": self.limit, "seed": lab.seed });
        let mut notebook = Notebook::open(&lab.folder, NAME, &setup)?;
        let pieces: Vec<Piece<(String, &Motif)>> = self
            .specs()
            .into_iter()
            .flat_map(|spec| {
                motifs()
                    .iter()
                    .map(move |motif| (format!("{spec} on {}", motif.id), (spec.clone(), motif)))
            })
            .collect();
        let request = Request::from(Limits::move_time(self.limit));
        let is_complete = lab.work(NAME, &mut notebook, &pieces, |(spec, motif)| {
            let mut thinker = Thinker::new(spec, lab.seed)?;
            let game = Game::from_position(motif.position);
            let thought = thinker.think(&game, &request, &lab.interruption, &mut Silent)?;
            Ok(thought.map(|thought| Look {
                player: spec.clone(),
                position: motif.id.clone(),
                is_solved: motif.solutions.contains(&thought.decision.best),
                played: motif.position.to_san(thought.decision.best),
                seconds: thought.elapsed.as_secs_f64(),
            }))
        })?;
        Ok(Outcome { findings: self.report(&notebook), is_complete })
    }

    fn report(&self, notebook: &Notebook<Look>) -> Findings {
        let mut findings = Findings::new(NAME, "What each depth sees");
        let seen = SEEN.map(|(depth, what)| format!("at {depth} {what}")).join(", ");
        findings.text(format!(
            "{} positions by motif and grade, from a single threat (1) to a long combination (4): how many of \
             them each player solves. The first origin's report says what depths see: {seen}.",
            motifs().len()
        ));
        let looks: BTreeMap<(&str, &str), &Look> = notebook
            .results()
            .values()
            .map(|look| ((look.player.as_str(), look.position.as_str()), look))
            .collect();
        let solved = |spec: &str, is_asked: &dyn Fn(&Motif) -> bool| -> (u64, u64) {
            let asked = motifs().iter().filter(|motif| is_asked(motif));
            asked.fold((0, 0), |(solved, all), motif| {
                let look = looks.get(&(spec, motif.id.as_str()));
                (solved + u64::from(look.is_some_and(|look| look.is_solved)), all + 1)
            })
        };
        let share = |(solved, all): (u64, u64)| format!("{solved}/{all}");

        let mut grades = DataTable::new(
            "solved by grade",
            &["player", "grade 1", "grade 2", "grade 3", "grade 4", "all"],
        );
        for spec in self.specs() {
            let mut row: Vec<Cell> = vec![spec.as_str().into()];
            for grade in 1..=4 {
                row.push(share(solved(&spec, &|motif| motif.grade == grade)).into());
            }
            row.push(share(solved(&spec, &|_| true)).into());
            grades.row(row);
        }
        findings.table(grades);
        let mut plot = LinePlot::new("Positions solved by depth", "depth in plies", "% solved");
        for player in &self.players {
            let points = self.depths.iter().map(|&depth| {
                let (solved, all) =
                    solved(&with_option(player, &format!("depth={depth}")), &|_| true);
                (f64::from(depth), 100.0 * solved as f64 / all as f64)
            });
            plot.curve(player, points);
        }
        findings.lines(plot);

        findings
            .text("The lowest depth from which on each position is solved at every depth tried:");
        let mut columns = vec!["position", "motif", "grade", "solution"];
        columns.extend(self.players.iter().map(String::as_str));
        let mut each = DataTable::new("from which depth", &columns);
        for motif in motifs() {
            let solutions: Vec<String> =
                motif.solutions.iter().map(|&mv| motif.position.to_san(mv)).collect();
            let mut row: Vec<Cell> = vec![
                motif.id.as_str().into(),
                motif.motif.as_str().into(),
                motif.grade.into(),
                solutions.join(" ").into(),
            ];
            for player in &self.players {
                let is_solved = |depth: &&u32| {
                    let spec = with_option(player, &format!("depth={depth}"));
                    looks
                        .get(&(spec.as_str(), motif.id.as_str()))
                        .is_some_and(|look| look.is_solved)
                };
                let lowest = self.depths.iter().rev().take_while(is_solved).last();
                row.push(lowest.map_or(Cell::Empty, |&depth| depth.into()));
            }
            each.row(row);
        }
        findings.table(each);
        findings
    }
}
