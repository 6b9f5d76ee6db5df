//! Counting moves and positions without writing moves down.
//!
//! Perft needs neither keys, clocks nor a mailbox, so the recursion plays on
//! a bare board of 64 bytes plus rights, and the last ply is only a sum of
//! set sizes.

use std::marker::PhantomData;

use crate::castling::CastlingPath;
use crate::color::{Black, Player, White};
use crate::movegen::generator::{Scene, Stage, generate};
use crate::movegen::{PawnStep, Sink};
use crate::{Bitboard, Board, CastlingRights, Color, Position, Role, Square, attacks};

impl Position {
    /// The number of legal moves.
    pub fn count_legal_moves(&self) -> u32 {
        let mut counter = Counter(0);
        self.generate(Stage::All, &mut counter);
        counter.0
    }

    /// The number of positions after exactly `depth` half-moves: perft.
    pub fn perft(&self, depth: u32) -> u64 {
        let bare = Bare { board: self.board, castling: self.castling, en_passant: self.en_passant };
        match (depth, self.turn) {
            (0, _) => 1,
            (_, Color::White) => descend::<White>(&bare, depth),
            (_, Color::Black) => descend::<Black>(&bare, depth),
        }
    }
}

/// Adds up set sizes.
struct Counter(u32);

impl Sink for Counter {
    #[inline(always)]
    fn piece(&mut self, _role: Role, _from: Square, targets: Bitboard) {
        self.0 += targets.len();
    }

    #[inline(always)]
    fn pawns(&mut self, _step: PawnStep, targets: Bitboard) {
        self.0 += targets.len();
    }

    #[inline(always)]
    fn promotions(&mut self, _step: PawnStep, targets: Bitboard) {
        self.0 += 4 * targets.len();
    }

    #[inline(always)]
    fn en_passant(&mut self, _from: Square, _to: Square) {
        self.0 += 1;
    }

    #[inline(always)]
    fn castle(&mut self, _king: Square, _rook: Square) {
        self.0 += 1;
    }
}

/// As much of a position as counting needs.
#[derive(Copy, Clone)]
struct Bare {
    board: Board,
    castling: CastlingRights,
    /// The square behind a pawn that pushed twice beside an enemy pawn.
    /// Whether taking it is legal is found out when somebody tries.
    en_passant: Option<Square>,
}

impl Bare {
    fn scene(&self) -> Scene<'_> {
        Scene { board: &self.board, castling: self.castling, en_passant: self.en_passant }
    }

    /// After a piece went from `from` to `to`, where nothing of its own stood.
    #[inline(always)]
    fn moved<P: Player>(&self, role: Role, from: Square, to: Square) -> Bare {
        let (origin, target) = (Bitboard::of(from), Bitboard::of(to));
        let mut next = *self;
        // Taking whatever is there, unasked, costs less than asking.
        next.board.roles.0.iter_mut().for_each(|set| *set = set.without(target));
        next.board.colors[!P::COLOR] = next.board.colors[!P::COLOR].without(target);
        next.board.roles[role] ^= origin | target;
        next.board.colors[P::COLOR] ^= origin | target;
        next.castling = self.castling.without_squares(origin | target);
        if role == Role::King {
            next.castling = next.castling.without_color(P::COLOR);
        }
        next.en_passant = None;
        next
    }

    #[inline(always)]
    fn promoted<P: Player>(&self, from: Square, to: Square, role: Role) -> Bare {
        let mut next = self.moved::<P>(Role::Pawn, from, to);
        next.board.roles[Role::Pawn] ^= to.into();
        next.board.roles[role] ^= to.into();
        next
    }

    #[inline(always)]
    fn pushed_twice<P: Player>(&self, from: Square, to: Square) -> Bare {
        let mut next = self.moved::<P>(Role::Pawn, from, to);
        let skipped = Square::masked(to as u8 ^ 8);
        let takers = attacks::pawn(P::COLOR, skipped) & next.board.pieces(!P::COLOR, Role::Pawn);
        next.en_passant = takers.any().then_some(skipped);
        next
    }

    fn took_en_passant<P: Player>(&self, from: Square, to: Square) -> Bare {
        let mut next = self.moved::<P>(Role::Pawn, from, to);
        next.board.remove(Square::masked(to as u8 ^ 8));
        next
    }

    fn castled<P: Player>(&self, king: Square, rook: Square) -> Bare {
        let path = CastlingPath::new(P::COLOR, king, rook);
        let mut next = *self;
        next.board.remove(king);
        next.board.remove(rook);
        next.board.put(path.king_to, Role::King.of(P::COLOR));
        next.board.put(path.rook_to, Role::Rook.of(P::COLOR));
        next.castling = self.castling.without_color(P::COLOR);
        next.en_passant = None;
        next
    }
}

/// The number of positions `depth` half-moves below, `depth` being at least 1.
fn descend<P: Player>(bare: &Bare, depth: u32) -> u64 {
    if depth == 1 {
        return u64::from(leaf::<P>(bare));
    }
    let mut walker = Walker::<P> { bare, depth, total: 0, player: PhantomData };
    generate::<P, _>(bare.scene(), Stage::All, &mut walker);
    walker.total
}

/// The number of moves. Nearly all time is spent here: kept apart so that the
/// compiler need not share registers with the recursion.
#[inline(never)]
fn leaf<P: Player>(bare: &Bare) -> u32 {
    let mut counter = Counter(0);
    generate::<P, _>(bare.scene(), Stage::All, &mut counter);
    counter.0
}

/// Plays every move it receives and counts below it.
struct Walker<'a, P> {
    bare: &'a Bare,
    depth: u32,
    total: u64,
    player: PhantomData<P>,
}

impl<P: Player> Walker<'_, P> {
    #[inline(always)]
    fn follow(&mut self, next: &Bare) {
        self.total += match self.depth {
            2 => u64::from(leaf::<P::Opponent>(next)),
            depth => descend::<P::Opponent>(next, depth - 1),
        };
    }
}

impl<P: Player> Sink for Walker<'_, P> {
    #[inline(always)]
    fn piece(&mut self, role: Role, from: Square, targets: Bitboard) {
        for to in targets {
            self.follow(&self.bare.moved::<P>(role, from, to));
        }
    }

    #[inline(always)]
    fn pawns(&mut self, step: PawnStep, targets: Bitboard) {
        for to in targets {
            let from = step.origin(P::COLOR, to);
            if step == PawnStep::Double {
                self.follow(&self.bare.pushed_twice::<P>(from, to));
            } else {
                self.follow(&self.bare.moved::<P>(Role::Pawn, from, to));
            }
        }
    }

    #[inline(always)]
    fn promotions(&mut self, step: PawnStep, targets: Bitboard) {
        for to in targets {
            for role in Role::PROMOTIONS {
                let from = step.origin(P::COLOR, to);
                self.follow(&self.bare.promoted::<P>(from, to, role));
            }
        }
    }

    fn en_passant(&mut self, from: Square, to: Square) {
        self.follow(&self.bare.took_en_passant::<P>(from, to));
    }

    fn castle(&mut self, king: Square, rook: Square) {
        self.follow(&self.bare.castled::<P>(king, rook));
    }
}
