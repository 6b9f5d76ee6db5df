//! Finding the files of endgame tables, and telling whole ones from broken ones.

use std::collections::HashSet;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::{env, io};

use super::fault::{Metric, Problem, TableFault};
use super::head;
use super::material::Material;

/// A file that passed as a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableFile {
    /// Of which endgame.
    pub material: Material,
    /// What it tells.
    pub metric: Metric,
    /// Where it is.
    pub path: PathBuf,
    /// Its size.
    pub bytes: u64,
}

/// What was found on a path.
#[derive(Debug, Default)]
pub(super) struct Survey {
    /// One file for each table, the small ones first.
    pub(super) files: Vec<TableFile>,
    /// What cannot be used.
    pub(super) problems: Vec<Problem>,
}

impl Survey {
    /// Looks into every folder of a list as `SyzygyPath` has it.
    pub(super) fn of(path: &str) -> Survey {
        let mut survey = Survey::default();
        // As chess GUIs say that there is no path.
        if path.is_empty() || path == "<empty>" {
            return survey;
        }
        let mut known = HashSet::new();
        for folder in env::split_paths(path).filter(|folder| !folder.as_os_str().is_empty()) {
            if let Err(error) = survey.look_into(&folder, &mut known) {
                survey.problems.push(Problem { path: folder, fault: error.into() });
            }
        }
        survey.files.sort_by_key(|file| (file.material.men(), file.material, file.metric));
        survey
    }

    fn look_into(
        &mut self,
        folder: &Path,
        known: &mut HashSet<(Material, Metric)>,
    ) -> io::Result<()> {
        let mut paths = Vec::new();
        for entry in fs::read_dir(folder)? {
            paths.push(entry?.path());
        }
        // The system lists files in any order; the same problems in another
        // order would be confusing.
        paths.sort();
        for path in paths {
            let Some(metric) = metric(&path) else { continue };
            let found = examine(&path, metric);
            match found {
                // The first of several copies counts.
                Ok(file) if !known.insert((file.material, metric)) => {}
                Ok(file) => self.files.push(file),
                Err(fault) => self.problems.push(Problem { path, fault }),
            }
        }
        Ok(())
    }
}

/// What a file claims to tell by its name; `None` for anything but tables.
fn metric(path: &Path) -> Option<Metric> {
    let extension = path.extension()?;
    [Metric::Wdl, Metric::Dtz].into_iter().find(|metric| extension == metric.extension())
}

fn examine(path: &Path, metric: Metric) -> Result<TableFile, TableFault> {
    let name = path.file_stem().and_then(|stem| stem.to_str()).ok_or(TableFault::Name)?;
    let material: Material = name.parse().map_err(|_| TableFault::Name)?;
    // Before it is opened: opening a pipe would wait for somebody to write.
    let metadata = fs::metadata(path)?;
    if !metadata.is_file() {
        return Err(TableFault::NotAFile);
    }
    let bytes = metadata.len();
    head::check(File::open(path)?, bytes, material, metric)?;
    Ok(TableFile { material, metric, path: path.to_owned(), bytes })
}
