//! Conversations in UGI: every answer is whole lines, and what `show` and `legal` say at the end is read back.
#![no_main]

use engine::protocol::ugi;
use games::{Game, with_game};
use libfuzzer_sys::fuzz_target;
use petteia_fuzz::{game, random_seat, steps};

fuzz_target!(|data: &[u8]| {
    let Some((spec, rest)) = game(data) else { return };
    let input = [&without_long_commands(rest), &b"\nshow\noutcome\nlegal\nquit\nshow\n"[..]].concat();
    with_game!(spec, |rules: G| talk::<G>(&rules, &input));
});

/// `quit` would hide the end of the conversation, and a deep perft takes its second without teaching anything.
fn without_long_commands(input: &[u8]) -> Vec<u8> {
    let short = |line: &&[u8]| {
        let text = String::from_utf8_lossy(line);
        let mut words = text.split_whitespace();
        match (words.next(), words.next()) {
            (Some("quit"), _) => false,
            (Some("perft"), Some(depth)) => {
                depth.parse::<u64>().map_or(true, |depth| depth < 2 || depth > 20)
            }
            _ => true,
        }
    };
    input.split(|&b| b == b'\n').filter(short).collect::<Vec<_>>().join(&b'\n')
}

fn talk<G: Game>(rules: &G::Rules, input: &[u8]) {
    let mut output = Vec::new();
    ugi::run(rules, 1, random_seat::<G>(rules), input, &mut output).expect("memory takes every answer");
    let output = String::from_utf8(output).expect("answers are text");
    let lines: Vec<&str> = output.lines().collect();
    let [.., show, outcome, legal] = lines.as_slice() else { panic!("{output}") };
    let show = show.strip_prefix("show ").unwrap_or_else(|| panic!("{output}"));
    let legal: Vec<&str> =
        legal.strip_prefix("legal").unwrap_or_else(|| panic!("{output}")).split_whitespace().collect();
    let position = G::parse(rules, show).unwrap_or_else(|error| panic!("{show}: {error}"));
    assert_eq!(position.to_string(), show);
    match outcome.strip_prefix("outcome ") {
        Some("none") => {
            assert_eq!(steps(&position).iter().map(ToString::to_string).collect::<Vec<_>>(), legal)
        }
        // A repetition is over although the position alone is not.
        Some("first" | "second" | "draw") => assert!(legal.is_empty(), "{output}"),
        _ => panic!("{output}"),
    }
}
