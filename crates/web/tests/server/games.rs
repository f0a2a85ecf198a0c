//! Games as they are played on the page.

use std::time::Duration;

use serde_json::{Value, json};

use crate::common::{folder, hear, request, say, server, socket, table};

#[tokio::test(flavor = "multi_thread")]
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

/// A class that begins its games at once: nobody is told to come later.
#[tokio::test(flavor = "multi_thread")]
async fn many_games_begin_at_once() {
    let (address, _task) = server(&folder("many"), None).await;
    let begin = |_| tokio::spawn(async move { table(address, json!({ "game": "awari" })).await });
    let games: Vec<_> = (0..100).map(begin).collect();
    let mut names = std::collections::HashSet::new();
    for game in games {
        names.insert(game.await.unwrap());
    }
    assert_eq!(names.len(), 100);
}

#[tokio::test(flavor = "multi_thread")]
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

#[tokio::test(flavor = "multi_thread")]
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

#[tokio::test(flavor = "multi_thread")]
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

#[tokio::test(flavor = "multi_thread")]
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
