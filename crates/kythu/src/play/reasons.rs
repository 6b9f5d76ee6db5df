//! Why an opponent played what it played.

use agents::{Candidate, Decision};
use chess::{Game, Position};

use super::outlook::outlook;
use super::score_sheet;
use super::screen::wrapped;

/// How much of each candidate's line is shown.
const MOVES: usize = 6;

/// What its player thought when it decided on the move at this ply.
pub(super) fn reasons(game: &Game, ply: usize, decision: &Decision) -> String {
    let position = &game.positions()[ply];
    let played = score_sheet::numbered(game, ply);
    let mut text = format!("Why {played}? ");
    let explanation = decision.explanation.as_deref();
    match explanation.map(|explanation| explanation.words.as_str()).filter(|word| !word.is_empty())
    {
        _ if decision.from_book => {
            text.push_str("The player knows the position from its opening book.")
        }
        Some(words) => text.push_str(&format!("{words}.")),
        None => text.push_str("The player gives no reasons."),
    }
    if decision.stopped {
        text.push_str(" It was told to move before it had finished.");
    }
    text = wrapped(text.split_whitespace());
    let candidates = explanation.map_or(&[][..], |explanation| &explanation.candidates);
    for candidate in candidates {
        if let Some(row) = row(position, candidate) {
            let mark = if candidate.mv == decision.best { '*' } else { ' ' };
            text.push_str(&format!("\n{mark} {row}"));
        }
    }
    text
}

/// A candidate with its chances and its line, if anything is known of it.
fn row(position: &Position, candidate: &Candidate) -> Option<String> {
    let san = position.to_san(candidate.mv);
    let worth = match candidate.probability {
        Some(probability) => format!("played {:.0}% of the time", 100.0 * probability),
        None => outlook(candidate.score, candidate.chances),
    };
    if worth.is_empty() {
        return None;
    }
    let line = score_sheet::line(position, &candidate.line, MOVES);
    let line = if candidate.line.len() > 1 { line } else { String::new() };
    Some(format!("{san:<8} {worth:<22} {line}").trim_end().to_owned())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use agents::{Request, Spec};
    use thinking::{Limits, Signal, Silent};

    use super::*;

    fn why(spec: &str, candidates: usize) -> String {
        let mut agent = spec.parse::<Spec>().unwrap().build().unwrap();
        let mut game = Game::new();
        let request = Request::explained(Limits::default(), candidates);
        let decision = agent.decide(&game, &request, &Signal::new(), &mut Silent).unwrap();
        game.play(decision.best).unwrap();
        reasons(&game, 0, &decision)
    }

    #[test]
    fn thinkers_books_and_dice() {
        let text = why("minimax?depth=2", 3);
        assert!(text.starts_with("Why 1. "), "{text}");
        assert!(text.contains("at depth 2") && text.contains("\n* "), "{text}");
        assert_eq!(text.matches("winning chance ").count(), 3, "{text}");
        let text = why("minimax?depth=1&book=on", 2);
        assert!(text.contains("from its opening book") && text.contains("% of the time"), "{text}");
        let text = why("random", 3);
        assert!(text.contains("20 legal moves, each as likely as the other."), "{text}");
        assert!(why("random", 0).ends_with("? The player gives no reasons."));
    }
}
