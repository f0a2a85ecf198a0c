//! What is wrong is told in a sentence, and nothing breaks the server.

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;

use crate::common::{folder, hear, raw, request, server, socket, table};

#[tokio::test(flavor = "multi_thread")]
async fn wrong_input_is_told_in_a_sentence() {
    let (address, _task) = server(&folder("wrong"), None).await;
    for (method, path, body, said) in [
        ("GET", "/api/scene?game=chess", None, "chess"),
        ("GET", "/api/scene?game=seega:5&position=xyz", None, "position"),
        ("GET", "/api/scene", None, "game"),
        ("POST", "/api/tables", Some(json!({ "game": "awari", "steps": ["C", "q"] })), "step 2"),
        ("POST", "/api/tables", Some(json!({ "game": "awari", "first": "level:11" })), "1 to 10"),
        (
            "POST",
            "/api/tables",
            Some(json!({ "game": "awari", "first": "bogus(3)" })),
            "no player of this game has that name",
        ),
        (
            "POST",
            "/api/analyse",
            Some(json!({ "game": "awari", "player": "alphabeta(eval=bogus(3))" })),
            "no evaluator of this game has that name",
        ),
        ("POST", "/api/tables", Some(json!({ "record": "hello" })), ""),
        ("POST", "/api/tables", Some(json!({ "gmae": "awari" })), "gmae"),
        ("POST", "/api/tables", Some(json!({})), "a game or a record"),
        ("POST", "/api/runs", Some(json!({ "config": "nothing" })), "no experiment"),
        ("POST", "/api/analyse", Some(json!({ "game": "awari", "moves": ["x"] })), "moves"),
        ("GET", "/api/tables/0123456789abcdef", None, "no table"),
        ("GET", "/api/nothing", None, "nothing here"),
        ("GET", "/api/rules", None, "{\"error\""),
        ("GET", "/api/runs/x/samples/abc", None, "{\"error\""),
        ("DELETE", "/api/games", None, "{\"error\""),
        ("POST", "/api/tables", Some(json!({ "game": "awari", "first": " ".repeat(900) })), "at most 500"),
    ] {
        let (status, answer) = request(address, method, path, body.as_ref()).await.unwrap();
        assert!((400..500).contains(&status), "{path}: {status}");
        assert!(answer.contains(said), "{path}: {answer}");
    }
    let long = json!({ "record": "x".repeat(2 << 20) });
    // The server may close the connection before it has read everything.
    if let Ok((status, _)) = request(address, "POST", "/api/tables", Some(&long)).await {
        assert_eq!(status, 413);
    }
    let address_of = format!("/api/scene?game={}", "x".repeat(9 << 10));
    let (status, answer) = request(address, "GET", &address_of, None).await.unwrap();
    assert!(status == 414 && answer.starts_with("{\"error\":"), "{status} {answer}");
    let much =
        raw(address, &format!("GET / HTTP/1.1\r\nhost: localhost\r\nx: {}\r\n\r\n", "x".repeat(100 << 10)))
            .await;
    assert!(much.is_empty() || much.starts_with("HTTP/1.1 431"), "{much}");
    assert_eq!(request(address, "GET", "/", None).await.unwrap().0, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_description_names_is_there() {
    let (address, _task) = server(&folder("openapi"), None).await;
    let (status, text) = request(address, "GET", "/api/openapi.json", None).await.unwrap();
    let description: Value = serde_json::from_str(&text).unwrap();
    assert_eq!((status, &description["openapi"]), (200, &json!("3.1.0")));
    let paths = description["paths"].as_object().unwrap();
    assert!(paths.len() >= 17, "{}", paths.len());
    for (path, methods) in paths {
        let path =
            path.replace("{id}", "0123456789abcdef").replace("{name}", "none").replace("{number}", "1");
        for method in methods.as_object().unwrap().keys().filter(|method| *method != "parameters") {
            let body = (method == "post").then(|| json!({}));
            let method = method.to_uppercase();
            let asked = request(address, &method, &path, body.as_ref());
            let (status, answer) = asked.await.unwrap();
            assert!(status != 405 && !answer.contains("there is nothing here"), "{method} {path}: {answer}");
        }
    }
}

/// Texts that are nearly messages.
fn nearly() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        "step|undo|redo|go|resume|resign|seats|pace|analyse|review|hint|[a-z]{1,6}",
        "\\PC{0,12}"
    ];
    let value = prop_oneof![
        any::<i64>().prop_map(|n| n.to_string()),
        "\\PC{0,20}".prop_map(|text| Value::from(text).to_string()),
        Just("[[[[{}]]]]".to_string()),
        Just("null".to_string()),
        Just("1e999".to_string())
    ];
    let pairs = proptest::collection::vec(("at|step|on|best|player|ms|first|[a-z]{1,5}", value), 0..4);
    prop_oneof![
        (word, pairs).prop_map(|(word, pairs)| {
            let rest: String = pairs.iter().map(|(key, value)| format!(",\"{key}\":{value}")).collect();
            format!("{{\"do\":{}{rest}}}", Value::from(word))
        }),
        "\\PC{0,60}",
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_thousand_malformed_messages_leave_it_serving() {
    let (address, _task) = server(&folder("malformed"), None).await;
    let id = table(address, json!({ "game": "seejeh:5" })).await;
    let mut runner =
        TestRunner::new_with_rng(Config::default(), TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]));
    let mut live = socket(address, &id).await;
    for number in 0..10_000 {
        let message = nearly().new_tree(&mut runner).unwrap().current();
        // A review or an analysis that is really asked for would only take time.
        if message.contains("review") || message.contains("analyse") || message.contains("hint") {
            continue;
        }
        if live.send(Message::text(message)).await.is_err() {
            live = socket(address, &id).await;
        }
        if number % 100 == 0 {
            // Read what was answered, so that neither side waits for the other.
            while let Ok(Some(Ok(_))) = tokio::time::timeout(Duration::from_millis(1), live.next()).await {}
        }
    }
    let _ = live.send(Message::binary(vec![0; 100])).await;
    let _ = live.send(Message::text("x".repeat(100_000))).await;
    for text in
        ["", "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "\0\0\0\0\r\n\r\n", "POST /api/tables HTTP/1.1\r\n\r\n"]
    {
        let mut stream = TcpStream::connect(address).await.unwrap();
        let _ = stream.write_all(text.as_bytes()).await;
    }
    assert_eq!(request(address, "GET", "/api/games", None).await.unwrap().0, 200);
    let mut live = socket(address, &id).await;
    let table = hear(&mut live, |message| message["is"] == "table").await;
    assert_eq!(table["game"], "seejeh:5");
}
