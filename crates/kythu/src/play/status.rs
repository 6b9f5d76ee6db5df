//! How the game stands, in words.

use chess::{Game, Outcome};

use super::score_sheet;

/// One line: the last move, and whose turn it is or how the game ended.
pub(super) fn status(game: &Game) -> String {
    let mut text = String::new();
    if let Some(last) = score_sheet::last(game) {
        text = format!("{} played {last}. ", !game.turn());
    }
    match game.outcome() {
        Some(outcome) => text.push_str(&ending(outcome)),
        None => {
            let check = if game.position().is_check() { ", in check" } else { "" };
            text.push_str(&format!("{} to move{check}.", game.turn()));
        }
    }
    if let Some(reason) = game.claimable_draw() {
        text.push_str(&format!(" A draw {reason} can be claimed: type draw."));
    }
    text
}

/// The outcome as a sentence, with the result as score sheets have it.
pub(super) fn ending(outcome: Outcome) -> String {
    let words = outcome.to_string();
    let (first, rest) = words.split_at(1);
    format!("{}{rest} ({}).", first.to_ascii_uppercase(), outcome.result())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn from_the_first_move_to_the_end() {
        let mut game = Game::new();
        assert_eq!(status(&game), "White to move.");
        let mut play = |moves: &str| {
            for san in moves.split(' ') {
                game.play(game.position().parse_san(san).unwrap()).unwrap();
            }
            status(&game)
        };
        assert_eq!(play("e4 e5 Qh5"), "White played 2. Qh5. Black to move.");
        assert_eq!(play("Nc6 Qxf7"), "White played 3. Qxf7+. Black to move, in check.");
        game.undo();
        for san in ["Bc4", "Nf6", "Qxf7"] {
            game.play(game.position().parse_san(san).unwrap()).unwrap();
        }
        assert_eq!(status(&game), "White played 4. Qxf7#. White wins by checkmate (1-0).");
    }

    #[test]
    fn claims_are_announced() {
        let mut game = Game::new();
        for san in ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8"] {
            game.play(game.position().parse_san(san).unwrap()).unwrap();
        }
        let end = "White to move. A draw by threefold repetition can be claimed: type draw.";
        assert!(status(&game).ends_with(end), "{}", status(&game));
        game.claim_draw().unwrap();
        assert!(status(&game).ends_with("Draw by threefold repetition (1/2-1/2)."));
    }
}
