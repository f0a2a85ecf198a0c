//! A real server on this machine, asked as browsers and others ask it.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use petteia_web::load::request;
use petteia_web::{Options, Server};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// A folder of its own for each test.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("petteia-web-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

/// A server with its folders below one; it ends when the task is aborted.
async fn server(folder: &Path, token: Option<&str>) -> (SocketAddr, JoinHandle<()>) {
    let options = Options {
        address: "127.0.0.1:0".parse().unwrap(),
        token: token.map(Into::into),
        tables: folder.join("tables"),
        runs: folder.join("runs"),
        threads: 2,
    };
    let server = Server::open(&options).await.unwrap();
    let address = server.address().unwrap();
    (address, tokio::spawn(async move { server.serve(std::future::pending()).await.unwrap() }))
}

async fn table(address: SocketAddr, body: Value) -> String {
    let (status, answer) = request(address, "POST", "/api/tables", Some(&body)).await.unwrap();
    assert_eq!(status, 201, "{answer}");
    serde_json::from_str::<Value>(&answer).unwrap()["id"].as_str().unwrap().into()
}

async fn socket(address: SocketAddr, id: &str) -> Socket {
    connect_async(format!("ws://{address}/api/tables/{id}/ws")).await.unwrap().0
}

async fn say(socket: &mut Socket, message: Value) {
    socket.send(Message::text(message.to_string())).await.unwrap();
}

/// The next message that is wanted.
async fn hear(socket: &mut Socket, wanted: impl Fn(&Value) -> bool) -> Value {
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
async fn raw(address: SocketAddr, text: &str) -> String {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(text.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    let _ = tokio::time::timeout(Duration::from_secs(20), stream.read_to_end(&mut answer)).await;
    String::from_utf8_lossy(&answer).into_owned()
}

#[tokio::test]
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

#[tokio::test]
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

#[tokio::test]
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

#[tokio::test]
async fn wrong_input_is_told_in_a_sentence() {
    let (address, _task) = server(&folder("wrong"), None).await;
    for (method, path, body, said) in [
        ("GET", "/api/scene?game=chess", None, "chess"),
        ("GET", "/api/scene?game=seega:5&position=xyz", None, "position"),
        ("GET", "/api/scene", None, "game"),
        ("POST", "/api/tables", Some(json!({ "game": "awari", "steps": ["C", "q"] })), "step 2"),
        ("POST", "/api/tables", Some(json!({ "game": "awari", "first": "level:11" })), "1 to 10"),
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
    assert_eq!(request(address, "GET", "/", None).await.unwrap().0, 200);
}

#[tokio::test]
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

#[tokio::test]
async fn a_game_is_played_taken_back_and_kept() {
    let folder = folder("game");
    let (address, task) = server(&folder, None).await;
    let id = table(address, json!({ "game": "seega:5", "second": "level:2" })).await;
    let mut live = socket(address, &id).await;
    let at = |n: usize| move |message: &Value| message["is"] == "table" && message["at"] == n;
    hear(&mut live, at(0)).await;
    say(&mut live, json!({ "do": "step", "step": "a1", "at": 0 })).await;
    let answered = hear(&mut live, at(2)).await;
    assert_eq!(answered["keep"], 1, "only what is new is sent");
    assert_eq!(answered["steps"].as_array().unwrap().len(), 1);
    say(&mut live, json!({ "do": "step", "step": "a1", "at": 2 })).await;
    let error = hear(&mut live, |message| message["is"] == "error").await;
    assert!(error["error"].as_str().unwrap().contains("a1"), "{error}");
    say(&mut live, json!({ "do": "step", "step": "b1", "at": 0 })).await;
    let error = hear(&mut live, |message| message["is"] == "error").await;
    assert!(error["error"].as_str().unwrap().contains("gone on"), "{error}");
    say(&mut live, json!({ "do": "undo" })).await;
    assert_eq!(hear(&mut live, at(0)).await["scene"]["mover"], "first");
    say(&mut live, json!({ "do": "redo" })).await;
    hear(&mut live, at(2)).await;
    // The same game after a restart, killed and not closed.
    drop(live);
    task.abort();
    let (address, _task) = server(&folder, None).await;
    let (_, body) = request(address, "GET", &format!("/api/tables/{id}"), None).await.unwrap();
    let again: Value = serde_json::from_str(&body).unwrap();
    assert_eq!((&again["at"], &again["seats"]["second"]), (&json!(2), &json!("level:2")));
    assert_eq!(again["steps"][0]["step"], "a1");
    let mut live = socket(address, &id).await;
    hear(&mut live, at(2)).await;
    say(&mut live, json!({ "do": "resign" })).await;
    let over = hear(&mut live, |message| !message["result"].is_null()).await;
    assert_eq!(over["result"], json!({ "outcome": "second", "reason": "White resigned." }));
    let (_, record) =
        request(address, "GET", &format!("/api/tables/{id}/record?format=pgn"), None).await.unwrap();
    assert!(record.contains("[Termination \"resignation\"]") && record.contains("0-1"), "{record}");
    let copy = table(address, json!({ "record": record })).await;
    let (_, body) = request(address, "GET", &format!("/api/tables/{copy}"), None).await.unwrap();
    let copy: Value = serde_json::from_str(&body).unwrap();
    assert_eq!((&copy["at"], &copy["result"]["reason"]), (&json!(2), &json!("White resigned.")));
}

#[tokio::test]
async fn an_engine_plays_its_own_steps_and_other_games_every_time() {
    let (address, _task) = server(&folder("seats"), None).await;
    let id = table(address, json!({ "game": "seega:7", "first": "best(ms=20000)" })).await;
    let mut live = socket(address, &id).await;
    hear(&mut live, |message| message["thinking"] == "first").await;
    say(&mut live, json!({ "do": "step", "step": "a1", "at": 0 })).await;
    let error = hear(&mut live, |message| message["is"] == "error").await;
    assert!(error["error"].as_str().unwrap().contains("is thinking"), "{error}");
    // Somebody who comes and goes does not start it again, and other players take its place.
    drop(socket(address, &id).await);
    say(&mut live, json!({ "do": "seats", "first": "human", "second": "human" })).await;
    say(&mut live, json!({ "do": "step", "step": "a1", "at": 0 })).await;
    hear(&mut live, |message| message["at"] == 1).await;
    let mut games = Vec::new();
    for _ in 0..2 {
        let seats = json!({ "game": "seega:5", "first": "random", "second": "random", "pace": 0 });
        let mut live = socket(address, &table(address, seats).await).await;
        let over = hear(&mut live, |message| message["at"].as_u64().is_some_and(|at| at >= 20)).await;
        games.push(over["scene"]["position"].clone());
    }
    assert_ne!(games[0], games[1]);
}

#[tokio::test]
async fn clocks_run_for_people_and_engines_alike() {
    let (address, _task) = server(&folder("clocks"), None).await;
    let clock = json!({ "seconds": 4 });
    let seats = json!({ "game": "awari", "second": "best(ms=5000)", "clock": clock });
    let mut live = socket(address, &table(address, seats).await).await;
    say(&mut live, json!({ "do": "step", "step": "C", "at": 0 })).await;
    // It would think for five seconds, and has four.
    let answered = hear(&mut live, |message| message["at"] == 2).await;
    assert!(
        answered["result"].is_null() && answered["clock"]["second"].as_u64().unwrap() > 2_000,
        "{answered}"
    );
    tokio::time::sleep(Duration::from_millis(300)).await;
    say(&mut live, json!({ "do": "resume" })).await;
    say(&mut live, json!({ "do": "pace", "ms": 1 })).await;
    let later = hear(&mut live, |message| message["pace"] == 1).await;
    assert!(later["clock"]["first"].as_u64().unwrap() <= 3_750, "{}", later["clock"]);
}

#[tokio::test]
async fn analysis_review_hint_and_clock() {
    let (address, _task) = server(&folder("think"), None).await;
    let steps = ["C", "b", "F", "d"];
    let clock = json!({ "seconds": 2 });
    let id = table(address, json!({ "game": "awari", "steps": steps, "clock": clock })).await;
    let mut live = socket(address, &id).await;
    say(&mut live, json!({ "do": "analyse", "on": true, "best": 2 })).await;
    let told = hear(&mut live, |message| message["is"] == "analysis").await;
    assert_eq!((told["moveInfos"].as_array().unwrap().len(), &told["at"]), (2, &json!(4)));
    assert!(hear(&mut live, |message| message["is"] == "value").await["value"].is_number());
    say(&mut live, json!({ "do": "hint" })).await;
    assert!(hear(&mut live, |message| message["is"] == "hint").await["step"].is_string());
    say(&mut live, json!({ "do": "review" })).await;
    for number in 1..=steps.len() {
        let judged = hear(&mut live, |message| message["is"] == "review").await;
        assert_eq!((&judged["number"], &judged["step"]), (&json!(number), &json!(steps[number - 1])));
    }
    let summary = hear(&mut live, |message| message["is"] == "reviewed").await;
    assert_eq!(summary["summary"][1]["name"], "North");
    let over = hear(&mut live, |message| !message["result"].is_null()).await;
    assert_eq!(over["result"]["reason"], "South has no time left.");
}

#[tokio::test]
async fn two_engines_play_to_the_end_while_somebody_watches() {
    let (address, _task) = server(&folder("engines"), None).await;
    let seats = json!({ "game": "seega:3", "first": "random", "second": "greedy", "pace": 0 });
    let id = table(address, seats).await;
    let at = async || -> Value {
        let (_, body) = request(address, "GET", &format!("/api/tables/{id}"), None).await.unwrap();
        serde_json::from_str(&body).unwrap()
    };
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(at().await["at"], 0, "nobody watches");
    let mut live = socket(address, &id).await;
    let over = hear(&mut live, |message| !message["result"].is_null()).await;
    assert!(over["at"].as_u64().unwrap() >= 9, "{over}");
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

#[tokio::test]
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

/// Every preset can be chosen at the sizes that it has.
#[tokio::test]
async fn presets_are_offered_at_their_sizes() {
    let (address, _task) = server(&folder("presets"), None).await;
    let (_, answer) = request(address, "GET", "/api/games", None).await.unwrap();
    let answer: Value = serde_json::from_str(&answer).unwrap();
    let of = |preset: &str| {
        let games = answer["games"].as_array().unwrap();
        let game = games.iter().find(|game| game["preset"] == preset).unwrap();
        (game["title"].clone(), game["sizes"].clone(), game["size"].clone())
    };
    assert_eq!(of("seega"), (json!("Seega"), json!(["3", "5", "7", "9"]), json!("7")));
    assert_eq!(of("seega:egyptian"), (json!("Seega (Egypt)"), json!(["5", "7", "9"]), json!("7")));
    assert_eq!(of("kharbga"), (json!("Kharbga"), json!(["7"]), json!("7")));
    assert_eq!(of("seejeh"), (json!("Seejeh"), json!(["5", "7", "9"]), json!("7")));
    assert_eq!(of("seejeh:com"), (json!("Seejeh (seejeh.com)"), json!(["7"]), json!("7")));
    for (game, title) in [
        ("seega:egyptian:5", "Seega (Egypt) 5×5"),
        ("kharbga:7", "Kharbga 7×7"),
        ("seejeh:com:7", "Seejeh (seejeh.com) 7×7"),
    ] {
        let (_, rules) = request(address, "GET", &format!("/api/rules?game={game}"), None).await.unwrap();
        let rules: Value = serde_json::from_str(&rules).unwrap();
        assert_eq!(rules["title"], title);
        assert!(rules["markdown"].as_str().unwrap().contains(&format!("`{}", game.trim_end_matches('5'))));
    }
}

/// A blocked side: who takes off what, told and offered by the cell.
#[tokio::test]
async fn what_is_taken_off_for_a_blocked_side_is_shown() {
    let (address, _task) = server(&folder("blocked"), None).await;
    for (blocked, mover, cells, said) in [
        ("loses-piece", "b", vec!["a1", "b1"], "takes off one of White's pebbles, because White is blocked."),
        (
            "takes-piece",
            "w",
            vec!["c1", "a2", "b2"],
            "is blocked and takes off an enemy pebble beside an own one.",
        ),
        (
            "gets-way",
            "b",
            vec!["c1", "a2", "b2"],
            "takes off an own pebble beside one of White's, because White is blocked.",
        ),
    ] {
        let game = format!("seega:5(lose_at=0,blocked={blocked})");
        let position = format!("...../b..../...../bb.../wwb..+{mover}+move+4+31+way");
        let path = format!("/api/scene?game={game}&position={position}");
        let (status, answer) = request(address, "GET", &path, None).await.unwrap();
        assert_eq!(status, 200, "{answer}");
        let scene: Value = serde_json::from_str(&answer).unwrap();
        assert!(scene["status"].as_str().unwrap().ends_with(said), "{scene}");
        let legal = scene["legal"].as_array().unwrap();
        let offered: Vec<&str> = legal.iter().map(|step| step["from"].as_str().unwrap()).collect();
        assert_eq!(offered, cells);
        assert!(legal.iter().all(|step| step["kind"] == "take-off" && step["takes"][0] == step["from"]));
    }
}
