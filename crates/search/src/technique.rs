//! The techniques of the search, each of which can be switched off.
//!
//! The search asks `self.techniques.on(Technique::NullMove)`. For
//! [`AllTechniques`] the answer is `true` at compile time, so the question costs
//! nothing; [`TechniqueSet`] answers at run time, for the laboratory. With all
//! of them off the search is plain minimax to a fixed depth.

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};
use thiserror::Error;

use crate::parameter::{Parameter, Tuning};

macro_rules! techniques {
    ($($(#[doc = $about:literal])+ $variant:ident = $name:literal, $label:literal;)*) => {
        /// One thing that the search does beyond plain minimax.
        #[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        pub enum Technique { $($(#[doc = $about])+ $variant),* }

        impl Technique {
            /// All of them.
            pub const ALL: &[Technique] = &[$(Technique::$variant),*];

            /// The name by which it is switched.
            pub const fn name(self) -> &'static str {
                match self { $(Technique::$variant => $name),* }
            }

            /// What chess programmers call it.
            pub const fn label(self) -> &'static str {
                match self { $(Technique::$variant => $label),* }
            }

            /// What it does, in one sentence.
            pub const fn about(self) -> &'static str {
                match self { $(Technique::$variant => concat!($($about),+).trim_ascii()),* }
            }
        }
    };
}

techniques! {
    /// Skips moves that cannot matter, since the opponent already has something better.
    AlphaBeta = "alphabeta", "Alpha-beta pruning";
    /// Searches every move after the first with a zero window, and again if that fails high.
    Pvs = "pvs", "Principal variation search";
    /// Searches depth 1, 2, 3, … instead of the last depth at once.
    IterativeDeepening = "iterative", "Iterative deepening";
    /// Begins each iteration with a narrow window around the value of the last one.
    Aspiration = "aspiration", "Aspiration windows";
    /// Searches one ply less deep after the aspiration window has failed high.
    AspirationReduction = "aspirationreduction", "Aspiration fail-high reduction";
    /// Plays out captures and promotions at the leaves before it evaluates.
    Quiescence = "qs", "Quiescence search";
    /// Skips moves of quiescence that lose material or cannot reach alpha.
    QuiescencePruning = "qspruning", "Delta and SEE pruning in quiescence";
    /// Tries quiet checks, too, on the first ply of quiescence, on three where one side is far ahead.
    QuiescenceChecks = "qschecks", "Checks in quiescence";
    /// Remembers what was found for each position: value, bound, depth and best move.
    TranspositionTable = "tt", "Transposition table";
    /// Tries captures of the most valuable victim by the least valuable attacker first.
    MvvLva = "mvvlva", "MVV-LVA";
    /// Tries captures first that caused cut-offs before.
    CaptureHistory = "capturehistory", "Capture history";
    /// Tries captures that lose material by static exchange evaluation last.
    SeeOrdering = "seeordering", "SEE ordering";
    /// Tries quiet moves early that caused cut-offs in sibling nodes.
    Killers = "killers", "Killer moves";
    /// Tries the quiet move early that last refuted the opponent's move.
    CounterMove = "countermove", "Counter move";
    /// Orders quiet moves by how often they caused cut-offs anywhere.
    History = "history", "Butterfly history";
    /// Orders quiet moves by how often they caused cut-offs after the same earlier moves.
    ContinuationHistory = "continuation", "Continuation history";
    /// Tries quiet moves that give check before other quiet moves.
    CheckOrdering = "checkordering", "Check ordering";
    /// Tries quiet moves early that bring a piece away from the attack of a lesser one.
    Escape = "escape", "Escape ordering";
    /// Corrects the static evaluation by how wrong it was in similar positions.
    Correction = "correction", "Correction history";
    /// Fades the static evaluation towards a draw as the fifty-move rule comes near.
    FiftyFade = "fiftyfade", "Fifty-move fading";
    /// Counts static evaluations for more while many men are on the board: who is ahead keeps them.
    MenScaling = "menscaling", "Scaling by men";
    /// Narrows the window to what a mate found elsewhere leaves possible.
    MateDistance = "matedistance", "Mate distance pruning";
    /// Counts a repetition that the next move can force as a draw already.
    UpcomingRepetition = "upcoming", "Upcoming repetition";
    /// Varies the value of draws by a point, so that the search tells them apart.
    DrawNoise = "drawnoise", "Draw randomisation";
    /// Cuts off where the static evaluation is far above beta.
    ReverseFutility = "rfp", "Reverse futility pruning";
    /// Drops into quiescence where the static evaluation is far below alpha.
    Razoring = "razoring", "Razoring";
    /// Cuts off where passing the turn still fails high at reduced depth.
    NullMove = "nullmove", "Null move pruning";
    /// Cuts off where a capture beats a raised beta at reduced depth.
    ProbCut = "probcut", "ProbCut";
    /// Searches one ply less deep after a reduced move that turned out worse than it looked.
    Hindsight = "hindsight", "Hindsight reduction";
    /// Searches one ply less deep where the transposition table has no move.
    InternalReduction = "iir", "Internal iterative reduction";
    /// Searches one ply less deep after a move has raised alpha on the principal variation.
    RaisedReduction = "raisedreduction", "Alpha-raise reduction";
    /// Skips quiet moves where the static evaluation is far below alpha.
    Futility = "futility", "Futility pruning";
    /// Skips quiet moves late in the order near the leaves.
    LateMovePruning = "lmp", "Late move pruning";
    /// Skips moves near the leaves that lose material by static exchange evaluation.
    SeePruning = "seepruning", "SEE pruning";
    /// Skips quiet moves with a bad history near the leaves.
    HistoryPruning = "historypruning", "History pruning";
    /// Searches moves late in the order less deep, and again if they beat alpha.
    LateMoveReduction = "lmr", "Late move reductions";
    /// Extends the table's move if a verification search finds all others much worse.
    Singular = "singular", "Singular extension";
    /// Cuts off where the singular verification search fails high without the table's move.
    Multicut = "multicut", "Multi-cut";
    /// Extends moves that give check on the principal variation.
    CheckExtension = "checkextension", "Check extension";
}

const _: () = assert!(Technique::ALL.len() <= 64);

impl Technique {
    /// Does it reason about the window of alpha-beta? Then it is off without
    /// that, whether it was chosen or not: a node that is cut off because it
    /// is above beta has a bound but no exact value.
    pub const fn needs_window(self) -> bool {
        use Technique::*;
        matches!(
            self,
            Pvs | Aspiration
                | AspirationReduction
                | QuiescencePruning
                | MateDistance
                | UpcomingRepetition
                | ReverseFutility
                | Razoring
                | NullMove
                | ProbCut
                | Hindsight
                | RaisedReduction
                | Futility
                | LateMovePruning
                | SeePruning
                | HistoryPruning
                | LateMoveReduction
                | Singular
                | Multicut
        )
    }
}

/// As its name.
impl Serialize for Technique {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// There is no technique of this name.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("no technique is called '{name}'; there are {}", names())]
pub struct UnknownTechnique {
    name: String,
}

fn names() -> String {
    let names: Vec<_> = Technique::ALL.iter().map(|technique| technique.name()).collect();
    names.join(", ")
}

impl FromStr for Technique {
    type Err = UnknownTechnique;

    fn from_str(name: &str) -> Result<Technique, UnknownTechnique> {
        let found = Technique::ALL.iter().find(|technique| technique.name() == name);
        found.copied().ok_or_else(|| UnknownTechnique { name: name.chars().take(32).collect() })
    }
}

/// Which techniques a search uses, and with which numbers.
pub trait Techniques: Copy + Send + Sync {
    /// Is this one used?
    fn on(&self, technique: Technique) -> bool;

    /// What is this number?
    #[inline(always)]
    fn value(&self, parameter: Parameter) -> i32 {
        parameter.default_value()
    }
}

/// All techniques, at compile time.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct AllTechniques;

impl Techniques for AllTechniques {
    #[inline(always)]
    fn on(&self, _technique: Technique) -> bool {
        true
    }
}

/// A set of techniques chosen at run time.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct TechniqueSet(u64);

impl TechniqueSet {
    /// None: plain minimax.
    pub const MINIMAX: TechniqueSet = TechniqueSet(0);
    /// All of them.
    pub const ALL: TechniqueSet = TechniqueSet((1 << Technique::ALL.len()) - 1);

    /// This set and one more.
    #[must_use]
    pub const fn with(self, technique: Technique) -> TechniqueSet {
        TechniqueSet(self.0 | 1 << technique as u8)
    }

    /// This set less one.
    #[must_use]
    pub const fn without(self, technique: Technique) -> TechniqueSet {
        TechniqueSet(self.0 & !(1 << technique as u8))
    }

    /// Is it in the set?
    pub const fn contains(self, technique: Technique) -> bool {
        self.0 & 1 << technique as u8 != 0
    }
}

impl FromIterator<Technique> for TechniqueSet {
    fn from_iter<I: IntoIterator<Item = Technique>>(techniques: I) -> TechniqueSet {
        techniques.into_iter().fold(TechniqueSet::MINIMAX, TechniqueSet::with)
    }
}

impl Techniques for TechniqueSet {
    #[inline]
    fn on(&self, technique: Technique) -> bool {
        let windowed = !technique.needs_window() || self.contains(Technique::AlphaBeta);
        self.contains(technique) && windowed
    }
}

/// A set of techniques with numbers of their own, for the laboratory.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct TunedTechniques {
    /// Which.
    pub techniques: TechniqueSet,
    /// With which numbers.
    pub tuning: Tuning,
}

impl TunedTechniques {
    /// Is it what the tournament engine has?
    pub fn is_default(&self) -> bool {
        *self == TechniqueSet::ALL.into()
    }
}

impl From<TechniqueSet> for TunedTechniques {
    fn from(techniques: TechniqueSet) -> TunedTechniques {
        TunedTechniques { techniques, tuning: Tuning::DEFAULT }
    }
}

impl Techniques for TunedTechniques {
    #[inline]
    fn on(&self, technique: Technique) -> bool {
        self.techniques.on(technique)
    }

    #[inline]
    fn value(&self, parameter: Parameter) -> i32 {
        self.tuning.value(parameter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_read_back() {
        for &technique in Technique::ALL {
            assert_eq!(technique.name().parse(), Ok(technique));
            assert!(TechniqueSet::ALL.on(technique) && AllTechniques.on(technique));
            assert!(!TechniqueSet::ALL.without(technique).on(technique));
            assert!(!TechniqueSet::MINIMAX.on(technique));
            let alone = TechniqueSet::MINIMAX.with(technique);
            assert_eq!(alone.on(technique), !technique.needs_window());
        }
        let mut labels: Vec<_> = Technique::ALL.iter().map(|technique| technique.label()).collect();
        labels.sort_unstable();
        labels.dedup();
        assert_eq!(labels.len(), Technique::ALL.len());
        let error = "nulmove".parse::<Technique>().unwrap_err().to_string();
        assert!(error.contains("'nulmove'") && error.contains("nullmove"), "{error}");
    }

    #[test]
    fn each_is_about_one_sentence() {
        for &technique in Technique::ALL {
            let about = technique.about();
            assert!(about.starts_with(char::is_uppercase) && about.ends_with('.'), "{about}");
            assert!(!about.contains("  ") && !about.contains(". "), "{about}");
        }
        assert_eq!(Technique::MvvLva.label(), "MVV-LVA");
    }
}
