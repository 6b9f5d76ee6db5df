//! What the tests have in common.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use arena::{End, GameRecord, Player, Tournament, TournamentPlan};

/// A folder of its own, gone when it is dropped.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("kythu-arena-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

pub(crate) fn plan(specs: &[&str], games: u32) -> TournamentPlan {
    let player = |spec: &&str| Player { spec: (*spec).to_owned(), name: None, tc: None };
    TournamentPlan { games: Some(games), ..TournamentPlan::new(specs.iter().map(player).collect()) }
}

/// Plays a plan to its end.
pub(crate) fn play(plan: TournamentPlan, folder: &Folder) -> (Tournament, Vec<GameRecord>) {
    let mut tournament = Tournament::open(plan, &folder.file("state")).unwrap();
    let mut records = Vec::new();
    let stop = AtomicBool::new(false);
    let end = tournament.play(&stop, &mut |_, record| records.push(record.clone())).unwrap();
    assert_ne!(end, End::Interrupted);
    (tournament, records)
}
