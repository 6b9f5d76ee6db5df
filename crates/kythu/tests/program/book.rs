//! `book make`, `book show` and `book merge`.

use std::fs;
use std::path::PathBuf;

use serde_json::Value;
use tempfile::TempDir;

use crate::data::shared;
use crate::kythu::{Run, kythu};

/// Twelve good games, and some of every kind that is not counted.
fn games() -> String {
    let game = |elo: [u16; 2], result: &str, moves: &str| {
        let [white, black] = elo;
        format!(
            "[Event \"?\"]\n[WhiteElo \"{white}\"]\n[BlackElo \"{black}\"]\n\
             [Result \"{result}\"]\n\n{moves} {result}\n\n"
        )
    };
    let strong = [2500, 2450];
    let mut text = String::new();
    for _ in 0..4 {
        text += &game(strong, "1-0", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O");
        text += &game(strong, "1/2-1/2", "1. e4 c5 2. Nf3 d6 {a comment} (2... Nc6) 3. d4");
        text += &game(strong, "0-1", "1. d4 Nf6 2. c4 e6");
    }
    text += &game([2500, 2399], "1-0", "1. a3 a6");
    text += &game(strong, "*", "1. b3 b6");
    text += &game(strong, "1-0", "1. e4 e5 2. Ke3");
    let elsewhere = "[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n[WhiteElo \"2500\"]";
    text + &format!("{elsewhere}\n[BlackElo \"2500\"]\n[Result \"1-0\"]\n\n1. O-O 1-0\n")
}

struct Desk {
    folder: TempDir,
}

impl Desk {
    fn new() -> Desk {
        let folder = TempDir::new().expect("a folder");
        fs::write(folder.path().join("games.pgn"), games()).expect("it can be written");
        Desk { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Runs `kythu book` with these words; those with a dot are files here.
    fn book(&self, words: &str) -> Run {
        let args: Vec<String> = words
            .split(' ')
            .map(|word| {
                let is_file = word.contains(".bin") || word.contains(".pgn");
                let path = self.path(word).display().to_string();
                if is_file { path } else { word.to_owned() }
            })
            .collect();
        let args: Vec<&str> = ["book"].into_iter().chain(args.iter().map(String::as_str)).collect();
        kythu(&args, "")
    }

    /// What `show` says of a book, with one option that has spaces in it.
    fn show(&self, book: &str, option: &str, value: &str) -> String {
        let path = self.path(book);
        kythu(&["book", "show", "--book", path.to_str().expect("UTF-8"), option, value], "").out
    }

    #[track_caller]
    fn json(&self, words: &str) -> Value {
        let run = self.book(words);
        assert_eq!(run.code, 0, "{run:?}");
        serde_json::from_str(&run.out).expect("JSON")
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.folder.path()).expect("a folder");
        let name = |entry: std::io::Result<fs::DirEntry>| entry.expect("an entry").file_name();
        let mut names: Vec<_> =
            entries.map(|entry| name(entry).to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }
}

/// The moves of a position as `show --json` lists them.
fn listed(report: &Value) -> Vec<(&str, u64)> {
    let moves = report["moves"].as_array().expect("a list");
    let listed = moves.iter().map(|known| (known["san"].as_str(), known["weight"].as_u64()));
    listed.map(|(san, weight)| (san.expect("a move"), weight.expect("a weight"))).collect()
}

#[test]
fn from_games_to_a_book() {
    let desk = Desk::new();
    let run = desk.book("make games.pgn --min-elo 2400 --plies 8 --min-games 3 -o book.bin");
    assert_eq!(run.code, 0, "{run:?}");
    let first = run.out.lines().next().expect("a line");
    assert_eq!(
        first,
        "16 games: 12 counted, 1 below the rating, 1 from other positions, 1 without a result, \
         1 broken"
    );
    assert!(run.out.contains("book.bin: ") && run.out.contains(" moves in "), "{run:?}");
    assert!(run.err.contains("games.pgn: game 15, line ") && run.err.contains("Ke3"), "{run:?}");
    assert_eq!(desk.names(), ["book.bin", "games.pgn"]);

    // White won four and drew four with 1. e4; 1. d4 lost and is not there.
    let report = desk.json("show --json --book book.bin");
    assert_eq!(listed(&report), [("e4", 12)]);
    assert_eq!(report["key"], "463b96181691fc9c");
    let replies = desk.show("book.bin", "--moves", "d4");
    assert!(replies.contains("Nf6            8   100.0%"), "{replies}");
    // Eight half-moves were counted, so castling was not.
    let late = desk.show("book.bin", "--moves", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6");
    assert!(late.contains("the book does not know this position"), "{late}");
}

#[test]
fn the_counts_as_json_and_games_held_out() {
    let desk = Desk::new();
    let report =
        desk.json("make games.pgn -o book.bin --json --any-start --hold-out 4 --min-games 1");
    let games = &report["games"];
    // Nobody asked for a rating: 14 with a result, every fourth held out.
    assert_eq!((&games["counted"], &games["held_out"]), (&11.into(), &3.into()));
    assert_eq!((&games["broken"], &games["without_result"]), (&1.into(), &1.into()));
    let coverage = &report["coverage"];
    assert_eq!(coverage["games"], 3);
    assert!(coverage["mean_plies_known"].as_f64().is_some_and(|depth| depth > 1.0), "{coverage}");
    let bytes = fs::metadata(desk.path("book.bin")).expect("a file").len();
    assert_eq!(report["bytes"].as_u64(), Some(bytes));
    assert_eq!(report["moves"].as_u64(), Some(bytes / 16));

    let text = desk.book("make games.pgn -o other.bin --hold-out 2 --min-games 1").out;
    assert!(text.contains("position known"), "{text}");
    // Castling in a game that began elsewhere.
    let shown = desk.show("book.bin", "--fen", "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    assert!(shown.contains("O-O"), "{shown}");
}

#[test]
fn the_same_games_make_the_same_book() {
    let desk = Desk::new();
    assert_eq!(desk.book("make games.pgn games.pgn -o twice.bin").code, 0);
    assert_eq!(desk.book("make games.pgn -o once.bin --min-games 2").code, 0);
    let report = desk.json("merge once.bin once.bin -o sum.bin --json");
    let read = |name: &str| fs::read(desk.path(name)).expect("a file");
    assert!(read("twice.bin") == read("sum.bin"));
    assert_eq!(report["bytes"], read("sum.bin").len());
    let run = desk.book("merge once.bin sum.bin --factors 1,0.5 -o half.bin");
    assert_eq!(run.code, 0, "{run:?}");
    assert!(read("half.bin") == read("sum.bin"));
}

/// Two books in one file: the keys do not rise throughout.
#[test]
fn unsorted_books_are_used_with_a_warning() {
    let desk = Desk::new();
    assert_eq!(desk.book("make games.pgn -o book.bin").code, 0);
    let book = fs::read(desk.path("book.bin")).expect("a file");
    fs::write(desk.path("joined.bin"), book.repeat(2)).expect("it can be written");
    let warning = "joined.bin: 1 of ";
    let shown = desk.book("show --book joined.bin --json");
    assert!(shown.code == 0 && shown.err.contains(warning), "{shown:?}");
    let report: Value = serde_json::from_str(&shown.out).expect("JSON");
    assert!(report["warnings"][0].as_str().is_some_and(|text| text.contains(warning)), "{report}");
    let single = desk.json("show --book book.bin --json");
    assert_eq!(single["warnings"], Value::Array(Vec::new()));
    let double = |moves: Vec<(&str, u64)>| -> Vec<(String, u64)> {
        moves.into_iter().map(|(san, weight)| (san.to_owned(), 2 * weight)).collect()
    };
    let plain: Vec<(String, u64)> =
        listed(&report).into_iter().map(|(san, weight)| (san.to_owned(), weight)).collect();
    assert_eq!(plain, double(listed(&single)));

    let merged = desk.book("merge joined.bin book.bin -o sum.bin --json");
    assert!(merged.code == 0 && merged.err.contains(warning), "{merged:?}");
    let report: Value = serde_json::from_str(&merged.out).expect("JSON");
    assert_eq!(report["warnings"].as_array().map(Vec::len), Some(1), "{report}");
    // What is written is sorted.
    let sum = desk.book("show --book sum.bin");
    assert!(sum.code == 0 && sum.err.is_empty(), "{sum:?}");
}

#[test]
fn what_cannot_be_done_leaves_everything_as_it_was() {
    let desk = Desk::new();
    assert_eq!(desk.book("make games.pgn -o book.bin").code, 0);
    fs::write(desk.path("odd.bin"), [0; 17]).expect("it can be written");
    fs::write(desk.path("text.bin"), [b'a'; 32]).expect("it can be written");
    let before = (desk.names(), fs::read(desk.path("book.bin")).expect("a file"));
    for (words, code, message) in [
        ("make games.pgn -o book.bin", 1, "book.bin: there is a file already; --force replaces it"),
        ("make games.pgn -o new.bin --min-elo 2800", 1, "16 below the rating"),
        ("make games.pgn -o new.bin --min-games 99", 1, "no move was played often enough"),
        ("make none.pgn -o new.bin", 1, "none.pgn: "),
        ("make . -o new.bin", 1, "this is a folder"),
        ("make games.pgn -o none/new.bin", 1, "none: there is no such folder"),
        ("make games.pgn -o . --force", 1, ".: this is a folder"),
        ("make games.pgn", 2, "--output <FILE>"),
        ("make -o new.bin", 2, "<GAMES>"),
        ("make games.pgn -o new.bin --min-score 101", 2, "not a number from 0 to 100"),
        ("make games.pgn -o new.bin --plies 0", 2, "0 is not in 1..=400"),
        ("merge book.bin -o new.bin", 2, "2 values required"),
        ("merge book.bin odd.bin -o new.bin", 1, "odd.bin: 17 bytes are no Polyglot book"),
        ("merge book.bin book.bin -o new.bin --factors 1", 1, "--factors: 1 for 2 books"),
        ("merge book.bin book.bin -o new.bin --factors 1,-1", 2, "not a number"),
        ("merge book.bin book.bin -o odd.bin", 1, "--force"),
        ("show --book odd.bin", 1, "17 bytes"),
        ("show --book text.bin", 1, "text.bin: this is a text, not a Polyglot book"),
        ("show --book none.bin", 1, "none.bin: "),
        ("show --fen x", 2, "'x'"),
        ("show --moves Ke2", 1, "--moves: half-move 1: "),
        ("", 2, "Usage"),
    ] {
        let run = desk.book(words);
        assert_eq!(run.code, code, "{words}: {run:?}");
        assert!(run.err.contains(message), "{message:?} in {run:?}");
        assert!(run.out.is_empty(), "{run:?}");
    }
    assert!(before == (desk.names(), fs::read(desk.path("book.bin")).expect("a file")));
    let replaced = desk.book("make games.pgn -o book.bin --force --min-games 1");
    assert_eq!(replaced.code, 0, "{replaced:?}");
    assert!(before.1 != fs::read(desk.path("book.bin")).expect("a file"));
}

#[test]
fn the_book_of_the_program() {
    let text = kythu(&["book", "show"], "").out;
    assert!(text.starts_with("the book of this program: "), "{text}");
    for column in ["move", "weight", "share", "replies", "e4", "d4"] {
        assert!(text.contains(column), "{column} in {text}");
    }
    let report = kythu(&["book", "show", "--json", "--moves", "e4 c5"], "").out;
    let report: Value = serde_json::from_str(&report).expect("JSON");
    assert_eq!((listed(&report)[0].0, &report["illegal_entries"]), ("Nf3", &0.into()));
    let share: f64 = report["moves"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|known| known["percent"].as_f64())
        .sum();
    assert!((share - 100.0).abs() < 1e-6, "{share}");
}

/// The games that the default book was made from make it again, byte for byte.
#[test]
fn the_default_book_can_be_made_again() {
    let Some(strong) = shared("games/twic_2400-2599.pgn.gz") else { return };
    let Some(strongest) = shared("games/twic_2600plus.pgn.gz") else { return };
    let files = [strong, strongest];
    let made = TempDir::new().expect("a folder");
    let output = made.path().join("default.bin");
    let [first, second] = files.each_ref().map(|path| path.to_str().expect("UTF-8"));
    let output_name = output.to_str().expect("UTF-8");
    let options = "--min-elo 2400 --plies 40 --min-games 3 --min-score 35 --min-share 3";
    let args: Vec<&str> = ["book", "make", first, second, "-o", output_name]
        .into_iter()
        .chain(options.split(' '))
        .collect();
    let run = kythu(&args, "");
    assert_eq!(run.code, 0, "{run:?}");
    let own = fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../knowledge/book/default.bin"))
        .expect("a file");
    assert!(fs::read(&output).expect("a file") == own, "{run:?}");
}
