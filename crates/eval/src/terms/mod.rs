//! The terms of the evaluation, a file each.

pub(crate) mod placement;
