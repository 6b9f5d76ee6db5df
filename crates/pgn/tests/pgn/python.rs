//! python-chess reads what we write.

use std::path::Path;
use std::process::Command;

use chess::CastlingStyle;
use pgn::{Comment, NodeId, Record, Tree};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;

use crate::arbitrary::record;

/// The records in the words of `reader.py`.
fn tell(record: &Record) -> String {
    let mut tags: Vec<(String, String)> =
        record.tags.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    if *record.tree.start() != chess::Position::initial() {
        tags.push(("FEN".to_owned(), record.tree.start().fen()));
        tags.push(("SetUp".to_owned(), "1".to_owned()));
    }
    tags.sort();
    let tags: Vec<String> = tags.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let mut out =
        vec![tags.join(";"), format!("{{{}}}", said(record.tree.comment(record.tree.root())))];
    tell_after(&record.tree, record.tree.root(), &mut out);
    out.join(" | ")
}

fn said(comment: Option<&Comment>) -> String {
    comment.map_or(String::new(), Comment::to_string)
}

fn tell_after(tree: &Tree, parent: NodeId, out: &mut Vec<String>) {
    let mut children = tree.children(parent);
    let Some(main) = children.next() else { return };
    out.push(tell_move(tree, parent, main));
    for other in children {
        out.push("(".to_owned());
        out.push(tell_move(tree, parent, other));
        tell_after(tree, other, out);
        out.push(")".to_owned());
    }
    tell_after(tree, main, out);
}

fn tell_move(tree: &Tree, parent: NodeId, id: NodeId) -> String {
    let position = tree.position(parent);
    let uci = tree
        .mv(id)
        .map_or("0000".to_owned(), |mv| position.to_uci(mv, CastlingStyle::Chess960).to_string());
    let mut nags = tree.nags(id).to_vec();
    nags.sort_unstable();
    nags.dedup();
    let nags: Vec<String> = nags.iter().map(u8::to_string).collect();
    let (before, after) = (said(tree.introduction(id)), said(tree.comment(id)));
    format!("{{{before}}} {uci} ${} {{{after}}}", nags.join(","))
}

#[test]
fn python_chess_reads_what_we_write() {
    let imports = Command::new("python3").args(["-c", "import chess.pgn"]).output();
    if !imports.is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: there is no python3 with the library chess");
        return;
    }
    let mut runner = TestRunner::deterministic();
    let records: Vec<Record> =
        (0..300).map(|_| record().new_tree(&mut runner).unwrap().current()).collect();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pgn");
    std::fs::write(&path, records.iter().map(Record::to_string).collect::<String>()).unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pgn/reader.py");
    let output = Command::new("python3")
        .arg(script)
        .arg(&path)
        .env("PYTHONIOENCODING", "utf-8")
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let found = String::from_utf8(output.stdout).unwrap();
    let found: Vec<&str> = found.split_terminator('\n').collect();
    for (record, found) in records.iter().zip(&found) {
        assert_eq!(tell(record), *found, "{record}");
    }
    assert_eq!(found.len(), records.len());
}
