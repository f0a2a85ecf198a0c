//! Players in the commands: lists, matches and analyses.

mod common;

use common::{fine, json, scratch, typed};

#[test]
fn players_are_listed_in_80_columns() {
    let text = fine(&["players", "seega:7"]);
    let column = |spec: &str, about: &str| {
        let line = text.lines().find(|line| line.starts_with(&format!("{spec} "))).expect(spec);
        line.find(about).expect(about)
    };
    let longest = column("abdelbar2004-evolved", "the two players");
    assert_eq!([column("level:5", "best with "), column("material", "counts")], [longest; 2], "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    let list = json(&["players", "--json"], "");
    let specs: Vec<&str> =
        list["players"].as_array().unwrap().iter().map(|player| player["spec"].as_str().unwrap()).collect();
    assert!(specs.contains(&"random") && specs.contains(&"level:10") && specs.contains(&"mcts"), "{specs:?}");
    for spec in specs {
        assert_eq!(typed(&["engine", "seega:3", "--player", spec], "isready\n").out, "readyok\n", "{spec}");
    }
}

#[test]
fn a_match_can_be_repeated_by_its_own_command() {
    let words =
        ["match", "seega:3", "alphabeta(depth=3)", "random", "--games", "20", "--seed", "5", "--json"];
    let mut report = json(&words, "");
    let count = |name: &str| report[name].as_u64().unwrap();
    assert_eq!(count("wins") + count("draws") + count("losses"), 20);
    assert!(report["score"].as_f64().unwrap() > 0.6, "{report}");
    let pairs: u64 = report["pentanomial"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).sum();
    assert_eq!(pairs, 10);
    let again = report["again"].as_str().unwrap().replace('\'', "");
    let words: Vec<&str> = again.split(' ').skip(1).chain(["--json", "--threads", "2"]).collect();
    let mut second = json(&words, "");
    for one in [&mut report, &mut second] {
        one["seconds"] = 0.into();
    }
    assert_eq!(report, second, "whatever the number of threads");
    let text = fine(&["match", "awari", "level:3", "random", "--games", "2", "--opening", "2"]);
    assert!(
        text.contains("\nscore ") && text.contains("\nagain      petteia match awari level:3 random "),
        "{text}"
    );
}

#[test]
fn the_best_steps_of_a_position_are_shown() {
    let text = fine(&["analyse", "awari", "--best", "3", "--depth", "4"]);
    assert!(text.contains("South to move\n    step   value  depth"), "{text}");
    assert_eq!(
        text.lines().filter(|line| line.trim_start().starts_with(['1', '2', '3'])).count(),
        3,
        "{text}"
    );
    // White takes the stone in the corner.
    let capture = "..b/.bw/... w 0 4";
    let report = json(&["analyse", "capture-go:3", "--position", capture, "--depth", "3", "--json"], "");
    assert_eq!((&report["side"], &report["steps"][0]["step"]), (&"second".into(), &"b3".into()), "{report}");
    assert_eq!(report["steps"][0]["line"][0], report["steps"][0]["step"], "{report}");
    // A judgement of a network counts as 1,000 positions, so that 200 of them are one; a sentence says so.
    let few = typed(&["analyse", "seega:5", "--nodes", "200"], "");
    assert!(few.code == 0 && few.err.starts_with("A network judges here"), "{}", few.err);
    let words = ["analyse", "seega:5", "--nodes", "200", "--json"];
    assert!(json(&words, "")["note"].as_str().unwrap().contains("counts as 1,000 positions"));
    let none = json(&["analyse", "seega:3", "--nodes", "200", "--json"], "");
    assert!(none.get("note").is_none(), "{none}");
    let only = typed(&["analyse", "seega:3", "--player", "random"], "");
    assert_eq!(only.code, 0, "{}", only.err);
}

#[test]
fn a_game_is_judged_step_by_step() {
    let sgf = "(;FF[4]GM[1]SZ[3]RU[Capture-1];B[ba];W[aa];B[cc];W[bc];B[ab])";
    let record = scratch("judged.sgf", sgf);
    let words = ["analyse", "--record", &record, "--depth", "3"];
    let report = json(&[&words[..], &["--json"]].concat(), "");
    let steps = report["steps"].as_array().unwrap();
    assert_eq!(steps.len(), 5);
    assert_eq!(report["result"], "first");
    // White let the stone in the corner die: the value falls from something to a loss.
    let blunder = &steps[3];
    assert_eq!((&blunder["side"], &blunder["after"]), (&"second".into(), &(-1.0).into()), "{report}");
    let last = &steps[4];
    assert_eq!(
        (&last["before"], &last["after"], &last["mark"]),
        (&1.0.into(), &1.0.into(), &"".into()),
        "{report}"
    );
    for step in steps {
        let loss = step["loss"].as_f64().unwrap();
        let mark = [("??", 0.4), ("?", 0.2), ("?!", 0.1)].iter().find(|m| loss > m.1).map_or("", |m| m.0);
        assert_eq!(step["mark"], mark, "{step}");
    }
    let marked: u64 =
        report["summary"].as_array().unwrap().iter().map(|side| side["blunders"].as_u64().unwrap()).sum();
    assert_eq!(marked as usize, steps.iter().filter(|step| step["mark"] == "??").count());
    let text = fine(&words);
    assert!(text.contains("\n   4.  White  ") && text.contains("\nBlack has won. "), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
    let named = ["analyse", "capture-go:3", "--record", &record, "--depth", "3"];
    assert_eq!(fine(&named), fine(&words), "a record names its own game");
    let other = typed(&["analyse", "awari", "--record", &record], "");
    assert_eq!(other.code, 2);
    assert!(
        other.err.ends_with("judged.sgf: this is a game of capture-go:3, not of awari\n"),
        "{}",
        other.err
    );
    let none = typed(&["analyse", "capture-go:3", "--record", &record, "--game", "2"], "");
    assert!(none.err.starts_with("petteia: --game 2: "), "{}", none.err);
}

#[test]
fn other_programs_ask_in_json() {
    let queries = "{\"id\":\"a\",\"moves\":[\"C\"],\"analyzeTurns\":[0,1],\"maxVisits\":500}\nnonsense\n";
    let run = typed(&["analyse", "awari", "--stdio"], queries);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    let answers: Vec<serde_json::Value> =
        run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(answers.len(), 3);
    assert!(answers.iter().any(|answer| answer["error"].is_string()));
    let of: Vec<&serde_json::Value> = answers.iter().filter(|answer| answer["id"] == "a").collect();
    assert_eq!([&of[0]["turnNumber"], &of[1]["turnNumber"]], [&0, &1]);
}
