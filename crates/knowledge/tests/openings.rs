//! The names of openings, by themselves and beside lichess's.

use std::collections::{BTreeSet, HashMap};
use std::env;
use std::path::{Path, PathBuf};

use chess::{Game, Position};
use knowledge::openings::{Eco, NamedOpening, OpeningNames};

/// Lichess's files, which are no part of the project. Where there are none,
/// says so.
fn lichess() -> Option<OpeningNames> {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = env::var_os("KYTHU_DATA").map_or("../shared/data".into(), PathBuf::from);
    let path = workspace.join(folder).join("openings");
    if !path.exists() {
        eprintln!("skipped: there is no {} (KYTHU_DATA names its folder)", path.display());
        return None;
    }
    Some(OpeningNames::load(&path).unwrap_or_else(|error| panic!("{error}")))
}

fn play(mut game: Game, moves: &str) -> Game {
    for san in moves.split_whitespace() {
        let mv = game.position().parse_san(san).unwrap_or_else(|error| panic!("{error}"));
        game.play(mv).unwrap_or_else(|error| panic!("{error}"));
    }
    game
}

fn game(moves: &str) -> Game {
    play(Game::new(), moves)
}

fn game_of(opening: &NamedOpening) -> Game {
    let mut game = Game::new();
    for &mv in &opening.moves {
        game.play(mv).unwrap_or_else(|error| panic!("{opening}: {error}"));
    }
    game
}

/// The name, and after how many half-moves it was given.
fn named(game: &Game) -> Option<(String, usize)> {
    let (opening, ply) = OpeningNames::builtin().of_game(game)?;
    Some((opening.to_string(), ply))
}

#[test]
fn every_code_has_a_line() {
    let openings = OpeningNames::builtin();
    assert!(openings.iter().len() >= 1_000, "{}", openings.iter().len());
    let codes: BTreeSet<Eco> = openings.iter().map(|opening| opening.eco).collect();
    let missing: Vec<Eco> = Eco::all().filter(|code| !codes.contains(code)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn every_line_has_its_own_name() {
    for opening in OpeningNames::builtin().iter() {
        let game = game_of(opening);
        let (found, ply) = OpeningNames::builtin().of_game(&game).expect("a name");
        assert_eq!((found, ply), (opening, opening.moves.len()));
        assert!(game.positions().iter().all(|place| OpeningNames::builtin().is_known(place)));
    }
}

#[test]
fn the_order_of_moves_does_not_matter() {
    for (name, orders) in [
        (
            "E20 Nimzo-Indian Defence",
            ["d4 Nf6 c4 e6 Nc3 Bb4", "c4 e6 Nc3 Bb4 d4 Nf6", "c4 Nf6 Nc3 e6 d4 Bb4"],
        ),
        (
            "B90 Sicilian Defence: Najdorf",
            [
                "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6",
                "e4 c5 Nc3 d6 Nf3 a6 d4 cxd4 Nxd4 Nf6",
                "Nf3 c5 Nc3 d6 e4 Nf6 d4 cxd4 Nxd4 a6",
            ],
        ),
        (
            "D35 Queen's Gambit Declined: Exchange Variation",
            ["d4 d5 c4 e6 Nc3 Nf6 cxd5", "c4 e6 d4 Nf6 Nc3 d5 cxd5", "c4 Nf6 Nc3 e6 d4 d5 cxd5"],
        ),
    ] {
        for moves in orders {
            let game = game(moves);
            assert_eq!(named(&game), Some((name.to_owned(), game.moves().len())), "{moves}");
        }
    }
}

#[test]
fn the_last_name_counts() {
    let ruy = |plies| Some(("C60 Ruy Lopez".to_owned(), plies));
    assert_eq!(named(&game("e4 e5 Nf3 Nc6 Bb5 h5 Nxe5 Nxe5")), ruy(5));
    // Knights that go for a walk and come home lead back into the opening.
    assert_eq!(named(&game("e4 e5 Nf3 Nc6 Bb5 Nb8 Bf1 Nc6 Bb5 h5")), ruy(9));
    assert_eq!(named(&Game::new()), None);
}

#[test]
fn a_game_may_begin_anywhere() {
    let before =
        Position::from_fen("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 7 9");
    let start = Game::from_position(before.expect("a position"));
    let (knights, ruy) = ("C44 King's Knight Opening: Normal Variation", "C60 Ruy Lopez");
    assert_eq!(named(&start), Some((knights.to_owned(), 0)));
    assert_eq!(named(&play(start, "Bb5")), Some((ruy.to_owned(), 1)));
    // Without the right to castle it is another position.
    let stiff = Position::from_fen("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w - - 7 9");
    assert_eq!(named(&Game::from_position(stiff.expect("a position"))), None);
    let shuffled = Game::from_position(Position::chess960(0).expect("a number of Chess960"));
    assert_eq!(named(&play(shuffled, "e4 e5")), None);
}

#[test]
fn names_are_found_as_people_type_them() {
    let count = |text: &str| OpeningNames::builtin().search(text).len();
    let names = |text: &str| -> Vec<String> {
        OpeningNames::builtin().search(text).iter().map(|opening| opening.to_string()).collect()
    };
    assert!(count("najdorf") >= 10);
    assert_eq!(count("SICILIAN Najdorf"), count("najdorf"));
    assert_eq!(
        names("grunfeld gambit accepted"),
        ["D84 Grünfeld Defence: Grünfeld Gambit Accepted"]
    );
    assert_eq!(count("french defense"), count("French Defence"));
    assert!(names("B9").iter().all(|name| name.starts_with("B9")) && count("b9") == count("B9"));
    assert!(names("").is_sorted_by_key(|name| name[..3].to_owned()));
    assert_eq!(count(""), OpeningNames::builtin().iter().len());
    assert_eq!(count("no such opening"), 0);
}

/// Where the code is the encyclopaedia's, and lichess has no line that ends in
/// the position.
const OTHERWISE: [(&str, &str); 7] = [
    ("A11", "1. Nf3 d5 2. c4 c6"),
    ("B07", "1. e4 d6 2. d4 Nf6 3. Nc3"),
    ("B54", "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4"),
    ("B56", "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3"),
    ("C32", "1. e4 e5 2. f4 d5 3. exd5 e4 4. d3 Nf6"),
    ("C77", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6"),
    ("E00", "1. d4 Nf6 2. c4 e6"),
];

#[test]
fn the_codes_are_lichess_codes() {
    let Some(lichess) = lichess() else { return };
    let (mut same_position, mut differ) = (0, Vec::new());
    for opening in OpeningNames::builtin().iter() {
        // The last position that lichess has a name for.
        let (theirs, ply) = lichess.of_game(&game_of(opening)).expect("first moves have names");
        same_position += usize::from(ply == opening.moves.len());
        if theirs.eco != opening.eco {
            differ.push((opening.eco.to_string(), opening.line(), ply == opening.moves.len()));
        }
    }
    assert!(same_position > 1_000, "{same_position}");
    differ.sort();
    let expected = OTHERWISE.map(|(eco, line)| (eco.to_owned(), line.to_owned(), false));
    assert_eq!(differ, expected);
}

#[test]
fn lichess_lines_are_all_read_and_found() {
    let Some(lichess) = lichess() else { return };
    assert!(lichess.iter().len() >= 3_800, "{}", lichess.iter().len());
    let mut by_key: HashMap<u64, Position> = HashMap::new();
    for opening in lichess.iter().chain(OpeningNames::builtin().iter()) {
        let game = game_of(opening);
        for position in game.positions() {
            let earlier = by_key.entry(position.key()).or_insert(*position);
            // Two positions under one key would have one name.
            assert!(earlier.is_repetition_of(position), "{earlier} and {position}");
        }
    }
    for opening in lichess.iter() {
        let game = game_of(opening);
        assert_eq!(lichess.of_game(&game), Some((opening, opening.moves.len())));
    }
}
