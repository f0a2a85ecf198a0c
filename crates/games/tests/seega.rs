//! Seega, Seejeh and Kharbga on positions worked by hand, one rule of `docs/rules/seega.md`, `seejeh.md` and `kharbga.md`
//! after the other.

use games::seega::{Rules, Seega};
use games::{Game, GameSpec, Line, Outcome, Side};

/// A line of play from a position of the game with this name.
fn play(name: &str, position: &str, steps: &str) -> Line<Seega<u64>> {
    let GameSpec::Seega(rules) = name.parse().unwrap() else { panic!("{name}") };
    let mut line = Line::new(Seega::parse(&rules, position).unwrap_or_else(|e| panic!("{position}: {e}")));
    for step in steps.split_whitespace() {
        line.read(step).unwrap_or_else(|e| panic!("{position} {step}: {e}"));
    }
    line
}

/// The position after the steps.
fn after(name: &str, position: &str, steps: &str) -> String {
    play(name, position, steps).position().to_string()
}

fn legal(line: &Line<Seega<u64>>) -> String {
    line.moves().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn error(name: &str, position: &str, step: &str) -> String {
    play(name, position, "").read(step).unwrap_err().to_string()
}

/// The worked example: White's c2-c3 takes c4 and b3, but not d3.
const EXAMPLE: &str = "..w.b/..b../wb.b./..w../b.... w move 7 30";

#[test]
fn a_step_takes_what_it_flanks() {
    let line = play("seega:5", EXAMPLE, "c2-c3");
    assert_eq!(line.position().to_string(), "..w.b/...../w.wb./...../b.... w move 0 30");
    assert_eq!(line.start().write_step(line.steps()[0]), "c2-c3xb3,c4");
    let three = "..w../..b../wb.bw/..w../b...b w move 7 30";
    assert_eq!(after("seega:5", three, "c2-c3"), "..w../...../w.w.w/...../b...b w move 0 30");
    assert_eq!(error("seega:5", EXAMPLE, "c2-c3xb3"), "c2-c3 takes b3,c4, not \"b3\"");
    assert_eq!(error("seega:5", EXAMPLE, "c2-d3"), "c2-d3: d3 is taken, Black has a piece there");
    assert_eq!(error("seega:5", EXAMPLE, "c2-d1"), "c2-d1: a piece moves one cell along its row or column");
}

#[test]
fn stepping_between_two_enemies_is_safe() {
    let between = "...../...../.w.w./..b../...b. b move 3 30";
    assert_eq!(after("seega:5", between, "c2-c3"), "...../...../.wbw./...../...b. w move 4 31");
    // And it stays: only the piece that moved captures.
    let beside = "...../...../.wbw./w..../...b. w move 3 30";
    assert_eq!(after("seega:5", beside, "a2-a1"), "...../...../.wbw./...../w..b. b move 4 31");
}

#[test]
fn the_centre_protects_only_where_it_is_said() {
    let centre = "...../...../.wb.w/...../b..b. w move 3 30";
    assert_eq!(after("seega:5", centre, "e3-d3"), "...../...../.w.w./...../b..b. w move 0 30");
    assert_eq!(
        after("seega:5(centre_safe=true)", centre, "e3-d3"),
        "...../...../.wbw./...../b..b. b move 4 31"
    );
}

#[test]
fn after_a_capture_each_switch_goes_on_in_its_way() {
    let position = "..b../..wwb/...w./..bb./w...w b move 0 30";
    let with = |switch: &str| play(&format!("seega:5(after_capture={switch})"), position, "c2-c3");
    assert_eq!(with("turn-ends").to_move(), Side::First, "White, who places first");
    assert_eq!(with("any-step").to_move(), Side::Second);
    assert!(
        legal(&with("any-step")).starts_with("d2-d1 d2-c2 d2-e2 c3-c2 c3-b3"),
        "{}",
        legal(&with("any-step"))
    );
    assert_eq!(legal(&with("same-piece-forced")), "c3-c4");
    assert_eq!(legal(&with("same-piece-free")), "c3-c4 end");
}

/// The worked example of Seejeh: three captures by one piece in one turn.
#[test]
fn a_chain_is_one_turn() {
    let position = "..b../..wwb/...w./..bb./w...w b move 5 30";
    let line = play("seejeh:5", position, "c2-c3 c3-c4");
    assert_eq!(line.position().to_string(), "..b../..b.b/...w./...b./w...w b move 0 30 chain:c4");
    assert_eq!(after("seejeh:5", position, "c2-c3 c3-c4 c4-d4"), "..b../...bb/...../...b./w...w w move 0 31");
    let fewer = play("seejeh:5", "..b../..wwb/...w./..bb./..... b move 5 30", "c2-c3 c3-c4");
    assert_eq!(fewer.outcome(), Some(Outcome::Win(Side::First)), "White has one piece left");
}

#[test]
fn an_exchange_takes_one_for_two() {
    let position = "w...b/...../..w../...../b.w.b w move 9 30";
    let line = play("seejeh:5(exchange=any)", position, "xa5 xa1");
    assert_eq!(line.position().to_string(), "....b/...../..w../...../..w.b b move 0 30 give:1");
    let done = play("seejeh:5(exchange=any,lose_at=0)", position, "xa5 xa1 xe5");
    assert_eq!(done.position().to_string(), "...../...../..w../...../..w.b w move 0 30");
    assert_eq!(error("seejeh:5(exchange=any)", position, "xa1"), "xa1: White has no piece there");
    assert_eq!(error("seega:5", position, "xa5"), "xa5: this game has no exchange");
}

#[test]
fn a_chain_forbids_the_exchange_and_any_step_does_not() {
    // White's c2-c3 takes c4 and could go on by c3-d3, which would take d4.
    let position = "..ww./..bb./...../..w../b...b w move 9 30";
    assert_eq!(legal(&play("seejeh:5(exchange=any)", position, "c2-c3")), "c3-d3");
    let said = play("seejeh:5", position, "c2-c3").read("xc5").unwrap_err().to_string();
    assert_eq!(said, "xc5: nothing is given while a piece goes on capturing: c3-d3");
    let any = play("seejeh:5(after_capture=any-step,exchange=any)", position, "c2-c3");
    assert!(legal(&any).ends_with("xc3 xc5 xd5"), "{}", legal(&any));
}

#[test]
fn a_blocked_side_is_skipped_passes_or_loses() {
    // White's only piece is shut in.
    let position = "...../...../b..../bb.../wb... b move 3 30";
    let alone = |switch: &str| play(&format!("seega:5(lose_at=0,blocked={switch})"), position, "a3-a4");
    assert_eq!(alone("skip").to_move(), Side::Second);
    assert_eq!(alone("skip").position().to_string(), "...../b..../...../bb.../wb... b move 4 31");
    assert_eq!(legal(&alone("pass")), "pass");
    assert_eq!(alone("loses").outcome(), Some(Outcome::Win(Side::Second)));
    assert_eq!(alone("loses").reason(), "White is blocked.");
    let must = error("seega:5(blocked=pass)", EXAMPLE, "pass");
    assert_eq!(must, "pass: White has a step and must make one, such as c2-c1");
}

#[test]
fn forty_quiet_steps_end_the_game() {
    let position = "w..../...../...../...../w.b.b w move 39 30";
    assert_eq!(play("seega:5", position, "").outcome(), None);
    assert_eq!(play("seega:5", position, "a5-a4").outcome(), Some(Outcome::Draw));
    // Equal numbers are White's in Seejeh, who is second there.
    assert_eq!(play("seejeh:5", position, "a5-a4").outcome(), Some(Outcome::Win(Side::Second)));
}

/// Black stands in the corners and has no piece beside the centre.
#[test]
fn black_blocked_at_the_very_start_lets_white_move_first() {
    let line = play("seejeh:3", "bwb/w.w/bwb b move 0 4 opening", "");
    assert_eq!((line.to_move(), line.outcome()), (Side::Second, None));
    assert_eq!(line.position().to_string(), "bwb/w.w/bwb w move 0 4 opening");
    let later = play("seejeh:3", "bwb/w.w/bwb b move 1 5 opening", "");
    assert_eq!(later.outcome(), Some(Outcome::Win(Side::Second)));
}

/// Nobody has moved on a board that is full but for the centre, whether or not the string says so.
#[test]
fn a_full_board_is_the_opening() {
    let full = "bwbbw/bwwwb/wb.wb/bbwwb/wwwbb b move 0 12";
    assert_eq!(after("seejeh:5", full, ""), format!("{full} opening"));
    assert_eq!(after("seejeh:5(make_room=false)", full, ""), full);
    assert_eq!(
        after("seejeh:5", "bwbbw/bwwwb/wb.wb/bbwwb/wwwbb b move 2 14", "").matches("opening").count(),
        0
    );
}

/// Room has to be made for a blocked side only.
#[test]
fn nothing_has_to_be_vacated_for_a_side_that_can_move() {
    let rules = Rules::seejeh(5);
    let free = ".w.../.w.../.w.../.w...b/..bbb b move 5 40 room:c2".replace(".w...b", ".w..b");
    let error = Seega::<u64>::parse(&rules, &free).unwrap_err().to_string();
    assert_eq!(error, "room:c2: no cell has to be vacated here");
}

/// Black has captured with the first step of the game and goes on.
#[test]
fn the_origin_of_the_first_turn_is_remembered_without_a_chain() {
    let text = "wbwbb/bwwwb/b.b.w/wbwbw/bbwbw b move 0 12 opening room:d3";
    assert_eq!(after("seejeh:5(after_capture=any-step)", text, ""), text);
}

#[test]
fn an_exchange_needs_a_step() {
    let (game, shut_in) =
        ("seega:5(first=black,blocked=pass,exchange=any)", "b..../wb.../wb.../b..../..... w move 3 30");
    assert_eq!(legal(&play(game, shut_in, "")), "pass");
    assert_eq!(error(game, shut_in, "xa3"), "xa3: no exchange is possible now");
}

#[test]
fn a_finished_game_quotes_little_of_what_is_typed() {
    let over = error("seega:3", "b../.bw/b.. b move 3 20", &"long ".repeat(1000));
    let quoted = "long ".repeat(8);
    assert_eq!(over, format!("\"{quoted}…\": the game is over, Black has won"));
}

/// Nothing goes on or has to be vacated while pieces are placed.
#[test]
fn notes_belong_to_phase_two() {
    for note in ["chain:a1", "give:2", "opening", "room:a1"] {
        let error =
            Seega::<u64>::parse(&Rules::seejeh(3), &format!("b../.../... b place 0 0 {note}")).unwrap_err();
        assert_eq!(error.to_string(), format!("\"{note}\" is more than a position has"));
    }
}

#[test]
fn the_start_has_every_cell_but_the_centre() {
    let start = Seega::<u64>::start(&Rules::seega(3));
    let line = Line::new(start);
    assert_eq!(legal(&line), "a1 b1 c1 a2 c2 a3 b3 c3");
    assert_eq!(
        start.read_step("b2").unwrap_err().to_string(),
        "b2 is the centre: no piece may be placed there"
    );
}

/// White's pieces on a1 and b1 are shut in by Black's step a3-a4.
const SHUT_IN: &str = "...../...../b..../bb.../wwb.. b move 3 30";

#[test]
fn for_a_blocked_side_each_switch_takes_another_piece_off() {
    let with = |switch: &str, steps: &str| {
        play(&format!("seega:5(lose_at=0,blocked={switch})"), SHUT_IN, &format!("a3-a4 {steps}"))
    };
    let rest = "...../b..../...../";
    // The other side takes off one of the blocked side's.
    let line = with("loses-piece", "");
    assert_eq!(line.position().to_string(), format!("{rest}bb.../wwb.. b move 4 31 way"));
    assert_eq!((line.to_move(), legal(&line).as_str()), (Side::Second, "xa1 xb1"));
    assert_eq!(with("loses-piece", "xb1").position().to_string(), format!("{rest}bb.../w.b.. w move 0 31"));
    // The blocked side takes off an enemy beside its own: not a4.
    let line = with("takes-piece", "");
    assert_eq!(line.position().to_string(), format!("{rest}bb.../wwb.. w move 4 31 way"));
    assert_eq!((line.to_move(), legal(&line).as_str()), (Side::First, "xc1 xa2 xb2"));
    let opened = with("takes-piece", "xa2");
    assert_eq!(opened.position().to_string(), format!("{rest}.b.../wwb.. w move 0 31"));
    assert_eq!(legal(&opened), "a1-a2");
    // The other side takes off one of its own beside the blocked ones.
    let line = with("gets-way", "");
    assert_eq!(line.position().to_string(), format!("{rest}bb.../wwb.. b move 4 31 way"));
    assert_eq!((line.to_move(), legal(&line).as_str()), (Side::Second, "xc1 xa2 xb2"));
    assert_eq!(legal(&with("gets-way", "xc1")), "b1-c1");
}

#[test]
fn what_is_taken_off_for_a_blocked_side_counts() {
    let captures = |switch: &str| {
        let line = play(&format!("seega:5(lose_at=0,blocked={switch})"), SHUT_IN, "a3-a4");
        line.position().captures(line.moves()[0])
    };
    assert_eq!(["loses-piece", "takes-piece", "gets-way"].map(captures), [1, 1, 0]);
    // With the last piece but one the game is lost, whoever takes it off.
    let line = play("seega:5(blocked=loses-piece)", SHUT_IN, "a3-a4 xa1");
    assert_eq!(
        (line.outcome(), line.reason().as_str()),
        (Some(Outcome::Win(Side::Second)), "White has one piece left.")
    );
    let three = "...../...../b..../wb.../ww.b. b move 3 30";
    let line = play("seega:5(blocked=gets-way,lose_at=2)", three, "d1-c1 xa3");
    assert_eq!(line.outcome(), Some(Outcome::Win(Side::First)));
    assert_eq!(line.reason(), "Black has 2 pieces left.");
}

/// The piece on a1 stands alone: without it White still has no step.
#[test]
fn a_side_that_loses_its_piece_may_still_be_blocked() {
    let alone = "...bw/....b/b..../bb.../wb... b move 3 30";
    let line = play("seega:5(lose_at=0,blocked=loses-piece)", alone, "a3-a4 xa1");
    assert_eq!(line.position().to_string(), "...bw/b...b/...../bb.../.b... b move 0 31");
    let said = line.positions()[1].remark(line.steps()[1]);
    assert_eq!(said.as_deref(), Some("Black takes a piece. Black moves again."));
}

#[test]
fn why_a_piece_is_taken_off_is_said() {
    let errors = |switch: &str, step: &str| {
        let name = format!("seega:5(lose_at=0,blocked={switch})");
        play(&name, SHUT_IN, "a3-a4").read(step).unwrap_err().to_string()
    };
    assert_eq!(
        errors("loses-piece", "a4-a5"),
        "a4-a5: White is blocked: Black takes off one of White's pieces, such as xa1"
    );
    assert_eq!(
        errors("takes-piece", "xa4"),
        "xa4: White is blocked: White takes off one of Black's pieces beside White's, such as xc1"
    );
    assert_eq!(
        errors("gets-way", "xa4"),
        "xa4: White is blocked: Black takes off one of Black's pieces beside White's, such as xc1"
    );
    assert_eq!(
        error("seega:5(blocked=gets-way)", EXAMPLE, "xc2"),
        "xc2: pieces are taken off only where a side is blocked"
    );
}

/// A position in which a blocked side is to move is understood as one in which a piece is to be taken off.
#[test]
fn a_blocked_side_that_is_set_up_waits_for_a_piece_to_be_taken_off() {
    let blocked = "...../b..../...../bb.../wwb.. w move 4 31";
    let with = |switch: &str| after(&format!("seega:5(lose_at=0,blocked={switch})"), blocked, "");
    assert_eq!(with("takes-piece"), format!("{blocked} way"));
    assert_eq!(with("gets-way"), format!("{} way", blocked.replace(" w ", " b ")));
    let refused = |name: &str, text: &str| {
        let GameSpec::Seega(rules) = name.parse().unwrap() else { panic!("{name}") };
        Seega::<u64>::parse(&rules, text).unwrap_err().to_string()
    };
    let sentence = "way: no piece has to be taken off for a blocked side here";
    assert_eq!(refused("seega:5", &format!("{blocked} way")), sentence);
    assert_eq!(refused("seega:5(blocked=gets-way)", &format!("{EXAMPLE} way")), sentence);
}

/// The side that starts phase two without a piece beside the centre.
#[test]
fn a_blocked_side_at_the_very_start_has_a_piece_taken_off_too() {
    let start = |switch: &str| {
        after(
            &format!("seega:3(lose_at=0,starts_moving=first,blocked={switch})"),
            "wbw/b.b/wbw w move 0 8",
            "",
        )
    };
    assert_eq!(start("loses-piece"), "wbw/b.b/wbw b move 0 8 way");
    assert_eq!(start("takes-piece"), "wbw/b.b/wbw w move 0 8 way");
    assert_eq!(start("gets-way"), "wbw/b.b/wbw b move 0 8 way");
    assert_eq!(start("first-turn-loses"), "wbw/b.b/wbw b move 0 8 opening");
}

#[test]
fn whole_lines_are_captured() {
    let line = "...../...../.b.../.b..w/wbbb. w move 5 30";
    assert_eq!(after("seega:5", line, "e2-e1"), "...../...../.b.../.b.../wbbbw b move 6 31");
    let taken = "...../...../.b.../.b.../w...w w move 0 30";
    assert_eq!(after("seega:5(line_capture=true)", line, "e2-e1"), taken);
    // d3 takes b3 and c3, and d4; the line to the edge (d2, d1) stays.
    let cross = "...w./...b./wbb.w/...b./b..b. w move 5 30";
    let taken = "...w./...../w..w./...b./b..b. w move 0 30";
    assert_eq!(after("seega:5(line_capture=true)", cross, "e3-d3"), taken);
    let gap = "...../...../wb.b./....w/..... w move 5 30";
    assert_eq!(
        after("seega:5(line_capture=true)", gap, "e2-e3"),
        "...../...../wb.bw/...../..... b move 6 31"
    );
}

/// A piece on a safe centre stays, and the line goes on through it.
#[test]
fn a_safe_centre_does_not_break_a_line() {
    let line = "...../...../wbbb./....w/b.... w move 5 30";
    let with = |switches: &str| after(&format!("seega:5(line_capture=true{switches})"), line, "e2-e3");
    assert_eq!(with(",lose_at=0"), "...../...../w...w/...../b.... w move 0 30");
    assert_eq!(with(",centre_safe=true"), "...../...../w.b.w/...../b.... w move 0 30");
    let alone = "...../...../.wb.w/...../b.... w move 5 30";
    assert_eq!(
        after("seega:5(line_capture=true,centre_safe=true,lose_at=0)", alone, "e3-d3"),
        "...../...../.wbw./...../b.... b move 6 31"
    );
}

/// White is the attacker; d3-d4 leaves Black without a step, c3-c4 after Black's step does too.
#[test]
fn the_first_turn_of_kharbga_must_leave_the_defender_a_step() {
    let full = "bbbbbbb/bbbbbbb/bwwwwwb/bww.wwb/bwwwwwb/bwwwwwb/wwwwwbb w move 0 24";
    let line = play("kharbga:7", full, "d3-d4");
    assert_eq!(line.outcome(), Some(Outcome::Win(Side::Second)));
    assert_eq!(line.reason(), "White has left Black blocked after the first turn.");
    let text = line.position().to_string();
    assert!(text.ends_with(" b move 1 25 opening"), "{text}");
    assert_eq!(play("kharbga:7", &text, "").outcome(), Some(Outcome::Win(Side::Second)));
    // The same board later in the game: Black is skipped.
    let later = full.replace("0 24", "3 30");
    assert_eq!(play("kharbga:7", &later, "").outcome(), None);
    let line = play("kharbga:7", &later, "d3-d4");
    assert_eq!((line.outcome(), line.to_move()), (None, Side::First));
}

/// "The defender can not block the attacker from making the first move": here he moves first himself.
#[test]
fn a_blocked_attacker_lets_the_defender_begin() {
    let full = "wwwwwww/wwwwwww/wbbbbbw/wbb.bbw/wbbbbbw/wbbbbbw/bbbbbww w move 0 24";
    let line = play("kharbga:7", full, "");
    assert_eq!((line.to_move(), line.outcome()), (Side::Second, None));
    // And moves again, because White is still blocked; the first turn that loses is White's.
    let line = play("kharbga:7", full, "d3-d4");
    assert_eq!((line.to_move(), line.outcome()), (Side::Second, None));
    assert!(line.position().to_string().ends_with(" b move 1 25 opening"), "{}", line.position());
    // White's first turn comes after it, and still may not leave Black without a step.
    let next = "bbbbbbb/bbbbbbb/bwwwwwb/bww.wwb/bwwwwwb/bwwwwwb/wwwwwbb w move 2 26 opening";
    assert_eq!(play("kharbga:7", next, "d3-d4").outcome(), Some(Outcome::Win(Side::Second)));
}

#[test]
fn the_same_piece_of_kharbga_goes_on_and_everything_must_be_taken() {
    let chain = "......./......./..b..../..wwb../...w.../..bb.../w...w.. b move 5 30";
    assert_eq!(legal(&play("kharbga:7", chain, "c2-c3")), "c3-c4");
    let last = "......./......./......./......./......./.b...../bw.b... b move 5 30";
    let line = play("kharbga:7", last, "d1-c1");
    assert_eq!(line.outcome(), Some(Outcome::Win(Side::Second)));
    assert_eq!(line.reason(), "White has no piece left.");
}

#[test]
fn seven_pieces_lose_at_seejeh_com() {
    // Eight pieces go on, seven have lost.
    let nine = "bbbbbbb/......./wwwwwww/......./......./...w.../wb...bw w move 5 30";
    assert_eq!(play("seejeh:com:7", nine, "").outcome(), None);
    let line = play("seejeh:com:7", &nine.replace("wb...bw", "wbb..bw").replace("bbbbbbb", "bbbbb.."), "");
    assert_eq!(line.outcome(), None);
    let line = play("seejeh:com:7", &nine.replace("wb...bw", "w....bw").replace("bbbbbbb", "bbbbbb."), "");
    assert_eq!(line.outcome(), Some(Outcome::Win(Side::First)), "seven black pieces");
    let line = play("seejeh:com:7", &nine.replace("wb...bw", "w....bw"), "");
    assert_eq!(line.outcome(), None, "eight black pieces");
    // Eight black pieces; White takes two of them in a line.
    let position = "bbbbbb./......./......./......./......./......w/wbb...w w move 5 30";
    let line = play("seejeh:com:7", position, "");
    assert_eq!(line.outcome(), Some(Outcome::Win(Side::Second)), "White has too few itself");
    let position = "bbbbbb./......./wwwwww./......./......./...w.../wbb.... w move 5 30";
    let line = play("seejeh:com:7", position, "d2-d1");
    assert_eq!(
        (line.outcome(), line.reason().as_str()),
        (Some(Outcome::Win(Side::First)), "Black has 6 pieces left.")
    );
}

#[test]
fn seejeh_com_lets_a_capturer_stop() {
    let position = "bbbbbbb/b....../wwwwwww/......./...w.../...bw../wbbb.bw w move 5 30";
    let line = play("seejeh:com:7", position, "e2-e1");
    assert_eq!(line.start().write_step(line.steps()[0]), "e2-e1xb1,c1,d1,f1");
    assert_eq!(legal(&line), "e1-d1 end");
    assert_eq!(play("seejeh:com:7", position, "e2-e1 end").to_move(), Side::Second);
}
