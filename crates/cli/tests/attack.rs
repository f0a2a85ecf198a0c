//! The server, attacked from outside in a process of its own: crowds that only listen, half requests, kills in mid-write, files with a
//! flipped bit, full files. Requests go to this machine only. Small by itself; `PETTEIA_ATTACK=large` makes it as large as it is meant,
//! and prints what it measured.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// The small number, or the large one.
fn so_many(small: usize, large: usize) -> usize {
    if std::env::var("PETTEIA_ATTACK").is_ok_and(|size| size == "large") { large } else { small }
}

/// A folder of its own for each test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("attack-{name}"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// A server in a process of its own, until this is dropped.
struct Server {
    child: Child,
    address: SocketAddr,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Server {
    /// With its folders below one, behind a word of the shell such as `ulimit -n 200;`.
    fn start(folder: &Path, limit: &str) -> Server {
        let mut child = Command::new("bash")
            .args(["-c", &format!("{limit} exec \"$0\" \"$@\""), env!("CARGO_BIN_EXE_petteia")])
            .args(["serve", "--port", "0", "--threads", "2", "--tables", "tables", "--runs", "runs"])
            .current_dir(folder)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut first = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
        let address = first.trim().strip_prefix("http://").expect("the server begins").parse().unwrap();
        Server { child, address }
    }

    /// The memory that it holds, in MB.
    fn memory(&self) -> f64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
        line.split_whitespace().next().unwrap().parse::<f64>().unwrap() / 1024.0
    }

    /// The status and the body of a request.
    async fn ask(&self, method: &str, path: &str, body: Value) -> (u16, String) {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let head = format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
            self.address,
            body.len()
        );
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        stream.write_all((head + &body).as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await.unwrap();
        let answer = String::from_utf8_lossy(&answer);
        let status = answer.split(' ').nth(1).expect("an answer").parse().unwrap();
        (status, answer.split_once("\r\n\r\n").map_or_else(String::new, |(_, body)| body.into()))
    }

    async fn table(&self, body: Value) -> String {
        let (status, answer) = self.ask("POST", "/api/tables", body).await;
        assert_eq!(status, 201, "{answer}");
        serde_json::from_str::<Value>(&answer).unwrap()["id"].as_str().unwrap().into()
    }

    /// How long a request takes: the median of many, in ms.
    async fn ping(&self) -> f64 {
        let mut times = Vec::new();
        for _ in 0..41 {
            let began = Instant::now();
            assert_eq!(self.ask("GET", "/api/games", Value::Null).await.0, 200);
            times.push(began.elapsed());
        }
        times.sort_unstable();
        times[20].as_secs_f64() * 1e3
    }

    /// A connection that says this and then nothing.
    async fn half(&self, text: &str) -> TcpStream {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        let _ = stream.write_all(text.as_bytes()).await;
        stream
    }
}

/// The metrics of a run as if it had gone on for so many generations.
fn lengthen(metrics: &Path, epochs: usize) {
    let mut text = std::fs::read_to_string(metrics).unwrap();
    let mut line: Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    text.extend((text.lines().count() + 1..=epochs).map(|epoch| {
        line["epoch"] = json!(epoch);
        format!("{line}\n")
    }));
    std::fs::write(metrics, text).unwrap();
}

const HALF: &str = "GET /api/games HTTP/1.1\r\nhost: localhost\r\nx-";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn crowds_cost_little() {
    let folder = folder("crowd");
    let config = concat!(env!("CARGO_MANIFEST_DIR"), "/../../configs/davis2002-quick.toml");
    let trained = Command::new(env!("CARGO_BIN_EXE_petteia"))
        .args(["train", config, "--folder", "runs/watched", "--epochs", "1", "--quiet"])
        .current_dir(&folder)
        .output()
        .unwrap();
    assert!(trained.status.success(), "{}", String::from_utf8_lossy(&trained.stderr));
    lengthen(&folder.join("runs/watched/metrics.jsonl"), so_many(1, 20_000));
    let server = Server::start(&folder, "");
    let alone = server.ping().await;
    let (streams, idle) = (so_many(20, 60), so_many(200, 1_000));
    let mut held = Vec::new();
    for _ in 0..streams {
        let mut stream =
            server.half("GET /api/runs/watched/events HTTP/1.1\r\nhost: localhost\r\n\r\n").await;
        let mut answer = [0; 2_000];
        let read = stream.read(&mut answer).await.unwrap();
        assert!(answer[..read].starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&answer));
        held.push(stream);
    }
    for n in 0..idle {
        held.push(server.half(if n % 2 == 0 { HALF } else { "" }).await);
    }
    let (ping, memory) = (server.ping().await, server.memory());
    println!(
        "{streams} streams and {idle} idle connections: ping {ping:.1} ms (alone {alone:.1} ms), {memory:.0} MB"
    );
    assert!(memory < 100.0 && ping < 50.0 + alone * so_many(10, 1) as f64, "{memory} MB, {ping} ms");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_says_nothing_keeps_nobody_out() {
    let server = Server::start(&folder("half"), "ulimit -n 200;");
    let mut first = server.half(HALF).await;
    let began = Instant::now();
    let mut held = Vec::new();
    for _ in 0..260 {
        held.push(server.half(HALF).await);
    }
    let asked = Instant::now();
    assert_eq!(server.ask("GET", "/", Value::Null).await.0, 200);
    println!("260 half requests with 200 files: answered after {:?}", asked.elapsed());
    // Whoever says nothing is not waited for, whether there is room or not.
    let mut rest = Vec::new();
    let _ = tokio::time::timeout(Duration::from_secs(30), first.read_to_end(&mut rest))
        .await
        .expect("it is closed");
    let mut last = server.half(HALF).await;
    let _ = tokio::time::timeout(Duration::from_secs(30), last.read_to_end(&mut rest))
        .await
        .expect("it is closed");
    assert!(began.elapsed() > Duration::from_secs(5), "nobody has to hurry: {:?}", began.elapsed());
    // A body that does not come is not waited for either.
    let mut body =
        server.half("POST /api/tables HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\n\r\n").await;
    let mut answer = [0; 12];
    tokio::time::timeout(Duration::from_secs(30), body.read_exact(&mut answer))
        .await
        .expect("an answer")
        .unwrap();
    assert_eq!(&answer, b"HTTP/1.1 408");
}

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// The next table that is heard; none when the server is gone.
async fn heard(socket: &mut Socket) -> Option<Value> {
    loop {
        let message: Value = serde_json::from_str(socket.next().await?.ok()?.to_text().ok()?).ok()?;
        if message["is"] == "table" {
            return Some(message);
        }
    }
}

/// Makes steps until the server is gone; answers after how many the last table came back.
async fn play(address: SocketAddr, id: String) -> usize {
    let Ok((mut socket, _)) = connect_async(format!("ws://{address}/api/tables/{id}/ws")).await else {
        return 0;
    };
    let mut sure = 0;
    while let Some(table) = heard(&mut socket).await {
        sure = table["at"].as_u64().unwrap() as usize;
        let legal = table["scene"]["legal"].as_array().unwrap();
        let Some(step) = legal.get(sure * 17 % legal.len().max(1)) else { return sure };
        let step = json!({ "do": "step", "step": step["step"], "at": sure });
        if socket.send(Message::text(step.to_string())).await.is_err() {
            return sure;
        }
    }
    sure
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn kills_lose_no_step_that_was_told() {
    let folder = folder("kills");
    let (mut steps, kills) = (0, so_many(4, 100));
    for kill in 0..kills {
        let mut server = Server::start(&folder, "");
        let mut games = Vec::new();
        for _ in 0..8 {
            let id = server.table(json!({ "game": "seega:7" })).await;
            games.push((id.clone(), tokio::spawn(play(server.address, id))));
        }
        tokio::time::sleep(Duration::from_millis(100 + kill as u64 * 37 % 300)).await;
        server.child.kill().unwrap();
        server.child.wait().unwrap();
        let again = Server::start(&folder, "");
        for (id, game) in games {
            let sure = game.await.unwrap();
            let (status, table) = again.ask("GET", &format!("/api/tables/{id}"), Value::Null).await;
            let table: Value = serde_json::from_str(&table).unwrap();
            let kept = table["at"].as_u64().unwrap_or(0) as usize;
            assert!(
                status == 200 && (sure..=sure + 1).contains(&kept),
                "{id}: told {sure}, kept {kept}: {table}"
            );
            steps += sure;
        }
    }
    println!("{kills} kills: {steps} steps told, none lost");
    assert!(steps > kills * 8);
    let names = std::fs::read_dir(folder.join("tables")).unwrap().map(|entry| entry.unwrap().file_name());
    let left: Vec<_> = names.filter(|name| name.to_string_lossy().ends_with(".new")).collect();
    assert!(left.is_empty(), "{left:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn flipped_bits_are_noticed() {
    let folder = folder("flips");
    let server = Server::start(&folder, "");
    let id = server
        .table(json!({ "game": "seega:5", "steps": ["a1", "a2", "a3", "a4"], "second": "level:3" }))
        .await;
    let file = |id: &str| folder.join(format!("tables/{id}.json"));
    let bytes = std::fs::read(file(&id)).unwrap();
    let (mut flips, every) = (0, so_many(16, 1));
    for bit in (0..bytes.len() * 8).step_by(every) {
        let mut flipped = bytes.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        let copy = format!("{bit:016x}");
        std::fs::write(file(&copy), flipped).unwrap();
        let (status, answer) = server.ask("GET", &format!("/api/tables/{copy}"), Value::Null).await;
        assert!(status == 500 && answer.contains("damaged"), "bit {bit}: {status} {answer}");
        std::fs::remove_file(file(&copy)).unwrap();
        flips += 1;
    }
    println!("{flips} bits flipped in a table: all noticed");
    // The same file under another name is a table.
    std::fs::write(file("0123456789abcdef"), bytes).unwrap();
    assert_eq!(server.ask("GET", "/api/tables/0123456789abcdef", Value::Null).await.0, 200);
}

/// Where no file may grow (`ulimit -f`), that is an error as on a full disk, and not a death without a word.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn full_files_are_errors() {
    let folder = folder("full");
    let server = Server::start(&folder, "ulimit -f 0;");
    for _ in 0..2 {
        let (status, answer) = server.ask("POST", "/api/tables", json!({ "game": "awari" })).await;
        assert!(
            status == 500 && answer.contains("the game could not be saved: File too large"),
            "{status} {answer}"
        );
    }
    let matched = Command::new("bash")
        .args(["-c", "ulimit -f 0; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_petteia")])
        .args(["match", "awari", "random", "random", "--games", "2", "--record", "games.jsonl"])
        .current_dir(&folder)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&matched.stderr);
    assert!(
        matched.status.code() == Some(1) && said.contains("File too large"),
        "{:?} {said}",
        matched.status
    );
}

/// A game that could not be saved is saved when the server is told to end.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_end_is_the_last_chance_to_save() {
    let folder = folder("end");
    let mut server = Server::start(&folder, "");
    let id = server.table(json!({ "game": "awari" })).await;
    let kept = folder.join(format!("tables/{id}.json"));
    let (mut socket, _) = connect_async(format!("ws://{}/api/tables/{id}/ws", server.address)).await.unwrap();
    heard(&mut socket).await.unwrap();
    // A folder stands in the way of the file.
    std::fs::remove_file(&kept).unwrap();
    std::fs::create_dir_all(kept.join("full")).unwrap();
    let step = json!({ "do": "step", "step": "C", "at": 0 });
    socket.send(Message::text(step.to_string())).await.unwrap();
    assert_eq!(heard(&mut socket).await.unwrap()["at"], 1);
    std::fs::remove_dir_all(&kept).unwrap();
    assert!(Command::new("kill").arg(server.child.id().to_string()).status().unwrap().success());
    assert!(server.child.wait().unwrap().success());
    assert!(std::fs::read_to_string(&kept).unwrap().contains("\"steps\":[\"C\"]"));
}
