-- Written so that PostgreSQL understands it as well: numbers are BIGINT,
-- truth is 0 or 1, times are milliseconds since 1970, JSON is TEXT.

CREATE TABLE visitors (
    id          TEXT PRIMARY KEY,
    -- SHA-256 of the cookie: whoever reads this file cannot play as somebody else.
    secret_hash TEXT NOT NULL UNIQUE,
    nickname    TEXT NOT NULL,
    settings    TEXT NOT NULL,
    is_new      BIGINT NOT NULL,
    rating      DOUBLE PRECISION NOT NULL,
    deviation   DOUBLE PRECISION NOT NULL,
    volatility  DOUBLE PRECISION NOT NULL,
    rated_games BIGINT NOT NULL,
    created_at  BIGINT NOT NULL,
    seen_at     BIGINT NOT NULL
);

CREATE TABLE games (
    id            TEXT PRIMARY KEY,
    owner         TEXT NOT NULL,
    white_visitor TEXT,
    black_visitor TEXT,
    invite_hash   TEXT UNIQUE,
    state         TEXT NOT NULL,
    created_at    BIGINT NOT NULL,
    updated_at    BIGINT NOT NULL,
    deleted_at    BIGINT,
    -- What never changes, the summary for lists, the clocks as of last time.
    setup         TEXT NOT NULL,
    summary       TEXT NOT NULL,
    clock         TEXT,
    clock_runs    BIGINT NOT NULL,
    -- Names, opening and result in lower case, for the search.
    words         TEXT NOT NULL
);

CREATE INDEX games_by_owner ON games (owner, updated_at);
CREATE INDEX games_by_white ON games (white_visitor, updated_at);
CREATE INDEX games_by_black ON games (black_visitor, updated_at);
CREATE INDEX games_by_clock ON games (clock_runs);

-- A game is its setup and these, in their order.
CREATE TABLE events (
    game TEXT NOT NULL,
    seq  BIGINT NOT NULL,
    at   BIGINT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (game, seq)
);

-- Single values: when the server was last known to be alive.
CREATE TABLE marks (
    name  TEXT PRIMARY KEY,
    value BIGINT NOT NULL
);
