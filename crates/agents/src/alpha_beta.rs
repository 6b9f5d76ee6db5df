//! Everybody who thinks with the search of this program.

use std::sync::Arc;
use std::time::Duration;

use chess::{Color, Game, Position};
use eval::{Classic, Evaluator, TermSet, Terms, Trace};
use knowledge::syzygy::EndgameTables;
use search::{Engine, Report, Settings, TechniqueSet, Techniques, Tournament, Verdict};

use crate::catalogue::Recipe;
use crate::own_limits::{OwnLimits, lower};
use crate::{
    Agent, AgentError, Candidate, Control, Decision, Explanation, Limits, Observer, Progress,
    Score, TreeSummary, Wdl,
};

/// The share of the clock that a player of fixed depth may use for a move.
const LARGEST_SHARE: u32 = 5;

/// A search with its evaluation and techniques.
#[derive(Clone, Debug)]
pub(crate) struct AlphaBetaRecipe {
    pub(crate) terms: TermSet,
    pub(crate) techniques: TechniqueSet,
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
        // The tournament engine pays for no switch that nobody asks for.
        if self.terms == TermSet::ALL && self.techniques == TechniqueSet::ALL {
            self.build_as(Classic::new(), Tournament)
        } else {
            self.build_as(Classic::with_terms(self.terms), self.techniques)
        }
    }

    fn is_bounded(&self) -> bool {
        self.limits.any()
    }
}

impl AlphaBetaRecipe {
    fn build_as<E, T>(
        &self,
        evaluator: Classic<E>,
        techniques: T,
    ) -> Result<Box<dyn Agent>, AgentError>
    where
        E: Terms + 'static,
        T: Techniques + 'static,
        Classic<E>: Evaluator,
    {
        let mut engine = Engine::new(evaluator, techniques, self.settings.clone())?;
        if let Some(path) = &self.syzygy {
            engine.set_tables(Some(Arc::new(EndgameTables::open_some(path)?.tables)));
        }
        Ok(Box::new(AlphaBeta {
            engine,
            terms: self.terms,
            limits: self.limits,
            fixed_depth: self.fixed_depth,
        }))
    }
}

struct AlphaBeta<E: Evaluator + Clone, T: Techniques> {
    engine: Engine<E, T>,
    terms: TermSet,
    limits: OwnLimits,
    fixed_depth: bool,
}

impl<E: Evaluator + Clone, T: Techniques> AlphaBeta<E, T> {
    fn limits(&self, given: &Limits, turn: Color) -> Limits {
        let mut limits = self.limits.narrow(given);
        if self.fixed_depth
            && let Some(clock) = limits.clocks[turn].take()
        {
            let share = clock.left / LARGEST_SHARE + clock.increment.mul_f64(0.8);
            let usable = clock.left.saturating_sub(self.engine.settings().move_overhead);
            let time = share.min(usable).max(Duration::from_millis(1));
            limits.move_time = lower(limits.move_time, Some(time));
        }
        limits
    }

    fn think(
        &mut self,
        game: &Game,
        limits: &Limits,
        control: &Control,
        observer: &mut dyn Observer,
    ) -> Result<Verdict, AgentError> {
        let position = *game.position();
        if !position.has_legal_moves() {
            return Err(AgentError::NothingToPlay(Box::new(position)));
        }
        let limits = self.limits(limits, game.turn());
        let listens = observer.listens();
        let mut tell = |report: Report| {
            if listens {
                observer.progress(&progress(report, &position));
            }
        };
        Ok(self.engine.search(game, &limits, control.search(), &mut tell))
    }
}

impl<E: Evaluator + Clone, T: Techniques> Agent for AlphaBeta<E, T> {
    fn new_game(&mut self, _seed: u64) -> Result<(), AgentError> {
        self.engine.new_game();
        Ok(())
    }

    fn decide(
        &mut self,
        game: &Game,
        limits: &Limits,
        control: &Control,
        observer: &mut dyn Observer,
    ) -> Result<Decision, AgentError> {
        let verdict = self.think(game, limits, control, observer)?;
        let position = game.position();
        let best = verdict.best.ok_or_else(|| AgentError::NothingToPlay(Box::new(*position)))?;
        let line = verdict.lines.first().map(|line| line.moves.clone());
        Ok(Decision {
            best,
            score: Some(verdict.score()),
            wdl: Some(Wdl::new(verdict.value(), position)),
            depth: u32::try_from(verdict.depth).ok(),
            nodes: Some(verdict.statistics.nodes),
            line: line.filter(|line| line.first() == Some(&best)).unwrap_or_else(|| vec![best]),
            from_book: false,
        })
    }

    fn explain(
        &mut self,
        game: &Game,
        limits: &Limits,
        candidates: usize,
        control: &Control,
    ) -> Result<Explanation, AgentError> {
        let usual = self.engine.settings().clone();
        self.engine.configure(Settings { multi_pv: candidates.max(1), ..usual.clone() })?;
        let verdict = self.think(game, limits, control, &mut crate::Silent);
        self.engine.configure(usual)?;
        Ok(explain(game, &verdict?, &self.terms))
    }
}

fn progress(report: Report, position: &Position) -> Progress {
    Progress {
        depth: u32::try_from(report.depth).ok(),
        seldepth: u32::try_from(report.seldepth).ok(),
        line_index: report.line_index,
        score: Some(Score::from_value(report.value)),
        bound: Some(report.bound),
        wdl: Some(Wdl::new(report.value, position)),
        nodes: Some(report.nodes),
        visits: None,
        time: Some(report.time),
        hashfull: u32::try_from(report.hashfull).ok(),
        line: report.line,
    }
}

fn explain(game: &Game, verdict: &Verdict, terms: &TermSet) -> Explanation {
    let position = game.position();
    let lines = verdict.lines.iter().filter(|line| !line.moves.is_empty());
    let candidates = lines.clone().map(|line| Candidate {
        score: Some(Score::from_value(line.value)),
        wdl: Some(Wdl::new(line.value, position)),
        line: line.moves.clone(),
        ..Candidate::new(line.moves[0])
    });
    let best = lines.clone().next().map_or(&[][..], |line| &line.moves);
    let end = best.iter().fold(*position, |position, &mv| position.after(mv));
    let trace = Trace::new(position, terms);
    let goal = Trace::new(&end, terms);
    let counts = &verdict.statistics;
    Explanation {
        candidates: candidates.collect(),
        words: words(game, verdict, &trace, &goal),
        trace: Some(trace),
        goal: Some(goal),
        tree: Some(TreeSummary {
            depth: u32::try_from(verdict.depth).unwrap_or(0),
            nodes: counts.nodes,
            quiescence_nodes: counts.quiescence_nodes,
            table_cuts: counts.table_cuts,
            beta_cuts: counts.beta_cuts,
            first_move_cuts: counts.first_move_cuts,
        }),
    }
}

/// The line, its worth, and the terms that it improves most.
fn words(game: &Game, verdict: &Verdict, now: &Trace, then: &Trace) -> String {
    let mut position = *game.position();
    let mut line = String::new();
    for &mv in verdict.lines.first().iter().flat_map(|line| &line.moves).take(5) {
        line.push_str(&position.to_san(mv));
        line.push(' ');
        position = position.after(mv);
    }
    let score = verdict.score();
    let sign = if game.turn().is_white() { 1 } else { -1 };
    let worth = |trace: &Trace, term| {
        let line = trace.lines.iter().find(|line| line.term == term);
        line.map_or(0, |line| {
            let middlegame = line.white.middlegame - line.black.middlegame;
            let endgame = line.white.endgame - line.black.endgame;
            sign * (middlegame * trace.phase + endgame * (24 - trace.phase)) / 24
        })
    };
    let mut gains: Vec<_> = then
        .lines
        .iter()
        .map(|line| (line.term, worth(then, line.term) - worth(now, line.term)))
        .filter(|&(_, gain)| gain > 0)
        .collect();
    gains.sort_by_key(|&(_, gain)| -gain);
    let gains: Vec<_> =
        gains.iter().take(3).map(|(term, gain)| format!("{term} +{gain}")).collect();
    let why =
        if gains.is_empty() { String::new() } else { format!("; gains {}", gains.join(", ")) };
    format!("{line}is worth {score} at depth {}{why}", verdict.depth)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use search::Technique;

    use super::*;
    use crate::{Clock, Listener, Silent, Spec};

    fn agent(text: &str) -> Box<dyn Agent> {
        text.parse::<Spec>().unwrap().build().unwrap()
    }

    #[test]
    fn it_decides_reports_and_explains() {
        let mut agent = agent("engine?hash=1");
        let game = Game::new();
        let mut depths = Vec::new();
        let mut listener = Listener(|progress: &Progress| depths.extend(progress.depth));
        let limits = Limits::depth(6);
        let decision = agent.decide(&game, &limits, &Control::new(), &mut listener).unwrap();
        assert_eq!((decision.depth, depths.last()), (Some(6), Some(&6)));
        assert_eq!(decision.line[0], decision.best);
        let explanation = agent.explain(&game, &limits, 3, &Control::new()).unwrap();
        assert_eq!(explanation.candidates.len(), 3);
        let trace = explanation.trace.unwrap();
        assert_eq!(trace.recomputed(), trace.white);
        assert!(explanation.tree.unwrap().nodes > 100);
        assert!(explanation.words.contains("at depth 6"), "{}", explanation.words);
    }

    #[test]
    fn it_stops_when_told_from_another_thread() {
        let mut agent = agent("engine?hash=1");
        let control = Control::new();
        let hand = control.clone();
        let stopper = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(50));
            hand.stop();
        });
        let game = Game::new();
        let decision = agent.decide(&game, &Limits::default(), &control, &mut Silent).unwrap();
        assert!(game.position().is_legal(decision.best));
        stopper.join().unwrap();
    }

    #[test]
    fn fixed_depth_does_not_lose_on_time() {
        let mut agent = agent("minimax?depth=40");
        let clock = Clock { left: Duration::from_millis(200), increment: Duration::ZERO };
        let mut limits = Limits::default();
        limits.clocks[Color::White] = Some(clock);
        let started = std::time::Instant::now();
        agent.decide(&Game::new(), &limits, &Control::new(), &mut Silent).unwrap();
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
            agent.decide(&game, &Limits::depth(2), &Control::new(), &mut Silent).unwrap();
        assert_eq!(position.to_san(decision.best), "Ka2");
        assert_eq!(decision.score, Some(Score::Tablebase(1)));
        assert_eq!(decision.wdl.map(|wdl| wdl.win), Some(1000));
    }

    #[test]
    fn with_everything_on_both_instances_agree() {
        let recipe = AlphaBetaRecipe {
            terms: TermSet::ALL,
            techniques: TechniqueSet::ALL,
            settings: Settings { hash: 1, ..Settings::default() },
            limits: OwnLimits::default(),
            syzygy: None,
            fixed_depth: false,
        };
        let mut fast = recipe.build().unwrap();
        let mut lab =
            recipe.build_as(Classic::with_terms(TermSet::ALL), TechniqueSet::ALL).unwrap();
        let without = AlphaBetaRecipe {
            techniques: TechniqueSet::ALL.without(Technique::NullMove),
            ..recipe
        };
        let mut other = without.build().unwrap();
        let decide = |agent: &mut Box<dyn Agent>| {
            let limits = Limits::depth(9);
            agent.decide(&Game::new(), &limits, &Control::new(), &mut Silent).unwrap().nodes
        };
        let nodes = decide(&mut fast);
        assert_eq!(nodes, decide(&mut lab));
        assert_ne!(nodes, decide(&mut other));
    }
}
