//! Static exchange evaluation: does a capture pay on its own square?

use crate::{Bitboard, ByRole, Color, Move, MoveKind, Position, Role, Square, attacks};

/// What the men are worth in an exchange, in centipawns. A king is never
/// lost, only used.
pub const EXCHANGE_VALUES: ByRole<i32> = ByRole([100, 320, 330, 500, 950, 0]);

impl Position {
    /// Is the material that the side to move wins with `mv` at least
    /// `threshold`, when both sides then take back on its target square as
    /// long as it pays?
    ///
    /// They take with their cheapest man, of equal ones with that on the
    /// lowest square, and men behind it join in. A man does not take if that
    /// opens a line from an enemy slider to its king. A king takes only when
    /// nothing else can, and only what no enemy man, pinned or not, attacks.
    /// Checks are not answered on the way, and pawns that take back on the
    /// last rank stay pawns. Castling wins nothing.
    pub fn see(&self, mv: Move, threshold: i32) -> bool {
        let value = |role: Role| EXCHANGE_VALUES[role];
        if mv.is_castle() {
            return threshold <= 0;
        }
        let (from, to) = (mv.from(), mv.to());
        let Some(mover) = self.piece_at(from) else { return false };

        let gain = self.captured(mv).map_or(0, |piece| value(piece.role()))
            + mv.promotion().map_or(0, |role| value(role) - value(Role::Pawn));
        // What is at stake on the target square after the first move.
        let stake = value(mv.promotion().unwrap_or(mover.role()));

        // `balance` is what the side that has just moved is above the
        // threshold, from its own view.
        let mut balance = gain - threshold;
        if balance < 0 {
            return false;
        }
        balance -= stake;
        if balance >= 0 {
            return true;
        }

        let mut occupied = (self.occupied() ^ from.into()) | to.into();
        if mv.kind() == MoveKind::EnPassant {
            occupied = occupied.without(Square::new(to.file(), from.rank()).into());
        }
        let mut exchange = Exchange::new(self, to, occupied);
        let mut side = !self.turn;
        // The side to move first wins unless somebody finds himself unable
        // or unwilling to go on.
        let mut first_wins = true;
        while let Some((role, square)) = exchange.cheapest(side) {
            if role == Role::King {
                // It may take only if nobody takes back.
                let defended = exchange.is_attacked(!side, square);
                return if defended { first_wins } else { !first_wins };
            }
            first_wins = !first_wins;
            // Negamax: turn the balance to the one who has just taken.
            balance = -balance - 1 - value(role);
            if balance >= 0 {
                break;
            }
            exchange.take(role, square);
            side = !side;
        }
        first_wins
    }
}

/// The men that can take part, and what has left already.
struct Exchange<'a> {
    position: &'a Position,
    to: Square,
    occupied: Bitboard,
    attackers: Bitboard,
    orthogonal: Bitboard,
    diagonal: Bitboard,
}

impl<'a> Exchange<'a> {
    fn new(position: &'a Position, to: Square, occupied: Bitboard) -> Exchange<'a> {
        let board = position.board();
        let queens = board.by_role(Role::Queen);
        Exchange {
            position,
            to,
            occupied,
            attackers: board.attackers(to, occupied) & occupied,
            orthogonal: board.by_role(Role::Rook) | queens,
            diagonal: board.by_role(Role::Bishop) | queens,
        }
    }

    /// The cheapest man of `side` that can take now.
    fn cheapest(&self, side: Color) -> Option<(Role, Square)> {
        let board = self.position.board();
        let able = self.able(side);
        Role::ALL.into_iter().find_map(|role| Some((role, (able & board.by_role(role)).first()?)))
    }

    /// Does `side` attack the target after `leaving` has moved there? Pinned
    /// men count: they cannot take, but a king may not stand in their reach.
    fn is_attacked(&self, side: Color, leaving: Square) -> bool {
        let occupied = self.occupied.without(leaving.into());
        let board = self.position.board();
        let uncovered = attacks::rook(self.to, occupied) & self.orthogonal
            | attacks::bishop(self.to, occupied) & self.diagonal;
        ((self.attackers | uncovered) & board.by_color(side) & occupied).any()
    }

    /// The men of `side` that attack the target and are not pinned off it.
    fn able(&self, side: Color) -> Bitboard {
        let board = self.position.board();
        let attackers = self.attackers & board.by_color(side);
        if attackers.is_empty() {
            return attackers;
        }
        let king = board.king(side);
        let snipers = (attacks::rook_rays(king) & self.orthogonal
            | attacks::bishop_rays(king) & self.diagonal)
            & board.by_color(!side)
            & self.occupied;
        let mut able = attackers;
        for sniper in snipers {
            let blockers = attacks::between(king, sniper) & self.occupied;
            if !blockers.more_than_one() && !attacks::line(king, sniper).contains(self.to) {
                able = able.without(blockers);
            }
        }
        able
    }

    /// The man on `from` has taken: it now stands on the target, and what
    /// stood behind it may attack.
    fn take(&mut self, role: Role, from: Square) {
        self.occupied = self.occupied.without(from.into());
        if matches!(role, Role::Pawn | Role::Bishop | Role::Queen) {
            self.attackers |= attacks::bishop(self.to, self.occupied) & self.diagonal;
        }
        if matches!(role, Role::Rook | Role::Queen) {
            self.attackers |= attacks::rook(self.to, self.occupied) & self.orthogonal;
        }
        self.attackers &= self.occupied;
    }
}
