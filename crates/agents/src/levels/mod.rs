//! Weaker players that err as people do.
//!
//! A [`Skill`] says how far a player sees and how well it judges what it sees; a
//! [`ladder`] turns ratings into skills. The player searches several moves in
//! full, and then sees their values through the eyes of its skill
//! ([`perception`]): it misjudges quiet, long and backward moves more than
//! recaptures, has good moments and bad ones, and around 2000 now and then plays what
//! the first look suggests.

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
