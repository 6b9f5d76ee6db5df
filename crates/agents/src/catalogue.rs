//! The kinds of agents there are.

use std::any::Any;
use std::fmt;

use crate::option_values::Options;
use crate::{
    Agent, AgentError, AgentOption, Fuzzy, SpecError, engine, external, mcts_options, minimax, mlp,
    origin, random,
};

/// A kind of agent, as the first word of a spec names it.
#[derive(Clone)]
pub struct Kind {
    /// That word.
    pub name: &'static str,
    /// What it is, in one line.
    pub about: &'static str,
    /// Specs to try.
    pub examples: &'static [&'static str],
    /// Are other options than its own passed on to whoever knows them?
    pub open: bool,
    pub(crate) options: fn() -> Vec<AgentOption>,
    pub(crate) read: fn(&mut Options) -> Result<Box<dyn Recipe>, SpecError>,
}

/// How to make one agent: a spec that was understood.
pub trait Recipe: Any + fmt::Debug + Send + Sync {
    /// Makes it.
    fn build(&self) -> Result<Box<dyn Agent>, AgentError>;

    /// Does it decide by itself even when the game sets no limits?
    fn is_bounded(&self) -> bool;

    /// What people would call it, where the whole spec is too long for that.
    fn short_name(&self) -> Option<String> {
        None
    }
}

/// All kinds of agents.
pub fn kinds() -> &'static [Kind] {
    const {
        &[
            random::KIND,
            minimax::KIND,
            origin::KIND,
            mcts_options::KIND,
            mlp::KIND,
            engine::KIND,
            external::KIND,
        ]
    }
}

impl Kind {
    /// The kind of this name.
    pub fn find(name: &str) -> Result<&'static Kind, SpecError> {
        let names = || kinds().iter().map(|kind| kind.name);
        kinds().iter().find(|kind| kind.name == name).ok_or_else(|| SpecError::Kind {
            name: name.chars().take(64).collect(),
            suggestion: Fuzzy::new(name).nearest(names()).map(str::to_owned),
            known: names().collect::<Vec<_>>().join(", "),
        })
    }

    /// What can be set.
    pub fn options(&self) -> Vec<AgentOption> {
        let mut options = (self.options)();
        options.push(AgentOption::text("name", "Name", "What to call it."));
        options
    }
}

impl fmt::Debug for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Kind").field("name", &self.name).finish_non_exhaustive()
    }
}
