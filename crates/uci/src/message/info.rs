//! `info`: what an engine thinks while it thinks.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use chess::UciMove;

use super::{ScoreReport, UciBound, UciScore, UciWdl};
use crate::tokens::Tokens;

/// The arguments of `info`, all optional.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Info {
    /// Plies of the full-width search.
    pub depth: Option<u32>,
    /// Plies of its longest line.
    pub seldepth: Option<u32>,
    /// Which of several best lines this is, from 1.
    pub multipv: Option<u32>,
    /// How good it is.
    pub score: Option<ScoreReport>,
    /// The same as chances.
    pub wdl: Option<UciWdl>,
    /// Positions searched.
    pub nodes: Option<u64>,
    /// The same a second.
    pub nps: Option<u64>,
    /// How full the transposition table is, in thousandths.
    pub hashfull: Option<u32>,
    /// Positions found in endgame tables.
    pub tbhits: Option<u64>,
    /// How busy the processor is, in thousandths.
    pub cpuload: Option<u32>,
    /// Since the search began.
    pub time: Option<Duration>,
    /// The root move being searched.
    pub currmove: Option<UciMove>,
    /// Its number, from 1.
    pub currmovenumber: Option<u32>,
    /// A move and what refutes it.
    pub refutation: Vec<UciMove>,
    /// The line a thread is looking at.
    pub currline: Option<CurrentLine>,
    /// The line of best play.
    pub pv: Vec<UciMove>,
    /// Words for people.
    pub string: Option<String>,
}

/// The arguments of `info currline`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CurrentLine {
    /// Which processor, from 1, when there are several.
    pub cpu: Option<u32>,
    /// Its line.
    pub moves: Vec<UciMove>,
}

impl Info {
    /// Reads what follows the word `info`. What makes no sense is skipped.
    pub(super) fn read(mut tokens: Tokens<'_>) -> Info {
        let mut info = Info::default();
        let mut bound = UciBound::Exact;
        while let Some(word) = tokens.next() {
            match word {
                "depth" => set(&mut info.depth, &mut tokens),
                "seldepth" => set(&mut info.seldepth, &mut tokens),
                "multipv" => set(&mut info.multipv, &mut tokens),
                "score" => {
                    if let Some(score) = read_score(&mut tokens) {
                        info.score = Some(ScoreReport { score, bound: UciBound::Exact });
                    }
                }
                // Usually right behind the score, but some put wdl between.
                "lowerbound" => bound = UciBound::Lower,
                "upperbound" => bound = UciBound::Upper,
                "wdl" => {
                    if let Some(wdl) = read_wdl(&mut tokens) {
                        info.wdl = Some(wdl);
                    }
                }
                "nodes" => set(&mut info.nodes, &mut tokens),
                "nps" => set(&mut info.nps, &mut tokens),
                "hashfull" => set(&mut info.hashfull, &mut tokens),
                "tbhits" => set(&mut info.tbhits, &mut tokens),
                "cpuload" => set(&mut info.cpuload, &mut tokens),
                "time" => {
                    if let Some(time) = number(&mut tokens) {
                        info.time = Some(Duration::from_millis(time));
                    }
                }
                "currmove" => set(&mut info.currmove, &mut tokens),
                "currmovenumber" => set(&mut info.currmovenumber, &mut tokens),
                "refutation" => info.refutation = tokens.series(),
                "currline" => {
                    let cpu = number(&mut tokens);
                    info.currline = Some(CurrentLine { cpu, moves: tokens.series() });
                }
                "pv" => info.pv = tokens.series(),
                "string" => {
                    info.string = Some(tokens.rest().to_owned());
                    break;
                }
                _ => {}
            }
        }
        if let Some(report) = &mut info.score {
            report.bound = bound;
        }
        info
    }
}

fn number<T: FromStr>(tokens: &mut Tokens<'_>) -> Option<T> {
    tokens.next_as(|word| word.parse().ok())
}

fn set<T: FromStr>(field: &mut Option<T>, tokens: &mut Tokens<'_>) {
    if let Some(value) = number(tokens) {
        *field = Some(value);
    }
}

fn read_score(tokens: &mut Tokens<'_>) -> Option<UciScore> {
    let make = tokens.next_as(|word| match word {
        "cp" => Some(UciScore::Cp as fn(i32) -> UciScore),
        "mate" => Some(UciScore::Mate as fn(i32) -> UciScore),
        _ => None,
    })?;
    number(tokens).map(make)
}

fn read_wdl(tokens: &mut Tokens<'_>) -> Option<UciWdl> {
    let (win, draw, loss) = (number(tokens)?, number(tokens)?, number(tokens)?);
    Some(UciWdl { win, draw, loss })
}

impl fmt::Display for Info {
    /// The arguments, each after a blank.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_one(f, "depth", self.depth)?;
        write_one(f, "seldepth", self.seldepth)?;
        write_one(f, "multipv", self.multipv)?;
        write_one(f, "score", self.score)?;
        write_one(f, "wdl", self.wdl)?;
        write_one(f, "nodes", self.nodes)?;
        write_one(f, "nps", self.nps)?;
        write_one(f, "hashfull", self.hashfull)?;
        write_one(f, "tbhits", self.tbhits)?;
        write_one(f, "cpuload", self.cpuload)?;
        write_one(f, "time", self.time.map(|time| time.as_millis()))?;
        write_one(f, "currmove", self.currmove)?;
        write_one(f, "currmovenumber", self.currmovenumber)?;
        write_moves(f, "refutation", &self.refutation)?;
        if let Some(line) = &self.currline {
            f.write_str(" currline")?;
            line.cpu.map_or(Ok(()), |cpu| write!(f, " {cpu}"))?;
            line.moves.iter().try_for_each(|mv| write!(f, " {mv}"))?;
        }
        write_moves(f, "pv", &self.pv)?;
        write_one(f, "string", self.string.as_ref())
    }
}

fn write_one<T: fmt::Display>(
    f: &mut fmt::Formatter<'_>,
    name: &str,
    value: Option<T>,
) -> fmt::Result {
    value.map_or(Ok(()), |value| write!(f, " {name} {value}"))
}

fn write_moves(f: &mut fmt::Formatter<'_>, name: &str, moves: &[UciMove]) -> fmt::Result {
    if moves.is_empty() {
        return Ok(());
    }
    write!(f, " {name}")?;
    moves.iter().try_for_each(|mv| write!(f, " {mv}"))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[track_caller]
    fn read(arguments: &str) -> Info {
        Info::read(Tokens::new(arguments))
    }

    #[test]
    fn a_line_of_stockfish() {
        let info = read(
            "depth 24 seldepth 33 multipv 1 score cp 29 wdl 69 909 22 upperbound nodes 1523440 \
             nps 1198615 hashfull 504 tbhits 0 time 1271 pv e2e4 e7e5 g1f3",
        );
        let score = ScoreReport { score: UciScore::Cp(29), bound: UciBound::Upper };
        assert_eq!(info.score, Some(score));
        assert_eq!(info.wdl, Some(UciWdl { win: 69, draw: 909, loss: 22 }));
        assert_eq!((info.depth, info.seldepth), (Some(24), Some(33)));
        assert_eq!(info.time, Some(Duration::from_millis(1271)));
        assert_eq!(info.pv.len(), 3);
        assert_eq!(
            info.to_string(),
            " depth 24 seldepth 33 multipv 1 score cp 29 upperbound wdl 69 909 22 nodes 1523440 \
             nps 1198615 hashfull 504 tbhits 0 time 1271 pv e2e4 e7e5 g1f3"
        );
    }

    #[test]
    fn words_for_people_end_the_line() {
        let info = read("depth 1 string  NNUE evaluation  depth 9 ");
        assert_eq!(info.depth, Some(1));
        assert_eq!(info.string.as_deref(), Some("NNUE evaluation  depth 9"));
    }

    #[test]
    fn moves_end_at_the_first_word_that_is_none() {
        let info = read("pv e2e4 e7e5 nodes 5 refutation d1h5 g6h5 currline 2 a2a3 currline");
        assert_eq!((info.pv.len(), info.nodes), (2, Some(5)));
        assert_eq!(info.refutation.len(), 2);
        assert_eq!(info.currline, Some(CurrentLine { cpu: None, moves: Vec::new() }));
    }

    #[test]
    fn nonsense_is_skipped() {
        let info = read("depth x nodes -5 score cp score mate +3 wdl 1 2 nps 7 time 1.5 depth 4");
        let score = ScoreReport { score: UciScore::Mate(3), bound: UciBound::Exact };
        let expected = Info { depth: Some(4), score: Some(score), nps: Some(7), ..Info::default() };
        assert_eq!(info, expected);
    }
}
