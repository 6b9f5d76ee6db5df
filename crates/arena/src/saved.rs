//! What a state file holds.
//!
//! The first line is the plan, each of the others a session or a finished
//! game. A line that was cut off in the writing belongs to a game that does
//! not count yet.

use std::collections::HashSet;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::fingerprint::Fingerprint;
use crate::pgn;
use crate::plan::TournamentPlan;
use crate::plan_error::TournamentPlanError;
use crate::record::GameRecord;
use crate::session::Session;
use crate::state_error::StateError;

/// The version of the format.
const VERSION: u32 = 2;

/// How every state begins, as far as it goes.
const BEGINNING: &[u8] = b"{\"kythu_arena\":";

/// How the line of a session begins.
const SESSION: &[u8] = b"{\"session\":";

/// The first line.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Header {
    kythu_arena: u32,
    /// The name of the run.
    pub(crate) run: Fingerprint,
    pub(crate) plan: TournamentPlan,
    /// The openings as they were when the tournament began.
    pub(crate) openings: SuiteStamp,
    /// How long the PGN file was before the first game.
    pub(crate) pgn_offset: u64,
}

/// By which openings are known again.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SuiteStamp {
    /// A hash of their contents.
    pub hash: Fingerprint,
    /// How many there are.
    pub count: usize,
}

/// The line of a session.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct SessionLine {
    pub(crate) session: Session,
}

/// A tournament as a state file has it, begun or over. Made without playing,
/// without its openings and without a lock.
#[derive(Clone, PartialEq, Debug)]
pub struct SavedTournament {
    /// The name of its run.
    pub run: Fingerprint,
    /// Its plan, with the number of games of the last session.
    pub plan: TournamentPlan,
    /// Its openings.
    pub openings: SuiteStamp,
    /// When and where it was played.
    pub sessions: Vec<Session>,
    /// Its finished games in the order in which they were over.
    pub games: Vec<GameRecord>,
    pub(crate) pgn_offset: u64,
}

impl Header {
    pub(crate) fn new(
        run: Fingerprint,
        plan: TournamentPlan,
        openings: SuiteStamp,
        pgn_offset: u64,
    ) -> Header {
        Header { kythu_arena: VERSION, run, plan, openings, pgn_offset }
    }
}

impl SavedTournament {
    /// Reads a state file, which may be in use.
    pub fn read(path: &Path) -> Result<SavedTournament, StateError> {
        let bytes = std::fs::read(path)
            .map_err(|source| StateError::Io { path: path.to_owned(), source })?;
        let (saved, _) = SavedTournament::parse(&bytes, path)?;
        saved.ok_or_else(|| StateError::Damaged {
            path: path.to_owned(),
            line: 1,
            detail: "no tournament in it".to_owned(),
        })
    }

    /// All games as PGN, by their numbers.
    pub fn pgn(&self) -> Result<String, TournamentPlanError> {
        let entrants = self.plan.entrants()?;
        let mut games: Vec<&GameRecord> = self.games.iter().collect();
        games.sort_by_key(|game| game.id);
        let texts = games.iter().filter_map(|game| pgn::write(game, &self.plan.event, &entrants));
        Ok(texts.collect())
    }

    /// Does a file begin like a state?
    pub fn is_state(beginning: &[u8]) -> bool {
        beginning.starts_with(BEGINNING)
    }

    /// The contents of a file, and how many of its bytes are whole lines. None
    /// if there is not even a whole first line.
    pub(crate) fn parse(
        bytes: &[u8],
        path: &Path,
    ) -> Result<(Option<SavedTournament>, usize), StateError> {
        let damaged = |line: usize, detail: String| StateError::Damaged {
            path: path.to_owned(),
            line,
            detail,
        };
        if !bytes.iter().zip(BEGINNING).all(|(found, expected)| found == expected) {
            return Err(damaged(1, "this is not the state of a tournament".to_owned()));
        }
        let mut saved: Option<SavedTournament> = None;
        // Two arenas may have written where files cannot be locked.
        let mut numbers = HashSet::new();
        let mut whole = 0;
        let mut lines = bytes.split_inclusive(|&byte| byte == b'\n').enumerate().peekable();
        while let Some((index, line)) = lines.next() {
            let is_last = lines.peek().is_none();
            if !line.ends_with(b"\n") {
                break;
            }
            let read = match &mut saved {
                None => read_header(line).map(|header| saved = Some(header)),
                Some(saved) if line.starts_with(SESSION) => serde_json::from_slice(line)
                    .map(|SessionLine { session }| saved.begin(session))
                    .map_err(|error| error.to_string()),
                Some(saved) => serde_json::from_slice(line)
                    .map(|game: GameRecord| {
                        if numbers.insert(game.id) {
                            saved.games.push(game);
                        }
                    })
                    .map_err(|error| error.to_string()),
            };
            match read {
                Ok(()) => whole += line.len(),
                // After a power cut the last line may have its end but not its
                // middle.
                Err(_) if is_last && index > 0 => {}
                Err(detail) => return Err(damaged(index + 1, detail)),
            }
        }
        Ok((saved, whole))
    }

    fn begin(&mut self, session: Session) {
        (self.plan.games, self.plan.part) = (session.games, session.part);
        self.plan.concurrency = session.concurrency;
        self.sessions.push(session);
    }
}

fn read_header(line: &[u8]) -> Result<SavedTournament, String> {
    // A file of another version may have another header.
    #[derive(Deserialize)]
    struct Version {
        kythu_arena: u32,
    }
    let Version { kythu_arena } =
        serde_json::from_slice(line).map_err(|error| error.to_string())?;
    if kythu_arena != VERSION {
        return Err(format!("version {kythu_arena} of the format, not {VERSION}"));
    }
    let header: Header = serde_json::from_slice(line).map_err(|error| error.to_string())?;
    let Header { run, plan, openings, pgn_offset, .. } = header;
    let (sessions, games) = (Vec::new(), Vec::new());
    Ok(SavedTournament { run, plan, openings, sessions, games, pgn_offset })
}
