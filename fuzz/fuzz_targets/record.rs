//! Files of games in any format: what is read is written as PGN and as JSON lines and read back to the same.
#![no_main]

use games::record::{jsonl, pgn, read_each};
use libfuzzer_sys::fuzz_target;
use petteia_fuzz::read;

fuzz_target!(|text: &str| {
    let Some(records) = read(read_each(text).collect::<Result<Vec<_>, _>>()) else { return };
    for record in &records {
        if let Err(error) = record.check() {
            assert!(!error.to_string().contains('\n'), "{error}");
        }
    }
    let as_pgn: String = records.iter().map(pgn::write).collect();
    assert_eq!(pgn::read(&as_pgn).as_ref(), Ok(&records), "{as_pgn}");
    let as_lines: String = records.iter().map(jsonl::write).collect();
    assert_eq!(jsonl::read(&as_lines).as_ref(), Ok(&records), "{as_lines}");
});
