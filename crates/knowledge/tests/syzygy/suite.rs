//! Positions whose outcome and distance are known.

use std::{fs, thread};

use chess::Position;
use knowledge::syzygy::{EndgameTables, Metric, ProbeError, Wdl};

use crate::{data, handmade};

/// The number after `name` in the operations of a line.
fn operand(line: &str, name: &str) -> i32 {
    let rest = line.split_once(&format!(" {name} ")).map(|parts| parts.1);
    let number = rest.and_then(|rest| rest.split_once(';')).map(|parts| parts.0);
    number.and_then(|number| number.parse().ok()).unwrap_or_else(|| panic!("{name} in {line}"))
}

#[test]
fn known_positions_agree() {
    let Some((tables, path)) = data::tables().zip(data::shared("suites/endgame-wdl-dtz.epd"))
    else {
        return;
    };
    let text = fs::read_to_string(path).expect("a file");
    let mut probed = 0;
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let fen = line.split_once(" wdl_table").map_or(line, |parts| parts.0);
        let position = Position::from_fen_tolerant(fen).expect(line);
        let wdl = tables.wdl(&position).expect(line);
        let dtz = tables.dtz(&position).expect(line);
        assert_eq!(wdl, Wdl::ALL[(operand(line, "wdl") + 2) as usize], "{line}");
        assert_eq!(dtz.plies, operand(line, "dtz"), "{line}");
        probed += 1;
    }
    assert_eq!(probed, 200);
}

#[test]
fn threads_get_the_same_answers() {
    let Some(tables) = data::tables() else { return };
    let mut dice = fastrand::Rng::with_seed(5);
    let materials: Vec<_> =
        (0..20).flat_map(|_| tables.files().map(|file| file.material)).collect();
    let positions: Vec<Position> =
        materials.iter().map(|material| material.random_position(&mut dice)).collect();
    let ask = || -> Vec<_> {
        positions.iter().map(|position| (tables.wdl(position), tables.dtz(position))).collect()
    };
    // All at once, and with nothing opened yet.
    let answers: Vec<_> = thread::scope(|scope| {
        let workers: Vec<_> = (0..4).map(|_| scope.spawn(ask)).collect();
        workers.into_iter().map(|worker| worker.join().expect("no panic")).collect()
    });
    assert!(answers.iter().all(|answer| *answer == answers[0]));
    assert!(answers[0].iter().all(|(wdl, dtz)| wdl.is_ok() && dtz.is_ok()));
}

#[test]
fn questions_without_an_answer() {
    let Some(tables) = data::tables() else { return };
    let ask = |fen: &str| tables.wdl(&Position::from_fen(fen).expect(fen));
    let castling = ask("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
    assert_eq!(castling, Err(ProbeError::Castling));
    let five = ask("4k3/8/8/8/8/8/3PP3/R3K3 w - - 0 1");
    assert_eq!(five, Err(ProbeError::TooManyMen { men: 5, most: 4 }));
    assert_eq!(ask("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), Ok(Wdl::Draw));
    // Mated and stalemated.
    assert_eq!(ask("k7/1Q6/1K6/8/8/8/8/8 b - - 0 1"), Ok(Wdl::Loss));
    assert_eq!(ask("k7/8/1Q6/8/8/8/8/K7 b - - 0 1"), Ok(Wdl::Draw));
}

/// Real tables with one of them missing: the one asked for, or one that a
/// capture leads to.
#[test]
fn missing_tables_are_named() {
    let Some(folder) = data::shared("syzygy") else { return };
    let place = tempfile::tempdir().expect("a folder");
    for name in ["KQvKR.rtbw", "KQvKR.rtbz", "KQvK.rtbw"] {
        fs::copy(folder.join(name), place.path().join(name)).expect("copied");
    }
    let tables = EndgameTables::open(place.path().to_str().expect("UTF-8")).tables;
    let missing = |name: &str, metric| {
        Err(ProbeError::Missing { material: name.parse().expect(name), metric })
    };
    let read = |fen: &str| Position::from_fen(fen).expect(fen);
    let rooks = read("4k3/8/8/8/8/8/r7/R3K3 w - - 0 1");
    assert_eq!(tables.wdl(&rooks), missing("KRvKR", Metric::Wdl));
    // The rook takes, or is taken.
    let taking = read("4k3/8/8/8/8/8/Q6r/4K3 b - - 0 1");
    assert_eq!(tables.wdl(&taking), missing("KRvK", Metric::Wdl));
    let taken = read("4k3/8/8/8/8/8/Q6r/4K3 w - - 0 1");
    assert_eq!(tables.wdl(&taken), Ok(Wdl::Win));
    let quiet = read("8/8/8/8/8/1Q6/8/k1K4r w - - 0 1");
    assert!(tables.wdl(&quiet).is_ok());
    let queen = read("4k3/8/8/8/8/8/Q7/4K3 w - - 0 1");
    assert_eq!(tables.wdl(&queen), Ok(Wdl::Win));
    assert_eq!(tables.dtz(&queen).map(|_| Wdl::Win), missing("KQvK", Metric::Dtz));
}

/// Real tables of five men and more are large; what they are made of is not.
#[test]
fn tables_of_seven_men_are_opened_and_asked() {
    let place = tempfile::tempdir().expect("a folder");
    let names = [
        "KPPPPvK", "KPPPPPvK", "KPPPvKPP", "KRRvKB", "KRRBBvKN", "KNNNNNvK", "KQRBNvKP", "KPPvKPP",
    ];
    for name in names {
        for metric in [Metric::Wdl, Metric::Dtz] {
            let path = place.path().join(format!("{name}.{}", metric.extension()));
            fs::write(path, handmade::table(name, metric)).expect("it can be written");
        }
    }
    let opened = EndgameTables::open(place.path().to_str().expect("UTF-8"));
    assert_eq!(opened.problems, []);
    assert_eq!((opened.tables.len(), opened.tables.max_men()), (2 * names.len(), 7));
    let mut dice = fastrand::Rng::with_seed(37);
    for file in opened.tables.files().filter(|file| file.metric == Metric::Wdl) {
        let mut answers = 0;
        while answers < 20 {
            let position = file.material.random_position(&mut dice);
            match opened.tables.wdl(&position) {
                Ok(_) => answers += 1,
                // Captures and promotions need tables that are not there.
                Err(ProbeError::Missing { .. }) => {}
                Err(error) => panic!("{position}: {error}"),
            }
        }
    }
    assert_eq!(opened.tables.take_problems(), []);
}
