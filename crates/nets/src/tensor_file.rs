//! Tensors in a safetensors file: eight bytes with the length of the header, the
//! header (JSON: dtype, shape and place of each tensor, and a map of strings), the
//! values.
//!
//! Reading is our own: the library adds up the places that a header claims without
//! looking for overflow (0.7), and keeps its metadata in no order, so that the same
//! net would not give the same bytes twice. It is the oracle of the tests.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use half::{bf16, f16};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::nnue::NnueError;

/// More than any net that is read from such a file: ours have 2.8 MB in half and
/// 5.5 MB in single precision.
pub(crate) const MAX_FILE: usize = 64 << 20;

/// More than any header that is honest: ours have a few kilobytes of provenance.
const MAX_HEADER: usize = 1 << 20;

/// What is wrong with a net file.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NetFileError {
    /// It is cut off, or no net file at all.
    #[error("{found} bytes are too few for a net file: {expected} are needed")]
    Short {
        /// How many there are.
        found: usize,
        /// How many the file says there are, or must be.
        expected: usize,
    },
    /// It is larger than any net.
    #[error("{found} bytes are too many for a net file: at most {MAX_FILE} are read")]
    Long {
        /// How many there are.
        found: usize,
    },
    /// The length of the header is not believable.
    #[error("a header of {found} bytes: this is no safetensors file")]
    HeaderLength {
        /// What the first eight bytes say.
        found: u64,
    },
    /// The header is not the JSON it has to be.
    #[error("the header cannot be read: {0}")]
    Header(String),
    /// A tensor lies beyond the end, or its place does not fit its shape.
    #[error("tensor '{name}': its place in the file does not fit its shape or the file")]
    Place {
        /// Which one.
        name: String,
    },
    /// A tensor that the net needs is not there.
    #[error("tensor '{name}' is missing")]
    Missing {
        /// Which one.
        name: String,
    },
    /// A tensor that the net does not have.
    #[error("tensor '{name}' does not belong to this net")]
    Unknown {
        /// Which one.
        name: String,
    },
    /// A tensor has another shape.
    #[error("tensor '{name}' has the shape {found:?}, not {expected:?}")]
    Shape {
        /// Which one.
        name: String,
        /// What the file says.
        found: Vec<usize>,
        /// What the net has.
        expected: Vec<usize>,
    },
    /// A tensor holds numbers of a kind that is not read.
    #[error("tensor '{name}' holds '{found}', not F32, F16 or BF16")]
    Dtype {
        /// Which one.
        name: String,
        /// What the file says.
        found: String,
    },
    /// A weight is infinite or not a number.
    #[error("tensor '{name}': value {index} is not a finite number")]
    NotFinite {
        /// Which one.
        name: String,
        /// Counted from 0 in the order of the file.
        index: usize,
    },
    /// The file is of another kind of net.
    #[error("the net is '{found}', not '{expected}'")]
    Architecture {
        /// What its metadata says.
        found: String,
        /// What is read here.
        expected: &'static str,
    },
    /// A weight so large that outputs could become infinite.
    #[error("tensor '{name}': value {index} is too large: at most {most} is taken")]
    TooLarge {
        /// Which one.
        name: String,
        /// Counted from 0 in the order of the file.
        index: usize,
        /// The largest weight there may be.
        most: u32,
    },
    /// Sums of weights that integers cannot hold.
    #[error("the weights of unit {unit} of the first layer are too large: {sum} in sum")]
    Range {
        /// Counted from 0.
        unit: usize,
        /// The largest sum, rounded down.
        sum: u64,
    },
}

/// Why a net could not be had from a file.
#[derive(Debug, Error)]
pub enum NetOpenError {
    /// The file cannot be read.
    #[error("cannot read the net {path}: {error}")]
    Io {
        /// The file.
        path: String,
        /// What the system says.
        error: std::io::Error,
    },
    /// What it holds is not the net it should be.
    #[error("the net {path}: {error}")]
    File {
        /// The file.
        path: String,
        /// What is wrong.
        error: NetFileError,
    },
    /// What it holds is no NNUE.
    #[error("the net {path}: {error}")]
    Nnue {
        /// The file.
        path: String,
        /// What is wrong.
        error: NnueError,
    },
}

/// The bytes of a file, or one more than `most` if it has more than a net can have.
pub(crate) fn read(path: &Path, most: usize) -> Result<Vec<u8>, NetOpenError> {
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|file| file.take(most as u64 + 1).read_to_end(&mut bytes))
        .map_err(|error| NetOpenError::Io { path: path.display().to_string(), error })?;
    Ok(bytes)
}

/// How the values of a file are kept.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Precision {
    /// Four bytes each.
    Single,
    /// Two bytes each: what is committed.
    Half,
}

impl Precision {
    const fn dtype(self) -> &'static str {
        match self {
            Precision::Single => "F32",
            Precision::Half => "F16",
        }
    }
}

#[derive(Deserialize)]
struct Header {
    #[serde(rename = "__metadata__", default)]
    metadata: Option<BTreeMap<String, String>>,
    #[serde(flatten)]
    tensors: BTreeMap<String, TensorInfo>,
}

#[derive(Deserialize, Serialize)]
struct TensorInfo {
    dtype: String,
    shape: Vec<usize>,
    data_offsets: [usize; 2],
}

/// One member of the header.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Entry {
    Metadata(BTreeMap<String, String>),
    Tensor(TensorInfo),
}

/// A file that was read: its tensors by name, and what it says of itself.
#[derive(Debug)]
pub struct TensorFile<'a> {
    metadata: BTreeMap<String, String>,
    tensors: BTreeMap<String, TensorInfo>,
    values: &'a [u8],
}

impl std::fmt::Debug for TensorInfo {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{:?}", self.dtype, self.shape)
    }
}

impl<'a> TensorFile<'a> {
    /// Reads the header and checks where it says that the tensors are. Allocates no
    /// more than a small multiple of the header.
    pub fn new(bytes: &'a [u8]) -> Result<TensorFile<'a>, NetFileError> {
        let found = bytes.len();
        if found > MAX_FILE {
            return Err(NetFileError::Long { found });
        }
        let short = |expected| NetFileError::Short { found, expected };
        let (length, rest) = bytes.split_first_chunk::<8>().ok_or(short(8))?;
        let claimed = u64::from_le_bytes(*length);
        let length = usize::try_from(claimed).ok().filter(|&length| length <= MAX_HEADER);
        let length = length.ok_or(NetFileError::HeaderLength { found: claimed })?;
        let (header, values) = rest.split_at_checked(length).ok_or(short(8 + length))?;
        let header: Header = serde_json::from_slice(header)
            .map_err(|error| NetFileError::Header(error.to_string()))?;
        for (name, info) in &header.tensors {
            let [start, end] = info.data_offsets;
            if start <= end && end > values.len() {
                return Err(short(end.saturating_add(8 + length)));
            }
            if start > end {
                return Err(NetFileError::Place { name: name.clone() });
            }
        }
        let metadata = header.metadata.unwrap_or_default();
        Ok(TensorFile { metadata, tensors: header.tensors, values })
    }

    /// What the file says of itself.
    pub fn metadata(&self) -> &BTreeMap<String, String> {
        &self.metadata
    }

    /// The names of its tensors.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.tensors.keys().map(String::as_str)
    }

    /// The values of a tensor that must have this shape, all of them finite.
    pub fn tensor(&self, name: &str, shape: &[usize]) -> Result<Vec<f32>, NetFileError> {
        let own = || name.to_owned();
        let info = self.tensors.get(name).ok_or_else(|| NetFileError::Missing { name: own() })?;
        if info.shape != shape {
            let (found, expected) = (info.shape.clone(), shape.to_vec());
            return Err(NetFileError::Shape { name: own(), found, expected });
        }
        let bytes = &self.values[info.data_offsets[0]..info.data_offsets[1]];
        let count: usize = shape.iter().product();
        let width = if info.dtype == "F32" { 4 } else { 2 };
        if bytes.len() != count * width {
            return Err(NetFileError::Place { name: own() });
        }
        let pairs = || bytes.as_chunks::<2>().0.iter().copied();
        let values: Vec<f32> = match info.dtype.as_str() {
            "F32" => bytes.as_chunks::<4>().0.iter().map(|&b| f32::from_le_bytes(b)).collect(),
            "F16" => pairs().map(|b| f16::from_le_bytes(b).to_f32()).collect(),
            "BF16" => pairs().map(|b| bf16::from_le_bytes(b).to_f32()).collect(),
            other => {
                let found = other.chars().take(16).collect();
                return Err(NetFileError::Dtype { name: own(), found });
            }
        };
        match values.iter().position(|value| !value.is_finite()) {
            Some(index) => Err(NetFileError::NotFinite { name: own(), index }),
            None => Ok(values),
        }
    }
}

/// Writes such a file: the same tensors and metadata give the same bytes.
#[derive(Debug)]
pub struct TensorFileWriter {
    precision: Precision,
    header: BTreeMap<String, Entry>,
    values: Vec<u8>,
}

impl TensorFileWriter {
    /// Nothing but what the file says of itself.
    pub fn new(precision: Precision, metadata: &BTreeMap<String, String>) -> TensorFileWriter {
        let header = [("__metadata__".to_owned(), Entry::Metadata(metadata.clone()))];
        TensorFileWriter { precision, header: header.into(), values: Vec::new() }
    }

    /// One more tensor. A value that half precision cannot hold makes it infinite,
    /// which no reader takes: [`NetFileError::NotFinite`].
    pub fn add(&mut self, name: &str, shape: &[usize], values: &[f32]) -> Result<(), NetFileError> {
        if shape.iter().product::<usize>() != values.len() {
            return Err(NetFileError::Place { name: name.to_owned() });
        }
        let start = self.values.len();
        for (index, &value) in values.iter().enumerate() {
            let half = f16::from_f32(value);
            let fits = match self.precision {
                Precision::Single => value.is_finite(),
                Precision::Half => half.is_finite(),
            };
            if !fits {
                return Err(NetFileError::NotFinite { name: name.to_owned(), index });
            }
            match self.precision {
                Precision::Single => self.values.extend_from_slice(&value.to_le_bytes()),
                Precision::Half => self.values.extend_from_slice(&half.to_le_bytes()),
            }
        }
        let info = TensorInfo {
            dtype: self.precision.dtype().to_owned(),
            shape: shape.to_vec(),
            data_offsets: [start, self.values.len()],
        };
        self.header.insert(name.to_owned(), Entry::Tensor(info));
        Ok(())
    }

    /// The bytes of the file. The header is filled up with blanks to a multiple of
    /// eight, as the format wants it.
    pub fn finish(self) -> Vec<u8> {
        let mut header = serde_json::to_vec(&self.header).expect("strings and numbers are JSON");
        header.resize(header.len().next_multiple_of(8), b' ');
        let mut file = Vec::with_capacity(8 + header.len() + self.values.len());
        file.extend_from_slice(&(header.len() as u64).to_le_bytes());
        file.extend_from_slice(&header);
        file.extend_from_slice(&self.values);
        file
    }
}
