//! The weights of the linear policy.

use super::features::FEATURES;

/// One logit.
pub(crate) const WEIGHT_UNIT: f32 = 100.0;

pub(crate) const WEIGHTS: [i16; FEATURES] = [0; FEATURES];
