//! A game as others see it: its players, its lists, the disk.

use chess::DrawReason;
use knowledge::openings::OpeningNames;

use super::state::State;
use crate::messages::{
    Color, Game, GameState, GameSummary, MoveRecord, Opening, Reason, Seat, Status,
};
use crate::store::GameRow;

impl State {
    fn opening(&self) -> Option<Opening> {
        let (opening, ply) = OpeningNames::builtin().of_game(&self.game)?;
        let (eco, name) = (opening.eco.to_string(), opening.name.clone());
        (ply > 0).then_some(Opening { eco, name, ply })
    }

    pub(crate) fn status(&self, thinking: Option<Color>) -> Status {
        let position = self.game.position();
        let claim = match self.game.claimable_draw() {
            Some(DrawReason::Threefold) => Some(Reason::Threefold),
            Some(DrawReason::FiftyMoves) => Some(Reason::FiftyMoves),
            _ => None,
        };
        Status {
            state: self.state(),
            fen: position.fen(),
            turn: self.turn(),
            plies: self.records.len(),
            check: position.is_check(),
            redo: self.undone.len(),
            clock: self.clock,
            failure: self.failure.clone(),
            pace_ms: self.pace_ms,
            draw_offer: self.draw_offer,
            undo_offer: self.undo_offer,
            rematch_offer: self.rematch_offer,
            claim: claim.filter(|_| !self.is_over()),
            thinking,
            rated: self.unrated.is_none(),
            unrated: self.unrated,
            result: self.end(),
            opening: self.opening(),
            rematch: self.rematch.clone(),
        }
    }

    /// The game as a visitor sees it.
    pub(crate) fn view(&self, visitor: Option<&str>, status: Status) -> Game {
        let setup = &self.setup;
        Game {
            id: setup.id.clone(),
            created_at: setup.created_at,
            start: setup.start.clone(),
            start_fen: setup.start_fen.clone(),
            chess960: self.game.start().is_chess960(),
            white: self.seat(Color::White).clone(),
            black: self.seat(Color::Black).clone(),
            moves: self.records.iter().map(|record| MoveRecord::clone(record)).collect(),
            time_control: setup.time_control,
            natural: setup.natural,
            status,
            seq: self.seq,
            you: self.seats_of(visitor),
            owner: visitor == Some(&setup.owner),
            deleted: self.deleted,
            imported: setup.imported.is_some(),
            tags: setup.imported.as_ref().map(|from| from.tags.clone()).unwrap_or_default(),
        }
    }

    /// The game in a list of nobody in particular.
    pub(crate) fn summary(&self, updated_at: u64) -> GameSummary {
        GameSummary {
            id: self.setup.id.clone(),
            state: self.state(),
            created_at: self.setup.created_at,
            updated_at,
            white: self.seat(Color::White).clone(),
            black: self.seat(Color::Black).clone(),
            fen: self.game.position().fen(),
            last_move: self.records.last().map(|record| record.uci.clone()),
            plies: self.records.len(),
            result: self.end(),
            opening: self.opening(),
            clock: self.setup.time_control,
            you: Vec::new(),
            imported: self.setup.imported.is_some(),
            deleted: self.deleted,
        }
    }

    /// The game as it is kept.
    pub(crate) fn row(&self, updated_at: u64) -> Result<GameRow, serde_json::Error> {
        let summary = self.summary(updated_at);
        let mut words = vec![summary.white.name(), summary.black.name(), &summary.id];
        if let Some(opening) = &summary.opening {
            words.extend([opening.eco.as_str(), opening.name.as_str()]);
        }
        if let Some(end) = &summary.result {
            words.push(&end.score);
        }
        if let Some(imported) = &self.setup.imported {
            words.extend(imported.tags.values().map(String::as_str));
        }
        let visitor = |color| match self.seat(color) {
            Seat::Human { visitor, .. } => visitor.clone(),
            Seat::Agent { .. } => None,
        };
        let running = self.clock.is_some_and(|clock| clock.running.is_some());
        Ok(GameRow {
            id: self.setup.id.clone(),
            owner: self.setup.owner.clone(),
            white_visitor: visitor(Color::White),
            black_visitor: visitor(Color::Black),
            state: state_name(summary.state).to_owned(),
            created_at: self.setup.created_at as i64,
            updated_at: updated_at as i64,
            deleted_at: None,
            setup: self.setup_text.to_string(),
            clock: self.clock.map(|clock| serde_json::to_string(&clock)).transpose()?,
            clock_runs: i64::from(running),
            words: words.join(" ").to_lowercase(),
            summary: serde_json::to_string(&summary)?,
        })
    }
}

fn state_name(state: GameState) -> &'static str {
    match state {
        GameState::Waiting => "waiting",
        GameState::Playing => "playing",
        GameState::Paused => "paused",
        GameState::Over => "over",
    }
}
