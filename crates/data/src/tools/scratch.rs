//! Temporary files beside an output.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

use super::{ToolError, beside};

/// What the names of temporary files end with.
const SUFFIX: &str = "bucket";

/// A folder of temporary files, which goes when this goes. Only one process
/// uses it: whoever has the draft of the output.
#[derive(Debug)]
pub(super) struct Scratch {
    folder: PathBuf,
    files: u32,
}

impl Scratch {
    /// A folder beside `output`. What a killed run left there is deleted.
    pub(super) fn beside(output: &Path) -> Result<Scratch, ToolError> {
        let folder = beside(output, ".buckets");
        let made = fs::create_dir(&folder).or_else(|error| {
            if error.kind() != ErrorKind::AlreadyExists || !folder.is_dir() {
                return Err(error);
            }
            clear(&folder)?;
            fs::create_dir(&folder)
        });
        match made {
            Ok(()) => Ok(Scratch { folder, files: 0 }),
            Err(error)
                if matches!(
                    error.kind(),
                    ErrorKind::AlreadyExists | ErrorKind::DirectoryNotEmpty
                ) =>
            {
                Err(ToolError::InTheWay { path: folder })
            }
            Err(error) => Err(ToolError::io(&folder)(error)),
        }
    }

    /// A new file in it.
    pub(super) fn bucket(&mut self) -> Result<Bucket, ToolError> {
        let path = self.folder.join(format!("{}.{SUFFIX}", self.files));
        self.files += 1;
        let file = File::create(&path).map_err(ToolError::io(&path))?;
        Ok(Bucket { path, writer: BufWriter::with_capacity(1 << 16, file), bytes: 0 })
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = clear(&self.folder);
    }
}

/// Deletes the folder with the files that are ours. An error if there are others.
fn clear(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == SUFFIX) {
            fs::remove_file(path)?;
        }
    }
    fs::remove_dir(folder)
}

/// A temporary file that is being written.
#[derive(Debug)]
pub(super) struct Bucket {
    path: PathBuf,
    writer: BufWriter<File>,
    bytes: u64,
}

/// One that is written and can be read. It goes when this goes.
#[derive(Debug)]
pub(super) struct FullBucket {
    path: PathBuf,
    bytes: u64,
}

impl Bucket {
    pub(super) fn write(&mut self, bytes: &[u8]) -> Result<(), ToolError> {
        self.bytes += bytes.len() as u64;
        self.writer.write_all(bytes).map_err(ToolError::io(&self.path))
    }

    pub(super) fn close(mut self) -> Result<FullBucket, ToolError> {
        self.writer.flush().map_err(ToolError::io(&self.path))?;
        Ok(FullBucket { path: self.path, bytes: self.bytes })
    }
}

impl FullBucket {
    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn read(&self) -> Result<BufReader<File>, ToolError> {
        let file = File::open(&self.path).map_err(ToolError::io(&self.path))?;
        Ok(BufReader::with_capacity(1 << 16, file))
    }

    /// All of it at once.
    pub(super) fn read_all(&self) -> Result<Vec<u8>, ToolError> {
        fs::read(&self.path).map_err(ToolError::io(&self.path))
    }
}

impl Drop for FullBucket {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}
