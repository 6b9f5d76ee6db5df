//! `kythu opening`: lines, lists and files of games.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::data::shared;
use crate::kythu::{Run, kythu};

fn opening(args: &[&str]) -> Run {
    kythu(&[&["opening"], args].concat(), "")
}

fn out(args: &[&str]) -> String {
    let run = opening(args);
    assert_eq!(run.code, 0, "{run:?}");
    run.out
}

#[test]
fn a_line_and_where_it_leaves_the_known_ones() {
    let left = "C60 Ruy Lopez, after 3. Bb5\n3... h5 leaves the known lines\n";
    assert_eq!(out(&["e4", "e5", "Nf3", "Nc6", "Bb5", "h5", "a3"]), left);
    assert_eq!(out(&["e2e4 e7e5 g1f3", "b8c6 f1b5 h7h5"]), left);
    assert_eq!(out(&["1. e4 e5 2.Nf3 Nc6 3. Bb5 3...h5"]), left);
    // As forgiving as `kythu play`.
    assert_eq!(out(&["E2E4", "e5", "nf3", "nc6", "3.bb5", "h5"]), left);
    // By another order, on the way from one name to the next, and at an end.
    let french = out(&["d4", "e6", "e4", "d5", "e5"]);
    assert!(french.starts_with("C02 French Defence: Advance Variation, after 3. e5\n"), "{french}");
    let open = out(&["e4", "c5", "Nf3", "d6", "d4"]);
    assert_eq!(open, "B50 Sicilian Defence, after 2... d6\nknown lines go on with cxd4\n");
    let mate = out(&["f3", "e5", "g4", "Qh4#"]);
    assert_eq!(mate, "A00 Barnes Opening: Fool's Mate, after 2... Qh4#\na known line ends here\n");
}

#[test]
fn a_line_from_a_position() {
    let fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2";
    assert!(out(&["--fen", fen]).starts_with("C40 King's Knight Opening\nknown lines go on with"));
    assert!(out(&["--fen", fen, "Nf6"]).starts_with("C42 Petroff Defence, after 2... Nf6\n"));
    let endgame = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    assert_eq!(out(&["--fen", endgame, "e4"]), "no known opening\n1. e4 leaves the known lines\n");
    let start = out(&["--fen", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"]);
    assert!(start.starts_with("no known opening\nknown lines go on with Na3, Nc3,"), "{start}");
}

#[test]
fn a_line_as_json() {
    let text = out(&["--json", "e4", "c5", "Nf3", "d6", "d4", "a5"]);
    let report: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(report["eco"], "B50");
    assert_eq!(report["line"], "1. e4 c5 2. Nf3 d6");
    assert_eq!([&report["ply"], &report["known_plies"], &report["plies"]], [4, 5, 6]);
    assert_eq!(report["left_by"], "3... a5");
    let nothing: Value =
        serde_json::from_str(&out(&["--json", "--fen", "4k3/8/8/8/8/8/8/4K3 w - -"]))
            .expect("JSON");
    assert!(nothing["eco"].is_null() && nothing["ply"].is_null(), "{nothing}");
}

#[test]
fn lists() {
    let najdorf = out(&["--list", "NAJDORF"]);
    let lines: Vec<&str> = najdorf.lines().collect();
    assert!(lines.len() >= 10 && lines.iter().all(|line| line.contains("Najdorf")), "{najdorf}");
    assert!(lines[0].ends_with("  1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6"));
    assert_eq!(out(&["--list", "najdorf", "poisoned"]).lines().count(), 2);
    assert!(out(&["--list", "E9"]).lines().all(|line| line.starts_with("E9")));
    assert!(out(&["--list"]).lines().count() > 1_000);
    let list: Value = serde_json::from_str(&out(&["--json", "--list", "benko"])).expect("JSON");
    assert!(list.as_array().is_some_and(|list| list.len() >= 3), "{list}");
    assert_eq!(out(&["--json", "--list", "nonsense"]), "[]\n");
}

const GAMES: &str = "\
[White \"A\"]\n[Black \"B\"]\n[ECO \"C60\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 h5 1-0\n\n\
[White \"C\"]\n[Black \"D\"]\n[ECO \"C65\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 h5 1/2-1/2\n\n\
[White \"E\"]\n\n1. e4 e5 2. Qxf7 *\n\n\
[White \"F\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *\n\n\
[White \"G\"]\n[Black \"H\"]\n\n1. d4 d5 0-1\n";

#[test]
fn files_of_games() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games.pgn").display().to_string();
    fs::write(&file, GAMES).expect("the file is written");
    let run = opening(&["--pgn", &file]);
    let expected = "     1  C60   5  Ruy Lopez  (A – B, 1-0)
     2  C60   5  Ruy Lopez  (C – D, 1/2-1/2)
     4    –   0  no known opening  (F – ?, *)
     5  D00   2  Queen's Pawn Game  (G – H, 0-1)

opening               games   share  White scores
Ruy Lopez                 2   50.0%         75.0%
Queen's Pawn Game         1   25.0%          0.0%
all games                 4  100.0%         50.0%

the ECO tag says the same in 1 of 2 games (50.0%)

broken games left out: 1
";
    assert_eq!((run.out.as_str(), run.code), (expected, 0));
    assert!(run.err.contains("games.pgn: game 3, line 15: "), "{}", run.err);
    let summary = out(&["--pgn", &file, "--summary", "--top", "1"]);
    assert!(summary.starts_with("opening ") && summary.lines().count() == 7, "{summary}");
    let text = out(&["--pgn", &file, "--json"]);
    let lines: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines[0]["eco"], "C60");
    assert_eq!(lines[4]["summary"]["openings"][0]["white_score"], 0.75);
    assert_eq!(lines[4]["summary"]["broken"], 1);
}

/// Tags are given by move order, and by lists that differ; so 93.6% is
/// what names by position come to.
#[test]
fn real_games_have_the_codes_of_their_tags() {
    let Some(file) = shared("games/twic_lt1600.pgn.gz") else { return };
    let text = out(&["--pgn", &file.display().to_string(), "--summary", "--json"]);
    let report: Value = serde_json::from_str(&text).expect("JSON");
    let count = |key| report["summary"]["eco_tags"][key].as_f64().expect("a number");
    let (games, agreeing) = (count("games"), count("agreeing"));
    assert!(games > 7_000.0 && agreeing > 0.92 * games, "{agreeing} of {games}");
}

/// A folder with lichess's files, in which there is but this.
fn names(folder: &Path, line: &str) -> String {
    for file in ["a.tsv", "b.tsv", "c.tsv", "d.tsv", "e.tsv"] {
        fs::write(folder.join(file), format!("eco\tname\tpgn\n{line}\n")).expect("it is written");
    }
    folder.display().to_string()
}

#[test]
fn names_from_a_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let good = names(folder.path(), "B00\tOur Own Opening\t1. e4 a6");
    let found = out(&["--openings", &good, "e4", "a6", "d4"]);
    assert_eq!(found, "B00 Our Own Opening, after 1... a6\n2. d4 leaves the known lines\n");
    let bad = names(folder.path(), "B00\tOur Own Opening\t1. e4 a2");
    let run = opening(&["--openings", &bad, "e4"]);
    assert_eq!((run.code, run.out.as_str()), (1, ""));
    assert!(run.err.contains("a.tsv, line 2: half-move 2: no legal move is 'a2'"), "{run:?}");
}

#[test]
fn mistakes_are_explained() {
    for (args, code, message) in [
        (&["e4", "e5", "Ke3"][..], 1, "half-move 3: no legal move is 'Ke3'"),
        (&["e2e4", "e7e8"], 1, "half-move 2: move e7e8 is not legal"),
        (&["hello"], 1, "half-move 1: 'hello' is not a move"),
        (&["f3 e5 g4 Qh4 a3"], 1, "half-move 5: "),
        (&["--fen", "8/8 w - -"], 2, "--fen"),
        (&["--list", "nonsense"], 1, "no opening has all of 'nonsense'"),
        (&["--openings", "/nowhere", "e4"], 1, "cannot read /nowhere/a.tsv"),
        (&["--pgn", "/nowhere.pgn"], 1, "/nowhere.pgn"),
        (&["--pgn", "x.pgn", "--list"], 2, "cannot be used with"),
        (&["--summary", "e4"], 2, "cannot be used with"),
        (&["--summary"], 2, "--pgn <FILE>"),
        (&["--top", "3", "--list"], 2, "cannot be used with"),
        (&[], 2, "Usage: kythu opening"),
    ] {
        let run = opening(args);
        assert_eq!((run.code, run.out.as_str()), (code, ""), "{run:?}");
        assert!(run.err.contains(message), "{message:?} in {run:?}");
    }
}
