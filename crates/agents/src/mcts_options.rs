//! `mcts`: Monte-Carlo tree search, modern or classic, and what can be set.

use eval::EvaluatorSpec;
use knowledge::book::Variety;
use mcts::{
    ClassicLevel, ClassicSettings, FinalChoice, ModernSettings, Reward, Rollout, SignRule,
    ValueCurve,
};

use crate::SpecError;
use crate::agent_option::{AgentOption, OptionChoice, OptionGroup};
use crate::book::{book_options, with_book};
use crate::catalogue::{Kind, Recipe};
use crate::engine::{overhead, threads_option};
use crate::evaluator_choice::{EvaluatorChoice, eval_options};
use crate::mcts::{ClassicRecipe, ModernRecipe};
use crate::option_values::{Options, limit_options, overhead_option};
use crate::policy_choice::{PolicyChoice, policy_options};
use crate::random::seed_option;

pub(crate) const KIND: Kind = Kind {
    name: "mcts",
    about: "Monte-Carlo tree search: the modern one, or the textbook's by level",
    examples: &[
        "mcts",
        "mcts?nodes=20000",
        "mcts?memory=512&threads=2",
        "mcts?level=hard",
        "mcts?level=easy&rollout=smart&reward=squashed",
        "mcts?level=medium&sign=origin&choice=uct",
    ],
    options: mcts_options,
    open: false,
    read,
};

const LEVELS: [(&str, ClassicLevel); 3] =
    [("easy", ClassicLevel::Easy), ("medium", ClassicLevel::Medium), ("hard", ClassicLevel::Hard)];

const ROLLOUTS: [(&str, Rollout); 3] =
    [("eval", Rollout::Eval), ("random", Rollout::Random), ("smart", Rollout::Smart)];

const REWARDS: [(&str, Reward); 2] = [("raw", Reward::Raw), ("squashed", Reward::Squashed)];

const SIGNS: [(&str, SignRule); 2] = [("mover", SignRule::Mover), ("origin", SignRule::Origin)];

const CHOICES: [(&str, FinalChoice); 2] =
    [("visits", FinalChoice::Visits), ("uct", FinalChoice::Uct)];

/// Only together with a level, and only without one.
const CLASSIC: [&str; 7] = ["iterations", "exponent", "c", "rollout", "reward", "sign", "choice"];
const MODERN: [&str; 23] = [
    "memory",
    "threads",
    "overhead",
    "eval",
    "policy",
    "policyfile",
    "leafdepth",
    "opinion",
    "opinionnodes",
    "opinionvisits",
    "tableprior",
    "lowerbound",
    "cpuct",
    "cpuctbase",
    "variance",
    "fpu",
    "policytemp",
    "roottemp",
    "statistics",
    "curve",
    "transpositions",
    "reuse",
    "noise",
];

/// Deeper ones would take longer than a move has.
const MOST_LEAF_DEPTH: u64 = 12;

/// One terabyte. More than there is memory for is refused when it is asked for.
const MOST_MEMORY: u64 = 1 << 20;

fn mcts_options() -> Vec<AgentOption> {
    let level = LEVELS.map(|(name, level)| {
        let about = format!("Moves^{} iterations, c = {}.", level.exponent(), level.c());
        OptionChoice::new(name, about)
    });
    let mut options = vec![AgentOption::choice(
        "level",
        "Level",
        "The classic search at a level; the modern one without.",
        level.to_vec(),
        None,
    )];
    options.extend(limit_options(None, "Stops when leaves are so deep on average."));
    options.extend(modern_options());
    options.extend(classic_options());
    options.push(seed_option());
    options.extend(book_options(Some(50)));
    options
}

fn modern_options() -> Vec<AgentOption> {
    let default = ModernSettings::default();
    let factor = |name, label, about: &str, range, default: f32| {
        AgentOption::decimal(name, label, about, range, "a number", Some(rounded(default)))
            .of(OptionGroup::Tuning)
    };
    let [eval, eval_file] = eval_options("nnue");
    let [policy, policy_file] = policy_options();
    vec![
        AgentOption::number(
            "memory",
            "Memory",
            "Memory for the tree, which is never exceeded.",
            (1, MOST_MEMORY),
            "MiB",
            Some(default.memory as u64),
        )
        .of(OptionGroup::Resources)
        .called("Hash"),
        threads_option(),
        overhead_option(default.move_overhead),
        eval,
        eval_file,
        policy,
        policy_file,
        AgentOption::number(
            "leafdepth",
            "Leaf depth",
            "Plies of alpha-beta at each leaf: fewer leaves, better ones. 0 plays out captures only.",
            (0, MOST_LEAF_DEPTH),
            "plies",
            Some(u64::from(default.leaf_depth)),
        )
        .of(OptionGroup::Tuning),
        factor(
            "opinion",
            "Opinion of alpha-beta",
            "The share of what alpha-beta says in what a much visited move is worth; 0 never asks.",
            (0.0, 1.0),
            default.opinion,
        ),
        factor(
            "opinionnodes",
            "Nodes of an opinion",
            "Nodes that alpha-beta may search for each visit of what it is asked about.",
            (0.01, 100.0),
            default.opinion_nodes,
        ),
        AgentOption::number(
            "opinionvisits",
            "Visits for an opinion",
            "Visits from which alpha-beta is asked.",
            (16, 1 << 30),
            "visits",
            Some(u64::from(default.opinion_visits)),
        )
        .of(OptionGroup::Tuning),
        factor(
            "tableprior",
            "Prior of alpha-beta",
            "The share of the prior that the best move gets which alpha-beta has found there.",
            (0.0, 1.0),
            default.table_prior,
        ),
        factor(
            "lowerbound",
            "Lower bound",
            "Plays the move that is best less so many standard errors; 0 plays the most visited.",
            (0.0, 10.0),
            default.lower_bound,
        ),
        factor(
            "cpuct",
            "Exploration",
            "How much untried moves count against good ones.",
            (0.0, 10.0),
            default.cpuct,
        ),
        factor(
            "cpuctbase",
            "Exploration base",
            "Exploration grows with the logarithm of visits over so many.",
            (1.0, 1e6),
            default.cpuct_base,
        ),
        factor(
            "variance",
            "Variance",
            "Explores more where results scatter: 0 not at all.",
            (0.0, 4.0),
            default.variance,
        ),
        factor(
            "fpu",
            "First-play urgency",
            "Points that an untried move is thought worse than its position.",
            (0.0, 1.0),
            default.fpu_reduction,
        ),
        factor(
            "policytemp",
            "Policy temperature",
            "How even the priors are; 1 as they are.",
            (0.1, 10.0),
            default.policy_temperature,
        ),
        factor(
            "roottemp",
            "Root temperature",
            "The same for the moves of the root.",
            (0.1, 10.0),
            default.root_temperature,
        ),
        factor(
            "statistics",
            "Move statistics",
            "How much the results of a move elsewhere count in its prior.",
            (0.0, 20.0),
            default.statistics_weight,
        ),
        factor(
            "curve",
            "Value curve",
            "Centipawns of the logistic curve that makes values points; 0 is the evaluator's own.",
            (0.0, 2_000.0),
            curve_number(default.curve),
        ),
        AgentOption::switch(
            "transpositions",
            "Transpositions",
            "Takes over what is known of a position that was reached another way.",
            default.transpositions,
        )
        .of(OptionGroup::Tuning),
        AgentOption::switch("reuse", "Tree reuse", "Keeps the tree between moves.", default.reuse)
            .of(OptionGroup::Tuning),
        factor(
            "noise",
            "Root noise",
            "The share of chance in the priors of the root.",
            (0.0, 1.0),
            default.noise,
        ),
    ]
}

fn classic_options() -> Vec<AgentOption> {
    let words = |choices: &[(&'static str, &str)]| {
        choices.iter().map(|&(name, about)| OptionChoice::new(name, about)).collect::<Vec<_>>()
    };
    let rollouts = words(&[
        ("eval", "The position is evaluated, as the origin did."),
        ("random", "Random moves to the end of the game."),
        ("smart", "The same, preferring captures and checks."),
    ]);
    let rewards = words(&[
        ("raw", "Scores as they are, as the origin had them."),
        ("squashed", "Scores squashed to ±1."),
    ]);
    let signs = words(&[
        ("mover", "For whoever made the move."),
        ("origin", "The origin's slip: White's view, turned by the turn of the leaf."),
    ]);
    let choices = words(&[
        ("visits", "The most visited move."),
        ("uct", "The origin's: the highest UCT, exploration included."),
    ]);
    vec![
        AgentOption::number(
            "iterations",
            "Iterations",
            "So many instead of the level's.",
            (1, u64::from(u32::MAX)),
            "iterations",
            None,
        ),
        AgentOption::decimal(
            "exponent",
            "Exponent",
            "Iterations are the number of legal moves to this power.",
            (0.0, 4.0),
            "a number",
            None,
        ),
        AgentOption::decimal(
            "c",
            "Exploration constant",
            "The c of UCT instead of the level's.",
            (0.0, 1_000.0),
            "a number",
            None,
        ),
        AgentOption::choice("rollout", "Rollout", "What happens at a new node.", rollouts, None),
        AgentOption::choice("reward", "Reward", "How scores become rewards.", rewards, None),
        AgentOption::choice("sign", "Sign rule", "Whose view is backed up.", signs, None),
        AgentOption::choice("choice", "Final choice", "Which move is played.", choices, None),
    ]
}

/// As people would write it: 0.35, not 0.3499999940395355.
fn rounded(number: f32) -> f64 {
    (f64::from(number) * 1e4).round() / 1e4
}

fn curve_number(curve: ValueCurve) -> f32 {
    match curve {
        ValueCurve::Evaluator => 0.0,
        ValueCurve::Logistic(scale) => scale,
    }
}

fn read(options: &mut Options) -> Result<Box<dyn Recipe>, SpecError> {
    let level = options.choice("level", &LEVELS)?;
    let (others, expected) = match level {
        Some(_) => (&MODERN[..], "only the modern search, without level, has it"),
        None => (&CLASSIC[..], "only the classic search, with level, has it"),
    };
    for name in others {
        if let Some(value) = options.take(name)? {
            return Err(options.bad(name, &value, expected));
        }
    }
    match level {
        Some(level) => read_classic(options, level),
        None => read_modern(options),
    }
}

fn read_modern(options: &mut Options) -> Result<Box<dyn Recipe>, SpecError> {
    let default = ModernSettings::default();
    let settings = ModernSettings {
        memory: options.size("memory")?.unwrap_or(default.memory),
        threads: options.size("threads")?.unwrap_or(default.threads),
        move_overhead: overhead(options)?,
        leaf_depth: options
            .number("leafdepth")?
            .and_then(|depth| u32::try_from(depth).ok())
            .unwrap_or(default.leaf_depth),
        opinion: factor(options, "opinion", default.opinion)?,
        opinion_nodes: factor(options, "opinionnodes", default.opinion_nodes)?,
        opinion_visits: options
            .number("opinionvisits")?
            .and_then(|visits| u32::try_from(visits).ok())
            .unwrap_or(default.opinion_visits),
        table_prior: factor(options, "tableprior", default.table_prior)?,
        lower_bound: factor(options, "lowerbound", default.lower_bound)?,
        cpuct: factor(options, "cpuct", default.cpuct)?,
        cpuct_base: factor(options, "cpuctbase", default.cpuct_base)?,
        variance: factor(options, "variance", default.variance)?,
        fpu_reduction: factor(options, "fpu", default.fpu_reduction)?,
        policy_temperature: factor(options, "policytemp", default.policy_temperature)?,
        root_temperature: factor(options, "roottemp", default.root_temperature)?,
        statistics_weight: factor(options, "statistics", default.statistics_weight)?,
        curve: match factor(options, "curve", curve_number(default.curve))? {
            scale if scale > 0.0 => ValueCurve::Logistic(scale),
            _ => ValueCurve::Evaluator,
        },
        transpositions: options.switch("transpositions")?,
        reuse: options.switch("reuse")?,
        noise: factor(options, "noise", default.noise)?,
        ..default
    };
    let recipe = ModernRecipe {
        evaluator: EvaluatorChoice::read(options, EvaluatorSpec::NET)?,
        policy: PolicyChoice::read(options)?,
        settings,
        limits: options.limits()?,
        seed: options.number("seed")?.unwrap_or(0),
    };
    with_book(options, Variety::WEIGHTED, recipe)
}

fn factor(options: &mut Options, name: &str, default: f32) -> Result<f32, SpecError> {
    Ok(options.decimal(name)?.map_or(default, |number| number as f32))
}

fn read_classic(options: &mut Options, level: ClassicLevel) -> Result<Box<dyn Recipe>, SpecError> {
    let default = ClassicSettings::level(level);
    let settings = ClassicSettings {
        exponent: options.decimal("exponent")?.unwrap_or(default.exponent),
        iterations: options.number("iterations")?,
        c: options.decimal("c")?.unwrap_or(default.c),
        rollout: options.choice("rollout", &ROLLOUTS)?.unwrap_or_default(),
        reward: options.choice("reward", &REWARDS)?.unwrap_or_default(),
        sign: options.choice("sign", &SIGNS)?.unwrap_or_default(),
        choice: options.choice("choice", &CHOICES)?.unwrap_or_default(),
    };
    let limits = options.limits()?;
    let seed = options.number("seed")?.unwrap_or(0);
    let variety = match level {
        ClassicLevel::Easy => Variety::EVEN,
        ClassicLevel::Medium | ClassicLevel::Hard => Variety::WEIGHTED,
    };
    with_book(options, variety, ClassicRecipe { settings, limits, seed })
}
