//! Players who think with Monte-Carlo tree search.

use std::any::Any;
use std::sync::Arc;

use chess::{Game, Position};
use eval::Trace;
use mcts::{
    ClassicMcts, ClassicSettings, MctsTree, MctsVerdict, ModernMcts, ModernSettings, RootChild,
    origin_evaluation,
};
use thinking::{Observer, Score, Signal};

use crate::catalogue::Recipe;
use crate::chance::chance;
use crate::evaluator_choice::EvaluatorChoice;
use crate::own_limits::OwnLimits;
use crate::policy_choice::PolicyChoice;
use crate::{
    Agent, AgentError, Candidate, Decision, Explanation, Request, ThoughtTree, TreeSummary,
    UpperBound,
};

/// The modern search over an evaluator.
#[derive(Clone, Debug)]
pub(crate) struct ModernRecipe {
    pub(crate) evaluator: EvaluatorChoice,
    pub(crate) policy: PolicyChoice,
    pub(crate) settings: ModernSettings,
    pub(crate) limits: OwnLimits,
    pub(crate) seed: u64,
}

impl Recipe for ModernRecipe {
    fn build(&self) -> Result<Box<dyn Agent>, AgentError> {
        let evaluator = Arc::new(self.evaluator.load()?.build());
        let policy = self.policy.load()?;
        let search = ModernMcts::with_policy(evaluator, policy, self.settings.clone())?;
        Ok(Box::new(Modern { recipe: self.clone(), search, game_seed: 0 }))
    }

    fn is_bounded(&self) -> bool {
        self.limits.any()
    }
}

struct Modern {
    recipe: ModernRecipe,
    search: ModernMcts,
    game_seed: u64,
}

impl Agent for Modern {
    fn new_game(&mut self, seed: u64) -> Result<(), AgentError> {
        self.game_seed = seed;
        self.search.new_game();
        Ok(())
    }

    fn decide(
        &mut self,
        game: &Game,
        request: &Request,
        signal: &Signal,
        observer: &mut dyn Observer,
    ) -> Result<Decision, AgentError> {
        let limits = self.recipe.limits.narrow(&request.limits);
        let seed = chance(self.recipe.seed, self.game_seed, game).u64(..);
        let multi_pv = request.candidates.max(1);
        if multi_pv != self.search.settings().multi_pv {
            let settings = self.search.settings().clone();
            self.search.configure(ModernSettings { multi_pv, ..settings })?;
        }
        let verdict = self.search.search(game, &limits, seed, signal, observer);
        let explain = || {
            let end = after(game, &verdict);
            Explanation {
                trace: Some(self.search.trace(game.position())),
                goal: Some(self.search.trace(&end)),
                words: words(game, &verdict, "points"),
                tree: tree(request, |limit| self.search.tree(limit)),
                ..explanation(&verdict, request.candidates)
            }
        };
        let explanation = is_explained(request).then(|| Box::new(explain()));
        decision(game, verdict, explanation)
    }

    fn adopt(&mut self, recipe: &dyn Recipe) -> Result<bool, AgentError> {
        let Some(recipe) = (recipe as &dyn Any).downcast_ref::<ModernRecipe>() else {
            return Ok(false);
        };
        let old = &self.recipe;
        if recipe.evaluator != old.evaluator || recipe.policy != old.policy {
            return Ok(false);
        }
        if recipe.settings != self.recipe.settings {
            let multi_pv = self.search.settings().multi_pv;
            self.search.configure(ModernSettings { multi_pv, ..recipe.settings.clone() })?;
        }
        self.recipe = recipe.clone();
        Ok(true)
    }

    fn trace(&self, position: &Position) -> Option<Trace> {
        Some(self.search.trace(position))
    }
}

/// The classic search.
#[derive(Clone, Debug)]
pub(crate) struct ClassicRecipe {
    pub(crate) settings: ClassicSettings,
    pub(crate) limits: OwnLimits,
    pub(crate) seed: u64,
}

impl Recipe for ClassicRecipe {
    fn build(&self) -> Result<Box<dyn Agent>, AgentError> {
        let search = ClassicMcts::new(self.settings.clone());
        Ok(Box::new(Classic { recipe: self.clone(), search, game_seed: 0 }))
    }

    fn is_bounded(&self) -> bool {
        true
    }
}

struct Classic {
    recipe: ClassicRecipe,
    search: ClassicMcts,
    game_seed: u64,
}

impl Agent for Classic {
    fn new_game(&mut self, seed: u64) -> Result<(), AgentError> {
        self.game_seed = seed;
        self.search.new_game();
        Ok(())
    }

    fn decide(
        &mut self,
        game: &Game,
        request: &Request,
        signal: &Signal,
        observer: &mut dyn Observer,
    ) -> Result<Decision, AgentError> {
        let limits = self.recipe.limits.narrow(&request.limits);
        let seed = chance(self.recipe.seed, self.game_seed, game).u64(..);
        let verdict = self.search.search(game, &limits, seed, signal, observer);
        let explain = || Explanation {
            words: format!("{}; {}", words(game, &verdict, "reward"), reasons(game.position())),
            tree: tree(request, |limit| self.search.tree(limit)),
            ..explanation(&verdict, request.candidates)
        };
        let explanation = is_explained(request).then(|| Box::new(explain()));
        decision(game, verdict, explanation)
    }
}

/// The tree, if it was asked for.
fn tree(request: &Request, view: impl FnOnce(usize) -> MctsTree) -> Option<ThoughtTree> {
    (request.tree_nodes > 0).then(|| ThoughtTree::Mcts(view(request.tree_nodes)))
}

fn is_explained(request: &Request) -> bool {
    request.candidates > 0 || request.tree_nodes > 0
}

fn decision(
    game: &Game,
    verdict: MctsVerdict,
    explanation: Option<Box<Explanation>>,
) -> Result<Decision, AgentError> {
    let nothing = || AgentError::NothingToPlay(Box::new(*game.position()));
    let best = verdict.best.ok_or_else(nothing)?;
    let line = if verdict.line.first() == Some(&best) { verdict.line } else { vec![best] };
    Ok(Decision {
        best,
        score: Some(verdict.score),
        chances: Some(verdict.chances),
        depth: Some(verdict.depth),
        nodes: Some(verdict.nodes),
        tablebase_hits: None,
        time: Some(verdict.time),
        line,
        from_book: false,
        stopped: verdict.stopped,
        explanation,
    })
}

/// Where the expected line ends.
fn after(game: &Game, verdict: &MctsVerdict) -> Position {
    verdict.line.iter().fold(*game.position(), |position, &mv| position.after(mv))
}

fn explanation(verdict: &MctsVerdict, candidates: usize) -> Explanation {
    let all: u64 = verdict.root.iter().map(|child| child.visits).sum();
    let candidate = |child: &RootChild| Candidate {
        score: Some(child.score),
        chances: Some(child.chances),
        visits: Some(child.visits),
        effort: Some(child.visits as f64 / all.max(1) as f64),
        upper_bound: Some(UpperBound {
            exploitation: child.exploitation,
            opinion: child.opinion,
            exploration: child.exploration,
            prior: child.prior,
        }),
        line: child.line.clone(),
        ..Candidate::new(child.mv)
    };
    Explanation {
        candidates: verdict.root.iter().take(candidates).map(candidate).collect(),
        summary: Some(TreeSummary {
            depth: verdict.depth,
            nodes: verdict.nodes,
            ..TreeSummary::default()
        }),
        ..Explanation::default()
    }
}

/// The line, how often it was tried, and what that was worth.
fn words(game: &Game, verdict: &MctsVerdict, unit: &str) -> String {
    let mut position = *game.position();
    let mut line = String::new();
    for &mv in verdict.line.iter().take(5) {
        line.push_str(&position.to_san(mv));
        line.push(' ');
        position = position.after(mv);
    }
    let Some(best) = verdict.root.first() else { return "there is no move".to_owned() };
    if let Score::Mate(moves) = verdict.score
        && moves > 0
    {
        return format!("{line}is mate in {moves}, proven after {} iterations", verdict.nodes);
    }
    let RootChild { visits, value, opinion, exploitation, exploration, .. } = best;
    let mut words = format!(
        "{line}was tried {visits} of {} times: {value:.3} {unit} on average",
        verdict.visits
    );
    if let Some(opinion) = opinion {
        words.push_str(&format!(", alpha-beta says {opinion:.3}, together {exploitation:.3}"));
    }
    words.push_str(&format!(", exploration adds {exploration:.3}"));
    if verdict.leaf_nodes > 0 {
        words.push_str(&format!("; leaves and alpha-beta took {} nodes", verdict.leaf_nodes));
    }
    words
}

/// What the origin's evaluation sees in a position, for White.
fn reasons(position: &Position) -> String {
    let evaluation = origin_evaluation(position);
    format!(
        "now for White: material {:+.1}, advance {:+.1}, check {:+.0}, mobility {:+.2}",
        evaluation.material, evaluation.advance, evaluation.check, evaluation.mobility
    )
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use thinking::{Limits, Silent};

    use super::*;
    use crate::Spec;

    fn decide(text: &str, game: &Game, request: &Request) -> Decision {
        let mut agent = text.parse::<Spec>().unwrap().build().unwrap();
        agent.new_game(1).unwrap();
        agent.decide(game, request, &Signal::new(), &mut Silent).unwrap()
    }

    #[test]
    fn both_searches_decide_and_explain() {
        let game = Game::new();
        let request = Request::explained(Limits::nodes(300), 3);
        for text in
            ["mcts?memory=4&leafdepth=2", "mcts?level=medium", "mcts?level=easy&rollout=smart"]
        {
            let decision = decide(text, &game, &request);
            assert!(game.position().is_legal(decision.best), "{text}");
            let explanation = decision.explanation.unwrap();
            assert_eq!(explanation.candidates.len(), 3, "{text}");
            assert_eq!(explanation.candidates[0].mv, decision.best);
            assert!(explanation.candidates[0].visits.unwrap() > 0);
            assert!(explanation.words.contains("was tried"), "{}", explanation.words);
        }
    }

    #[test]
    fn the_same_game_gets_the_same_answer() {
        let request = Request::from(Limits::nodes(400));
        let twice = ["mcts?memory=4&leafdepth=2&noise=0.3", "mcts?memory=4&leafdepth=2&noise=0.3"]
            .map(|text| decide(text, &Game::new(), &request));
        assert_eq!(twice[0].best, twice[1].best);
        assert_eq!(twice[0].nodes, Some(400));
    }

    #[test]
    fn options_belong_to_one_of_them() {
        let error = |text: &str| text.parse::<Spec>().unwrap_err().to_string();
        assert!(error("mcts?rollout=random").contains("with level"));
        assert!(error("mcts?level=easy&cpuct=1").contains("without level"));
        assert!(error("mcts?level=harder").contains("easy | medium | hard"));
        let bounded = |text: &str| text.parse::<Spec>().unwrap().is_bounded();
        assert!(bounded("mcts?level=easy") && bounded("mcts?nodes=5") && !bounded("mcts"));
    }

    #[test]
    fn trees_and_formulas_are_explained() {
        for spec in ["mcts?nodes=300&memory=8&leafdepth=2", "mcts?level=easy"] {
            let mut agent = spec.parse::<Spec>().unwrap().build().unwrap();
            let request = Request { candidates: 5, tree_nodes: 40, ..Request::default() };
            let game = Game::new();
            let decision = agent.decide(&game, &request, &Signal::new(), &mut Silent).unwrap();
            let why = decision.explanation.unwrap();
            assert_eq!(why.candidates.len(), 5, "{spec}");
            assert!(why.candidates.iter().all(|candidate| candidate.upper_bound.is_some()));
            let json = serde_json::to_value(&why).unwrap();
            assert_eq!(json["tree"]["kind"], "mcts");
            let Some(ThoughtTree::Mcts(tree)) = why.tree else { panic!("{spec} has no tree") };
            assert!((2..=40).contains(&tree.nodes.len()), "{spec}: {}", tree.nodes.len());
        }
    }

    #[test]
    fn settings_change_without_losing_the_tree() {
        let mut agent = "mcts?memory=4&leafdepth=2".parse::<Spec>().unwrap().build().unwrap();
        let request = Request::explained(Limits::nodes(200), 1);
        let game = Game::new();
        agent.decide(&game, &request, &Signal::new(), &mut Silent).unwrap();
        let other: Spec = "mcts?memory=4&leafdepth=2&cpuct=0.5".parse().unwrap();
        assert!(agent.adopt(other.recipe()).unwrap());
        let again = agent.decide(&game, &request, &Signal::new(), &mut Silent).unwrap();
        assert!(again.explanation.unwrap().words.contains("of 400 times"));
    }
}
