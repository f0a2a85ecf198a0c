//! Messages of the page: whatever is said at a table, it stays a game that can be shown, kept and opened again.
#![no_main]

use games::Session;
use libfuzzer_sys::fuzz_target;
use petteia_fuzz::game;
use petteia_web::{Pair, Seat, Table, Wish};

fuzz_target!(|data: &[u8]| {
    let Some((spec, rest)) = game(data) else { return };
    let people = || Pair { first: Seat::Human, second: Seat::Human };
    let session = Session::begin(spec, None).expect("every game starts");
    let mut table = Table::new("fuzz".into(), session, people(), None).expect("it is not long");
    for line in String::from_utf8_lossy(rest).lines() {
        if let Ok(wish) = Wish::read(line) {
            let _ = wish.apply(&mut table);
        }
        assert!(table.session().at() <= table.session().steps());
    }
    let shown = serde_json::to_string(&table.view(0)).expect("a table is plain data");
    assert!(shown.contains("\"is\":\"table\""));
    let again = Table::restore("fuzz".into(), &table.kept(), people()).expect("what is kept is read back");
    assert_eq!(again.session().typed(), table.session().typed());
    assert_eq!(again.session().at(), table.session().at());
    assert_eq!(again.result(), table.result());
});
