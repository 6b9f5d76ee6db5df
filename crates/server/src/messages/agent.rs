//! The catalogue of agents as forms are made from it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// Whose colour an agent is shown in.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum KindColor {
    Random,
    Minimax,
    Mcts,
    Mlp,
    Nnue,
    External,
}

/// All that can sit at the board without hands.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct AgentKinds {
    /// The kinds, with all that can be set.
    pub kinds: Vec<AgentKind>,
    /// Opponents to choose from, the weakest first.
    pub presets: Vec<AgentPreset>,
}

/// A kind of agent.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct AgentKind {
    /// Its name in [`SeatSpec`](super::SeatSpec).
    pub id: String,
    /// Its name for people.
    pub title: String,
    /// What it is, in one line.
    pub about: String,
    /// In which colour it is shown.
    pub color: KindColor,
    /// What can be set.
    pub options: Vec<OptionForm>,
}

/// An agent with its options, to be chosen by name.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct AgentPreset {
    /// The kind.
    pub agent: String,
    /// What is set.
    pub options: BTreeMap<String, String>,
    /// What to call it.
    pub label: String,
    /// What it is like, in one line.
    pub about: String,
    /// Its Elo, if that is known.
    pub rating: Option<f64>,
    /// Is the Elo an estimate that no match has confirmed yet?
    pub provisional: bool,
}

/// What an option belongs to.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum OptionGroup {
    Main,
    Limits,
    Book,
    Resources,
    Techniques,
    Tuning,
}

/// One field of a form.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct OptionForm {
    /// Its name.
    pub name: String,
    /// Its name in UCI.
    pub uci: String,
    /// Its name for people.
    pub label: String,
    /// What it does, in a sentence.
    pub about: String,
    /// What it belongs to.
    pub group: OptionGroup,
    /// What it can be set to.
    pub values: OptionValues,
}

/// What an option can be set to. Values are sent as text.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum OptionValues {
    /// A whole number.
    Number { min: u64, max: u64, unit: String, default: Option<u64> },
    /// A number with a fraction.
    Decimal { min: f64, max: f64, unit: String, default: Option<f64> },
    /// One of several words.
    Choice { choices: Vec<Choice>, default: Option<String> },
    /// `on` or `off`.
    Switch { default: bool },
    /// A preset or a member, then `+member` and `-member`.
    Set { presets: Vec<Choice>, members: Vec<Choice>, default: String },
    /// Any text.
    Text,
}

/// A word that an option can be set to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Choice {
    /// The word.
    pub name: String,
    /// What it means; may be empty.
    pub about: String,
}
