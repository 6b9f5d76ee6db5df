//! What a move looks like: a few numbers out of [`FEATURES`].

use arrayvec::ArrayVec;
use chess::{Bitboard, EXCHANGE_VALUES, File, Move, Position, Rank, Role, Square, attacks};

use super::threats::Threats;

/// The features of one move.
pub(crate) type Features = ArrayVec<u16, 24>;

/// Roles, or roles and squares, or roles and roles: the length of each group.
const PLACES: usize = 6 * 64;
const ROLES: usize = 6;
const PAIRS: usize = 6 * 6;

// Where each group begins.
const TO: usize = 0;
const FROM: usize = TO + 2 * PLACES;
const CAPTURE: usize = FROM + 2 * PLACES;
const LOSING_CAPTURE: usize = CAPTURE + PAIRS;
const PROMOTION: usize = LOSING_CAPTURE + PAIRS;
const CHECK: usize = PROMOTION + ROLES;
const LOSING_CHECK: usize = CHECK + ROLES;
const HANGS: usize = LOSING_CHECK + ROLES;
const ESCAPES: usize = HANGS + ROLES;
const INTO_PAWNS: usize = ESCAPES + ROLES;
const ATTACKS: usize = INTO_PAWNS + ROLES;
const KING_RING: usize = ATTACKS + PAIRS;
const DEFENDS: usize = KING_RING + ROLES;
const RECAPTURE: usize = DEFENDS + ROLES;
const EVASION: usize = RECAPTURE + ROLES;
const CASTLE: usize = EVASION + 3;
const PASSED: usize = CASTLE + 2;

/// How many there are.
pub(crate) const FEATURES: usize = PASSED + 2 * 8;

/// With less than this left, it is an endgame: knights and bishops count 1,
/// rooks 2, queens 4.
const ENDGAME_PHASE: u32 = 11;

/// One position, seen once for all its moves.
#[derive(Debug)]
pub(crate) struct Viewer<'a> {
    position: &'a Position,
    threats: Threats,
    previous: Option<Move>,
    /// 0 in the middlegame, 1 in the endgame.
    phase: usize,
    king_ring: Bitboard,
}

impl<'a> Viewer<'a> {
    pub(crate) fn new(position: &'a Position, previous: Option<Move>) -> Viewer<'a> {
        let count = |role| position.by_role(role).len();
        let phase = count(Role::Knight)
            + count(Role::Bishop)
            + 2 * count(Role::Rook)
            + 4 * count(Role::Queen);
        Viewer {
            position,
            threats: Threats::new(position),
            previous,
            phase: usize::from(phase < ENDGAME_PHASE),
            king_ring: attacks::king(position.king(!position.turn())),
        }
    }

    /// What this legal move looks like.
    pub(crate) fn features(&self, mv: Move) -> Features {
        let mut features = Features::new();
        let mut add = |feature: usize| features.push(feature as u16);
        let position = self.position;
        let us = position.turn();
        if mv.is_castle() {
            add(CASTLE + usize::from(mv.to() < mv.from()));
            return features;
        }
        let (from, to) = (mv.from(), mv.to());
        let role = position.piece_at(from).map_or(Role::Pawn, |piece| piece.role());
        let index = role as usize;
        let relative = |square: Square| square.relative_to(us) as usize;
        let place = |square| (self.phase * 6 + index) * 64 + relative(square);
        add(TO + place(to));
        add(FROM + place(from));

        let safe = position.see(mv, 0);
        if let Some(victim) = position.captured(mv) {
            let pair = index * 6 + victim.role() as usize;
            add(if safe { CAPTURE } else { LOSING_CAPTURE } + pair);
            let back = self.previous.is_some_and(|previous| previous.to() == to);
            if back {
                add(RECAPTURE + index);
            }
        } else if !safe {
            add(HANGS + index);
        }
        if let Some(promoted) = mv.promotion() {
            add(PROMOTION + promoted as usize);
        }
        if position.gives_check(mv) {
            add(if safe { CHECK } else { LOSING_CHECK } + index);
        }
        if self.threats.ours.contains(from) {
            add(ESCAPES + index);
        }
        if self.threats.by_pawns.contains(to) {
            add(INTO_PAWNS + index);
        }
        if position.is_check() {
            add(EVASION
                + match (role, mv.is_capture()) {
                    (Role::King, _) => 0,
                    (_, true) => 1,
                    (_, false) => 2,
                });
        }

        let arrived = mv.promotion().unwrap_or(role);
        let seen = attacks::of(us, arrived, to, position.occupied() ^ from.into());
        for victim in Role::ALL.into_iter().filter(|&role| role != Role::King) {
            let victims = seen & position.pieces(!us, victim);
            let dearer = EXCHANGE_VALUES[victim] > EXCHANGE_VALUES[arrived] + 20;
            let worth = dearer && role != Role::King || victims.intersects(self.threats.loose);
            if victims.any() && worth {
                add(ATTACKS + index * 6 + victim as usize);
            }
        }
        if seen.intersects(self.king_ring) {
            add(KING_RING + index);
        }
        if seen.without(from.into()).intersects(self.threats.ours) {
            add(DEFENDS + index);
        }
        if role == Role::Pawn && self.is_passed(to) {
            add(PASSED + self.phase * 8 + to.rank().relative_to(us) as usize);
        }
        features
    }

    /// Would a pawn of the side to move be passed on this square?
    fn is_passed(&self, square: Square) -> bool {
        let us = self.position.turn();
        let file = square.file() as i8;
        let near = |other: Square| (other.file() as i8 - file).abs() <= 1;
        let rank = |square: Square| square.rank().relative_to(us);
        let enemy = self.position.pieces(!us, Role::Pawn);
        !enemy.into_iter().any(|pawn| near(pawn) && rank(pawn) > rank(square))
    }
}

/// What a feature is, for whoever reads the weights.
pub(crate) fn describe(feature: usize) -> String {
    let role = |index: usize| Role::ALL[index % 6].letter();
    let square = |index: usize| {
        let square = Square::ALL[index % 64];
        format!("{}{}", File::ALL[square.file() as usize], Rank::ALL[square.rank() as usize])
    };
    let phase = |index: usize| if index == 0 { "middlegame" } else { "endgame" };
    let groups = [
        (TO, "to"),
        (FROM, "from"),
        (CAPTURE, "takes"),
        (LOSING_CAPTURE, "takes and loses"),
        (PROMOTION, "promotes to"),
        (CHECK, "checks with"),
        (LOSING_CHECK, "checks and loses"),
        (HANGS, "hangs"),
        (ESCAPES, "escapes with"),
        (INTO_PAWNS, "goes among pawns with"),
        (ATTACKS, "attacks"),
        (KING_RING, "looks at the king with"),
        (DEFENDS, "defends with"),
        (RECAPTURE, "takes back with"),
        (EVASION, "leaves check, way"),
        (CASTLE, "castles, wing"),
        (PASSED, "passed pawn to rank"),
    ];
    let at = groups.partition_point(|&(start, _)| start <= feature) - 1;
    let (start, name) = groups[at];
    let index = feature - start;
    match start {
        TO | FROM => {
            format!("{name} {}{} {}", role(index / 64), square(index), phase(index / PLACES))
        }
        CAPTURE | LOSING_CAPTURE | ATTACKS => {
            format!("{name} {}x{}", role(index / 6), role(index))
        }
        EVASION | CASTLE => format!("{name} {index}"),
        PASSED => format!("{name} {} {}", index % 8 + 1, phase(index / 8)),
        _ => format!("{name} {}", role(index)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(fen: &str, san: &str) -> Vec<String> {
        let position = Position::from_fen(fen).unwrap();
        let mv = position.parse_san(san).unwrap();
        let features = Viewer::new(&position, None).features(mv);
        features.into_iter().map(|feature| describe(usize::from(feature))).collect()
    }

    #[test]
    fn moves_look_like_what_they_are() {
        let takes = named("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", "exd5");
        assert_eq!(takes[..3], ["to Pd5 endgame", "from Pe4 endgame", "takes PxQ"]);
        assert!(takes.contains(&"passed pawn to rank 5 endgame".to_owned()), "{takes:?}");
        let hangs = named("4k3/8/4p3/8/8/2N5/8/4K3 w - - 0 1", "Nd5");
        assert!(hangs.contains(&"hangs N".to_owned()), "{hangs:?}");
        assert!(hangs.contains(&"goes among pawns with N".to_owned()), "{hangs:?}");
        let fork = named("4k3/8/8/1N6/8/7r/8/4K3 w - - 0 1", "Nc7");
        assert!(fork.contains(&"checks with N".to_owned()), "{fork:?}");
        let castles = named("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "O-O");
        assert_eq!(castles, ["castles, wing 0"]);
    }

    #[test]
    fn both_colours_look_alike() {
        let white = named("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", "exd5");
        assert_eq!(named("4k3/8/8/4p3/3Q4/8/8/4K3 b - - 0 1", "exd4"), white);
    }

    #[test]
    fn every_feature_has_a_name_of_its_own() {
        let names: std::collections::BTreeSet<_> = (0..FEATURES).map(describe).collect();
        assert_eq!(names.len(), FEATURES);
    }
}
