//! Weaker players that err as people do.
//!
//! A [`Skill`] says how far a player sees and how well it judges what it sees; a
//! [`ladder`] turns ratings into skills. The player searches several moves in
//! full, and then sees their values through the eyes of its skill
//! ([`perception`]): it misjudges quiet, long and backward moves more than
//! recaptures, and has good moments and bad ones.

pub(crate) mod ladder;
mod pace;
pub(crate) mod params;
mod perception;
mod player;
mod skill;

pub use ladder::{LEAST_ELO, MOST_ELO};
pub use pace::natural_time;
pub(crate) use player::LeveledRecipe;
pub(crate) use skill::Skill;
