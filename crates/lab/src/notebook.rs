//! Results, written down as they come.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::LabError;

/// A file of JSON lines: first what the experiment is, then a result a line, each
/// under the name of the piece of work that gave it. A result counts when its line
/// is on the disk; whatever breaks off the experiment, what has a line is not done
/// again.
#[derive(Debug)]
pub struct Notebook<R> {
    path: PathBuf,
    file: File,
    results: BTreeMap<String, R>,
    is_of_other_build: bool,
}

/// The first line.
#[derive(Debug, Serialize, Deserialize)]
struct Head {
    experiment: String,
    /// What decides the results; how many of them are wanted is no part of it.
    setup: Value,
    /// Which program began it.
    build: String,
    /// Seconds since 1970.
    began: u64,
}

/// Every other line.
#[derive(Debug, Serialize, Deserialize)]
struct Entry<R> {
    piece: String,
    result: R,
}

impl<R: Serialize + DeserializeOwned> Notebook<R> {
    /// Opens the notebook of an experiment in a folder, or begins it.
    pub fn open(
        folder: &Path,
        experiment: &str,
        setup: &impl Serialize,
    ) -> Result<Notebook<R>, LabError> {
        let path = folder.join(format!("{experiment}.jsonl"));
        fs::create_dir_all(folder).map_err(LabError::file(folder))?;
        let setup = serde_json::to_value(setup)
            .map_err(|error| LabError::Request(format!("the settings: {error}")))?;
        let mut file = OpenOptions::new()
            .create(true)
            .truncate(false)
            .read(true)
            .write(true)
            .open(&path)
            .map_err(LabError::file(&path))?;
        // Two that write would write over each other's lines.
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(LabError::Busy { path }),
            Err(TryLockError::Error(error)) => return Err(LabError::file(&path)(error)),
        }
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(LabError::file(&path))?;
        // A line without its end was being written when the program was killed.
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let (build, results) = read(&path, &text[..whole], &setup)?;
        file.set_len(whole as u64).map_err(LabError::file(&path))?;
        file.seek(SeekFrom::End(0)).map_err(LabError::file(&path))?;
        let is_of_other_build = build.is_some_and(|build| build != arena::build());
        let mut notebook = Notebook { path, file, results, is_of_other_build };
        if whole == 0 {
            let began = SystemTime::UNIX_EPOCH.elapsed().map_or(0, |time| time.as_secs());
            let build = arena::build().to_owned();
            notebook.write(&Head { experiment: experiment.to_owned(), setup, build, began })?;
        }
        Ok(notebook)
    }

    /// Where it is kept, if another build of the program began it: what that one
    /// measured may not be what this one would.
    pub fn of_other_build(&self) -> Option<&Path> {
        self.is_of_other_build.then_some(&self.path)
    }

    /// All results by the names of their pieces of work.
    pub fn results(&self) -> &BTreeMap<String, R> {
        &self.results
    }

    /// Is this piece of work done?
    pub fn has(&self, piece: &str) -> bool {
        self.results.contains_key(piece)
    }

    /// Writes a result down; when this returns it is on the disk.
    pub fn add(&mut self, piece: String, result: R) -> Result<(), LabError> {
        let entry = Entry { piece, result };
        self.write(&entry)?;
        self.results.insert(entry.piece, entry.result);
        Ok(())
    }

    fn write(&mut self, line: &impl Serialize) -> Result<(), LabError> {
        let mut text = serde_json::to_string(line)
            .map_err(|error| LabError::Request(format!("a result: {error}")))?;
        text.push('\n');
        let written = self.file.write_all(text.as_bytes()).and_then(|()| self.file.sync_data());
        written.map_err(LabError::file(&self.path))
    }
}

/// The build that began it, and the results.
#[allow(clippy::type_complexity)]
fn read<R: DeserializeOwned>(
    path: &Path,
    text: &str,
    setup: &Value,
) -> Result<(Option<String>, BTreeMap<String, R>), LabError> {
    let (mut build, mut results) = (None, BTreeMap::new());
    for (index, line) in text.lines().enumerate() {
        let bad = |error: serde_json::Error| LabError::Line {
            path: path.to_owned(),
            line: index + 1,
            detail: error.to_string(),
        };
        if index == 0 {
            let head: Head = serde_json::from_str(line).map_err(bad)?;
            if head.setup != *setup {
                let difference = difference(&head.setup, setup);
                return Err(LabError::OtherSetup { path: path.to_owned(), difference });
            }
            build = Some(head.build);
            continue;
        }
        let entry: Entry<R> = serde_json::from_str(line).map_err(bad)?;
        results.insert(entry.piece, entry.result);
    }
    Ok((build, results))
}

/// The first setting that is not the same.
fn difference(then: &Value, now: &Value) -> String {
    let (Some(then), Some(now)) = (then.as_object(), now.as_object()) else {
        return format!("{then} then, {now} now");
    };
    let mut keys: Vec<&String> = then.keys().chain(now.keys()).collect();
    keys.sort();
    let value = |map: &serde_json::Map<String, Value>, key: &str| {
        map.get(key).map_or_else(|| "nothing".to_owned(), Value::to_string)
    };
    let changed = keys.into_iter().find(|key| then.get(*key) != now.get(*key));
    changed.map_or_else(String::new, |key| {
        format!("{key}: {} then, {} now", value(then, key), value(now, key))
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn results_survive_and_a_torn_line_does_not() {
        let folder = tempfile::tempdir().unwrap();
        let setup = json!({ "depth": 3 });
        let mut notebook: Notebook<u32> = Notebook::open(folder.path(), "x", &setup).unwrap();
        notebook.add("a".to_owned(), 1).unwrap();
        notebook.add("b".to_owned(), 2).unwrap();
        drop(notebook);
        let path = folder.path().join("x.jsonl");
        let mut text = fs::read_to_string(&path).unwrap();
        text.push_str("{\"piece\":\"c\",\"res");
        fs::write(&path, text).unwrap();
        let mut notebook: Notebook<u32> = Notebook::open(folder.path(), "x", &setup).unwrap();
        assert_eq!(notebook.results().len(), 2);
        notebook.add("c".to_owned(), 3).unwrap();
        drop(notebook);
        let notebook: Notebook<u32> = Notebook::open(folder.path(), "x", &setup).unwrap();
        assert_eq!(notebook.results().values().copied().collect::<Vec<_>>(), [1, 2, 3]);
        assert_eq!(notebook.of_other_build(), None);
        drop(notebook);
        let text = fs::read_to_string(&path).unwrap().replacen(arena::build(), "an old one", 1);
        fs::write(&path, text).unwrap();
        let notebook: Notebook<u32> = Notebook::open(folder.path(), "x", &setup).unwrap();
        assert_eq!(notebook.of_other_build(), Some(path.as_path()));
    }

    #[test]
    fn one_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let open = || Notebook::<u32>::open(folder.path(), "x", &json!({}));
        let mut notebook = open().unwrap();
        notebook.add("a".to_owned(), 1).unwrap();
        let error = open().unwrap_err().to_string();
        assert!(error.contains("another run"), "{error}");
        notebook.add("b".to_owned(), 2).unwrap();
        drop(notebook);
        assert_eq!(open().unwrap().results().len(), 2);
    }

    #[test]
    fn other_settings_are_another_experiment() {
        let folder = tempfile::tempdir().unwrap();
        let open = |depth| Notebook::<u32>::open(folder.path(), "x", &json!({ "depth": depth }));
        open(3).unwrap();
        let error = open(4).unwrap_err().to_string();
        assert!(error.contains("depth: 3 then, 4 now"), "{error}");
        let path = folder.path().join("x.jsonl");
        let mut text = fs::read_to_string(&path).unwrap();
        text.push_str("rubbish\n");
        fs::write(&path, text).unwrap();
        assert!(open(3).unwrap_err().to_string().contains("line 2"));
    }
}
