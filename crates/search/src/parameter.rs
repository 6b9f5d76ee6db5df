//! The numbers of the search that are tuned by playing, each with a name of its own.
//!
//! The search asks `techniques.value(Parameter::RazoringMargin)`. For the tournament
//! engine the answer is a constant; for the laboratory it is what somebody has set, so
//! that two values can play each other in one program. What is not tuned stands in
//! `params`; what playing said of each is in `docs/search.md`.

use std::ops::RangeInclusive;

macro_rules! parameters {
    ($($(#[doc = $about:literal])+ $variant:ident = $name:literal, $value:literal, $range:expr, $unit:literal;)*) => {
        /// A tuned number of the search.
        #[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        pub enum Parameter { $($(#[doc = $about])+ $variant),* }

        impl Parameter {
            /// All of them.
            pub const ALL: &[Parameter] = &[$(Parameter::$variant),*];

            /// The name by which it is set.
            pub const fn name(self) -> &'static str {
                match self { $(Parameter::$variant => $name),* }
            }

            /// What it is, in one sentence.
            pub const fn about(self) -> &'static str {
                match self { $(Parameter::$variant => concat!($($about),+).trim_ascii()),* }
            }

            /// What it counts.
            pub const fn unit(self) -> &'static str {
                match self { $(Parameter::$variant => $unit),* }
            }

            /// What it is in the tournament engine.
            #[inline(always)]
            pub const fn default_value(self) -> i32 {
                match self { $(Parameter::$variant => $value),* }
            }

            /// What it can be set to.
            pub const fn range(self) -> RangeInclusive<i32> {
                match self { $(Parameter::$variant => $range),* }
            }
        }

        const DEFAULTS: [i16; COUNT] = [$($value),*];
    };
}

/// How many there are.
const COUNT: usize = Parameter::ALL.len();

parameters! {
    /// Half the width of the first aspiration window.
    AspirationWindow = "aspirationwindow", 14, 4..=100, "centipawns";

    /// Reverse futility: the margin above beta for each ply.
    ReverseFutilityMargin = "rfpmargin", 76, 10..=300, "centipawns";
    /// Reverse futility: what the margin shrinks by while the evaluation improves.
    ReverseFutilityImproving = "rfpimproving", 54, 0..=300, "centipawns";
    /// Reverse futility: what each ply's margin shrinks by where a fail-high is expected and the table knows nothing.
    ReverseFutilityUnknown = "rfpunknown", 15, 0..=100, "centipawns";
    /// Razoring: the margin below alpha for each ply.
    RazoringMargin = "razoringmargin", 322, 50..=1000, "centipawns";

    /// Null move: the reduction of shallow searches.
    NullMoveBase = "nullmovebase", 4096, 1024..=8192, "1/1024 ply";
    /// Null move: what each ply of depth adds to the reduction.
    NullMoveDepthFactor = "nullmovedepth", 256, 0..=1024, "1/1024 ply";
    /// Null move: so much above beta reduces by a ply more.
    NullMoveEvalStep = "nullmovestep", 112, 20..=1000, "centipawns";
    /// Null move: so much for each ply may the evaluation be below beta, beyond a constant.
    NullMoveDepthMargin = "nullmovedepthmargin", 20, 0..=100, "centipawns";
    /// Null move: that constant, which the evaluation must be better by.
    NullMoveMargin = "nullmovemargin", 155, 0..=500, "centipawns";

    /// ProbCut: how far beta is raised.
    ProbCutMargin = "probcutmargin", 186, 20..=600, "centipawns";
    /// ProbCut: how much less while the evaluation improves.
    ProbCutImproving = "probcutimproving", 40, 0..=300, "centipawns";

    /// Hindsight: what two evaluations must add up to for the move between them to have been worse than it looked.
    HindsightMargin = "hindsightmargin", 120, 0..=600, "centipawns";

    /// Futility of quiet moves: the margin below alpha without any depth.
    FutilityBase = "futilitybase", 43, 0..=400, "centipawns";
    /// Futility of quiet moves: the margin for each ply of reduced depth.
    FutilityMargin = "futilitymargin", 98, 10..=400, "centipawns";
    /// Futility of quiet moves: history that is worth a centipawn.
    FutilityHistory = "futilityhistory", 151, 20..=2000, "history";

    /// Late move pruning: moves that are tried at any depth.
    LateMoveBase = "lmpbase", 9, 1..=40, "moves";
    /// Late move pruning: moves more for each squared ply of depth.
    LateMoveFactor = "lmpfactor", 1024, 128..=4096, "1/1024 move";

    /// SEE pruning: what a capture may lose for each ply.
    SeeCaptureMargin = "seecapture", 95, 10..=400, "centipawns";
    /// SEE pruning: what a quiet move may lose for each squared ply of reduced depth.
    SeeQuietMargin = "seequiet", 15, 2..=100, "centipawns";
    /// History pruning: history that a quiet move may lack for each ply.
    HistoryPruningMargin = "historymargin", 5488, 500..=20000, "history";

    /// Late move reductions: what every reduction has.
    ReductionBase = "lmrbase", 987, 0..=3000, "1/1024 ply";
    /// Late move reductions: what the product of the logarithms of depth and move number counts for.
    ReductionFactor = "lmrfactor", 404, 100..=1000, "1/1024 ply";
    /// Late move reductions: history that is worth a ply.
    ReductionHistory = "lmrhistory", 13286, 2000..=32000, "history";
    /// Late move reductions: more where the evaluation does not improve.
    ReductionNotImproving = "lmrnotimproving", 797, 0..=3000, "1/1024 ply";
    /// Late move reductions: more where a fail-high is expected.
    ReductionCutNode = "lmrcutnode", 1320, 0..=4000, "1/1024 ply";
    /// Late move reductions: more where the table's move is a capture or a promotion.
    ReductionNoisyTableMove = "lmrnoisy", 803, 0..=3000, "1/1024 ply";
    /// Late move reductions: more where many siblings have been refuted.
    ReductionRefuted = "lmrrefuted", 1044, 0..=3000, "1/1024 ply";
    /// Late move reductions: less where the node is, or once was, on a principal variation.
    ReductionTablePv = "lmrtablepv", 1076, 0..=3000, "1/1024 ply";
    /// Late move reductions: less on the principal variation.
    ReductionPv = "lmrpv", 677, 0..=3000, "1/1024 ply";
    /// Late move reductions: less for moves that give check.
    ReductionCheck = "lmrcheck", 1079, 0..=3000, "1/1024 ply";
    /// Late move reductions: less for killer moves.
    ReductionKiller = "lmrkiller", 686, 0..=3000, "1/1024 ply";
    /// Late move reductions: less for captures.
    ReductionCapture = "lmrcapture", 1049, 0..=3000, "1/1024 ply";
    /// Late move reductions: less for quiet moves of men that are attacked.
    ReductionThreatened = "lmrthreatened", 500, 0..=3000, "1/1024 ply";
    /// A reduced move that beats the best by so much is searched again a ply deeper.
    DeeperMargin = "deeper", 40, 5..=300, "centipawns";
    /// A reduced move that beats the best by less than this is searched again a ply less deep.
    ShallowerMargin = "shallower", 11, 0..=100, "centipawns";

    /// Singular extension: how far below the table's value all others must stay, for each ply.
    SingularMargin = "singularmargin", 17, 2..=100, "1/16 centipawn";
    /// Singular extension: how far below that they must stay for a second ply.
    DoubleExtensionMargin = "doubleextension", 16, 0..=200, "centipawns";

    /// Quiescence: what a capture may fall short of alpha.
    DeltaMargin = "deltamargin", 186, 20..=600, "centipawns";
    /// Quiescence: what a move may lose by static exchange.
    QuiescenceLoss = "qsloss", 13, 0..=200, "centipawns";

    /// History: the bonus for each ply of depth.
    BonusStep = "bonusstep", 322, 20..=1000, "history";
    /// History: what every bonus lacks.
    BonusOffset = "bonusoffset", 80, 0..=600, "history";
    /// History: the largest bonus.
    BonusMost = "bonusmost", 1160, 200..=6000, "history";
    /// History: the malus of moves tried in vain, in terms of the bonus.
    MalusShare = "malus", 75, 10..=300, "percent";
    /// History: what a move gains for each centipawn by which it raised the evaluation.
    EvalGainFactor = "evalgain", 7, 0..=40, "history";
    /// History: the most that it gains so.
    EvalGainMost = "evalgainmost", 900, 0..=6000, "history";

    /// Order of quiet moves: what it is worth to move a minor piece away from the attack of a lesser one.
    EscapeBonus = "escapebonus", 5000, 0..=30000, "history";
    /// Order of quiet moves: what a check is worth.
    CheckBonus = "checkbonus", 4219, 0..=30000, "history";

    /// Correction history: the sum of all corrections is divided by this.
    CorrectionDivisor = "correctiondivisor", 34, 8..=400, "1/centipawn";
}

/// Values for all parameters.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Tuning([i16; COUNT]);

impl Tuning {
    /// Those of the tournament engine.
    pub const DEFAULT: Tuning = Tuning(DEFAULTS);

    /// The same with another value, which is held within the parameter's range.
    #[must_use]
    pub fn with(mut self, parameter: Parameter, value: i32) -> Tuning {
        let (least, most) = parameter.range().into_inner();
        self.0[parameter as usize] = value.clamp(least, most) as i16;
        self
    }

    /// The value of a parameter.
    #[inline]
    pub fn value(&self, parameter: Parameter) -> i32 {
        i32::from(self.0[parameter as usize])
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::Technique;

    #[test]
    fn every_parameter_is_within_its_range_and_has_a_name_of_its_own() {
        let mut names: BTreeSet<&str> = Technique::ALL.iter().map(|t| t.name()).collect();
        for &parameter in Parameter::ALL {
            let (least, most) = parameter.range().into_inner();
            assert!(least >= 0, "options are whole numbers without a sign");
            assert!((least..=most).contains(&parameter.default_value()), "{parameter:?}");
            assert!(i16::try_from(least).is_ok() && i16::try_from(most).is_ok());
            assert!(names.insert(parameter.name()), "{parameter:?}");
            let about = parameter.about();
            assert!(about.ends_with('.') && !about.contains("  ") && !about.contains(". "));
            assert_eq!(Tuning::DEFAULT.value(parameter), parameter.default_value());
        }
    }

    #[test]
    fn what_is_set_stays_within_the_range() {
        let tuning = Tuning::DEFAULT.with(Parameter::LateMoveBase, 5);
        assert_eq!(tuning.value(Parameter::LateMoveBase), 5);
        assert_eq!(tuning.value(Parameter::RazoringMargin), 322);
        let most = Tuning::DEFAULT.with(Parameter::CorrectionDivisor, i32::MIN);
        assert_eq!(most.value(Parameter::CorrectionDivisor), 8);
    }
}
