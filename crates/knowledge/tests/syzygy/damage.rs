//! Tables that are cut short, mutated, swapped or no tables at all: nothing may
//! crash or hang, and what cannot be used is told of.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::Duration;
use std::{env, panic, thread};

use chess::Position;
use knowledge::syzygy::{EndgameTables, Material, Metric, Problem, TableFault};
use tempfile::TempDir;

use crate::data;
use crate::handmade;

/// Damaged tables to try.
const CASES: usize = 350;
/// Positions that each is asked about.
const POSITIONS: usize = 24;
/// Longer than anything but a hang could take, whatever else the machine does.
const PATIENCE: Duration = Duration::from_secs(120);

/// Panics inside the library that decodes, caught or not.
static PANICS: AtomicUsize = AtomicUsize::new(0);

fn count_panics() {
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |news| {
        if news.location().is_some_and(|location| location.file().contains("shakmaty")) {
            PANICS.fetch_add(1, Ordering::Relaxed);
        }
        usual(news);
    }));
}

/// Does `work` in a thread of its own with a small stack, and gives up on it
/// when it hangs.
fn watched<T: Send + 'static>(what: String, work: impl FnOnce() -> T + Send + 'static) -> T {
    let (sender, receiver) = mpsc::channel();
    let worker = thread::Builder::new().stack_size(1 << 20);
    worker.spawn(move || sender.send(work())).expect("a thread");
    receiver.recv_timeout(PATIENCE).unwrap_or_else(|error| panic!("{what}: {error}"))
}

/// Damages the bytes of a table in one of many ways, and says how.
fn damage(bytes: &mut Vec<u8>, another: &[u8], dice: &mut fastrand::Rng) -> String {
    let length = bytes.len();
    let head = length.min(256);
    match dice.u8(..12) {
        0 => {
            bytes.truncate(dice.usize(..length));
            format!("cut to {} of {length} bytes", bytes.len())
        }
        // A length that a table could have.
        1 | 2 => {
            bytes.truncate(dice.usize(..=(length - 16) / 64) * 64 + 16);
            format!("cut to {} of {length} bytes", bytes.len())
        }
        3 => {
            bytes.clear();
            "emptied".to_owned()
        }
        4 => {
            *bytes = another.to_vec();
            "another table's contents".to_owned()
        }
        kind @ 5..=8 => {
            let end = if kind < 8 { head } else { length };
            let count = dice.usize(1..=4);
            let places: Vec<usize> = (0..count).map(|_| dice.usize(4..end)).collect();
            places.iter().for_each(|&place| bytes[place] ^= 1 << dice.u8(..8));
            format!("bits flipped at {places:?}")
        }
        kind @ 9..=10 => {
            let (start, end) = if kind == 9 { (4, head) } else { (head / 2, length) };
            let from = dice.usize(start..end);
            let to = dice.usize(from..=end.min(from + 64));
            let filling =
                if dice.bool() { Some(*dice.choice(&[0, 0xff]).expect("two")) } else { None };
            bytes[from..to]
                .iter_mut()
                .for_each(|byte| *byte = filling.unwrap_or_else(|| dice.u8(..)));
            format!("bytes {from} to {to} overwritten with {filling:?}")
        }
        _ => {
            bytes[4..].iter_mut().for_each(|byte| *byte = dice.u8(..));
            "noise".to_owned()
        }
    }
}

/// What became of a damaged table.
#[derive(Default, Debug)]
struct Tally {
    refused: usize,
    found_out: usize,
    unnoticed: usize,
}

/// Opens a folder whose table `path` may be damaged, together with `others`, and
/// asks all questions there are.
fn try_out(path: PathBuf, others: String, positions: Vec<Position>) -> Tally {
    let folder = path.parent().expect("a folder").to_str().expect("UTF-8");
    let both = env::join_paths([folder, &others]).expect("no colons");
    let opened = EndgameTables::open(both.to_str().expect("UTF-8"));
    assert!(opened.problems.iter().all(|problem| problem.path == path), "{:?}", opened.problems);
    for position in &positions {
        let first = (opened.tables.wdl(position), opened.tables.dtz(position));
        let again = (opened.tables.wdl(position), opened.tables.dtz(position));
        // What was answered is answered again, unless the table was found out.
        assert!(first.0 == again.0 || again.0.is_err(), "{position}");
        assert!(first.1 == again.1 || again.1.is_err(), "{position}");
        if let Ok(ranking) = opened.tables.root_moves(position, false, true) {
            assert_eq!(ranking.moves.len(), position.legal_moves().len());
        }
    }
    let news = opened.tables.take_problems();
    // A damaged WDL table may come to light by contradicting its DTZ table.
    let is_of_same = |problem: &Problem| problem.path.file_stem() == path.file_stem();
    assert!(news.iter().all(is_of_same), "{news:?}");
    let mut told: Vec<_> = news.iter().map(|problem| &problem.path).collect();
    told.dedup();
    assert!(told.len() == news.len() && news.len() <= 2, "told more than once: {news:?}");
    assert_eq!(opened.tables.take_problems(), []);
    let found_out = usize::from(!news.is_empty());
    Tally {
        refused: opened.problems.len(),
        found_out,
        unnoticed: 1 - opened.problems.len() - found_out,
    }
}

/// Tries `cases` damaged copies of the tables in `folder`.
fn mutate(folder: &Path, cases: usize, seed: u64) -> Tally {
    count_panics();
    let mut dice = fastrand::Rng::with_seed(seed);
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    files.sort();
    let mut sum = Tally::default();
    for case in 0..cases {
        let path = &files[case % files.len()];
        // Of the same kind or not.
        let another = &files[(case + dice.usize(1..files.len())) % files.len()];
        let mut bytes = fs::read(path).expect("a file");
        let how = damage(&mut bytes, &fs::read(another).expect("a file"), &mut dice);
        let place = TempDir::new().expect("a folder");
        let damaged = place.path().join(path.file_name().expect("a name"));
        fs::write(&damaged, bytes).expect("it can be written");
        let name = path.file_stem().and_then(|stem| stem.to_str()).expect("UTF-8");
        let material: Material = name.parse().expect(name);
        let positions = (0..POSITIONS).map(|_| material.random_position(&mut dice)).collect();
        let what = format!("seed {seed}, case {case}: {}, {how}", path.display());
        let others = folder.to_str().expect("UTF-8").to_owned();
        let found = watched(what, move || try_out(damaged, others, positions));
        sum.refused += found.refused;
        sum.found_out += found.found_out;
        sum.unnoticed += found.unnoticed;
    }
    sum
}

#[test]
fn damaged_tables_hurt_nobody() {
    let seed = env::var("KYTHU_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(4711);
    // Without the real ones, some of our own making.
    let own = handmade::folder();
    let folder = data::shared("syzygy").unwrap_or_else(|| own.path().to_owned());
    let tally = mutate(&folder, CASES, seed);
    println!("seed {seed}: {CASES} damaged tables, {tally:?}");
    assert!(tally.refused > CASES / 4, "{tally:?}");
    assert_eq!(PANICS.load(Ordering::Relaxed), 0);
}

/// The head says to the byte how much there must be.
#[test]
fn no_cut_goes_unnoticed() {
    let Some(folder) = data::shared("syzygy") else { return };
    let place = TempDir::new().expect("a folder");
    let mut count = 0;
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let bytes = fs::read(&path).expect("a file");
        let name = path.file_name().expect("a name");
        fs::write(place.path().join(name), &bytes[..bytes.len() - 64]).expect("it can be written");
        count += 1;
    }
    let opened = EndgameTables::open(place.path().to_str().expect("UTF-8"));
    assert!(opened.tables.is_empty(), "{:?}", opened.tables.files().collect::<Vec<_>>());
    assert_eq!(opened.problems.len(), count);
}

#[test]
fn problems_are_told_with_their_reasons() {
    let place = TempDir::new().expect("a folder");
    let write = |name: &str, bytes: &[u8]| {
        fs::write(place.path().join(name), bytes).expect("it can be written");
    };
    let sound = handmade::table("KRvK", Metric::Wdl);
    write("KRvK.rtbw", &sound);
    write("KNvK.rtbw", &[]);
    write("KBvK.rtbw", &sound[..40]);
    write("KQvK.rtbw", &sound);
    write("KQvK.rtbz", &handmade::table("KQvK", Metric::Wdl));
    write("KPvK.rtbw", &sound);
    write("KvKQ.rtbw", &sound);
    write("Kitchen.rtbz", &sound);
    write("README.md", b"no table, and no problem");
    fs::create_dir(place.path().join("KRvK.rtbz")).expect("a folder");
    let nowhere = place.path().join("nowhere");
    let path = env::join_paths([place.path(), &nowhere]).expect("no colons");
    let opened = EndgameTables::open(path.to_str().expect("UTF-8"));
    let found: Vec<(&str, &TableFault)> = opened
        .problems
        .iter()
        .map(|problem| {
            (
                problem.path.file_name().and_then(|name| name.to_str()).expect("a name"),
                &problem.fault,
            )
        })
        .collect();
    let magic =
        TableFault::Magic { found: [0x71, 0xe8, 0x23, 0x5d], expected: [0xd7, 0x66, 0x0c, 0xa5] };
    let [
        ("KBvK.rtbw", TableFault::Size(40)),
        ("KNvK.rtbw", TableFault::Size(0)),
        ("KPvK.rtbw", TableFault::Head(_)),
        ("KQvK.rtbw", TableFault::Head(_)),
        ("KQvK.rtbz", wrong_magic),
        ("KRvK.rtbz", TableFault::NotAFile),
        ("Kitchen.rtbz", TableFault::Name),
        ("KvKQ.rtbw", TableFault::Name),
        ("nowhere", TableFault::Io(_)),
    ] = found[..]
    else {
        panic!("{found:#?}")
    };
    assert_eq!(*wrong_magic, magic);
    assert_eq!(opened.tables.len(), 1);
    assert!(opened.problems[0].to_string().contains("KBvK.rtbw: 40 bytes cannot be a table"));
}

/// The library would ask such a table back and forth until the stack is full,
/// which nothing can catch.
#[test]
fn a_table_that_would_be_asked_for_ever_is_refused() {
    let place = TempDir::new().expect("a folder");
    fs::write(place.path().join("KPvKP.rtbw"), handmade::table("KPvKP", Metric::Wdl))
        .expect("written");
    let mut dtz = handmade::table("KPvKP", Metric::Dtz);
    let flags = dtz.iter().rposition(|&byte| byte == 0x80).expect("flags");
    dtz[flags] |= 1;
    fs::write(place.path().join("KPvKP.rtbz"), dtz).expect("written");
    let opened = EndgameTables::open(place.path().to_str().expect("UTF-8"));
    let [problem] = &opened.problems[..] else { panic!("{:?}", opened.problems) };
    assert!(matches!(problem.fault, TableFault::Head(_)), "{problem}");
    assert_eq!(opened.tables.len(), 1);
}
