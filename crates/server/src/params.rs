//! Numbers that can be argued about, with their units. Those that protect the
//! server from its clients are the defaults of [`Limits`](crate::Limits).

use std::time::Duration;

/// Bytes of an HTTP body, but for imports.
pub(crate) const BODY: usize = 64 * 1024;
/// Bytes of an import.
pub(crate) const IMPORT_BODY: usize = 4 * 1024 * 1024;
/// Games that one import may bring.
pub(crate) const IMPORT_GAMES: usize = 500;
/// Games that one export may ask for.
pub(crate) const EXPORT_GAMES: usize = 5_000;
/// Bytes of a frame from the page.
pub(crate) const FRAME: usize = 4 * 1024;
/// Bytes of all headers of a request.
pub(crate) const HEADERS: usize = 16 * 1024;
/// Bytes of a visitor's settings.
pub(crate) const SETTINGS: usize = 4 * 1024;
/// Letters of a nickname.
pub(crate) const NICKNAME: usize = 24;
/// Letters of a value of an agent's option.
pub(crate) const OPTION_VALUE: usize = 200;
/// Options of an agent.
pub(crate) const OPTIONS: usize = 64;
/// Frames that a page may be behind before it is told to come back.
pub(crate) const OUTBOX: usize = 1024;
/// Messages that may wait for a game.
pub(crate) const INBOX: usize = 256;
/// Events that are sent one by one after a reconnect; beyond, a snapshot is
/// shorter.
pub(crate) const MOST_RESUMED: u64 = 400;
/// Half-moves of a game: the longest possible is shorter, with draws by the
/// seventy-five-move rule after some 17,700.
pub(crate) const PLIES: usize = 20_000;
/// Half-moves that come with a new game.
pub(crate) const FIRST_MOVES: usize = 40;

/// Between two pings of a WebSocket.
pub(crate) const PING: Duration = Duration::from_secs(20);
/// A page that says nothing for so long, not even pong, has gone.
pub(crate) const SILENCE: Duration = Duration::from_secs(60);
/// How long a client may take to read what it is sent.
pub(crate) const WRITE_STALL: Duration = Duration::from_secs(20);
/// Between two thoughts that are sent.
pub(crate) const THOUGHT_PAUSE: Duration = Duration::from_millis(100);
/// How long a shutdown waits for its clients.
pub(crate) const FAREWELL: Duration = Duration::from_secs(3);
/// Between two signs of life in the database while a clock runs: so much time
/// at most is lost or won when the server is killed.
pub(crate) const HEARTBEAT: Duration = Duration::from_secs(1);

/// Days after which a deleted game cannot be restored any more.
pub(crate) const KEEP_DELETED_DAYS: u64 = 30;
/// Days after which a visitor who has said nothing and played nothing is forgotten.
pub(crate) const KEEP_STRANGERS_DAYS: u64 = 90;

/// Clocks: base in milliseconds.
pub(crate) const BASE_MS: std::ops::RangeInclusive<u64> = 1_000..=10_800_000;
/// Clocks: increment in milliseconds.
pub(crate) const INCREMENT_MS: std::ops::RangeInclusive<u64> = 0..=180_000;
/// The slowest pace in milliseconds.
pub(crate) const PACE_MS: u64 = 60_000;

/// A hint thinks this long, or so many nodes.
pub(crate) const ADVICE_TIME: Duration = Duration::from_millis(1_000);
/// See [`ADVICE_TIME`].
pub(crate) const ADVICE_NODES: u64 = 2_000_000;

/// MiB of a hash table that the page may ask for.
pub(crate) const HASH: u64 = 64;
/// Largest whole number that JavaScript keeps exactly.
pub(crate) const SAFE_INTEGER: u64 = (1 << 53) - 1;
