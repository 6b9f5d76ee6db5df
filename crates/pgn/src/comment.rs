//! Comments, and what programs put into them.

use std::fmt;
use std::time::Duration;

use crate::text::tidy;

/// Bytes of the longest annotation that is looked for.
const LONGEST: usize = 64;

/// A comment: words, and what programs note in them as `[%clk 0:03:15]`,
/// `[%emt 0:00:05]` and `[%eval 0.35,12]`.
///
/// Words have one blank between them, as lines may be broken anywhere. Other
/// annotations such as `[%cal Ge2e4]` are kept among them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Comment {
    text: String,
    /// What the engine thinks of the position.
    pub eval: Option<Eval>,
    /// What is left on the clock of the one who moved.
    pub clock: Option<Duration>,
    /// How long the move took.
    pub elapsed: Option<Duration>,
}

/// A score for White, as `[%eval]` has it.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Eval {
    /// How good it is.
    pub score: EvalScore,
    /// How far the engine looked, in half-moves.
    pub depth: Option<u16>,
}

/// How good a position is for White.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum EvalScore {
    /// In hundredths of a pawn.
    Cp(i32),
    /// White mates in so many moves, or is mated if there are fewer than none.
    Mate(i32),
}

impl Comment {
    /// Takes a comment apart, with or without annotations in it.
    pub fn parse(text: &str) -> Comment {
        let mut comment = Comment { text: tidy(text), ..Comment::default() };
        // What is left when one is taken out may be another.
        while comment.take_annotation() {}
        comment
    }

    /// The words, without clocks and evaluations.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Is there nothing to say?
    pub fn is_empty(&self) -> bool {
        *self == Comment::default()
    }

    /// Takes the first annotation that is understood and not known yet out of
    /// the words.
    fn take_annotation(&mut self) -> bool {
        let mut from = 0;
        while let Some(found) = self.text[from..].find("[%") {
            let begin = from + found;
            from = begin + 2;
            let bytes = &self.text.as_bytes()[from..];
            let Some(length) = bytes.iter().take(LONGEST).position(|&byte| byte == b']') else {
                continue;
            };
            let end = from + length;
            let Some((name, value)) = self.text[from..end].split_once(' ') else { continue };
            let is_taken = match name {
                "clk" => fill(&mut self.clock, duration(value)),
                "emt" => fill(&mut self.elapsed, duration(value)),
                "eval" => fill(&mut self.eval, Eval::parse(value)),
                _ => false,
            };
            if is_taken {
                self.text = tidy(&format!("{} {}", &self.text[..begin], &self.text[end + 1..]));
                return true;
            }
        }
        false
    }

    /// What cannot be broken, in order: annotations, then words.
    pub(crate) fn words(&self) -> Vec<String> {
        let mut words = Vec::new();
        words.extend(self.eval.map(|eval| format!("[%eval {eval}]")));
        words.extend(self.elapsed.map(|time| format!("[%emt {}]", clock_text(time))));
        words.extend(self.clock.map(|time| format!("[%clk {}]", clock_text(time))));
        // A brace cannot be written. One that only opens is harmless.
        let text = if self.text.contains('}') {
            self.text.replace('{', "(").replace('}', ")")
        } else {
            self.text.clone()
        };
        let mut rest = text.as_str();
        while !rest.is_empty() {
            let (word, behind) = rest.split_at(unbroken(rest));
            words.push(word.to_owned());
            rest = behind.strip_prefix(' ').unwrap_or(behind);
        }
        words
    }
}

/// As it stands between braces.
impl fmt::Display for Comment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words().join(" "))
    }
}

/// The length of what stands on one line: a word, or more of them where an
/// annotation such as `[%cal Ge2e4,Gd2d4]` is not over before.
fn unbroken(text: &str) -> usize {
    let mut end = 0;
    loop {
        end += text[end..].find(' ').unwrap_or(text.len() - end);
        let is_open = text[..end].rfind("[%").is_some_and(|begin| !text[begin..end].contains(']'));
        let closes = || text[end..].bytes().take(LONGEST).any(|byte| byte == b']');
        if end == text.len() || end > LONGEST || !is_open || !closes() {
            return end;
        }
        end += 1;
    }
}

/// Puts a value where there is none.
fn fill<T>(place: &mut Option<T>, value: Option<T>) -> bool {
    if place.is_some() || value.is_none() {
        return false;
    }
    *place = value;
    true
}

/// `1:02:03`, `2:03` or `123`, each with a fraction or without.
fn duration(text: &str) -> Option<Duration> {
    let (whole, fraction) = match text.trim().split_once('.') {
        Some((whole, fraction)) => (whole, fraction),
        None => (text.trim(), ""),
    };
    let mut seconds = 0u64;
    for (index, part) in whole.split(':').enumerate() {
        if index > 2 {
            return None;
        }
        seconds = seconds.checked_mul(60)?.checked_add(digits(part)?)?;
    }
    let nanoseconds = match fraction.len() {
        0 => 0,
        1..=9 => digits(fraction)? * 10u64.pow(9 - fraction.len() as u32),
        _ => return None,
    };
    Some(Duration::new(seconds, nanoseconds as u32))
}

/// A number of at most nine digits, and nothing else.
fn digits(text: &str) -> Option<u64> {
    let is_number = (1..=9).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
    if is_number { text.parse().ok() } else { None }
}

fn clock_text(time: Duration) -> String {
    let seconds = time.as_secs();
    let mut text = format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    if time.subsec_nanos() > 0 {
        let fraction = format!("{:09}", time.subsec_nanos());
        text.push('.');
        text.push_str(fraction.trim_end_matches('0'));
    }
    text
}

impl Eval {
    /// `0.35`, `-1.2,18` or `#-3`.
    fn parse(text: &str) -> Option<Eval> {
        let (score, depth) = match text.trim().split_once(',') {
            Some((score, depth)) => (score, Some(u16::try_from(digits(depth.trim())?).ok()?)),
            None => (text.trim(), None),
        };
        let score = match score.strip_prefix('#') {
            Some(mate) => EvalScore::Mate(signed(mate, |moves| digits(moves)?.try_into().ok())?),
            None => EvalScore::Cp(signed(score, centipawns)?),
        };
        Some(Eval { score, depth })
    }
}

fn signed(text: &str, value: impl Fn(&str) -> Option<i32>) -> Option<i32> {
    match text.strip_prefix('-') {
        Some(text) => Some(-value(text)?),
        None => value(text.strip_prefix('+').unwrap_or(text)),
    }
}

/// Pawns with a fraction as hundredths; what is finer is cut off.
fn centipawns(text: &str) -> Option<i32> {
    let (pawns, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let pawns = if pawns.is_empty() { 0 } else { digits(pawns)? };
    digits(fraction)?;
    let hundredths = digits(&format!("{fraction}0")[..2])?;
    i32::try_from(pawns * 100 + hundredths).ok()
}

impl fmt::Display for Eval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.score {
            EvalScore::Cp(cp) => {
                let sign = if cp < 0 { "-" } else { "" };
                let cp = cp.unsigned_abs();
                write!(f, "{sign}{}.{:02}", cp / 100, cp % 100)?;
            }
            EvalScore::Mate(moves) => write!(f, "#{moves}")?,
        }
        match self.depth {
            Some(depth) => write!(f, ",{depth}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn annotations_are_taken_out_and_put_back() {
        let text = " [%eval -0.3,18]\n[%clk 1:02:03.50] a {good\tmove [%cal Ge2e4] [%emt 5]";
        let comment = Comment::parse(text);
        assert_eq!(comment.text(), "a {good move [%cal Ge2e4]");
        assert_eq!(comment.eval, Some(Eval { score: EvalScore::Cp(-30), depth: Some(18) }));
        assert_eq!(comment.clock, Some(Duration::from_millis(3_723_500)));
        assert_eq!(comment.elapsed, Some(Duration::from_secs(5)));
        let written = comment.to_string();
        assert_eq!(
            written,
            "[%eval -0.30,18] [%emt 0:00:05] [%clk 1:02:03.5] a {good move [%cal Ge2e4]"
        );
        assert_eq!(Comment::parse(&written), comment);
        let mate = Comment::parse("[%eval #-3]").eval;
        assert_eq!(mate, Some(Eval { score: EvalScore::Mate(-3), depth: None }));
    }

    #[test]
    fn what_makes_no_sense_stays_text() {
        for text in [
            "[%clk]",
            "[%clk x]",
            "[%clk 1:2:3:4]",
            "[%clk 1.1234567890]",
            "[%eval 1.2.3]",
            "[%eval #]",
            "[%eval --1]",
            "[%eval 0.3,99999]",
            "[%eval 99999999999]",
            "[%clk 0:01",
            "[%[%[%",
        ] {
            assert_eq!(Comment::parse(text).text(), text);
            assert_eq!(Comment::parse(text).to_string(), text);
        }
    }

    #[test]
    fn nested_and_repeated_annotations_settle() {
        for text in [
            "[%eval [%clk 0:00:01] 0.5]",
            "[%clk [%clk 0:00:01] 0:00:02]",
            "[%clk 0:00:01] [%clk 0:00:02]",
        ] {
            let comment = Comment::parse(text);
            assert_eq!(comment.clock, Some(Duration::from_secs(1)));
            assert_eq!(Comment::parse(&comment.to_string()), comment, "{text}");
        }
    }

    #[test]
    fn annotations_stay_in_one_piece() {
        let text = "a [%cal Ge2e4, Gd2d4] b [%x [%y c] d] [%eval 1/2] [% e";
        let words = Comment::parse(text).words();
        let expected =
            ["a", "[%cal Ge2e4, Gd2d4]", "b", "[%x [%y c]", "d]", "[%eval 1/2]", "[%", "e"];
        assert_eq!(words, expected);
        let long = format!("[%x {} y]", "z ".repeat(LONGEST));
        assert!(Comment::parse(&long).words().len() > LONGEST / 2);
    }

    #[test]
    fn braces_cannot_close_a_comment() {
        assert_eq!(Comment::parse("a {b} c").to_string(), "a (b) c");
        assert_eq!(Comment::parse("a { c").to_string(), "a { c");
    }
}
