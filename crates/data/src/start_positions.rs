//! Where games begin, before the random moves.

use chess::{Position, PositionError};
use pgn::{EpdReadError, EpdReader};
use thinking::SplitMix64;
use thiserror::Error;

/// The set of positions from which each game of self-play draws its start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StartPositions {
    /// The ordinary start position.
    Initial,
    /// The 960 start positions of Chess960.
    Chess960,
    /// The positions of a file.
    List(PositionList),
}

/// The positions of an EPD or FEN file, never empty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionList {
    positions: Vec<Position>,
    fingerprint: u64,
}

/// Why a text is no list of positions.
#[derive(Debug, Error)]
pub enum PositionListError {
    /// A line is no position.
    #[error(transparent)]
    Epd(#[from] EpdReadError),
    /// No game leads to the position of a line.
    #[error("line {line}: {source}")]
    Position {
        /// Which, from 1.
        line: u64,
        /// Why not.
        source: PositionError,
    },
    /// There is no line at all.
    #[error("there is no position in it")]
    Empty,
}

impl PositionList {
    /// Reads a position a line, as FEN or EPD, packed or not; empty lines and
    /// those that begin with `#` are left out.
    pub fn from_epd(bytes: &[u8]) -> Result<PositionList, PositionListError> {
        let mut positions = Vec::new();
        let mut lines = EpdReader::new(bytes);
        while let Some(epd) = lines.next() {
            // Files hold no others, and would not be read again.
            let position = Position::try_from(epd?.position.to_setup())
                .map_err(|source| PositionListError::Position { line: lines.line(), source })?;
            positions.push(position);
        }
        if positions.is_empty() {
            return Err(PositionListError::Empty);
        }
        Ok(PositionList { positions, fingerprint: fingerprint(bytes) })
    }

    /// How many positions there are.
    #[expect(clippy::len_without_is_empty, reason = "it never is")]
    pub fn len(&self) -> usize {
        self.positions.len()
    }
}

/// The 64-bit FNV-1a hash.
pub(crate) fn fingerprint(bytes: &[u8]) -> u64 {
    let step = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, step)
}

impl StartPositions {
    /// What a plan calls them. A file is known by the hash of its text.
    pub fn name(&self) -> String {
        match self {
            StartPositions::Initial => "initial".to_owned(),
            StartPositions::Chess960 => "chess960".to_owned(),
            StartPositions::List(list) => format!("book {:016x}", list.fingerprint),
        }
    }

    /// A random one of them.
    pub(crate) fn draw(&self, random: &mut SplitMix64) -> Position {
        match self {
            StartPositions::Initial => Position::initial(),
            StartPositions::Chess960 => {
                Position::chess960(random.below(960) as u16).unwrap_or_else(Position::initial)
            }
            StartPositions::List(list) => {
                list.positions[random.below(list.positions.len() as u64) as usize]
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn epd_with_and_without_clocks_and_operations() {
        let text = "# three positions\n\
            r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 3 4\n\n\
            rnbqkb1r/pp2pppp/3p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R b KQkq -  \n\
            2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6; id \"WAC.001\";\n";
        let list = PositionList::from_epd(text.as_bytes()).unwrap();
        assert_eq!(list.len(), 3);
        assert_eq!((list.positions[0].halfmoves(), list.positions[0].fullmoves()), (3, 4));
        assert_eq!((list.positions[1].halfmoves(), list.positions[1].fullmoves()), (0, 1));
        assert_ne!(
            list.fingerprint,
            PositionList::from_epd(text.trim().as_bytes()).unwrap().fingerprint
        );
    }

    #[test]
    fn mistakes_name_their_line() {
        let text = "\n8/8/8/4k3/8/8/8/4K3 w - -\nnonsense";
        let error = PositionList::from_epd(text.as_bytes()).unwrap_err();
        assert!(error.to_string().starts_with("line 3: "), "{error}");
        let crowded = b"BB2k3/BBBBBBBB/8/8/8/8/8/4K3 w - - 0 1";
        assert!(PositionList::from_epd(crowded).is_err());
        assert!(matches!(PositionList::from_epd(b"# nothing\n"), Err(PositionListError::Empty)));
    }

    #[test]
    fn all_of_chess960_is_drawn() {
        let mut random = SplitMix64::new(1, 1);
        let seen: std::collections::HashSet<String> =
            (0..20_000).map(|_| StartPositions::Chess960.draw(&mut random).fen()).collect();
        assert_eq!(seen.len(), 960);
    }
}
