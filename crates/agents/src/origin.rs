//! `origin`: the systems that this program grew from, as they were set up.
//!
//! Their evaluation terms, techniques, move ordering and depth in this search,
//! so that figures are compared like for like.

use eval::{EvaluatorSpec, TermSet};
use knowledge::book::Variety;
use search::{Settings, Technique, TechniqueSet};

use crate::SpecError;
use crate::agent_option::{AgentOption, OptionChoice};
use crate::alpha_beta::AlphaBetaRecipe;
use crate::book::{book_options, with_book};
use crate::catalogue::{Kind, Recipe};
use crate::engine::{syzygy_option, threads_option};
use crate::minimax::{level_option, leveled_limits};
use crate::option_values::{Options, limit_options};

pub(crate) const KIND: Kind = Kind {
    name: "origin",
    about: "The coursework systems this program grew from: their terms, techniques and depth",
    examples: &[
        "origin?system=pychess&level=hard",
        "origin?system=negamax",
        "origin?system=tapered",
        "origin?system=document",
        "origin?system=document&threads=2&book=on",
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
    /// Did it have threads, an opening book and endgame tables?
    has_helpers: bool,
    /// What it was, in a sentence.
    about: &'static str,
}

impl System {
    const fn new(
        terms: TermSet,
        techniques: TechniqueSet,
        depth: u32,
        about: &'static str,
    ) -> System {
        System { terms, techniques, quiescence_plies: None, depth, has_helpers: false, about }
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

/// What the design document asks for; parallel search, book and endgame tables
/// are options, since not every machine has them to spare.
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
            ..System::new(TermSet::PYCHESS, PYCHESS, 3, "Alpha-beta with a table and quiescence.")
        },
    ),
    ("negamax", System::new(TermSet::MATERIAL, ALPHA_BETA, 3, "Negamax on material alone.")),
    ("tapered", System::new(TermSet::TAPERED, ALPHA_BETA, 3, "Minimax with a tapered evaluation.")),
    (
        "document",
        System {
            has_helpers: true,
            ..System::new(TermSet::ALL, DOCUMENT, 4, "The engine of a design document.")
        },
    ),
];

/// What [`System::has_helpers`] allows.
const HELPERS: [&str; 5] = ["threads", "syzygy", "book", "bookdepth", "variety"];

fn origin_options() -> Vec<AgentOption> {
    let systems = SYSTEMS.map(|(name, system)| OptionChoice::new(name, system.about)).to_vec();
    let mut options = vec![
        AgentOption::choice("system", "System", "Which one.", systems, None),
        level_option("Depth 2, 3 or 4 instead of its own."),
    ];
    options.extend(limit_options(None, "Plies to search instead of its own."));
    let helpers = [threads_option(), syzygy_option()];
    options.extend(helpers.into_iter().chain(book_options(Some(50))).map(|mut option| {
        option.about.push_str(" Only the document's system has it.");
        option
    }));
    options
}

fn read(options: &mut Options) -> Result<Box<dyn Recipe>, SpecError> {
    let system = options.choice("system", &SYSTEMS)?.ok_or(SpecError::Missing {
        kind: "origin",
        option: "system",
        example: "origin?system=pychess",
    })?;
    if !system.has_helpers {
        for name in HELPERS {
            if let Some(value) = options.take(name)? {
                return Err(options.bad(name, &value, "only system=document has it"));
            }
        }
    }
    let settings = Settings {
        quiescence_plies: system.quiescence_plies,
        threads: options.size("threads")?.unwrap_or(1),
        ..Settings::default()
    };
    let recipe = AlphaBetaRecipe {
        evaluator: EvaluatorSpec::Classic(system.terms),
        techniques: system.techniques,
        settings,
        limits: leveled_limits(options, system.depth)?,
        syzygy: options.take("syzygy")?,
        fixed_depth: true,
    };
    with_book(options, Variety::WEIGHTED, recipe)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use thinking::{Signal, Silent};

    use crate::{Request, Spec};

    #[test]
    fn only_the_document_has_threads_book_and_tables() {
        for option in ["threads=2", "syzygy=x", "book=on", "bookdepth=3", "variety=1"] {
            assert!(format!("origin?system=document&{option}").parse::<Spec>().is_ok(), "{option}");
            let error = format!("origin?system=pychess&{option}").parse::<Spec>().unwrap_err();
            assert!(error.to_string().contains("only system=document"), "{error}");
        }
        let spec: Spec = "origin?system=document&threads=2&book=on".parse().unwrap();
        let mut agent = spec.build().unwrap();
        let game = chess::Game::new();
        let decision =
            agent.decide(&game, &Request::default(), &Signal::new(), &mut Silent).unwrap();
        assert!(decision.from_book);
    }
}
