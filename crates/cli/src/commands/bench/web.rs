//! The server of the page under load, in a process of its own.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result, anyhow};

use super::load::{self, Load};
use crate::output::Report;

/// Pages, and seconds: a step a second each.
const SESSIONS: usize = 500;
const SECONDS: usize = 20;

/// The server, until this is dropped.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts a server, loads it and prints what it did.
pub fn run(json: bool, out: &mut impl Write) -> Result<()> {
    let folder = std::env::temp_dir().join(format!("petteia-bench-{}", std::process::id()));
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut server = Command::new(std::env::current_exe()?)
        .args(["serve", "--port", "0", "--threads", &threads.to_string()])
        .args(["--tables".as_ref(), folder.join("tables").as_os_str()])
        .args(["--runs".as_ref(), folder.join("runs").as_os_str()])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map(Server)
        .context("the server does not start")?;
    let mut first = String::new();
    BufReader::new(server.0.stdout.take().expect("it was asked for")).read_line(&mut first)?;
    let address: SocketAddr =
        first.trim().strip_prefix("http://").context("the server tells no address")?.parse()?;
    let load = tokio::runtime::Runtime::new()?
        .block_on(load::run(address, SESSIONS, SECONDS, threads))
        .map_err(|error| anyhow!("{error}"))?;
    // None where the system does not tell.
    let memory = memory(server.0.id());
    drop(server);
    let _ = fs::remove_dir_all(&folder);
    if json {
        return Report::of("bench").fields(load).field("memory", memory).print(out);
    }
    let Load { sessions, steps, failed, p50, p99, worst, questions, sent_away, expected, page, pages } = load;
    writeln!(
        out,
        "{sessions} sessions, a step a second each, engine off: {steps} steps, {failed} sessions failed"
    )?;
    writeln!(
        out,
        "  latency        p50 {p50:.1} ms, p99 {p99:.1} ms, worst {worst:.1} ms   goal: p99 under 50 ms"
    )?;
    if let Some(memory) = memory {
        writeln!(out, "  memory         {memory:.0} MB at most                          goal: under 300 MB")?;
    }
    writeln!(out, "{questions} questions at once on {threads} threads")?;
    writeln!(out, "  sent away      {sent_away}                                        goal: {expected}")?;
    writeln!(out, "  page loads     {page:.1} ms at most of {pages}                     goal: under 200 ms")?;
    Ok(())
}

/// The most memory that a process has held, in MB.
fn memory(process: u32) -> Option<f64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse::<f64>().ok().map(|kb| kb / 1024.0)
}
