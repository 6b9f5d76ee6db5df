//! UCI move text: a legal move or a reason.

#![no_main]

use chess::{CastlingStyle, UciMove};
use kythu_fuzz::{check_move, edited, position};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let [choice, form, rest @ ..] = data else { return };
    let position = position(*choice);
    let moves = position.legal_moves();
    let written = |style| {
        let mv = moves[usize::from(form / 4) % moves.len()];
        position.to_uci(mv, style).to_string()
    };
    let text = match form % 4 {
        0 => edited(&written(CastlingStyle::Standard), rest),
        1 => edited(&written(CastlingStyle::Chess960), rest),
        _ => String::from_utf8_lossy(rest).into_owned(),
    };
    if let Ok(read) = text.parse::<UciMove>() {
        assert_eq!(read.to_string(), text.to_ascii_lowercase());
    }
    match position.parse_uci(&text) {
        Ok(mv) => check_move(&position, mv),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
