//! The server of the page under load, in a process of its own: many pages that play, and more questions than there are places.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};
use web::PLACES;

use crate::output::Report;

/// Pages, and seconds: a step a second each.
const SESSIONS: usize = 500;
const SECONDS: usize = 20;

/// How often the page is loaded while all places are taken.
const PAGES: usize = 20;

/// The server, until this is dropped.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts a server, loads it and prints what it did, with times in milliseconds.
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
    // So many questions are asked at once, and so many of them should be told to try later.
    let expected = 4;
    let questions = threads + PLACES + expected;
    let runtime = tokio::runtime::Runtime::new()?;
    let (times, failed) = runtime.block_on(play(address))?;
    let (sent_away, page) = runtime.block_on(crowd(address, threads, questions))?;
    // None where the system does not tell.
    let memory = memory(server.0.id());
    drop(server);
    let _ = fs::remove_dir_all(&folder);
    let at = |share: f64| {
        let place = (times.len() as f64 * share) as usize;
        times.get(place.min(times.len().saturating_sub(1))).map_or(f64::NAN, |time| time.as_secs_f64() * 1e3)
    };
    let (steps, p50, p99, worst) = (times.len(), at(0.5), at(0.99), at(1.0));
    if json {
        return Report::of("bench")
            .field("sessions", SESSIONS)
            .field("steps", steps)
            .field("failed", failed)
            .field("p50", p50)
            .field("p99", p99)
            .field("worst", worst)
            // Questions asked at once, those that were told to try later, and how many that should have been.
            .field("questions", questions)
            .field("sent_away", sent_away)
            .field("expected", expected)
            // How long the page took to load while all places were taken, at most, and of how many times.
            .field("page", page)
            .field("pages", PAGES)
            .field("memory", memory)
            .print(out);
    }
    writeln!(
        out,
        "{SESSIONS} sessions, a step a second each, engine off: {steps} steps, {failed} sessions failed"
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
    writeln!(out, "  page loads     {page:.1} ms at most of {PAGES}                     goal: under 200 ms")?;
    Ok(())
}

/// The most memory that a process has held, in MB.
fn memory(process: u32) -> Option<f64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse::<f64>().ok().map(|kb| kb / 1024.0)
}

/// One request, one connection; the status and the body.
async fn request(address: SocketAddr, method: &str, path: &str, body: &str) -> Result<(u16, String)> {
    let mut stream = TcpStream::connect(address).await?;
    let head = format!(
        "{method} {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all((head + body).as_bytes()).await?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await?;
    let answer = String::from_utf8_lossy(&answer);
    let status = answer.split(' ').nth(1).and_then(|status| status.parse().ok()).context("no status")?;
    Ok((status, answer.split_once("\r\n\r\n").map_or_else(String::new, |(_, body)| body.into())))
}

/// The table after so many steps.
async fn shown(socket: &mut WebSocketStream<MaybeTlsStream<TcpStream>>, at: usize) -> Result<Value> {
    loop {
        let message = socket.next().await.context("closed")??;
        let table: Value = serde_json::from_str(message.to_text()?)?;
        if table["is"] == "error" {
            bail!("{}", table["error"]);
        }
        if table["is"] == "table" && table["at"] == at {
            return Ok(table);
        }
    }
}

/// A person who makes a step a second at a table of his own; the times until the table was seen with it.
async fn session(address: SocketAddr, number: usize) -> Result<Vec<Duration>> {
    let (_, body) = request(address, "POST", "/api/tables", r#"{"game": "seega:7"}"#).await?;
    let id = serde_json::from_str::<Value>(&body)?["id"].as_str().context("no table")?.to_string();
    let (mut socket, _) =
        tokio_tungstenite::connect_async(format!("ws://{address}/api/tables/{id}/ws")).await?;
    let mut table = shown(&mut socket, 0).await?;
    let mut times = Vec::new();
    // Sessions are spread over the second.
    let start = tokio::time::Instant::now() + Duration::from_micros(number as u64 * 7919 % 1_000_000);
    let mut ticks = tokio::time::interval_at(start, Duration::from_secs(1));
    for at in 0..SECONDS {
        ticks.tick().await;
        let legal = table["scene"]["legal"].as_array().context("no steps")?;
        let step = &legal[(number * 31 + at * 17) % legal.len()]["step"];
        let began = Instant::now();
        socket.send(Message::text(json!({ "do": "step", "step": step, "at": at }).to_string())).await?;
        table = shown(&mut socket, at + 1).await?;
        times.push(began.elapsed());
    }
    Ok(times)
}

/// Plays with many pages: all times, ascending, and how many sessions failed.
async fn play(address: SocketAddr) -> Result<(Vec<Duration>, usize)> {
    let tasks: Vec<_> = (0..SESSIONS).map(|number| tokio::spawn(session(address, number))).collect();
    let (mut times, mut failed) = (Vec::new(), 0);
    for task in tasks {
        match task.await? {
            Ok(mut more) => times.append(&mut more),
            Err(_) => failed += 1,
        }
    }
    times.sort_unstable();
    Ok((times, failed))
}

/// Asks many questions at once, and loads the page meanwhile: how many were sent away, and how long the page took at most.
async fn crowd(address: SocketAddr, threads: usize, questions: usize) -> Result<(usize, f64)> {
    let query = r#"{"game": "seega:7", "maxTime": 3.0}"#;
    let ask = |_| tokio::spawn(request(address, "POST", "/api/analyse", query));
    // First those that are thought about, then those that wait.
    let mut tasks: Vec<_> = (0..threads).map(ask).collect();
    tokio::time::sleep(Duration::from_millis(300)).await;
    tasks.extend((threads..questions).map(ask));
    tokio::time::sleep(Duration::from_millis(500)).await;
    let mut slowest = Duration::ZERO;
    for _ in 0..PAGES {
        let began = Instant::now();
        for path in ["/", "/static/app.js", "/static/style.css", "/api/games"] {
            let (status, _) = request(address, "GET", path, "").await?;
            if status != 200 {
                bail!("{path}: {status}");
            }
        }
        slowest = slowest.max(began.elapsed());
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let mut sent_away = 0;
    for task in tasks {
        // Other answers are not awaited: the connections are closed, and the searches end.
        task.abort();
        sent_away += usize::from(matches!(task.await, Ok(Ok((503, _)))));
    }
    Ok((sent_away, slowest.as_secs_f64() * 1e3))
}
