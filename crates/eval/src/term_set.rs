//! Which terms an evaluation uses.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::{Term, TermError};

/// Says which terms count.
///
/// A type parameter of the evaluation: for [`AllTerms`] the answers are
/// constants and the questions vanish from the compiled code; a [`TermSet`]
/// is asked at run time.
pub trait Terms: Clone + Send + Sync {
    /// Does `term` count?
    fn has(&self, term: Term) -> bool;
}

/// The evaluation for tournaments: everything but the school points, which
/// would count the material twice.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct AllTerms;

impl Terms for AllTerms {
    #[inline(always)]
    fn has(&self, term: Term) -> bool {
        !matches!(term, Term::Points)
    }
}

/// A choice of terms made at run time.
///
/// Its text is a preset or a term, followed by any number of `+term` and
/// `-term`.
///
/// ```
/// use eval::{Term, TermSet};
///
/// let terms: TermSet = "pst+mobility".parse()?;
/// assert!(terms.contains(Term::Mobility) && !terms.contains(Term::Pawns));
/// let terms: TermSet = "all-king-attack".parse()?;
/// assert_eq!(terms.to_string(), "all-king-attack");
/// # Ok::<(), eval::TermSetError>(())
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct TermSet(u32);

impl Terms for TermSet {
    #[inline]
    fn has(&self, term: Term) -> bool {
        self.contains(term)
    }
}

impl TermSet {
    /// No term at all: everything is a draw.
    pub const NONE: TermSet = TermSet(0);
    /// School points, no more.
    pub const MATERIAL: TermSet = TermSet::of(&[Term::Points]);
    /// Material and squares, blended from middlegame to endgame.
    pub const PST: TermSet = TermSet::of(&[Term::Material, Term::Squares]);
    /// The same as [`AllTerms`].
    pub const ALL: TermSet = {
        let mut all = TermSet::of(&Term::ALL);
        all.0 &= !(1 << Term::Points as u8);
        all
    };

    /// The presets with their names.
    pub const PRESETS: [(&'static str, TermSet); 4] = [
        ("none", TermSet::NONE),
        ("material", TermSet::MATERIAL),
        ("pst", TermSet::PST),
        ("all", TermSet::ALL),
    ];

    /// The set of these terms.
    pub const fn of(terms: &[Term]) -> TermSet {
        let mut bits = 0;
        let mut i = 0;
        while i < terms.len() {
            bits |= 1 << terms[i] as u8;
            i += 1;
        }
        TermSet(bits)
    }

    /// Is `term` in it?
    #[inline]
    pub const fn contains(self, term: Term) -> bool {
        self.0 & (1 << term as u8) != 0
    }

    /// This set and `term`.
    #[must_use]
    pub const fn with(self, term: Term) -> TermSet {
        TermSet(self.0 | 1 << term as u8)
    }

    /// This set but for `term`.
    #[must_use]
    pub const fn without(self, term: Term) -> TermSet {
        TermSet(self.0 & !(1 << term as u8))
    }

    /// Its terms.
    pub fn iter(self) -> impl Iterator<Item = Term> {
        Term::ALL.into_iter().filter(move |&term| self.contains(term))
    }
}

/// The text is not a choice of terms.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum TermSetError {
    /// It begins with neither a preset nor a term.
    #[error(
        "'{found}' is neither a preset (there are: {presets}) nor a term (there are: {terms})",
        presets = TermSet::PRESETS.map(|(name, _)| name).join(", "),
        terms = Term::ALL.map(Term::name).join(", ")
    )]
    Start {
        /// What stands there.
        found: String,
    },
    /// A `+` or `-` is followed by something else than a term.
    #[error(transparent)]
    Term(#[from] TermError),
}

impl FromStr for TermSet {
    type Err = TermSetError;

    fn from_str(text: &str) -> Result<TermSet, TermSetError> {
        // Names have hyphens in them, so the longest name that fits is taken.
        let (mut set, mut rest) = longest(text, TermSet::PRESETS)
            .or_else(|| longest(text, Term::ALL.map(|term| (term.name(), TermSet::of(&[term])))))
            .ok_or_else(|| TermSetError::Start { found: text.chars().take(32).collect() })?;
        while let Some(sign) = rest.chars().next() {
            let named = &rest[sign.len_utf8()..];
            let (term, after) = longest(named, Term::ALL.map(|term| (term.name(), term)))
                .ok_or_else(|| TermError::new(named))?;
            set = if sign == '-' { set.without(term) } else { set.with(term) };
            rest = after;
        }
        Ok(set)
    }
}

/// The longest of the names with which `text` begins and after which it ends
/// or a sign follows; what it stands for, and the rest of the text.
fn longest<'t, T, const N: usize>(text: &'t str, names: [(&str, T); N]) -> Option<(T, &'t str)> {
    names
        .into_iter()
        .filter_map(|(name, value)| {
            let rest = text.strip_prefix(name)?;
            (rest.is_empty() || rest.starts_with(['+', '-', ','])).then_some((name, value, rest))
        })
        .max_by_key(|(name, ..)| name.len())
        .map(|(_, value, rest)| (value, rest))
}

/// The shortest text that reads back as this set.
impl fmt::Display for TermSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let changes = |preset: TermSet| (self.0 ^ preset.0).count_ones();
        let Some((name, preset)) =
            TermSet::PRESETS.into_iter().min_by_key(|&(_, preset)| changes(preset))
        else {
            return Ok(());
        };
        f.write_str(name)?;
        for term in TermSet(self.0 & !preset.0).iter() {
            write!(f, "+{term}")?;
        }
        for term in TermSet(preset.0 & !self.0).iter() {
            write!(f, "-{term}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_round_trip() {
        for bits in (0..1 << Term::ALL.len()).step_by(997) {
            let set = TermSet(bits);
            assert_eq!(set.to_string().parse(), Ok(set), "{set}");
        }
        assert_eq!("pst".parse(), Ok(TermSet::PST));
        assert_eq!("mobility,squares".parse(), Ok(TermSet::of(&[Term::Mobility, Term::Squares])));
    }

    #[test]
    fn errors_list_what_there_is() {
        for bad in ["", "alll", "al-mobility", "All"] {
            let error = bad.parse::<TermSet>().unwrap_err().to_string();
            assert!(error.contains("pst") && error.contains("bishop-pair"), "{error}");
        }
        for bad in ["all-", "all+x", "all-mobilit", "all-mobility+", "mobility-king"] {
            let error = bad.parse::<TermSet>().unwrap_err();
            assert!(matches!(error, TermSetError::Term(_)), "{bad}: {error}");
        }
    }

    #[test]
    fn all_terms_is_all() {
        assert!(Term::ALL.iter().all(|&term| AllTerms.has(term) == TermSet::ALL.has(term)));
    }
}
