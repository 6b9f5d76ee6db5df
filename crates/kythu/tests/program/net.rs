//! `kythu net`, and `kythu eval --net`.

use std::fs;
use std::path::PathBuf;

use nets::nnue::{Architecture, KingBuckets, Network, file_name};

use crate::kythu::kythu;

/// A folder that goes with the test, and a file of this net in it.
fn file(net: &Network) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a net.knn");
    fs::write(&path, net.to_bytes().expect("a short header")).expect("the file is written");
    (folder, path)
}

#[test]
fn the_header_is_shown() {
    let table = std::array::from_fn(|square| u8::from(square < 8));
    let king_buckets = KingBuckets::new(table).expect("two buckets");
    let shape = Architecture { king_buckets, ..Architecture::plain(64) };
    for (shape, words) in [
        (shape.clone(), "(768x2hm->64)x2->1x8, SCReLU, mirrored"),
        (
            shape.with_layers(16, 32),
            "(768x2hm->64)x2->(16->32->1)x8, products of clamped pairs, mirrored",
        ),
    ] {
        let net = Network::random(shape, 3).expect("a shape there is");
        let (_folder, path) = file(&net);
        let run = kythu(&["net", "info", path.to_str().expect("UTF-8")], "");
        assert_eq!(run.code, 0, "{}", run.err);
        let bytes = fs::read(&path).expect("it is there");
        for text in [
            words,
            &net.hash(),
            &file_name(&bytes),
            &format!("{} bytes", bytes.len()),
            "2, by the square of one's own king",
            "out of a hat",
            " 2  1  1  1  1\n",
            " 3  0  0  0  0\n",
        ] {
            assert!(run.out.contains(text), "{text} in {}", run.out);
        }
    }
}

#[test]
fn nets_of_moves_are_shown_too() {
    use nets::policy::PolicyNetwork;

    let net = PolicyNetwork::embedded();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("moves.knn");
    let bytes = net.to_bytes().expect("a short header");
    fs::write(&path, &bytes).expect("the file is written");
    let path = path.to_str().expect("UTF-8");
    for args in [&["net", "info", path][..], &["net", "info", "--policy"]] {
        let run = kythu(args, "");
        assert_eq!(run.code, 0, "{}", run.err);
        for text in
            ["3072->", "->11748", PolicyNetwork::embedded_name(), &net.hash(), "kythu-train"]
        {
            assert!(run.out.contains(text), "{text} in {}", run.out);
        }
    }
    fs::write(path, &bytes[..bytes.len() - 1]).expect("the file is written");
    let run = kythu(&["net", "info", path], "");
    assert_eq!((run.code, run.out.as_str()), (1, ""));
    assert!(run.err.contains("moves.knn") && run.err.contains("bytes, but"), "{}", run.err);
}

#[test]
fn bad_files_are_errors() {
    let (folder, path) = file(&Network::of_material());
    let bytes = fs::read(&path).expect("it is there");
    let cut = folder.path().join("cut.knn");
    fs::write(&cut, &bytes[..5000]).expect("the file is written");
    let hostile = folder.path().join("hostile.knn");
    let mut flipped = bytes.clone();
    *flipped.last_mut().expect("not empty") ^= 1;
    fs::write(&hostile, flipped).expect("the file is written");
    for (name, words) in [
        (cut.to_str(), "cut.knn: 5000 bytes, but"),
        (hostile.to_str(), "hostile.knn: the weights have the SHA-256"),
        (Some("/nowhere/x.knn"), "cannot read the net /nowhere/x.knn"),
        (folder.path().to_str(), "cannot read the net"),
    ] {
        let name = name.expect("UTF-8");
        for args in
            [&["net", "info", name][..], &["eval", "--net", name], &["bench", "--net", name]]
        {
            let run = kythu(args, "");
            assert_eq!((run.code, run.out.as_str()), (1, ""), "{args:?}");
            assert!(run.err.starts_with("kythu: ") && run.err.contains(words), "{}", run.err);
        }
    }
}

#[test]
fn men_are_shown_with_their_worth() {
    let (_folder, path) = file(&Network::of_material());
    let path = path.to_str().expect("UTF-8");
    let fen = "4k2r/8/8/8/8/8/4P3/3QK3 b k - 0 1";
    let run = kythu(&["eval", "--net", path, "--fen", fen], "");
    assert_eq!(run.code, 0, "{}", run.err);
    let json = kythu(&["eval", "--net", path, "--fen", fen, "--json"], "").out;
    let json: serde_json::Value = serde_json::from_str(&json).expect("it is JSON");
    let men = json["men"].as_array().expect("a list");
    assert_eq!(men.len(), 3);
    for (square, piece, pawns) in [("d1", "Q", 900), ("e2", "P", 100), ("h8", "r", -500)] {
        let man = men.iter().find(|man| man["square"] == square).expect("it stands there");
        let worth = man["worth"].as_i64().expect("a number");
        assert!(man["piece"] == piece && (worth - pawns).abs() <= 2, "{man}");
        let shown = format!("{:+.2}", worth as f64 / 100.0);
        assert!(run.out.contains(&shown), "{shown} in {}", run.out);
    }
    let white = json["white"].as_i64().expect("a number");
    assert_eq!(json["value"].as_i64(), Some(-white));
    let sum: i64 = json["lines"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|line| {
            let side = |name: &str| line[name]["endgame"].as_i64().expect("a number");
            side("white") - side("black")
        })
        .sum();
    assert_eq!(sum, white);
    for text in ["pawns ", "together", "2 to 5 men", "← counts", "for White, who wins"] {
        assert!(run.out.contains(text), "{text} in {}", run.out);
    }
}

/// A GUI names a net; one that is no net changes nothing.
#[test]
fn nets_are_named_in_uci() {
    let (_folder, path) = file(&Network::of_material());
    let input = format!(
        "setoption name EvalFile value {}\nposition fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\neval\n\
         setoption name EvalFile value /nowhere/x.knn\neval\nisready\nquit\n",
        path.display()
    );
    let run = kythu(&[], input);
    assert_eq!(run.code, 0, "{}", run.err);
    assert_eq!(run.out.matches("together").count(), 2, "{}", run.out);
    assert!(run.out.contains("cannot read the net /nowhere/x.knn"), "{}", run.out);
    assert!(run.out.trim_end().ends_with("readyok"), "{}", run.out);
}
