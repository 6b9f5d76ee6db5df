//! What is written is read back the same, and no text is too strange to read.

#![allow(clippy::unwrap_used)]

use std::num::NonZeroU32;
use std::time::Duration;

use chess::{ByColor, Role, Square, UciMove};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use uci::{
    BestMove, Command, CurrentLine, GameText, Go, Info, Message, OptionDeclaration, OptionKind,
    ScoreReport, Start, UciBound, UciScore, UciWdl,
};

fn moves() -> impl Strategy<Value = Vec<UciMove>> {
    vec(any_move(), 0..6)
}

fn any_move() -> impl Strategy<Value = UciMove> {
    let square = || prop::sample::select(Square::ALL.to_vec());
    let promotion = option::of(prop::sample::select(Role::PROMOTIONS.to_vec()));
    (square(), square(), promotion).prop_map(|(from, to, promotion)| UciMove {
        from,
        to,
        promotion,
    })
}

fn time() -> impl Strategy<Value = Option<Duration>> {
    option::of((0..=i64::MAX.unsigned_abs()).prop_map(Duration::from_millis))
}

/// Words that are no keyword of any list that they stand in.
fn phrase() -> impl Strategy<Value = String> {
    "[A-Z][a-z0-9_/=;.]{0,8}( [A-Z0-9][A-Za-z0-9é_]{0,8}){0,3}"
}

fn go() -> impl Strategy<Value = Go> {
    let clocks = (time(), time(), time(), time(), any::<Option<NonZeroU32>>(), time());
    let limits = (any::<Option<u32>>(), any::<Option<u64>>(), any::<Option<u32>>());
    let rest = (any::<Option<u32>>(), any::<bool>(), any::<bool>(), moves());
    (clocks, limits, rest).prop_map(|(clocks, (depth, nodes, mate), rest)| {
        let (wtime, btime, winc, binc, movestogo, movetime) = clocks;
        let (perft, ponder, infinite, searchmoves) = rest;
        let (time, increment) = (ByColor([wtime, btime]), ByColor([winc, binc]));
        let movement = Go { movestogo, movetime, ..Go::default() };
        Go { searchmoves, ponder, time, increment, depth, nodes, mate, infinite, perft, ..movement }
    })
}

fn command() -> impl Strategy<Value = Command> {
    let start = prop_oneof![Just(Start::Initial), phrase().prop_map(Start::Fen)];
    let value = option::of(prop_oneof![Just(String::new()), phrase()]);
    prop_oneof![
        Just(Command::Uci),
        any::<bool>().prop_map(Command::Debug),
        Just(Command::IsReady),
        (phrase(), value).prop_map(|(name, value)| Command::SetOption { name, value }),
        phrase().prop_map(Command::Register),
        Just(Command::UciNewGame),
        (start, moves()).prop_map(|(start, moves)| Command::Position(GameText { start, moves })),
        go().prop_map(|go| Command::Go(Box::new(go))),
        Just(Command::Stop),
        Just(Command::PonderHit),
        Just(Command::Quit),
        Just(Command::Display),
        Just(Command::Eval),
        phrase().prop_map(Command::Bench),
        phrase().prop_map(Command::Unknown),
    ]
}

fn score() -> impl Strategy<Value = ScoreReport> {
    let score =
        prop_oneof![any::<i32>().prop_map(UciScore::Cp), any::<i32>().prop_map(UciScore::Mate)];
    let bound = prop::sample::select(vec![UciBound::Exact, UciBound::Lower, UciBound::Upper]);
    (score, bound).prop_map(|(score, bound)| ScoreReport { score, bound })
}

fn info() -> impl Strategy<Value = Info> {
    let wdl = any::<[u16; 3]>().prop_map(|[win, draw, loss]| UciWdl { win, draw, loss });
    let line = (any::<Option<u32>>(), moves()).prop_map(|(cpu, moves)| CurrentLine { cpu, moves });
    let small = any::<[Option<u32>; 6]>();
    let large = any::<[Option<u64>; 3]>();
    let lines = (option::of(any_move()), moves(), option::of(line), moves());
    let words = option::of(prop_oneof![Just(String::new()), phrase()]);
    (small, large, option::of(score()), option::of(wdl), time(), lines, words).prop_map(
        |(small, large, score, wdl, time, (currmove, refutation, currline, pv), string)| {
            let [depth, seldepth, multipv, hashfull, cpuload, currmovenumber] = small;
            let [nodes, nps, tbhits] = large;
            let counts = Info { nodes, nps, tbhits, hashfull, cpuload, ..Info::default() };
            let depths = Info { depth, seldepth, multipv, currmovenumber, ..counts };
            Info { score, wdl, time, currmove, refutation, currline, pv, string, ..depths }
        },
    )
}

fn declaration() -> impl Strategy<Value = OptionDeclaration> {
    let kind = prop_oneof![
        any::<bool>().prop_map(|default| OptionKind::Check { default }),
        any::<[i64; 3]>().prop_map(|[default, min, max]| OptionKind::Spin { default, min, max }),
        (phrase(), vec(phrase(), 0..4))
            .prop_map(|(default, vars)| OptionKind::Combo { default, vars }),
        Just(OptionKind::Button),
        prop_oneof![Just(String::new()), phrase()]
            .prop_map(|default| OptionKind::String { default }),
    ];
    (phrase(), kind).prop_map(|(name, kind)| OptionDeclaration { name, kind })
}

fn message() -> impl Strategy<Value = Message> {
    let best = (option::of(any_move()), option::of(any_move()));
    prop_oneof![
        phrase().prop_map(Message::Name),
        phrase().prop_map(Message::Author),
        declaration().prop_map(Message::Option),
        Just(Message::UciOk),
        Just(Message::ReadyOk),
        best.prop_map(|(best, ponder)| Message::BestMove(BestMove { best, ponder })),
        info().prop_map(|info| Message::Info(Box::new(info))),
        phrase().prop_map(Message::CopyProtection),
        phrase().prop_map(Message::Registration),
        phrase().prop_map(Message::Unknown),
    ]
}

/// Lines of known words in any order, which reach deeper than noise does.
fn word_salad() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        "setoption|name|value|position|startpos|fen|moves|go|depth|nodes|wtime|searchmoves|ponder",
        "info|score|cp|mate|wdl|lowerbound|pv|currline|refutation|string|option|type|spin|combo",
        "default|min|max|var|bestmove|id|debug|on|register|bench|e2e4|a7a8q|0000|-?[0-9]{1,22}",
        "\\PC{0,6}",
    ];
    vec(word, 0..12).prop_map(|words| words.join(" "))
}

/// Reads a line in both directions; what is understood survives writing.
fn read_both_ways(line: &str) {
    if let Ok(command) = line.parse::<Command>() {
        assert_eq!(command.to_string().parse::<Command>().as_ref(), Ok(&command), "{line:?}");
        if let Command::Position(text) = command {
            let _ = text.to_game();
        }
    }
    if let Ok(message) = line.parse::<Message>() {
        assert_eq!(message.to_string().parse::<Message>().as_ref(), Ok(&message), "{line:?}");
    }
}

proptest! {
    #[test]
    fn commands(command in command()) {
        prop_assert_eq!(command.to_string().parse::<Command>(), Ok(command));
    }

    #[test]
    fn messages(message in message()) {
        prop_assert_eq!(message.to_string().parse::<Message>(), Ok(message));
    }

    #[test]
    fn any_text(line in any::<String>()) {
        read_both_ways(&line);
    }

    #[test]
    fn any_bytes(bytes in vec(any::<u8>(), 0..200)) {
        read_both_ways(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn any_known_words(line in word_salad()) {
        read_both_ways(&line);
    }
}

#[test]
fn a_line_of_ten_megabytes() {
    for head in
        ["", "setoption name ", "position startpos moves ", "go ", "info pv ", "info string "]
    {
        let line = head.to_owned() + &"e2e4 ".repeat(2_000_000);
        read_both_ways(&line);
    }
}
