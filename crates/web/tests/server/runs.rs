//! Runs as they are watched, by many.

use std::fs;
use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

use lab::learn::{Experiment, Means, News, Stop};
use lab::run::{About, Run};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::common::{folder, get, request, server};

/// The end of an answer's head.
const HEAD: &str = "\r\n\r\n";

/// Starts a short run and waits for its end.
async fn short_run(address: SocketAddr) -> String {
    let body = json!({ "config": "davis2002-quick", "epochs": 2 });
    let (status, answer) = request(address, "POST", "/api/runs", Some(&body)).await.unwrap();
    assert_eq!(status, 201, "{answer}");
    let name = serde_json::from_str::<Value>(&answer).unwrap()["name"].as_str().unwrap().to_string();
    state(address, &name, "finished").await;
    name
}

/// Waits until a run is in a state.
async fn state(address: SocketAddr, name: &str, wanted: &str) {
    for _ in 0..600 {
        if get(address, &format!("/api/runs/{name}")).await["state"] == wanted {
            return;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("{name} is not {wanted} within a minute");
}

/// The same run, as if it had gone on for so many generations.
fn lengthen(run: &Path, epochs: usize) {
    let mut text = fs::read_to_string(run.join("metrics.jsonl")).unwrap();
    let last: Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
    let line = |epoch: usize| {
        let mut line = last.clone();
        line["epoch"] = json!(epoch);
        line["length"] = json!(epoch % 17);
        format!("{line}\n")
    };
    text.extend((text.lines().count() + 1..=epochs).map(line));
    fs::write(run.join("metrics.jsonl"), text).unwrap();
}

/// An event stream, and what came until a text was there.
async fn stream(address: SocketAddr, name: &str, wanted: &str) -> (TcpStream, String) {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let head = format!("GET /api/runs/{name}/events HTTP/1.1\r\nhost: {address}\r\n\r\n");
    stream.write_all(head.as_bytes()).await.unwrap();
    let heard = until(&mut stream, wanted).await;
    (stream, heard)
}

/// What comes until a text is there.
async fn until(stream: &mut TcpStream, wanted: &str) -> String {
    let (mut heard, mut part) = (String::new(), [0; 4096]);
    let end = tokio::time::Instant::now() + Duration::from_secs(20);
    while !heard.contains(wanted) {
        let read = tokio::time::timeout_at(end, stream.read(&mut part));
        let read = read.await.expect("an event within 20 seconds").unwrap();
        assert!(read > 0, "{heard}");
        heard += &String::from_utf8_lossy(&part[..read]);
    }
    heard
}

/// Bytes that this process has read so far, where the system tells.
fn bytes_read() -> Option<u64> {
    let told = fs::read_to_string("/proc/self/io").ok()?;
    told.lines().find_map(|line| line.strip_prefix("rchar: "))?.parse().ok()
}

/// Sixty streams of a finished run read its five megabytes sixty times every two seconds.
#[tokio::test(flavor = "multi_thread")]
async fn many_watch_a_long_run_and_its_files_are_read_once() {
    let folder = folder("watched");
    let (address, _task) = server(&folder, None).await;
    let name = short_run(address).await;
    let run = folder.join("runs").join(&name);
    lengthen(&run, 20_000);
    let length = fs::metadata(run.join("metrics.jsonl")).unwrap().len();
    assert!(length > 4_000_000, "{length}");
    let page = get(address, &format!("/api/runs/{name}")).await;
    assert_eq!(page["epoch"], 20_000);
    assert!(page["figures"].as_str().unwrap().len() < 300_000, "as many points as can be seen");
    let before = bytes_read();
    let mut streams = Vec::new();
    for _ in 0..60 {
        streams.push(stream(address, &name, "\"epoch\":20000").await.0);
    }
    tokio::time::sleep(Duration::from_secs(5)).await;
    get(address, &format!("/api/runs/{name}")).await;
    if let (Some(before), Some(after)) = (before, bytes_read()) {
        // Other tests read in this process as well.
        assert!(after - before < 10 * length, "{} bytes", after - before);
    }
    // A line more is seen by all.
    lengthen(&run, 20_001);
    for stream in &mut streams {
        let heard = until(stream, "event: progress").await;
        assert!(heard.contains("event: epoch\ndata: {\"epoch\":20001}"), "{heard}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn only_so_many_watch_and_the_rest_is_told_to_come_back() {
    let folder = folder("streams");
    let (address, _task) = server(&folder, None).await;
    let name = short_run(address).await;
    let mut streams = Vec::new();
    for _ in 0..200 {
        let (stream, head) = stream(address, &name, HEAD).await;
        assert!(head.starts_with("HTTP/1.1 200"), "{head}");
        streams.push(stream);
    }
    let (_, head) = stream(address, &name, HEAD).await;
    assert!(head.starts_with("HTTP/1.1 503") && head.contains("retry-after: "), "{head}");
    assert_eq!(stream(address, "nothing", HEAD).await.1.split(' ').nth(1), Some("503"));
    // Whoever goes makes room, when the server next tries to tell him something.
    drop(streams);
    lengthen(&folder.join("runs").join(&name), 30);
    let mut tries = 0;
    while !stream(address, &name, HEAD).await.1.starts_with("HTTP/1.1 200") {
        tries += 1;
        assert!(tries < 100, "places are free again within 20 seconds");
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}

/// A loop of start and stop made 1,290 folders in 15 seconds.
#[tokio::test(flavor = "multi_thread")]
async fn a_run_that_was_stopped_before_it_learnt_anything_is_begun_again_in_its_folder() {
    let folder = folder("again");
    let (address, _task) = server(&folder, None).await;
    let body = json!({ "config": "abdelbar2004" });
    for _ in 0..5 {
        let (status, answer) = request(address, "POST", "/api/runs", Some(&body)).await.unwrap();
        assert_eq!((status, answer.as_str()), (201, "{\"name\":\"abdelbar2004\"}"));
        let (status, answer) =
            request(address, "POST", "/api/runs/abdelbar2004/stop", Some(&json!({}))).await.unwrap();
        assert_eq!(status, 200, "{answer}");
        state(address, "abdelbar2004", "stopped").await;
    }
    assert_eq!(get(address, "/api/runs").await["runs"].as_array().unwrap().len(), 1);
    // Another number of generations is another run.
    let body = json!({ "config": "abdelbar2004", "epochs": 3 });
    let (_, answer) = request(address, "POST", "/api/runs", Some(&body)).await.unwrap();
    assert_eq!(answer, "{\"name\":\"abdelbar2004-2\"}");
    request(address, "POST", "/api/runs/abdelbar2004-2/stop", Some(&json!({}))).await.unwrap();
    state(address, "abdelbar2004-2", "stopped").await;
}

/// A network whose training was stopped goes on from the page as any other run, and its network is a player by then.
#[tokio::test(flavor = "multi_thread")]
async fn a_network_is_resumed() {
    let folder = folder("network");
    let (address, _task) = server(&folder, None).await;
    let experiment = Experiment::parse(
        "game = 'capture-go:4'\nepochs = 3\nnetwork = { kind = 'residual', filters = 2, blocks = 1, hidden = 2 }\n\
         play = { games = 3, simulations = 4, longest = 30 }\nlearn = { batch = 8, steps = 1, rate = 0.01 }\n",
    );
    let run = Run::begin(&experiment.unwrap(), &folder.join("runs/small"), &About::default());
    let (mut run, over) = (run.unwrap().0, std::cell::Cell::new(false));
    let stop = || if over.get() { Stop::AfterEpoch } else { Stop::Never };
    let finished = Means::with_threads(1, |means| {
        run.train(means, &stop, &mut |news| over.set(over.get() || matches!(news, News::Epoch(_))))
    });
    assert!(!finished.unwrap());
    drop(run);
    let page = get(address, "/api/runs/small").await;
    assert_eq!(
        (&page["state"], &page["epoch"], &page["network"]),
        (&json!("stopped"), &json!(1), &json!(true))
    );
    let (status, answer) =
        request(address, "POST", "/api/runs/small/resume", Some(&json!({}))).await.unwrap();
    assert_eq!(status, 200, "{answer}");
    state(address, "small", "finished").await;
    let page = get(address, "/api/runs/small").await;
    assert_eq!(page["epoch"], 3);
    let champion =
        json!({ "name": "network", "spec": "champion:small/network", "file": "network.safetensors" });
    assert_eq!(page["champions"], json!([champion]));
    let seats = json!({ "game": "capture-go:4", "first": "human", "second": "champion:small/network" });
    let (status, answer) = request(address, "POST", "/api/tables", Some(&seats)).await.unwrap();
    assert_eq!(status, 201, "{answer}");
}

/// More epochs than can be are refused with the range, and not cut in silence.
#[tokio::test(flavor = "multi_thread")]
async fn too_many_epochs_are_refused() {
    let folder = folder("range");
    let (address, _task) = server(&folder, None).await;
    let body = json!({ "config": "davis2002-quick", "epochs": 1_000_000_000_000_000_000_u64 });
    let (status, answer) = request(address, "POST", "/api/runs", Some(&body)).await.unwrap();
    assert_eq!(status, 400, "{answer}");
    assert!(answer.contains("it must be a number from 1 to 1000000"), "{answer}");
}

/// A bit that is flipped in a number: the page says which file it is in, shows nothing of it, and nobody plays by it.
#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_run_is_named_and_not_used() {
    let folder = folder("damaged");
    let (address, _task) = server(&folder, None).await;
    let name = short_run(address).await;
    let run = folder.join("runs").join(&name);
    let seats = json!({ "game": "awari", "first": "human", "second": format!("champion:{name}/player") });
    assert_eq!(request(address, "POST", "/api/tables", Some(&seats)).await.unwrap().0, 201);
    for (file, key) in [("metrics.jsonl", "\"champion\":["), ("games.jsonl", "\"steps\":[")] {
        let whole = fs::read(run.join(file)).unwrap();
        let at = String::from_utf8_lossy(&whole).find(key).unwrap() + key.len() + 1;
        let mut flipped = whole.clone();
        flipped[at] ^= 1;
        fs::write(run.join(file), flipped).unwrap();
        let sample = format!("/api/runs/{name}/samples/1");
        let page = format!("/api/runs/{name}");
        let asked = match file {
            "metrics.jsonl" => [("GET", page.as_str(), None), ("POST", "/api/tables", Some(&seats))],
            _ => [("GET", page.as_str(), None), ("GET", sample.as_str(), None)],
        };
        for (method, path, body) in asked {
            let (status, answer) = request(address, method, path, body).await.unwrap();
            assert_eq!(status, 400, "{path}: {answer}");
            assert!(answer.contains(&format!("{file}: its first ")), "{path}: {answer}");
        }
        let list = get(address, "/api/runs").await;
        let damaged = (list["runs"].as_array().unwrap().len(), list["damaged"].as_array().unwrap().len());
        assert_eq!(damaged, if file == "metrics.jsonl" { (0, 1) } else { (1, 0) }, "{list}");
        fs::write(run.join(file), whole).unwrap();
    }
    assert_eq!(request(address, "POST", "/api/tables", Some(&seats)).await.unwrap().0, 201);
}
