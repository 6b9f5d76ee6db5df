//! The game as it is written down for others.

use std::time::{SystemTime, UNIX_EPOCH};

use agents::Decision;
use chess::{ByColor, Color, Game};
use knowledge::openings::OpeningNames;
use pgn::{Comment, Eval, EvalScore, NodeId, Record};
use thinking::Score;

use super::clock::Clocks;
use super::thoughts::Thoughts;

/// A game as a record: players, date, result, thoughts, clocks, and the end in
/// words.
pub(super) fn record(
    game: &Game,
    names: &ByColor<String>,
    thoughts: &Thoughts,
    clocks: Option<&Clocks>,
) -> Record {
    let mut record = Record::from_game(game);
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    record.tags.set("Event", "Casual game");
    record.tags.set("Date", &pgn::date(now));
    record.tags.set("White", &names[Color::White]);
    record.tags.set("Black", &names[Color::Black]);
    if let Some(clocks) = clocks {
        record.tags.set("TimeControl", &clocks.setting().tag());
    }
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
        let eval = thoughts.of(ply, mv).and_then(|decision| eval(decision, mover));
        let clock = clocks.map(|clocks| clocks.at(ply + 1, mover));
        if eval.is_some() || clock.is_some() {
            let mut comment = record.tree.comment(node).cloned().unwrap_or_default();
            (comment.eval, comment.clock) = (eval, clock);
            record.tree.set_comment(node, comment);
        }
    }
    record
}

/// A score for White, after the move.
fn eval(decision: &Decision, mover: Color) -> Option<Eval> {
    let sign = if mover.is_white() { 1 } else { -1 };
    let score = match decision.score? {
        Score::Cp(cp) => EvalScore::Cp(sign * cp),
        // The mate itself speaks for itself.
        Score::Mate(1) => return None,
        // The first of the moves to mate has just been made.
        Score::Mate(moves) if moves > 1 => EvalScore::Mate(sign * (moves - 1)),
        Score::Mate(moves) => EvalScore::Mate(sign * moves),
        // PGN knows nothing of endgame tables.
        score @ Score::Tablebase(_) => EvalScore::Cp(sign * score.centipawns()),
    };
    let depth = decision.depth.and_then(|depth| u16::try_from(depth).ok());
    Some(Eval { score, depth })
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
                let (score, depth) = (Some(score), Some(5));
                thoughts.keep(ply, Decision { score, depth, ..Decision::blind(mv) });
            }
            game.play(mv).unwrap();
        }
        let names = ByColor(["Human", "Deep {Blue}"].map(str::to_owned));
        let text = record(&game, &names, &thoughts, None).to_string();
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
        assert!(record(&game, &names, &thoughts, None).to_string().contains("1. f3 e6 *"));
    }
    #[test]
    fn clocks_are_written_after_every_move() {
        let mut game = Game::new();
        let mut clocks = Clocks::new("5+3".parse().unwrap());
        for san in ["e4", "e5"] {
            game.play(game.position().parse_san(san).unwrap()).unwrap();
            clocks.press(&game);
        }
        let names = ByColor(["A", "B"].map(str::to_owned));
        let text = record(&game, &names, &Thoughts::default(), Some(&clocks)).to_string();
        assert!(text.contains("[TimeControl \"300+3\"]"), "{text}");
        assert_eq!(text.matches("[%clk 0:05:0").count(), 2, "{text}");
    }
}
