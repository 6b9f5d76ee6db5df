//! A child process and the threads that serve its pipes.

use std::io::{self, Read};
use std::process::{Child, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender, TryRecvError};
use std::thread;
use std::time::{Duration, Instant};

use super::config::EngineConfig;
use super::input::Input;
use super::output::{Event, Tail, forward_lines};

/// Events kept while nobody looks. With a full queue the reader waits, then
/// the pipe fills, then the engine waits: memory stays bounded.
const QUEUE: usize = 256;

/// What a process needs to end after it has closed its output.
const LAST_BREATH: Duration = Duration::from_millis(300);

/// A running engine. Dropped, it is asked to quit, then killed and reaped.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    quit: Duration,
    /// None once the pipe shall be closed.
    input: Option<Input>,
    events: Receiver<Event>,
    waker: SyncSender<Event>,
    quiet: Arc<AtomicBool>,
    closed: bool,
    stderr: Arc<Tail>,
    stderr_closed: Receiver<()>,
    ending: Option<Ending>,
}

/// How a process ended.
#[derive(Copy, Clone, Debug)]
pub(super) enum Ending {
    Exited(ExitStatus),
    /// It lived on with closed pipes until it was killed.
    Lingered,
}

impl Process {
    pub(super) fn spawn(config: &EngineConfig) -> io::Result<Process> {
        let mut command = config.command()?;
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // A group of its own: Ctrl-C at the terminal is ours to handle, and
        // what a script started can be killed with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        match serve_pipes(&mut child) {
            Ok(pipes) => Ok(Process {
                child,
                quit: config.timeouts.quit,
                input: Some(pipes.input),
                events: pipes.events,
                waker: pipes.waker,
                quiet: pipes.quiet,
                closed: false,
                stderr: pipes.stderr,
                stderr_closed: pipes.stderr_closed,
                ending: None,
            }),
            Err(error) => {
                kill_group(&mut child);
                child.wait()?;
                Err(error)
            }
        }
    }

    pub(super) fn id(&self) -> u32 {
        self.child.id()
    }

    pub(super) fn waker(&self) -> SyncSender<Event> {
        self.waker.clone()
    }

    /// Whether only the last of what it thinks is of interest.
    pub(super) fn set_quiet(&self, quiet: bool) {
        self.quiet.store(quiet, Ordering::Relaxed);
    }

    /// Sends whole lines; false if the engine takes no more.
    pub(super) fn send(&mut self, lines: String) -> bool {
        self.input.as_mut().is_some_and(|input| input.send(lines))
    }

    /// The next event; `None` when the deadline has passed.
    pub(super) fn next_event(&mut self, deadline: Option<Instant>) -> Option<Event> {
        if self.closed {
            return Some(Event::Closed);
        }
        let event = match deadline {
            None => self.events.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(deadline) => {
                self.events.recv_timeout(deadline.saturating_duration_since(Instant::now()))
            }
        };
        match event {
            Ok(Event::Closed) | Err(RecvTimeoutError::Disconnected) => {
                self.closed = true;
                Some(Event::Closed)
            }
            Ok(event) => Some(event),
            Err(RecvTimeoutError::Timeout) => None,
        }
    }

    /// Forgets what the engine has written so far.
    pub(super) fn discard_output(&mut self) {
        // No more than the queue holds: an engine that never stops writing
        // must not keep us here.
        for _ in 0..QUEUE {
            match self.events.try_recv() {
                Ok(Event::Closed) | Err(TryRecvError::Disconnected) => self.closed = true,
                Ok(_) => {}
                Err(TryRecvError::Empty) => return,
            }
        }
    }

    /// The end of its error output.
    pub(super) fn stderr(&self) -> String {
        self.stderr.text()
    }

    /// Waits for the end that closed pipes announce, or brings it about.
    pub(super) fn bury(&mut self) -> Ending {
        if let Some(ending) = self.ending {
            return ending;
        }
        let deadline = Instant::now() + LAST_BREATH;
        while Instant::now() < deadline {
            if has_ended(&self.child) {
                // Before it is reaped: then its group may be another's.
                kill_group(&mut self.child);
            }
            if let Ok(Some(status)) = self.child.try_wait() {
                // Everything it wrote is in the pipe, but perhaps not read.
                let _ = self.stderr_closed.recv_timeout(LAST_BREATH);
                self.input = None;
                return *self.ending.insert(Ending::Exited(status));
            }
            thread::sleep(Duration::from_millis(2));
        }
        self.kill();
        *self.ending.insert(Ending::Lingered)
    }

    /// Ends it at once.
    pub(super) fn kill(&mut self) {
        if self.ending.is_some() {
            return;
        }
        self.input = None;
        kill_group(&mut self.child);
        if let Ok(status) = self.child.wait() {
            self.ending = Some(Ending::Exited(status));
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if self.ending.is_none() && self.send("quit\n".to_owned()) {
            self.input = None;
            let deadline = Instant::now() + self.quit;
            while !matches!(self.next_event(Some(deadline)), None | Some(Event::Closed)) {
                if Instant::now() >= deadline {
                    break;
                }
            }
        }
        self.kill();
    }
}

struct Pipes {
    input: Input,
    events: Receiver<Event>,
    waker: SyncSender<Event>,
    quiet: Arc<AtomicBool>,
    stderr: Arc<Tail>,
    stderr_closed: Receiver<()>,
}

/// Starts a thread for each pipe to read from. They end with their pipe.
fn serve_pipes(child: &mut Child) -> io::Result<Pipes> {
    let missing = || io::Error::other("the process has no pipes");
    let stdin = child.stdin.take().ok_or_else(missing)?;
    let stdout = child.stdout.take().ok_or_else(missing)?;
    let stderr = child.stderr.take().ok_or_else(missing)?;
    // Fifteen characters, as many as Linux shows of a thread's name.
    let name = |pipe: &str| format!("uci-{pipe} {}", child.id());
    let start = |pipe: &str| thread::Builder::new().name(name(pipe));
    let input = Input::new(stdin, name("in"))?;

    let (waker, events) = mpsc::sync_channel(QUEUE);
    let (sender, quiet) = (waker.clone(), Arc::new(AtomicBool::new(false)));
    let is_quiet = Arc::clone(&quiet);
    start("out").spawn(move || forward_lines(stdout, &sender, &is_quiet))?;

    let tail = Arc::new(Tail::default());
    let (closing, stderr_closed) = mpsc::sync_channel(0);
    let follower = Arc::clone(&tail);
    start("err").spawn(move || follow(&follower, stderr, closing))?;
    Ok(Pipes { input, events, waker, quiet, stderr: tail, stderr_closed })
}

/// Follows the error output; `_closing` is dropped, which others notice, when
/// it ends.
fn follow(tail: &Tail, stderr: impl Read, _closing: SyncSender<()>) {
    tail.follow(stderr);
}

/// Whether a process has ended, without reaping it.
fn has_ended(child: &Child) -> bool {
    #[cfg(unix)]
    {
        use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        let id = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
        id.is_some_and(|id| matches!(waitid(WaitId::Pid(id), options), Ok(Some(_))))
    }
    #[cfg(not(unix))]
    {
        let _ = child;
        false
    }
}

/// Kills a process that is not reaped yet, with all that it started.
fn kill_group(child: &mut Child) {
    #[cfg(unix)]
    {
        use rustix::process::{Pid, Signal, kill_process_group};
        let group = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
        // It fails if nobody is left, which is as well.
        let _ = group.map(|group| kill_process_group(group, Signal::KILL));
    }
    let _ = child.kill();
}
