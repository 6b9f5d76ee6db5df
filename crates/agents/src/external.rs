//! `uci`: any external engine, in a process of its own.

use std::collections::BTreeMap;
use std::num::NonZeroU32;
use std::path::Path;
use std::time::Duration;

use chess::{ByColor, CastlingStyle, Color, Game, Move, Position, UciMove};
use thinking::{Chances, Limits, Observer, Progress, Score, ScoreBound, Signal};
use uci::{Engine, EngineConfig, Go, Info, Thought, UciBound, UciScore};

use crate::agent_option::AgentOption;
use crate::catalogue::{Kind, Recipe};
use crate::option_values::{Options, limit_options};
use crate::own_limits::OwnLimits;
use crate::{Agent, AgentError, Candidate, Decision, Explanation, Request, SpecError};

pub(crate) const KIND: Kind = Kind {
    name: "uci",
    about: "Any UCI engine, run as a process of its own; other options are the engine's",
    examples: &[
        "uci?cmd=/usr/games/stockfish&UCI_LimitStrength=true&UCI_Elo=1800",
        "uci?cmd=/usr/games/gnuchess&arg=--uci&Hash=64",
    ],
    options: external_options,
    open: true,
    read,
};

/// How long an engine may be silent after its time is over before it is told
/// to stop, whoever else watches it.
const GRACE: Duration = Duration::from_secs(5);

fn external_options() -> Vec<AgentOption> {
    let mut options = vec![
        AgentOption::file("cmd", "Program", "What to run."),
        AgentOption::list("arg", "Arguments", "An argument for it; once for each."),
        AgentOption::folder("dir", "Folder", "Where to run it."),
    ];
    options.extend(limit_options(None, "Stops after so many plies."));
    options
}

#[derive(Clone, Debug)]
struct ExternalRecipe {
    config: EngineConfig,
    limits: OwnLimits,
    short_name: String,
}

fn read(options: &mut Options) -> Result<Box<dyn Recipe>, SpecError> {
    let program = options.take("cmd")?.ok_or(SpecError::Missing {
        kind: "uci",
        option: "cmd",
        example: "uci?cmd=/usr/games/stockfish",
    })?;
    let directory = options.take("dir")?.map(Into::into);
    let short_name = short_name(Path::new(&program), &options.pairs);
    let mut config = EngineConfig::new(program);
    config.directory = directory;
    config.arguments = options.take_all("arg")?.into_iter().map(Into::into).collect();
    let limits = options.limits()?;
    config.options = std::mem::take(&mut options.pairs);
    Ok(Box::new(ExternalRecipe { config, limits, short_name }))
}

/// `stockfish?UCI_Elo=1800`: without the folders, and without the switch that
/// always comes with the Elo.
fn short_name(program: &Path, options: &[(String, Option<String>)]) -> String {
    let mut name = program.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let telling = options.iter().filter(|(option, _)| option != "UCI_LimitStrength");
    for (index, (option, value)) in telling.enumerate() {
        name.push(if index == 0 { '?' } else { '&' });
        name.push_str(option);
        if let Some(value) = value {
            name.push('=');
            name.push_str(value);
        }
    }
    name
}

impl Recipe for ExternalRecipe {
    fn build(&self) -> Result<Box<dyn Agent>, AgentError> {
        let engine = Engine::start(self.config.clone())?;
        Ok(Box::new(External { engine, lines: 1, limits: self.limits }))
    }

    fn is_bounded(&self) -> bool {
        self.limits.any()
    }

    fn short_name(&self) -> Option<String> {
        Some(self.short_name.clone())
    }
}

struct External {
    engine: Engine,
    /// How many best lines it was told to find.
    lines: usize,
    limits: OwnLimits,
}

impl External {
    /// Lets it think, with as many best lines as are asked for and it has. The
    /// last word on each of them counts.
    fn think(
        &mut self,
        game: &Game,
        request: &Request,
        signal: &Signal,
        observer: &mut dyn Observer,
    ) -> Result<(Thought, BTreeMap<usize, Progress>), AgentError> {
        let position = *game.position();
        let limits = self.limits.narrow(&request.limits);
        let patience = allowed(&limits, game.turn()).map(|time| time + GRACE);
        let go = go(game, &limits);
        let lines = request.candidates.max(1);
        if lines != self.lines
            && self.engine.set_option("MultiPV", Some(&lines.to_string())).is_ok()
        {
            self.lines = lines;
        }
        if request.candidates == 0 && !observer.listens() {
            let thought = self.engine.go_quietly(game, &go, patience, signal)?;
            return Ok((thought, BTreeMap::new()));
        }
        let mut last = BTreeMap::new();
        let thought = self.engine.go(game, &go, patience, signal, |info: &Info| {
            let said = progress(info, &position);
            observer.progress(&said);
            if said.score.is_some() && !said.line.is_empty() {
                last.insert(said.line_index, said);
            }
        })?;
        Ok((thought, last))
    }

    fn explain(
        &self,
        position: &Position,
        best: Move,
        lines: &BTreeMap<usize, Progress>,
    ) -> Explanation {
        let candidate = |said: &Progress| Candidate {
            score: said.score,
            chances: said.chances,
            line: said.line.clone(),
            ..Candidate::new(said.line[0])
        };
        let mut candidates: Vec<_> = lines.values().map(candidate).collect();
        if candidates.is_empty() {
            candidates.push(Candidate::new(best));
        }
        let words = format!("{} wants {}", self.engine.name(), position.to_san(best));
        Explanation { candidates, words, ..Explanation::default() }
    }
}

impl Agent for External {
    fn new_game(&mut self, _seed: u64) -> Result<(), AgentError> {
        Ok(self.engine.new_game()?)
    }

    fn decide(
        &mut self,
        game: &Game,
        request: &Request,
        signal: &Signal,
        observer: &mut dyn Observer,
    ) -> Result<Decision, AgentError> {
        let position = *game.position();
        let (thought, lines) = self.think(game, request, signal, observer)?;
        let best = thought.best;
        let explanation =
            (request.candidates > 0).then(|| Box::new(self.explain(&position, best, &lines)));
        let info = thought.info.map(|info| progress(&info, &position)).unwrap_or_default();
        let line = if info.line.first() == Some(&best) {
            info.line
        } else {
            [Some(best), thought.ponder].into_iter().flatten().collect()
        };
        Ok(Decision {
            best,
            score: info.score,
            chances: info.chances,
            depth: info.depth,
            nodes: thought.nodes,
            tablebase_hits: info.tablebase_hits,
            time: Some(thought.elapsed),
            line,
            from_book: false,
            stopped: signal.is_stopped(),
            explanation,
        })
    }

    fn title(&self) -> Option<String> {
        Some(self.engine.name().to_owned())
    }
}

/// The time after which an answer is certainly late.
fn allowed(limits: &Limits, turn: Color) -> Option<Duration> {
    let clock = limits.clocks[turn].map(|clock| clock.left);
    crate::own_limits::lower(limits.move_time, clock).filter(|_| !limits.ponder)
}

fn go(game: &Game, limits: &Limits) -> Go {
    let spell = |&mv| game.position().to_uci(mv, CastlingStyle::Standard);
    let clocks = &limits.clocks;
    Go {
        searchmoves: limits.search_moves.iter().map(spell).collect(),
        ponder: limits.ponder,
        time: ByColor::new_with(|color| clocks[color].map(|clock| clock.left)),
        increment: ByColor::new_with(|color| clocks[color].map(|clock| clock.increment)),
        movestogo: limits.moves_to_go.and_then(NonZeroU32::new),
        depth: limits.depth,
        nodes: limits.nodes.or(limits.soft_nodes),
        mate: limits.mate,
        movetime: limits.move_time,
        infinite: limits.infinite,
        perft: None,
    }
}

fn progress(info: &Info, position: &Position) -> Progress {
    Progress {
        depth: info.depth,
        seldepth: info.seldepth,
        line_index: info.multipv.unwrap_or(1).saturating_sub(1) as usize,
        score: info.score.map(|report| match report.score {
            UciScore::Cp(centipawns) => Score::Cp(centipawns),
            UciScore::Mate(moves) => Score::Mate(moves),
        }),
        bound: info.score.map(|report| match report.bound {
            UciBound::Exact => ScoreBound::Exact,
            UciBound::Lower => ScoreBound::Lower,
            UciBound::Upper => ScoreBound::Upper,
        }),
        chances: info.wdl.map(|wdl| Chances { win: wdl.win, draw: wdl.draw, loss: wdl.loss }),
        nodes: info.nodes,
        visits: None,
        time: info.time,
        hashfull: info.hashfull,
        tablebase_hits: info.tbhits,
        line: legal(&info.pv, position),
    }
}

/// As much of a line as is legal.
fn legal(line: &[UciMove], position: &Position) -> Vec<Move> {
    let mut position = *position;
    let mut moves = Vec::with_capacity(line.len());
    for &text in line {
        let Ok(mv) = position.find_uci(text) else { break };
        moves.push(mv);
        position = position.after(mv);
    }
    moves
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use thinking::Clock;

    use super::*;

    #[test]
    fn limits_become_go() {
        let clock = |ms| Some(Clock { left: Duration::from_millis(ms), ..Clock::default() });
        let game = Game::new();
        let limits = Limits {
            clocks: ByColor([clock(900), clock(800)]),
            moves_to_go: Some(3),
            soft_nodes: Some(50),
            search_moves: vec![game.position().parse_san("Nf3").unwrap()],
            ..Limits::default()
        };
        let text = " wtime 900 btime 800 winc 0 binc 0 movestogo 3 nodes 50 searchmoves g1f3";
        assert_eq!(go(&game, &limits).to_string(), text);
        assert_eq!(allowed(&limits, Color::Black), Some(Duration::from_millis(800)));
        assert_eq!(allowed(&Limits::depth(3), Color::White), None);
    }

    #[test]
    fn what_engines_say_becomes_progress() {
        let message =
            "info depth 5 multipv 2 score mate -3 lowerbound wdl 0 9 991 nodes 7 pv e2e4 e7e5 e2e4";
        let uci::Message::Info(info) = message.parse().unwrap() else { panic!("no info") };
        let said = progress(&info, &Position::initial());
        assert_eq!((said.depth, said.line_index, said.nodes), (Some(5), 1, Some(7)));
        assert_eq!((said.score, said.bound), (Some(Score::Mate(-3)), Some(ScoreBound::Lower)));
        assert_eq!(said.chances.map(|chances| chances.loss), Some(991));
        // What is not legal ends the line.
        assert_eq!(said.line.len(), 2);
    }
}
