//! Conversations in GTP: every command gets one answer of the right form, and a legal step is accepted at the end.
#![no_main]

use engine::protocol::gtp;
use games::GameSpec;
use games::capture_go::CaptureGo;
use libfuzzer_sys::fuzz_target;
use petteia_fuzz::{game, random_seat};

fuzz_target!(|data: &[u8]| {
    let Some((spec, rest)) = game(data) else { return };
    let GameSpec::CaptureGo(rules) = spec else { return };
    let input = without_files(rest);
    let talk = |last: &str| {
        let mut output = Vec::new();
        let input = [&input, &b"\n"[..], last.as_bytes(), b"\n7 quit\nname\n"].concat();
        gtp::run(&rules, 1, random_seat::<CaptureGo>(&rules), input.as_slice(), &mut output)
            .expect("memory takes every answer");
        String::from_utf8(output).expect("answers are text")
    };
    let output = talk("petteia-legal");
    assert!(output.ends_with("\n\n"), "{output}");
    let answers: Vec<&str> = output.split_terminator("\n\n").collect();
    assert!(
        answers.iter().all(|answer| answer.starts_with(['=', '?']) && !answer.contains("\n\n")),
        "{output}"
    );
    let [.., legal, quit] = answers.as_slice() else { panic!("{output}") };
    assert_eq!(*quit, "=7", "{output}");
    let Some(vertex) =
        legal.strip_prefix('=').expect("the list is always answered").split_whitespace().next()
    else {
        return;
    };
    // It is one of the colours' turn; the same conversation goes the same way again.
    let accepted = ["b", "w"].map(|colour| {
        let again = talk(&format!("play {colour} {vertex}"));
        let answers: Vec<&str> = again.split_terminator("\n\n").collect();
        answers[answers.len() - 2] == "="
    });
    assert_ne!(accepted, [false; 2], "{vertex} is not accepted: {output}");
});

/// `quit` would hide the end of the conversation, and files are no business of a fuzzer.
fn without_files(input: &[u8]) -> Vec<u8> {
    let harmless = |line: &&[u8]| {
        let text: String = String::from_utf8_lossy(line).chars().filter(|c| !c.is_ascii_control()).collect();
        !text.contains("quit") && !text.contains("loadsgf")
    };
    input.split(|&b| b == b'\n').filter(harmless).collect::<Vec<_>>().join(&b'\n')
}
