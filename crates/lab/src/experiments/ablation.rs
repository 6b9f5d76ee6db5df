//! `lab ablation`: what each technique of the search is worth.

use std::time::{Duration, Instant};

use chess::{Game, Move, Position};
use eval::EvaluatorSpec;
use search::{Settings, Technique, TechniqueSet};
use serde::{Deserialize, Serialize};
use serde_json::json;
use thinking::{Limits, Silent};

use super::motifs::motifs;
use super::positions::positions;
use super::suite::{SuitePosition, read_suite};
use crate::paper::{BarPlot, Cell, DataTable, Findings};
use crate::thinker::ran_out;
use crate::{Lab, LabError, Notebook, Outcome, Piece};

const NAME: &str = "ablation";

/// How deep to search.
#[derive(Clone, Debug)]
pub struct AblationOptions {
    /// Plies with one technique off.
    pub depth: u32,
    /// Plies with one technique alone on: fewer, since little is pruned there.
    pub alone_depth: u32,
    /// Only these techniques; all if empty.
    pub only: Vec<Technique>,
    /// How many positions to search; all if more than there are.
    pub positions: usize,
    /// A suite to be solved; our own positions by motif if none.
    pub suite: Option<std::path::PathBuf>,
    /// Most time for a position; such a search is counted as broken off.
    pub limit: Duration,
}

impl Default for AblationOptions {
    fn default() -> AblationOptions {
        AblationOptions {
            depth: 10,
            alone_depth: 5,
            only: Vec::new(),
            positions: usize::MAX,
            suite: None,
            limit: Duration::from_secs(60),
        }
    }
}

/// Which techniques are on.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Variant {
    All,
    Without(Technique),
    /// Nothing.
    Minimax,
    AlphaBeta,
    /// With nothing else but alpha-beta, without which most do nothing.
    Alone(Technique),
}

/// Sums over all positions.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Measured {
    nodes: u64,
    seconds: f64,
    beta_cuts: u64,
    first_move_cuts: u64,
    /// The mean of the logarithms of nodes.
    log_nodes: f64,
    /// Searches that reached the limit of time.
    broken_off: u32,
    solved: u32,
    asked: u32,
}

impl Variant {
    fn techniques(self) -> TechniqueSet {
        let window = TechniqueSet::MINIMAX.with(Technique::AlphaBeta);
        match self {
            Variant::All => TechniqueSet::ALL,
            Variant::Without(technique) => TechniqueSet::ALL.without(technique),
            Variant::Minimax => TechniqueSet::MINIMAX,
            Variant::AlphaBeta => window,
            Variant::Alone(technique) => window.with(technique),
        }
    }

    fn is_full(self) -> bool {
        matches!(self, Variant::All | Variant::Without(_))
    }

    fn name(self) -> String {
        match self {
            Variant::All => "everything on".to_owned(),
            Variant::Without(technique) => format!("without {technique}"),
            Variant::Minimax => "plain minimax".to_owned(),
            Variant::AlphaBeta => "alpha-beta alone".to_owned(),
            Variant::Alone(technique) => format!("alpha-beta and {technique}"),
        }
    }

    fn label(self) -> &'static str {
        match self {
            Variant::All | Variant::Minimax => "",
            Variant::AlphaBeta => Technique::AlphaBeta.label(),
            Variant::Without(technique) | Variant::Alone(technique) => technique.label(),
        }
    }
}

impl AblationOptions {
    fn variants(&self) -> Vec<Variant> {
        let techniques: Vec<Technique> =
            if self.only.is_empty() { Technique::ALL.to_vec() } else { self.only.clone() };
        let off = techniques.iter().map(|&technique| Variant::Without(technique));
        let alone = techniques.iter().filter(|&&technique| technique != Technique::AlphaBeta);
        let alone = alone.map(|&technique| Variant::Alone(technique));
        let full = [Variant::All].into_iter().chain(off);
        full.chain([Variant::Minimax, Variant::AlphaBeta]).chain(alone).collect()
    }

    fn depth_of(&self, variant: Variant) -> u32 {
        if variant.is_full() { self.depth } else { self.alone_depth }
    }

    fn suite(&self) -> Result<Vec<(Position, Vec<Move>)>, LabError> {
        let Some(path) = &self.suite else {
            let solved = motifs().iter().map(|motif| (motif.position, motif.solutions.clone()));
            return Ok(solved.collect());
        };
        // Moves to avoid are everything but the moves to play.
        let answers = |asked: SuitePosition| {
            let moves = asked.position.legal_moves();
            let right = moves.into_iter().filter(|&mv| asked.is_solved_by(mv)).collect();
            (asked.position, right)
        };
        Ok(read_suite(path)?.into_iter().map(answers).collect())
    }

    /// Makes the experiment.
    pub fn run(&self, lab: &Lab<'_>) -> Result<Outcome, LabError> {
        let mut searched = positions();
        searched.truncate(self.positions);
        let mut asked = self.suite()?;
        asked.truncate(self.positions);
        let setup = json!({
            "depth": self.depth, "alone_depth": self.alone_depth, "limit": self.limit,
            "positions": searched.len(), "suite": asked.len(),
        });
        let mut notebook = Notebook::open(&lab.folder, NAME, &setup)?;
        let pieces: Vec<Piece<Variant>> =
            self.variants().into_iter().map(|variant| (variant.name(), variant)).collect();
        let is_complete = lab.work(NAME, &mut notebook, &pieces, |&variant| {
            self.measure(lab, variant, &searched, &asked)
        })?;
        Ok(Outcome { findings: self.report(&notebook, searched.len(), asked.len()), is_complete })
    }

    fn measure(
        &self,
        lab: &Lab<'_>,
        variant: Variant,
        searched: &[Position],
        asked: &[(Position, Vec<Move>)],
    ) -> Result<Option<Measured>, LabError> {
        let evaluator = EvaluatorSpec::default();
        let mut engine = search::build(&evaluator, variant.techniques(), Settings::default())?;
        let limits =
            Limits { move_time: Some(self.limit), ..Limits::depth(self.depth_of(variant)) };
        let mut measured = Measured::default();
        for position in searched {
            engine.new_game();
            let (game, start) = (Game::from_position(*position), Instant::now());
            let verdict = engine.search(&game, &limits, lab.interruption.signal(), &mut Silent);
            let elapsed = start.elapsed();
            if lab.interruption.is_stopped() {
                return Ok(None);
            }
            measured.broken_off += u32::from(ran_out(elapsed, self.limit));
            measured.seconds += elapsed.as_secs_f64();
            measured.nodes += verdict.statistics.nodes;
            measured.log_nodes +=
                (verdict.statistics.nodes.max(1) as f64).ln() / searched.len() as f64;
            measured.beta_cuts += verdict.statistics.beta_cuts;
            measured.first_move_cuts += verdict.statistics.first_move_cuts;
        }
        for (position, solutions) in asked {
            engine.new_game();
            let game = Game::from_position(*position);
            let verdict = engine.search(&game, &limits, lab.interruption.signal(), &mut Silent);
            if lab.interruption.is_stopped() {
                return Ok(None);
            }
            measured.asked += 1;
            measured.solved += u32::from(verdict.best.is_some_and(|mv| solutions.contains(&mv)));
        }
        Ok(Some(measured))
    }

    fn report(&self, notebook: &Notebook<Measured>, searched: usize, asked: usize) -> Findings {
        let mut findings = Findings::new(NAME, "What each technique of the search is worth");
        findings.text(format!(
            "{searched} positions out of games, each searched by an engine that knows nothing of the others, with the \
             hand-written evaluation, and a suite of {asked} positions to be solved. First with everything on but one technique, to depth {}; \
             then with alpha-beta and one technique alone, to depth {}. The effective branching factor is the \
             geometric mean of nodes to the power of 1/depth. A technique that prunes unsoundly saves nodes and \
             may miss solutions at the same depth: what it is worth in strength, matches say. Searches that took \
             {} s were broken off, and the nodes of such rows are too few.",
            self.depth, self.alone_depth, self.limit.as_secs()
        ));
        for (name, is_full, reference) in [
            ("one technique off", true, Variant::All),
            ("one technique alone", false, Variant::AlphaBeta),
        ] {
            let Some(base) = notebook.results().get(&reference.name()) else { continue };
            let mut table = DataTable::new(
                name,
                &[
                    "techniques",
                    "technique",
                    "nodes",
                    "nodes / reference",
                    "s",
                    "first-move cut-offs %",
                    "branching factor",
                    "solved",
                    "broken off",
                ],
            );
            let title = format!("Nodes with {name}");
            let mut plot = BarPlot::new(&title, "change of log2(nodes)", &["nodes"]);
            for variant in
                self.variants().into_iter().filter(|variant| variant.is_full() == is_full)
            {
                let Some(found) = notebook.results().get(&variant.name()) else { continue };
                let depth = f64::from(self.depth_of(variant));
                let ratio = (found.log_nodes - base.log_nodes).exp();
                let cuts = (found.beta_cuts > 0)
                    .then(|| 100.0 * found.first_move_cuts as f64 / found.beta_cuts as f64);
                table.row([
                    variant.name().into(),
                    variant.label().into(),
                    found.nodes.into(),
                    Cell::number(ratio, 2),
                    Cell::number(found.seconds, 2),
                    Cell::number(cuts, 1),
                    Cell::number((found.log_nodes / depth).exp(), 2),
                    format!("{}/{}", found.solved, found.asked).into(),
                    found.broken_off.into(),
                ]);
                if variant != reference {
                    plot.bar(&variant.name(), [Some(ratio.log2())]);
                }
            }
            findings.table(table);
            findings.bars(plot);
        }
        findings
    }
}
