//! The weights of the evaluation: their names, sizes and numbers.
//!
//! The values are in [`params`](crate::params); here each weight gets a
//! number, by which the tuner knows it.

use crate::PackedScore;
use crate::params::PARAMS;

/// One weight: its value, and its number among all.
#[derive(Copy, Clone, Debug)]
pub struct Weight {
    /// What it is worth.
    pub score: PackedScore,
    /// Its place in [`values`].
    pub number: u16,
}

/// Weights that belong together, like one for each rank.
#[derive(Debug)]
pub(crate) struct Group<const N: usize> {
    first: u16,
    values: [PackedScore; N],
}

impl<const N: usize> Group<N> {
    /// The weight at this place.
    #[inline(always)]
    pub(crate) fn at(&self, index: usize) -> Weight {
        Weight { score: self.values[index], number: self.first + index as u16 }
    }
}

impl Group<1> {
    /// The only weight.
    #[inline(always)]
    pub(crate) fn one(&self) -> Weight {
        self.at(0)
    }
}

/// A group of weights as the tuner sees it.
#[derive(Copy, Clone, Debug)]
pub struct GroupInfo {
    /// Its name in the parameter file.
    pub name: &'static str,
    /// What it weighs.
    pub about: &'static str,
    /// The number of its first weight.
    pub first: usize,
    /// How many there are.
    pub len: usize,
    /// How many of them the parameter file has on a line.
    pub row: usize,
}

macro_rules! weights {
    ($(#[doc = $about:literal] $name:ident: $len:literal / $row:literal,)*) => {
        /// The values of all weights.
        #[derive(Debug)]
        pub(crate) struct Params {
            $(pub(crate) $name: [PackedScore; $len],)*
        }

        /// All weights with their numbers.
        #[derive(Debug)]
        pub(crate) struct Weights {
            $(#[doc = $about] pub(crate) $name: Group<$len>,)*
        }

        /// How many weights there are.
        pub const COUNT: usize = 0 $(+ $len)*;

        const fn numbered(params: Params) -> Weights {
            let mut next = 0;
            Weights { $($name: {
                let first = next;
                next += $len;
                let _ = next;
                Group { first, values: params.$name }
            },)* }
        }

        /// The groups in the order of their numbers.
        pub fn groups() -> Vec<GroupInfo> {
            let mut next = 0;
            vec![$({
                let first = next;
                next += $len;
                let _ = next;
                GroupInfo {
                    name: stringify!($name), about: $about.trim_ascii(), first, len: $len, row: $row,
                }
            },)*]
        }

        /// The values of all weights in the order of their numbers.
        pub fn values() -> Vec<PackedScore> {
            let mut values = Vec::with_capacity(COUNT);
            $(values.extend_from_slice(&WEIGHTS.$name.values);)*
            values
        }
    };
}

pub(crate) static WEIGHTS: Weights = numbered(PARAMS);

weights! {
    /// Having the move.
    tempo: 1 / 1,
    /// A pawn, knight, bishop, rook, queen.
    material: 5 / 5,
    /// A pawn's square, a8 first.
    pawn_squares: 64 / 8,
    /// A knight's square, a8 first.
    knight_squares: 64 / 8,
    /// A bishop's square, a8 first.
    bishop_squares: 64 / 8,
    /// A rook's square, a8 first.
    rook_squares: 64 / 8,
    /// A queen's square, a8 first.
    queen_squares: 64 / 8,
    /// The king's square, a8 first.
    king_squares: 64 / 8,

    /// A pawn behind another of its file: with a pawn beside them, without.
    pawn_doubled: 2 / 2,
    /// No pawn on the files beside, by distance of the file from the edge.
    pawn_isolated: 4 / 4,
    /// The same where no enemy pawn stands in front.
    pawn_isolated_open: 1 / 1,
    /// A pawn that cannot be defended by pawns nor advance: file closed, open.
    pawn_backward: 2 / 2,
    /// A pawn beside it, by rank.
    pawn_phalanx: 8 / 8,
    /// Defended by a pawn, by rank.
    pawn_supported: 8 / 8,
    /// Each group of neighbouring files with pawns.
    pawn_islands: 1 / 1,
    /// No passed pawn, but more pawns help it than stand against it, by rank.
    pawn_candidate: 8 / 8,

    /// A passed pawn, by rank.
    passed_rank: 8 / 8,
    /// Own king to the square before the passed pawn, by distance (from rank 4 on).
    passed_own_king: 8 / 8,
    /// Enemy king to the square before the passed pawn, by distance (from rank 4 on).
    passed_enemy_king: 8 / 8,
    /// The square before is held by an enemy piece, by rank.
    passed_blocked: 8 / 8,
    /// The square before is free and not attacked, by rank.
    passed_safe_step: 8 / 8,
    /// The square before is defended by an own man, by rank.
    passed_defended_step: 8 / 8,
    /// The whole way is free and not attacked, by rank.
    passed_safe_way: 8 / 8,
    /// Own rook behind the passed pawn.
    passed_rook_behind: 1 / 1,
    /// Enemy rook behind the passed pawn.
    passed_enemy_rook_behind: 1 / 1,
    /// The enemy has no pieces and his king comes too late.
    passed_unstoppable: 1 / 1,

    /// Rearmost own pawn before the king, by file from the edge (line) and rank (first: no pawn).
    shield: 32 / 8,
    /// Nearest enemy pawn before the king, by file from the edge (line) and rank as the king sees it (first: no pawn).
    storm: 32 / 8,
    /// The same where an own pawn stands in its way, by rank.
    storm_blocked: 8 / 8,
    /// Open, then half-open: the king's file and each beside it.
    king_files: 4 / 4,
    /// An enemy bishop, a queen, on a diagonal of the king with no pawn between; both on one.
    king_diagonals: 3 / 3,

    /// Danger: at the outset.
    danger_base: 1 / 1,
    /// Danger: knights, bishops, rooks, queens that attack a square around the king.
    danger_attackers: 4 / 4,
    /// Danger: each such attack.
    danger_hits: 1 / 1,
    /// Danger: attacked squares around the king that only king or queen defend.
    danger_weak: 1 / 1,
    /// Danger: safe checks by knight, bishop, rook, queen.
    danger_checks: 4 / 4,
    /// Danger: other checks.
    danger_unsafe_checks: 1 / 1,
    /// Danger: the enemy has no queen.
    danger_no_queen: 1 / 1,
    /// Danger: squares of the king's wing that the enemy attacks once, twice.
    danger_wing_attacks: 2 / 2,
    /// Danger: squares of the king's wing that are defended.
    danger_wing_defence: 1 / 1,
    /// Danger: men that shield the king from a rook, bishop or queen.
    danger_pinned: 1 / 1,
    /// Danger: files at the king without own pawns.
    danger_files: 1 / 1,
    /// Danger: a knight defends the king.
    danger_knight: 1 / 1,

    /// Each step that a knight, bishop, rook, queen is nearer to the enemy king than seven.
    tropism: 4 / 4,
    /// Knight, by squares it reaches.
    knight_mobility: 9 / 9,
    /// Bishop, by squares it reaches.
    bishop_mobility: 14 / 7,
    /// Rook, by squares it reaches.
    rook_mobility: 15 / 8,
    /// Queen, by squares it reaches.
    queen_mobility: 28 / 7,

    /// A pawn on d4, e4, d5, e5.
    center_pawns: 1 / 1,
    /// Each of them that pawns attack; that minor pieces attack.
    center_attacks: 2 / 2,
    /// A knight, a bishop that is still at home.
    undeveloped: 2 / 2,
    /// The queen is out, for each minor piece that is not.
    early_queen: 1 / 1,
    /// A rook shut in by its own uncastled king.
    shut_in_rook: 1 / 1,
    /// Each rook that may still castle.
    castling_right: 1 / 1,

    /// A pawn attacks a knight, bishop, rook, queen.
    threat_by_pawn: 4 / 4,
    /// A minor piece attacks a pawn (undefended by pawns), knight, bishop, rook, queen.
    threat_by_minor: 5 / 5,
    /// A rook attacks a pawn (undefended by pawns), knight, bishop, rook, queen.
    threat_by_rook: 5 / 5,
    /// The king attacks an undefended man.
    threat_by_king: 1 / 1,
    /// An attacked and undefended pawn, knight, bishop, rook, queen.
    hanging: 5 / 5,
    /// A pawn can step to where it attacks a piece.
    threat_by_push: 1 / 1,
    /// Having the move, for each piece that a pawn attacks; for each hanging man.
    threat_to_move: 2 / 2,
    /// A knight, a bishop or rook can go safely where it attacks the queen.
    threat_on_queen: 2 / 2,
    /// Squares of the enemy's reach that are attacked too.
    restricted: 1 / 1,

    /// A rook on an open file, a half-open one.
    rook_file: 2 / 2,
    /// A rook on the seventh rank, the king being on the eighth or pawns on the seventh.
    rook_seventh: 1 / 1,
    /// Rooks that defend each other.
    rook_connected: 1 / 1,
    /// A rook with hardly a square, by the side of its king.
    rook_trapped: 1 / 1,
    /// Both bishops.
    bishop_pair: 1 / 1,
    /// Each own pawn on the colour of a bishop; each blocked one of the middle files.
    bishop_pawns: 2 / 2,
    /// A bishop on a long diagonal sees both squares of the centre.
    bishop_long_diagonal: 1 / 1,
    /// A knight, a bishop right behind a pawn.
    minor_behind_pawn: 2 / 2,
    /// A knight that no pawn can drive away: not defended by a pawn, defended.
    knight_outpost: 2 / 2,
    /// A bishop that no pawn can drive away: not defended by a pawn, defended.
    bishop_outpost: 2 / 2,
    /// A knight can go to such a square.
    knight_reaches_outpost: 1 / 1,
    /// Each safe square on the middle files of ranks 2 to 4; each such behind a pawn.
    space: 2 / 2,
}
