//! The game as it is written down for others.

use std::time::{SystemTime, UNIX_EPOCH};

use chess::{ByColor, Color, Game, Move};
use knowledge::openings::OpeningNames;
use pgn::{Comment, Eval, EvalScore, NodeId, Record};
use thinking::Score;

/// What the players without hands thought of their moves.
#[derive(Default)]
pub(super) struct Thoughts(Vec<Option<Thought>>);

#[derive(Copy, Clone)]
struct Thought {
    mv: Move,
    /// For the one who moved.
    score: Score,
    depth: Option<u16>,
}

impl Thoughts {
    /// Keeps what was thought of the move at this place in the game.
    pub(super) fn keep(&mut self, ply: usize, mv: Move, score: Option<Score>, depth: Option<u32>) {
        self.0.resize(ply, None);
        let depth = depth.and_then(|depth| u16::try_from(depth).ok());
        self.0.push(score.map(|score| Thought { mv, score, depth }));
    }

    /// The thought, unless another move was made since.
    fn of(&self, ply: usize, mv: Move) -> Option<Thought> {
        self.0.get(ply).copied().flatten().filter(|thought| thought.mv == mv)
    }
}

/// A game as a record: players, date, result, thoughts, and the end in words.
pub(super) fn record(game: &Game, names: &ByColor<String>, thoughts: &Thoughts) -> Record {
    let mut record = Record::from_game(game);
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    record.tags.set("Event", "Casual game");
    record.tags.set("Date", &pgn::date(now));
    record.tags.set("White", &names[Color::White]);
    record.tags.set("Black", &names[Color::Black]);
    if let Some((opening, _)) = OpeningNames::builtin().of_game(game) {
        record.tags.set("ECO", &opening.eco.to_string());
        record.tags.set("Opening", &opening.name);
    }
    let nodes: Vec<NodeId> = record.tree.main_line().collect();
    let last = nodes.last().copied().unwrap_or(record.tree.root());
    if let Some(outcome) = game.outcome() {
        record.tree.set_comment(last, Comment::parse(&outcome.to_string()));
    }
    for (ply, (&node, &mv)) in nodes.iter().zip(game.moves()).enumerate() {
        let mover = game.positions()[ply].turn();
        if let Some(eval) = thoughts.of(ply, mv).and_then(|thought| eval(thought, mover)) {
            let mut comment = record.tree.comment(node).cloned().unwrap_or_default();
            comment.eval = Some(eval);
            record.tree.set_comment(node, comment);
        }
    }
    record
}

/// A score for White, after the move.
fn eval(thought: Thought, mover: Color) -> Option<Eval> {
    let sign = if mover.is_white() { 1 } else { -1 };
    let score = match thought.score {
        Score::Cp(cp) => EvalScore::Cp(sign * cp),
        // The mate itself speaks for itself.
        Score::Mate(1) => return None,
        // The first of the moves to mate has just been made.
        Score::Mate(moves) if moves > 1 => EvalScore::Mate(sign * (moves - 1)),
        Score::Mate(moves) => EvalScore::Mate(sign * moves),
        // PGN knows nothing of endgame tables.
        score @ Score::Tablebase(_) => EvalScore::Cp(sign * score.centipawns()),
    };
    Some(Eval { score, depth: thought.depth })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thoughts_stay_with_their_moves() {
        let mut game = Game::new();
        let mut thoughts = Thoughts::default();
        for (ply, san) in ["f3", "e5", "g4", "Qh4"].into_iter().enumerate() {
            let mv = game.position().parse_san(san).unwrap();
            let score = if ply == 1 { Score::Cp(35) } else { Score::Mate(2 - ply as i32 / 3) };
            if ply % 2 == 1 {
                thoughts.keep(ply, mv, Some(score), Some(5));
            }
            game.play(mv).unwrap();
        }
        let names = ByColor(["Human", "Deep {Blue}"].map(str::to_owned));
        let text = record(&game, &names, &thoughts).to_string();
        assert!(
            text.contains("[White \"Human\"]\n[Black \"Deep {Blue}\"]\n[Result \"0-1\"]"),
            "{text}"
        );
        let moves = "1. f3 e5 {[%eval -0.35,5]} 2. g4 Qh4# {Black wins by checkmate} 0-1\n";
        assert!(text.contains(moves), "{text}");
        // Another move has no thought yet.
        for _ in 0..3 {
            game.undo();
        }
        game.play(game.position().parse_san("e6").unwrap()).unwrap();
        assert!(record(&game, &names, &thoughts).to_string().contains("1. f3 e6 *"));
    }
}
