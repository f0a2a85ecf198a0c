//! Load for a server on this machine: many pages that play, and more questions than there are places.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use serde::Serialize;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};
use web::PLACES;

/// What was measured; times in milliseconds.
#[derive(Debug, Default, Serialize)]
pub struct Load {
    pub sessions: usize,
    pub steps: usize,
    pub failed: usize,
    pub p50: f64,
    pub p99: f64,
    pub worst: f64,
    /// Questions asked at once, those that were told to try later, and how many that should have been.
    pub questions: usize,
    pub sent_away: usize,
    pub expected: usize,
    /// How long the page took to load while all places were taken, at most, and of how many times.
    pub page: f64,
    pub pages: usize,
}

type Failed = Box<dyn std::error::Error + Send + Sync>;

/// One request, one connection; the status and the body.
pub async fn request(
    address: SocketAddr,
    method: &str,
    path: &str,
    body: Option<&Value>,
) -> Result<(u16, String), Failed> {
    let body = body.map_or_else(String::new, Value::to_string);
    let mut stream = TcpStream::connect(address).await?;
    let head = format!(
        "{method} {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all((head + &body).as_bytes()).await?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await?;
    let answer = String::from_utf8_lossy(&answer).into_owned();
    let status = answer.split(' ').nth(1).and_then(|status| status.parse().ok()).ok_or("no status")?;
    Ok((status, answer.split_once("\r\n\r\n").map_or_else(String::new, |(_, body)| body.into())))
}

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// The table after so many steps.
async fn shown(socket: &mut Socket, at: usize) -> Result<Value, Failed> {
    loop {
        let message = socket.next().await.ok_or("closed")??;
        let table: Value = serde_json::from_str(message.to_text()?)?;
        if table["is"] == "error" {
            return Err(table["error"].to_string().into());
        }
        if table["is"] == "table" && table["at"] == at {
            return Ok(table);
        }
    }
}

/// A person who makes a step a second at a table of his own; the times until the table was seen with it.
async fn session(address: SocketAddr, number: usize, steps: usize) -> Result<Vec<Duration>, Failed> {
    let (_, body) = request(address, "POST", "/api/tables", Some(&json!({ "game": "seega:7" }))).await?;
    let id = serde_json::from_str::<Value>(&body)?["id"].as_str().ok_or("no table")?.to_string();
    let (mut socket, _) =
        tokio_tungstenite::connect_async(format!("ws://{address}/api/tables/{id}/ws")).await?;
    let mut table = shown(&mut socket, 0).await?;
    let mut times = Vec::new();
    // Sessions are spread over the second.
    let start = tokio::time::Instant::now() + Duration::from_micros(number as u64 * 7919 % 1_000_000);
    let mut ticks = tokio::time::interval_at(start, Duration::from_secs(1));
    for at in 0..steps {
        ticks.tick().await;
        let legal = table["scene"]["legal"].as_array().ok_or("no steps")?;
        let step = &legal[(number * 31 + at * 17) % legal.len()]["step"];
        let began = Instant::now();
        socket.send(Message::text(json!({ "do": "step", "step": step, "at": at }).to_string())).await?;
        table = shown(&mut socket, at + 1).await?;
        times.push(began.elapsed());
    }
    Ok(times)
}

/// Plays with so many pages for so many seconds, then asks more questions than there are places.
pub async fn run(
    address: SocketAddr,
    sessions: usize,
    seconds: usize,
    threads: usize,
) -> Result<Load, Failed> {
    let tasks: Vec<_> = (0..sessions).map(|n| tokio::spawn(session(address, n, seconds))).collect();
    let (mut times, mut failed) = (Vec::new(), 0);
    for task in tasks {
        match task.await? {
            Ok(mut more) => times.append(&mut more),
            Err(_) => failed += 1,
        }
    }
    times.sort_unstable();
    let at = |share: f64| {
        let place = (times.len() as f64 * share) as usize;
        times.get(place.min(times.len().saturating_sub(1))).map_or(f64::NAN, |time| time.as_secs_f64() * 1e3)
    };
    let load = Load {
        sessions,
        steps: times.len(),
        failed,
        p50: at(0.5),
        p99: at(0.99),
        worst: at(1.0),
        ..Load::default()
    };
    crowd(address, threads, load).await
}

/// Asks many questions at once, and loads the page meanwhile.
async fn crowd(address: SocketAddr, threads: usize, load: Load) -> Result<Load, Failed> {
    let questions = threads + PLACES + 4;
    let away = Arc::new(AtomicUsize::new(0));
    let query = json!({ "game": "seega:7", "maxTime": 3.0 });
    let ask = || {
        let (away, query) = (away.clone(), query.clone());
        tokio::spawn(async move {
            if let Ok((503, _)) = request(address, "POST", "/api/analyse", Some(&query)).await {
                away.fetch_add(1, Ordering::Relaxed);
            }
        })
    };
    // First those that are thought about, then those that wait.
    let mut tasks: Vec<_> = (0..threads).map(|_| ask()).collect();
    tokio::time::sleep(Duration::from_millis(300)).await;
    tasks.extend((threads..questions).map(|_| ask()));
    tokio::time::sleep(Duration::from_millis(500)).await;
    let (mut slowest, pages) = (Duration::ZERO, 20);
    for _ in 0..pages {
        let began = Instant::now();
        for path in ["/", "/static/app.js", "/static/style.css", "/api/games"] {
            let (status, _) = request(address, "GET", path, None).await?;
            if status != 200 {
                return Err(format!("{path}: {status}").into());
            }
        }
        slowest = slowest.max(began.elapsed());
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let sent_away = away.load(Ordering::Relaxed);
    // The answers are not awaited: the connections are closed, and the searches end.
    tasks.iter().for_each(tokio::task::JoinHandle::abort);
    let page = slowest.as_secs_f64() * 1e3;
    Ok(Load { questions, sent_away, expected: questions - threads - PLACES, page, pages, ..load })
}
