//! Mating a king that is left alone.

use chess::{Bitboard, Color, Role, Square, attacks};

use crate::area::edge_distance;
use crate::params;
use crate::terms::scaling::points;
use crate::view::View;

/// What the strong side gets for its men, for driving the enemy king away and
/// for coming near, if it has enough to mate and the enemy nothing but a king.
pub(crate) fn value(view: &View) -> Option<i32> {
    if view.them.more_than_one() || !can_mate(view) {
        return None;
    }
    let nearness = 7 - view.king.distance(view.enemy_king) as i32;
    let minors = view.ours(Role::Knight) | view.ours(Role::Bishop);
    let minors_nearness: i32 =
        minors.into_iter().map(|square| 7 - square.distance(view.enemy_king) as i32).sum();
    let edge = params::MOP_UP_EDGE * towards_edge(view.enemy_king);
    let corner = corner_bishop(view).map_or(0, |bishop| towards_corner(view.enemy_king, bishop));
    let men = 100 * (points(view) + view.ours(Role::Pawn).len()) as i32;
    Some(
        params::MOP_UP_WIN
            + men
            + edge
            + params::MOP_UP_CORNER * corner
            + params::MOP_UP_NEARNESS * nearness
            + params::MOP_UP_MINORS * minors_nearness
            - params::MOP_UP_FREEDOM * freedom(view) as i32,
    )
}

/// How many squares the bare king can go to.
fn freedom(view: &View) -> u32 {
    // The king does not hide the squares behind it.
    let occupied = view.us;
    let attacked = Role::ALL
        .into_iter()
        .flat_map(|role| view.ours(role).into_iter().map(move |square| (role, square)))
        .fold(Bitboard::EMPTY, |all, (role, square)| {
            all | attacks::of(Color::White, role, square, occupied)
        });
    attacks::king(view.enemy_king).without(attacked).len()
}

fn can_mate(view: &View) -> bool {
    let (knights, bishops) = (view.ours(Role::Knight), view.ours(Role::Bishop));
    let both_colours =
        bishops.intersects(Bitboard::LIGHT_SQUARES) && bishops.intersects(Bitboard::DARK_SQUARES);
    (view.ours(Role::Queen) | view.ours(Role::Rook)).any()
        || both_colours
        || knights.any() && bishops.any()
        || knights.len() > 2
}

/// The bishop whose corner is needed: with bishop and knight alone.
fn corner_bishop(view: &View) -> Option<Square> {
    let helpers = view.us.without(view.king.into());
    let bishop = view.ours(Role::Bishop).single()?;
    (helpers.len() == 2 && view.ours(Role::Knight).any()).then_some(bishop)
}

/// 0 in the centre to 6 in a corner.
fn towards_edge(king: Square) -> i32 {
    let files = edge_distance(king.file());
    let ranks = (king.rank() as usize).min(7 - king.rank() as usize);
    6 - (files + ranks) as i32
}

/// 0 on the diagonal between the wrong corners to 7 in a corner of the
/// bishop's colour.
fn towards_corner(king: Square, bishop: Square) -> i32 {
    // a1 and h8 are dark: turn the board for a light bishop.
    let king = if bishop.is_light() { king.flip_horizontal() } else { king };
    (7 - king.rank() as i32 - king.file() as i32).abs()
}
