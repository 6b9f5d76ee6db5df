//! Which pieces an endgame has.

use std::fmt;
use std::str::FromStr;

use chess::{Color, Position, Role};
use thiserror::Error;

/// The most men of any Syzygy table.
pub const MOST_MEN: usize = 7;

/// The pieces of one side: how many of each role, four bits a role, the king
/// highest, and their sum above. Greater is what tables name first.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub(super) struct Side(u32);

impl Side {
    const SUM: u32 = 24;

    fn add(&mut self, role: Role, count: u32) {
        self.0 += (count << Side::SUM) | (count << (role as u32 * 4));
    }

    pub(super) const fn count(self, role: Role) -> u32 {
        (self.0 >> (role as u32 * 4)) & 0xf
    }

    pub(super) const fn men(self) -> usize {
        (self.0 >> Side::SUM) as usize
    }
}

/// The pieces of both sides, as a table is named after them: `KRPvKB`. Which
/// side is White is not said.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Material {
    pub(super) stronger: Side,
    pub(super) weaker: Side,
}

/// Text that does not name the material of a table.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "{0:?} is no material such as KQvKR: a king and others a side, strongest first, 3 to 7 men"
)]
pub struct MaterialError(String);

impl Material {
    /// The material on the board, which must hold no more men than
    /// [`MOST_MEN`]: so counts fit their bits.
    #[inline]
    pub(super) fn of(position: &Position) -> Material {
        let side = |color| {
            let mut side = Side::default();
            for role in Role::ALL {
                side.add(role, position.pieces(color, role).len());
            }
            side
        };
        Material::of_sides(side(Color::White), side(Color::Black))
    }

    fn of_sides(one: Side, other: Side) -> Material {
        Material { stronger: one.max(other), weaker: one.min(other) }
    }

    /// How many pieces there are, kings and pawns included.
    pub const fn men(self) -> usize {
        self.stronger.men() + self.weaker.men()
    }

    /// Is there a pawn?
    pub const fn has_pawns(self) -> bool {
        self.stronger.count(Role::Pawn) + self.weaker.count(Role::Pawn) > 0
    }

    /// Do both sides have the same?
    pub fn is_symmetric(self) -> bool {
        self.stronger == self.weaker
    }

    /// Each piece of the side named first, then each of the other.
    pub(super) fn pieces(self) -> impl Iterator<Item = (bool, Role)> {
        [(true, self.stronger), (false, self.weaker)].into_iter().flat_map(|(first, side)| {
            let run = move |role| (0..side.count(role)).map(move |_| (first, role));
            Role::ALL.into_iter().rev().flat_map(run)
        })
    }
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters = |first| {
            self.pieces().filter(move |piece| piece.0 == first).map(|piece| piece.1.letter())
        };
        f.pad(&letters(true).chain(['v']).chain(letters(false)).collect::<String>())
    }
}

impl fmt::Debug for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Material({self})")
    }
}

impl FromStr for Material {
    type Err = MaterialError;

    /// Reads the name of a table, exactly as tables are named.
    fn from_str(text: &str) -> Result<Material, MaterialError> {
        let error = || MaterialError(text.chars().take(20).collect());
        if text.len() > MOST_MEN + 1 {
            return Err(error());
        }
        let side = |letters: &str| {
            let mut side = Side::default();
            for letter in letters.chars() {
                side.add(Role::from_letter(letter)?, 1);
            }
            (side.count(Role::King) == 1).then_some(side)
        };
        let (one, other) = text.split_once('v').ok_or_else(error)?;
        let sides = side(one).zip(side(other)).ok_or_else(error)?;
        let material = Material::of_sides(sides.0, sides.1);
        let is_so_named = material.to_string() == text && material.men() > 2;
        is_so_named.then_some(material).ok_or_else(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_back_unchanged() {
        for name in ["KPvK", "KQvKR", "KRRvKQ", "KQRBNvKP", "KPPvKPP", "KBNvKNN"] {
            let material: Material = name.parse().unwrap();
            assert_eq!(material.to_string(), name);
            assert_eq!(material.men(), name.len() - 1);
        }
        let pawns: Material = "KRPvKR".parse().unwrap();
        assert!(pawns.has_pawns() && !pawns.is_symmetric());
        assert!("KRvKR".parse::<Material>().is_ok_and(|rooks| rooks.is_symmetric()));
    }

    #[test]
    fn other_names_are_refused() {
        for name in [
            "",
            "v",
            "KvK",
            "KQ",
            "KQvQ",
            "QvK",
            "KKvK",
            "KvKQ",
            "KRQvK",
            "kqvk",
            "KQvKv",
            "KXvK",
            "KQQQQQQvK",
            "KQvKé",
            "KQvK.rtbw",
        ] {
            assert!(name.parse::<Material>().is_err(), "{name}");
        }
    }

    #[test]
    fn colours_make_no_difference() {
        for fen in ["8/8/8/4k3/8/4r3/3PP3/3K4 w - - 0 1", "3k4/3pp3/8/8/4R3/8/8/4K3 b - - 0 1"] {
            let position = Position::from_fen(fen).unwrap();
            assert_eq!(Material::of(&position).to_string(), "KPPvKR");
        }
    }
}
