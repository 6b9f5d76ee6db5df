//! What an engine is told. Nobody waits for an engine that does not read.

use std::io::{self, Write};
use std::mem;
use std::process::ChildStdin;
use std::sync::mpsc::{self, Sender};
use std::thread;

/// The pipe to an engine. Dropped, it is closed as soon as all is written.
#[derive(Debug)]
pub(super) struct Input {
    state: State,
    /// What to call the thread that waits, if there has to be one.
    name: String,
}

#[derive(Debug)]
enum State {
    /// Everything fits into the pipe.
    Direct(ChildStdin),
    /// The pipe was full once, and may stay so for ever: a thread waits.
    Queued(Sender<Vec<u8>>),
    /// The engine takes no more.
    Closed,
}

impl Input {
    pub(super) fn new(stdin: ChildStdin, name: String) -> io::Result<Input> {
        let mut input = Input { state: State::Closed, name };
        input.state = if set_waiting(&stdin, false)? {
            State::Direct(stdin)
        } else {
            State::Queued(input.queue(stdin)?)
        };
        Ok(input)
    }

    /// Sends whole lines; false if the engine takes no more.
    pub(super) fn send(&mut self, lines: String) -> bool {
        let mut bytes = lines.into_bytes();
        if let State::Direct(stdin) = &mut self.state {
            match write_some(stdin, &bytes) {
                Ok(written) if written == bytes.len() => return true,
                Ok(written) => drop(bytes.drain(..written)),
                Err(_) => {
                    self.state = State::Closed;
                    return false;
                }
            }
            self.state = self.begin_to_wait().map_or(State::Closed, State::Queued);
        }
        matches!(&self.state, State::Queued(queue) if queue.send(bytes).is_ok())
    }

    fn begin_to_wait(&mut self) -> io::Result<Sender<Vec<u8>>> {
        match mem::replace(&mut self.state, State::Closed) {
            State::Direct(stdin) => {
                set_waiting(&stdin, true)?;
                self.queue(stdin)
            }
            State::Queued(queue) => Ok(queue),
            State::Closed => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }

    /// A thread that writes what it is sent.
    fn queue(&self, mut stdin: ChildStdin) -> io::Result<Sender<Vec<u8>>> {
        let (sender, queue) = mpsc::channel::<Vec<u8>>();
        thread::Builder::new().name(self.name.clone()).spawn(move || {
            while let Ok(bytes) = queue.recv() {
                if stdin.write_all(&bytes).is_err() {
                    return;
                }
            }
        })?;
        Ok(sender)
    }
}

/// Writes as much as the pipe takes.
fn write_some(stdin: &mut ChildStdin, bytes: &[u8]) -> io::Result<usize> {
    let mut written = 0;
    while written < bytes.len() {
        match stdin.write(&bytes[written..]) {
            Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
            Ok(count) => written += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => break,
            Err(error) => return Err(error),
        }
    }
    Ok(written)
}

/// Whether writing to a full pipe waits or fails; false where the system
/// leaves no choice.
#[cfg(unix)]
fn set_waiting(stdin: &ChildStdin, waiting: bool) -> io::Result<bool> {
    rustix::io::ioctl_fionbio(stdin, !waiting)?;
    Ok(true)
}

#[cfg(not(unix))]
fn set_waiting(_stdin: &ChildStdin, _waiting: bool) -> io::Result<bool> {
    Ok(false)
}

#[cfg(all(test, unix))]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::io::Read;
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};

    use super::*;

    #[test]
    fn more_than_a_pipe_holds_arrives_in_order() {
        let mut command = Command::new("sh");
        // It does not read before we have written everything.
        command.args(["-c", "sleep 1; cat"]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut input = Input::new(child.stdin.take().unwrap(), "test".to_owned()).unwrap();
        let started = Instant::now();
        let lines: Vec<String> = (0..50_000).map(|number| format!("line {number}\n")).collect();
        assert!(lines.iter().all(|line| input.send(line.clone())));
        assert!(started.elapsed() < Duration::from_secs(1), "somebody waited");
        drop(input);
        let mut read = String::new();
        child.stdout.take().unwrap().read_to_string(&mut read).unwrap();
        child.wait().unwrap();
        assert_eq!(read, lines.concat());
    }

    #[test]
    fn the_dead_take_nothing() {
        let mut child = Command::new("true").stdin(Stdio::piped()).spawn().unwrap();
        let stdin = child.stdin.take().unwrap();
        child.wait().unwrap();
        let mut input = Input::new(stdin, "test".to_owned()).unwrap();
        assert!(!input.send("isready\n".to_owned()));
        assert!(!input.send("isready\n".to_owned()));
    }
}
