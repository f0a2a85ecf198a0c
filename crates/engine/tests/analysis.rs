//! The analysis engine: a whole conversation, orders and ends, and lines that nobody should send.

mod transcript;

use engine::protocol::analysis::{self, Settings};
use proptest::prelude::*;
use serde_json::{Value, json};

fn talk(input: &[u8]) -> Vec<u8> {
    let settings = Settings {
        game: "awari".parse().unwrap(),
        player: "minimax(eval=material)".parse().unwrap(),
        seed: 2026,
        threads: 1,
    };
    let mut output = Vec::new();
    analysis::run(&settings, input, &mut output).unwrap();
    output
}

fn answers(queries: &[Value]) -> Vec<Value> {
    let input: String = queries.iter().map(|query| format!("{query}\n")).collect();
    let output = String::from_utf8(talk(input.as_bytes())).unwrap();
    output.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn the_whole_conversation() {
    transcript::check("analysis.txt", |input| {
        // Answers that need thinking come when they are ready, the others at once: compared in the order of the questions.
        let asked: Vec<Vec<u8>> = input.split(|&b| b == b'\n').map(|line| [line, b"\n"].concat()).collect();
        asked.iter().flat_map(|line| talk(line)).collect()
    });
}

#[test]
fn urgent_questions_come_first() {
    let slow = json!({"id": "slow", "maxVisits": 400_000});
    let later = json!({"id": "later", "maxDepth": 1});
    let urgent = json!({"id": "urgent", "maxDepth": 1, "priority": 5});
    let answers = answers(&[slow, later, urgent]);
    let ids: Vec<&str> = answers.iter().map(|answer| answer["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["slow", "urgent", "later"]);
}

#[test]
fn queries_are_ended_and_report_on_the_way() {
    let endless =
        json!({"id": "a", "game": "seega:7", "maxVisits": u64::MAX, "reportDuringSearchEvery": 0.001});
    let waiting = json!({"id": "b", "analyzeTurns": [0, 1], "moves": ["C"]});
    let queries = [
        endless,
        waiting,
        json!({"id": "t1", "action": "terminate", "terminateId": "b", "turnNumbers": [1]}),
        json!({"id": "t2", "action": "terminate_all"}),
    ];
    let answers = answers(&queries);
    let of = |id: &str| answers.iter().filter(|answer| answer["id"] == id).collect::<Vec<_>>();
    assert_eq!(*of("t1")[0], queries[2]);
    assert_eq!(*of("t2")[0], queries[3]);
    let b: Vec<(u64, bool)> = of("b")
        .iter()
        .map(|answer| (answer["turnNumber"].as_u64().unwrap(), answer["noResults"] == true))
        .collect();
    assert_eq!(b, [(1, true), (0, true)]);
    let (last, during) = of("a").split_last().map(|(last, during)| (*last, during.to_vec())).unwrap();
    assert_eq!(last["isDuringSearch"], false);
    assert!(!last["moveInfos"].as_array().unwrap().is_empty());
    assert!(during.iter().all(|answer| answer["isDuringSearch"] == true));
}

#[test]
fn reports_come_while_the_player_thinks() {
    let query = json!({"id": "a", "game": "seega:5", "maxVisits": 300_000, "reportDuringSearchEvery": 0.001, "best": 2});
    let answers = answers(&[query]);
    assert!(answers.len() > 1, "{answers:?}");
    for answer in &answers {
        let infos = answer["moveInfos"].as_array().unwrap();
        let orders: Vec<u64> = infos.iter().map(|info| info["order"].as_u64().unwrap()).collect();
        assert_eq!(orders, [0, 1], "{answer}");
        assert!(
            infos.iter().all(|info| info["pv"][0] == info["move"] && info["winrate"].is_number()),
            "{answer}"
        );
    }
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-3i64..5).prop_map(Value::from),
        prop::sample::select(vec![
            "a",
            "C",
            "f",
            "seega:3",
            "capture-go:2",
            "random",
            "level:1",
            "terminate",
            "4",
            ""
        ])
        .prop_map(Value::from),
    ];
    leaf.prop_recursive(2, 8, 4, |inner| prop::collection::vec(inner, 0..4).prop_map(Value::from))
}

fn line() -> impl Strategy<Value = String> {
    let field = prop::sample::select(vec![
        "id",
        "game",
        "rules",
        "initialPosition",
        "moves",
        "analyzeTurns",
        "maxVisits",
        "maxDepth",
        "best",
        "player",
        "priority",
        "reportDuringSearchEvery",
        "action",
        "terminateId",
        "turnNumbers",
        "x",
    ]);
    let object = prop::collection::btree_map(field, value(), 0..6).prop_map(|fields| {
        let mut object = json!({"id": "q", "maxDepth": 1});
        for (field, value) in fields {
            object[field] = value;
        }
        object.to_string()
    });
    prop_oneof![4 => object, 1 => ".{0,60}", 1 => value().prop_map(|value| value.to_string())]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(150) })]

    #[test]
    fn every_line_is_answered_with_objects(lines in prop::collection::vec(line(), 1..8), noise in prop::collection::vec(any::<u8>(), 0..20)) {
        let mut input = lines.join("\n").into_bytes();
        input.push(b'\n');
        input.extend(noise);
        let output = String::from_utf8(talk(&input)).unwrap();
        for line in output.lines() {
            let answer: Value = serde_json::from_str(line).unwrap();
            prop_assert!(answer.is_object(), "{}", line);
            prop_assert!(answer.get("error").is_some() || answer["id"].is_string() || answer.get("action").is_some(), "{}", line);
        }
    }
}
