//! Attacks on the squares around the king.
//!
//! What speaks for an attack is summed up as *danger*, which counts
//! quadratically: one attacker is harmless, three are often mate.

use chess::{Bitboard, File, Role, attacks};

use crate::area::{CAMP, files_of, inner};
use crate::attack_map::AttackMap;
use crate::params::{DANGER_ENDGAME_DIVISOR, DANGER_MIDDLEGAME_DIVISOR};
use crate::tally::Tally;
use crate::view::View;
use crate::weights::WEIGHTS as W;
use crate::{PackedScore, Recorder, Term};

/// The squares around a king that count; always nine.
#[inline]
pub(crate) fn ring(view: &View) -> Bitboard {
    let center = inner(view.king);
    attacks::king(center) | center.into()
}

/// Pieces that attack the ring of the enemy king.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct RingAttack {
    /// Knights, bishops, rooks, queens.
    attackers: [u32; 4],
    hits: u32,
}

impl RingAttack {
    /// Notes the piece if it attacks the `ring`.
    #[inline(always)]
    pub(crate) fn add(&mut self, role: Role, reach: Bitboard, ring: Bitboard) {
        let hits = (reach & ring).len();
        self.attackers[role as usize - 1] += (hits > 0) as u32;
        self.hits += hits;
    }

    fn attackers(&self) -> u32 {
        self.attackers.iter().sum()
    }
}

/// The wing a king lives on.
fn wing(file: File) -> Bitboard {
    let (first, count) = match file {
        File::A | File::B | File::C => (0, 4),
        File::D | File::E => (2, 4),
        File::F | File::G | File::H => (4, 4),
    };
    Bitboard::from_bits((((1u64 << count) - 1) << first) * 0x0101_0101_0101_0101)
}

/// Adds the attack on the own king, `attack` being made by the enemy.
#[inline]
pub(crate) fn add<R: Recorder>(
    view: &View,
    attack: &RingAttack,
    ours: &AttackMap,
    theirs: &AttackMap,
    tally: &mut Tally<'_, R>,
) {
    let enemy_queen = view.theirs(Role::Queen).any();
    if attack.attackers() + enemy_queen as u32 <= 1 {
        return;
    }
    let ring = ring(view);
    let weak = theirs.all & !ours.twice & (!ours.all | ours.by(Role::Queen) | ours.by(Role::King));

    tally.add_danger(W.danger_base.one(), 1);
    for (place, &count) in attack.attackers.iter().enumerate() {
        tally.add_danger(W.danger_attackers.at(place), count);
    }
    tally.add_danger(W.danger_hits.one(), attack.hits);
    tally.add_danger(W.danger_weak.one(), (weak & ring).len());
    if !enemy_queen {
        tally.add_danger(W.danger_no_queen.one(), 1);
    }
    if ours.by(Role::Knight).contains(view.king) {
        tally.add_danger(W.danger_knight.one(), 1);
    }
    add_checks(view, weak, ours, theirs, tally);
    add_wing(view, ours, theirs, tally);
    tally.add_danger(W.danger_pinned.one(), shielding_men(view));
    let files = attacks::king(inner(view.king)).without(files_of(view.ours(Role::Pawn)));
    tally.add_danger(W.danger_files.one(), files.len().div_ceil(3));

    let danger = (tally.danger.middlegame().max(0), tally.danger.endgame().max(0));
    tally.add_score(
        Term::KingAttack,
        -PackedScore::new(
            danger.0 * danger.0 / DANGER_MIDDLEGAME_DIVISOR,
            danger.1 / DANGER_ENDGAME_DIVISOR,
        ),
    );
}

/// Checks the enemy can give, safe ones by role.
#[inline]
fn add_checks<R: Recorder>(
    view: &View,
    weak: Bitboard,
    ours: &AttackMap,
    theirs: &AttackMap,
    tally: &mut Tally<'_, R>,
) {
    let safe = (!ours.all | (weak & theirs.twice)).without(view.them);
    // The own queen hides nothing: it may be driven away.
    let occupied = view.occupied().without(view.ours(Role::Queen));
    let straight = attacks::rook(view.king, occupied);
    let diagonal = attacks::bishop(view.king, occupied);
    let checks = [
        attacks::knight(view.king) & theirs.by(Role::Knight),
        diagonal & theirs.by(Role::Bishop),
        straight & theirs.by(Role::Rook),
        (straight | diagonal) & theirs.by(Role::Queen),
    ];
    let mut others = Bitboard::EMPTY;
    for (place, checks) in checks.into_iter().enumerate() {
        let checks = checks.without(view.them);
        tally.add_danger(W.danger_checks.at(place), (checks & safe).len());
        others |= checks.without(safe);
    }
    tally.add_danger(W.danger_unsafe_checks.one(), others.len());
}

/// Who rules the king's wing.
#[inline]
fn add_wing<R: Recorder>(
    view: &View,
    ours: &AttackMap,
    theirs: &AttackMap,
    tally: &mut Tally<'_, R>,
) {
    let wing = wing(view.king.file()) & CAMP;
    tally.add_danger(W.danger_wing_attacks.at(0), (wing & theirs.all).len());
    tally.add_danger(W.danger_wing_attacks.at(1), (wing & theirs.twice).len());
    tally.add_danger(W.danger_wing_defence.one(), (wing & ours.all).len());
}

/// Men of either side that alone stand between the king and an enemy rook,
/// bishop or queen.
#[inline]
fn shielding_men(view: &View) -> u32 {
    let queens = view.theirs(Role::Queen);
    let snipers = attacks::rook_rays(view.king) & (view.theirs(Role::Rook) | queens)
        | attacks::bishop_rays(view.king) & (view.theirs(Role::Bishop) | queens);
    let occupied = view.occupied();
    snipers
        .into_iter()
        .filter(|&sniper| {
            let between = attacks::between(view.king, sniper) & occupied;
            between.any() && !between.more_than_one()
        })
        .count() as u32
}
