//! Games as other programs read them.

use std::fmt::Write;

use chess::{Color, File, Game, Position, Rank, Square};

use crate::plan::Entrant;
use crate::record::{GameRecord, MoveThought};

/// Columns of PGN's export format.
const WIDTH: usize = 80;

/// The game with a comment of score, depth and time after every move, and a
/// blank line behind it. None if the record makes no sense.
pub(crate) fn write(record: &GameRecord, event: &str, entrants: &[Entrant]) -> Option<String> {
    let game = record.game()?;
    let (white, black) = (&entrants[record.white], &entrants[record.black]);
    let start = game.start();
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        let value: String = value.chars().filter(|letter| !letter.is_control()).collect();
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        // Writing to a string cannot fail.
        let _ = writeln!(text, "[{name} \"{value}\"]");
    };
    tag("Event", event);
    tag("Site", "?");
    tag("Date", &date(record.began));
    tag("Round", &format!("{}.{}", record.pair + 1, record.id % 2 + 1));
    tag("White", &white.name);
    tag("Black", &black.name);
    tag("Result", record.ending.result.text());
    if is_chess960(start) {
        tag("Variant", "Chess960");
    }
    if *start != Position::initial() {
        tag("FEN", &start.fen());
        tag("SetUp", "1");
    }
    tag("PlyCount", &game.moves().len().to_string());
    tag("Termination", record.ending.reason.termination());
    if white.tc == black.tc {
        tag("TimeControl", &white.tc.pgn());
    } else {
        tag("WhiteTimeControl", &white.tc.pgn());
        tag("BlackTimeControl", &black.tc.pgn());
    }
    text.push('\n');
    wrap(&words(record, &game), &mut text);
    text.push_str("\n\n");
    Some(text)
}

fn words(record: &GameRecord, game: &Game) -> Vec<String> {
    let mut words = Vec::with_capacity(game.moves().len() * 4 + 2);
    for (ply, (position, &mv)) in game.positions().iter().zip(game.moves()).enumerate() {
        // Every move has a comment before it, after which its number stands.
        let dots = if position.turn().is_white() { "." } else { "..." };
        words.push(format!("{}{dots}", position.fullmoves()));
        words.push(position.to_san(mv));
        match ply.checked_sub(record.book).and_then(|index| record.thoughts.get(index)) {
            Some(thought) => words.extend(comment(thought)),
            None => words.push("{book}".to_owned()),
        }
    }
    let ending = record.ending.to_string().replace(['{', '}'], "|");
    let ending: Vec<_> = ending.split_whitespace().map(str::to_owned).collect();
    words.extend([format!("{{{}}}", ending.join(" "))]);
    words.push(record.ending.result.text().to_owned());
    words
}

/// `{+0.35/12 0.153s}`: for the mover.
fn comment(thought: &MoveThought) -> Vec<String> {
    let score = match (thought.cp, thought.mate) {
        (Some(cp), _) => format!("{:+.2}", f64::from(cp) / 100.0),
        (None, Some(moves)) if moves > 0 => format!("+M{moves}"),
        (None, Some(moves)) => format!("-M{}", -moves),
        (None, None) => String::new(),
    };
    let depth = thought.depth.map_or(String::new(), |depth| format!("/{depth}"));
    let time = format!("{:.3}s}}", thought.us as f64 / 1e6);
    if score.is_empty() {
        vec![format!("{{{time}")]
    } else {
        vec![format!("{{{score}{depth}"), time]
    }
}

fn wrap(words: &[String], text: &mut String) {
    let mut column = 0;
    for word in words.iter().flat_map(|word| word.split(' ')) {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > WIDTH {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += length;
    }
}

/// Does castling here differ from that of ordinary chess?
fn is_chess960(position: &Position) -> bool {
    Color::ALL.into_iter().any(|color| {
        let rooks = position.castling().rooks_of(color);
        let home = Square::new(File::E, Rank::First.relative_to(color));
        let in_corner = |rook: Square| matches!(rook.file(), File::A | File::H);
        rooks.any() && (position.king(color) != home || !rooks.into_iter().all(in_corner))
    })
}

/// The day of a time in seconds since 1970, as `2026.01.31`.
fn date(seconds: u64) -> String {
    // Days are counted from 1 March of the year 0, so that leap days come
    // last: Howard Hinnant's days-from-civil, backwards.
    let days = seconds / 86_400 + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let (month, late) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    format!("{:04}.{month:02}.{day:02}", era * 400 + year + late)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::ending::{Ending, Reason};
    use crate::plan::{Plan, Player};

    #[test]
    fn days() {
        assert_eq!(date(0), "1970.01.01");
        assert_eq!(date(951_782_400), "2000.02.29");
        assert_eq!(date(1_794_700_000), "2026.11.14");
    }

    #[test]
    fn a_game_in_full() {
        let player = |name: &str| Player {
            spec: "random".to_owned(),
            name: Some(name.to_owned()),
            tc: Some("5+0.05".parse().unwrap()),
        };
        let entrants = Plan::new(vec![player("A \"x\""), player("B")]).entrants().unwrap();
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
            ending: Ending::loss(Color::White, Reason::Checkmate, ""),
            began: 0,
            lasted: 10,
        };
        let text = write(&record, "Test", &entrants).unwrap();
        let expected = "[Event \"Test\"]\n[Site \"?\"]\n[Date \"1970.01.01\"]\n[Round \"2.2\"]\n\
            [White \"A \\\"x\\\"\"]\n[Black \"B\"]\n[Result \"0-1\"]\n[PlyCount \"4\"]\n\
            [Termination \"normal\"]\n[TimeControl \"5+0.05\"]\n\n\
            1. f3 {book} 1... e5 {+0.35/12 0.153s} 2. g4 {0.000s} 2... Qh4# {+M1 0.001s}\n\
            {Black wins by checkmate} 0-1\n\n";
        assert_eq!(text, expected);
    }
}
