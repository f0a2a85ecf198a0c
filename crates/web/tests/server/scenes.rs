//! Games and positions as they are shown.

use serde_json::{Value, json};

use crate::common::{folder, request, server};

/// Every preset can be chosen at the sizes that it has.
#[tokio::test(flavor = "multi_thread")]
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
#[tokio::test(flavor = "multi_thread")]
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
