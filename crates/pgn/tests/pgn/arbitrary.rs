//! Records of every kind.

use chess::Position;
use pgn::{Comment, GameResult, Record};
use proptest::prelude::*;

/// What one does to a record that is being made.
#[derive(Clone, Debug)]
enum Step {
    Play(u16),
    Pass,
    /// Back, so that the next move begins a variation.
    Back,
    Comment(String),
    Introduce(String),
    Nag(u8),
}

/// Words with everything in them that means something to PGN.
fn text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => "[a-z]{1,12}",
        1 => prop::sample::select(&[
            "[%clk 0:01:02.5]", "[%eval 0.35,12]", "[%eval #-3]", "[%emt 0:00:05]", "[%cal Ge2e4]",
            "{", "}", "(", ")", "[", "]", "\"", "\\", "%", ";", "$1", "1-0", "*", "e4", "1.", "ü", "♞",
            "\u{a0}", "\n", "  ", "[Event \"x\"]", "%x", "[%clk", "0:01]",
        ][..]).prop_map(str::to_owned),
        1 => "\\PC{0,3}",
    ];
    prop::collection::vec(piece, 0..30).prop_map(|pieces| pieces.join(" "))
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        12 => any::<u16>().prop_map(Step::Play),
        1 => Just(Step::Pass),
        2 => Just(Step::Back),
        2 => text().prop_map(Step::Comment),
        1 => text().prop_map(Step::Introduce),
        1 => any::<u8>().prop_map(Step::Nag),
    ]
}

fn start() -> impl Strategy<Value = Position> {
    let fens = [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 3 17",
        "rnbqkb1r/ppp1pppp/5n2/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 99 70",
        "4k3/8/8/8/8/8/8/R3KRR1 w FQ - 12 9999",
    ];
    prop_oneof![
        4 => Just(Position::initial()),
        1 => (0..960u16).prop_map(|number| Position::chess960(number).expect("below 960")),
        1 => prop::sample::select(fens.to_vec()).prop_map(|fen| Position::from_fen(fen).expect("a FEN")),
    ]
}

/// The comment that comes back when a text is written: braces cannot.
fn comment(text: &str) -> Comment {
    Comment::parse(&Comment::parse(text).to_string())
}

/// Records that any writer could have made.
pub(crate) fn record() -> impl Strategy<Value = Record> {
    use GameResult::*;
    let result = prop::sample::select(vec![WhiteWins, BlackWins, Draw, Unknown]);
    let name = prop_oneof![
        prop::sample::select(vec!["Event", "White", "Black", "Date"]).prop_map(str::to_owned),
        "[A-Z][A-Za-z0-9_]{0,8}",
    ];
    let tags = prop::collection::vec((name, text()), 0..8);
    (start(), result, tags, prop::collection::vec(step(), 0..120)).prop_map(
        |(start, result, tags, steps)| {
            let mut record = Record::new(start);
            for (name, value) in &tags {
                if !["FEN", "SetUp", "Variant", "Result"].contains(&name.as_str()) {
                    record.tags.set(name, value);
                }
            }
            record.tags.set_result(result);
            let mut here = record.tree.root();
            for step in steps {
                let tree = &mut record.tree;
                match step {
                    Step::Play(choice) => {
                        let moves = tree.position(here).legal_moves();
                        let mv = moves.get(usize::from(choice) % moves.len().max(1));
                        here = mv.and_then(|&mv| tree.add(here, mv)).unwrap_or(here);
                    }
                    Step::Pass => here = tree.add_pass(here).unwrap_or(here),
                    Step::Back => here = tree.parent(here).unwrap_or(here),
                    Step::Comment(text) => tree.set_comment(here, comment(&text)),
                    Step::Introduce(text) => {
                        tree.set_introduction(here, comment(&text));
                    }
                    Step::Nag(nag) => tree.add_nag(here, nag),
                }
            }
            record
        },
    )
}
