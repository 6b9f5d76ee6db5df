//! Endgames that are harder to win than they look.

use chess::{Bitboard, File, Role};

use crate::params;
use crate::recorder::FULL_SCALE;
use crate::view::View;

/// The pieces of the view's side in school points.
pub(crate) fn points(view: &View) -> u32 {
    3 * (view.ours(Role::Knight) | view.ours(Role::Bishop)).len()
        + 5 * view.ours(Role::Rook).len()
        + 9 * view.ours(Role::Queen).len()
}

/// Can nobody mate, or only by the other's help?
pub(crate) fn is_dead(white: &View, black: &View) -> bool {
    let heavy =
        |view: &View| view.ours(Role::Pawn) | view.ours(Role::Rook) | view.ours(Role::Queen);
    let minors = |view: &View| (view.ours(Role::Knight) | view.ours(Role::Bishop)).len();
    let two_knights_win_nothing = |strong: &View, weak: &View| {
        minors(weak) == 0 && minors(strong) == 2 && strong.ours(Role::Bishop).is_empty()
    };
    (heavy(white) | heavy(black)).is_empty()
        && (minors(white) + minors(black) <= 1
            || two_knights_win_nothing(white, black)
            || two_knights_win_nothing(black, white))
}

/// How much of an endgame advantage of the view's side counts, of 64.
#[inline]
pub(crate) fn scale(view: &View, enemy: &View, passed: Bitboard) -> i32 {
    let pawns = view.ours(Role::Pawn).len() as i32;
    if pawns > 3 && view.ours(Role::Bishop).len() != 1 {
        return FULL_SCALE;
    }
    let (strong, weak) = (points(view), points(enemy));
    if pawns == 0 && strong <= weak + 3 {
        return match (strong, weak) {
            (..5, _) => 0,
            (_, ..=3) => params::SCALE_NO_PAWNS_V_MINOR,
            _ => params::SCALE_NO_PAWNS,
        };
    }
    if is_wrong_corner(view, strong) {
        return 0;
    }
    if are_bishops_opposite(view) {
        return if strong == 3 && weak == 3 {
            params::SCALE_OPPOSITE_BISHOPS + params::SCALE_PER_PASSED * passed.len() as i32
        } else {
            params::SCALE_OPPOSITE_BISHOPS_AND_MORE + params::SCALE_PER_MAN * view.us.len() as i32
        }
        .min(FULL_SCALE);
    }
    (params::SCALE_FEW_PAWNS + params::SCALE_PER_PAWN * pawns).min(FULL_SCALE)
}

/// Has each side one bishop, on different colours?
fn are_bishops_opposite(view: &View) -> bool {
    let (ours, theirs) = (view.ours(Role::Bishop), view.theirs(Role::Bishop));
    let single = |set: Bitboard| set.any() && !set.more_than_one();
    single(ours)
        && single(theirs)
        && ours.intersects(Bitboard::LIGHT_SQUARES) != theirs.intersects(Bitboard::LIGHT_SQUARES)
}

/// Rook pawns, at most a bishop that does not see their corner, and the enemy
/// king in it: never won.
fn is_wrong_corner(view: &View, points: u32) -> bool {
    let (pawns, bishops) = (view.ours(Role::Pawn), view.ours(Role::Bishop));
    if pawns.is_empty() || points != 3 * bishops.len() {
        return false;
    }
    let corner = if pawns.is_subset(File::A.into()) {
        chess::Square::A8
    } else if pawns.is_subset(File::H.into()) {
        chess::Square::H8
    } else {
        return false;
    };
    let colour = if corner.is_light() { Bitboard::LIGHT_SQUARES } else { Bitboard::DARK_SQUARES };
    bishops.is_disjoint(colour) && view.enemy_king.distance(corner) <= 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::{Color, Position};

    fn views(fen: &str) -> (View, View) {
        let position = Position::from_fen(fen).unwrap();
        (View::new(&position, Color::White), View::new(&position, Color::Black))
    }

    #[test]
    fn dead_material() {
        for (fen, expected) in [
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", true),
            ("4k3/8/8/8/8/8/8/4KN2 w - - 0 1", true),
            ("4kb2/8/8/8/8/8/8/4K3 w - - 0 1", true),
            ("4k3/8/8/8/8/8/8/4KNN1 w - - 0 1", true),
            ("4k3/8/8/8/8/8/8/3BKN2 w - - 0 1", false),
            ("4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1", false),
            ("4k3/8/8/8/8/8/7P/4K3 w - - 0 1", false),
        ] {
            let (white, black) = views(fen);
            assert_eq!(is_dead(&white, &black), expected, "{fen}");
            assert_eq!(is_dead(&black, &white), expected, "{fen}");
        }
    }

    #[test]
    fn drawish_endings_count_less() {
        for (fen, most) in [
            ("k7/8/P7/8/8/8/8/1K2B3 w - - 0 1", 0),
            ("4k3/8/8/8/8/8/8/R3K2b w - - 0 1", 8),
            ("4kb2/pp6/8/8/8/8/PPPP4/4KB2 w - - 0 1", 40),
        ] {
            let (white, black) = views(fen);
            let scale = scale(&white, &black, Bitboard::EMPTY);
            assert!((0..=most).contains(&scale), "{fen}: {scale}");
        }
        for fen in [
            "k7/8/P7/8/8/8/8/1K3B2 w - - 0 1",
            "4k3/8/8/8/8/8/8/Q3K2r w - - 0 1",
            "4k3/pppp4/8/8/8/8/PPPPP3/R3K3 w - - 0 1",
        ] {
            let (white, black) = views(fen);
            assert!(scale(&white, &black, Bitboard::EMPTY) > 32, "{fen}");
        }
    }
}
