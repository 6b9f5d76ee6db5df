//! The openings of all games of a file.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use anyhow::{Context, Result, bail};
use chess::Color;
use indicatif::ProgressBar;
use knowledge::openings::{Eco, NamedOpening, OpeningNames};
use pgn::{GameResult, MainLine, ReadError, Reader};
use serde_json::{Value, json};

use super::OpeningArgs;
use crate::progress;

/// Broken games that are told of one by one.
const MOST_COMPLAINTS: u64 = 5;

pub(super) fn run(
    file: &Path,
    args: &OpeningArgs,
    openings: &OpeningNames,
    out: impl Write,
) -> Result<()> {
    let name = file.display().to_string();
    let open = || -> io::Result<_> {
        let input = File::open(file)?;
        // Games that are listed are progress enough.
        let bytes = input.metadata()?.len();
        let bar = if args.summary { progress::of_bytes(bytes) } else { ProgressBar::hidden() };
        Ok((Reader::new(bar.wrap_read(input)), bar))
    };
    let (mut reader, bar) = open().with_context(|| name.clone())?;
    let mut out = BufWriter::new(out);
    let mut survey = Survey::default();
    for game in reader.main_lines() {
        match game {
            Ok(game) => {
                let named = of_main_line(&game, openings);
                survey.count(&game, named);
                if !args.summary {
                    write_game(&game, named, args.json, &mut out)?;
                }
            }
            Err(error @ ReadError::Game { .. }) => {
                survey.broken += 1;
                if survey.broken <= MOST_COMPLAINTS {
                    bar.suspend(|| eprintln!("kythu: {name}: {error}"));
                }
            }
            Err(error) => bail!("{name}: {error}"),
        }
    }
    bar.finish_and_clear();
    if args.json {
        writeln!(out, "{}", json!({ "summary": survey.to_json(args.top) }))?;
    } else {
        if !args.summary {
            writeln!(out)?;
        }
        survey.write(args.top, &mut out)?;
    }
    Ok(out.flush()?)
}

/// The opening of the last position that has a name, and after how many
/// half-moves.
fn of_main_line<'o>(
    game: &MainLine,
    openings: &'o OpeningNames,
) -> Option<(&'o NamedOpening, usize)> {
    let mut position = game.start;
    let mut last = openings.name(&position).map(|opening| (opening, 0));
    for (index, &mv) in game.moves.iter().enumerate() {
        position.play(mv);
        last = openings.name(&position).map(|opening| (opening, index + 1)).or(last);
    }
    last
}

fn write_game(
    game: &MainLine,
    named: Option<(&NamedOpening, usize)>,
    as_json: bool,
    out: &mut impl Write,
) -> Result<()> {
    let player = |color| game.tags.player(color).unwrap_or("?");
    let (white, black) = (player(Color::White), player(Color::Black));
    if as_json {
        let line = json!({
            "game": game.number,
            "white": white,
            "black": black,
            "result": game.result.text(),
            "eco": named.map(|(opening, _)| opening.eco.to_string()),
            "name": named.map(|(opening, _)| &opening.name),
            "ply": named.map(|(_, ply)| ply),
        });
        writeln!(out, "{line}")?;
        return Ok(());
    }
    write!(out, "{:>6}  ", game.number)?;
    match named {
        Some((opening, ply)) => write!(out, "{} {ply:>3}  {}", opening.eco, opening.name)?,
        None => write!(out, "  –   0  no known opening")?,
    }
    writeln!(out, "  ({white} – {black}, {})", game.result)?;
    Ok(())
}

/// What was played in many games.
#[derive(Default)]
struct Survey<'o> {
    all: Tally,
    by_family: HashMap<&'o str, Tally>,
    broken: u64,
    /// Games with an `ECO` tag, and those of them where it says what we say.
    tagged: u64,
    agreeing: u64,
}

/// Games and points.
#[derive(Copy, Clone, Default)]
struct Tally {
    games: u64,
    decided: u64,
    /// White's half-points in them.
    half_points: u64,
}

impl Tally {
    fn count(&mut self, result: GameResult) {
        let half_points = match result {
            GameResult::WhiteWins => Some(2),
            GameResult::Draw => Some(1),
            GameResult::BlackWins => Some(0),
            GameResult::Unknown => None,
        };
        self.games += 1;
        self.decided += u64::from(half_points.is_some());
        self.half_points += half_points.unwrap_or(0);
    }

    /// White's share of the points, if any game has a result.
    fn score(&self) -> Option<f64> {
        (self.decided > 0).then(|| self.half_points as f64 / (2 * self.decided) as f64)
    }
}

impl<'o> Survey<'o> {
    fn count(&mut self, game: &MainLine, named: Option<(&'o NamedOpening, usize)>) {
        self.all.count(game.result);
        let Some((opening, _)) = named else { return };
        self.by_family.entry(opening.family()).or_default().count(game.result);
        if let Some(tag) = game.tags.get("ECO").and_then(|tag| tag.trim().parse::<Eco>().ok()) {
            self.tagged += 1;
            self.agreeing += u64::from(tag == opening.eco);
        }
    }

    /// The families played most.
    fn top(&self, count: usize) -> Vec<(&'o str, Tally)> {
        let mut families: Vec<(&str, Tally)> =
            self.by_family.iter().map(|(&family, &tally)| (family, tally)).collect();
        // By name where they are played equally often: the same table each time.
        families.sort_by_key(|&(family, tally)| (u64::MAX - tally.games, family));
        families.truncate(count);
        families
    }

    fn write(&self, top: usize, out: &mut impl Write) -> Result<()> {
        let families = self.top(top);
        let width = families.iter().map(|(family, _)| family.chars().count()).max().unwrap_or(0);
        let width = width.max("all games".len());
        writeln!(
            out,
            "{:<width$}  {:>8}  {:>6}  {:>12}",
            "opening", "games", "share", "White scores"
        )?;
        for (family, tally) in families.into_iter().chain([("all games", self.all)]) {
            let share = percent(Some(tally.games as f64 / self.all.games.max(1) as f64));
            let score = percent(tally.score());
            writeln!(out, "{family:<width$}  {:>8}  {share:>6}  {score:>12}", tally.games)?;
        }
        if self.tagged > 0 {
            let share = percent(Some(self.agreeing as f64 / self.tagged as f64));
            let (agreeing, tagged) = (self.agreeing, self.tagged);
            writeln!(out, "\nthe ECO tag says the same in {agreeing} of {tagged} games ({share})")?;
        }
        if self.broken > 0 {
            writeln!(out, "\nbroken games left out: {}", self.broken)?;
        }
        Ok(())
    }

    fn to_json(&self, top: usize) -> Value {
        let tally = |tally: Tally| json!({ "games": tally.games, "white_score": tally.score() });
        let families: Vec<Value> = self
            .top(top)
            .into_iter()
            .map(|(family, counts)| {
                let mut row = tally(counts);
                row["opening"] = family.into();
                row
            })
            .collect();
        json!({
            "all": tally(self.all),
            "openings": families,
            "broken": self.broken,
            "eco_tags": { "games": self.tagged, "agreeing": self.agreeing },
        })
    }
}

fn percent(share: Option<f64>) -> String {
    share.map_or("–".to_owned(), |share| format!("{:.1}%", 100.0 * share))
}
