//! Everybody who has a name.

use agents::{Kind, LEAST_ELO, MOST_ELO, Spec};

use crate::LabError;
use crate::thinker::parse;

/// The specs that people choose by name, where this program has them: an agent that
/// it does not know yet is left out, and appears by itself once it does.
const NAMED: [&str; 15] = [
    "random",
    "minimax?level=easy",
    "minimax?level=medium",
    "minimax?level=hard",
    "origin?system=pychess",
    "origin?system=negamax",
    "origin?system=tapered",
    "origin?system=document",
    "mcts?level=easy",
    "mcts?level=medium",
    "mcts?level=hard",
    "mcts",
    "mlp",
    "mlp?depth=3",
    "engine",
];

/// Elo from one level of the engine to the next.
const LEVEL_STEP: usize = 400;

/// A player with a name.
#[derive(Clone, PartialEq, Debug)]
pub struct NamedPlayer {
    /// What to call it.
    pub name: String,
    /// How to make it.
    pub spec: String,
    /// Its rating, if that is known beforehand.
    pub known: Option<f64>,
}

impl NamedPlayer {
    /// A player that is called by its spec.
    pub fn new(spec: &str) -> Result<NamedPlayer, LabError> {
        let name = parse(spec)?.name().to_owned();
        Ok(NamedPlayer { name, spec: spec.to_owned(), known: None })
    }

    /// Stockfish, or another engine that knows `UCI_Elo`, at a known rating.
    pub fn anchor(command: &str, elo: u32) -> Result<NamedPlayer, LabError> {
        let spec = anchor_spec(command, elo)?;
        let known = Some(f64::from(elo));
        Ok(NamedPlayer { known, ..NamedPlayer::new(&spec)? })
    }
}

/// The spec of an external engine at a rating.
pub fn anchor_spec(command: &str, elo: u32) -> Result<String, LabError> {
    let failed = |source| LabError::Spec { spec: command.to_owned(), source: Box::new(source) };
    let options = [
        ("cmd", command.to_owned()),
        ("UCI_LimitStrength", "true".to_owned()),
        ("UCI_Elo", elo.to_string()),
    ];
    let options = options.map(|(name, value)| (name.to_owned(), Some(value)));
    let kind = Kind::find("uci").map_err(failed)?;
    Ok(Spec::from_options(kind, &options).map_err(failed)?.to_string())
}

/// Those of the specs that this program understands.
pub(crate) fn understood<'a>(specs: &[&'a str]) -> Vec<&'a str> {
    specs.iter().copied().filter(|spec| spec.parse::<Spec>().is_ok()).collect()
}

/// Everybody: Random, minimax and mcts levels, the origin systems, the engine and
/// its levels.
pub fn named_players() -> Result<Vec<NamedPlayer>, LabError> {
    let levels = (LEAST_ELO..=MOST_ELO).step_by(LEVEL_STEP).map(|elo| format!("engine?elo={elo}"));
    let named = understood(&NAMED);
    levels.chain(named.into_iter().map(str::to_owned)).map(|spec| NamedPlayer::new(&spec)).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_but_external_ones_has_a_name() {
        let players = named_players().unwrap();
        for kind in agents::kinds().iter().filter(|kind| kind.name != "uci") {
            let has = |player: &NamedPlayer| player.spec.split('?').next() == Some(kind.name);
            assert!(players.iter().any(has), "{}", kind.name);
        }
        assert!(players.iter().any(|player| player.spec == "engine?elo=2800"));
    }

    #[test]
    fn anchors_are_known() {
        let anchor = NamedPlayer::anchor("/a & b/stockfish", 1500).unwrap();
        assert_eq!((anchor.name.as_str(), anchor.known), ("stockfish?UCI_Elo=1500", Some(1500.0)));
        assert!(anchor.spec.contains("/a %26 b/stockfish"), "{}", anchor.spec);
    }
}
