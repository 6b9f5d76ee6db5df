//! The techniques of the search, each of which can be switched off.
//!
//! The search asks `self.techniques.on(Technique::NullMove)`. For
//! [`Tournament`] the answer is `true` at compile time, so the question costs
//! nothing; [`TechniqueSet`] answers at run time, for the laboratory. With all
//! of them off the search is plain minimax to a fixed depth.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

macro_rules! techniques {
    ($($(#[$doc:meta])* $variant:ident = $name:literal),* $(,)?) => {
        /// One thing that the search does beyond plain minimax.
        #[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        pub enum Technique { $($(#[$doc])* $variant),* }

        impl Technique {
            /// All of them.
            pub const ALL: &[Technique] = &[$(Technique::$variant),*];

            /// The name by which it is switched.
            pub const fn name(self) -> &'static str {
                match self { $(Technique::$variant => $name),* }
            }
        }
    };
}

techniques! {
    /// Do not look at what the opponent would never allow.
    AlphaBeta = "alphabeta",
    /// Search later moves with an empty window first.
    Pvs = "pvs",
    /// Search depth 1, 2, 3, … instead of the last depth at once.
    IterativeDeepening = "iterative",
    /// Guess the value's neighbourhood from the last iteration.
    Aspiration = "aspiration",
    /// Play out captures at the leaves.
    Quiescence = "qs",
    /// Leave out captures that lose material or cannot reach alpha there.
    QuiescencePruning = "qspruning",
    /// Look at checks on the first ply there.
    QuiescenceChecks = "qschecks",
    /// Remember what was found for each position.
    TranspositionTable = "tt",
    /// Captures of valuable men by cheap ones first.
    MvvLva = "mvvlva",
    /// Captures that worked before first.
    CaptureHistory = "capturehistory",
    /// Losing captures last.
    SeeOrdering = "seeordering",
    /// Quiet moves that refuted sister positions early.
    Killers = "killers",
    /// Quiet moves that refuted the opponent's last move early.
    CounterMove = "countermove",
    /// Quiet moves that worked anywhere earlier.
    History = "history",
    /// Quiet moves that worked after the same earlier moves earlier.
    ContinuationHistory = "continuation",
    /// Quiet checks earlier.
    CheckOrdering = "checkordering",
    /// Adjust the evaluation by how wrong it was on similar positions, and fade
    /// it as the fifty-move rule comes near.
    Correction = "correction",
    /// Cut off lines that a shorter mate beats anyway.
    MateDistance = "matedistance",
    /// See a repetition one move before it happens.
    UpcomingRepetition = "upcoming",
    /// Vary the value of draws a little, so as not to be blind among them.
    DrawNoise = "drawnoise",
    /// Give up a node whose evaluation is far above beta.
    ReverseFutility = "rfp",
    /// Fall into quiescence where the evaluation is far below alpha.
    Razoring = "razoring",
    /// Cut off where even passing is good enough.
    NullMove = "nullmove",
    /// Cut off where a capture beats beta by a margin at reduced depth.
    ProbCut = "probcut",
    /// Search less deep where no good move is known.
    InternalReduction = "iir",
    /// Leave out quiet moves where the evaluation is far below alpha.
    Futility = "futility",
    /// Leave out late quiet moves near the leaves.
    LateMovePruning = "lmp",
    /// Leave out moves that lose material near the leaves.
    SeePruning = "seepruning",
    /// Leave out quiet moves with a bad history.
    HistoryPruning = "historypruning",
    /// Search late moves less deep first.
    LateMoveReduction = "lmr",
    /// Search a move deeper that is much better than all others.
    Singular = "singular",
    /// Cut off where several moves beat beta.
    Multicut = "multicut",
    /// Search positions in check deeper.
    CheckExtension = "checkextension",
}

const _: () = assert!(Technique::ALL.len() <= 64);

impl Technique {
    /// Does it reason about the window of alpha-beta? Then it is off without
    /// that, whether it was chosen or not: a node that is given up because it
    /// is above beta has no value of its own.
    pub const fn needs_window(self) -> bool {
        use Technique::*;
        matches!(
            self,
            Pvs | Aspiration
                | QuiescencePruning
                | MateDistance
                | UpcomingRepetition
                | ReverseFutility
                | Razoring
                | NullMove
                | ProbCut
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

/// Which techniques a search uses.
pub trait Techniques: Copy + Send + Sync {
    /// Is this one used?
    fn on(&self, technique: Technique) -> bool;
}

/// All techniques, at compile time.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Tournament;

impl Techniques for Tournament {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_read_back() {
        for &technique in Technique::ALL {
            assert_eq!(technique.name().parse(), Ok(technique));
            assert!(TechniqueSet::ALL.on(technique) && Tournament.on(technique));
            assert!(!TechniqueSet::ALL.without(technique).on(technique));
            assert!(!TechniqueSet::MINIMAX.on(technique));
            let alone = TechniqueSet::MINIMAX.with(technique);
            assert_eq!(alone.on(technique), !technique.needs_window());
        }
        let error = "nulmove".parse::<Technique>().unwrap_err().to_string();
        assert!(error.contains("'nulmove'") && error.contains("nullmove"), "{error}");
    }
}
