//! Games as other programs read them.

use ::pgn::{Comment, NodeId, Record, Tree};
use knowledge::openings::OpeningNames;

use crate::entrant::Entrant;
use crate::record::{GameRecord, MoveThought};

/// The game with a comment of score, depth and time after every move, and the
/// ending in words after the last. None if the record makes no sense.
pub(crate) fn write(record: &GameRecord, event: &str, entrants: &[Entrant]) -> Option<String> {
    let game = record.game()?;
    let (white, black) = (&entrants[record.white], &entrants[record.black]);
    let mut written = Record::from_game(&game);
    let tags = &mut written.tags;
    tags.set("Event", event);
    tags.set("Date", &::pgn::date(record.began));
    tags.set("Round", &format!("{}.{}", record.pair + 1, record.id % 2 + 1));
    tags.set("White", &white.name);
    tags.set("Black", &black.name);
    // The arena ends games for reasons that the board does not show.
    tags.set("Result", record.ending.result.text());
    if let Some((opening, _)) = OpeningNames::builtin().of_game(&game) {
        tags.set("ECO", &opening.eco.to_string());
        tags.set("Opening", &opening.name);
    }
    tags.set("PlyCount", &game.moves().len().to_string());
    tags.set("Termination", record.ending.reason.termination());
    if white.tc == black.tc {
        tags.set("TimeControl", &white.tc.pgn());
    } else {
        tags.set("WhiteTimeControl", &white.tc.pgn());
        tags.set("BlackTimeControl", &black.tc.pgn());
    }
    comment_moves(record, &mut written.tree);
    Some(written.to_string())
}

fn comment_moves(record: &GameRecord, tree: &mut Tree) {
    let nodes: Vec<NodeId> = tree.main_line().collect();
    let mut comments: Vec<String> = (0..nodes.len())
        .map(|ply| match ply.checked_sub(record.book) {
            Some(index) => record.thoughts.get(index).map_or(String::new(), comment),
            None => "book".to_owned(),
        })
        .collect();
    let ending = record.ending.to_string();
    match comments.last_mut() {
        Some(last) if !last.is_empty() => *last = format!("{last}, {ending}"),
        Some(last) => *last = ending,
        None => tree.set_comment(tree.root(), Comment::parse(&ending)),
    }
    for (node, comment) in nodes.into_iter().zip(comments) {
        tree.set_comment(node, Comment::parse(&comment));
    }
}

/// `+0.35/12 0.153s`: for the mover.
fn comment(thought: &MoveThought) -> String {
    let score = match (thought.cp, thought.mate) {
        (Some(cp), _) => format!("{:+.2}", f64::from(cp) / 100.0),
        (None, Some(moves)) if moves > 0 => format!("+M{moves}"),
        (None, Some(moves)) => format!("-M{}", -moves),
        (None, None) => String::new(),
    };
    let depth = thought.depth.map_or(String::new(), |depth| format!("/{depth}"));
    let time = format!("{:.3}s", thought.us as f64 / 1e6);
    if score.is_empty() { time } else { format!("{score}{depth} {time}") }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use chess::{Color, Position};

    use super::*;
    use crate::ending::{EndReason, Ending};
    use crate::plan::{Player, TournamentPlan};

    #[test]
    fn a_game_in_full() {
        let player = |name: &str| Player {
            spec: "random".to_owned(),
            name: Some(name.to_owned()),
            tc: Some("5+0.05".parse().unwrap()),
        };
        let entrants =
            TournamentPlan::new(vec![player("A \"x\""), player("B")]).entrants().unwrap();
        let thought =
            MoveThought { cp: Some(35), depth: Some(12), us: 153_400, ..MoveThought::default() };
        let mate = MoveThought { mate: Some(1), us: 1_000, ..MoveThought::default() };
        let record = GameRecord {
            id: 3,
            white: 0,
            black: 1,
            pair: 1,
            opening: 0,
            fen: Position::initial().fen(),
            moves: "f2f3 e7e5 g2g4 d8h4".to_owned(),
            book: 1,
            thoughts: vec![thought, MoveThought::default(), mate],
            ending: Ending::loss(Color::White, EndReason::Checkmate, ""),
            began: 0,
            lasted: 10,
        };
        let text = write(&record, "Test", &entrants).unwrap();
        let expected = "[Event \"Test\"]\n[Site \"?\"]\n[Date \"1970.01.01\"]\n[Round \"2.2\"]\n\
            [White \"A \\\"x\\\"\"]\n[Black \"B\"]\n[Result \"0-1\"]\n[ECO \"A00\"]\n\
            [Opening \"Barnes Opening: Fool's Mate\"]\n[PlyCount \"4\"]\n\
            [Termination \"normal\"]\n[TimeControl \"5+0.05\"]\n\n\
            1. f3 {book} 1... e5 {+0.35/12 0.153s} 2. g4 {0.000s} 2... Qh4# {+M1 0.001s,\n\
            Black wins by checkmate} 0-1\n\n";
        assert_eq!(text, expected);
    }
}
