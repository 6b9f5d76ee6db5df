//! The player of the origin system: mate in one if there is one, else the move after
//! which the net expects most.

use std::time::Instant;

use chess::{Game, Move, Position};
use eval::{Evaluator, Mlp, Trace};
use nets::mlp::{Accumulator, Workspace};
use thinking::{Chances, Observer, Progress, Score, Signal};

use super::successor::{Successor, ranked};
use crate::{Agent, AgentError, Candidate, Decision, Explanation, Request, TreeSummary};

#[derive(Debug)]
pub(super) struct Greedy {
    mlp: Mlp,
    root: Accumulator,
    workspace: Workspace,
}

impl Greedy {
    pub(super) fn new(mlp: Mlp) -> Greedy {
        Greedy { mlp, root: Accumulator::zeroed(), workspace: Workspace::default() }
    }

    /// The moves as candidates, the best first.
    fn candidates(&mut self, game: &Game, moves: &[Move]) -> Vec<Candidate> {
        let position = game.position();
        let net = self.mlp.net();
        net.refresh(&mut self.root, position);
        let outputs = net.successors(position, &self.root, moves, &mut self.workspace);
        let successors = ranked(game, moves, &outputs);
        successors.iter().map(|successor| self.candidate(position, successor)).collect()
    }

    fn candidate(&self, position: &Position, successor: &Successor) -> Candidate {
        // A drawn game is worth what it is worth, whatever its choice is made to cost.
        let value =
            if successor.value.drawn { 0 } else { Mlp::value(successor.output, position.turn()) };
        let drawn = Chances { win: 0, draw: 1000, loss: 0 };
        let chances = if successor.value.drawn { drawn } else { self.mlp.chances(value, position) };
        Candidate {
            score: Some(Score::Cp(value)),
            chances: Some(chances),
            successor: Some(successor.value),
            ..Candidate::new(successor.mv)
        }
    }

    fn explanation(&self, game: &Game, all: &[Candidate], asked: usize) -> Explanation {
        let best = all.first();
        let end = best.map_or(*game.position(), |best| game.position().after(best.mv));
        Explanation {
            candidates: all.iter().take(asked).cloned().collect(),
            trace: Some(self.mlp.trace(game.position())),
            goal: Some(self.mlp.trace(&end)),
            summary: Some(TreeSummary { depth: 1, nodes: all.len() as u64, ..Default::default() }),
            words: best.map(|best| words(game, best, all.len())).unwrap_or_default(),
            ..Explanation::default()
        }
    }
}

/// `Nf3 is the best of 20 moves: the net expects +0.12 for White, of -1 to +1`.
fn words(game: &Game, best: &Candidate, count: usize) -> String {
    let san = game.position().to_san(best.mv);
    match best.successor {
        None => format!("{san} is mate"),
        Some(value) => {
            let drawn = if value.drawn { ", though the game is drawn" } else { "" };
            let white = value.white;
            format!(
                "{san} is the best of {count} moves{drawn}: \
                 the net expects {white:+.2} for White, of -1 to +1"
            )
        }
    }
}

/// A move that mates: nothing else has to be looked at.
fn mate(position: &Position, moves: &[Move]) -> Option<Candidate> {
    let mv = moves.iter().copied().find(|&mv| position.after(mv).is_checkmate())?;
    let chances = Some(Chances { win: 1000, draw: 0, loss: 0 });
    Some(Candidate { score: Some(Score::Mate(1)), chances, ..Candidate::new(mv) })
}

impl Agent for Greedy {
    fn new_game(&mut self, _seed: u64) -> Result<(), AgentError> {
        Ok(())
    }

    fn decide(
        &mut self,
        game: &Game,
        request: &Request,
        _signal: &Signal,
        observer: &mut dyn Observer,
    ) -> Result<Decision, AgentError> {
        let started = Instant::now();
        let position = game.position();
        let mut moves = position.legal_moves();
        let asked = &request.limits.search_moves;
        if asked.iter().any(|mv| moves.contains(mv)) {
            moves.retain(|mv| asked.contains(mv));
        }
        let all = match mate(position, &moves) {
            Some(mate) => vec![mate],
            None => self.candidates(game, &moves),
        };
        let nothing = || AgentError::NothingToPlay(Box::new(*position));
        let best = all.first().ok_or_else(nothing)?;
        let (nodes, time) = (Some(all.len() as u64), Some(started.elapsed()));
        if observer.listens() {
            for (line_index, candidate) in all.iter().take(request.candidates.max(1)).enumerate() {
                observer.progress(&Progress {
                    depth: Some(1),
                    line_index,
                    score: candidate.score,
                    chances: candidate.chances,
                    nodes,
                    time,
                    line: candidate.line.clone(),
                    ..Progress::default()
                });
            }
        }
        let explain = || Box::new(self.explanation(game, &all, request.candidates));
        let explanation = (request.candidates > 0 || request.tree_nodes > 0).then(explain);
        Ok(Decision {
            score: best.score,
            chances: best.chances,
            depth: Some(1),
            nodes,
            time,
            explanation,
            ..Decision::blind(best.mv)
        })
    }

    fn trace(&self, position: &Position) -> Option<Trace> {
        Some(self.mlp.trace(position))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::sync::Arc;

    use eval::MlpNet;
    use nets::mlp::{Network, Weights};
    use thinking::{Limits, Silent};

    use super::*;

    /// Decides with a net that counts men: what it wants is known beforehand.
    fn decide(fen: &str, request: &Request) -> (Decision, String) {
        let net = Network::new(&Weights::of_material(0.1)).unwrap();
        let mut agent = Greedy::new(Mlp::new(&MlpNet::Given(Arc::new(net))));
        let game = Game::from_position(Position::from_fen(fen).unwrap());
        let decision = agent.decide(&game, request, &Signal::new(), &mut Silent).unwrap();
        let san = game.position().to_san(decision.best);
        (decision, san)
    }

    fn best(fen: &str) -> String {
        decide(fen, &Request::default()).1
    }

    #[test]
    fn mate_comes_before_a_queen() {
        let white = "6k1/5ppp/8/8/8/2q5/1P6/4R1K1 w - - 0 1";
        let (decision, san) = decide(white, &Request::explained(Limits::default(), 3));
        assert_eq!((san.as_str(), decision.score), ("Re8#", Some(Score::Mate(1))));
        let why = decision.explanation.unwrap();
        assert_eq!((why.words.as_str(), why.candidates.len()), ("Re8# is mate", 1));
        assert_eq!(best("4r1k1/1p6/2Q5/8/8/8/5PPP/6K1 b - - 0 1"), "Re1#");
        // Without the mate, the queen.
        let mut limits = Limits::default();
        let position = Position::from_fen(white).unwrap();
        limits.search_moves = ["Kf2", "bxc3"].map(|san| position.parse_san(san).unwrap()).to_vec();
        assert_eq!(decide(white, &limits.into()).1, "bxc3");
    }

    #[test]
    fn both_sides_take_what_they_can() {
        assert_eq!(best("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1"), "exd5");
        assert_eq!(best("4k3/8/8/3p4/4Q3/8/8/4K3 b - - 0 1"), "dxe4");
    }

    #[test]
    fn who_is_ahead_chooses_stalemate_last() {
        for (fen, stalemate) in
            [("7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "Qf7"), ("8/8/8/8/8/5kq1/8/7K b - - 0 1", "Qf2")]
        {
            let position = Position::from_fen(fen).unwrap();
            let drawn = position.parse_san(stalemate).unwrap();
            // Mates aside: there is one next to it.
            let moves = position.legal_moves().into_iter();
            let search_moves = moves.filter(|&mv| !position.after(mv).is_checkmate()).collect();
            let limits = Limits { search_moves, ..Limits::default() };
            let (decision, _) = decide(fen, &Request::explained(limits, 99));
            let why = decision.explanation.unwrap();
            let last = why.candidates.last().unwrap();
            assert!(why.candidates.len() > 5);
            assert!(last.successor.unwrap().drawn);
            assert_eq!(last.score, Some(Score::Cp(0)));
            let find = |candidate: &&Candidate| candidate.mv == drawn;
            let found = why.candidates.iter().find(find).unwrap().successor.unwrap();
            let ahead = if position.turn().is_white() { 1.0 } else { -1.0 };
            assert!((found.weighed - ahead * (0.9f64.tanh() - 0.5)).abs() < 1e-3, "{found:?}");
            assert!(!why.candidates[0].successor.unwrap().drawn);
        }
    }

    #[test]
    fn it_explains_by_ranked_successors() {
        let fen = "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1";
        let (decision, _) = decide(fen, &Request::explained(Limits::default(), 99));
        let why = decision.explanation.unwrap();
        let values: Vec<f64> =
            why.candidates.iter().map(|candidate| candidate.successor.unwrap().weighed).collect();
        assert!(values.is_sorted_by(|one, other| one >= other), "{values:?}");
        assert_eq!(decision.nodes, Some(values.len() as u64));
        assert!((values[0] - 0.1f64.tanh()).abs() < 1e-3, "{values:?}");
        assert!(why.words.contains("exd5 is the best of"), "{}", why.words);
        assert!(why.words.contains("expects +0.10 for White"), "{}", why.words);
        let trace = why.trace.unwrap();
        assert_eq!(trace.recomputed(), trace.white);
        let json = serde_json::to_value(&why.candidates[0]).unwrap();
        assert_eq!(json["successor"]["drawn"], false);
    }

    #[test]
    fn it_tells_as_many_lines_as_are_asked_for() {
        let net = Network::new(&Weights::of_material(0.1)).unwrap();
        let mut agent = Greedy::new(Mlp::new(&MlpNet::Given(Arc::new(net))));
        let mut lines = Vec::new();
        let mut listener = |progress: &Progress| lines.push(progress.line_index);
        let request = Request::explained(Limits::default(), 3);
        let game = Game::new();
        let decision = agent.decide(&game, &request, &Signal::new(), &mut listener).unwrap();
        assert_eq!(lines, [0, 1, 2]);
        // All are equal to this net: the first in the order of the moves is played, always.
        assert_eq!(decision.best, game.position().legal_moves()[0]);
        let mated =
            Position::from_fen("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3");
        let mated = Game::from_position(mated.unwrap());
        let error = agent.decide(&mated, &request, &Signal::new(), &mut Silent).unwrap_err();
        assert!(matches!(error, AgentError::NothingToPlay(_)));
    }
}
