//! UGI: whole conversations, and lines that nobody should send.

mod transcript;

use std::sync::{Arc, Mutex};
use std::time::Duration;

use engine::player::Watch;
use engine::protocol::{Respondent, ugi};
use engine::{Limits, Playable, Player, RandomPlayer, Rng, Task, Thoughts};
use games::{Game, GameSpec, Line, with_game};
use proptest::prelude::*;

fn talk(game: &str, input: &[u8]) -> Vec<u8> {
    talk_to("random", game, input)
}

fn talk_to(player: &str, game: &str, input: &[u8]) -> Vec<u8> {
    let mut output = Vec::new();
    let spec: GameSpec = game.parse().unwrap();
    with_game!(spec, |rules: G| run::<G>(player, &rules, input, &mut output));
    output
}

fn run<G: Playable>(player: &str, rules: &G::Rules, input: &[u8], output: &mut Vec<u8>) {
    let seat = Respondent::<G>::new(player.parse().unwrap(), rules).unwrap();
    ugi::run(rules, 2026, seat, input, output).unwrap();
}

/// What comes back, without the numbers that depend on the clock.
fn without_speed(output: Vec<u8>) -> String {
    let text = String::from_utf8(output).unwrap();
    let words: Vec<&str> = text.split(' ').collect();
    let after_nps = |i: usize| i > 0 && words[i - 1] == "nps";
    words
        .iter()
        .enumerate()
        .map(|(i, &word)| if after_nps(i) { "N" } else { word })
        .collect::<Vec<_>>()
        .join(" ")
}

#[test]
fn transcripts() {
    transcript::check("ugi-seega.txt", |input| talk("seega:3", input));
    transcript::check("ugi-errors.txt", |input| talk("seega:5", input));
    transcript::check("ugi-awari.txt", |input| talk("awari:romein", input));
    transcript::check("ugi-capture-go.txt", |input| talk("capture-go:2", input));
    transcript::check("ugi-search.txt", |input| {
        without_speed(talk_to("minimax(eval=material)", "awari", input)).into_bytes()
    });
}

#[test]
fn odd_lines_are_errors_and_the_session_goes_on() {
    let mut input = vec![b'x'; (1 << 20) + 1];
    input.extend(b"\nisready\nshow \xff\n\n  \t\nisready\r\n");
    input.extend(vec![b' '; 1 << 20]);
    input.extend(b"\nisready");
    let expected = "error: a line has at most 1048576 bytes\nreadyok\nerror: the line is not UTF-8 text\nreadyok\nreadyok\n";
    assert_eq!(String::from_utf8(talk("seega:3", &input)).unwrap(), expected);
    let steps = "position startpos moves ".to_string() + &"a1-a2 a2-a1 ".repeat(10_000) + "\nisready\n";
    let output = String::from_utf8(talk("seega:3", steps.as_bytes())).unwrap();
    assert!(output.starts_with("error: step 1: ") && output.ends_with("\nreadyok\n"), "{output}");
}

#[test]
fn the_same_seed_plays_the_same_game() {
    let moves = |commands: &str| String::from_utf8(talk("seega:7", commands.as_bytes())).unwrap();
    assert_eq!(moves("go\ngo infinite\n").lines().collect::<std::collections::HashSet<_>>().len(), 1);
    assert_eq!(moves("go\n"), moves("setoption name Seed value 2026\ngo depth 3\n"));
    let of_seeds: std::collections::HashSet<String> =
        (0..20).map(|seed| moves(&format!("setoption name Seed value {seed}\ngo\n"))).collect();
    assert!(of_seeds.len() > 5, "{of_seeds:?}");
    let of_games: std::collections::HashSet<String> =
        (0..20).map(|n| moves(&("uginewgame\n".repeat(n) + "go\n"))).collect();
    assert!(of_games.len() > 5, "{of_games:?}");
}

#[test]
fn a_whole_game_is_played_and_ends() {
    for game in ["seega:3", "seejeh:3", "seega:ludii:3", "awari", "awari:abapa", "capture-go:3"] {
        let mut moves = String::new();
        for steps in 0.. {
            assert!(steps < 3000, "{game} does not end");
            let reply = talk(
                game,
                format!("position startpos moves{moves}\nquery gameover\ngo\noutcome\nlegal\n").as_bytes(),
            );
            let reply = String::from_utf8(reply).unwrap();
            let lines: Vec<&str> = reply.lines().collect();
            let step = lines[1].strip_prefix("bestmove ").unwrap();
            let legal: Vec<&str> = lines[3].split(' ').skip(1).collect();
            if lines[0] == "response true" {
                assert_eq!((step, legal.len()), ("0000", 0), "{game}{moves}");
                assert_ne!(lines[2], "outcome none", "{game}{moves}");
                break;
            }
            assert!(legal.contains(&step), "{game}{moves}: {step} is not among {legal:?}");
            moves.push_str(&format!(" {step}"));
        }
    }
}

/// Notes the limits that it is given.
struct Noting(Arc<Mutex<Vec<Limits>>>);

impl<G: Game> Player<G> for Noting {
    fn think(&mut self, line: &Line<G>, task: &Task, rng: &mut Rng, watch: Watch<G>) -> Thoughts<G::Move> {
        self.0.lock().unwrap().push(task.limits);
        RandomPlayer.think(line, task, rng, watch)
    }
}

#[test]
fn limits_reach_the_player() {
    let noted = Arc::new(Mutex::new(Vec::new()));
    let input = "go\ngo depth 3 nodes 500\ngo infinite movetime 70\n\
        go p1time 20000 p2time 90000 p1inc 100 p2inc 7\nposition startpos moves a1\ngo p1time 20000 p2time 90000\n\
        go p2time 10 p2inc 500 movetime 3\n";
    let rules = games::seega::Rules::seega(3);
    let notes = noted.clone();
    let seat =
        Respondent::<games::seega::Seega<u64>>::with("random".parse().unwrap(), &rules, move |_, _| {
            let notes = notes.clone();
            Ok(Box::new(move |_| Box::new(Noting(notes.clone()))))
        });
    ugi::run(&rules, 1, seat.unwrap(), input.as_bytes(), std::io::sink()).unwrap();
    let time = |ms| Limits { time: Some(Duration::from_millis(ms)), ..Limits::default() };
    let looking = Limits { depth: Some(3), nodes: Some(500), time: None };
    assert_eq!(
        *noted.lock().unwrap(),
        [Limits::default(), looking, time(70), time(1100), time(4500), time(3)]
    );
}

#[test]
fn limited_searches_answer_the_same_every_time() {
    let input =
        b"setoption name MultiPV value 3\ngo nodes 3000\nsetoption name Player value mcts(sims=500)\ngo\n\
        setoption name Player value level:2\ngo\nuginewgame\ngo\nd\n";
    for game in ["seega:5", "seejeh:7", "seega:9", "awari:romein", "capture-go:5"] {
        let answer = without_speed(talk_to("best", game, input));
        assert_eq!(answer, without_speed(talk_to("best", game, input)), "{game}");
        assert_eq!(answer.matches("bestmove ").count(), 4, "{answer}");
        assert!(answer.contains(" multipv 3 pv "), "{answer}");
    }
}

fn dialogue(player: &str, turns: Vec<(&'static str, &'static str)>) -> String {
    let rules = games::seega::Rules::seega(7);
    let seat = Respondent::<games::seega::Seega<u64>>::new(player.parse().unwrap(), &rules).unwrap();
    transcript::dialogue(turns, |input, output| ugi::run(&rules, 2026, seat, input, output).unwrap())
}

#[test]
fn an_infinite_search_goes_on_until_stop_and_is_ready_meanwhile() {
    for player in ["best", "mcts"] {
        let turns = vec![
            ("", "go infinite\n"),
            ("info depth ", "isready\nshow\n"),
            ("readyok\n", "stop\n"),
            ("show ", "go infinite\nquit\n"),
        ];
        let text = dialogue(player, turns);
        let places: Vec<usize> = ["info depth ", "readyok\n", "bestmove ", "show "]
            .iter()
            .map(|word| text.find(word).unwrap())
            .collect();
        assert!(places.is_sorted(), "{player}: {text}");
        assert_eq!(text.matches("bestmove ").count(), 2, "{player}: quit ends a search, too: {text}");
    }
}

#[test]
fn a_result_found_early_waits_for_stop() {
    let turns =
        vec![("", "go infinite\nisready\n"), ("readyok\n", "isready\n"), ("readyok\nreadyok\n", "stop\n")];
    let text = dialogue("random", turns);
    assert!(text.starts_with("readyok\nreadyok\nbestmove "), "{text}");
    let ended = dialogue("best", vec![("", "go infinite\n"), ("info depth", "d\n")]);
    assert!(
        ended.find("bestmove ").unwrap() < ended.find("a  b  c").unwrap(),
        "the end of the input stops it: {ended}"
    );
}

#[test]
fn perft_agrees_with_published_counts() {
    let counts = talk("capture-go:ponnuki:9", b"perft 1\nperft 2\nperft 3\nperft 4\n");
    assert_eq!(String::from_utf8(counts).unwrap(), "perft 81\nperft 6480\nperft 511920\nperft 39928512\n");
    let filled = "position fen bwbbw/bwwwb/wb.wb/bbwwb/wwwbb b move 0 24\nperft 1\nperft 3\nperft 5\n";
    assert_eq!(
        String::from_utf8(talk("seega:5", filled.as_bytes())).unwrap(),
        "perft 1\nperft 52\nperft 2672\n"
    );
}

#[test]
fn a_line_of_play_has_an_end() {
    let walk = |turns: usize| {
        format!(
            "position fen ww.../...../...../...../...bb w move 0 24 moves{}\nshow\n",
            " a5-a4 e1-e2 a4-a5 e2-e1".repeat(turns)
        )
    };
    let game = "seega:5(quiet_limit=0)";
    let answer = |turns| String::from_utf8(talk(game, walk(turns).as_bytes())).unwrap();
    assert_eq!(answer(2500), "show ww.../...../...../...../...bb w move 10000 10024\n");
    assert!(answer(2501).starts_with("error: a line of play has at most 10000 steps\n"));
}

fn command() -> impl Strategy<Value = String> {
    let words = prop::sample::select(vec![
        "ugi",
        "isready",
        "uginewgame",
        "setoption",
        "name",
        "Seed",
        "MultiPV",
        "Player",
        "level:1",
        "quit",
        "value",
        "position",
        "startpos",
        "fen",
        "moves",
        "go",
        "stop",
        "p1time",
        "p2inc",
        "movetime",
        "depth",
        "nodes",
        "infinite",
        "query",
        "gameover",
        "p1turn",
        "result",
        "legal",
        "outcome",
        "perft",
        "show",
        "d",
        "0",
        "1",
        "3",
        "7",
        "18446744073709551616",
        "-1",
        "a1",
        "b1",
        "c3",
        "A",
        "b",
        "a1-b1",
        "pass",
        "w",
        "b",
        "place",
        "move",
        "...",
        "w.b/.../b.w",
        ".../.../...",
        "é",
        "[]",
    ]);
    prop_oneof![prop::collection::vec(words, 1..12).prop_map(|words| words.join(" ")), ".{0,60}"]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) })]

    #[test]
    fn no_line_breaks_it(
        game in prop::sample::select(vec!["seega:3", "seejeh:5", "awari", "awari:romein", "capture-go:3", "capture-go:ponnuki:2"]),
        commands in prop::collection::vec(command(), 1..20),
        noise in prop::collection::vec(any::<u8>(), 0..40),
    ) {
        let mut input = commands.join("\n").into_bytes();
        input.push(b'\n');
        input.extend(noise);
        let output = String::from_utf8(talk(game, &input)).unwrap();
        prop_assert!(output.is_empty() || output.ends_with('\n'));
    }
}
