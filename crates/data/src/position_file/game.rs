//! One game of a file, and the positions picked from it.

use chess::{Move, Position};

use super::NO_SCORE;
use crate::import::{SampledPosition, Split};
use crate::{WhitePoints, header, packed_move};

/// A game and the positions that were picked from it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SampledGame {
    /// Where it began.
    pub start: Position,
    /// How it ended.
    pub result: WhitePoints,
    /// Its moves, as far as they are needed.
    pub moves: Vec<Move>,
    /// Which side of the split it is on.
    pub split: Split,
    /// What was picked, in ascending order of plies.
    pub picked: Vec<SampledPosition>,
}

impl SampledGame {
    /// The positions that were picked, each with its score.
    pub fn positions(&self) -> impl Iterator<Item = (Position, Option<i16>)> + '_ {
        let mut position = self.start;
        let mut played = 0;
        self.picked.iter().map(move |picked| {
            let until = usize::from(picked.ply).min(self.moves.len());
            self.moves[played..until].iter().for_each(|&mv| position.play(mv));
            played = until;
            (position, picked.score)
        })
    }

    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let mut head = header::pack(&self.start, self.result);
        head[header::LENGTH - 1] = self.split as u8;
        let mut bytes = head.to_vec();
        let last = self.picked.last().map_or(0, |picked| usize::from(picked.ply));
        let moves = &self.moves[..last.min(self.moves.len())];
        bytes.extend((moves.len() as u16).to_le_bytes());
        for &mv in moves {
            bytes.extend(packed_move::pack(mv).to_le_bytes());
        }
        let mut bits = vec![0u8; moves.len() / 8 + 1];
        for picked in &self.picked {
            bits[usize::from(picked.ply) / 8] |= 1 << (picked.ply % 8);
        }
        bytes.extend(bits);
        for picked in &self.picked {
            bytes.extend(picked.score.unwrap_or(NO_SCORE).to_le_bytes());
        }
        bytes
    }
}
