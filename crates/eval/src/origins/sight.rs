//! What one side sees when its terms are summed.

use chess::{Bitboard, Color, Position, Role, attacks};

use crate::attack_map::AttackMap;
use crate::view::View;

/// A position from one side, with what both sides attack.
pub(crate) struct Sight<'a> {
    pub(crate) position: &'a Position,
    pub(crate) color: Color,
    pub(crate) view: View,
    /// The squares that own men attack, occupied or not; nobody sees through men.
    pub(crate) ours: Bitboard,
    /// The squares that the enemy attacks.
    pub(crate) theirs: Bitboard,
    /// Have so many men gone that kings come out?
    pub(crate) endgame: bool,
}

impl Sight<'_> {
    /// What White sees, and what Black sees.
    pub(crate) fn both(position: &Position) -> [Sight<'_>; 2] {
        let views = Color::ALL.map(|color| View::new(position, color));
        let attacked = views.each_ref().map(attacked);
        let endgame = views.iter().all(is_stripped);
        Color::ALL.map(|color| Sight {
            position,
            color,
            view: views[color as usize],
            ours: attacked[color as usize],
            theirs: attacked[!color as usize].flip_vertical(),
            endgame,
        })
    }

    /// The own men that attack the enemy king.
    pub(crate) fn king_attackers(&self) -> impl Iterator<Item = Role> {
        let View { enemy_king, .. } = self.view;
        let occupied = self.view.occupied();
        Role::ALL.into_iter().flat_map(move |role| {
            // From there the other way round: pawns attack downwards.
            let from = attacks::of(Color::Black, role, enemy_king, occupied);
            (from & self.view.ours(role)).into_iter().map(move |_| role)
        })
    }

    /// The own pawns without one of their side on a file beside them.
    pub(crate) fn isolated_pawns(&self) -> Bitboard {
        let pawns = self.view.ours(Role::Pawn);
        let files = crate::area::files_of(pawns);
        pawns.without(files.shifted(-1, 0) | files.shifted(1, 0))
    }
}

fn attacked(view: &View) -> Bitboard {
    let mut map = AttackMap::of_pawns_and_king(view);
    for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
        for square in view.ours(role) {
            map.add(role, attacks::of(Color::White, role, square, view.occupied()));
        }
    }
    map.all
}

/// Has a side no queen, or one with a minor piece at most beside it? It is an
/// endgame for Michniewski when that is so of both.
fn is_stripped(view: &View) -> bool {
    let minors = view.ours(Role::Knight) | view.ours(Role::Bishop);
    match view.ours(Role::Queen).len() {
        0 => true,
        1 => view.ours(Role::Rook).is_empty() && !minors.more_than_one(),
        _ => false,
    }
}

/// What a term gives White and Black.
#[cfg(test)]
pub(super) fn of(term: fn(&Sight<'_>) -> i32, fen: &str) -> [i32; 2] {
    let position = Position::from_fen(fen).unwrap();
    Sight::both(&position).each_ref().map(term)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endgames_are_known_by_the_men_left() {
        for (fen, endgame) in [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", false),
            ("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1", true),
            ("3qk3/8/8/8/8/8/8/2BQK3 w - - 0 1", true),
            ("3qk3/8/8/8/8/8/8/1NBQK3 w - - 0 1", false),
            ("3qk3/8/8/8/8/8/8/3QK2R w - - 0 1", false),
            ("r2rk3/8/8/8/8/8/8/3QK3 w - - 0 1", true),
            ("4k3/8/8/8/8/8/8/2QQK3 w - - 0 1", false),
        ] {
            let position = Position::from_fen(fen).unwrap();
            assert!(Sight::both(&position).iter().all(|side| side.endgame == endgame), "{fen}");
        }
    }

    #[test]
    fn each_side_sees_attackers_and_weak_pawns_from_its_own_end() {
        let position = Position::from_fen("4k3/8/3N4/8/8/p1p5/P2P2P1/K3R3 b - - 0 1").unwrap();
        let [white, black] = Sight::both(&position);
        assert_eq!(white.king_attackers().collect::<Vec<_>>(), [Role::Knight, Role::Rook]);
        assert_eq!(black.king_attackers().count(), 0);
        assert_eq!((white.isolated_pawns().len(), black.isolated_pawns().len()), (3, 2));
        assert_eq!(white.theirs.flip_vertical(), black.ours);
        let position = Position::from_fen("4k3/8/8/8/8/8/3p4/4K3 w - - 0 1").unwrap();
        let [_, black] = Sight::both(&position);
        assert_eq!(black.king_attackers().collect::<Vec<_>>(), [Role::Pawn]);
    }
}
