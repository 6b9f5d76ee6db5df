//! The evaluation of one position, taken apart.

use std::fmt;

use chess::{Color, Position};
use serde::Serialize;

use crate::assessment::{Assessment, Known};
use crate::recorder::{FULL_PHASE, FULL_SCALE};
use crate::terms::placement;
use crate::weights::Weight;
use crate::{Blend, PackedScore, Recorder, Term, Terms};

/// What every term adds for both sides, and what comes of it.
///
/// The lines add up to the value exactly: [`Trace::recomputed`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Trace {
    /// The terms that were asked; for the hand-written evaluation in the order of
    /// [`Term::ALL`].
    pub lines: Vec<TraceLine>,
    /// How many of the units in which the lines count make a centipawn: 1, or more
    /// where terms are worth fractions of one.
    pub per_centipawn: i32,
    /// Middlegame share, of 24.
    pub phase: i32,
    /// Share of the endgame advantage that counts, of 64.
    pub scale: i32,
    /// Added in the end for driving a bare king, for White.
    pub mop_up: i32,
    /// Nobody can win: the value is zero whatever the lines say.
    pub drawn: bool,
    /// The value for White.
    pub white: i32,
    /// The value for the side to move: what the search is told.
    pub value: i32,
}

/// One term.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TraceLine {
    /// Its name.
    pub term: &'static str,
    /// What it is about, in a sentence.
    pub about: &'static str,
    /// What White gets.
    pub white: Phases,
    /// What Black gets.
    pub black: Phases,
}

/// A value in both phases.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Phases {
    /// In the middlegame.
    pub middlegame: i32,
    /// In the endgame.
    pub endgame: i32,
}

impl Trace {
    /// Evaluates `position` with `terms` and notes everything.
    pub(crate) fn new<T: Terms>(position: &Position, terms: &T) -> Trace {
        let mut lines = Lines::default();
        let white = evaluate_aloud(position, terms, &mut lines);
        let mut trace = Trace {
            lines: Term::ALL
                .into_iter()
                .filter(|&term| terms.has(term) && !is_blend(term))
                .map(|term| lines.line(term))
                .collect(),
            per_centipawn: 1,
            phase: lines.blend.phase,
            scale: FULL_SCALE,
            mop_up: lines.blend.mop_up,
            drawn: lines.blend.drawn,
            white,
            value: if position.turn() == Color::White { white } else { -white },
        };
        let total = trace.total();
        trace.scale = lines.blend.scale_of(PackedScore::new(total.middlegame, total.endgame));
        trace
    }

    /// The trace of an evaluation that is no more than the sum of its lines.
    pub(crate) fn of_lines(
        turn: Color,
        lines: Vec<TraceLine>,
        per_centipawn: i32,
        phase: i32,
    ) -> Trace {
        let mut trace = Trace {
            lines,
            per_centipawn,
            phase,
            scale: FULL_SCALE,
            mop_up: 0,
            drawn: false,
            white: 0,
            value: 0,
        };
        trace.white = trace.recomputed();
        trace.value = if turn == Color::White { trace.white } else { -trace.white };
        trace
    }

    /// What one of its lines is worth to White in this phase, in centipawns.
    pub fn worth(&self, line: &TraceLine) -> i32 {
        let middlegame = line.white.middlegame - line.black.middlegame;
        let endgame = line.white.endgame - line.black.endgame;
        let blended = middlegame * self.phase + endgame * (FULL_PHASE - self.phase);
        blended / (FULL_PHASE * self.per_centipawn)
    }

    /// The sum of all lines, for White.
    pub fn total(&self) -> Phases {
        self.lines.iter().fold(Phases::default(), |sum, line| Phases {
            middlegame: sum.middlegame + line.white.middlegame - line.black.middlegame,
            endgame: sum.endgame + line.white.endgame - line.black.endgame,
        })
    }

    /// The value for White, computed from the lines again.
    pub fn recomputed(&self) -> i32 {
        if self.drawn {
            return 0;
        }
        let total = self.total();
        let middlegame = total.middlegame * self.phase * FULL_SCALE;
        let endgame = total.endgame * (FULL_PHASE - self.phase) * self.scale;
        (middlegame + endgame) / (FULL_PHASE * FULL_SCALE * self.per_centipawn) + self.mop_up
    }
}

/// Does the term act on the sum instead of being part of it?
fn is_blend(term: Term) -> bool {
    matches!(term, Term::Scaling | Term::MopUp)
}

/// Evaluates for White without any cache, telling `recorder` everything.
pub(crate) fn evaluate_aloud<T: Terms, R: Recorder>(
    position: &Position,
    terms: &T,
    recorder: &mut R,
) -> i32 {
    let assessment = Assessment::new(position, terms);
    let known = Known {
        placement: assessment.placement(recorder),
        phase: position.board().iter().map(|(_, piece)| placement::phase(piece.role())).sum(),
        pawns: assessment.pawns(recorder),
    };
    assessment.value(&known, recorder)
}

/// The recorder that sums up by term and colour.
#[derive(Default)]
struct Lines {
    sums: [[Phases; 2]; Term::ALL.len()],
    blend: Blend,
}

impl Lines {
    fn line(&self, term: Term) -> TraceLine {
        let [white, black] = self.sums[term as usize];
        TraceLine { term: term.name(), about: term.about(), white, black }
    }
}

impl Recorder for Lines {
    fn weight(&mut self, term: Term, color: Color, weight: Weight, count: i32) {
        self.score(term, color, weight.score * count);
    }

    fn danger(&mut self, _: Color, _: Weight, _: i32) {}

    fn score(&mut self, term: Term, color: Color, score: PackedScore) {
        let sum = &mut self.sums[term as usize][color as usize];
        sum.middlegame += score.middlegame();
        sum.endgame += score.endgame();
    }

    fn blend(&mut self, blend: &Blend) {
        self.blend = *blend;
    }
}

/// A table for a terminal, in pawns.
impl fmt::Display for Trace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let centipawns = |value: i32| format!("{:+.2}", f64::from(value) / 100.0);
        // Tenths of a centipawn get a digit of their own.
        let digits = if self.per_centipawn == 1 { 2 } else { 3 };
        let unit = f64::from(100 * self.per_centipawn);
        let pawns = |value: i32| format!("{:+.digits$}", f64::from(value) / unit);
        let row = |f: &mut fmt::Formatter<'_>, name: &str, white: Phases, black: Phases| {
            let sum = (white.middlegame - black.middlegame, white.endgame - black.endgame);
            writeln!(
                f,
                "{name:<15} │ {:>7} {:>7} │ {:>7} {:>7} │ {:>7} {:>7}",
                pawns(white.middlegame),
                pawns(white.endgame),
                pawns(black.middlegame),
                pawns(black.endgame),
                pawns(sum.0),
                pawns(sum.1),
            )
        };
        let rule = "────────────────┼─────────────────┼─────────────────┼────────────────";
        writeln!(f, "{:<15} │ {:^15} │ {:^15} │      Total", "Term", "White", "Black")?;
        writeln!(f, "{:<15} │{}", "", ["  middle     end "; 3].join("│").trim_end())?;
        writeln!(f, "{rule}")?;
        for line in &self.lines {
            row(f, line.term, line.white, line.black)?;
        }
        writeln!(f, "{rule}")?;
        let Phases { middlegame, endgame } = self.total();
        let blank = format!("{:<15} │ {:15} │ {:15}", "sum", "", "");
        writeln!(f, "{blank} │ {:>7} {:>7}", pawns(middlegame), pawns(endgame))?;
        writeln!(f, "phase           │ {} of {FULL_PHASE}", self.phase)?;
        if self.scale != FULL_SCALE {
            writeln!(f, "scaling         │ endgame counts {} of {FULL_SCALE}", self.scale)?;
        }
        if self.mop_up != 0 {
            writeln!(f, "mop-up          │ {}", centipawns(self.mop_up))?;
        }
        if self.drawn {
            writeln!(f, "drawn           │ nobody can win")?;
        }
        write!(f, "value           │ {} for White", centipawns(self.white))
    }
}
