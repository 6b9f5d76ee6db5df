//! A game with the score of the search in every position.

use chess::{Move, Position};

use crate::{WhitePoints, header, packed_move};

/// A mate is written as this score, from either side. No evaluation reaches
/// it, and every sigmoid in use maps it to certainty.
pub const MATE_SCORE: i16 = 10_000;

/// Longer games are not read or written: this only bounds memory. The rules
/// end every game sooner.
pub(crate) const MOST_PLIES: usize = 20_000;

/// What ends a game in a file. No move is all zero bits.
pub(crate) const END: [u8; 4] = [0; 4];

/// A move and the score of the position in which it was played.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct ScoredMove {
    /// The move.
    pub mv: Move,
    /// Centipawns, good for White if positive.
    pub score: i16,
}

/// A game with its result, from any start position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScoredGame {
    /// Where it began.
    pub start: Position,
    /// How it ended, on the board or by adjudication.
    pub result: WhitePoints,
    /// What was played.
    pub moves: Vec<ScoredMove>,
}

impl ScoredGame {
    /// The game as files have it: a header, four bytes a move, four zeros.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(header::LENGTH + (self.moves.len() + 1) * END.len());
        bytes.extend(header::pack(&self.start, self.result));
        for &ScoredMove { mv, score } in &self.moves {
            bytes.extend(packed_move::pack(mv).to_le_bytes());
            bytes.extend(score.to_le_bytes());
        }
        bytes.extend(END);
        bytes
    }

    /// A number that only the same game has, whatever its scores and its result:
    /// a game that stands in two files is on one side of a split.
    pub fn id(&self) -> u64 {
        game_id(&self.start, self.moves.iter().map(|scored| scored.mv))
    }

    /// Every position in which a move was played, with that move.
    pub fn positions(&self) -> impl Iterator<Item = (Position, ScoredMove)> + '_ {
        self.moves.iter().scan(self.start, |position, &scored| {
            let before = *position;
            position.play(scored.mv);
            Some((before, scored))
        })
    }
}

/// A hash of a game: FNV-1a, eight bytes at a time.
pub(crate) fn game_id(start: &Position, moves: impl Iterator<Item = Move>) -> u64 {
    let mix = |hash: u64, word: u64| (hash ^ word).wrapping_mul(0x0100_0000_01B3).rotate_left(29);
    moves.fold(mix(0xCBF2_9CE4_8422_2325, start.key()), |hash, mv| {
        mix(hash, mv.from() as u64 | (mv.to() as u64) << 6 | (mv.kind() as u64) << 12)
    })
}

/// How many plies were played before `position`, by its move number.
pub fn ply_of(position: &Position) -> u32 {
    2 * (u32::from(position.fullmoves()) - 1) + u32::from(!position.turn().is_white())
}
