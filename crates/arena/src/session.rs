//! Who played, where and with which program.

use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::time::SystemTime;

use serde::{Deserialize, Serialize};

use crate::fingerprint::Fingerprint;
use crate::part::Part;
use crate::plan::TournamentPlan;

/// One sitting of a tournament: from its beginning or resumption to its end or
/// interruption.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Session {
    /// Seconds since 1970 when it began.
    pub began: u64,
    /// The machine's name.
    pub host: String,
    /// The version of the program, and a hash of its executable: two builds
    /// of one version may play differently.
    pub build: String,
    /// How many games were planned.
    pub games: Option<u32>,
    /// Games at the same time.
    pub concurrency: usize,
    /// The share of the games that were to be played.
    pub part: Option<Part>,
}

impl Session {
    /// A session of this program on this machine that begins now.
    pub(crate) fn now(plan: &TournamentPlan) -> Session {
        Session {
            began: SystemTime::UNIX_EPOCH.elapsed().map_or(0, |time| time.as_secs()),
            host: host().to_owned(),
            build: build().to_owned(),
            games: plan.games,
            concurrency: plan.concurrency,
            part: plan.part,
        }
    }

    /// Is it like another one but for the time?
    pub(crate) fn is_like(&self, other: &Session) -> bool {
        Session { began: 0, ..self.clone() } == Session { began: 0, ..other.clone() }
    }
}

/// The version of this program, and a hash of its executable.
pub fn build() -> &'static str {
    static BUILD: OnceLock<String> = OnceLock::new();
    BUILD.get_or_init(|| {
        let version = env!("CARGO_PKG_VERSION");
        match std::env::current_exe().and_then(std::fs::read) {
            Ok(program) => format!("{version} {}", Fingerprint::of(&program)),
            Err(_) => version.to_owned(),
        }
    })
}

/// The name of this machine.
fn host() -> &'static str {
    static HOST: OnceLock<String> = OnceLock::new();
    HOST.get_or_init(|| {
        let name = |text: String| Some(text.trim().to_owned()).filter(|name| !name.is_empty());
        let asked = || {
            let output = Command::new("hostname").stdin(Stdio::null()).output().ok()?;
            name(String::from_utf8_lossy(&output.stdout).into_owned())
        };
        std::fs::read_to_string("/proc/sys/kernel/hostname")
            .ok()
            .or_else(|| std::env::var("COMPUTERNAME").ok())
            .and_then(name)
            .or_else(asked)
            .unwrap_or_else(|| "unknown".to_owned())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::Player;

    #[test]
    fn a_session_knows_its_machine() {
        let player = Player { spec: "random".to_owned(), name: None, tc: None };
        let plan = TournamentPlan::new(vec![player; 2]);
        let session = Session::now(&plan);
        assert!(!session.host.is_empty() && session.host.trim() == session.host);
        let (version, hash) = session.build.split_once(' ').expect("a version and a hash");
        assert_eq!(version, env!("CARGO_PKG_VERSION"));
        assert!(hash.parse::<Fingerprint>().is_ok());
        assert!(session.is_like(&Session { began: 5, ..session.clone() }));
        assert!(!session.is_like(&Session { concurrency: 5, ..session.clone() }));
    }
}
