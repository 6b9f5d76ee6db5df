//! Net files and inference on the CPU.
//!
//! [`mlp`] is the multilayer perceptron of one of the origin systems. A net is
//! read from a [`TensorFile`], which is safetensors: every tool of machine
//! learning can open it. What is read is checked; hostile bytes give a
//! [`NetFileError`] and nothing else.

pub mod mlp;
mod tensor_file;

pub use tensor_file::{NetFileError, NetOpenError, Precision, TensorFile, TensorFileWriter};
