//! Why a search could not be set up.

use thiserror::Error;

/// Why a search could not be set up.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum MctsError {
    /// There is not enough memory for its tree.
    #[error("there is no memory for a tree of {mebibytes} MiB")]
    TreeTooLarge {
        /// The size that was asked for.
        mebibytes: usize,
    },
    /// There is not enough memory for its leaves' table.
    #[error(transparent)]
    Leaf(#[from] search::TableTooLarge),
}
