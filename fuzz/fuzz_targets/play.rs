//! A game as bytes choose it, with undo, redo and ends declared on the way.

#![no_main]

use chess::{Color, Game, Move, Position};
use kythu_fuzz::{check, position};
use libfuzzer_sys::fuzz_target;

fn start(kind: u8, number: u16) -> Position {
    match Position::chess960(number) {
        Some(position) if kind.is_multiple_of(2) => position,
        _ => position(kind / 2),
    }
}

fuzz_target!(|data: &[u8]| {
    let [kind, high, low, steps @ ..] = data else { return };
    let mut game = Game::from_position(start(*kind, u16::from_be_bytes([*high, *low]) % 1024));
    // What the game should know: all moves, taken back or not, and how many
    // of them are played.
    let mut line: Vec<(Move, Position)> = Vec::new();
    let mut played = 0;
    let mut steps = steps.iter().copied();
    while let Some(step) = steps.next() {
        let before = *game.position();
        match step {
            0..230 => {
                let moves = before.legal_moves();
                if moves.is_empty() || game.outcome().is_some() {
                    assert!(game.outcome().is_some(), "{before}");
                    continue;
                }
                let mv = moves[usize::from(step) % moves.len()];
                if line.get(played).map(|next| next.0) != Some(mv) {
                    line.truncate(played);
                    line.push((mv, before.after(mv)));
                }
                assert_eq!(game.play(mv), Ok(()));
                played += 1;
            }
            230..240 => {
                assert_eq!(game.undo().is_some(), played > 0);
                played = played.saturating_sub(1);
            }
            240..246 => {
                // A game that was declared ended must be taken back first.
                if let Some(mv) = game.redo() {
                    assert_eq!(line[played].0, mv);
                    played += 1;
                }
            }
            246..250 => {
                let over = game.outcome();
                let loser = Color::from_white(step % 2 == 0);
                let declared = match step {
                    246 => game.agree_draw(),
                    247 => game.claim_draw(),
                    248 => game.flag(loser),
                    _ => game.resign(loser),
                };
                match declared {
                    Ok(outcome) => assert_eq!((over, game.outcome()), (None, Some(outcome))),
                    Err(_) => assert_eq!(over, game.outcome()),
                }
            }
            _ => {
                let (Some(high), Some(low)) = (steps.next(), steps.next()) else { return };
                let Some(mv) = Move::from_bits(u16::from_be_bytes([high, low])) else { continue };
                assert_eq!(before.is_legal(mv), before.legal_moves().contains(&mv), "{mv:?}");
                if !before.is_legal(mv) {
                    assert!(game.play(mv).is_err());
                    assert_eq!(game.position(), &before);
                }
            }
        }
        assert_eq!(game.moves().len(), played);
        let position = game.position();
        if let Some(last) = played.checked_sub(1) {
            assert_eq!((game.moves()[last], *position), line[last]);
        }
        let undone: Vec<Move> = game.redoable().collect();
        assert!(undone.into_iter().eq(line[played..].iter().map(|next| next.0)));
        check(position);
        assert_eq!(Position::try_from(position.to_setup()), Ok(*position));
    }
});
