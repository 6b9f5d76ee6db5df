//! How a server is set up.

use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

/// All that `kythu serve` can say.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where to listen.
    pub host: IpAddr,
    /// 0: any free port.
    pub port: u16,
    /// Names, beside its addresses, by which browsers may call this server.
    pub names: Vec<String>,
    /// Where the games are kept.
    pub data_dir: PathBuf,
    /// External engines: name and command.
    pub engines: Vec<EngineCommand>,
    /// May agents take natural time?
    pub natural: bool,
    /// What protects it from its clients.
    pub limits: Limits,
}

/// An external engine that the page may use.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineCommand {
    /// Its name on the page.
    pub name: String,
    /// The program.
    pub program: String,
    /// Its arguments.
    pub arguments: Vec<String>,
}

/// What protects a server from its clients, and them from each other.
#[derive(Clone, PartialEq, Debug)]
pub struct Limits {
    /// Threads that agents think on.
    pub search_threads: usize,
    /// Searches of one visitor at the same time.
    pub searches_per_visitor: usize,
    /// Searches of one visitor that wait.
    pub waiting_searches: usize,
    /// The longest search.
    pub search_time: Duration,
    /// Most nodes of a search.
    pub search_nodes: u64,
    /// Time for a move of an agent that has no limit of its own and no clock.
    pub default_move_time: Duration,
    /// Connections, of all clients.
    pub connections: usize,
    /// Connections of one client's address.
    pub connections_per_client: usize,
    /// Requests of one client's address: at once, and each second.
    pub requests: Rate,
    /// New visitors of one client's address.
    pub visitors: Rate,
    /// New games of one visitor.
    pub games: Rate,
    /// Commands of one connection.
    pub commands: Rate,
    /// Games of one visitor, imported and deleted ones included.
    pub games_per_visitor: u64,
    /// Time for the headers of a request, and between two requests.
    pub header_time: Duration,
    /// Time for a whole request.
    pub request_time: Duration,
    /// After its last page has gone, an agent goes on thinking for so long.
    pub leave_time: Duration,
    /// After its last page has gone, a game is kept in memory for so long.
    pub idle_time: Duration,
}

/// So many at once, and so many each second.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Rate {
    /// At once.
    pub burst: f64,
    /// Each second.
    pub each_second: f64,
}

impl Rate {
    const fn new(burst: f64, each_second: f64) -> Rate {
        Rate { burst, each_second }
    }
}

impl Default for Limits {
    fn default() -> Limits {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Limits {
            search_threads: cores,
            searches_per_visitor: 2,
            waiting_searches: 64,
            search_time: Duration::from_secs(60),
            search_nodes: 100_000_000,
            default_move_time: Duration::from_secs(1),
            connections: 2_000,
            connections_per_client: 64,
            requests: Rate::new(200.0, 20.0),
            visitors: Rate::new(20.0, 0.1),
            games: Rate::new(30.0, 0.5),
            commands: Rate::new(60.0, 15.0),
            games_per_visitor: 20_000,
            header_time: Duration::from_secs(10),
            request_time: Duration::from_secs(30),
            leave_time: Duration::from_secs(10),
            idle_time: Duration::from_secs(60),
        }
    }
}

impl Limits {
    /// For tests and load: no client is slowed down.
    #[must_use]
    pub fn generous(self) -> Limits {
        let endless = Rate::new(1e9, 1e9);
        Limits {
            connections: 20_000,
            connections_per_client: 20_000,
            requests: endless,
            visitors: endless,
            games: endless,
            commands: endless,
            waiting_searches: 100_000,
            searches_per_visitor: self.search_threads.max(self.searches_per_visitor),
            ..self
        }
    }
}
