//! Draws by repetition inside the search, and seeing them one move ahead.

use std::sync::LazyLock;

use chess::{Color, Move, MoveKind, Piece, Position, Role, Square, attacks, piece_key, turn_key};
use eval::Evaluator;
use thinking::DRAW;

use crate::observer::TreeObserver;
use crate::worker::Worker;
use crate::{Technique, Techniques};

/// The keys of all positions before the present one, game and search path
/// together.
#[derive(Clone, Debug, Default)]
pub(crate) struct Path {
    keys: Vec<u64>,
}

impl Path {
    pub(crate) fn new(keys: Vec<u64>) -> Path {
        Path { keys }
    }

    #[inline]
    pub(crate) fn push(&mut self, key: u64) {
        self.keys.push(key);
    }

    #[inline]
    pub(crate) fn pop(&mut self) {
        self.keys.pop();
    }

    /// Has `position` occurred before? Once is enough inside the search,
    /// whose `ply` lies that far below the root; in the game before, twice.
    ///
    /// `reversible` is how many plies lie since the last capture, pawn move or
    /// null move.
    #[inline]
    pub(crate) fn is_repetition(&self, position: &Position, reversible: usize, ply: usize) -> bool {
        let reach = reversible.min(self.keys.len());
        let mut earlier = false;
        let mut back = 4;
        while back <= reach {
            if self.keys[self.keys.len() - back] == position.key() {
                if back < ply || earlier {
                    return true;
                }
                earlier = true;
            }
            back += 2;
        }
        false
    }

    /// Has `position` occurred at all since the last irreversible move?
    pub(crate) fn has_occurred(&self, position: &Position, reversible: usize) -> bool {
        let reach = reversible.min(self.keys.len());
        self.occurred(position.key(), 4, reach)
    }

    /// Did the position of `key` occur `back` plies ago or earlier?
    fn occurred(&self, key: u64, back: usize, reach: usize) -> bool {
        (back..=reach).step_by(2).any(|back| self.keys[self.keys.len() - back] == key)
    }

    /// Can the side to move bring about a position that occurred since the root, or
    /// twice in the game before?
    pub(crate) fn can_repeat(&self, position: &Position, reversible: usize, ply: usize) -> bool {
        let reach = reversible.min(self.keys.len());
        if reach < 3 {
            return false;
        }
        let cuckoo = &*CUCKOO;
        let mut back = 3;
        while back <= reach {
            let key = self.keys[self.keys.len() - back];
            if let Some(mv) = cuckoo.find(position.key() ^ key ^ turn_key())
                && (back < ply || self.occurred(key, back + 4, reach))
            {
                let (a, b) = (mv.from(), mv.to());
                let clear = attacks::between(a, b).is_disjoint(position.occupied());
                let mover = position.piece_at(a).or_else(|| position.piece_at(b));
                if clear && mover.is_some_and(|piece| piece.color() == position.turn()) {
                    return true;
                }
            }
            back += 2;
        }
        false
    }
}

/// All reversible moves by the change they make to a key: 3,668 of them (a
/// move and its way back count once) in a cuckoo hash of two places each.
struct Cuckoo {
    keys: Box<[u64; SLOTS]>,
    moves: Box<[Option<Move>; SLOTS]>,
}

const SLOTS: usize = 8_192;

fn first_place(key: u64) -> usize {
    key as usize % SLOTS
}

fn second_place(key: u64) -> usize {
    (key >> 16) as usize % SLOTS
}

static CUCKOO: LazyLock<Cuckoo> = LazyLock::new(Cuckoo::new);

impl Cuckoo {
    fn new() -> Cuckoo {
        let mut cuckoo = Cuckoo { keys: Box::new([0; SLOTS]), moves: Box::new([None; SLOTS]) };
        for piece in Piece::ALL {
            if piece.role() == Role::Pawn {
                continue;
            }
            for from in Square::ALL {
                let reached = attacks::of(Color::White, piece.role(), from, chess::Bitboard::EMPTY);
                for to in reached.into_iter().filter(|&to| to > from) {
                    let key = piece_key(piece, from) ^ piece_key(piece, to);
                    cuckoo.insert(key, Move::new(from, to, MoveKind::Quiet));
                }
            }
        }
        cuckoo
    }

    fn insert(&mut self, key: u64, mv: Move) {
        let (mut key, mut mv) = (key, Some(mv));
        let mut place = first_place(key);
        loop {
            std::mem::swap(&mut self.keys[place], &mut key);
            std::mem::swap(&mut self.moves[place], &mut mv);
            if mv.is_none() {
                return;
            }
            // Whoever was thrown out goes to its other place.
            place = if place == first_place(key) { second_place(key) } else { first_place(key) };
        }
    }

    #[inline]
    fn find(&self, key: u64) -> Option<Move> {
        [first_place(key), second_place(key)]
            .into_iter()
            .find(|&place| self.keys[place] == key)
            .and_then(|place| self.moves[place])
    }
}

impl<E: Evaluator, T: Techniques, O: TreeObserver> Worker<'_, E, T, O> {
    #[inline]
    fn reversible(&self, position: &Position, ply: usize) -> usize {
        usize::from(position.halfmoves()).min(self.frame(ply).since_null)
    }

    /// Is the game drawn here, mate aside?
    #[inline]
    pub(crate) fn is_drawn(&self, position: &Position, ply: usize) -> bool {
        if position.halfmoves() >= 100 {
            return !position.is_checkmate();
        }
        position.is_insufficient_material()
            || self.path.is_repetition(position, self.reversible(position, ply), ply)
    }

    /// Could the side to move force a repetition with its next move?
    #[inline]
    pub(crate) fn can_repeat(&self, position: &Position, ply: usize) -> bool {
        self.on(Technique::UpcomingRepetition)
            && self.path.can_repeat(position, self.reversible(position, ply), ply)
    }

    /// May an entry of the transposition table end the search of `position`?
    ///
    /// The key knows nothing of the game: where a position has occurred before, its
    /// entry may promise what the opponent can now answer with a repetition. Principal
    /// variation search never cuts the line that it will play; without it the table
    /// would.
    #[inline]
    pub(crate) fn table_may_cut(&self, position: &Position, ply: usize) -> bool {
        self.on(Technique::Pvs) || !self.path.has_occurred(position, self.reversible(position, ply))
    }

    /// The value of a draw. It varies by a point, so that a search among
    /// nothing but draws still looks around.
    #[inline]
    pub(crate) fn draw_value(&self) -> i32 {
        if self.on(Technique::DrawNoise) {
            DRAW - 1 + (self.statistics.nodes & 2) as i32
        } else {
            DRAW
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_reversible_moves_are_filed() {
        let cuckoo = Cuckoo::new();
        assert_eq!(cuckoo.moves.iter().flatten().count(), 3_668);
        let (piece, from, to) = (Piece::WhiteKnight, Square::G1, Square::F3);
        let found = cuckoo.find(piece_key(piece, from) ^ piece_key(piece, to));
        assert_eq!(found.map(|mv| (mv.from(), mv.to())), Some((from, to)));
        assert_eq!(cuckoo.find(1), None);
    }

    fn walk(moves: &[&str]) -> (Path, Position) {
        let mut path = Path::default();
        let mut position = Position::from_fen("4k3/8/8/8/8/8/8/R3K3 w - - 0 1").unwrap();
        for text in moves {
            path.push(position.key());
            position.play(position.parse_san(text).unwrap());
        }
        (path, position)
    }

    #[test]
    fn repetitions_and_those_that_could_come() {
        let (path, position) = walk(&["Ra2", "Kd8", "Ra1", "Ke8"]);
        // Below the root once is enough, before it twice.
        assert!(path.is_repetition(&position, 4, 5));
        assert!(!path.is_repetition(&position, 4, 4));
        // A null move in between makes it none.
        assert!(!path.is_repetition(&position, 2, 5));
        // At all is less than that.
        assert!(path.has_occurred(&position, 4));
        assert!(!path.has_occurred(&position, 2));

        let (path, position) = walk(&["Ra2", "Kd8", "Ra1"]);
        assert!(path.can_repeat(&position, 3, 4));
        assert!(!path.can_repeat(&position, 3, 3));
        let (path, position) = walk(&["Ra2", "Kd8", "Rb2"]);
        assert!(!path.can_repeat(&position, 3, 4));
        // All before the root: it must have been there twice.
        let (path, position) = walk(&["Ra2", "Kd8", "Ra1", "Ke8", "Ra2", "Kd8", "Ra1"]);
        assert!(path.can_repeat(&position, 7, 2));
        assert!(!path.can_repeat(&position, 6, 2));
    }

    #[test]
    fn a_blocked_way_back_is_none() {
        let mut path = Path::default();
        let fen = "4k3/8/8/8/8/8/8/R3K1b1 b - - 0 1";
        let mut position = Position::from_fen(fen).unwrap();
        for text in ["Bb6", "Ra8+", "Bd8"] {
            path.push(position.key());
            position.play(position.parse_san(text).unwrap());
        }
        // Ra8-a1 would not repeat anything: the bishop went elsewhere.
        assert!(!path.can_repeat(&position, 3, 4));
    }
}
