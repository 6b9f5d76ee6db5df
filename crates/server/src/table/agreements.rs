//! What players agree on or declare: draws, resignations, rematches.

use super::Table;
use super::clock::other;
use super::commands::{Done, refuse};
use super::state::State;
use crate::error::{Code, Refusal};
use crate::messages::{Color, Event, Offer, Score};
use crate::secret;
use crate::store::Change;

impl Table {
    pub(super) async fn on_answer(&mut self, seats: &[Color], what: Offer, accept: bool) -> Done {
        let by = self.acting(seats)?;
        if self.offer(what) != Some(other(by)) {
            return refuse(Code::NothingToAnswer, "There is no such offer.");
        }
        if !accept {
            let event = Event::Declined { what, by };
            return self.happen(vec![event], Vec::new()).await.map(Some);
        }
        match what {
            Offer::Draw => self.agree_draw().await.map(Some),
            Offer::Undo => {
                let plies = self.plies_back(other(by));
                self.undo(plies).await.map(Some)
            }
            Offer::Rematch => self.on_rematch(seats).await,
        }
    }

    async fn agree_draw(&mut self) -> Result<u64, Refusal> {
        let mut next = self.state.clone();
        declared(next.game.agree_draw())?;
        self.thinking.stop();
        self.finish(next, Vec::new()).await
    }

    pub(super) async fn on_offer_draw(&mut self, seats: &[Color]) -> Done {
        self.demand_going()?;
        let by = self.acting(seats)?;
        if self.state.draw_offer == Some(other(by)) {
            return self.agree_draw().await.map(Some);
        }
        let ply = self.state.records.len();
        if self.offered_at[by as usize] == Some(ply) || self.state.draw_offer == Some(by) {
            return refuse(Code::AskedAlready, "You have offered a draw already. Play on first.");
        }
        if seats.len() == 2 {
            // Who plays both sides agrees with themselves.
            return self.agree_draw().await.map(Some);
        }
        self.offered_at[by as usize] = Some(ply);
        if !self.state.seat(other(by)).is_agent() {
            let event = Event::Offer { what: Offer::Draw, by };
            return self.happen(vec![event], Vec::new()).await.map(Some);
        }
        if self.agent_accepts_draw(other(by)) {
            return self.agree_draw().await.map(Some);
        }
        let declined = Event::Declined { what: Offer::Draw, by: other(by) };
        self.happen(vec![declined], Vec::new()).await.map(Some)
    }

    /// An agent accepts a draw unless it thinks that it stands better. Who does
    /// not think leaves it to chance; nobody agrees before the game has begun.
    fn agent_accepts_draw(&self, agent: Color) -> bool {
        const OPENING: usize = 20;
        let plies = self.state.records.len();
        let back = if self.state.turn() == agent { 2 } else { 1 };
        let Some(last) = plies.checked_sub(back).and_then(|ply| self.state.records.get(ply)) else {
            return false;
        };
        match last.thought.as_ref().and_then(|thought| thought.score) {
            _ if plies < OPENING => false,
            Some(Score::Cp(value) | Score::Mate(value) | Score::Tablebase(value)) => value <= 0,
            None => secret::seed(&format!("{} {plies}", self.state.setup.id)).is_multiple_of(2),
        }
    }

    pub(super) async fn on_claim(&mut self, seats: &[Color]) -> Done {
        self.demand_going()?;
        if !seats.contains(&self.state.turn()) {
            return refuse(Code::NotYourSeat, "A draw is claimed by the side to move.");
        }
        let mut next = self.state.clone();
        if let Err(error) = next.game.claim_draw() {
            return Err(Refusal::new(Code::NothingToClaim, error.to_string()));
        }
        self.finish(next, Vec::new()).await.map(Some)
    }

    pub(super) async fn on_resign(&mut self, seats: &[Color], color: Option<Color>) -> Done {
        self.demand_going()?;
        let loser = match color {
            Some(color) if seats.contains(&color) => color,
            Some(_) => return refuse(Code::NotYourSeat, "You can only resign for yourself."),
            None => self.acting(seats)?,
        };
        let mut next = self.state.clone();
        declared(next.game.resign(loser.into()))?;
        self.thinking.stop();
        self.finish(next, Vec::new()).await.map(Some)
    }

    pub(super) async fn on_rematch(&mut self, seats: &[Color]) -> Done {
        if !self.state.is_over() || self.state.setup.imported.is_some() {
            return refuse(Code::FinishFirst, "Finish this game first.");
        }
        if self.state.rematch.is_some() {
            return refuse(Code::NotAllowed, "The next game has begun already.");
        }
        if self.state.is_between_people() {
            let by = self.acting(seats)?;
            match self.state.rematch_offer {
                Some(offered) if offered == by => {
                    return refuse(Code::AskedAlready, "You have asked already.");
                }
                None => {
                    let event = Event::Offer { what: Offer::Rematch, by };
                    return self.happen(vec![event], Vec::new()).await.map(Some);
                }
                Some(_) => {}
            }
        }
        let (white, black) = (self.state.seat(Color::Black), self.state.seat(Color::White));
        let now = self.app.time.now();
        let setup = self.state.setup.rematch(white.clone(), black.clone(), now)?;
        let state = State::new(setup, now).map_err(Refusal::internal)?;
        let game = state.setup.id.clone();
        let row = state.row(now).map_err(Refusal::internal)?;
        // Both or none: there is one rematch of a game.
        let change = Change::NewGame(Box::new(row));
        let seq = self.happen(vec![Event::Rematch { game }], vec![change]).await?;
        self.app.metrics.games.add(1);
        Ok(Some(seq))
    }
}

fn declared<T>(result: Result<T, chess::DeclareError>) -> Result<T, Refusal> {
    result.map_err(|error| Refusal::new(Code::GameOver, error.to_string()))
}
