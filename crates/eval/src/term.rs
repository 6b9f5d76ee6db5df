//! The parts of the evaluation, by name.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;
use thiserror::Error;

macro_rules! terms {
    ($($variant:ident $name:literal $about:literal,)*) => {
        /// A part of the evaluation that can be switched on and off.
        #[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
        #[serde(rename_all = "kebab-case")]
        #[repr(u8)]
        pub enum Term {
            $(#[doc = $about] $variant,)*
        }

        impl Term {
            /// All of them, in the order in which a trace lists them.
            pub const ALL: [Term; [$($name),*].len()] = [$(Term::$variant),*];

            /// The name by which people call it.
            pub const fn name(self) -> &'static str {
                match self { $(Term::$variant => $name,)* }
            }

            /// What it is about, in one line.
            pub const fn about(self) -> &'static str {
                match self { $(Term::$variant => $about,)* }
            }
        }
    };
}

terms! {
    Points "points" "Men counted in school points: 9, 5, 3, 3, 1.",
    Material "material" "What the men are worth in each phase.",
    Squares "squares" "Where each man stands.",
    Pawns "pawns" "Doubled, isolated, backward and connected pawns, and islands.",
    Passed "passed" "Passed pawns: how far, how free, how near the kings.",
    Shield "shield" "Own pawns before the king.",
    Storm "storm" "Enemy pawns that come towards the king.",
    KingFiles "king-files" "Open and half-open files at the king.",
    KingDiagonals "king-diagonals" "Diagonals on which bishops and queens aim at the king.",
    KingAttack "king-attack" "Pieces that attack the squares around the king, and safe checks.",
    Tropism "tropism" "Pieces that are near the enemy king.",
    Mobility "mobility" "How many useful squares each piece reaches.",
    Center "center" "Pawns in the centre, and who controls it.",
    Development "development" "Minor pieces still at home, early queen trips, shut-in rooks.",
    Threats "threats" "Attacks on more valuable or hanging men.",
    Rooks "rooks" "Rooks on open files, on the seventh rank, and connected.",
    BishopPair "bishop-pair" "Both bishops.",
    Bishops "bishops" "Bishops hemmed in by own pawns, or on long diagonals.",
    Outposts "outposts" "Minor pieces that no pawn can drive away.",
    Space "space" "Safe squares behind the own pawns.",
    Tempo "tempo" "Having the move.",
    Scaling "scaling" "Endgames that are hard to win count for less.",
    MopUp "mop-up" "Driving a bare king to the edge, or to the right corner.",
}

const _: () = assert!(Term::ALL.len() <= 32);

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The text names no term of the evaluation.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("'{found}' is no term of the evaluation (there are: {known})")]
pub struct TermError {
    found: String,
    known: String,
}

impl TermError {
    pub(crate) fn new(found: &str) -> TermError {
        TermError {
            found: found.chars().take(32).collect(),
            known: Term::ALL.map(Term::name).join(", "),
        }
    }
}

impl FromStr for Term {
    type Err = TermError;

    fn from_str(text: &str) -> Result<Term, TermError> {
        let named = Term::ALL.into_iter().find(|term| term.name() == text);
        named.ok_or_else(|| TermError::new(text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip() {
        for term in Term::ALL {
            assert_eq!(term.name().parse(), Ok(term));
        }
        let error = "queens".parse::<Term>().unwrap_err().to_string();
        assert!(error.contains("'queens'") && error.contains("mop-up"), "{error}");
    }
}
