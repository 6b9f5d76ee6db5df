//! What is written is read back, and nothing makes a reader panic.

use chess::Position;
use pgn::{Epd, EpdReader, Operand, Operands, Operation, Reader, Record};
use proptest::prelude::*;

use crate::arbitrary::record;

fn read(text: &[u8]) -> Vec<Record> {
    Reader::new(text).records().map(|game| game.unwrap_or_else(|error| panic!("{error}"))).collect()
}

/// Reads whatever it is both ways. What comes out can be written and read.
fn survives(bytes: &[u8]) {
    let main_lines = Reader::new(bytes).main_lines().count();
    let mut reader = Reader::new(bytes);
    let records: Vec<_> = reader.records().collect();
    assert_eq!(records.len(), main_lines);
    for record in records.into_iter().flatten() {
        let text = record.to_string();
        assert_eq!(read(text.as_bytes()), [record], "{text}");
    }
    let _ = EpdReader::new(bytes).count();
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn records_are_written_and_read(records in prop::collection::vec(record(), 1..4)) {
        let text: String = records.iter().map(Record::to_string).collect();
        prop_assert_eq!(&read(text.as_bytes()), &records, "{}", text);
        // Only words too long for a line are longer than a line.
        for line in text.lines().filter(|line| !line.starts_with('[')) {
            prop_assert!(line.chars().count() <= 80 || !line.trim().contains(' ')
                || line.contains("[%"), "{}", line);
        }
        // The fast way sees the same main lines.
        let mut reader = Reader::new(text.as_bytes());
        for (line, record) in reader.main_lines().zip(&records) {
            let line = line.unwrap();
            prop_assert_eq!(&line.tags, &record.tags);
            prop_assert_eq!(line.moves, record.moves().collect::<Vec<_>>());
            prop_assert_eq!(line.result, record.result());
        }
    }

    #[test]
    fn bytes_do_no_harm(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        survives(&bytes);
    }

    #[test]
    fn letters_of_pgn_do_no_harm(text in "[\\[\\]\"{}();%$*!?.+#=a-hKQRBNOx0-9\n\r \\\\-]{0,300}") {
        survives(text.as_bytes());
    }

    #[test]
    fn damaged_games_do_no_harm(
        record in record(),
        edits in prop::collection::vec((any::<prop::sample::Index>(), 0..3u8, any::<u8>()), 0..6),
    ) {
        let mut bytes = record.to_string().into_bytes();
        for (place, kind, byte) in edits {
            let at = place.index(bytes.len());
            match kind {
                0 => bytes[at] = byte,
                1 if bytes.len() > 1 => drop(bytes.remove(at)),
                _ => bytes.insert(at, byte),
            }
        }
        survives(&bytes);
    }

    #[test]
    fn positions_are_written_and_read(
        number in 0..960u16,
        choices in prop::collection::vec(any::<u16>(), 0..40),
        texts in prop::collection::vec(("[a-z][a-z0-9]{0,5}", "\\PC{0,20}", any::<bool>()), 0..5),
    ) {
        let mut position = Position::chess960(number).unwrap();
        for choice in choices {
            let moves = position.legal_moves();
            let Some(&mv) = moves.get(usize::from(choice) % moves.len().max(1)) else { break };
            position.play(mv);
        }
        let mut epd = Epd::new(position);
        let moves = position.legal_moves();
        if !moves.is_empty() {
            epd.operations.push(Operation {
                opcode: "bm".to_owned(),
                operands: Operands::Moves(moves.iter().copied().take(3).collect()),
            });
        }
        for (opcode, text, is_word) in texts {
            let is_known = ["bm", "am", "pm", "sm", "pv", "hmvc", "fmvn"].contains(&opcode.as_str());
            let word: String = text.chars().filter(char::is_ascii_alphanumeric).collect();
            let operand = if is_word && !word.is_empty() {
                Operand::Word(word)
            } else {
                Operand::Text(text.split_whitespace().collect::<Vec<_>>().join(" "))
            };
            if !is_known {
                epd.operations.push(Operation { opcode, operands: Operands::Values(vec![operand]) });
            }
        }
        let line = epd.to_string();
        prop_assert_eq!(line.parse::<Epd>(), Ok(epd), "{}", line);
    }
}
