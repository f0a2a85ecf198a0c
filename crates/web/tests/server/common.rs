//! A server with folders of its own, and those who ask it.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use petteia_web::{Options, Server};
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

pub type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// A folder of its own for each test.
pub fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("petteia-web-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

/// A server with its folders below one; it ends when the task is aborted.
pub async fn server(folder: &Path, token: Option<&str>) -> (SocketAddr, JoinHandle<()>) {
    let options = Options {
        address: "127.0.0.1:0".parse().unwrap(),
        token: token.map(Into::into),
        tables: folder.join("tables"),
        runs: folder.join("runs"),
        threads: 2,
    };
    let mut opened = Server::open(&options).await;
    for _ in 0..100 {
        // The last connections of a server that was killed end a moment later.
        if opened.is_err() {
            tokio::time::sleep(Duration::from_millis(50)).await;
            opened = Server::open(&options).await;
        }
    }
    let server = opened.unwrap();
    let address = server.address().unwrap();
    (address, tokio::spawn(async move { server.serve(std::future::pending()).await.unwrap() }))
}

pub async fn table(address: SocketAddr, body: Value) -> String {
    let (status, answer) = request(address, "POST", "/api/tables", Some(&body)).await.unwrap();
    assert_eq!(status, 201, "{answer}");
    serde_json::from_str::<Value>(&answer).unwrap()["id"].as_str().unwrap().into()
}

pub async fn socket(address: SocketAddr, id: &str) -> Socket {
    connect_async(format!("ws://{address}/api/tables/{id}/ws")).await.unwrap().0
}

pub async fn say(socket: &mut Socket, message: Value) {
    socket.send(Message::text(message.to_string())).await.unwrap();
}

/// The next message that is wanted.
pub async fn hear(socket: &mut Socket, wanted: impl Fn(&Value) -> bool) -> Value {
    let found = async {
        loop {
            let message = socket.next().await.expect("the server goes on").unwrap();
            let message: Value = serde_json::from_str(message.to_text().unwrap()).unwrap();
            if wanted(&message) {
                return message;
            }
        }
    };
    tokio::time::timeout(Duration::from_secs(60), found).await.expect("an answer within a minute")
}

/// A request with headers of its own; the whole answer.
pub async fn raw(address: SocketAddr, text: &str) -> String {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(text.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    let _ = tokio::time::timeout(Duration::from_secs(20), stream.read_to_end(&mut answer)).await;
    String::from_utf8_lossy(&answer).into_owned()
}

/// One request, one connection; the status and the body.
pub async fn request(
    address: SocketAddr,
    method: &str,
    path: &str,
    body: Option<&Value>,
) -> Result<(u16, String), Box<dyn std::error::Error + Send + Sync>> {
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

/// A request whose answer is JSON, after it has succeeded.
pub async fn get(address: SocketAddr, path: &str) -> Value {
    let (status, answer) = request(address, "GET", path, None).await.unwrap();
    assert_eq!(status, 200, "{path}: {answer}");
    serde_json::from_str(&answer).unwrap()
}
