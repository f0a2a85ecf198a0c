//! Who is answered, and that nothing from outside becomes a path.

use serde_json::json;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Error;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

use crate::common::{folder, raw, request, server, table};

#[tokio::test(flavor = "multi_thread")]
async fn only_own_pages_are_answered() {
    let (address, _task) = server(&folder("guard"), None).await;
    let get =
        |path: &str, headers: &str| format!("GET {path} HTTP/1.1\r\nconnection: close\r\n{headers}\r\n");
    let fine = raw(address, &get("/", "host: localhost:7373\r\n")).await;
    assert!(fine.starts_with("HTTP/1.1 200"), "{fine}");
    let head = fine.to_lowercase();
    assert!(head.contains("content-security-policy: default-src 'none'; script-src 'self'"), "{head}");
    assert!(!head.contains("unsafe-inline") && head.contains("nosniff"));
    for headers in [
        "host: evil.example\r\n",
        "host: localhost.evil.example:80\r\n",
        "host: 127.0.0.1:80\r\norigin: http://evil.example\r\n",
        "host: 127.0.0.1:80\r\norigin: null\r\n",
        "host: 127.0.0.1:80\r\nsec-fetch-site: cross-site\r\n",
        "x: no host\r\n",
    ] {
        let answer = raw(address, &get("/api/games", headers)).await;
        assert!(
            answer.starts_with("HTTP/1.1 403") || answer.starts_with("HTTP/1.1 400"),
            "{headers} {answer}"
        );
    }
    // Also for the upgrade to a WebSocket.
    let id = table(address, json!({ "game": "awari" })).await;
    let mut upgrade = format!("ws://{address}/api/tables/{id}/ws").into_client_request().unwrap();
    upgrade.headers_mut().insert("origin", "http://evil.example".parse().unwrap());
    match connect_async(upgrade).await {
        Err(Error::Http(answer)) => assert_eq!(answer.status(), 403),
        other => panic!("{other:?}"),
    }
    assert!(connect_async(format!("ws://{address}/api/tables/{id}/ws")).await.is_ok());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_is_asked_for() {
    let (address, _task) = server(&folder("token"), Some("0123456789abcdef")).await;
    let status = async |path: &str| request(address, "GET", path, None).await.unwrap().0;
    assert_eq!(status("/").await, 200, "the page itself has no secrets");
    assert_eq!(status("/api/games").await, 403);
    assert_eq!(status("/api/games?token=0123456789abcdee").await, 403);
    assert_eq!(status("/api/games?token=").await, 403);
    assert_eq!(status("/api/games?token=0123456789abcdef").await, 200);
    assert_eq!(status("/api/scene?game=awari&token=0123456789abcdef").await, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_from_outside_becomes_a_path_or_an_address() {
    let folder = folder("paths");
    let (address, _task) = server(&folder, None).await;
    std::fs::write(folder.join("secret.json"), "{}").unwrap();
    for path in [
        "/static/..%2F..%2FCargo.toml",
        "/static/../Cargo.toml",
        "/api/tables/..%2Fsecret",
        "/api/tables/%2e%2e%2fsecret",
        "/api/runs/..%2F..",
        "/api/runs/..",
        "/api/configs/..%2Fdavis2002/estimate",
        "/etc/passwd",
    ] {
        let (status, body) = request(address, "GET", path, None).await.unwrap();
        assert_eq!(status, 404, "{path}: {body}");
    }
    for spec in [
        "linear(/etc/passwd)",
        "linear(file=/etc/passwd)",
        "alphabeta(eval=linear(/etc/passwd))",
        "mcts(sims=10,playout=mcts(sims=10,net=/etc/passwd))",
        "mcts(sims=10,playout=alphabeta(depth=100))",
        "alphabeta(eval=siege(file=x))",
        "ugi(\"rm -rf /\")",
        "mcts(sims=10,playout=ugi(\"touch /tmp/x\"))",
        "stages(place=linear(/etc/passwd),move=best)",
        "stages(place=best,move=mcts(net=/etc/passwd))",
        "champion:../..",
        "champion:../../x",
    ] {
        let body = json!({ "game": "seega:5", "second": spec });
        let (status, answer) = request(address, "POST", "/api/tables", Some(&body)).await.unwrap();
        assert!(status == 400 || status == 404, "{spec}: {status} {answer}");
        assert!(!answer.contains("root:") && !answer.contains("No such file"), "{answer}");
        let body = json!({ "game": "seega:5", "player": spec });
        let (status, answer) = request(address, "POST", "/api/analyse", Some(&body)).await.unwrap();
        assert_eq!(status, 400, "{spec}: {answer}");
    }
}
