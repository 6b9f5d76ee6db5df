//! Talks with the program line by line, as a GUI does.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// Longer than anything here takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

pub(super) struct Conversation {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Conversation {
    pub(super) fn start() -> Conversation {
        let mut child = Command::new(crate::kythu::program())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let stdout = BufReader::new(child.stdout.take().expect("a pipe was asked for"));
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in stdout.lines() {
                let line = line.expect("output is UTF-8");
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Conversation { stdin: child.stdin.take(), child, lines }
    }

    pub(super) fn say(&mut self, lines: &str) {
        let stdin = self.stdin.as_mut().expect("input is open");
        writeln!(stdin, "{lines}").expect("the program reads");
    }

    /// All lines up to one that begins with `prefix`, and that one.
    #[track_caller]
    pub(super) fn hear(&mut self, prefix: &str) -> Vec<String> {
        self.hear_where(prefix, |line| line.starts_with(prefix))
    }

    /// All lines up to the one that is waited for, and that one.
    #[track_caller]
    pub(super) fn hear_where(&mut self, what: &str, is_it: impl Fn(&str) -> bool) -> Vec<String> {
        let mut heard = Vec::new();
        let deadline = Instant::now() + PATIENCE;
        loop {
            match self.lines.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(line) => heard.push(line),
                Err(error) => panic!("no {what:?} but {error}; heard {heard:#?}"),
            }
            if heard.last().is_some_and(|line| is_it(line)) {
                return heard;
            }
        }
    }

    /// The answer to `lines`, up to `bestmove`.
    #[track_caller]
    pub(super) fn ask(&mut self, lines: &str) -> Vec<String> {
        self.say(lines);
        self.hear("bestmove ")
    }

    /// Does it hold its tongue, apart from `info`, for so long?
    #[track_caller]
    pub(super) fn assert_silent(&mut self, time: Duration) {
        let deadline = Instant::now() + time;
        loop {
            match self.lines.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(line) if line.starts_with("info ") => {}
                Ok(line) => panic!("it said {line:?}"),
                Err(RecvTimeoutError::Timeout) => return,
                Err(RecvTimeoutError::Disconnected) => panic!("it is gone"),
            }
        }
    }

    /// Ends the input; what else was said, after the program has ended well.
    #[track_caller]
    pub(super) fn end(mut self) -> Vec<String> {
        drop(self.stdin.take());
        let rest = self.lines.iter().collect();
        let status = self.child.wait().expect("the program ends");
        assert_eq!(status.code(), Some(0));
        let mut errors = String::new();
        let mut stderr = self.child.stderr.take().expect("a pipe was asked for");
        std::io::Read::read_to_string(&mut stderr, &mut errors).expect("errors are UTF-8");
        assert_eq!(errors, "");
        rest
    }

    /// Closes our end of its output; with what code it ends by itself.
    pub(super) fn turn_deaf(command: &str) -> (Option<i32>, String) {
        let mut child = Command::new(crate::kythu::program())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        drop(child.stdout.take());
        let mut stdin = child.stdin.take().expect("a pipe was asked for");
        writeln!(stdin, "{command}").expect("the program reads");
        let deadline = Instant::now() + PATIENCE;
        while child.try_wait().expect("the program can be asked").is_none() {
            assert!(Instant::now() < deadline, "it goes on though nobody hears it");
            thread::sleep(Duration::from_millis(10));
        }
        let output = child.wait_with_output().expect("the program has ended");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    }
}

impl Drop for Conversation {
    fn drop(&mut self) {
        // After a failed test it may still run.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
