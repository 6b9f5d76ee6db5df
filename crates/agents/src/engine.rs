//! `engine`: the tournament search.

use std::time::Duration;

use eval::EvaluatorSpec;
use knowledge::book::Variety;
use knowledge::syzygy::MOST_MEN;
use search::{Parallelism, Parameter, Settings, Technique, TechniqueSet, TunedTechniques, Tuning};

use crate::SpecError;
use crate::agent_option::{AgentOption, OptionChoice, OptionGroup};
use crate::alpha_beta::AlphaBetaRecipe;
use crate::book::{book_options, with_book};
use crate::catalogue::{Kind, Recipe};
use crate::evaluator_choice::{EvaluatorChoice, eval_options};
use crate::levels::{LEAST_ELO, LeveledRecipe, MOST_ELO, Skill, ladder};
use crate::option_values::{Options, limit_options, overhead_option};

pub(crate) const KIND: Kind = Kind {
    name: "engine",
    about: "The tournament search of this program, at its strongest",
    examples: &[
        "engine",
        "engine?elo=1200",
        "engine?nodes=20000",
        "engine?eval=classic",
        "engine?hash=64&threads=2",
        "engine?nullmove=off&lmr=off",
        "engine?eval=all-mobility",
        "engine?evalfile=my.knn",
        "engine?book=on&bookdepth=8",
    ],
    options: engine_options,
    open: false,
    read,
};

/// One terabyte. More than there is memory for is refused when it is asked for.
const MOST_HASH: u64 = 1 << 20;
const MOST_THREADS: u64 = 256;

const PARALLELISM: [(&str, Parallelism); 2] =
    [("lazy", Parallelism::LazySmp), ("split", Parallelism::RootSplitting)];

fn engine_options() -> Vec<AgentOption> {
    let default = Settings::default();
    let resource = |option: AgentOption| option.of(OptionGroup::Resources);
    let mut options = strength_options().to_vec();
    options.extend(limit_options(None, "Stops after so many plies."));
    options.extend([
        resource(AgentOption::number(
            "hash",
            "Hash table",
            "Size of the transposition table.",
            (1, MOST_HASH),
            "MiB",
            Some(default.hash as u64),
        ))
        .called("Hash"),
        threads_option(),
        resource(AgentOption::choice(
            "parallel",
            "Parallel search",
            "How threads share the work.",
            vec![
                OptionChoice::new("lazy", "All search the whole tree (Lazy SMP)."),
                OptionChoice::new("split", "Each searches its share of the root moves."),
            ],
            Some("lazy"),
        )),
        overhead_option(default.move_overhead),
        resource(AgentOption::number(
            "nodestime",
            "Nodes as time",
            "Counts time in nodes: so many stand for a millisecond; 0 is real time.",
            (0, 10_000),
            "nodes",
            Some(0),
        )),
    ]);
    options.extend(eval_options("nnue"));
    options.extend(endgame_options());
    options.extend(book_options(Some(50)));
    options.extend(technique_options(TechniqueSet::ALL));
    options.extend(Parameter::ALL.iter().map(|&parameter| parameter_option(parameter)));
    options
}

/// A rating that people know, where nobody says another.
const CLUB_BEGINNER: u64 = 1200;
/// Skills are given in thousandths.
const SKILL_STEPS: u64 = 1_000;

fn strength_options() -> [AgentOption; 3] {
    [
        AgentOption::number(
            "elo",
            "Rating",
            "Plays like a person of this rating.",
            (LEAST_ELO, MOST_ELO),
            "Elo",
            Some(CLUB_BEGINNER),
        )
        .called("UCI_Elo"),
        AgentOption::switch(
            "limit",
            "Limited strength",
            "Plays at a rating instead of its best; naming the rating switches it on.",
            false,
        )
        .called("UCI_LimitStrength"),
        AgentOption::number(
            "skill",
            "Skill",
            "Plays at this skill, as the ladder of ratings is measured with.",
            (0, SKILL_STEPS),
            "thousandths",
            None,
        )
        .of(OptionGroup::Limits),
    ]
}

/// The skill that the options ask for, if they ask for any.
fn skill(options: &mut Options) -> Result<Option<Skill>, SpecError> {
    let is_named = options.pairs.iter().any(|(name, _)| name == "elo");
    let elo = options.number("elo")?.unwrap_or(CLUB_BEGINNER);
    let is_limited = options.switch_if_set("limit")?.unwrap_or(is_named);
    let given = options.number("skill")?;
    let given = given.map(|skill| Skill::new(skill as f64 / SKILL_STEPS as f64));
    Ok(given.or_else(|| is_limited.then(|| ladder::skill(elo))))
}

pub(crate) fn threads_option() -> AgentOption {
    AgentOption::number(
        "threads",
        "Threads",
        "How many threads search.",
        (1, MOST_THREADS),
        "threads",
        Some(1),
    )
    .of(OptionGroup::Resources)
    .called("Threads")
}

pub(crate) fn syzygy_option() -> AgentOption {
    AgentOption::folder("syzygy", "Endgame tables", "The folders of its Syzygy endgame tables.")
        .of(OptionGroup::Resources)
        .called("SyzygyPath")
}

fn endgame_options() -> [AgentOption; 4] {
    let default = Settings::default();
    let options = [
        syzygy_option(),
        AgentOption::number(
            "syzygydepth",
            "Probe depth",
            "Asks endgame tables of the most men only with so much depth left.",
            (1, 100),
            "plies",
            Some(default.probe_depth.unsigned_abs().into()),
        )
        .called("SyzygyProbeDepth"),
        AgentOption::number(
            "syzygymen",
            "Probe limit",
            "Asks endgame tables about positions of so many men at most.",
            (0, MOST_MEN as u64),
            "men",
            Some(default.probe_limit as u64),
        )
        .called("SyzygyProbeLimit"),
        AgentOption::switch(
            "syzygy50",
            "Fifty-move rule in endgame tables",
            "Counts what the fifty-move rule draws as drawn.",
            default.probe_fifty_moves,
        )
        .called("Syzygy50MoveRule"),
    ];
    options.map(|option| option.of(OptionGroup::Resources))
}

fn read(options: &mut Options) -> Result<Box<dyn Recipe>, SpecError> {
    let default = Settings::default();
    let settings = Settings {
        hash: options.size("hash")?.unwrap_or(default.hash),
        threads: options.size("threads")?.unwrap_or(default.threads),
        move_overhead: overhead(options)?,
        nodes_per_ms: options.number("nodestime")?.filter(|&rate| rate > 0),
        parallelism: options.choice("parallel", &PARALLELISM)?.unwrap_or_default(),
        probe_depth: options
            .number("syzygydepth")?
            .map_or(default.probe_depth, |depth| depth as i32),
        probe_limit: options.size("syzygymen")?.unwrap_or(default.probe_limit),
        probe_fifty_moves: options.switch("syzygy50")?,
        ..default
    };
    let skill = skill(options)?;
    let recipe = AlphaBetaRecipe {
        evaluator: EvaluatorChoice::read(options, EvaluatorSpec::NET)?,
        techniques: TunedTechniques {
            techniques: techniques(options, TechniqueSet::ALL)?,
            tuning: tuning(options)?,
        },
        settings,
        limits: options.limits()?,
        syzygy: options.take("syzygy")?,
        fixed_depth: false,
    };
    match skill {
        None => with_book(options, Variety::WEIGHTED, recipe),
        Some(skill) => {
            let recipe = LeveledRecipe { skill, thinker: Box::new(recipe) };
            with_book(options, Variety::WEIGHTED, recipe)
        }
    }
}

pub(crate) fn overhead(options: &mut Options) -> Result<Duration, SpecError> {
    Ok(options.seconds("overhead")?.unwrap_or(Settings::default().move_overhead))
}

/// `nullmove=off`.
pub(crate) fn techniques(
    options: &mut Options,
    mut set: TechniqueSet,
) -> Result<TechniqueSet, SpecError> {
    for &technique in Technique::ALL {
        match options.switch_if_set(technique.name())? {
            Some(true) => set = set.with(technique),
            Some(false) => set = set.without(technique),
            None => {}
        }
    }
    Ok(set)
}

/// `rfpmargin=70`.
fn tuning(options: &mut Options) -> Result<Tuning, SpecError> {
    Parameter::ALL.iter().try_fold(Tuning::DEFAULT, |tuning, &parameter| {
        let value = options.number(parameter.name())?;
        Ok(value.map_or(tuning, |value| tuning.with(parameter, value as i32)))
    })
}

fn parameter_option(parameter: Parameter) -> AgentOption {
    let (least, most) = parameter.range().into_inner();
    let range = (least.unsigned_abs().into(), most.unsigned_abs().into());
    let default = Some(parameter.default_value().unsigned_abs().into());
    let (name, about) = (parameter.name(), parameter.about());
    AgentOption::number(name, name, about, range, parameter.unit(), default)
        .of(OptionGroup::Numbers)
}

pub(crate) fn technique_options(default: TechniqueSet) -> impl Iterator<Item = AgentOption> {
    Technique::ALL.iter().map(move |&technique| {
        AgentOption::switch(
            technique.name(),
            technique.label(),
            technique.about(),
            default.contains(technique),
        )
        .of(OptionGroup::Techniques)
    })
}
