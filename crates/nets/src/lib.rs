//! Net files and inference on the CPU.
//!
//! [`nnue`] is the net that search evaluates with; it has a file format of its own.
//! [`policy`] is the net of moves that Monte-Carlo tree search begins with, in the same format.
//! [`mlp`] is the multilayer perceptron of one of the origin systems, read from a
//! [`TensorFile`], which is safetensors: every tool of machine learning can open it.
//! What is read is checked; hostile bytes give a [`NetFileError`] or a
//! [`nnue::NnueError`] and nothing else.

mod embedded;
mod level;
pub mod mlp;
pub mod nnue;
pub mod policy;
mod tensor_file;

pub use level::Level;
pub use tensor_file::{NetFileError, NetOpenError, Precision, TensorFile, TensorFileWriter};
