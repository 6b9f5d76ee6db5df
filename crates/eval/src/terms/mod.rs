//! The terms of the evaluation, a file each.

pub(crate) mod bishops;
pub(crate) mod center;
pub(crate) mod development;
pub(crate) mod king_attack;
pub(crate) mod king_diagonals;
pub(crate) mod king_files;
pub(crate) mod mobility;
pub(crate) mod mop_up;
pub(crate) mod outposts;
pub(crate) mod passed;
pub(crate) mod pawns;
pub(crate) mod placement;
pub(crate) mod rooks;
pub(crate) mod scaling;
pub(crate) mod shield;
pub(crate) mod space;
pub(crate) mod threats;
pub(crate) mod tropism;
