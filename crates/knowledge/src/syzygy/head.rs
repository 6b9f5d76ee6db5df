//! The head of a table: what is read to tell a whole file from a broken one.
//!
//! | bytes | |
//! |---|---|
//! | 4 | magic |
//! | 1 | bit 0: the sides differ, bit 1: there are pawns |
//! | | for each file of the leading pawn (a to d; once if there are no pawns): |
//! | 1 or 2 | order of the groups; two bytes when both sides have pawns |
//! | 1 a man | the pieces, in the low nibble for White to move, the high one for Black |
//! | | then, from an even offset, for each file and side to move: the head of a sub-table |
//! | | in DTZ tables the values that are mapped |
//! | | of all sub-tables: sparse index, lengths of blocks, and, from multiples of 64, blocks |
//! | 16 | checksum, after padding to a multiple of 64 |
//!
//! Everything that decides how much is read and where is checked here, so that
//! the reading of values has no damaged numbers left to stumble over but those
//! of the contents.

use std::io::{Read, Seek, SeekFrom};

use chess::Role;

use super::fault::{Metric, TableFault};
use super::material::Material;

/// Bytes read at once; the head of a small table fits in.
const CHUNK: usize = 4096;
/// The longest code of a value, in bits.
const LONGEST_CODE: u8 = 32;
/// Blocks have 2^2 bytes (less holds no code) to 2^10.
const BLOCK_BITS: std::ops::RangeInclusive<u8> = 2..=10;

const STORES_BLACK: u8 = 1;
const IS_MAPPED: u8 = 2;
const IS_WIDE: u8 = 16;
const SINGLE_VALUE: u8 = 128;

/// Checks the head of a table of `length` bytes.
pub(super) fn check(
    file: impl Read + Seek,
    length: u64,
    material: Material,
    metric: Metric,
) -> Result<(), TableFault> {
    if length % 64 != 16 {
        return Err(TableFault::Size(length));
    }
    let mut head = Head { file, length, start: 0, chunk: Vec::new() };
    let mut at = 0;
    let found = head.take(&mut at)?;
    if found != metric.magic() {
        return Err(TableFault::Magic { found, expected: metric.magic() });
    }
    let [layout] = head.take(&mut at)?;
    let has_pawns = material.has_pawns();
    if layout & 3 != (u8::from(has_pawns) << 1 | u8::from(!material.is_symmetric())) {
        return Err(TableFault::Head("it is of another material"));
    }

    let sides = if metric == Metric::Wdl && !material.is_symmetric() { 2 } else { 1 };
    let mut first_piece = None;
    let mut sizes = Vec::new();
    for file in 0..if has_pawns { 4 } else { 1 } {
        let orders = [
            head.take(&mut at)?,
            if both_have_pawns(material) { head.take(&mut at)? } else { [0xff] },
        ];
        let pieces = head.bytes(at, material.men())?.to_vec();
        at += pieces.len() as u64;
        for side in 0..sides {
            let nibble = |byte: u8| if side == 0 { byte & 0xf } else { byte >> 4 };
            let list: Vec<u8> = pieces.iter().copied().map(nibble).collect();
            if *first_piece.get_or_insert(list[0]) != list[0] && has_pawns {
                return Err(TableFault::Head("its sub-tables begin with different pieces"));
            }
            let order = orders.map(|[byte]| nibble(byte));
            sizes.push(size(&list, order, material, file)?);
        }
    }
    at += at & 1;

    let mut parts = Vec::with_capacity(sizes.len());
    for size in sizes {
        parts.push(head.part(&mut at, size, material, metric)?);
    }
    if metric == Metric::Dtz {
        for part in &parts {
            head.skip_map(&mut at, part.flags)?;
        }
        at += at & 1;
    }
    for part in &parts {
        at += 6 * part.sparse_entries + 2 * part.block_lengths;
    }
    for part in &parts {
        at = at.next_multiple_of(64) + part.block_bytes;
    }
    if length < at + 16 {
        return Err(TableFault::CutShort { found: length, expected: at + 16 });
    }
    Ok(())
}

/// What a sub-table takes.
struct Part {
    flags: u8,
    sparse_entries: u64,
    block_lengths: u64,
    block_bytes: u64,
}

/// A file and the chunk of it that was read last.
struct Head<F> {
    file: F,
    length: u64,
    start: u64,
    chunk: Vec<u8>,
}

impl<F: Read + Seek> Head<F> {
    fn bytes(&mut self, at: u64, count: usize) -> Result<&[u8], TableFault> {
        let end = at + count as u64;
        if end > self.length {
            return Err(TableFault::CutShort { found: self.length, expected: end });
        }
        if at < self.start || end > self.start + self.chunk.len() as u64 {
            self.chunk.clear();
            self.start = at;
            self.file.seek(SeekFrom::Start(at))?;
            self.file.by_ref().take(CHUNK.max(count) as u64).read_to_end(&mut self.chunk)?;
        }
        let from = (at - self.start) as usize;
        let found = self.start + self.chunk.len() as u64;
        self.chunk.get(from..from + count).ok_or(TableFault::CutShort { found, expected: end })
    }

    fn take<const N: usize>(&mut self, at: &mut u64) -> Result<[u8; N], TableFault> {
        let mut taken = [0; N];
        taken.copy_from_slice(self.bytes(*at, N)?);
        *at += N as u64;
        Ok(taken)
    }

    fn number(&mut self, at: &mut u64) -> Result<u64, TableFault> {
        Ok(u64::from(u16::from_le_bytes(self.take(at)?)))
    }

    /// The head of a sub-table of `size` values.
    fn part(
        &mut self,
        at: &mut u64,
        size: u64,
        material: Material,
        metric: Metric,
    ) -> Result<Part, TableFault> {
        let [flags, value] = self.take(at)?;
        // A table with the same for both sides is asked as White only; one that
        // says to hold Black's values would be asked back and forth for ever.
        if metric == Metric::Dtz && material.is_symmetric() && flags & STORES_BLACK != 0 {
            return Err(TableFault::Head("it stores Black to move though both sides are the same"));
        }
        if flags & SINGLE_VALUE != 0 {
            if metric == Metric::Wdl && value > 4 {
                return Err(TableFault::Head("its only value is no outcome"));
            }
            return Ok(Part { flags, sparse_entries: 0, block_lengths: 0, block_bytes: 0 });
        }
        let block_bits = value;
        let [span_bits, padding] = self.take(at)?;
        let blocks = u64::from(u32::from_le_bytes(self.take(at)?));
        let [longest, shortest] = self.take(at)?;
        if !BLOCK_BITS.contains(&block_bits) || span_bits > 31 {
            return Err(TableFault::Head("the size of its blocks is impossible"));
        }
        if shortest == 0 || longest < shortest || longest > LONGEST_CODE {
            return Err(TableFault::Head("the lengths of its codes are impossible"));
        }
        let mut lowest = Vec::with_capacity(usize::from(longest - shortest) + 1);
        for _ in shortest..=longest {
            lowest.push(self.number(at)?);
        }
        let symbols = self.number(at)?;
        if !are_codes(&lowest, shortest, symbols) {
            return Err(TableFault::Head("its codes contradict each other"));
        }
        *at += symbols * 3 + (symbols & 1);
        Ok(Part {
            flags,
            sparse_entries: size.div_ceil(1 << span_bits),
            block_lengths: blocks + u64::from(padding),
            block_bytes: blocks << block_bits,
        })
    }

    /// The values of a mapped sub-table: four lists, each with its length.
    fn skip_map(&mut self, at: &mut u64, flags: u8) -> Result<(), TableFault> {
        if flags & IS_MAPPED != 0 && flags & SINGLE_VALUE == 0 {
            for _ in 0..4 {
                if flags & IS_WIDE != 0 {
                    *at += 2 * self.number(at)?;
                } else {
                    let [length] = self.take(at)?;
                    *at += u64::from(length);
                }
            }
        }
        Ok(())
    }
}

/// Does every code stand for a symbol that there is? `lowest` has the first
/// symbol of each length of code. Codes are canonical: read as the digits of a
/// binary fraction, longer ones come first.
fn are_codes(lowest: &[u64], shortest: u8, symbols: u64) -> bool {
    let mut codes_end = vec![0u64; lowest.len()];
    // The first code of each length, from the longest on.
    let mut first = vec![0u64; lowest.len()];
    for i in (0..lowest.len() - 1).rev() {
        let Some(first_of_parents) = (first[i + 1] + lowest[i]).checked_sub(lowest[i + 1]) else {
            return false;
        };
        first[i] = first_of_parents / 2;
        codes_end[i + 1] = first[i] * 2;
    }
    codes_end[0] = 1 << shortest;
    (0..lowest.len()).all(|i| {
        let count = codes_end[i].checked_sub(first[i]);
        count.is_some_and(|count| count == 0 || lowest[i] + count <= symbols)
    })
}

fn both_have_pawns(material: Material) -> bool {
    material.stronger.count(Role::Pawn) > 0 && material.weaker.count(Role::Pawn) > 0
}

/// How many values a sub-table holds: one for each way to place the pieces, but
/// for mirrored ones. `file` is that of the leading pawn.
fn size(list: &[u8], order: [u8; 2], material: Material, file: u64) -> Result<u64, TableFault> {
    if !is_of(list, material) {
        return Err(TableFault::Head("its pieces are not those of its name"));
    }
    // Equal pieces are placed together, as a group.
    let mut groups: Vec<u64> = list.chunk_by(u8::eq).map(|run| run.len() as u64).collect();
    let kinds = list.iter().collect::<std::collections::HashSet<_>>().len();
    if groups.len() != kinds {
        return Err(TableFault::Head("its equal pieces are not together"));
    }
    let singles = groups.iter().filter(|&&len| len == 1).count();
    let mut size;
    let mut free = 64;
    if material.has_pawns() {
        if list[0] & 7 != 1 {
            return Err(TableFault::Head("its first piece is no pawn"));
        }
        let lead = groups.remove(0);
        size = (0..6).map(|rank| choose(47 - 12 * file - 2 * rank, lead - 1)).sum::<u64>();
        free -= lead;
        if both_have_pawns(material) {
            if list[lead as usize] & 7 != 1 {
                return Err(TableFault::Head("its pawns are not together"));
            }
            let others = groups.remove(0);
            size *= choose(48 - lead, others);
            free -= others;
        }
    } else {
        // Three single pieces lead, or else the two kings.
        let (lead, ways) = if singles >= 3 { (3, 31_332) } else { (2, 462) };
        let are_single = groups.iter().take(lead).all(|&len| len == 1);
        if !are_single || lead == 2 && list[..2].iter().any(|piece| piece & 7 != 6) {
            return Err(TableFault::Head("its pieces are in no possible order"));
        }
        groups.drain(..lead);
        size = ways;
        free -= lead as u64;
    }
    let steps = groups.len() as u8 + 1 + u8::from(both_have_pawns(material));
    let [first, second] = order;
    if first >= steps || both_have_pawns(material) && (second >= steps || second == first) {
        return Err(TableFault::Head("the order of its groups is impossible"));
    }
    for len in groups {
        size *= choose(free, len);
        free -= len;
    }
    Ok(size)
}

/// Are these the pieces of this material, either side being White?
fn is_of(list: &[u8], material: Material) -> bool {
    let mut sorted = list.to_vec();
    sorted.sort_unstable();
    [0, 8].into_iter().any(|first_is| {
        let nibble = |(first, role): (bool, Role)| {
            role as u8 + 1 + if first { first_is } else { 8 - first_is }
        };
        let mut expected: Vec<u8> = material.pieces().map(nibble).collect();
        expected.sort_unstable();
        expected == sorted
    })
}

/// In how many ways `k` of `n` can be chosen.
fn choose(n: u64, k: u64) -> u64 {
    (0..k).fold(1, |ways, i| ways * n.saturating_sub(i) / (i + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_to_choose() {
        assert_eq!([choose(62, 0), choose(62, 1), choose(48, 2)], [1, 62, 1_128]);
        assert_eq!([choose(1, 2), choose(1, 3), choose(0, 1)], [0, 0, 0]);
    }

    #[test]
    fn sizes_are_known() {
        let size = |name: &str, list: &[u8]| {
            let order = if name == "KPvKP" { [0, 1] } else { [0, 0xf] };
            size(list, order, name.parse().unwrap(), 0).unwrap()
        };
        // Three leading pieces; two kings and a pair; pawns on the a-file.
        assert_eq!(size("KQvK", &[6, 14, 5]), 31_332);
        assert_eq!(size("KQvKR", &[6, 14, 5, 12]), 31_332 * 61);
        assert_eq!(size("KRRvK", &[6, 14, 4, 4]), 462 * 62 * 61 / 2);
        assert_eq!(size("KPvK", &[1, 6, 14]), 6 * 63 * 62);
        assert_eq!(size("KPvKP", &[1, 9, 6, 14]), 6 * 47 * 62 * 61);
    }

    #[test]
    fn codes_name_symbols_that_there_are() {
        // Two codes of one bit; one of one bit and two of two.
        assert!(are_codes(&[0], 1, 2));
        assert!(are_codes(&[2, 0], 1, 3));
        assert!(!are_codes(&[0], 1, 1));
        assert!(!are_codes(&[2, 0], 1, 2));
        assert!(!are_codes(&[0, 5], 1, 9));
    }
}
