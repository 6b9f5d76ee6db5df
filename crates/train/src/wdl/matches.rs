//! Scores out of the games of matches.

use std::path::Path;

use anyhow::Result;
use chess::Color;
use data::WhitePoints;
use pgn::Record;

use super::Tally;

/// Adds the positions of a file that have a score in the comment of their move, all or
/// one player's. Games without a result are passed over.
pub(super) fn tally(path: &Path, player: Option<&str>, tally: &mut Tally) -> Result<()> {
    for record in pgn::Reader::open(path)?.records() {
        add(&record?, player, tally);
    }
    Ok(())
}

fn add(record: &Record, player: Option<&str>, tally: &mut Tally) {
    let result = match record.result().half_points(Color::White) {
        Some(half_points) => WhitePoints::ALL[half_points as usize],
        None => return,
    };
    tally.games += 1;
    let mut position = *record.tree.start();
    for id in record.tree.main_line() {
        let Some(mv) = record.tree.mv(id) else { return };
        let turn = position.turn();
        let comment = record.tree.comment(id);
        let wanted = player.is_none_or(|name| record.tags.player(turn) == Some(name));
        if let Some(score) = comment.and_then(|comment| own_score(comment.text()))
            && wanted
        {
            tally.add(&position, if turn.is_white() { score } else { -score }, result);
        }
        position.play(mv);
    }
}

/// The score in centipawns of a comment such as `+0.35/18 0.305s`, for the one who
/// moved. None for mates, which are no matter of chances, and for other comments.
fn own_score(comment: &str) -> Option<i32> {
    let (score, _) = comment.split_once('/')?;
    if !score.starts_with(['+', '-']) {
        return None;
    }
    let pawns: f64 = score.parse().ok()?;
    let centipawns = (100.0 * pawns).round();
    (centipawns.abs() < f64::from(data::MATE_SCORE)).then_some(centipawns as i32)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    const MATCH: &str = "[White \"a\"]\n[Black \"b\"]\n[Result \"1-0\"]\n\n\
        1. e4 {+0.52/20 1.000s} e5 {-0.30/18 0.9s} 2. Nf3 {+M9/16 1.0s} Nc6 {book} 1-0\n\n\
        [White \"b\"]\n[Black \"a\"]\n[Result \"*\"]\n\n1. e4 {+0.52/20 1.000s} *\n";

    fn found(player: Option<&str>) -> Tally {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("match.pgn");
        std::fs::write(&path, MATCH).unwrap();
        let mut found = Tally::default();
        tally(&path, player, &mut found).unwrap();
        assert_eq!(found.games, 1);
        found
    }

    #[test]
    fn scores_are_those_of_the_mover_and_mates_are_none() {
        let (won, lost) = ([1.0, 0.0, 0.0], [0.0, 0.0, 1.0]);
        // Each in the view of who moved: 52 is step 10, -30 step -6.
        assert_eq!(found(None).cells, [((78, -6), lost), ((78, 10), won)].into());
        assert_eq!(found(Some("a")).cells, [((78, 10), won)].into());
        assert!(found(Some("c")).cells.is_empty());
    }

    #[test]
    fn other_comments_have_no_score() {
        for text in ["book", "1/2", "+x/3", "-M4/9 0.1s", "", "+999.0/1"] {
            assert_eq!(own_score(text), None, "{text}");
        }
        assert_eq!(own_score("-12.34/7 0.001s, White wins by adjudication"), Some(-1234));
    }
}
