//! Records: whatever is written is read back, and what breaks the rules is named.

use std::collections::BTreeMap;

use games::record::{RESIGNATION, TERMINATION, jsonl, pgn, player_tag, read_each, sgf};
use games::{Game, GameSpec, Line, Outcome, Record, Side, TextError, presets, with_game};
use proptest::prelude::*;

fn spec(name: &str) -> GameSpec {
    name.parse().unwrap()
}

/// All records of a text, or the first error.
fn read_any(text: &str) -> Result<Vec<Record>, TextError> {
    read_each(text).collect()
}

/// A line of at most `length` steps; `picks` decides which.
fn line_of<G: Game>(rules: &G::Rules, picks: &[usize], length: usize) -> Line<G> {
    let mut line = Line::new(G::start(rules));
    for pick in picks.iter().cycle().take(length) {
        let moves = line.moves();
        if moves.is_empty() {
            break;
        }
        line.push(moves[pick % moves.len()]);
    }
    line
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof!["[a-z \"\\\\{};()%\\[\\]\n\r\t$]{0,30}", "( ?[a-z%]{1,9}){0,40}", any::<String>()]
}

fn tags() -> impl Strategy<Value = Vec<(String, String)>> {
    let name = prop_oneof!["White|Black|Date|Event|Round|Site", "[A-Za-z0-9_]{1,8}"];
    prop::collection::vec((name, text()), 0..8)
}

fn game() -> impl Strategy<Value = GameSpec> {
    let names: Vec<&str> =
        presets().map(|p| p.name).chain(["seega:3", "seejeh:5", "capture-go:5x4"]).collect();
    prop::sample::select(names).prop_map(spec)
}

prop_compose! {
    fn record()(
        game in game(),
        picks in prop::collection::vec(0..1000usize, 1..40),
        length in 0..400usize,
        set_up in 0..50usize,
        comments in prop::collection::btree_map(0..400usize, text(), 0..6),
        tags in tags(),
        resigned in prop::option::of(prop::sample::select(vec!["first", "second", "draw"])),
    ) -> Record {
        let mut record = with_game!(game, |rules: G| {
            let line = line_of::<G>(&rules, &picks, length);
            let mut later = Line::new(line.positions()[set_up.min(line.steps().len())]);
            for &mv in line.steps().iter().skip(set_up) {
                later.push(mv);
            }
            Record::of(game, &later)
        });
        record.result = record.result.or(resigned.and_then(Outcome::from_word));
        let steps = record.steps.len();
        record.comments = comments.into_iter().filter(|(after, text)| *after <= steps && !text.is_empty()).collect();
        for (name, value) in tags {
            // Names such as FEN are refused, which is tested below.
            let _ = record.set_tag(&name, &value);
        }
        record
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(200) })]

    #[test]
    fn what_is_written_is_read_back(records in prop::collection::vec(record(), 1..4)) {
        let as_pgn: String = records.iter().map(pgn::write).collect();
        prop_assert_eq!(&read_any(&as_pgn).unwrap(), &records, "{}", as_pgn);
        prop_assert_eq!(&read_any(&as_pgn.replace('\n', "\r\n")).unwrap(), &records);
        let as_lines: String = records.iter().map(jsonl::write).collect();
        prop_assert_eq!(as_lines.lines().count(), records.len());
        prop_assert_eq!(&read_any(&as_lines).unwrap(), &records);
        for record in &records {
            record.check().unwrap();
            prop_assert_eq!(sgf::write(record).is_ok(), matches!(record.game, GameSpec::CaptureGo(_)));
        }
    }

    #[test]
    fn wrong_text_is_an_error_and_never_a_panic(text in text(), cut in 0..400usize, record in record()) {
        let _ = read_any(&text);
        for whole in [pgn::write(&record), jsonl::write(&record)] {
            let at = whole.char_indices().map(|(at, _)| at).nth(cut).unwrap_or(whole.len());
            let records = read_any(&format!("{}{text}{}", &whole[..at], &whole[at..])).unwrap_or_default();
            for record in &records {
                let _ = record.check();
            }
            prop_assert_eq!(&read_any(&records.iter().map(pgn::write).collect::<String>()), &Ok(records.clone()));
            prop_assert_eq!(jsonl::read(&records.iter().map(jsonl::write).collect::<String>()), Ok(records));
        }
    }
}

#[test]
fn pgn_looks_like_this() {
    let game = spec("seega:3(quiet_limit=4)");
    let picks: Vec<usize> = (0..40).map(|i| i * 7).collect();
    let mut record = with_game!(game, |rules: G| Record::of(game, &line_of::<G>(&rules, &picks, 100)));
    record.set_players("Plato", "the \"Palamedes\" of Nauplia");
    record.set_tag("Opening", "none").unwrap();
    record.set_tag("Date", "2026.11.15").unwrap();
    let long = "a remark long enough to need a second line {or so}";
    record.comments = BTreeMap::from([(0, "a small board".into()), (3, long.into())]);
    assert_eq!(pgn::write(&record), include_str!("data/small.pgn"));
}

#[test]
fn sgf_has_the_players_and_the_comments() {
    let text =
        "(;FF[4]GM[1]CA[UTF-8]SZ[3]RU[Capture-1]PB[Plato]KM[0]RE[B+]C[small];B[ba];W[aa]C[oh]C[no];B[ab])";
    let record = read_any(text).unwrap().remove(0);
    record.check().unwrap();
    assert_eq!((record.game, &record.start), (spec("capture-go:3"), &None));
    assert_eq!(record.steps, ["b3", "a3", "a2"]);
    assert_eq!(
        (record.tag("Black"), record.tag("KM"), record.tag("White")),
        (Some("Plato"), Some("0"), None)
    );
    assert_eq!(record.result, Some(Outcome::Win(Side::First)));
    assert_eq!(record.comments, BTreeMap::from([(0, "small".into()), (2, "oh\nno".into())]));
    assert_eq!(read_any(&sgf::write(&record).unwrap()).unwrap()[0], record);
    assert_eq!(read_any(&pgn::write(&record)).unwrap()[0], record);
    let other = Record::new(spec("awari"));
    assert_eq!(sgf::write(&other).unwrap_err().to_string(), "the record is of awari, which is another game");
}

#[test]
fn reading_is_tolerant() {
    let text = "\u{feff}% made by hand\r\n; before the tags\r\n[Variant \"seega:3\"]\r\n[ Event  \"x\\y\" ]\r\n\r\n\
        1.a1 ; a corner\r\n2... c3! $1 a2 (3. b1 (3. c1 {)} ) ; )\r\n 4. c2) {two\r\nlines} {more} 4 . c2 5.!? *\r\n\
        [Variant \"seejeh:3\"] [SetUp \"1\"] [FEN \"...\"] 0-1";
    let records = read_any(text).unwrap();
    assert_eq!(records[0].steps, ["a1", "c3", "a2", "4", "c2"], "a number without a dot is a step");
    assert_eq!(records[0].comments, BTreeMap::from([(1, "a corner".into()), (3, "two lines more".into())]));
    assert_eq!((records[0].tag("Event"), records[0].result), (Some("x\\y"), None));
    assert_eq!(
        (records[1].start.as_deref(), records[1].result),
        (Some("..."), Some(Outcome::Win(Side::First)))
    );
    assert_eq!(read_any(" \n").unwrap(), []);
    let deep = format!("[Variant \"seega:3\"] {}{} *", "(".repeat(500_000), ")".repeat(500_000));
    assert!(pgn::read(&deep).unwrap()[0].steps.is_empty());
}

#[test]
fn results_go_by_colour() {
    for (name, first) in
        [("seega:7", "White"), ("seejeh:7", "Black"), ("awari", "White"), ("capture-go:9", "Black")]
    {
        assert_eq!(player_tag(spec(name), Side::First), first, "{name}");
        let mut record = Record::new(spec(name));
        record.result = Some(Outcome::Win(Side::First));
        let token = if first == "White" { "1-0" } else { "0-1" };
        assert!(pgn::write(&record).ends_with(&format!("\n\n{token}\n\n")), "{name}");
    }
}

#[test]
fn errors_of_pgn_name_the_line() {
    let error = |text: &str| read_any(text).unwrap_err().to_string();
    assert_eq!(
        error("\n1. a1 *"),
        "the game of line 2: a tag must name the game, such as [Variant \"seega:7\"]"
    );
    assert_eq!(error("[Variant seega]"), "line 1: a tag looks like [Event \"The Cup\"]");
    assert_eq!(
        error("\n\n[Variant \"seega\n\"]"),
        "line 3: the value of the tag \"Variant\" has no closing \""
    );
    assert_eq!(error("[Variant \"seega:3\"]\n{so\n"), "line 3: the comment that starts in line 2 has no }");
    assert_eq!(error("[Variant \"seega:3\"]\n(so\n"), "line 3: the variation that starts in line 2 has no )");
    assert_eq!(error("[Variant \"seega:3\"]\na1 } *"), "line 2: this } closes nothing");
    let game = |rest: &str| error(&format!("[Variant \"seega:3\"]{rest} *"));
    assert_eq!(
        game("[Result \"1-0\"]"),
        "the game of line 1: the tag Result is \"1-0\", but the steps end with *"
    );
    assert_eq!(game("[SetUp \"1\"]"), "the game of line 1: the tag SetUp needs the position in a tag FEN");
    assert_eq!(game("[Variant \"seega:5\"]"), "the game of line 1: the tag Variant is set twice");
    assert_eq!(
        game("[RulesVersion \"one\"]"),
        "the game of line 1: the tag RulesVersion is \"one\", but must be a number such as 1"
    );
    let size = "\"seega:4\": size = 4: boards have 3, 5, 7 or 9 rows";
    assert_eq!(error("[Variant \"seega:4\"] *"), format!("the game of line 1: {size}"));
}

/// What a crash cuts off, or a bad game among others, leaves the other games readable.
#[test]
fn one_bad_game_does_not_spoil_the_file() {
    let good = "[Variant \"seega:3\"]\n\n1. a1 2. b1 *\n\n";
    for (bad, sentence) in [
        ("[Variant \"seega:3\"]\n\n1. a1 } *\n", "line 7: this } closes nothing"),
        ("[Variant \"seega:3\"]\n\n1. a1 {cut\n", "line 13: the comment that starts in line 7 has no }"),
        ("[Variant seega]\n[White \"?\"]\n\n1. a1 *\n", "line 5: a tag looks like [Event \"The Cup\"]"),
        (
            "[White \"?\"]\n\n1. a1 *\n",
            "the game of line 5: a tag must name the game, such as [Variant \"seega:7\"]",
        ),
    ] {
        let text = format!("{good}{bad}\n{good}");
        let games: Vec<_> = read_each(&text).collect();
        let steps = |i: usize| games[i].as_ref().map(|record| record.steps.len());
        assert_eq!((games.len(), steps(0), steps(2)), (3, Ok(2), Ok(2)), "{bad}");
        assert_eq!(games[1].as_ref().unwrap_err().to_string(), sentence);
    }
    let ended = read_any(&format!("{good}[Variant \"seega:3\"]\n[Result \"1-0\"]\n\n1. a1 2. c")).unwrap();
    assert_eq!((ended[1].steps.as_slice(), ended[1].result), (&["a1".into(), "c".into()][..], None));
    let interrupted = read_any(&format!("[Variant \"seega:3\"]\n\n1. a1\n\n{good}")).unwrap();
    assert_eq!((interrupted[0].steps.len(), interrupted[1].steps.len(), interrupted.len()), (1, 2, 2));
    let lines = jsonl::write(&interrupted[0]) + "{\"schema\":1,\"ga\n" + &jsonl::write(&interrupted[1]);
    assert_eq!(read_each(&lines).map(|game| game.is_ok()).collect::<Vec<_>>(), [true, false, true]);
}

/// A comment in front is no JSON.
#[test]
fn a_text_may_start_with_a_comment() {
    let records = read_any("{ of the cup }\n[Variant \"seega:3\"]\n\n1. a1 *\n").unwrap();
    assert_eq!(records[0].steps, ["a1"]);
}

#[test]
fn sgf_says_who_gave_up_and_when() {
    let mut record = Record::new(spec("capture-go:3"));
    record.steps = vec!["b2".into()];
    record.result = Some(Outcome::Win(Side::First));
    assert!(sgf::write(&record).unwrap().contains("RE[B+]"));
    record.set_tag(TERMINATION, RESIGNATION).unwrap();
    record.set_tag("Date", "2026.11.15").unwrap();
    let text = sgf::write(&record).unwrap();
    assert!(text.contains("DT[2026-11-15]RE[B+R]"), "{text}");
    assert_eq!(read_any(&text).unwrap(), [record]);
    let reserved = read_any("(;SZ[3]FEN[x]DT[2026-11];B[aa])").unwrap().remove(0);
    assert_eq!(reserved.tags(), [("Date".into(), "2026-11".into())]);
}

/// Two steps by Black: the record keeps them, and replaying names the second.
#[test]
fn an_sgf_that_breaks_the_rules_is_a_record() {
    let record = read_any("(;GM[1]SZ[9];B[aa];B[bb];W[cc])").unwrap().remove(0);
    assert_eq!(record.steps, ["a9", "black:b8", "c7"]);
    assert_eq!(record.check().unwrap_err().to_string(), "step 2, \"black:b8\": b8: it is White's step");
    assert_eq!(read_any(&pgn::write(&record)).unwrap(), [record]);
}

#[test]
fn errors_of_json_name_the_line() {
    let error = |text: &str| read_any(text).unwrap_err().to_string();
    let start = "{\"schema\":1,\"game\":\"seega:3\",\"rules_version\":1,\"steps\":[";
    let json = |rest: &str| error(&format!("\n{start}]{rest}}}"));
    let unknown = json(",\"stesp\":1");
    assert!(unknown.starts_with("line 2: unknown field stesp, expected one of schema, "), "{unknown}");
    assert_eq!(
        json(",\"result\":\"white\""),
        "line 2: \"white\" is no result: first, second, draw, or null without quotes"
    );
    assert!(
        json(",\"tags\":{\"a\":\"\",\"a\":\"\"}")
            .starts_with("line 2: the tag \"a\" is set twice, at column ")
    );
    let reserved = "line 2: the tag FEN is written from the game itself and cannot be set";
    assert_eq!(json(",\"tags\":{\"FEN\":\"\"}"), reserved);
    assert_eq!(
        json(",\"tags\":{\"a b\":\"\"}"),
        "line 2: \"a b\" is no name of a tag: letters, digits and _"
    );
    assert_eq!(json(",\"comments\":{\"1\":\"\"}"), "line 2: a comment after step 1, but there are 0 steps");
    assert_eq!(
        error(&format!("{start}\"a1\",\"1-0\"]}}")),
        "line 1: step 2: \"1-0\" is not a step of any game"
    );
    let schema = error(&format!("{start}]}}").replace("a\":1", "a\":2"));
    assert_eq!(schema, "line 1: schema 2 is not known; this program reads schema 1");
    assert_eq!(error("{\"schema\":2,\"players\":[]}"), schema, "whatever else another schema has");
    assert!(error("{\"schema\":1}\n").starts_with("line 1: missing field game"));
    assert!(error("{\"sche\\r\\nma\":1}\n").starts_with("line 1: unknown field sche ma, "));
}

/// What PGN reads as a step, JSON lines must be able to read back.
#[test]
fn control_characters_are_no_steps() {
    let error = read_any("[Variant \"seega:5\"]\n\n1. a1 2. d2-\u{2}e2 *\n").unwrap_err().to_string();
    assert_eq!(error, "line 3: \"d2- e2\" is not a step of any game");
}

#[test]
fn replaying_says_what_is_wrong() {
    let whole = read_any(include_str!("data/small.pgn")).unwrap().remove(0);
    whole.check().unwrap();
    let error = |change: &dyn Fn(&mut Record)| {
        let mut record = whole.clone();
        change(&mut record);
        record.check().unwrap_err().to_string()
    };
    let version = "the record was played by version 7 of the rules; this program knows version 2";
    assert_eq!(error(&|r| r.rules_version = 7), version);
    let centre = error(&|r| r.steps[2] = "b2".into());
    assert!(centre.starts_with("step 3, \"b2\": "), "{centre}");
    assert!(error(&|r| r.steps.push("a1".into())).ends_with("the game is over, it is a draw"));
    assert_eq!(
        error(&|r| r.result = Some(Outcome::Win(Side::First))),
        "the record says that White has won, but on the board the game is drawn"
    );
    assert!(error(&|r| r.start = Some("nothing".into())).starts_with("the start position: "));
    let mut resigned = whole.clone();
    resigned.steps.truncate(3);
    resigned.result = Some(Outcome::Win(Side::Second));
    resigned.check().unwrap();
    assert_eq!(
        resigned.replay::<games::seega::Seega<u128>>().unwrap_err().to_string(),
        "the record is of seega:3(quiet_limit=4), which is another game"
    );
}

/// Version 1 of Seejeh's rules let White give any piece: such games are read as what they were.
#[test]
fn a_game_of_the_old_exchange_is_replayed_by_its_own_rule() {
    let start = "w...b/...../..w../...../b.w.b w move 9 30";
    let steps = r#""steps":["xa5","xa1","xe5"],"result":null,"tags":{}"#;
    let old =
        |game: &str| format!(r#"{{"schema":1,"game":"{game}","rules_version":1,"start":"{start}",{steps}}}"#);
    let read = |text: &str| read_any(text).unwrap().remove(0);
    let record = read(&old("seejeh:5"));
    assert_eq!(record.game.to_string(), "seejeh:5(exchange=any)");
    assert_eq!(record.check(), Ok(()));
    let pgn = pgn::write(&record);
    assert!(pgn.contains("[RulesVersion \"2\"]"), "{pgn}");
    assert_eq!(read(&pgn), record);
    let old_pgn = pgn.replace("seejeh:5(exchange=any)", "seejeh:5").replace("Version \"2\"", "Version \"1\"");
    assert_eq!(read(&old_pgn), record);
    // Named by its switch in the old spelling, and by the rules of today.
    assert_eq!(read(&old("seejeh:5(exchange=true)")), record);
    assert_eq!(read(&old("seejeh:5(exchange=false)")).game.to_string(), "seejeh:5(exchange=off)");
    let today = read(&old("seejeh:5").replace("rules_version\":1", "rules_version\":2"));
    assert_eq!(
        today.check().unwrap_err().to_string(),
        "step 1, \"xa5\": xa5: a5 is not to be given, because it has no step to a cell that Black can never reach"
    );
    let unknown = read(&old("seejeh:5").replace("rules_version\":1", "rules_version\":3"));
    assert_eq!(
        unknown.check().unwrap_err().to_string(),
        "the record was played by version 3 of the rules; this program knows version 2"
    );
}

/// Tags and steps cost what they say and no more: neither time nor memory grows with their square, or without end.
#[test]
fn what_no_game_has_is_refused_soon() {
    let began = std::time::Instant::now();
    let name =
        |i: usize| -> String { (0..4).map(|k| (b'A' + (i / 26_usize.pow(k) % 26) as u8) as char).collect() };
    let error = |text: &str| read_any(text).unwrap_err().to_string();
    let tags = |n: usize| (0..n).map(|i| format!("[T{i} \"x\"]\n")).collect::<String>();
    let good = "[Variant \"seega:3\"]\n\n1. a1 *\n\n";
    let many = format!("{}{good}{good}", tags(150_000));
    assert_eq!(error(&many), "line 512: a game has at most 500 tags");
    assert!(read_each(&many).nth(1).unwrap().is_ok(), "the next game can be read");
    let line = |tags: usize, steps: usize| {
        let tags: Vec<String> = (0..tags).map(|i| format!("\"T{i}\":\"x\"")).collect();
        let steps = vec!["\"a1\""; steps].join(",");
        format!(
            "{{\"schema\":1,\"game\":\"seega:3\",\"rules_version\":1,\"steps\":[{steps}],\"tags\":{{{}}}}}\n",
            tags.join(",")
        )
    };
    assert!(error(&line(75_000, 0)).contains("a game has at most 500 tags"), "{}", error(&line(75_000, 0)));
    assert_eq!(error(&line(0, 100_001)), "line 1: a game has at most 100000 steps");
    assert_eq!(error(&line(0, 2_000_000)), "line 1: a game has at most 4194304 bytes");
    let properties: String = (0..60_000).map(|i| name(i) + "[x]").collect();
    assert_eq!(error(&format!("(;SZ[9]{properties})")), "a game has at most 500 tags");
    assert_eq!(
        error(&format!("(;SZ[9]{})", ";B[aa]".repeat(400_000))),
        "a game in SGF has at most 2097152 bytes"
    );
    assert_eq!(
        error(&format!("[Variant \"seega:3\"]\n\n{}", "a1 ".repeat(1_000_000))),
        "line 3: a game has at most 100000 steps"
    );
    // As many as are allowed are written and read back.
    let record = read_any(&format!("{}{good}", tags(500))).unwrap().remove(0);
    assert_eq!(read_any(&pgn::write(&record)).unwrap()[0], record);
    assert_eq!(jsonl::read(&jsonl::write(&record)).unwrap()[0], record);
    assert!(began.elapsed().as_secs() < 20, "{:?}", began.elapsed());
}

#[test]
fn errors_are_short_however_long_the_input() {
    let long = "x".repeat(5_000_000);
    for text in [
        format!("[Variant \"{long}\"]\n\n*\n"),
        format!("{{\"schema\":1,\"game\":\"{}\"}}", &long[..3_000_000]),
        format!("(;SZ[{}])", &long[..1_000_000]),
        format!("[Variant \"seega:3\"]\n[RulesVersion \"{long}\"]\n\n*\n"),
    ] {
        let error = read_any(&text).unwrap_err().to_string();
        assert!(error.len() < 2_000, "{} bytes", error.len());
    }
    let middle = games::TextError::new(format!("begin {} end", "é".repeat(5_000))).within("here");
    assert!(middle.to_string().starts_with("here: begin é") && middle.to_string().ends_with("é end"));
}

/// What breaks the rules is shown as far as it goes, everywhere in the same way.
#[test]
fn a_broken_game_goes_as_far_as_it_obeys_the_rules() {
    let record = read_any("[Variant \"seega:3\"]\n\n1. a1 2. a2 3. a1 4. c1 1-0\n").unwrap().remove(0);
    let (session, broken) = games::Session::replay_far(&record).unwrap();
    assert_eq!((session.steps(), session.outcome()), (2, None));
    assert_eq!(broken.unwrap().to_string(), record.check().unwrap_err().to_string());
    assert!(games::Session::replay(&record).is_err());
}
