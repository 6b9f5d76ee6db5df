//! `engine`: the tournament search.

use std::time::Duration;

use eval::TermSet;
use knowledge::book::Variety;
use search::{Parallelism, Settings, Technique, TechniqueSet};

use crate::SpecError;
use crate::alpha_beta::AlphaBetaRecipe;
use crate::book::{book_options, with_book};
use crate::catalogue::{Kind, KindOption, Recipe};
use crate::options::{Options, limit_options, one_of};

pub(crate) const KIND: Kind = Kind {
    name: "engine",
    about: "The tournament search of this program, at its strongest",
    examples: &[
        "engine",
        "engine?nodes=20000",
        "engine?eval=classic",
        "engine?hash=64&threads=2",
        "engine?nullmove=off&lmr=off",
        "engine?eval=all-mobility",
        "engine?book=on&bookdepth=8",
    ],
    options: engine_options,
    open: false,
    read,
};

const PARALLELISM: [(&str, Parallelism); 2] =
    [("lazy", Parallelism::LazySmp), ("split", Parallelism::RootSplitting)];

fn engine_options() -> Vec<KindOption> {
    let mut options = limit_options("", "Stops after so many plies");
    options.extend([
        KindOption::new("hash", "MIB", "16", "Size of the transposition table"),
        KindOption::new("threads", "NUMBER", "1", "Search threads"),
        KindOption::new("parallel", one_of(&PARALLELISM), "lazy", "How threads share the work"),
        KindOption::new("overhead", "SECONDS", "0.02", "Time that gets lost with every move"),
        KindOption::new("syzygy", "FOLDERS", "", "Where its endgame tables are"),
        eval_option("all"),
    ]);
    options.extend(book_options("50"));
    options.extend(technique_options(TechniqueSet::ALL));
    options
}

fn read(options: &mut Options) -> Result<Box<dyn Recipe>, SpecError> {
    let default = Settings::default();
    let settings = Settings {
        hash: options.number("hash", 1..=1 << 20)?.unwrap_or(default.hash),
        threads: options.number("threads", 1..=1_024)?.unwrap_or(default.threads),
        move_overhead: overhead(options)?,
        parallelism: options.choice("parallel", &PARALLELISM)?.unwrap_or_default(),
        ..default
    };
    let recipe = AlphaBetaRecipe {
        terms: terms(options, TermSet::ALL)?,
        techniques: techniques(options, TechniqueSet::ALL)?,
        settings,
        limits: options.limits()?,
        syzygy: options.take("syzygy")?,
        fixed_depth: false,
    };
    with_book(options, Variety::WEIGHTED, recipe)
}

pub(crate) fn overhead(options: &mut Options) -> Result<Duration, SpecError> {
    Ok(options.seconds("overhead")?.unwrap_or(Settings::default().move_overhead))
}

/// `eval=tapered+mobility`.
pub(crate) fn terms(options: &mut Options, default: TermSet) -> Result<TermSet, SpecError> {
    let Some(text) = options.take("eval")? else { return Ok(default) };
    let known = match text.strip_prefix("classic") {
        Some(changes) => format!("all{changes}"),
        None => text.clone(),
    };
    known.parse().map_err(|error| options.bad("eval", &text, error))
}

/// `nullmove=off`.
pub(crate) fn techniques(
    options: &mut Options,
    mut set: TechniqueSet,
) -> Result<TechniqueSet, SpecError> {
    for &technique in Technique::ALL {
        match options.switch(technique.name())? {
            Some(true) => set = set.with(technique),
            Some(false) => set = set.without(technique),
            None => {}
        }
    }
    Ok(set)
}

pub(crate) fn eval_option(default: &str) -> KindOption {
    let presets = TermSet::PRESETS.map(|(name, _)| name).join(" | ");
    let values = format!("classic | {presets}, then +TERM or -TERM");
    KindOption::new("eval", values, default, "What the evaluation looks at")
}

pub(crate) fn technique_options(default: TechniqueSet) -> impl Iterator<Item = KindOption> {
    Technique::ALL.iter().map(move |&technique| {
        let default = if default.contains(technique) { "on" } else { "off" };
        KindOption::new(technique.name(), "on | off", default, "A technique of the search")
    })
}
