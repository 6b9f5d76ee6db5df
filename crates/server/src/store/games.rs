//! Games in the database.

use sqlx::sqlite::SqliteConnection;
use sqlx::{QueryBuilder, Sqlite};

use super::Store;

/// A game without its events.
#[derive(Clone, PartialEq, Debug, sqlx::FromRow)]
pub(crate) struct GameRow {
    pub(crate) id: String,
    pub(crate) owner: String,
    pub(crate) white_visitor: Option<String>,
    pub(crate) black_visitor: Option<String>,
    pub(crate) state: String,
    pub(crate) created_at: i64,
    pub(crate) updated_at: i64,
    pub(crate) deleted_at: Option<i64>,
    pub(crate) setup: String,
    pub(crate) summary: String,
    pub(crate) clock: Option<String>,
    pub(crate) clock_runs: i64,
    pub(crate) words: String,
}

const COLUMNS: &str = "id, owner, white_visitor, black_visitor, state, created_at, updated_at, \
                       deleted_at, setup, summary, clock, clock_runs, words";

impl GameRow {
    pub(super) async fn insert(&self, to: &mut SqliteConnection) -> Result<(), sqlx::Error> {
        sqlx::query(
            "INSERT INTO games (id, owner, white_visitor, black_visitor, state, created_at, \
             updated_at, setup, summary, clock, clock_runs, words) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
        )
        .bind(&self.id)
        .bind(&self.owner)
        .bind(&self.white_visitor)
        .bind(&self.black_visitor)
        .bind(&self.state)
        .bind(self.created_at)
        .bind(self.updated_at)
        .bind(&self.setup)
        .bind(&self.summary)
        .bind(&self.clock)
        .bind(self.clock_runs)
        .bind(&self.words)
        .execute(to)
        .await
        .map(drop)
    }

    /// What can change of games; whether they are hidden is none of that. All of
    /// them in one statement: each costs a switch to the thread of the database
    /// and back, which is most of what a move costs.
    pub(super) async fn update_all(
        rows: &[&GameRow],
        to: &mut SqliteConnection,
    ) -> Result<(), sqlx::Error> {
        let mut query = QueryBuilder::new(
            "UPDATE games SET white_visitor = fresh.column2, black_visitor = fresh.column3, \
             state = fresh.column4, updated_at = fresh.column5, summary = fresh.column6, \
             clock = fresh.column7, clock_runs = fresh.column8, words = fresh.column9 FROM (",
        );
        query.push_values(rows, |mut values, row| {
            values
                .push_bind(&row.id)
                .push_bind(&row.white_visitor)
                .push_bind(&row.black_visitor)
                .push_bind(&row.state)
                .push_bind(row.updated_at)
                .push_bind(&row.summary)
                .push_bind(&row.clock)
                .push_bind(row.clock_runs)
                .push_bind(&row.words);
        });
        query.push(") AS fresh WHERE games.id = fresh.column1");
        let is_common = rows.len() <= COMMON_BATCH;
        query.build().persistent(is_common).execute(to).await.map(drop)
    }
}

/// Statements for so many rows are worth keeping prepared.
pub(super) const COMMON_BATCH: usize = 16;

/// A game with all that happened in it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct StoredGame {
    pub(crate) row: GameRow,
    /// The bodies of its events, from the first.
    pub(crate) events: Vec<String>,
}

/// Which games of a visitor are wanted.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct GameFilter {
    /// Only those that have ended, or have not.
    pub(crate) finished: Option<bool>,
    /// Only the hidden ones, or none of them.
    pub(crate) deleted: bool,
    /// Words that all must stand there.
    pub(crate) words: Vec<String>,
    /// Only those after this one in the list.
    pub(crate) before: Option<(i64, String)>,
    pub(crate) limit: u32,
}

impl GameFilter {
    /// The condition, of which `visitor` is a part, but for where the page begins.
    fn push(&self, query: &mut QueryBuilder<Sqlite>, visitor: &str) {
        query.push(" WHERE (owner = ").push_bind(visitor.to_owned());
        query.push(" OR white_visitor = ").push_bind(visitor.to_owned());
        query.push(" OR black_visitor = ").push_bind(visitor.to_owned());
        query.push(if self.deleted {
            ") AND deleted_at IS NOT NULL"
        } else {
            ") AND deleted_at IS NULL"
        });
        match self.finished {
            Some(true) => query.push(" AND state = 'over'"),
            Some(false) => query.push(" AND state <> 'over'"),
            None => query,
        };
        for word in &self.words {
            let word = word.replace('!', "!!").replace('%', "!%").replace('_', "!_");
            query.push(" AND words LIKE ").push_bind(format!("%{word}%")).push(" ESCAPE '!'");
        }
    }
}

impl Store {
    /// A game with its events; hidden ones too.
    pub(crate) async fn game(&self, id: &str) -> Result<Option<StoredGame>, sqlx::Error> {
        // One transaction: no event may come in between.
        let mut reading = self.reader.begin().await?;
        let text = format!("SELECT {COLUMNS} FROM games WHERE id = $1");
        let asked = sqlx::query_as::<_, GameRow>(sqlx::AssertSqlSafe(text));
        let Some(row) = asked.bind(id).fetch_optional(&mut *reading).await? else {
            return Ok(None);
        };
        let events = sqlx::query_scalar("SELECT body FROM events WHERE game = $1 ORDER BY seq");
        let events = events.bind(id).fetch_all(&mut *reading).await?;
        Ok(Some(StoredGame { row, events }))
    }

    /// The events of a game after one of them.
    pub(crate) async fn events_after(
        &self,
        game: &str,
        seq: u64,
    ) -> Result<Vec<String>, sqlx::Error> {
        let asked =
            sqlx::query_scalar("SELECT body FROM events WHERE game = $1 AND seq > $2 ORDER BY seq");
        asked.bind(game).bind(seq as i64).fetch_all(&self.reader).await
    }

    /// Games of a visitor, the latest first, and how many there are on all
    /// pages.
    pub(crate) async fn games_of(
        &self,
        visitor: &str,
        filter: &GameFilter,
    ) -> Result<(Vec<GameRow>, u64), sqlx::Error> {
        let mut count = QueryBuilder::new("SELECT COUNT(*) FROM games");
        filter.push(&mut count, visitor);
        let total: i64 = count.build_query_scalar().fetch_one(&self.reader).await?;
        let mut query = QueryBuilder::new("SELECT ");
        query.push(COLUMNS).push(" FROM games");
        filter.push(&mut query, visitor);
        if let Some((at, id)) = &filter.before {
            query.push(" AND (updated_at < ").push_bind(*at);
            query.push(" OR (updated_at = ").push_bind(*at);
            query.push(" AND id < ").push_bind(id.clone()).push("))");
        }
        query.push(" ORDER BY updated_at DESC, id DESC LIMIT ");
        query.push_bind(i64::from(filter.limit));
        let rows = query.build_query_as().fetch_all(&self.reader).await?;
        Ok((rows, total as u64))
    }

    /// How many games a visitor has made.
    pub(crate) async fn count_games(&self, owner: &str) -> Result<u64, sqlx::Error> {
        let asked = sqlx::query_scalar::<_, i64>("SELECT COUNT(*) FROM games WHERE owner = $1");
        Ok(asked.bind(owner).fetch_one(&self.reader).await? as u64)
    }

    /// The game that a link invites to.
    pub(crate) async fn game_by_invitation(
        &self,
        hash: &str,
    ) -> Result<Option<String>, sqlx::Error> {
        let asked = sqlx::query_scalar("SELECT id FROM games WHERE invite_hash = $1");
        asked.bind(hash).fetch_optional(&self.reader).await
    }

    /// Games in which a clock was running.
    pub(crate) async fn games_with_running_clocks(&self) -> Result<Vec<String>, sqlx::Error> {
        let asked =
            sqlx::query_scalar("SELECT id FROM games WHERE clock_runs = 1 AND deleted_at IS NULL");
        asked.fetch_all(&self.reader).await
    }
}
