//! Games out of a Parquet table with the columns `winner` (`white`, `black`, or
//! something else for a draw) and `moves_uci` (one text or a list of texts).
//!
//! Row groups are read one at a time, and of them these two columns only.

use std::fs::File;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;

use chess::Position;
use parquet::basic::Repetition;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::{Field, Row};
use parquet::schema::types::Type;

use super::imported_game::ImportedGame;
use super::source::ImportError;
use crate::WhitePoints;
use crate::scored_game::MOST_PLIES;

const WINNER: &str = "winner";
const MOVES: &str = "moves_uci";

/// Gives each game of the table to `take`. A row group that cannot be read is
/// reported once and passed over.
pub(super) fn read(
    path: &Path,
    seen: &mut dyn FnMut(u64),
    take: &mut dyn FnMut(Result<ImportedGame, ImportError>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let fault = |message: String| ImportError::Table { path: path.to_owned(), message };
    let file = match File::open(path) {
        Ok(file) => file,
        Err(source) => return take(Err(ImportError::File { path: path.to_owned(), source })),
    };
    let opened = guarded(|| {
        let reader = SerializedFileReader::new(file).map_err(|error| error.to_string())?;
        let projection = projection(reader.metadata().file_metadata().schema())?;
        Ok((reader, projection))
    });
    let (reader, projection) = match opened {
        Ok(opened) => opened,
        Err(message) => return take(Err(fault(message))),
    };
    let mut first_row = 1;
    for number in 0..reader.num_row_groups() {
        let mut flow = ControlFlow::Continue(());
        // The library panics on some damaged files. A panic of `take` itself
        // is passed on.
        let mut passed_on = None;
        let read = guarded(|| {
            let group = reader.get_row_group(number).map_err(|error| error.to_string())?;
            let rows = group.get_row_iter(Some(projection.clone()));
            let rows = rows.map_err(|error| error.to_string())?;
            for (row, content) in (first_row..).zip(rows) {
                let content = content.map_err(|error| error.to_string())?;
                let game = match game(&content) {
                    Ok(game) => Ok(game),
                    Err(message) => Err(ImportError::Row { path: path.to_owned(), row, message }),
                };
                match catch_unwind(AssertUnwindSafe(|| take(game))) {
                    Ok(ControlFlow::Continue(())) => {}
                    Ok(broken) => {
                        flow = broken;
                        break;
                    }
                    Err(panic) => {
                        passed_on = Some(panic);
                        break;
                    }
                }
            }
            Ok(())
        });
        if let Some(panic) = passed_on {
            std::panic::resume_unwind(panic);
        }
        flow?;
        if let Err(message) = read {
            take(Err(fault(format!("row group {number}: {message}"))))?;
        }
        let group = reader.metadata().row_group(number);
        first_row += u64::try_from(group.num_rows()).unwrap_or_default();
        seen(u64::try_from(group.compressed_size()).unwrap_or_default());
    }
    ControlFlow::Continue(())
}

/// What `work` gives; a panic is an error like others.
fn guarded<T>(work: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work))
        .unwrap_or_else(|_| Err("the table is damaged (its reader gave up)".to_owned()))
}

/// The part of the schema that is read.
fn projection(schema: &Type) -> Result<Type, String> {
    let mut fields = Vec::new();
    for name in [WINNER, MOVES] {
        let field = schema.get_fields().iter().find(|field| field.name() == name);
        let field: &Arc<Type> = field.ok_or_else(|| {
            let names: Vec<&str> = schema.get_fields().iter().map(|field| field.name()).collect();
            format!("there is no column '{name}' among {}", names.join(", "))
        })?;
        if field.is_primitive() && field.get_basic_info().repetition() == Repetition::REPEATED {
            return Err(format!("column '{name}' is repeated (expected a text or a list)"));
        }
        fields.push(field.clone());
    }
    let group = Type::group_type_builder(schema.name()).with_fields(fields).build();
    group.map_err(|error| error.to_string())
}

/// The game of a row.
fn game(row: &Row) -> Result<ImportedGame, String> {
    let column = |name: &str| {
        let found = row.get_column_iter().find(|(column, _)| *column == name);
        found.map(|(_, field)| field).ok_or_else(|| format!("no column '{name}'"))
    };
    let result = match column(WINNER)? {
        Field::Str(winner) if winner.eq_ignore_ascii_case("white") => WhitePoints::One,
        Field::Str(winner) if winner.eq_ignore_ascii_case("black") => WhitePoints::Zero,
        Field::Str(_) | Field::Null => WhitePoints::Half,
        _ => return Err(format!("'{WINNER}' is not a text")),
    };
    let words: Vec<&str> = match column(MOVES)? {
        Field::Str(moves) => moves.split_whitespace().collect(),
        Field::ListInternal(list) => {
            let words = list.elements().iter().map(|field| match field {
                Field::Str(word) => Ok(word.as_str()),
                _ => Err(format!("'{MOVES}' has an element that is not a text")),
            });
            words.collect::<Result<_, _>>()?
        }
        Field::Null => Vec::new(),
        _ => return Err(format!("'{MOVES}' is neither a text nor a list of texts")),
    };
    if words.len() > MOST_PLIES {
        return Err(format!("{} moves are more than {MOST_PLIES}", words.len()));
    }
    let start = Position::initial();
    let mut position = start;
    let mut moves = Vec::with_capacity(words.len());
    for (index, word) in words.into_iter().enumerate() {
        let mv =
            position.parse_uci(word).map_err(|error| format!("move {}: {error}", index + 1))?;
        position.play(mv);
        moves.push(mv);
    }
    Ok(ImportedGame { start, moves, scores: None, result })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use parquet::basic::Compression;
    use parquet::column::writer::ColumnWriter;
    use parquet::data_type::{ByteArray, ByteArrayType};
    use parquet::file::properties::WriterProperties;
    use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
    use parquet::schema::parser::parse_message_type;
    use thinking::SplitMix64;

    use super::*;

    const TEXTS: &str = "message games { REQUIRED INT32 id; OPTIONAL BYTE_ARRAY winner (UTF8); \
                         REQUIRED BYTE_ARRAY moves_uci (UTF8); }";
    const LISTS: &str = "message games { OPTIONAL BYTE_ARRAY winner (UTF8); \
                         REQUIRED group moves_uci (LIST) { REPEATED group list { \
                         REQUIRED BYTE_ARRAY element (UTF8); } } }";

    /// A table with two row groups of the same rows.
    fn table(schema: &str, rows: &[(Option<&str>, &str)]) -> Vec<u8> {
        let schema = Arc::new(parse_message_type(schema).unwrap());
        let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
        let mut bytes = Vec::new();
        let mut writer =
            SerializedFileWriter::new(&mut bytes, schema, Arc::new(properties)).unwrap();
        for _ in 0..2 {
            let mut group = writer.next_row_group().unwrap();
            while let Some(mut column) = group.next_column().unwrap() {
                write_column(&mut column, rows);
                column.close().unwrap();
            }
            group.close().unwrap();
        }
        writer.close().unwrap();
        bytes
    }

    fn write_column(column: &mut SerializedColumnWriter<'_>, rows: &[(Option<&str>, &str)]) {
        if let ColumnWriter::Int32ColumnWriter(numbers) = column.untyped() {
            let ids: Vec<i32> = (0..rows.len() as i32).collect();
            numbers.write_batch(&ids, None, None).unwrap();
            return;
        }
        let column = column.typed::<ByteArrayType>();
        let path = column.get_descriptor().path().string();
        let (mut words, mut levels, mut repeats) = (Vec::new(), Vec::new(), Vec::new());
        for (winner, moves) in rows {
            match path.as_str() {
                "winner" => {
                    words.extend(winner.map(ByteArray::from));
                    levels.push(i16::from(winner.is_some()));
                }
                "moves_uci" => words.push(ByteArray::from(*moves)),
                _ => {
                    for (index, word) in moves.split_whitespace().enumerate() {
                        words.push(ByteArray::from(word));
                        levels.push(1);
                        repeats.push(i16::from(index > 0));
                    }
                    if moves.is_empty() {
                        levels.push(0);
                        repeats.push(0);
                    }
                }
            }
        }
        let some = |levels: Vec<i16>| Some(levels).filter(|levels| !levels.is_empty());
        column.write_batch(&words, some(levels).as_deref(), some(repeats).as_deref()).unwrap();
    }

    fn read_bytes(bytes: &[u8]) -> (Vec<ImportedGame>, Vec<String>) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.parquet");
        fs::write(&path, bytes).unwrap();
        let (mut games, mut faults) = (Vec::new(), Vec::new());
        let flow = read(&path, &mut |_| (), &mut |game| {
            match game {
                Ok(game) => games.push(game),
                Err(error) => faults.push(error.to_string()),
            }
            ControlFlow::Continue(())
        });
        assert!(flow.is_continue());
        (games, faults)
    }

    const ROWS: &[(Option<&str>, &str)] = &[
        (Some("white"), "e2e4 e7e5 g1f3"),
        (Some("black"), "f2f3 e7e5 g2g4 d8h4"),
        (Some("white"), "e2e4 e7e5 e1e3"),
        (None, ""),
    ];

    #[test]
    fn texts_and_lists_give_the_same_games() {
        let (games, faults) = read_bytes(&table(TEXTS, ROWS));
        let found: Vec<_> = games.iter().map(|game| (game.result, game.moves.len())).collect();
        let group = [(WhitePoints::One, 3), (WhitePoints::Zero, 4), (WhitePoints::Half, 0)];
        assert_eq!(found, group.repeat(2));
        assert_eq!(faults.len(), 2);
        assert!(faults[0].contains("row 3: move 3: "), "{faults:?}");
        assert!(faults[1].contains("row 7: move 3: "), "{faults:?}");
        assert_eq!(read_bytes(&table(LISTS, ROWS)).0, games);
    }

    #[test]
    fn other_tables_are_named() {
        let schema = "message games { OPTIONAL BYTE_ARRAY winner (UTF8); }";
        let (games, faults) = read_bytes(&table(schema, ROWS));
        assert!(games.is_empty());
        assert!(faults[0].contains("no column 'moves_uci' among winner"), "{faults:?}");
        assert_eq!(read_bytes(b"PAR1 and so on PAR1").1.len(), 1);
        assert_eq!(read_bytes(b"").1.len(), 1);
    }

    /// Whatever is damaged, nothing panics, and what comes out is legal.
    #[test]
    fn damaged_tables_are_reported() {
        let seed = 41;
        let mut random = SplitMix64::new(seed, 0);
        let mut reported = 0;
        for schema in [TEXTS, LISTS] {
            let good = table(schema, ROWS);
            for _ in 0..300 {
                let mut bytes = good.clone();
                for _ in 0..=random.below(3) {
                    let place = random.below(bytes.len() as u64) as usize;
                    bytes[place] = random.below(256) as u8;
                }
                reported += usize::from(!read_bytes(&bytes).1.is_empty());
            }
            let cut = good.len() / 2;
            assert_eq!(read_bytes(&good[..cut]).0.len(), 0);
        }
        assert!(reported > 100, "seed {seed}: {reported}");
    }
}
