//! Files come back equal, and damage is named.

use std::fs;
use std::io::Write;
use std::path::Path;

use chess::Position;
use thinking::SplitMix64;

use super::*;
use crate::import::Split;
use crate::{ImportedGame, Sampling, WhitePoints};

const FENS: [&str; 3] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "4k3/P6P/8/3pP3/8/8/p6p/4K3 w - d6 0 20",
];

/// Random games with random positions picked.
fn games() -> Vec<SampledGame> {
    let mut random = SplitMix64::new(3, 3);
    let mut games = Vec::new();
    for (number, fen) in FENS.iter().cycle().take(30).enumerate() {
        let start = Position::from_fen(fen).unwrap();
        let (mut position, mut moves) = (start, Vec::new());
        while moves.len() < 60 && position.has_legal_moves() {
            let legal = position.legal_moves();
            let mv = legal[random.below(legal.len() as u64) as usize];
            position.play(mv);
            moves.push(mv);
        }
        let result = WhitePoints::ALL[number % 3];
        let scores = (number % 2 == 0).then(|| (0..moves.len() as i16).collect());
        let game = ImportedGame { start, moves, scores, result };
        let sampling = Sampling { draws: true, probability: 0.4, ..Sampling::default() };
        let picked = sampling.pick(&game);
        let last = picked.last().map_or(0, |picked| usize::from(picked.ply));
        let moves = game.moves[..last].to_vec();
        let split = Split::ALL[number / 3 % 3];
        games.push(SampledGame { start, result, moves, split, picked });
    }
    games.retain(|game| !game.picked.is_empty());
    games
}

fn write(path: &Path) -> PositionFileSummary {
    let mut writer = PositionFileWriter::create(path).unwrap();
    games().iter().for_each(|game| writer.add(game).unwrap());
    writer.finish().unwrap()
}

fn read(path: &Path) -> Result<Vec<SampledGame>, PositionFileError> {
    PositionFileReader::open(path)?.collect()
}

#[test]
fn comes_back_equal() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.kpos");
    let summary = write(&path);
    assert_eq!(PositionFileReader::open(&path).unwrap().summary(), &summary);
    assert_eq!(read(&path).unwrap(), games());
    assert_eq!(summary.games, games().len() as u64);
    assert!(summary.positions > 100 && summary.hash.len() == 64, "{summary:?}");
    for game in games() {
        let mut count = 0;
        for ((position, score), picked) in game.positions().zip(&game.picked) {
            let moves = &game.moves[..usize::from(picked.ply)];
            let mut expected = game.start;
            moves.iter().for_each(|&mv| expected.play(mv));
            assert_eq!((position, score), (expected, picked.score));
            count += 1;
        }
        assert_eq!(count, game.picked.len());
    }
}

#[test]
fn what_is_wrong_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.kpos");
    write(&path);
    let good = fs::read(&path).unwrap();
    let fault = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        read(&path).unwrap_err().to_string()
    };
    let changed = |place: usize| {
        let mut bytes = good.clone();
        bytes[place] ^= 1;
        bytes
    };
    assert!(fault(&changed(0)).contains("no file of positions"));
    assert!(fault(b"KYTHU").contains("no file of positions"));
    assert!(fault(&changed(8)).contains("version 0 is not known"));
    assert!(fault(&changed(24)).contains("number of positions"));
    assert!(fault(&changed(40)).contains("hash"));
    let mut fewer = good.clone();
    fewer[16] -= 1;
    assert!(fault(&fewer).contains("number of games"));
    let longer = [good.as_slice(), b"more"].concat();
    assert!(!fault(&longer).is_empty());
    assert!(!fault(&good[..good.len() - 9]).is_empty());
    // A writer that died before the head was written.
    let unfinished = [&[0; HEAD], &good[HEAD..]].concat();
    assert!(fault(&unfinished).contains("no file of positions"));
}

/// Damage behind a right head is found, and never panics.
#[test]
fn hostile_games_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.kpos");
    let game = games().remove(0).to_bytes();
    let seed = 5;
    let mut random = SplitMix64::new(seed, 0);
    let mut refused = 0;
    for _ in 0..500 {
        let mut bytes = game.clone();
        let place = random.below(bytes.len() as u64) as usize;
        bytes[place] = random.below(256) as u8;
        let mut writer = PositionFileWriter::create(&path).unwrap();
        writer.encoder.write_all(&bytes).unwrap();
        writer.games = 1;
        writer.finish().unwrap();
        refused += usize::from(read(&path).is_err());
    }
    assert!(refused > 300, "seed {seed}: {refused}");
}
