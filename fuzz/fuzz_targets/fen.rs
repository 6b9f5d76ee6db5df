//! FEN text: read or refused, never misread.

#![no_main]

use chess::{Position, Setup};
use kythu_fuzz::{FENS, check, edited};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some((&choice, rest)) = data.split_first() else { return };
    let text = match FENS.get(usize::from(choice)) {
        Some(fen) => edited(fen, rest),
        None => String::from_utf8_lossy(rest).into_owned(),
    };
    if let Ok(position) = Position::from_fen(&text) {
        assert!(text == position.fen() || text == position.shredder_fen(), "{text}");
        assert_eq!(Position::from_fen_tolerant(&text), Ok(position));
        assert_eq!(Position::try_from(position.to_setup()), Ok(position));
    }
    if let Ok(position) = Position::from_fen_tolerant(&text) {
        check(&position);
        for mv in position.legal_moves() {
            check(&position.after(mv));
        }
    }
    if let Ok(setup) = Setup::from_fen(&text) {
        assert_eq!(Setup::from_fen(&setup.fen()), Ok(setup), "{text}");
    }
});
