//! `minimax`: a fixed depth and no more techniques than a course teaches.

use eval::TermSet;
use knowledge::book::Variety;
use search::{Settings, Technique, TechniqueSet};

use crate::SpecError;
use crate::alpha_beta::AlphaBetaRecipe;
use crate::book::{book_options, with_book};
use crate::catalogue::{Kind, KindOption, Recipe};
use crate::engine::{eval_option, overhead, technique_options, techniques, terms};
use crate::options::{Options, limit_options, one_of};

pub(crate) const KIND: Kind = Kind {
    name: "minimax",
    about: "Minimax to a fixed depth, with alpha-beta and what a course teaches around it",
    examples: &[
        "minimax",
        "minimax?level=hard",
        "minimax?level=easy&book=on",
        "minimax?depth=4&tt=off&qs=off&eval=material",
        "minimax?depth=3&techniques=none",
    ],
    options: minimax_options,
    open: false,
    read,
};

/// The levels of the coursework systems, in plies.
pub(crate) const LEVELS: [(&str, u32); 3] = [("easy", 2), ("medium", 3), ("hard", 4)];

/// Plies where nobody says, as at level medium.
const DEPTH: u32 = 3;

/// MiB; a fixed depth of a few plies fills no more.
const HASH: usize = 16;

/// Sound techniques only: they change the time, not what is found.
const COURSE: TechniqueSet = TechniqueSet::MINIMAX
    .with(Technique::AlphaBeta)
    .with(Technique::IterativeDeepening)
    .with(Technique::TranspositionTable)
    .with(Technique::Quiescence)
    .with(Technique::QuiescencePruning)
    .with(Technique::MvvLva)
    .with(Technique::Killers)
    .with(Technique::History);

const SETS: [(&str, TechniqueSet); 3] =
    [("none", TechniqueSet::MINIMAX), ("course", COURSE), ("all", TechniqueSet::ALL)];

fn minimax_options() -> Vec<KindOption> {
    let mut options = vec![KindOption::new(
        "level",
        one_of(&LEVELS),
        "medium",
        "Depth 2, 3 or 4; not together with depth",
    )];
    options.extend(limit_options("3", "Plies to search"));
    options.extend([
        KindOption::new("overhead", "SECONDS", "0.02", "Time that gets lost with every move"),
        eval_option("all"),
        KindOption::new(
            "techniques",
            one_of(&SETS),
            "course",
            "Where the switches below start from; none is plain minimax",
        ),
    ]);
    options.extend(book_options("100, 75 or 50 by level"));
    options.extend(technique_options(COURSE));
    options
}

fn read(options: &mut Options) -> Result<Box<dyn Recipe>, SpecError> {
    let base = options.choice("techniques", &SETS)?.unwrap_or(COURSE);
    let limits = leveled_limits(options, DEPTH)?;
    let recipe = AlphaBetaRecipe {
        terms: terms(options, TermSet::ALL)?,
        techniques: techniques(options, base)?,
        settings: Settings { hash: HASH, move_overhead: overhead(options)?, ..Settings::default() },
        limits,
        syzygy: None,
        fixed_depth: true,
    };
    with_book(options, variety(limits.depth.unwrap_or(DEPTH)), recipe)
}

/// How freely a player of a depth chooses among the moves of a book: beginners
/// meet everything, later ones what is played most.
fn variety(depth: u32) -> Variety {
    const THREE_QUARTERS: Variety = Variety::new(75).expect("at most 100");
    match depth {
        ..=2 => Variety::EVEN,
        3 => THREE_QUARTERS,
        4.. => Variety::WEIGHTED,
    }
}

/// The limits with the depth that `depth` or `level` asks for.
pub(crate) fn leveled_limits(
    options: &mut Options,
    default: u32,
) -> Result<crate::own_limits::OwnLimits, SpecError> {
    let level = options.choice("level", &LEVELS)?;
    let mut limits = options.limits()?;
    if level.is_some() && limits.depth.is_some() {
        return Err(SpecError::Twice { option: "depth (level sets it)".to_owned() });
    }
    limits.depth = limits.depth.or(level).or(Some(default));
    Ok(limits)
}
