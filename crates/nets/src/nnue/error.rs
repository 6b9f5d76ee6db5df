//! What can be wrong with a net.

use thiserror::Error;

use super::envelope::MAX_HEADER;

/// Why bytes or weights are no NNUE, or no net of moves.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NnueError {
    /// It does not begin as a net file must.
    #[error("this is no {kind} file: it does not begin with {magic}")]
    Magic {
        /// What kind of net it should be.
        kind: &'static str,
        /// How it should begin.
        magic: &'static str,
    },
    /// It has another length than its header makes it.
    #[error("{found} bytes, but {expected} are needed: the file is cut off or has too much")]
    Length {
        /// How many there are.
        found: usize,
        /// How many there must be.
        expected: usize,
    },
    /// It is larger than any net.
    #[error("more than {most} bytes are too many for a net file")]
    Long {
        /// The most that a file of its kind can have.
        most: usize,
    },
    /// The length of the header is not believable.
    #[error("a header of {found} bytes, more than {MAX_HEADER}")]
    HeaderLength {
        /// What the file says, or what would have to be written.
        found: usize,
    },
    /// The header is not the JSON it has to be.
    #[error("the header cannot be read: {0}")]
    Header(String),
    /// A number of the architecture is out of its range.
    #[error("{field} is {found}, not {expected}")]
    Shape {
        /// Which number.
        field: &'static str,
        /// What it is.
        found: u64,
        /// What it may be.
        expected: &'static str,
    },
    /// A text or number of the header is not the only one that is computed here.
    #[error("{field} is '{found}', not '{expected}'")]
    Kind {
        /// Which one.
        field: &'static str,
        /// What it is.
        found: String,
        /// What it must be.
        expected: String,
    },
    /// Bytes between the header and the weights that must be zero.
    #[error("the padding after the header is not zero")]
    Padding,
    /// The weights are not those that were written.
    #[error("the weights have the SHA-256 {found}, but the header says {expected}")]
    Hash {
        /// What they have.
        found: String,
        /// What they should have.
        expected: String,
    },
    /// An array has not the length that the architecture makes it.
    #[error("{array} has {found} values, not {expected}")]
    Array {
        /// Which one.
        array: &'static str,
        /// How many it has.
        found: usize,
        /// How many it must have.
        expected: usize,
    },
    /// Sums of the first layer could leave 16 bits.
    #[error("the weights of hidden unit {unit} are too large: sums could reach {sum}")]
    Range {
        /// Counted from 0.
        unit: usize,
        /// The largest sum there could be.
        sum: i32,
    },
    /// A number of the last layers that is none, or too large to count with.
    #[error("{array} {index} is {found}, not a number within ±{}", super::MAX_FLOAT)]
    Float {
        /// Which array it is in.
        array: &'static str,
        /// Counted from 0 in the order of the file.
        index: usize,
        /// What it is, as text: not every float equals itself.
        found: String,
    },
    /// A weight of an output that the instructions cannot multiply.
    #[error("output weight {index} is {found}, beyond ±{}", super::MAX_OUTPUT_WEIGHT)]
    OutputWeight {
        /// Counted from 0 in the order of the file.
        index: usize,
        /// What it is.
        found: i16,
    },
}
