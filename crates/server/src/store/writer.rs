//! The one task that writes.

use sqlx::QueryBuilder;
use sqlx::sqlite::{SqliteConnection, SqlitePool};
use tokio::sync::{mpsc, oneshot};

use super::games::{COMMON_BATCH, GameRow};
use super::visitors::Visitor;
use crate::glicko::Rating;

/// Jobs that one transaction may have.
const BATCH: usize = 256;

/// Changes that belong together.
#[derive(Debug)]
pub(super) struct Job {
    pub(super) changes: Vec<Change>,
    pub(super) done: oneshot::Sender<Result<(), sqlx::Error>>,
}

/// Something to write.
#[derive(Clone, Debug)]
pub(crate) enum Change {
    /// A new visitor.
    NewVisitor(Box<Visitor>),
    /// What a visitor says about themselves; what is none stays.
    Profile { visitor: String, nickname: Option<String>, settings: Option<String> },
    /// A visitor is no newcomer any more.
    Known { visitor: String },
    /// A visitor was here.
    Seen { visitor: String, at: u64 },
    /// A visitor says how well they play, before any game counted.
    StartLevel { visitor: String, rating: Rating },
    /// A game that counts has ended.
    Played { visitor: String, opponent: f64, opponent_deviation: f64, points: f64 },
    /// A new game.
    NewGame(Box<GameRow>),
    /// How a game stands.
    Game(Box<GameRow>),
    /// Only its clocks changed.
    Clock { game: String, clock: Option<String>, runs: bool },
    /// A link for the empty seat.
    Invite { game: String, hash: Option<String> },
    /// A game is hidden, or shown again.
    Deleted { game: String, at: Option<u64> },
    /// Something happened in a game.
    Event { game: String, seq: u64, at: u64, body: String },
    /// Games that were deleted before this time are gone for good.
    ForgetGames { deleted_before: u64 },
    /// So are newcomers who have not been seen since and have no game.
    ForgetVisitors { seen_before: u64 },
    /// A single value.
    Mark { name: &'static str, value: u64 },
}

/// Writes until nobody is left who could ask.
pub(super) async fn write_all(pool: SqlitePool, mut inbox: mpsc::Receiver<Job>) {
    let mut batch = Vec::with_capacity(BATCH);
    while inbox.recv_many(&mut batch, BATCH).await > 0 {
        write_batch(&pool, &mut batch).await;
    }
    pool.close().await;
}

async fn write_batch(pool: &SqlitePool, batch: &mut Vec<Job>) {
    let together = write_together(pool, batch.iter()).await;
    for job in batch.drain(..) {
        let result = match &together {
            Ok(()) => Ok(()),
            // One of them is to blame: each on its own, then.
            Err(_) => write_together(pool, std::iter::once(&job)).await,
        };
        job.done.send(result).ok();
    }
}

async fn write_together(
    pool: &SqlitePool,
    jobs: impl Iterator<Item = &Job>,
) -> Result<(), sqlx::Error> {
    let (mut events, mut games) = (Vec::new(), Vec::new());
    let mut transaction = pool.begin().await?;
    // What moves bring goes last, all at once. That changes no order that matters:
    // a game waits for what it wrote before it writes again.
    for change in jobs.flat_map(|job| &job.changes) {
        match change {
            Change::Event { game, seq, at, body } => events.push((game, *seq, *at, body)),
            Change::Game(row) => games.push(&**row),
            other => other.write(&mut transaction).await?,
        }
    }
    if !events.is_empty() {
        let mut query = QueryBuilder::new("INSERT INTO events (game, seq, at, body) ");
        let is_common = events.len() <= COMMON_BATCH;
        query.push_values(events, |mut values, (game, seq, at, body)| {
            values.push_bind(game).push_bind(seq as i64).push_bind(at as i64).push_bind(body);
        });
        query.build().persistent(is_common).execute(&mut *transaction).await?;
    }
    if !games.is_empty() {
        GameRow::update_all(&games, &mut transaction).await?;
    }
    transaction.commit().await
}

impl Change {
    async fn write(&self, to: &mut SqliteConnection) -> Result<(), sqlx::Error> {
        match self {
            Change::NewVisitor(visitor) => return visitor.insert(to).await,
            Change::NewGame(row) => return row.insert(to).await,
            // Written together with those of other jobs.
            Change::Game(_) | Change::Event { .. } => return Ok(()),
            Change::Played { visitor, opponent, opponent_deviation, points } => {
                return Visitor::played(to, visitor, *opponent, *opponent_deviation, *points).await;
            }
            Change::StartLevel { visitor, rating } => sqlx::query(
                "UPDATE visitors SET rating = $2, deviation = $3, volatility = $4, is_new = 0 \
                     WHERE id = $1 AND rated_games = 0",
            )
            .bind(visitor)
            .bind(rating.rating)
            .bind(rating.deviation)
            .bind(rating.volatility),
            Change::Profile { visitor, nickname, settings } => sqlx::query(
                "UPDATE visitors SET nickname = COALESCE($2, nickname), \
                 settings = COALESCE($3, settings) WHERE id = $1",
            )
            .bind(visitor)
            .bind(nickname)
            .bind(settings),
            Change::Known { visitor } => {
                sqlx::query("UPDATE visitors SET is_new = 0 WHERE id = $1").bind(visitor)
            }
            Change::ForgetGames { deleted_before } => {
                let before = *deleted_before as i64;
                sqlx::query(
                    "DELETE FROM events WHERE game IN \
                     (SELECT id FROM games WHERE deleted_at < $1)",
                )
                .bind(before)
                .execute(&mut *to)
                .await?;
                sqlx::query("DELETE FROM games WHERE deleted_at < $1").bind(before)
            }
            Change::ForgetVisitors { seen_before } => sqlx::query(
                "DELETE FROM visitors WHERE is_new = 1 AND seen_at < $1 AND NOT EXISTS \
                 (SELECT 1 FROM games WHERE owner = visitors.id \
                  OR white_visitor = visitors.id OR black_visitor = visitors.id)",
            )
            .bind(*seen_before as i64),
            Change::Seen { visitor, at } => {
                sqlx::query("UPDATE visitors SET seen_at = $2 WHERE id = $1")
                    .bind(visitor)
                    .bind(*at as i64)
            }
            Change::Clock { game, clock, runs } => {
                sqlx::query("UPDATE games SET clock = $2, clock_runs = $3 WHERE id = $1")
                    .bind(game)
                    .bind(clock)
                    .bind(i64::from(*runs))
            }
            Change::Invite { game, hash } => {
                sqlx::query("UPDATE games SET invite_hash = $2 WHERE id = $1").bind(game).bind(hash)
            }
            Change::Deleted { game, at } => {
                sqlx::query("UPDATE games SET deleted_at = $2 WHERE id = $1")
                    .bind(game)
                    .bind(at.map(|at| at as i64))
            }
            Change::Mark { name, value } => sqlx::query(
                "INSERT INTO marks (name, value) VALUES ($1, $2) \
                 ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            )
            .bind(*name)
            .bind(*value as i64),
        }
        .execute(to)
        .await
        .map(drop)
    }
}
