//! The place where experiments are made.

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::paper::Findings;
use crate::{Audience, Interruption, LabError, Notebook};

/// A folder for results, and how to work there.
#[derive(Clone)]
pub struct Lab<'a> {
    /// Where everything is written.
    pub folder: PathBuf,
    /// Pieces of work at the same time.
    pub concurrency: usize,
    /// The seed of everything random.
    pub seed: u64,
    /// Breaks it off.
    pub interruption: Interruption,
    /// Who watches.
    pub audience: &'a dyn Audience,
}

impl std::fmt::Debug for Lab<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Lab").field("folder", &self.folder).finish_non_exhaustive()
    }
}

/// What an experiment came to.
#[derive(Debug)]
pub struct Outcome {
    /// What was found; if it was interrupted, so far.
    pub findings: Findings,
    /// Is all the work done?
    pub is_complete: bool,
}

/// A piece of work and its name, which no other has.
pub type Piece<U> = (String, U);

impl Lab<'_> {
    /// Does all pieces of work that are not in the notebook yet, several at a time,
    /// and writes down what they give. Says whether all are done: not so if it was
    /// interrupted. `act` gives nothing when it was broken off.
    pub fn work<U: Sync, R: Serialize + DeserializeOwned + Send>(
        &self,
        stage: &str,
        notebook: &mut Notebook<R>,
        pieces: &[Piece<U>],
        act: impl Fn(&U) -> Result<Option<R>, LabError> + Sync,
    ) -> Result<bool, LabError> {
        self.work_with(self.concurrency, stage, notebook, pieces, act)
    }

    /// The same with so many pieces of work at a time.
    pub fn work_with<U: Sync, R: Serialize + DeserializeOwned + Send>(
        &self,
        concurrency: usize,
        stage: &str,
        notebook: &mut Notebook<R>,
        pieces: &[Piece<U>],
        act: impl Fn(&U) -> Result<Option<R>, LabError> + Sync,
    ) -> Result<bool, LabError> {
        let left: Vec<&Piece<U>> = pieces.iter().filter(|(name, _)| !notebook.has(name)).collect();
        if let Some(path) = notebook.of_other_build() {
            self.audience.remark(&format!(
                "{} was begun by another build of this program; remove it to measure everything anew",
                path.display()
            ));
        }
        self.audience.begin(stage, pieces.len() as u64, (pieces.len() - left.len()) as u64);
        let next = AtomicUsize::new(0);
        let done = thread::scope(|scope| {
            let (sender, results) = mpsc::channel();
            for _ in 0..concurrency.clamp(1, left.len().max(1)) {
                let (sender, left, next, act) = (sender.clone(), &left, &next, &act);
                scope.spawn(move || {
                    while !self.interruption.is_stopped()
                        && let Some((name, unit)) = left.get(next.fetch_add(1, Ordering::Relaxed))
                    {
                        let result = act(unit);
                        if result.is_err() {
                            // Nobody needs what the others are doing.
                            self.interruption.stop();
                        }
                        if sender.send((name, result)).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            let mut failure = None;
            for (name, result) in results {
                let written = result.and_then(|result| match result {
                    Some(result) => notebook.add(name.clone(), result),
                    None => Ok(()),
                });
                match written {
                    Ok(()) => self.audience.advance(name),
                    Err(error) => {
                        self.interruption.stop();
                        failure = failure.or(Some(error));
                    }
                }
            }
            failure.map_or(Ok(()), Err)
        });
        self.audience.end();
        done?;
        Ok(pieces.iter().all(|(name, _)| notebook.has(name)))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::Nobody;

    fn lab(folder: &std::path::Path) -> Lab<'static> {
        Lab {
            folder: folder.to_owned(),
            concurrency: 3,
            seed: 0,
            interruption: Interruption::new(),
            audience: &Nobody,
        }
    }

    fn pieces() -> Vec<Piece<u64>> {
        (0..20).map(|number| (format!("{number:02}"), number)).collect()
    }

    #[test]
    fn interrupted_work_goes_on_where_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let first = lab(folder.path());
        let mut notebook = Notebook::open(folder.path(), "squares", &()).unwrap();
        let done = first.work("squares", &mut notebook, &pieces(), |&number| {
            if number == 7 {
                first.interruption.stop();
                return Ok(None);
            }
            Ok(Some(number * number))
        });
        assert!(!done.unwrap());
        let before = notebook.results().len();
        assert!(before < 20 && !notebook.has("07"), "{before}");
        drop(notebook);

        let (again, counted) = (lab(folder.path()), AtomicUsize::new(0));
        let mut notebook = Notebook::open(folder.path(), "squares", &()).unwrap();
        let done = again.work("squares", &mut notebook, &pieces(), |&number| {
            counted.fetch_add(1, Ordering::Relaxed);
            Ok(Some(number * number))
        });
        assert!(done.unwrap());
        assert_eq!(counted.into_inner(), 20 - before, "nothing is done twice");
        let squares: Vec<u64> = notebook.results().values().copied().collect();
        assert_eq!(squares, (0..20).map(|number| number * number).collect::<Vec<u64>>());
    }

    #[test]
    fn an_error_ends_the_work_and_keeps_what_was_done() {
        let folder = tempfile::tempdir().unwrap();
        let lab = Lab { concurrency: 1, ..lab(folder.path()) };
        let mut notebook = Notebook::open(folder.path(), "x", &()).unwrap();
        let done = lab.work("x", &mut notebook, &pieces(), |&number| match number {
            5 => Err(LabError::Request("five".to_owned())),
            _ => Ok(Some(number)),
        });
        assert_eq!(done.unwrap_err().to_string(), "five");
        assert_eq!(notebook.results().len(), 5);
    }
}
