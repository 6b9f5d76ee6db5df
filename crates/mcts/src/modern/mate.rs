//! Is there a shorter mate than the one that was found?

use chess::{Move, Position};

/// A search for a forced mate in a few moves: every move of the attacker, every
/// reply, within a number of positions.
#[derive(Debug)]
pub(crate) struct MateSearch {
    pub(crate) nodes_left: u64,
}

impl MateSearch {
    /// A move that mates in exactly `moves` or fewer, whatever the defence. None
    /// if there is none, or the positions ran out.
    pub(crate) fn find(&mut self, position: &Position, moves: u32) -> Option<Move> {
        let mut candidates = position.legal_moves();
        if moves == 1 {
            candidates.retain(|mv| position.gives_check(*mv));
        } else {
            candidates.sort_by_key(|&mv| !position.gives_check(mv));
        }
        candidates.into_iter().find(|&mv| self.is_mating(&position.after(mv), moves))
    }

    /// Is the side to move mated in `moves` moves of the other, the one just
    /// played included?
    fn is_mating(&mut self, position: &Position, moves: u32) -> bool {
        if self.nodes_left == 0 {
            return false;
        }
        self.nodes_left -= 1;
        if moves == 1 {
            return position.is_checkmate();
        }
        let replies = position.legal_moves();
        if replies.is_empty() {
            return position.is_check();
        }
        // The draw by fifty moves comes before a mate that is too far.
        let too_late = position.halfmoves() >= 100;
        !too_late
            && !position.is_insufficient_material()
            && replies.into_iter().all(|reply| {
                let after = position.after(reply);
                after.halfmoves() < 100 && self.find(&after, moves - 1).is_some()
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find(fen: &str, moves: u32, nodes: u64) -> Option<String> {
        let position = Position::from_fen(fen).unwrap();
        let found = MateSearch { nodes_left: nodes }.find(&position, moves);
        found.map(|mv| position.to_san(mv))
    }

    #[test]
    fn mates_are_found_and_not_imagined() {
        let back_rank = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";
        assert_eq!(find(back_rank, 1, 1_000).as_deref(), Some("Ra8#"));
        let two_rooks = "7k/8/8/8/8/8/R7/1R4K1 w - - 0 1";
        assert_eq!(find(two_rooks, 1, 10_000), None);
        assert!(find(two_rooks, 2, 100_000).is_some());
        assert_eq!(find(two_rooks, 2, 3), None, "positions run out");
    }
}
