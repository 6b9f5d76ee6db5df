//! `origin`: the systems that this program grew from, as they were set up.
//!
//! Their evaluation terms, techniques, move ordering and depth in this search,
//! so that figures are compared like for like.

use eval::TermSet;
use search::{Settings, Technique, TechniqueSet};

use crate::SpecError;
use crate::alpha_beta::AlphaBetaRecipe;
use crate::catalogue::{Kind, KindOption, Recipe};
use crate::minimax::{LEVELS, leveled_limits};
use crate::options::{Options, limit_options, one_of};

pub(crate) const KIND: Kind = Kind {
    name: "origin",
    about: "The coursework systems this program grew from: their terms, techniques and depth",
    examples: &[
        "origin?system=pychess&level=hard",
        "origin?system=negamax",
        "origin?system=tapered",
        "origin?system=document",
    ],
    options: origin_options,
    open: false,
    read,
};

/// How a system was set up.
#[derive(Copy, Clone, Debug)]
struct System {
    terms: TermSet,
    techniques: TechniqueSet,
    /// Captures in a row that it played out at the leaves, where it did.
    quiescence_plies: Option<usize>,
    depth: u32,
}

impl System {
    const fn new(terms: TermSet, techniques: TechniqueSet, depth: u32) -> System {
        System { terms, techniques, quiescence_plies: None, depth }
    }
}

/// "A few captures", as the first system had it.
const FEW_CAPTURES: usize = 3;

const ALPHA_BETA: TechniqueSet = TechniqueSet::MINIMAX.with(Technique::AlphaBeta);

/// Iterative deepening, table, captures at the leaves, and captures of
/// valuable men by cheap ones first (ten times the victim less the attacker).
const PYCHESS: TechniqueSet = ALPHA_BETA
    .with(Technique::IterativeDeepening)
    .with(Technique::TranspositionTable)
    .with(Technique::Quiescence)
    .with(Technique::MvvLva);

/// What the design document asks for.
const DOCUMENT: TechniqueSet = PYCHESS
    .with(Technique::Aspiration)
    .with(Technique::Killers)
    .with(Technique::History)
    .with(Technique::NullMove)
    .with(Technique::LateMoveReduction);

const SYSTEMS: [(&str, System); 4] = [
    (
        "pychess",
        System {
            quiescence_plies: Some(FEW_CAPTURES),
            ..System::new(TermSet::PYCHESS, PYCHESS, 3)
        },
    ),
    ("negamax", System::new(TermSet::MATERIAL, ALPHA_BETA, 3)),
    ("tapered", System::new(TermSet::TAPERED, ALPHA_BETA, 3)),
    ("document", System::new(TermSet::ALL, DOCUMENT, 4)),
];

fn origin_options() -> Vec<KindOption> {
    let mut options = vec![
        KindOption::new("system", one_of(&SYSTEMS), "", "Which one"),
        KindOption::new("level", one_of(&LEVELS), "", "Depth 2, 3 or 4 instead of its own"),
    ];
    options.extend(limit_options("its own", "Plies to search"));
    options
}

fn read(options: &mut Options) -> Result<Box<dyn Recipe>, SpecError> {
    let system = options.choice("system", &SYSTEMS)?.ok_or(SpecError::Missing {
        kind: "origin",
        option: "system",
        example: "origin?system=pychess",
    })?;
    Ok(Box::new(AlphaBetaRecipe {
        terms: system.terms,
        techniques: system.techniques,
        settings: Settings { quiescence_plies: system.quiescence_plies, ..Settings::default() },
        limits: leveled_limits(options, system.depth)?,
        syzygy: None,
        fixed_depth: true,
    }))
}
