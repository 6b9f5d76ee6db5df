//! Positions with operations: read or refused, never misread.

#![no_main]

use kythu_fuzz::{FENS, check, edited};
use libfuzzer_sys::fuzz_target;
use pgn::{Epd, EpdReader};

fuzz_target!(|data: &[u8]| {
    let Some((&choice, rest)) = data.split_first() else { return };
    let bytes = match FENS.get(usize::from(choice)) {
        Some(fen) => {
            let operations = "bm Kd1 #2; pv Kd1; id \"a\\\"b;\"; hmvc 3; fmvn 9; D1 20 ;c0 x";
            edited(&format!("{fen} {operations}"), rest).into_bytes()
        }
        None => rest.to_vec(),
    };
    for epd in EpdReader::new(&bytes[..]) {
        match epd {
            Ok(epd) => {
                check(&epd.position);
                let line = epd.to_string();
                assert_eq!(line.parse::<Epd>(), Ok(epd), "{line}");
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
});
