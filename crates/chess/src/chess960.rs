//! The 960 start positions in Scharnagl's numbering.

use crate::Role;

/// The number of the ordinary start position.
pub(crate) const STANDARD: u16 = 518;

/// The two free squares (of five) on which the knights stand.
const KNIGHTS: [(usize, usize); 10] =
    [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];

/// White's back rank of start position `number`, from the a-file.
pub(crate) fn back_rank(number: u16) -> Option<[Role; 8]> {
    if number >= 960 {
        return None;
    }
    let mut rank = [None; 8];
    let rest = usize::from(number);
    let (rest, light) = (rest / 4, rest % 4);
    let (rest, dark) = (rest / 4, rest % 4);
    let (knights, queen) = (rest / 6, rest % 6);
    rank[light * 2 + 1] = Some(Role::Bishop);
    rank[dark * 2] = Some(Role::Bishop);
    fill(&mut rank, queen, Role::Queen);
    // The later knight first: it does not disturb the count of the earlier.
    let (first, second) = KNIGHTS[knights];
    fill(&mut rank, second, Role::Knight);
    fill(&mut rank, first, Role::Knight);
    for role in [Role::Rook, Role::King, Role::Rook] {
        fill(&mut rank, 0, role);
    }
    let mut filled = [Role::Rook; 8];
    for (place, role) in filled.iter_mut().zip(rank) {
        *place = role?;
    }
    Some(filled)
}

/// Puts `role` on the free square with index `nth` among the free ones.
fn fill(rank: &mut [Option<Role>; 8], nth: usize, role: Role) {
    if let Some(place) = rank.iter_mut().filter(|place| place.is_none()).nth(nth) {
        *place = Some(role);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn letters(number: u16) -> String {
        back_rank(number).into_iter().flatten().map(Role::letter).collect()
    }

    #[test]
    fn known_numbers() {
        assert_eq!(letters(0), "BBQNNRKR");
        assert_eq!(letters(STANDARD), "RNBQKBNR");
        assert_eq!(letters(959), "RKRNNQBB");
        assert_eq!(back_rank(960), None);
    }

    #[test]
    fn all_are_different_and_lawful() {
        let all: HashSet<String> = (0..960).map(letters).collect();
        assert_eq!(all.len(), 960);
        for rank in &all {
            let king = rank.find('K');
            assert!(rank.find('R') < king && king < rank.rfind('R'), "{rank}");
            let bishops = rank.find('B').zip(rank.rfind('B'));
            assert!(bishops.is_some_and(|(a, b)| (a + b) % 2 == 1), "{rank}");
        }
    }
}
