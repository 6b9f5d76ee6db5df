//! `origin`: the systems that this program grew from, as their reports describe
//! them.
//!
//! Their evaluations with their own numbers, and their techniques, move ordering
//! and depth in this search, so that figures are compared like for like. Nothing
//! that we fitted is in them. What differs in all of them: our search plays every
//! way out of check in quiescence, and counts a position that came before as drawn.

use eval::{EvaluatorSpec, TermSet};
use knowledge::book::Variety;
use search::{Parallelism, Settings, Technique, TechniqueSet};

use crate::SpecError;
use crate::agent_option::{AgentOption, OptionChoice};
use crate::alpha_beta::AlphaBetaRecipe;
use crate::book::{book_options, with_book};
use crate::catalogue::{Kind, Recipe};
use crate::engine::{syzygy_option, threads_option};
use crate::minimax::{level_option, leveled_limits};
use crate::option_values::{Options, limit_options};

pub(crate) const KIND: Kind = Kind {
    name: "origin",
    about: "The coursework systems this program grew from: their evaluation, techniques and depth",
    examples: &[
        "origin?system=pychess&level=hard",
        "origin?system=negamax",
        "origin?system=tapered",
        "origin?system=document",
        "origin?system=document&threads=2&book=on",
    ],
    options: origin_options,
    open: false,
    read,
};

/// How a system was set up.
#[derive(Clone, Debug)]
struct System {
    evaluator: EvaluatorSpec,
    techniques: TechniqueSet,
    /// Captures in a row that it played out at the leaves, where it did.
    quiescence_plies: Option<usize>,
    /// Plies that a null move counts as, the null move included, where it had one.
    null_move_reduction: Option<i32>,
    depth: u32,
    /// Did it have threads, an opening book and endgame tables?
    has_helpers: bool,
    /// What is the report's, and what is our choice.
    about: &'static str,
}

/// The first system limited the depth of its quiescence, and does not say to what.
const FEW_CAPTURES: usize = 3;

const ALPHA_BETA: TechniqueSet = TechniqueSet::MINIMAX.with(Technique::AlphaBeta);

/// Order: the move of the table, promotions, captures of valuable men by cheap
/// ones, the rest as they come.
const PYCHESS: System = System {
    evaluator: EvaluatorSpec::Simplified,
    techniques: ALPHA_BETA
        .with(Technique::IterativeDeepening)
        .with(Technique::TranspositionTable)
        .with(Technique::Quiescence)
        .with(Technique::MvvLva),
    quiescence_plies: Some(FEW_CAPTURES),
    null_move_reduction: None,
    depth: 3,
    has_helpers: false,
    about: "Alpha-beta with iterative deepening, table and quiescence of captures and promotions \
            on the Simplified Evaluation Function, as reported. Ours: the weights of pawn \
            structure, king's shield and centre, and three plies of quiescence.",
};

/// Each root move is played and then searched three plies deep: four in all. The
/// first of equal moves is kept, as later ones have to beat it.
const NEGAMAX: System = System {
    evaluator: EvaluatorSpec::Classic(TermSet::MATERIAL),
    techniques: ALPHA_BETA,
    quiescence_plies: None,
    null_move_reduction: None,
    depth: 4,
    has_helpers: false,
    about: "Negamax with alpha-beta, four plies in all, on material 9, 5, 3, 3, 1, as reported. \
            Ours: the order in which moves come, and so which of equal ones is the first.",
};

const TAPERED: System = System {
    evaluator: EvaluatorSpec::Pesto,
    techniques: ALPHA_BETA,
    quiescence_plies: None,
    null_move_reduction: None,
    depth: 3,
    has_helpers: false,
    about: "Minimax of three plies with alpha-beta and a tapered evaluation, no table and no \
            quiescence, as reported. Ours: PeSTO's values and tables, since it prints none.",
};

/// Parallel search, book and endgame tables are options, since not every machine
/// has them to spare. No late move reductions.
const DOCUMENT: System = System {
    evaluator: EvaluatorSpec::Document,
    techniques: PYCHESS
        .techniques
        .with(Technique::Aspiration)
        .with(Technique::NullMove)
        .with(Technique::Killers)
        .with(Technique::History)
        .with(Technique::CheckOrdering),
    quiescence_plies: None,
    null_move_reduction: Some(1 + 2),
    depth: 4,
    has_helpers: true,
    about: "The engine of a design document: its terms and weights, table, quiescence, null move, \
            aspiration, killers, history, and root splitting with several threads. Ours: \
            Michniewski's squares, hanging men counted in hundredths, four plies, failed windows \
            searched again, captures before killers, and the formula of the history.",
};

const SYSTEMS: [(&str, &System); 4] =
    [("pychess", &PYCHESS), ("negamax", &NEGAMAX), ("tapered", &TAPERED), ("document", &DOCUMENT)];

/// What [`System::has_helpers`] allows.
const HELPERS: [&str; 6] = ["threads", "syzygy", "book", "bookfile", "bookdepth", "variety"];

fn origin_options() -> Vec<AgentOption> {
    let systems = SYSTEMS.map(|(name, system)| OptionChoice::new(name, system.about)).to_vec();
    let mut options = vec![
        AgentOption::choice("system", "System", "Which one.", systems, None),
        level_option("Depth 2, 3 or 4 instead of its own."),
    ];
    options.extend(limit_options(None, "Plies to search instead of its own."));
    let helpers = [threads_option(), syzygy_option()];
    options.extend(helpers.into_iter().chain(book_options(Some(50))).map(|mut option| {
        option.about.push_str(" Only the document's system has it.");
        option
    }));
    options
}

fn read(options: &mut Options) -> Result<Box<dyn Recipe>, SpecError> {
    let system = options.choice("system", &SYSTEMS)?.ok_or(SpecError::Missing {
        kind: "origin",
        option: "system",
        example: "origin?system=pychess",
    })?;
    if !system.has_helpers {
        let defaults = origin_options();
        for name in HELPERS {
            let Some(value) = options.take(name)? else { continue };
            // A GUI may set what nobody changed.
            let option = defaults.iter().find(|option| option.name == name);
            if option.is_none_or(|option| option.default_text() != value) {
                return Err(options.bad(name, &value, "only system=document has it"));
            }
        }
    }
    let settings = Settings {
        quiescence_plies: system.quiescence_plies,
        null_move_reduction: system.null_move_reduction,
        parallelism: Parallelism::RootSplitting,
        threads: options.size("threads")?.unwrap_or(1),
        ..Settings::default()
    };
    let recipe = AlphaBetaRecipe {
        evaluator: system.evaluator.clone().into(),
        techniques: system.techniques.into(),
        settings,
        limits: leveled_limits(options, system.depth)?,
        syzygy: options.take("syzygy")?,
        fixed_depth: true,
    };
    with_book(options, Variety::WEIGHTED, recipe)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use chess::{Color, Game, Move, Position, Role};
    use thinking::{Limits, Signal, Silent};

    use crate::{Decision, Request, Spec};

    fn decide(spec: &str, position: Position, request: &Request) -> Decision {
        let mut agent = spec.parse::<Spec>().unwrap().build().unwrap();
        let game = Game::from_position(position);
        agent.decide(&game, request, &Signal::new(), &mut Silent).unwrap()
    }

    #[test]
    fn each_is_evaluated_by_its_own_numbers() {
        let position = Position::from_fen("4k3/8/8/8/8/8/4P3/4K2R w K - 0 1").unwrap();
        for (system, depth, terms, rook_and_pawn) in [
            ("pychess", 3, "material squares pawns passed shield center", 600),
            ("negamax", 4, "points", 600),
            ("tapered", 3, "material squares", 559),
            (
                "document",
                4,
                "material squares mobility center development isolated king-safety hanging \
                 king-attack",
                6000,
            ),
        ] {
            let request = Request::explained(Limits::default(), 1);
            let decision = decide(&format!("origin?system={system}"), position, &request);
            assert_eq!(decision.depth, Some(depth), "{system}");
            let trace = decision.explanation.unwrap().trace.unwrap();
            let names: Vec<_> = trace.lines.iter().map(|line| line.term).collect();
            assert_eq!(names.join(" "), terms, "{system}");
            assert_eq!(trace.lines[0].white.middlegame, rook_and_pawn, "{system}");
        }
    }

    /// Men in school points, for the side to move.
    fn points(position: &Position) -> i32 {
        let count = |color: Color, role| position.pieces(color, role).len() as i32;
        let worth = [(Role::Pawn, 1), (Role::Knight, 3), (Role::Bishop, 3)]
            .into_iter()
            .chain([(Role::Rook, 5), (Role::Queen, 9)]);
        let us = position.turn();
        worth.map(|(role, points)| points * (count(us, role) - count(!us, role))).sum()
    }

    fn negamax(position: &Position, depth: u32) -> i32 {
        let moves = position.legal_moves();
        if moves.is_empty() {
            return if position.is_check() { -1_000 - depth as i32 } else { 0 };
        }
        if depth == 0 {
            return points(position);
        }
        moves.into_iter().map(|mv| -negamax(&position.after(mv), depth - 1)).max().unwrap()
    }

    #[test]
    fn negamax_looks_four_plies_ahead_and_keeps_the_first_among_equals() {
        let mut ties = 0;
        for fen in [
            "4k3/1p2p3/8/3n4/8/4B3/1P2P3/4K3 w - - 0 1",
            "4k3/1p2p3/8/3n4/8/4B3/1P2P3/4K3 b - - 0 1",
            "6k1/5ppp/8/8/8/8/1r3PPP/3R2K1 w - - 0 1",
            "8/2k5/2p5/2P1q3/8/4R3/4R3/4K3 b - - 0 1",
        ] {
            let position = Position::from_fen(fen).unwrap();
            let moves = position.legal_moves();
            let values: Vec<(Move, i32)> =
                moves.into_iter().map(|mv| (mv, -negamax(&position.after(mv), 3))).collect();
            let best = values.iter().map(|&(_, value)| value).max().unwrap();
            let equals = values.iter().filter(|&&(_, value)| value == best);
            ties += equals.clone().count() - 1;
            let first = equals.map(|&(mv, _)| mv).next();
            let decision = decide("origin?system=negamax", position, &Request::default());
            assert_eq!(Some(decision.best), first, "{fen}: {values:?}");
        }
        assert!(ties > 5, "{ties}");
    }

    #[test]
    fn only_the_document_has_threads_book_and_tables() {
        for option in ["threads=2", "syzygy=x", "book=on", "bookfile=x", "bookdepth=3", "variety=1"]
        {
            assert!(format!("origin?system=document&{option}").parse::<Spec>().is_ok(), "{option}");
            let error = format!("origin?system=pychess&{option}").parse::<Spec>().unwrap_err();
            assert!(error.to_string().contains("only system=document"), "{error}");
        }
        let spec: Spec = "origin?system=document&threads=2&book=on".parse().unwrap();
        let mut agent = spec.build().unwrap();
        let game = Game::new();
        let decision =
            agent.decide(&game, &Request::default(), &Signal::new(), &mut Silent).unwrap();
        assert!(decision.from_book);
    }
}
