//! The players of a plan, checked.

use agents::Spec;

use crate::plan::{DEFAULT_CLOCK, TournamentPlan};
use crate::plan_error::TournamentPlanError;
use crate::time_control::TimeControl;

/// Most games at the same time; each has threads and processes of its own.
const MOST_GAMES: u64 = 1_024;

/// Most seconds to wait for anybody: a week.
const LONGEST: u64 = 7 * 24 * 3_600;

/// A player whose spec was read.
#[derive(Clone, Debug)]
pub struct Entrant {
    /// How to make it.
    pub spec: Spec,
    /// What to call it; no other has the same name.
    pub name: String,
    /// Its time control.
    pub tc: TimeControl,
}

impl TournamentPlan {
    /// Checks the plan and reads the specs of its players.
    pub fn entrants(&self) -> Result<Vec<Entrant>, TournamentPlanError> {
        if self.players.len() < 2 {
            return Err(TournamentPlanError::Players);
        }
        if self.games == Some(0) {
            return Err(TournamentPlanError::Games);
        }
        in_range("concurrency", self.concurrency as u64, 1, MOST_GAMES)?;
        in_range("margin", self.margin, 0, 1_000 * LONGEST)?;
        in_range("patience", self.patience, 1, LONGEST)?;
        self.adjudication.check().map_err(TournamentPlanError::Adjudication)?;
        if let Some(sprt) = &self.sprt {
            if self.players.len() != 2 {
                return Err(TournamentPlanError::SprtPlayers(self.players.len()));
            }
            if self.part.is_some() {
                return Err(TournamentPlanError::SprtPart);
            }
            sprt.check().map_err(TournamentPlanError::Sprt)?;
        }
        let specs = self.players.iter().zip(1..).map(|(player, number)| {
            let text = player.spec.clone();
            player.spec.parse::<Spec>().map_err(|source| TournamentPlanError::Spec {
                number,
                text,
                source,
            })
        });
        let specs = specs.collect::<Result<Vec<_>, _>>()?;
        let free = specs.iter().all(Spec::is_bounded);
        let usual = match self.tc {
            Some(tc) => tc,
            None if free => TimeControl::None,
            None => DEFAULT_CLOCK.parse().unwrap_or_default(),
        };
        let known: Vec<_> =
            specs.iter().map(|spec| (spec.name().to_owned(), spec.to_string())).collect();
        let is_shared = |spec: &Spec| {
            known.iter().any(|(name, text)| name == spec.name() && *text != spec.to_string())
        };
        let mut entrants: Vec<Entrant> = Vec::new();
        for (player, spec) in self.players.iter().zip(specs) {
            let wanted = match &player.name {
                Some(name) => name.clone(),
                // Programs of the same name in two folders are told apart by
                // their specs.
                None if is_shared(&spec) => spec.to_string(),
                None => spec.name().to_owned(),
            };
            let taken = |name: &str| entrants.iter().any(|entrant| entrant.name == name);
            let name = (1..)
                .map(|number| match number {
                    1 => wanted.clone(),
                    number => format!("{wanted} ({number})"),
                })
                .find(|name| !taken(name))
                .unwrap_or_default();
            entrants.push(Entrant { spec, name, tc: player.tc.unwrap_or(usual) });
        }
        Ok(entrants)
    }
}

fn in_range(
    what: &'static str,
    number: u64,
    least: u64,
    most: u64,
) -> Result<(), TournamentPlanError> {
    if (least..=most).contains(&number) {
        Ok(())
    } else {
        Err(TournamentPlanError::Range { what, number, least, most })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::plan::Player;

    #[test]
    fn names_tell_players_apart() {
        let names = |specs: &[&str]| {
            let player = |spec: &&str| Player { spec: (*spec).to_owned(), name: None, tc: None };
            let plan = TournamentPlan::new(specs.iter().map(player).collect());
            plan.entrants().unwrap().into_iter().map(|entrant| entrant.name).collect::<Vec<_>>()
        };
        assert_eq!(names(&["uci?cmd=/a/x", "uci?cmd=/a/x&Hash=1"]), ["x", "x?Hash=1"]);
        assert_eq!(names(&["uci?cmd=/a/x", "uci?cmd=/b/x"]), ["uci?cmd=/a/x", "uci?cmd=/b/x"]);
        assert_eq!(names(&["uci?cmd=/a/x", "uci?cmd=/a/x"]), ["x", "x (2)"]);
        assert_eq!(names(&["random?name=r", "engine?name=r"]), ["random?name=r", "engine?name=r"]);
    }

    #[test]
    fn a_clock_only_for_those_who_need_one() {
        let tc = |specs: [&str; 2]| {
            let player = |spec: &str| Player { spec: spec.to_owned(), name: None, tc: None };
            TournamentPlan::new(specs.map(player).to_vec()).entrants().unwrap()[0].tc.to_string()
        };
        assert_eq!(tc(["random", "minimax"]), "none");
        assert_eq!(tc(["engine", "random"]), DEFAULT_CLOCK);
    }
}
