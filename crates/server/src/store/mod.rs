//! What is kept: visitors, games and their events, in SQLite.
//!
//! Everything is written by one task, which puts whatever waits into one
//! transaction: a thousand games that move at once cost a few commits, and
//! whoever is told that something is done knows that it is on the disk.

mod games;
mod visitors;
mod writer;

use std::path::Path;
use std::time::Duration;

use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use thiserror::Error;
use tokio::sync::{mpsc, oneshot};

pub(crate) use games::{GameFilter, GameRow, StoredGame};
pub(crate) use visitors::Visitor;
pub(crate) use writer::Change;
use writer::{Job, write_all};

/// The database of one data folder.
#[derive(Clone, Debug)]
pub(crate) struct Store {
    reader: SqlitePool,
    jobs: mpsc::Sender<Job>,
}

/// Why there is no database.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The folder cannot be made.
    #[error("cannot make the data folder {folder}: {error}")]
    Folder {
        /// Which.
        folder: String,
        /// Why.
        error: std::io::Error,
    },
    /// The database cannot be opened.
    #[error("cannot open the games in {folder}: {error}")]
    Open {
        /// Where.
        folder: String,
        /// Why.
        error: sqlx::Error,
    },
    /// The database is of a newer program, or damaged.
    #[error("the games in {folder} cannot be brought up to date: {error}")]
    Migrate {
        /// Where.
        folder: String,
        /// Why.
        error: sqlx::migrate::MigrateError,
    },
}

/// Its name in the data folder.
const FILE: &str = "kythu.sqlite";

static MIGRATIONS: sqlx::migrate::Migrator = sqlx::migrate!("./migrations");

impl Store {
    /// Opens the database of a folder, or makes it.
    pub(crate) async fn open(folder: &Path) -> Result<Store, StoreError> {
        let name = folder.display().to_string();
        std::fs::create_dir_all(folder)
            .map_err(|error| StoreError::Folder { folder: name.clone(), error })?;
        let options = SqliteConnectOptions::new()
            .filename(folder.join(FILE))
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            // Every commit reaches the disk before it is acknowledged.
            .synchronous(SqliteSynchronous::Full)
            .busy_timeout(Duration::from_secs(10))
            .foreign_keys(true);
        let opened = |error| StoreError::Open { folder: name.clone(), error };
        // A file does not hang up: asking every time whether it is there costs more
        // than what is asked of it.
        let pool = |connections| {
            SqlitePoolOptions::new().max_connections(connections).test_before_acquire(false)
        };
        let writer = pool(1).connect_with(options.clone()).await.map_err(opened)?;
        MIGRATIONS
            .run(&writer)
            .await
            .map_err(|error| StoreError::Migrate { folder: name.clone(), error })?;
        let reader = pool(4).connect_with(options).await.map_err(opened)?;
        let (jobs, inbox) = mpsc::channel(1024);
        tokio::spawn(write_all(writer, inbox));
        Ok(Store { reader, jobs })
    }

    /// Writes changes, all or none, and returns when they are on the disk.
    pub(crate) async fn write(&self, changes: Vec<Change>) -> Result<(), sqlx::Error> {
        let (done, answer) = oneshot::channel();
        self.jobs.send(Job { changes, done }).await.map_err(|_| sqlx::Error::PoolClosed)?;
        answer.await.unwrap_or(Err(sqlx::Error::WorkerCrashed))
    }

    /// Is there a database to talk to?
    pub(crate) async fn is_well(&self) -> bool {
        let asked = sqlx::query_scalar::<_, i64>("SELECT 1").fetch_one(&self.reader);
        matches!(tokio::time::timeout(Duration::from_secs(2), asked).await, Ok(Ok(1)))
    }

    /// A single value.
    pub(crate) async fn mark(&self, name: &str) -> Result<Option<u64>, sqlx::Error> {
        let asked = sqlx::query_scalar::<_, i64>("SELECT value FROM marks WHERE name = $1");
        let value = asked.bind(name).fetch_optional(&self.reader).await?;
        Ok(value.map(|value| value as u64))
    }

    /// Waits for what is being written, and closes.
    pub(crate) async fn close(&self) {
        // An empty job comes back when all before it are done.
        self.write(Vec::new()).await.ok();
        self.reader.close().await;
    }
}
