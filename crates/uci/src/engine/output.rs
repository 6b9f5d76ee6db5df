//! What an engine writes, read by threads so that nobody waits for a pipe.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read};
use std::mem;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::SyncSender;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// Bytes of a line. The longest honest ones are principal variations, some
/// hundred moves of six bytes.
const MAX_LINE: usize = 64 * 1024;

/// Bytes of error output that are kept for error messages.
const MAX_TAIL: usize = 4 * 1024;

/// Something that a driver waits for.
#[derive(Debug)]
pub(super) enum Event {
    /// Lines of output: one, and what was kept until it came.
    Lines(Vec<Line>),
    /// So many bytes, all or a part of a line that is too long.
    Noise(usize),
    /// There will be no more output.
    Closed,
    /// Somebody else wants the driver's attention.
    Wake,
}

/// A line of output.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// When it came, however late the driver looks at it.
    pub(super) at: Instant,
    /// Without the line break.
    pub(super) text: String,
}

/// Reads lines to the end of `source`, or until nobody listens. While `quiet`
/// is set, the driver is not woken for what an engine thinks meanwhile: the
/// last of it comes with the next line that matters.
pub(super) fn forward_lines(source: impl Read, events: &SyncSender<Event>, quiet: &AtomicBool) {
    let mut source = BufReader::with_capacity(MAX_LINE, source);
    let mut line = Vec::new();
    let mut too_long = false;
    let mut last = LastInfo::default();
    loop {
        let chunk = match source.fill_buf() {
            Ok([]) => break,
            Ok(chunk) => chunk,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => break,
        };
        let at = Instant::now();
        let end = chunk.iter().position(|&byte| byte == b'\n');
        line.extend_from_slice(&chunk[..end.unwrap_or(chunk.len())]);
        let read = end.map_or(chunk.len(), |end| end + 1);
        source.consume(read);

        too_long |= line.len() > MAX_LINE;
        if end.is_some() && !too_long && quiet.load(Ordering::Relaxed) && last.keep(at, &line) {
            line.clear();
            continue;
        }
        let event = match (end, too_long) {
            (None, false) => continue,
            (_, true) => Event::Noise(mem::take(&mut line).len()),
            (Some(_), false) => {
                let mut lines = last.take();
                lines.push(Line { at, text: take_text(&mut line) });
                Event::Lines(lines)
            }
        };
        too_long &= end.is_none();
        if events.send(event).is_err() {
            return;
        }
    }
    // Last words without a line break count too. If nobody listens any more,
    // nobody misses them.
    let mut lines = last.take();
    if !line.is_empty() && !too_long {
        lines.push(Line { at: Instant::now(), text: take_text(&mut line) });
    }
    let _ = events.send(Event::Lines(lines));
    let _ = events.send(Event::Closed);
}

/// What an engine said last about its thinking.
#[derive(Debug, Default)]
struct LastInfo {
    /// The last word on its best line.
    best: Option<Line>,
    /// The last word on anything else, if it came later.
    other: Option<Line>,
}

impl LastInfo {
    /// Keeps a line if it is an `info`.
    fn keep(&mut self, at: Instant, line: &[u8]) -> bool {
        let Ok(text) = str::from_utf8(line) else { return false };
        if !text.starts_with("info ") || text.contains(" string ") {
            return false;
        }
        let is_best = text.contains(" score ")
            && (!text.contains(" multipv ") || text.contains(" multipv 1 "));
        if is_best {
            self.other = None;
        }
        let kept = if is_best { &mut self.best } else { &mut self.other };
        *kept = Some(Line { at, text: text.to_owned() });
        true
    }

    /// What was kept, in its order.
    fn take(&mut self) -> Vec<Line> {
        [self.best.take(), self.other.take()].into_iter().flatten().collect()
    }
}

fn take_text(line: &mut Vec<u8>) -> String {
    let text = String::from_utf8_lossy(line).into_owned();
    line.clear();
    text
}

/// The end of a long text.
#[derive(Debug, Default)]
pub(super) struct Tail(Mutex<VecDeque<u8>>);

impl Tail {
    /// Reads to the end of `source` and keeps the last of it.
    pub(super) fn follow(&self, mut source: impl Read) {
        let mut buffer = [0; 4096];
        loop {
            let read = match source.read(&mut buffer) {
                Ok(0) => return,
                Ok(read) => read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(_) => return,
            };
            let mut tail = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            tail.extend(&buffer[..read]);
            let surplus = tail.len().saturating_sub(MAX_TAIL);
            tail.drain(..surplus);
        }
    }

    pub(super) fn text(&self) -> String {
        let mut tail = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(tail.make_contiguous()).trim().to_owned()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::sync_channel;

    use super::*;

    fn events(source: &[u8]) -> Vec<String> {
        heard(source, false)
    }

    fn heard(source: &[u8], quiet: bool) -> Vec<String> {
        let (sender, receiver) = sync_channel(1000);
        forward_lines(source, &sender, &AtomicBool::new(quiet));
        drop(sender);
        let show = |event| match event {
            Event::Lines(lines) => lines.into_iter().map(|line| line.text).collect(),
            Event::Noise(bytes) => vec![format!("noise of {bytes}")],
            Event::Closed => vec!["closed".to_owned()],
            Event::Wake => vec!["wake".to_owned()],
        };
        receiver.iter().flat_map(show).collect()
    }

    #[test]
    fn lines() {
        assert_eq!(events(b""), ["closed"]);
        assert_eq!(events(b"a\r\n\nb"), ["a\r", "", "b", "closed"]);
        assert_eq!(events(b"\xff\xfe\nok\n"), ["\u{fffd}\u{fffd}", "ok", "closed"]);
    }

    #[test]
    fn quietly_only_the_last_thoughts_are_told() {
        let best = "info depth 2 multipv 1 score cp 3 pv e2e4";
        let text = format!(
            "info depth 1 score cp 9\ninfo nodes 1\n{best}\ninfo depth 2 multipv 2 score cp 1\n\
             info nodes 7\ninfo string hello score x\nbestmove e2e4\ninfo depth 1\nuciok\n\
             info depth 5 score cp 0"
        );
        let expected = [
            best,
            "info nodes 7",
            "info string hello score x",
            "bestmove e2e4",
            "info depth 1",
            "uciok",
            "info depth 5 score cp 0",
            "closed",
        ];
        assert_eq!(heard(text.as_bytes(), true), expected);
        assert_eq!(heard(text.as_bytes(), false).len(), 11);
    }

    #[test]
    fn long_lines_are_counted_and_not_kept() {
        let mut text = vec![b'x'; 10 * 1024 * 1024];
        text.extend_from_slice(b"\nuciok\n");
        let events = events(&text);
        let noise: usize = events
            .iter()
            .filter_map(|event| event.strip_prefix("noise of ")?.parse::<usize>().ok())
            .sum();
        assert_eq!(noise, 10 * 1024 * 1024);
        assert_eq!(events[events.len() - 2..], ["uciok", "closed"]);
        assert!(events.iter().all(|event| event.len() < 30));
    }

    #[test]
    fn the_longest_line() {
        let line = "y".repeat(MAX_LINE);
        assert_eq!(events((line.clone() + "\n").as_bytes()), [line.as_str(), "closed"]);
        assert_eq!(events((line + "y\nz\n").as_bytes()), ["noise of 65537", "z", "closed"]);
    }

    #[test]
    fn a_tail_forgets_the_beginning() {
        let tail = Tail::default();
        tail.follow(format!("begin {} end\n", "x".repeat(100_000)).as_bytes());
        let text = tail.text();
        assert!(text.len() < MAX_TAIL && text.starts_with('x') && text.ends_with("x end"));
    }
}
