//! All terms together.

use chess::{Bitboard, ByColor, Color, Position, Role, attacks};

use crate::attack_map::AttackMap;
use crate::pawn_table::PawnEntry;
use crate::recorder::{Blend, FULL_PHASE, FULL_SCALE};
use crate::tally::Tally;
use crate::terms::king_attack::RingAttack;
use crate::terms::{
    bishops, center, development, king_attack, king_diagonals, king_files, mobility, mop_up,
    outposts, passed, pawns, placement, rooks, scaling, shield, space, threats, tropism,
};
use crate::view::View;
use crate::weights::WEIGHTS as W;
use crate::{PackedScore, Recorder, Term, Terms};

/// With a smaller phase than this a side may have nothing but its king left.
const MOP_UP_PHASE: i32 = 13;
/// With a smaller phase than this nobody may have enough to mate.
const DEAD_PHASE: i32 = 3;

/// Everything about a position that is asked for while its terms are summed.
pub(crate) struct Assessment<'a, T> {
    terms: &'a T,
    views: ByColor<View>,
    turn: Color,
}

/// Placement and pawns: what the caller may know already.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Known {
    /// For White.
    pub(crate) placement: PackedScore,
    /// Not capped.
    pub(crate) phase: i32,
    pub(crate) pawns: PawnEntry,
}

impl<'a, T: Terms> Assessment<'a, T> {
    #[inline]
    pub(crate) fn new(position: &Position, terms: &'a T) -> Assessment<'a, T> {
        let views = ByColor::new_with(|color| View::new(position, color));
        Assessment { terms, views, turn: position.turn() }
    }

    /// Material and squares, for White.
    pub(crate) fn placement<R: Recorder>(&self, recorder: &mut R) -> PackedScore {
        self.difference(recorder, |color, tally| {
            placement::add(&self.views[color], self.terms, tally);
        })
    }

    /// What depends on pawns and kings alone.
    pub(crate) fn pawns<R: Recorder>(&self, recorder: &mut R) -> PawnEntry {
        let terms = self.terms;
        let passed = ByColor::new_with(|color| pawns::passed(&self.views[color]));
        let score = self.difference(recorder, |color, tally| {
            let view = &self.views[color];
            if terms.has(Term::Pawns) {
                pawns::add(view, tally);
            }
            if terms.has(Term::Passed) {
                passed::add_fixed(view, passed[color], tally);
            }
            if terms.has(Term::Shield) || terms.has(Term::Storm) {
                shield::add(view, terms, tally);
            }
            if terms.has(Term::KingFiles) {
                king_files::add(view, tally);
            }
        });
        PawnEntry { score, passed }
    }

    /// The value for White.
    #[inline]
    pub(crate) fn value<R: Recorder>(&self, known: &Known, recorder: &mut R) -> i32 {
        let score = known.placement + known.pawns.score + self.pieces(known, recorder);
        let blend = self.blend(known);
        recorder.blend(&blend);
        blend.value(score)
    }

    /// What depends on the pieces, for White.
    #[inline]
    fn pieces<R: Recorder>(&self, known: &Known, recorder: &mut R) -> PackedScore {
        let terms = self.terms;
        let mut maps = ByColor(self.views.0.map(|view| AttackMap::of_pawns_and_king(&view)));
        let mut rings = ByColor([RingAttack::default(); 2]);
        let surveyed = self.difference(recorder, |color, tally| {
            let enemy_pawns = maps[!color].by(Role::Pawn).flip_vertical();
            (maps[color], rings[color]) = self.survey(color, maps[color], enemy_pawns, tally);
        });
        let seen = ByColor(maps.0.map(|map| map.flipped()));
        let summed = self.difference(recorder, |color, tally| {
            let (view, ours, theirs) = (&self.views[color], &maps[color], &seen[!color]);
            if terms.has(Term::KingAttack) {
                king_attack::add(view, &rings[!color], ours, theirs, tally);
            }
            if terms.has(Term::KingDiagonals) {
                king_diagonals::add(view, tally);
            }
            if terms.has(Term::Threats) {
                threats::add(view, ours, theirs, tally);
            }
            if terms.has(Term::Passed) {
                passed::add_moving(view, known.pawns.passed[color], ours, theirs, tally);
            }
            if terms.has(Term::Center) {
                center::add(view, ours, tally);
            }
            if terms.has(Term::Development) {
                development::add(view, tally);
            }
            if terms.has(Term::Rooks) {
                rooks::add(view, ours, tally);
            }
            if terms.has(Term::BishopPair) || terms.has(Term::Bishops) {
                bishops::add(view, terms, tally);
            }
            if terms.has(Term::Outposts) {
                outposts::add(view, ours, theirs, tally);
            }
            if terms.has(Term::Space) {
                space::add(view, theirs, tally);
            }
            if terms.has(Term::Tempo) && color == self.turn {
                tally.add(Term::Tempo, W.tempo.one());
            }
        });
        surveyed + summed
    }

    /// Looks at the pieces of one side one by one: what they attack, what
    /// they reach, how near they are to the enemy king.
    #[inline]
    fn survey<R: Recorder>(
        &self,
        color: Color,
        map: AttackMap,
        enemy_pawns: Bitboard,
        tally: &mut Tally<'_, R>,
    ) -> (AttackMap, RingAttack) {
        let view = &self.views[color];
        let mut survey = Survey {
            view,
            terms: self.terms,
            area: mobility::area(view, enemy_pawns),
            ring: king_attack::ring(&self.views[!color]).flip_vertical(),
            map,
            attack: RingAttack::default(),
        };
        let occupied = view.occupied();
        // Pieces see through those that would go first on the same line.
        let behind_queens = occupied.without(view.ours(Role::Queen));
        let behind_rooks = behind_queens.without(view.ours(Role::Rook));
        survey.look(Role::Knight, occupied, tally);
        survey.look(Role::Bishop, behind_queens, tally);
        survey.look(Role::Rook, behind_rooks, tally);
        survey.look(Role::Queen, occupied, tally);
        (survey.map, survey.attack)
    }

    /// How the sums are put together.
    #[inline]
    fn blend(&self, known: &Known) -> Blend {
        let phase = known.phase.min(FULL_PHASE);
        let ByColor([white, black]) = &self.views;
        let mut blend = Blend { phase, scale: [FULL_SCALE; 2], mop_up: 0, drawn: false };
        if self.terms.has(Term::Scaling) {
            let ByColor(passed) = known.pawns.passed;
            blend.scale =
                [scaling::scale(white, black, passed[0]), scaling::scale(black, white, passed[1])];
            blend.drawn = phase < DEAD_PHASE && scaling::is_dead(white, black);
        }
        if self.terms.has(Term::MopUp) && phase < MOP_UP_PHASE {
            let values = (mop_up::value(white), mop_up::value(black).map(|value| -value));
            if let Some(value) = values.0.or(values.1) {
                // The rest would only be in the way of the known plan.
                blend = Blend { phase: 0, scale: [0; 2], mop_up: value, drawn: false };
            }
        }
        blend
    }

    /// What `add` adds for White, less what it adds for Black.
    #[inline(always)]
    fn difference<R: Recorder>(
        &self,
        recorder: &mut R,
        mut add: impl FnMut(Color, &mut Tally<'_, R>),
    ) -> PackedScore {
        let mut total = PackedScore::ZERO;
        for color in Color::ALL {
            let mut tally = Tally::new(color, recorder);
            add(color, &mut tally);
            total = -total + tally.score;
        }
        -total
    }
}

/// A look at one side's pieces under way.
struct Survey<'a, T> {
    view: &'a View,
    terms: &'a T,
    /// The squares worth going to.
    area: Bitboard,
    /// The squares around the enemy king.
    ring: Bitboard,
    map: AttackMap,
    attack: RingAttack,
}

impl<T: Terms> Survey<'_, T> {
    /// Inlined for each role, so that the compiler knows which it is.
    #[inline(always)]
    fn look<R: Recorder>(&mut self, role: Role, hidden: Bitboard, tally: &mut Tally<'_, R>) {
        for square in self.view.ours(role) {
            let reach = attacks::of(Color::White, role, square, hidden);
            self.map.add(role, reach);
            self.attack.add(role, reach, self.ring);
            let count = (reach & self.area).len();
            if self.terms.has(Term::Mobility) {
                mobility::add(role, count, tally);
            }
            if self.terms.has(Term::Tropism) {
                tropism::add(self.view, role, square, tally);
            }
            if self.terms.has(Term::Rooks) && role == Role::Rook {
                rooks::add_trapped(self.view, square, count, tally);
            }
        }
    }
}
