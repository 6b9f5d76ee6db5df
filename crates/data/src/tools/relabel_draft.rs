//! Games with new scores, until there are all of them.

use std::fs::{self, File};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::game_output::{claim, give_name, must_be_free};
use super::{GameFiles, GameOutput, ToolError, beside};
use crate::reader::{ReadError, Reader};
use crate::scored_game::ScoredGame;

/// Everything that decides the scores, except the engine itself.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct RelabelPlan {
    pub(super) search: String,
    pub(super) evaluator: String,
    pub(super) hash: usize,
}

/// The first so many games with their new scores, and perhaps a piece of one
/// more; beside it a file with the plan.
#[derive(Debug)]
pub(super) struct RelabelDraft {
    output: PathBuf,
    path: PathBuf,
    writer: BufWriter<File>,
    force: bool,
    /// Nothing worth keeping is in it.
    is_new: bool,
}

impl RelabelDraft {
    /// New or begun.
    pub(super) fn open(
        output: &Path,
        force: bool,
        plan: &RelabelPlan,
    ) -> Result<RelabelDraft, ToolError> {
        must_be_free(output, force)?;
        let path = beside(output, ".relabel");
        let file = claim(&path, output)?;
        let is_new = file.metadata().map_err(ToolError::io(&path))?.len() == 0;
        let beside_it = beside(&path, ".plan");
        if is_new {
            write_plan(plan, &beside_it).map_err(ToolError::io(&beside_it))?;
        } else {
            let text = fs::read_to_string(&beside_it).map_err(ToolError::io(&beside_it))?;
            let found: RelabelPlan = serde_json::from_str(&text)
                .map_err(|error| ToolError::io(&beside_it)(error.into()))?;
            found.must_be(plan, &path)?;
        }
        let writer = BufWriter::new(file);
        Ok(RelabelDraft { output: output.to_owned(), path, writer, force, is_new })
    }

    /// Where it is.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Takes from `games` those that are done and compares them. Gives their number
    /// and the last of them, as it was and as it is.
    pub(super) fn catch_up(
        &mut self,
        games: &mut GameFiles<'_>,
        audience: &mut super::Audience<'_>,
    ) -> Result<(u64, Option<(ScoredGame, ScoredGame)>), ToolError> {
        let mut reader = Reader::new(File::open(&self.path).map_err(ToolError::io(&self.path))?);
        let (mut done, mut last) = (0, None);
        for game in reader.by_ref() {
            let game = match game {
                Ok(game) => game,
                Err(ReadError::CutShort { .. }) => break,
                Err(source) => {
                    return Err(ToolError::Damaged { path: self.path.clone(), source });
                }
            };
            done += 1;
            let is_same = |old: &ScoredGame| old.id() == game.id() && old.result == game.result;
            let Some(old) = games.next_for(audience)?.filter(is_same) else {
                return Err(ToolError::OtherGames { path: self.path.clone(), number: done });
            };
            last = Some((old, game));
        }
        let file = self.writer.get_mut();
        let cut = file.set_len(reader.whole());
        cut.and_then(|()| file.seek(SeekFrom::Start(reader.whole())))
            .map_err(ToolError::io(&self.path))?;
        Ok((done, last))
    }

    pub(super) fn append(&mut self, game: &ScoredGame) -> Result<(), ToolError> {
        self.is_new = false;
        self.writer.write_all(&game.to_bytes()).map_err(ToolError::io(&self.path))
    }

    /// Puts all on the disk.
    pub(super) fn sync(&mut self) -> Result<(), ToolError> {
        let flushed = self.writer.flush();
        flushed.and_then(|()| self.writer.get_ref().sync_data()).map_err(ToolError::io(&self.path))
    }

    /// Makes the output of it, packed if its name says so.
    pub(super) fn finish(mut self) -> Result<(), ToolError> {
        self.sync()?;
        if self.output.extension().is_some_and(|extension| extension == "zst") {
            let mut output = GameOutput::create(&self.output, self.force)?;
            let file = File::open(&self.path).map_err(ToolError::io(&self.path))?;
            for game in Reader::new(file) {
                let damaged = |source| ToolError::Damaged { path: self.path.clone(), source };
                output.write(&game.map_err(damaged)?)?;
            }
            output.finish()?;
            fs::remove_file(&self.path).map_err(ToolError::io(&self.path))?;
        } else {
            give_name(&self.path, &self.output, self.force)?;
        }
        let plan = beside(&self.path, ".plan");
        fs::remove_file(&plan).map_err(ToolError::io(&plan))
    }
}

impl Drop for RelabelDraft {
    /// Nothing is left of work that did not get as far as a game.
    fn drop(&mut self) {
        if self.is_new {
            let _ = fs::remove_file(&self.path);
            let _ = fs::remove_file(beside(&self.path, ".plan"));
        }
    }
}

impl RelabelPlan {
    fn must_be(&self, wanted: &RelabelPlan, path: &Path) -> Result<(), ToolError> {
        let fields = [
            ("the search", self.search.clone(), wanted.search.clone()),
            ("the evaluator", self.evaluator.clone(), wanted.evaluator.clone()),
            ("a hash table of MiB", self.hash.to_string(), wanted.hash.to_string()),
        ];
        match fields.into_iter().find(|(_, theirs, ours)| theirs != ours) {
            None => Ok(()),
            Some((field, theirs, ours)) => {
                Err(ToolError::OtherPlan { path: path.to_owned(), field, theirs, ours })
            }
        }
    }
}

/// In one step: there is a whole plan or none.
fn write_plan(plan: &RelabelPlan, path: &Path) -> io::Result<()> {
    let draft = beside(path, ".draft");
    let mut file = File::create(&draft)?;
    writeln!(file, "{:#}", serde_json::to_value(plan)?)?;
    file.sync_all()?;
    fs::rename(&draft, path)
}
