//! Games: read or refused, and what is read can be written and read again.

#![no_main]

use kythu_fuzz::{FENS, edited};
use libfuzzer_sys::fuzz_target;
use pgn::{ReadError, Reader, Record};

/// Something of everything, for a start, and legal from the first position.
const GAME: &str = "\u{feff}[Event \"a \\\"b\\\"\"]\n[FEN \"?\"]\n[Result \"1-0\"]\n\n\
    {intro [%eval 0.3,12]} 1. e4! e5 (1... c5 {[%clk 0:01:02]} 2. Nf3 ({or} 2. c3 -- 3. d4)) ; rest\n\n\
    2. Ng1-f3 $14 Nf6 3 Bc4 Be7 4.0-0 o-o 5. d4 Nxe4 6. d5 c5 7. d:c6 e.p. 1/2\n\n\
    % escape\n1. d4 *\n";

fuzz_target!(|data: &[u8]| {
    let Some((&choice, rest)) = data.split_first() else { return };
    let bytes = match FENS.get(usize::from(choice)) {
        Some(fen) => edited(&GAME.replace('?', fen), rest).into_bytes(),
        None => rest.to_vec(),
    };
    let lines: Vec<_> = Reader::new(&bytes[..]).main_lines().collect();
    let mut reader = Reader::new(&bytes[..]);
    let records: Vec<_> = reader.records().collect();
    assert_eq!(lines.len(), records.len());
    let is_broken = |game: &&Result<Record, ReadError>| matches!(game, Err(ReadError::Game { .. }));
    assert_eq!(reader.broken() as usize, records.iter().filter(is_broken).count());
    for (line, record) in lines.into_iter().zip(records) {
        match record {
            Ok(record) => {
                let line = line.unwrap_or_else(|error| panic!("only the fast way says: {error}"));
                assert_eq!(line.moves, record.moves().collect::<Vec<_>>());
                assert_eq!(line.result, record.result());
                write_and_read(&record);
            }
            // Of variations the fast way knows nothing.
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
});

fn write_and_read(record: &Record) {
    let text = record.to_string();
    let mut reader = Reader::new(text.as_bytes());
    let again: Vec<Record> = reader
        .records()
        .map(|game| game.unwrap_or_else(|error| panic!("{error}\n{text}")))
        .collect();
    assert_eq!(again, std::slice::from_ref(record), "{text}");
}
