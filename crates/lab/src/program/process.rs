//! A running program: lines to it, lines from it, and never waiting for it longer than agreed.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use games::text::quote;

/// Longer lines are cut.
const LONGEST: u64 = 1 << 20;

/// How long a program may take to end after it was told to.
const FAREWELL: Duration = Duration::from_millis(500);

/// A program that was started.
pub struct Process {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    /// Whether it has the option `Seed`.
    pub seeds: bool,
}

impl Process {
    /// Starts a program; what it says on stderr is not heard.
    pub fn start(command: &[String]) -> Result<Process, String> {
        let cannot = |why: &dyn std::fmt::Display| format!("{} cannot be started: {why}", quote(&command[0]));
        let mut child = Command::new(&command[0])
            .args(&command[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| cannot(&error))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(cannot(&"it has no input or output"));
        };
        // The reader waits while no answer is wanted, so a program that talks without end fills no memory.
        let (sender, lines) = mpsc::sync_channel(1000);
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            loop {
                let mut line = Vec::new();
                match output.by_ref().take(LONGEST).read_until(b'\n', &mut line) {
                    Ok(1..) if sender.send(String::from_utf8_lossy(&line).trim().into()).is_ok() => {}
                    _ => break,
                }
            }
        });
        Ok(Process { child, input, lines, seeds: false })
    }

    /// Says lines to the program.
    pub fn say(&mut self, lines: &str) -> Result<(), String> {
        let said = self.input.write_all(lines.as_bytes()).and_then(|()| self.input.flush());
        said.map_err(|_| self.ended())
    }

    /// Listens until a line is what was waited for; the deadline says when `what` is too late.
    pub fn hear<T>(
        &mut self,
        wait: Duration,
        what: &str,
        mut wanted: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, String> {
        let deadline = Instant::now() + wait;
        loop {
            match self.lines.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(line) => {
                    if let Some(found) = wanted(&line) {
                        return Ok(found);
                    }
                    // One that talks all the time is late as well.
                    if Instant::now() >= deadline {
                        return Err(late(what, wait));
                    }
                }
                Err(RecvTimeoutError::Timeout) => return Err(late(what, wait)),
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
            }
        }
    }

    fn ended(&mut self) -> String {
        match self.wait(FAREWELL) {
            Some(status) => format!("the program has ended ({status})"),
            None => "the program has closed its output".into(),
        }
    }

    fn wait(&mut self, wait: Duration) -> Option<std::process::ExitStatus> {
        let deadline = Instant::now() + wait;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(2)),
                _ => return None,
            }
        }
    }

    /// Ends a program that does not listen any more.
    pub fn kill(mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn late(what: &str, wait: Duration) -> String {
    format!("no {what} within {} ms", wait.as_millis())
}

impl Drop for Process {
    fn drop(&mut self) {
        if !matches!(self.child.try_wait(), Ok(Some(_))) {
            let _ = self.say("quit\n");
            if self.wait(FAREWELL).is_none() {
                let _ = self.child.kill();
                let _ = self.child.wait();
            }
        }
    }
}
