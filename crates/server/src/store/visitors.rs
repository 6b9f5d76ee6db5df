//! Visitors in the database.

use sqlx::sqlite::SqliteConnection;

use super::Store;
use crate::glicko::Rating;

/// Somebody with a cookie.
#[derive(Clone, PartialEq, Debug, sqlx::FromRow)]
pub(crate) struct Visitor {
    pub(crate) id: String,
    pub(crate) secret_hash: String,
    pub(crate) nickname: String,
    pub(crate) settings: String,
    pub(crate) is_new: i64,
    pub(crate) rating: f64,
    pub(crate) deviation: f64,
    pub(crate) volatility: f64,
    pub(crate) rated_games: i64,
    pub(crate) created_at: i64,
    pub(crate) seen_at: i64,
}

const COLUMNS: &str = "id, secret_hash, nickname, settings, is_new, rating, deviation, volatility, \
                       rated_games, created_at, seen_at";

impl Visitor {
    pub(crate) fn level(&self) -> Rating {
        Rating { rating: self.rating, deviation: self.deviation, volatility: self.volatility }
    }

    pub(super) async fn insert(&self, to: &mut SqliteConnection) -> Result<(), sqlx::Error> {
        sqlx::query(
            "INSERT INTO visitors (id, secret_hash, nickname, settings, is_new, rating, deviation, \
             volatility, rated_games, created_at, seen_at) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
        )
        .bind(&self.id)
        .bind(&self.secret_hash)
        .bind(&self.nickname)
        .bind(&self.settings)
        .bind(self.is_new)
        .bind(self.rating)
        .bind(self.deviation)
        .bind(self.volatility)
        .bind(self.rated_games)
        .bind(self.created_at)
        .bind(self.seen_at)
        .execute(to)
        .await
        .map(drop)
    }

    /// Reads the level and writes what a game made of it, in one transaction.
    pub(super) async fn played(
        to: &mut SqliteConnection,
        visitor: &str,
        opponent: f64,
        opponent_deviation: f64,
        points: f64,
    ) -> Result<(), sqlx::Error> {
        let asked = sqlx::query_as::<_, (f64, f64, f64)>(
            "SELECT rating, deviation, volatility FROM visitors WHERE id = $1",
        );
        let Some((rating, deviation, volatility)) =
            asked.bind(visitor).fetch_optional(&mut *to).await?
        else {
            return Ok(());
        };
        let before = Rating { rating, deviation, volatility };
        let after = before.after(opponent, opponent_deviation, points);
        sqlx::query(
            "UPDATE visitors SET rating = $2, deviation = $3, volatility = $4, \
             rated_games = rated_games + 1, is_new = 0 WHERE id = $1",
        )
        .bind(visitor)
        .bind(after.rating)
        .bind(after.deviation)
        .bind(after.volatility)
        .execute(to)
        .await
        .map(drop)
    }
}

impl Store {
    /// The visitor with this secret.
    pub(crate) async fn visitor_by_secret(
        &self,
        secret_hash: &str,
    ) -> Result<Option<Visitor>, sqlx::Error> {
        let text = format!("SELECT {COLUMNS} FROM visitors WHERE secret_hash = $1");
        let asked = sqlx::query_as(sqlx::AssertSqlSafe(text));
        asked.bind(secret_hash).fetch_optional(&self.reader).await
    }

    /// The visitor with this public name.
    pub(crate) async fn visitor(&self, id: &str) -> Result<Option<Visitor>, sqlx::Error> {
        let text = format!("SELECT {COLUMNS} FROM visitors WHERE id = $1");
        let asked = sqlx::query_as(sqlx::AssertSqlSafe(text));
        asked.bind(id).fetch_optional(&self.reader).await
    }
}
