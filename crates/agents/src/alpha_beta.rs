//! Everybody who thinks with the alpha-beta search of this program.

use std::any::Any;
use std::sync::Arc;
use std::time::Duration;

use chess::{Color, Game, Position};
use eval::Trace;
use knowledge::syzygy::{EndgameTables, Problem};
use search::{Searcher, Settings, TreeRecorder, TunedTechniques};
use thinking::{Limits, Observer, Signal};

use crate::agent::Remark;
use crate::catalogue::Recipe;
use crate::evaluator_choice::EvaluatorChoice;
use crate::explain::explain;
use crate::own_limits::{OwnLimits, lower};
use crate::{Agent, AgentError, Decision, Explanation, Request, ThoughtTree};

/// The share of the clock that a player of fixed depth may use for a move.
const LARGEST_SHARE: u32 = 5;

/// So many damaged endgame tables are named; there may be hundreds.
const MOST_PROBLEMS: usize = 5;

/// A search with its evaluation and techniques.
#[derive(Clone, Debug)]
pub(crate) struct AlphaBetaRecipe {
    pub(crate) evaluator: EvaluatorChoice,
    pub(crate) techniques: TunedTechniques,
    pub(crate) settings: Settings,
    pub(crate) limits: OwnLimits,
    /// The folders of its endgame tables.
    pub(crate) syzygy: Option<String>,
    /// Does it search to its depth whatever the clock says, as long as that
    /// does not lose the game?
    pub(crate) fixed_depth: bool,
}

impl Recipe for AlphaBetaRecipe {
    fn build(&self) -> Result<Box<dyn Agent>, AgentError> {
        let evaluator = self.evaluator.load()?;
        let searcher = search::build(&evaluator, self.techniques, self.settings.clone())?;
        let mut agent =
            AlphaBeta { recipe: self.clone(), searcher, endgames: None, remarks: Vec::new() };
        agent.open_tables(self.syzygy.as_deref())?;
        Ok(Box::new(agent))
    }

    fn is_bounded(&self) -> bool {
        self.limits.any()
    }
}

struct AlphaBeta {
    recipe: AlphaBetaRecipe,
    searcher: Box<dyn Searcher>,
    endgames: Option<Arc<EndgameTables>>,
    remarks: Vec<Remark>,
}

impl AlphaBeta {
    /// Opens endgame tables in place of those that are open. Without any there,
    /// the old ones stay.
    fn open_tables(&mut self, path: Option<&str>) -> Result<(), AgentError> {
        self.endgames = match path.filter(|path| !path.is_empty()) {
            None => None,
            Some(path) => {
                let opened = EndgameTables::open_some(path)?;
                self.warn(&opened.problems);
                let (files, men) = (opened.tables.len(), opened.tables.max_men());
                let note = format!("{files} endgame tables of up to {men} men");
                self.remarks.push(Remark::Note(note));
                Some(Arc::new(opened.tables))
            }
        };
        self.searcher.set_endgame_tables(self.endgames.clone());
        Ok(())
    }

    /// Names the first few endgame tables that are of no use.
    fn warn(&mut self, problems: &[Problem]) {
        let named = problems.iter().take(MOST_PROBLEMS);
        self.remarks.extend(named.map(|problem| Remark::Warning(format!("SyzygyPath: {problem}"))));
        match problems.len().saturating_sub(MOST_PROBLEMS) {
            0 => {}
            more => self.remarks.push(Remark::Warning(format!("SyzygyPath: and {more} more"))),
        }
    }

    fn limits(&self, given: &Limits, turn: Color) -> Limits {
        let mut limits = self.recipe.limits.narrow(given);
        if self.recipe.fixed_depth
            && let Some(clock) = limits.clocks[turn].take()
        {
            let share = clock.left / LARGEST_SHARE + clock.increment.mul_f64(0.8);
            let usable = clock.left.saturating_sub(self.recipe.settings.move_overhead);
            let time = share.min(usable).max(Duration::from_millis(1));
            limits.move_time = lower(limits.move_time, Some(time));
        }
        limits
    }
}

impl Agent for AlphaBeta {
    fn new_game(&mut self, _seed: u64) -> Result<(), AgentError> {
        self.searcher.new_game();
        Ok(())
    }

    fn decide(
        &mut self,
        game: &Game,
        request: &Request,
        signal: &Signal,
        observer: &mut dyn Observer,
    ) -> Result<Decision, AgentError> {
        let nothing = || AgentError::NothingToPlay(Box::new(*game.position()));
        if !game.position().has_legal_moves() {
            return Err(nothing());
        }
        let limits = self.limits(&request.limits, game.turn());
        let multi_pv = request.candidates.max(1);
        if multi_pv != self.searcher.settings().multi_pv {
            let settings = self.searcher.settings().clone();
            self.searcher.configure(Settings { multi_pv, ..settings })?;
        }
        let mut recorder = TreeRecorder::new(request.tree_nodes);
        let verdict = if request.tree_nodes > 0 {
            self.searcher.search_recorded(game, &limits, signal, &mut recorder, observer)
        } else {
            self.searcher.search(game, &limits, signal, observer)
        };
        let best = verdict.best.ok_or_else(nothing)?;
        let line = verdict.lines.first();
        let explained = request.candidates > 0 || request.tree_nodes > 0;
        let explanation = explained.then(|| {
            let tree =
                (request.tree_nodes > 0).then(|| ThoughtTree::AlphaBeta(recorder.into_tree()));
            Box::new(Explanation { tree, ..explain(game, &verdict, &*self.searcher) })
        });
        Ok(Decision {
            best,
            score: Some(verdict.score()),
            chances: line.map(|line| line.chances),
            depth: u32::try_from(verdict.depth).ok(),
            nodes: Some(verdict.statistics.nodes),
            tablebase_hits: Some(verdict.statistics.tablebase_hits),
            time: Some(verdict.time),
            line: line
                .map(|line| line.moves.clone())
                .filter(|line| line.first() == Some(&best))
                .unwrap_or_else(|| vec![best]),
            from_book: false,
            stopped: verdict.stopped,
            explanation,
        })
    }

    fn adopt(&mut self, recipe: &dyn Recipe) -> Result<bool, AgentError> {
        let Some(recipe) = (recipe as &dyn Any).downcast_ref::<AlphaBetaRecipe>() else {
            return Ok(false);
        };
        let old = &self.recipe;
        if recipe.evaluator != old.evaluator || recipe.techniques != old.techniques {
            return Ok(false);
        }
        if recipe.settings != old.settings {
            let multi_pv = self.searcher.settings().multi_pv;
            self.searcher.configure(Settings { multi_pv, ..recipe.settings.clone() })?;
        }
        if recipe.syzygy != self.recipe.syzygy {
            self.open_tables(recipe.syzygy.as_deref())?;
        }
        self.recipe = recipe.clone();
        Ok(true)
    }

    fn trace(&self, position: &Position) -> Option<Trace> {
        Some(self.searcher.trace(position))
    }

    fn take_remarks(&mut self) -> Vec<Remark> {
        if let Some(tables) = &self.endgames {
            let problems = tables.take_problems();
            self.warn(&problems);
        }
        std::mem::take(&mut self.remarks)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use eval::{EvaluatorSpec, TermSet};
    use search::{Engine, Technique, TechniqueSet};
    use thinking::{Clock, Progress, Score, Silent};

    use super::*;
    use crate::Spec;

    fn agent(text: &str) -> Box<dyn Agent> {
        text.parse::<Spec>().unwrap().build().unwrap()
    }

    #[test]
    fn it_decides_reports_and_explains() {
        let mut agent = agent("engine?hash=1");
        let game = Game::new();
        let mut depths = Vec::new();
        let mut listener = |progress: &Progress| depths.extend(progress.depth);
        let request = Request::explained(Limits::depth(6), 3);
        let decision = agent.decide(&game, &request, &Signal::new(), &mut listener).unwrap();
        assert_eq!((decision.depth, depths.last()), (Some(6), Some(&6)));
        assert_eq!(decision.line[0], decision.best);
        assert!(!decision.stopped);
        let json = serde_json::to_value(&decision).unwrap();
        assert_eq!(json["best"], serde_json::to_value(decision.best).unwrap());
        let explanation = decision.explanation.unwrap();
        assert_eq!(explanation.candidates.len(), 3);
        let trace = explanation.trace.unwrap();
        assert_eq!(trace.recomputed(), trace.white);
        assert!(explanation.summary.unwrap().nodes > 100);
        assert!(explanation.words.contains("at depth 6"), "{}", explanation.words);
    }

    #[test]
    fn the_tree_of_the_search_can_be_had() {
        let mut agent = agent("minimax?depth=3");
        let request = Request { tree_nodes: 500, ..Request::default() };
        let decision = agent.decide(&Game::new(), &request, &Signal::new(), &mut Silent).unwrap();
        let explanation = decision.explanation.unwrap();
        let json = serde_json::to_value(&explanation).unwrap();
        assert_eq!(json["tree"]["kind"], "alpha_beta");
        let Some(ThoughtTree::AlphaBeta(tree)) = explanation.tree else { panic!("no tree") };
        assert!(tree.finished && tree.depth == 3);
        assert!((20..=500).contains(&tree.nodes.len()), "{}", tree.nodes.len());
    }

    #[test]
    fn it_stops_when_told_from_another_thread() {
        let mut agent = agent("engine?hash=1");
        let signal = Signal::new();
        let hand = signal.clone();
        let stopper = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(50));
            hand.stop();
        });
        let game = Game::new();
        let decision = agent.decide(&game, &Request::default(), &signal, &mut Silent).unwrap();
        assert!(game.position().is_legal(decision.best));
        assert!(decision.stopped && decision.explanation.is_none());
        stopper.join().unwrap();
    }

    #[test]
    fn fixed_depth_does_not_lose_on_time() {
        let mut agent = agent("minimax?depth=40");
        let clock = Clock { left: Duration::from_millis(200), increment: Duration::ZERO };
        let mut limits = Limits::default();
        limits.clocks[Color::White] = Some(clock);
        let started = std::time::Instant::now();
        agent.decide(&Game::new(), &limits.into(), &Signal::new(), &mut Silent).unwrap();
        assert!(started.elapsed() < clock.left, "{:?}", started.elapsed());
    }

    #[test]
    fn endgame_tables_by_their_folders() {
        let spec: Spec = "engine?syzygy=/nowhere".parse().unwrap();
        let error = spec.build().map(drop).unwrap_err();
        assert!(error.to_string().contains("no endgame tables in '/nowhere'"), "{error}");
        assert_eq!(error.fault(), crate::Fault::Unable);

        let data = std::env::var_os("KYTHU_DATA").unwrap_or_else(|| "../shared/data".into());
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let folder = root.join(data).join("syzygy");
        if !folder.exists() {
            eprintln!("skipped: there is no {} (KYTHU_DATA names its folder)", folder.display());
            return;
        }
        let mut agent = agent(&format!("engine?hash=1&syzygy={}", folder.display()));
        let position = Position::from_fen("8/8/8/3k4/8/8/1P6/1K6 w - - 0 1").unwrap();
        let game = Game::from_position(position);
        let decision =
            agent.decide(&game, &Limits::depth(2).into(), &Signal::new(), &mut Silent).unwrap();
        assert_eq!(position.to_san(decision.best), "Ka2");
        assert_eq!(decision.score, Some(Score::Tablebase(1)));
        assert_eq!(decision.chances.map(|chances| chances.win), Some(1000));
    }

    #[test]
    fn with_everything_on_both_instances_agree() {
        let recipe = AlphaBetaRecipe {
            evaluator: EvaluatorSpec::default().into(),
            techniques: TechniqueSet::ALL.into(),
            settings: Settings { hash: 1, ..Settings::default() },
            limits: OwnLimits::default(),
            syzygy: None,
            fixed_depth: false,
        };
        let mut fast = recipe.build().unwrap();
        let lab = EvaluatorSpec::Classic(TermSet::ALL).build();
        let mut lab = Engine::new(lab, TechniqueSet::ALL, recipe.settings.clone()).unwrap();
        let without = AlphaBetaRecipe {
            techniques: TechniqueSet::ALL.without(Technique::NullMove).into(),
            ..recipe
        };
        let mut other = without.build().unwrap();
        let decide = |agent: &mut Box<dyn Agent>| {
            let limits = Limits::depth(9);
            agent.decide(&Game::new(), &limits.into(), &Signal::new(), &mut Silent).unwrap().nodes
        };
        let mut tuned = agent("engine?eval=classic&hash=1&rfpmargin=70");
        let nodes = decide(&mut fast);
        let verdict = lab.search(&Game::new(), &Limits::depth(9), &Signal::new(), &mut Silent);
        assert_eq!(nodes, Some(verdict.statistics.nodes));
        assert_ne!(nodes, decide(&mut other));
        assert_ne!(nodes, decide(&mut tuned));
        let mut same = agent("engine?eval=classic&hash=1&rfpmargin=76");
        assert_eq!(nodes, decide(&mut same));
    }
}
