//! GTP: whole conversations, and lines that nobody should send.

mod transcript;

use std::sync::{Arc, Mutex};
use std::time::Duration;

use engine::player::Watch;
use engine::protocol::{Respondent, gtp};
use engine::{Player, RandomPlayer, Rng, Task, Thoughts};
use games::capture_go::{CaptureGo, Rules, Step};
use games::{GameSpec, Line};
use proptest::prelude::*;

fn talk(game: &str, input: &[u8]) -> Vec<u8> {
    talk_to("random", game, input)
}

fn talk_to(player: &str, game: &str, input: &[u8]) -> Vec<u8> {
    let GameSpec::CaptureGo(rules) = game.parse().unwrap() else { panic!("{game} is not played by GTP") };
    let mut output = Vec::new();
    let seat = Respondent::new(player.parse().unwrap(), &rules).unwrap();
    gtp::run(&rules, 2026, seat, input, &mut output).unwrap();
    output
}

fn text(game: &str, input: &str) -> String {
    String::from_utf8(talk(game, input.as_bytes())).unwrap()
}

#[test]
fn transcripts() {
    transcript::check("gtp-capture.txt", |input| talk("capture-go:9", input));
    transcript::check("gtp-passes.txt", |input| talk("capture-go:3", input));
    transcript::check("gtp-analysis.txt", |input| {
        talk_to("minimax(depth=2,eval=material)", "capture-go:3", input)
    });
    transcript::check("gtp-errors.txt", |input| talk("capture-go:ponnuki:2", input));
}

#[test]
fn an_analysis_ends_with_the_next_command() {
    let GameSpec::CaptureGo(rules) = "capture-go:9".parse().unwrap() else { panic!("it is Capture Go") };
    for (player, command, field) in
        [("best", "7 kata-analyze b 1\n", " utility "), ("mcts", "7 lz-analyze b 1\n", " winrate ")]
    {
        let seat = Respondent::new(player.parse().unwrap(), &rules).unwrap();
        let turns = vec![("", command), (" pv ", "8 name\n"), ("petteia\n\n", "9 kata-analyze w 1\n")];
        let text =
            transcript::dialogue(turns, |input, output| gtp::run(&rules, 1, seat, input, output).unwrap());
        let answers: Vec<&str> = text.split_terminator("\n\n").collect();
        assert!(answers[0].starts_with("=7\ninfo move ") && answers[0].contains(field), "{text}");
        assert!(answers[0].lines().skip(1).all(|line| line.contains(" order 0 pv ")), "{text}");
        assert_eq!(answers[1], "=8 petteia");
        assert!(answers[2].starts_with("=9\n") && answers.len() == 3, "the end of the input ends it: {text}");
    }
}

#[test]
fn every_listed_command_is_known() {
    let list = text("capture-go:9", "list_commands\n");
    let names: Vec<&str> = list.trim_start_matches("= ").lines().filter(|line| !line.is_empty()).collect();
    assert_eq!(names.len(), 23);
    for name in names {
        assert_eq!(text("capture-go:9", &format!("known_command {name}\n")), "= true\n\n", "{name}");
        assert!(!text("capture-go:9", &format!("{name} 1 2 3 4 5\n")).contains("unknown"), "{name}");
    }
}

#[test]
fn generated_steps_are_legal_and_the_loser_resigns() {
    for game in ["capture-go:4", "capture-go:ponnuki:4", "capture-go:3x5"] {
        let mut commands = String::new();
        for step in 0..100 {
            let colour = ["black", "white"][step % 2];
            let output = text(
                game,
                &format!("{commands}petteia-legal\nreg_genmove {colour}\ngenmove {colour}\nfinal_score\n"),
            );
            let answers: Vec<&str> = output.split("\n\n").skip(commands.lines().count()).collect();
            let legal: Vec<&str> = answers[0].trim_start_matches(['=', ' ']).split(' ').collect();
            let vertex = answers[2].strip_prefix("= ").unwrap();
            assert_eq!(answers[1], answers[2]);
            if vertex == "resign" || legal == [""] {
                assert!(answers[3].starts_with("= "), "{game}: {}", answers[3]);
                break;
            }
            assert!(legal.contains(&vertex), "{game}: {vertex} is not among {legal:?}");
            commands.push_str(&format!("play {colour} {vertex}\n"));
            assert!(step < 99, "{game} does not end");
        }
    }
}

#[test]
fn files_are_loaded() {
    let folder = std::env::temp_dir().join(format!("petteia-gtp-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("game.sgf");
    std::fs::write(&path, "(;FF[4]GM[1]SZ[3]RU[Capture-1];B[ba];W[aa];B[ab])").unwrap();
    let path = path.to_str().unwrap();
    let output = text(
        "capture-go:9",
        &format!("loadsgf {path}\nfinal_score\nloadsgf {path} 3\nfinal_score\npetteia-legal\n"),
    );
    assert_eq!(
        output,
        "=\n\n= B+R\n\n=\n\n? cannot score: the game is not over\n\n= A1 B1 C1 A2 B2 C2 C3 pass\n\n"
    );
    let missing = text(
        "capture-go:9",
        &format!("loadsgf {path}.missing\nloadsgf /dev/zero\nloadsgf {}\n", folder.display()),
    );
    assert_eq!(missing.matches("? cannot load file: ").count(), 3, "{missing}");
    std::fs::remove_dir_all(folder).unwrap();
}

/// Notes the time that it is given.
struct Noting(Arc<Mutex<Vec<Option<Duration>>>>);

impl Player<CaptureGo> for Noting {
    fn think(
        &mut self,
        line: &Line<CaptureGo>,
        task: &Task,
        rng: &mut Rng,
        watch: Watch<CaptureGo>,
    ) -> Thoughts<Step> {
        self.0.lock().unwrap().push(task.limits.time);
        RandomPlayer.think(line, task, rng, watch)
    }
}

#[test]
fn the_clock_reaches_the_player() {
    let noted = Arc::new(Mutex::new(Vec::new()));
    let (notes, rules) = (noted.clone(), Rules::cai2010(9, 9));
    let seat = Respondent::with("random".parse().unwrap(), &rules, move |_, _| {
        let notes = notes.clone();
        Ok(Box::new(move |_| Box::new(Noting(notes.clone()))))
    });
    let input = "reg_genmove b\ntime_settings 60 30 3\nreg_genmove b\ntime_left w 9 0\ntime_left b 10 4\nreg_genmove b\n\
        clear_board\ntime_settings 0 30 3\nreg_genmove b\ntime_settings 0 1 0\nreg_genmove b\n";
    gtp::run(&rules, 1, seat.unwrap(), input.as_bytes(), std::io::sink()).unwrap();
    let seconds = |seconds: f64| Some(Duration::from_secs_f64(seconds));
    assert_eq!(*noted.lock().unwrap(), [None, seconds(3.0), seconds(2.5), seconds(10.0), None]);
}

fn command() -> impl Strategy<Value = String> {
    let words = prop::sample::select(vec![
        "1",
        "7",
        "999999999999",
        "kata-analyze",
        "lz-genmove_analyze",
        "maxmoves",
        "protocol_version",
        "known_command",
        "list_commands",
        "boardsize",
        "clear_board",
        "komi",
        "play",
        "genmove",
        "reg_genmove",
        "undo",
        "showboard",
        "final_score",
        "time_settings",
        "time_left",
        "loadsgf",
        "petteia-legal",
        "b",
        "White",
        "A1",
        "b2",
        "J9",
        "i5",
        "pass",
        "resign",
        "3",
        "0",
        "-1",
        "#",
        "é",
        "\t",
        "\u{1}",
    ]);
    let play = ("b|w", "[a-d][1-4]|pass").prop_map(|(colour, vertex)| format!("play {colour} {vertex}"));
    prop_oneof![prop::collection::vec(words, 1..6).prop_map(|words| words.join(" ")), play, ".{0,40}"]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) })]

    #[test]
    fn no_line_breaks_it(
        game in prop::sample::select(vec!["capture-go:3", "capture-go:ponnuki:2", "capture-go:11", "capture-go:2x5"]),
        commands in prop::collection::vec(command(), 1..40),
        noise in prop::collection::vec(any::<u8>(), 0..40),
    ) {
        let mut input = commands.join("\n").into_bytes();
        input.push(b'\n');
        input.extend(noise);
        let output = String::from_utf8(talk(game, &input)).unwrap();
        prop_assert!(output.is_empty() || output.ends_with("\n\n"));
        prop_assert!(output.split_terminator("\n\n").all(|answer| answer.starts_with(['=', '?'])), "{}", output);
    }
}
