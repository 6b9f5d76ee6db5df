//! Who visits.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::agent::AgentPreset;

/// The visitor who asks.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Me {
    /// Public and short, not the secret.
    pub id: String,
    /// What to call them.
    pub nickname: String,
    /// Have they not said anything yet?
    pub is_new: bool,
    /// How well they play.
    pub level: Level,
    /// Whatever the page wants to keep.
    #[schema(value_type = Object)]
    pub settings: serde_json::Value,
}

/// How well somebody plays, by Glicko-2.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Level {
    /// The estimate.
    pub rating: f64,
    /// Its uncertainty: 95% lies within two of them.
    pub deviation: f64,
    /// Games that count.
    pub games: u32,
    /// The opponent for an even game.
    pub even: Option<AgentPreset>,
}

/// What a visitor wants changed; what is left out stays.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct MeChange {
    /// 1 to 24 letters.
    pub nickname: Option<String>,
    /// An object of up to 4 KB.
    #[schema(value_type = Option<Object>)]
    pub settings: Option<serde_json::Value>,
    /// 100 to 2800, before the first game that counts.
    pub start_rating: Option<f64>,
}

/// This server.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Site {
    /// Of the program.
    pub version: String,
    /// Can others reach it?
    pub shared: bool,
    /// Where.
    pub addresses: Vec<String>,
    /// Who thinks.
    pub pool: PoolView,
}

/// The threads that agents think on.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct PoolView {
    /// How many there are.
    pub threads: usize,
}
