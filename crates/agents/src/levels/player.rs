//! `engine?elo=1200`: a player of some skill, over any agent that can weigh
//! several moves.

use std::any::Any;

use chess::{Color, Game, Position, Role};
use eval::Trace;
use thinking::{Limits, Observer, Progress, Signal};

use super::params::{MATING_NODES, OPENING_CANDIDATES, OPENING_PLIES};
use super::perception::{Weighed, seems_best};
use super::skill::Skill;
use crate::agent::Remark;
use crate::catalogue::Recipe;
use crate::chance::chance;
use crate::own_limits::lower;
use crate::{Agent, AgentError, Decision, Request};

/// Nodes at which even an unfinished iteration ends, in terms of the usual.
const HARD_FACTOR: u64 = 20;
/// … and at least so many, so that one iteration is finished.
const HARD_LEAST: u64 = 4_000;

/// A skill, and who thinks for it.
#[derive(Debug)]
pub(crate) struct LeveledRecipe {
    pub(crate) skill: Skill,
    pub(crate) thinker: Box<dyn Recipe>,
}

impl Recipe for LeveledRecipe {
    fn build(&self) -> Result<Box<dyn Agent>, AgentError> {
        Ok(Box::new(Leveled { skill: self.skill, game_seed: 0, thinker: self.thinker.build()? }))
    }

    fn is_bounded(&self) -> bool {
        true
    }
}

struct Leveled {
    skill: Skill,
    game_seed: u64,
    thinker: Box<dyn Agent>,
}

/// How a player is when a move is asked for.
#[derive(Copy, Clone, PartialEq, Debug)]
enum Moment {
    /// As its skill says.
    Ordinary,
    /// It plays what the first look suggests.
    Lapse,
    /// It has an elementary mate, and takes the time for it.
    Mating,
}

impl Leveled {
    fn moment(&self, game: &Game, random: &mut fastrand::Rng) -> Moment {
        let lapses = random.f64() < self.skill.lapses();
        if has_elementary_mate(game.position()) {
            Moment::Mating
        } else if lapses {
            Moment::Lapse
        } else {
            Moment::Ordinary
        }
    }

    fn limits(&self, given: &Limits, moment: Moment) -> Limits {
        let nodes = match moment {
            Moment::Ordinary => self.skill.nodes(),
            Moment::Lapse => 1,
            Moment::Mating => self.skill.nodes().max(MATING_NODES),
        };
        Limits {
            soft_nodes: lower(given.soft_nodes, Some(nodes)),
            nodes: lower(given.nodes, Some((nodes * HARD_FACTOR).max(HARD_LEAST))),
            ..given.clone()
        }
    }
}

impl Agent for Leveled {
    fn new_game(&mut self, seed: u64) -> Result<(), AgentError> {
        self.game_seed = seed;
        self.thinker.new_game(seed)
    }

    fn decide(
        &mut self,
        game: &Game,
        request: &Request,
        signal: &Signal,
        observer: &mut dyn Observer,
    ) -> Result<Decision, AgentError> {
        let mut random = chance(0, self.game_seed, game);
        let moment = self.moment(game, &mut random);
        let mating = moment == Moment::Mating;
        let candidates = whole(self.skill.candidates(), &mut random);
        let weighed = match (mating, game.moves().len() < OPENING_PLIES) {
            (true, _) => 1,
            (false, true) => candidates.max(OPENING_CANDIDATES),
            (false, false) => candidates,
        };
        let asked = request.candidates;
        let request = Request {
            limits: self.limits(&request.limits, moment),
            candidates: weighed.max(asked),
            ..request.clone()
        };
        // What the thinker thinks is not what the player will play: it weighs more
        // lines than anybody asked for, and those are not told.
        let mut quiet = Quiet { observer, lines: asked.max(1) };
        let mut decision = self.thinker.decide(game, &request, signal, &mut quiet)?;
        let Some(mut explanation) = decision.explanation.take() else { return Ok(decision) };
        let moves: Vec<Weighed> = explanation
            .candidates
            .iter()
            .filter_map(|candidate| Some(Weighed { mv: candidate.mv, score: candidate.score? }))
            .collect();
        if !mating && moves.len() > 1 {
            let chosen = moves[seems_best(game, &moves, self.skill, &mut random)].mv;
            if let Some(candidate) =
                explanation.candidates.iter().find(|candidate| candidate.mv == chosen)
            {
                decision.best = chosen;
                decision.score = candidate.score;
                decision.chances = candidate.chances;
                decision.line.clone_from(&candidate.line);
            }
        }
        let san = game.position().to_san(decision.best);
        explanation.words = format!("{san} seems best to a player of this strength");
        decision.explanation = Some(explanation).filter(|_| asked > 0);
        Ok(decision)
    }

    fn adopt(&mut self, recipe: &dyn Recipe) -> Result<bool, AgentError> {
        let Some(recipe) = (recipe as &dyn Any).downcast_ref::<LeveledRecipe>() else {
            return Ok(false);
        };
        if !self.thinker.adopt(&*recipe.thinker)? {
            return Ok(false);
        }
        self.skill = recipe.skill;
        Ok(true)
    }

    fn trace(&self, position: &Position) -> Option<Trace> {
        self.thinker.trace(position)
    }

    fn take_remarks(&mut self) -> Vec<Remark> {
        self.thinker.take_remarks()
    }
}

/// One of the whole numbers around this one, and this one on average: where a move
/// more to weigh costs a hundred points of strength, a step would be one of ratings.
fn whole(number: f64, random: &mut fastrand::Rng) -> usize {
    number as usize + usize::from(random.f64() < number.fract())
}

/// Passes on the first lines only.
struct Quiet<'a> {
    observer: &'a mut dyn Observer,
    /// How many.
    lines: usize,
}

impl Observer for Quiet<'_> {
    fn progress(&mut self, progress: &Progress) {
        if progress.line_index < self.lines {
            self.observer.progress(progress);
        }
    }

    fn listens(&self) -> bool {
        self.observer.listens()
    }
}

/// Has the opponent a bare king and the side to move a queen, a rook or more? That
/// is won by technique, which everybody has learned.
fn has_elementary_mate(position: &Position) -> bool {
    let us: Color = position.turn();
    let bare = position.by_color(!us).len() == 1;
    let has = |role| (position.by_color(us) & position.by_role(role)).any();
    bare && (has(Role::Queen) || has(Role::Rook))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::collections::HashSet;

    use thinking::Silent;

    use super::*;
    use crate::Spec;

    fn agent(text: &str) -> Box<dyn Agent> {
        text.parse::<Spec>().unwrap().build().unwrap()
    }

    fn decide(agent: &mut Box<dyn Agent>, game: &Game) -> Decision {
        agent.decide(game, &Request::default(), &Signal::new(), &mut Silent).unwrap()
    }

    #[test]
    fn games_differ_by_seed_and_repeat_by_it() {
        let mut agent = agent("engine?elo=1200&hash=1");
        let mut play = |seed| {
            agent.new_game(seed).unwrap();
            let mut game = Game::new();
            for _ in 0..16 {
                let mv = decide(&mut agent, &game).best;
                game.play(mv).unwrap();
            }
            game.moves().to_vec()
        };
        assert_eq!(play(1), play(1));
        let games: HashSet<_> = (0..20).map(play).collect();
        assert!(games.len() >= 10, "{}", games.len());
    }

    #[test]
    fn one_line_of_a_person_is_answered_in_many_ways() {
        let person = ["e4", "Nf3", "Bc4", "d3", "O-O", "Nc3", "h3", "Bg5"];
        for spec in ["engine?elo=800&hash=1", "engine?elo=2000&hash=1"] {
            let mut agent = agent(spec);
            let mut play = |seed| {
                agent.new_game(seed).unwrap();
                let mut game = Game::new();
                for san in person {
                    let planned = game.position().parse_san(san).ok();
                    let mv = planned.unwrap_or_else(|| game.position().legal_moves()[0]);
                    game.play(mv).unwrap();
                    let answer = decide(&mut agent, &game).best;
                    game.play(answer).unwrap();
                }
                game.moves().to_vec()
            };
            let games: HashSet<_> = (0..20).map(&mut play).collect();
            assert!(games.len() >= 10, "{spec}: {}", games.len());
        }
    }

    #[test]
    fn no_more_lines_are_told_than_asked_for() {
        struct Lines(usize);
        impl Observer for Lines {
            fn progress(&mut self, progress: &Progress) {
                self.0 = self.0.max(progress.line_index + 1);
            }
        }
        let mut agent = agent("engine?elo=1200&hash=1");
        for (asked, told) in [(0, 1), (1, 1), (3, 3)] {
            let request = Request { candidates: asked, ..Request::default() };
            let mut lines = Lines(0);
            agent.decide(&Game::new(), &request, &Signal::new(), &mut lines).unwrap();
            assert_eq!(lines.0, told);
        }
    }

    #[test]
    fn lapses_look_no_further_than_once() {
        let mut agent = agent("engine?skill=750&hash=1");
        let game = Game::new();
        let mut depth = |seed| {
            agent.new_game(seed).unwrap();
            decide(&mut agent, &game).depth.unwrap()
        };
        let (short, usual): (Vec<u32>, Vec<u32>) =
            (0..100).map(&mut depth).partition(|&depth| depth == 1);
        assert!(usual.iter().all(|&depth| depth > 5), "{usual:?}");
        // Eight in a hundred moves.
        assert!((3..=16).contains(&short.len()), "{}", short.len());
    }

    #[test]
    fn whole_numbers_are_right_on_average() {
        let mut random = fastrand::Rng::with_seed(1);
        let draws: Vec<usize> = (0..2_000).map(|_| whole(3.25, &mut random)).collect();
        assert!(draws.iter().all(|draw| (3..=4).contains(draw)));
        let fours = draws.iter().filter(|&&draw| draw == 4).count();
        assert!((430..570).contains(&fours), "{fours}");
        assert!((0..100).all(|_| whole(2.0, &mut random) == 2));
    }

    #[test]
    fn a_rook_suffices_to_mate() {
        for fen in ["8/8/8/4k3/8/8/8/R3K3 w - - 0 1", "8/8/4k3/8/8/2K5/8/7Q w - - 0 1"] {
            let mut game = Game::from_position(Position::from_fen(fen).unwrap());
            let mut agent = agent("engine?elo=800&hash=1");
            while game.outcome().is_none() && game.claimable_draw().is_none() {
                let mv = decide(&mut agent, &game).best;
                game.play(mv).unwrap();
            }
            assert!(game.position().is_checkmate(), "{fen}: {}", game.position().fen());
        }
    }

    #[test]
    fn levels_answer_to_their_options() {
        let error = |text: &str| text.parse::<Spec>().unwrap_err().to_string();
        assert!(error("engine?elo=399").contains("from 400 to 2800"));
        assert!(error("engine?elo=2801").contains("from 400 to 2800"));
        let spec: Spec = "engine?elo=1500&hash=1".parse().unwrap();
        assert!(spec.is_bounded());
        let free: Spec = "engine?elo=1500&limit=off&hash=1".parse().unwrap();
        assert!(!free.is_bounded());
        let mut agent = spec.build().unwrap();
        let other: Spec = "engine?elo=1700&hash=1".parse().unwrap();
        assert!(agent.adopt(other.recipe()).unwrap());
        assert!(!agent.adopt(free.recipe()).unwrap(), "that is no player of a level");
    }
}
