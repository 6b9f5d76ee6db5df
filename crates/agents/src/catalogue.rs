//! The kinds of agents there are.

use std::fmt;

use crate::options::Options;
use crate::{Agent, AgentError, SpecError, engine, external, minimax, origin, random};

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
    pub(crate) options: fn() -> Vec<KindOption>,
    pub(crate) read: fn(&mut Options) -> Result<Box<dyn Recipe>, SpecError>,
}

/// Something that can be set in a spec.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KindOption {
    /// Its name.
    pub name: &'static str,
    /// What it can be set to.
    pub values: String,
    /// What it is when nobody says.
    pub default: String,
    /// What it does.
    pub about: String,
}

impl KindOption {
    pub(crate) fn new(
        name: &'static str,
        values: impl Into<String>,
        default: impl Into<String>,
        about: impl Into<String>,
    ) -> KindOption {
        let (values, default, about) = (values.into(), default.into(), about.into());
        KindOption { name, values, default, about }
    }
}

/// How to make one agent: a spec that was understood.
pub trait Recipe: fmt::Debug + Send + Sync {
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
    const { &[random::KIND, minimax::KIND, origin::KIND, engine::KIND, external::KIND] }
}

impl Kind {
    /// What can be set. Every kind also takes `name`.
    pub fn options(&self) -> Vec<KindOption> {
        (self.options)()
    }
}

impl fmt::Debug for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Kind").field("name", &self.name).finish_non_exhaustive()
    }
}
