//! Records that are opened on the page, and games that are kept.

use std::time::Duration;

use petteia_web::{Options, Server};
use serde_json::{Value, json};

use crate::common::{folder, get, hear, request, say, server, socket, table};

async fn opened(address: std::net::SocketAddr, body: Value) -> (u16, Value) {
    let (status, answer) = request(address, "POST", "/api/tables", Some(&body)).await.unwrap();
    (status, serde_json::from_str(&answer).unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn records_are_read_as_everywhere() {
    let (address, _task) = server(&folder("records"), None).await;
    let good = "[Event \"cup\"]\n[Date \"2025.03.01\"]\n[White \"Plato\"]\n[Variant \"seega:3\"]\n\n1. a1 2. b1 *\n\n";
    let (status, commented) = opened(address, json!({ "record": format!("{{ of the cup }}\n{good}") })).await;
    assert_eq!(
        (status, &commented["games"], &commented["broken"]),
        (201, &json!(1), &Value::Null),
        "{commented}"
    );
    // One bad game hides no other, and which one was opened is said.
    let file =
        format!("[Variant \"chess\"]\n\n1. a1 *\n\n{good}[Variant \"seega:3\"]\n\n1. a1 2. a1 3. c1 *\n");
    let (status, first) = opened(address, json!({ "record": file })).await;
    assert_eq!((status, &first["number"], &first["games"]), (201, &json!(2), &json!(3)), "{first}");
    let (status, bad) = opened(address, json!({ "record": file, "number": 1 })).await;
    assert!(status == 400 && bad["error"].as_str().unwrap().contains("chess"), "{bad}");
    let (status, none) = opened(address, json!({ "record": file, "number": 4 })).await;
    assert_eq!((status, &none["error"]), (400, &json!("the file has games 1 to 3")));
    let (status, broken) = opened(address, json!({ "record": file, "number": 3 })).await;
    assert!(status == 201 && broken["broken"].as_str().unwrap().starts_with("step 2, \"a1\": "), "{broken}");
    let shown = get(address, &format!("/api/tables/{}", broken["id"].as_str().unwrap())).await;
    assert_eq!(shown["steps"].as_array().unwrap().len(), 1);
    let (_, list) = request(address, "POST", "/api/records", Some(&json!({ "record": file }))).await.unwrap();
    let list: Value = serde_json::from_str(&list).unwrap();
    assert_eq!(
        (&list["games"][1]["players"], &list["games"][1]["steps"]),
        (&json!(["Plato", null]), &json!(2))
    );
    assert!(list["games"][0]["error"].as_str().unwrap().contains("chess"), "{list}");
    // A record keeps its date, and a game that is begun here has that of today.
    let pgn =
        async |id: &str| request(address, "GET", &format!("/api/tables/{id}/record"), None).await.unwrap().1;
    assert!(pgn(first["id"].as_str().unwrap()).await.contains("[Date \"2025.03.01\"]"));
    let today = pgn(&table(address, json!({ "game": "awari" })).await).await;
    assert!(today.contains(&format!("[Date \"{}\"]", lab::date::today())), "{today}");
}

#[tokio::test(flavor = "multi_thread")]
async fn many_tags_do_not_stop_the_server() {
    let (address, _task) = server(&folder("tags"), None).await;
    let tags: String = (0..60_000).map(|i| format!("[T{i} \"\"]\n")).collect();
    let began = std::time::Instant::now();
    let (status, answer) = opened(address, json!({ "record": tags + "[Variant \"seega:3\"]\n\n*\n" })).await;
    assert!(status == 400 && answer["error"].as_str().unwrap().contains("at most 500 tags"), "{answer}");
    assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_folder_has_one_server_and_no_leftovers() {
    let folder = folder("lock");
    let tables = folder.join("tables");
    std::fs::create_dir_all(&tables).unwrap();
    let leftover = tables.join(".0123456789abcdef.json.77-1.new");
    std::fs::write(&leftover, "half").unwrap();
    let (address, _task) = server(&folder, None).await;
    assert!(!leftover.exists());
    let options = Options {
        address: "127.0.0.2:0".parse().unwrap(),
        token: None,
        tables,
        runs: folder.join("runs"),
        threads: 1,
    };
    let error = Server::open(&options).await.err().expect("the folder is taken").to_string();
    assert!(error.contains("another server keeps its games there"), "{error}");
    assert_eq!(get(address, "/api/games").await["games"][0]["preset"], "seega");
    // This machine has more addresses than one.
    let other = Options { tables: folder.join("others"), ..options };
    let other = Server::open(&other).await.unwrap();
    let address = other.address().unwrap();
    let _other = tokio::spawn(other.serve(std::future::pending()));
    assert_eq!(request(address, "GET", "/api/games", None).await.unwrap().0, 200, "{address}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_could_not_be_saved_is_tried_again() {
    let folder = folder("unsaved");
    let (address, _task) = server(&folder, None).await;
    let id = table(address, json!({ "game": "awari" })).await;
    let file = folder.join(format!("tables/{id}.json"));
    let mut live = socket(address, &id).await;
    hear(&mut live, |message| message["at"] == 0).await;
    // What stands in the way of the file is no room for it.
    std::fs::remove_file(&file).unwrap();
    std::fs::create_dir_all(file.join("full")).unwrap();
    say(&mut live, json!({ "do": "step", "step": "C", "at": 0 })).await;
    let error = hear(&mut live, |message| message["is"] == "error").await;
    assert!(error["error"].as_str().unwrap().contains("could not be saved"), "{error}");
    std::fs::remove_dir_all(&file).unwrap();
    for _ in 0..100 {
        if file.exists() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    assert!(std::fs::read_to_string(&file).unwrap().contains("\"steps\":[\"C\"]"));
}
