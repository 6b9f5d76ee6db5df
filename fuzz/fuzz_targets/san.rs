//! SAN text: a legal move or a reason.

#![no_main]

use kythu_fuzz::{check_move, edited, position};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let [choice, form, rest @ ..] = data else { return };
    let position = position(*choice);
    let moves = position.legal_moves();
    // Half the texts are wild, half are near a move in short or long form.
    let text = match (form % 4, moves.get(usize::from(form / 4) % moves.len())) {
        (0, Some(&mv)) => edited(&position.to_san(mv), rest),
        (1, Some(&mv)) => edited(&position.to_long_algebraic(mv), rest),
        _ => String::from_utf8_lossy(rest).into_owned(),
    };
    match position.parse_san(&text) {
        Ok(mv) => check_move(&position, mv),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
