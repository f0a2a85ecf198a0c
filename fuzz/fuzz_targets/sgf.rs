//! SGF: what is read is a game by the rules and what breaks them; written and read again it is the same with the same
//! notes.
#![no_main]

use games::capture_go::sgf;
use games::{Game, Line};
use libfuzzer_sys::fuzz_target;
use petteia_fuzz::read;

fuzz_target!(|text: &str| {
    let Some(record) = read(sgf::read(text)) else { return };
    let mut line = Line::new(*record.line.start());
    for step in record.line.steps() {
        assert_eq!(line.read(&step.to_string()), Ok(*step));
    }
    assert_eq!(line, record.line);
    assert!(line.position().draw(None).lines().count() > 1);
    let written = sgf::write(&record);
    let again = sgf::read(&written).unwrap_or_else(|error| panic!("{written}: {error}"));
    // Comments of nodes without a step become one.
    assert_eq!(
        (&again.line, &again.rest, again.result, again.resigned, &again.properties),
        (&record.line, &record.rest, record.result, record.resigned, &record.properties)
    );
    assert_eq!(sgf::write(&again), written);
    assert_eq!(sgf::read(&written), Ok(again));
    // As a record, where it does not contradict itself, it survives too.
    let Some(record) = read(games::record::sgf::read(text)) else { return };
    if let Ok(written) = games::record::sgf::write(&record) {
        assert_eq!(games::record::sgf::read(&written), Ok(record), "{written}");
    }
});
