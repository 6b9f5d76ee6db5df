//! `minimax`: a fixed depth and no more techniques than a course teaches.

use eval::EvaluatorSpec;
use knowledge::book::Variety;
use search::{Settings, Technique, TechniqueSet};

use crate::SpecError;
use crate::agent_option::{AgentOption, OptionChoice};
use crate::alpha_beta::AlphaBetaRecipe;
use crate::book::{book_options, with_book};
use crate::catalogue::{Kind, Recipe};
use crate::engine::{overhead, technique_options, techniques};
use crate::evaluator_choice::{EvaluatorChoice, eval_options};
use crate::option_values::{Options, limit_options, overhead_option};

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
pub(crate) const HASH: usize = 16;

/// Techniques that change the time, not what is found.
pub(crate) const SOUND: TechniqueSet = TechniqueSet::MINIMAX
    .with(Technique::AlphaBeta)
    .with(Technique::IterativeDeepening)
    .with(Technique::TranspositionTable)
    .with(Technique::Quiescence)
    .with(Technique::QuiescencePruning)
    .with(Technique::MvvLva)
    .with(Technique::Killers)
    .with(Technique::History);

/// Those, and a further look where there is a check.
const COURSE: TechniqueSet =
    SOUND.with(Technique::CheckExtension).with(Technique::QuiescenceChecks);

const SETS: [(&str, TechniqueSet); 3] =
    [("none", TechniqueSet::MINIMAX), ("course", COURSE), ("all", TechniqueSet::ALL)];

fn minimax_options() -> Vec<AgentOption> {
    let mut options = vec![level_option("Depth 2, 3 or 4; not together with depth.")];
    options.extend(limit_options(None, "Plies to search; 3 where neither this nor level is set."));
    options.push(overhead_option(Settings::default().move_overhead));
    options.extend(eval_options("classic"));
    options.push(AgentOption::choice(
        "techniques",
        "Techniques",
        "Where the switches of single techniques start from.",
        vec![
            OptionChoice::new("none", "Plain minimax."),
            OptionChoice::new("course", "What a course teaches: nothing that prunes on a guess."),
            OptionChoice::new("all", "Everything that the engine uses."),
        ],
        Some("course"),
    ));
    options.extend(book_options(None));
    options.extend(technique_options(COURSE));
    options
}

/// Easy, Medium and Hard, as the coursework systems have them.
pub(crate) fn level_option(about: &str) -> AgentOption {
    let choice = |(name, depth)| OptionChoice::new(name, format!("Looks {depth} plies ahead."));
    let choices = LEVELS.map(choice).to_vec();
    AgentOption::choice("level", "Level", about, choices, None)
}

fn read(options: &mut Options) -> Result<Box<dyn Recipe>, SpecError> {
    let base = options.choice("techniques", &SETS)?.unwrap_or(COURSE);
    let limits = leveled_limits(options, DEPTH)?;
    let recipe = AlphaBetaRecipe {
        evaluator: EvaluatorChoice::read(options, EvaluatorSpec::default())?,
        techniques: techniques(options, base)?.into(),
        settings: Settings { hash: HASH, move_overhead: overhead(options)?, ..Settings::default() },
        limits,
        syzygy: None,
        fixed_depth: true,
    };
    with_book(options, variety(limits.depth.unwrap_or(DEPTH)), recipe)
}

/// How freely a player of a depth chooses among the moves of a book: beginners
/// meet everything, later ones what is played most.
pub(crate) fn variety(depth: u32) -> Variety {
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
