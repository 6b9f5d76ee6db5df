//! Who sits at the table: invitations, names, and a table that is put away.

use std::time::Instant;

use super::Table;
use crate::error::{Code, Refusal};
use crate::messages::{Event, Farewell, Game, GameState, Invitation, Seat};
use crate::secret;
use crate::store::Change;

impl Table {
    pub(super) async fn join(
        &mut self,
        visitor: String,
        nickname: String,
    ) -> Result<Game, Refusal> {
        let open = self.state.setup.open.ok_or_else(|| Refusal::not_found("invitation"))?;
        if self.state.deleted {
            return Err(Refusal::not_found("game"));
        }
        match self.state.seat(open) {
            Seat::Human { visitor: Some(holder), .. } if *holder == visitor => {}
            Seat::Human { visitor: None, .. } if self.state.setup.owner == visitor => {
                let message = "This is your own invitation: send the link to somebody else.";
                return Err(Refusal::new(Code::OwnInvitation, message));
            }
            Seat::Human { visitor: None, .. } => {
                let event = Event::Joined { color: open, name: nickname, visitor: visitor.clone() };
                self.happen(vec![event], Vec::new()).await?;
                self.turn_since = self.app.time.now();
            }
            _ => {
                let message = "Somebody else has taken this seat. You can watch the game.";
                return Err(Refusal::new(Code::SeatTaken, message));
            }
        }
        Ok(self.view(Some(&visitor)))
    }

    pub(super) async fn invite(&mut self, visitor: &str) -> Result<Invitation, Refusal> {
        if self.state.setup.owner != visitor {
            return Err(Refusal::new(Code::NotYours, "Only who made the game can invite to it."));
        }
        let color =
            self.state.setup.open.filter(|&color| {
                matches!(self.state.seat(color), Seat::Human { visitor: None, .. })
            });
        let color = color.ok_or_else(|| {
            Refusal::new(Code::NotAllowed, "There is no empty seat in this game.")
        })?;
        let token = secret::secret();
        let hash = Some(secret::hash(&token));
        let game = self.state.setup.id.clone();
        self.app.store.write(vec![Change::Invite { game, hash }]).await?;
        Ok(Invitation { path: format!("/join/{token}"), token, color })
    }

    pub(super) async fn delete(&mut self, visitor: &str, hide: bool) -> Result<Game, Refusal> {
        if self.state.setup.owner != visitor {
            return Err(Refusal::new(Code::NotYours, "Only who made the game can delete it."));
        }
        if self.state.deleted != hide {
            let at = hide.then(|| self.app.time.now());
            let mut next = self.state.clone();
            next.deleted = hide;
            // Time stands still for a game that nobody can see.
            if let Some(clock) = &mut next.clock {
                let now = self.app.time.now();
                let runs =
                    !hide && !next.records.is_empty() && self.state.state() == GameState::Playing;
                clock.run(runs.then(|| self.state.turn()), now);
            }
            let game = next.setup.id.clone();
            self.commit(next, Vec::new(), vec![Change::Deleted { game, at }]).await?;
            if hide {
                self.watchers.bye(Farewell::Deleted, "The game was deleted.");
                self.alone_since.get_or_insert_with(Instant::now);
            }
        }
        Ok(self.view(Some(visitor)))
    }

    pub(super) async fn rename(&mut self, visitor: &str, nickname: &str) {
        let joined =
            |color| Event::Joined { color, name: nickname.to_owned(), visitor: visitor.to_owned() };
        let events: Vec<_> = self.state.seats_of(Some(visitor)).into_iter().map(joined).collect();
        if !events.is_empty()
            && let Err(error) = self.happen(events, Vec::new()).await
        {
            tracing::warn!(%error, "a nickname could not be changed");
        }
    }
}
