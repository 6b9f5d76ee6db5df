//! How the classic search is set up.

use serde::{Deserialize, Serialize};

/// Strength as the origin system had it.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ClassicLevel {
    /// Exponent 1.5, c = 1.44.
    Easy,
    /// Exponent 1.8, c = 2.
    #[default]
    Medium,
    /// Exponent 2.1, c = 2.44.
    Hard,
}

impl ClassicLevel {
    /// Iterations are the number of legal moves to this power.
    pub fn exponent(self) -> f64 {
        match self {
            ClassicLevel::Easy => 1.5,
            ClassicLevel::Medium => 1.8,
            ClassicLevel::Hard => 2.1,
        }
    }

    /// The exploration constant.
    pub fn c(self) -> f64 {
        match self {
            ClassicLevel::Easy => 1.44,
            ClassicLevel::Medium => 2.0,
            ClassicLevel::Hard => 2.44,
        }
    }
}

/// What happens at a new node.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rollout {
    /// The position is evaluated, as the origin did.
    #[default]
    Eval,
    /// Random moves until the game is over.
    Random,
    /// The same, but captures and checks are likelier.
    Smart,
}

/// How scores become rewards.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reward {
    /// As they are, as the origin did: a pawn is 2, mate 1000.
    #[default]
    Raw,
    /// Squashed to ±1, so that c means what textbooks say.
    Squashed,
}

/// Whose view a reward is backed up from.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SignRule {
    /// That of whoever made the move.
    #[default]
    Mover,
    /// The origin's slip: White's view, with the sign changed wherever the turn
    /// is another than at the evaluated node. With Black to move there this is
    /// right, with White to move every sign is the wrong one.
    Origin,
}

/// Which move is played in the end.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FinalChoice {
    /// The most visited.
    #[default]
    Visits,
    /// The origin's: the highest UCT, exploration included.
    Uct,
}

/// What can be set.
#[derive(Clone, PartialEq, Debug)]
pub struct ClassicSettings {
    /// Iterations are the number of legal moves at the root to this power …
    pub exponent: f64,
    /// … or this many.
    pub iterations: Option<u64>,
    /// The exploration constant.
    pub c: f64,
    /// What happens at a new node.
    pub rollout: Rollout,
    /// How scores become rewards.
    pub reward: Reward,
    /// Whose view a reward is backed up from.
    pub sign: SignRule,
    /// Which move is played in the end.
    pub choice: FinalChoice,
}

impl ClassicSettings {
    /// The numbers of a level, with the slips of the origin put right.
    pub fn level(level: ClassicLevel) -> ClassicSettings {
        ClassicSettings {
            exponent: level.exponent(),
            iterations: None,
            c: level.c(),
            rollout: Rollout::default(),
            reward: Reward::default(),
            sign: SignRule::default(),
            choice: FinalChoice::default(),
        }
    }

    /// The origin system at a level, slips and all; only its black pawns advance
    /// here as its white ones do.
    pub fn origin(level: ClassicLevel) -> ClassicSettings {
        ClassicSettings {
            sign: SignRule::Origin,
            choice: FinalChoice::Uct,
            ..ClassicSettings::level(level)
        }
    }

    /// How many iterations a root with so many moves gets.
    pub fn iterations(&self, moves: usize) -> u64 {
        let by_moves = (moves as f64).powf(self.exponent).round();
        self.iterations.unwrap_or(by_moves as u64).max(1)
    }
}

impl Default for ClassicSettings {
    fn default() -> ClassicSettings {
        ClassicSettings::level(ClassicLevel::default())
    }
}
