//! Tables made by hand, for when there are no real ones: whoever has more wins,
//! with the next move.

use std::fs;

use knowledge::syzygy::Metric;
use tempfile::TempDir;

/// The nibble of a piece in the head of a table.
fn nibble(letter: char, second: bool) -> u8 {
    let role = "PNBRQK".find(letter).expect("a piece") as u8 + 1;
    role | if second { 8 } else { 0 }
}

/// The bytes of a table in which every position with the same side to move has
/// the same value.
pub(crate) fn table(name: &str, metric: Metric) -> Vec<u8> {
    let (stronger, weaker) = name.split_once('v').expect("two sides");
    let mut pieces: Vec<u8> = stronger.chars().map(|letter| nibble(letter, false)).collect();
    pieces.extend(weaker.chars().map(|letter| nibble(letter, true)));
    // Pawns lead, then kings, then what there is one of.
    let count = pieces.clone();
    let is_one = |piece: &u8| count.iter().filter(|other| *other == piece).count() == 1;
    pieces.sort_by_key(|piece| (piece & 7 != 1, piece & 7 != 6, !is_one(piece), *piece));
    let has_pawns = name.contains('P');
    let both_have_pawns = stronger.contains('P') && weaker.contains('P');
    let mut bytes: Vec<u8> = match metric {
        Metric::Wdl => vec![0x71, 0xe8, 0x23, 0x5d],
        Metric::Dtz => vec![0xd7, 0x66, 0x0c, 0xa5],
    };
    bytes.push(u8::from(stronger != weaker) | if has_pawns { 2 } else { 0 });
    let files = if has_pawns { 4 } else { 1 };
    for _ in 0..files {
        bytes.push(0x00);
        if both_have_pawns {
            bytes.push(0x11);
        }
        bytes.extend(pieces.iter().map(|piece| piece | piece << 4));
    }
    if bytes.len() % 2 == 1 {
        bytes.push(0);
    }
    let values: &[u8] = match metric {
        Metric::Wdl if stronger == weaker => &[2],
        Metric::Wdl => &[4, 0],
        Metric::Dtz => &[0],
    };
    for value in values.repeat(files) {
        bytes.extend([0x80, value]);
    }
    bytes.resize(bytes.len().next_multiple_of(64) + 16, 0);
    bytes
}

/// A folder of such tables, WDL and DTZ.
pub(crate) fn folder() -> TempDir {
    let folder = TempDir::new().expect("a folder");
    for name in ["KQvK", "KRvK", "KBvK", "KNvK", "KPvK", "KQvKR", "KPvKP", "KRRvK"] {
        for metric in [Metric::Wdl, Metric::Dtz] {
            let path = folder.path().join(format!("{name}.{}", metric.extension()));
            fs::write(path, table(name, metric)).expect("it can be written");
        }
    }
    folder
}
