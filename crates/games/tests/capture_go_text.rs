//! Capture Go in writing: position strings, steps, drawn boards, the page of rules, and records in SGF.

use games::capture_go::sgf::{self, Record};
use games::capture_go::{CaptureGo, Rules, Step, Territory};
use games::{Game, Line, MoveList, Outcome, Side};
use proptest::prelude::*;

fn start(rows: u8, columns: u8) -> CaptureGo {
    CaptureGo::start(&Rules::cai2010(rows, columns))
}

fn line(start: CaptureGo, steps: &str) -> Line<CaptureGo> {
    let mut line = Line::new(start);
    for step in steps.split_whitespace() {
        line.read(step).unwrap();
    }
    line
}

#[test]
fn positions_are_printed_and_read() {
    let position = *line(start(3, 4), "d1 a3 pass").position();
    assert_eq!(position.to_string(), "w.../..../...b w 1 3");
    assert_eq!(CaptureGo::parse(position.rules(), "  w.../..../...b  w 1 3 ").unwrap(), position);
    for (text, message) in [
        ("", "the position ends before the board"),
        ("w.../..../...b", "the position ends before the side to move, b or w"),
        ("w.../...b w 1 3", "the board has 2 rows: 3 would be right"),
        ("w.../...../...b w 1 3", "row 2 has 5 points: 4 would be right"),
        ("w.../.x../...b w 1 3", "\"x\" on b2: a point is b, w or ."),
        ("w.../..../...b x 1 3", "\"x\" is not the side to move: b or w"),
        ("w.../..../...b w 3 3", "\"3\" is not the passes in a row: a number from 0 to 2"),
        ("w.../..../...b w 1 -1", "\"-1\" is not the steps made: a number from 0 to 65535"),
        ("w.../..../...b w 1 3 4", "\"4\" is more than a position has"),
        ("wb../b.../.... w 1 3", "a capture has ended the game: the passes in a row are 0, not 1"),
    ] {
        assert_eq!(CaptureGo::parse(position.rules(), text).unwrap_err().to_string(), message);
    }
    let error = CaptureGo::parse(&Rules::ponnuki(3, 4), "w.../..../...b w 1 3").unwrap_err();
    assert_eq!(error.to_string(), "\"1\" is not the passes in a row: a number from 0 to 0");
}

#[test]
fn steps_are_read_with_sentences() {
    let game = line(start(9, 9), "e5 j9");
    for (text, step) in [("H8", "h8"), (" a1 ", "a1"), ("PASS", "pass"), ("J1", "j1")] {
        assert_eq!(game.position().read_step(text).unwrap().to_string(), step);
    }
    for (text, message) in [
        ("e5", "e5 is taken by Black"),
        ("J9", "j9 is taken by White"),
        ("i5", "\"i5\": a column is one of a to j without i"),
        ("k1", "\"k1\": a column is one of a to j without i"),
        ("a10", "\"a10\": a row is one of 1 to 9"),
        ("a0", "\"a0\" is no step: a column and a row, such as b2, or pass"),
        ("", "\"\" is no step: a column and a row, such as b2, or pass"),
        ("äöü", "\"äöü\" is no step: a column and a row, such as b2, or pass"),
    ] {
        assert_eq!(game.position().read_step(text).unwrap_err().to_string(), message);
    }
    assert_eq!(start(5, 5).read_step("f1").unwrap_err().to_string(), "\"f1\": a column is one of a to e");
    let over = line(start(5, 5), "pass pass");
    assert_eq!(over.position().read_step("a1").unwrap_err().to_string(), "a1: the game is over");
    assert_eq!("l11".parse::<Step>().unwrap(), Step::point(10, 10));
}

#[test]
fn the_board_is_drawn() {
    let game = line(start(9, 9), "e5 c7 g3");
    let expected = "
     a  b  c  d  e  f  g  h  j
  9  .  .  .  .  .  .  .  .  .  9
  8  .  .  .  .  .  .  .  .  .  8
  7  .  .  o  .  .  .  +  .  .  7
  6  .  .  .  .  .  .  .  .  .  6
  5  .  .  .  .  x  .  .  .  .  5
  4  .  .  .  .  .  .  .  .  .  4
  3  .  .  +  .  .  . [x] .  .  3
  2  .  .  .  .  .  .  .  .  .  2
  1  .  .  .  .  .  .  .  .  .  1
     a  b  c  d  e  f  g  h  j
     x Black, o White
";
    assert_eq!(game.position().draw(game.steps().last().copied()), expected[1..]);
    let small = line(start(2, 3), "a1 pass");
    assert_eq!(
        small.position().draw(Some(Step::PASS)),
        "     a  b  c\n  2  .  .  .  2\n  1  x  .  .  1\n     a  b  c\n     White passed\n"
    );
}

/// Every drawing in the page of rules belongs to a position string that stands above it.
#[test]
fn the_page_of_rules_is_true() {
    let page = include_str!("../../../docs/rules/capture-go.md");
    let mut checked = 0;
    for block in page.split("```").skip(1).step_by(2) {
        let Some((name, drawing)) =
            block.trim_start_matches("text").trim_start_matches('\n').split_once('\n')
        else {
            continue;
        };
        let Some((name, string)) = name.split_once(": ") else { continue };
        let games::GameSpec::CaptureGo(rules) = name.parse().unwrap() else { panic!("{name}") };
        let (string, steps) = string.split_once(", then ").unwrap_or((string, ""));
        let game = line(CaptureGo::parse(&rules, string).unwrap(), steps);
        let drawn = game.position().draw(game.steps().last().copied());
        let (drawing, sentence) = drawing.split_once("\n\n").unwrap_or((drawing, ""));
        assert_eq!(drawing.trim_end(), drawn.trim_end(), "{string}");
        assert_eq!(sentence.trim(), game.reason(), "{string}");
        checked += 1;
    }
    assert!(checked >= 5, "{checked}");
    let quoted = page.lines().find(|line| line.starts_with("(;FF")).unwrap();
    let record = sgf::read(quoted).unwrap();
    assert_eq!(sgf::write(&record).replace('\n', ""), quoted);
}

#[test]
fn records_are_written() {
    let game = line(start(5, 5), "c3 b3 b2 pass a3 c4 b4");
    let record = Record {
        result: game.outcome(),
        line: game,
        rest: vec![],
        resigned: false,
        properties: vec![
            ("PB".into(), "a]b\\c".into()),
            ("SZ".into(), "7".into()),
            ("no name".into(), "x".into()),
        ],
        comments: vec![(7, "won".into()), (0, "hello".into())],
    };
    let text = "(;FF[4]GM[1]CA[UTF-8]SZ[5]RU[Capture-1]PB[a\\]b\\\\c]RE[B+]C[hello]\n\
                ;B[cc];W[bc];B[bd];W[];B[ac];W[cb];B[bb]C[won])\n";
    assert_eq!(sgf::write(&record), text);
    // A start in the middle of a game: stones, mover and passes.
    let rules = Rules { territory: Territory::Neutral, ..Rules::cai2010(2, 3) };
    let middle = CaptureGo::parse(&rules, "b../..w b 1 17").unwrap();
    let record = Record {
        line: line(middle, "pass"),
        rest: vec![],
        result: Some(Outcome::Draw),
        resigned: false,
        properties: vec![],
        comments: vec![(1, "end".into())],
    };
    let text = sgf::write(&record);
    assert_eq!(
        text,
        "(;FF[4]GM[1]CA[UTF-8]SZ[3:2]RU[Capture-1 capture-go:2x3(territory=neutral)]RE[0]AB[aa]AW[cb]PL[W]\n;W[];B[]C[end])\n"
    );
    let back = sgf::read(&text).unwrap();
    assert_eq!(back.line.position().to_string(), "b../..w w 2 2");
    assert_eq!((back.line.position().rules(), back.result), (&rules, Some(Outcome::Draw)));
}

#[test]
fn records_of_other_programs_are_read() {
    let text = "\u{feff}\n(;GM[1]FF[3]\r\n SZ[9]PlayerBlack[Sita]RU[Japanese]KM[6.5]RE[W+R]AB[cc:dd][gg]\n\
                ;White [ee]C[a \\] and a \\\\, \\\nsoft][break](;B[tt]LB[aa:1];W[])(;B[aa](;W[bb])(;W[cc])))\n";
    let record = sgf::read(text).unwrap();
    assert_eq!(
        record.line.start().to_string(),
        "........./........./..bb...../..bb...../........./........./......b../........./......... w 0 0"
    );
    assert_eq!(record.line.steps().iter().map(Step::to_string).collect::<Vec<_>>(), ["e5", "pass", "pass"]);
    assert_eq!(record.result, Some(Outcome::Win(Side::Second)));
    assert_eq!(record.properties, [("PB".into(), "Sita".into()), ("KM".into(), "6.5".into())]);
    assert_eq!(record.comments, [(1, "a ] and a \\, softbreak".into())]);
    // Without a stated result the last position has it.
    assert_eq!(
        sgf::read("(;SZ[2]RE[?];B[aa];W[bb];B[ba];W[ab])").unwrap().result,
        Some(Outcome::Win(Side::Second))
    );
}

/// As a Go program writes on after the first capture.
#[test]
fn what_breaks_the_rules_is_kept() {
    for (text, steps, sentence) in [
        ("(;SZ[5];B[aa];B[bb];W[cc])", "a5 | b b4, w c3", "step 2: b4: it is White's step"),
        ("(;SZ[5];B[aa];W[aa])", "a5 | w a5", "step 2: a5 is taken by Black"),
        ("(;SZ[5];B[];W[];B[])", "pass pass | b pass", "step 3: pass: the game is over"),
        ("(;SZ[2];B[aa];W[ba];B[bb];W[ba])", "a2 b2 b1 | w b2", "step 4: b2: the game is over"),
    ] {
        let record = sgf::read(text).unwrap();
        let legal: Vec<String> = record.line.steps().iter().map(ToString::to_string).collect();
        let letter = |side| if side == Side::First { 'b' } else { 'w' };
        let rest: Vec<String> =
            record.rest.iter().map(|(side, step)| format!("{} {step}", letter(*side))).collect();
        assert_eq!(format!("{} | {}", legal.join(" "), rest.join(", ")), steps, "{text}");
        assert_eq!(sgf::read(&sgf::write(&record)), Ok(record.clone()), "{text}");
        assert_eq!(record.into_line().unwrap_err().to_string(), sentence, "{text}");
    }
    let start = CaptureGo::start(&Rules::cai2010(5, 5));
    assert_eq!(start.read_step("Black:c3"), start.read_step("c3"));
    assert_eq!(start.read_step("white:c3").unwrap_err().to_string(), "c3: it is Black's step");
    assert_eq!(start.read_step("red:c3").unwrap_err().to_string(), "\"red\" is no colour: black or white");
}

#[test]
fn wrong_records_are_refused_with_the_place() {
    for (text, message) in [
        ("", "byte 0: a record starts with (;"),
        ("x", "byte 0: \"x\": a record starts with ("),
        ("()", "byte 1: \")\": a ; follows a ("),
        ("(;SZ[9]", "byte 7: the record ends inside the game: a ) is missing"),
        ("(;SZ[9", "byte 4: the value that starts here has no ]"),
        ("(;SZ[9\\", "byte 4: the value that starts here has no ]"),
        ("(;SZ)", "byte 2: SZ: a value in [ ] is missing"),
        ("(;sz[9])", "byte 2: \"sz\" is no property: names are capitals"),
        ("(;SZ[9]) (;SZ[9])", "byte 9: a second game starts here; one record holds one game"),
        ("(;SZ[9]))", "byte 8: \")\": nothing follows the game"),
        ("(;SZ[9](;B[aa]);W[bb])", "byte 15: \";\": a ( or ) follows a )"),
        ("(;SZ[9]5)", "byte 7: \"5\": a property, ;, ( or ) is right"),
        ("(;GM[2]SZ[9])", "byte 2: GM: game \"2\" is not Go, which is 1"),
        ("(;GM[1])", "byte 0: SZ is missing, which means 19 rows: boards have 2 to 11 rows and columns"),
        ("(;SZ[19])", "byte 2: SZ: rows = 19: boards have 2 to 11 rows and columns"),
        ("(;SZ[x])", "byte 2: SZ: \"x\" is no size, such as 9 or 5:4 (columns and rows)"),
        (
            "(;SZ[5]RU[Capture-2])",
            "byte 7: RU: \"Capture-2\": only Capture-1, where the first capture wins, is played here",
        ),
        (
            "(;SZ[5]RU[Capture-1 capture-go:9])",
            "byte 7: RU: \"capture-go:9\" is not played on the board of SZ",
        ),
        ("(;SZ[5]AB[ab][ab])", "byte 7: AB: a stone on a4 is set twice"),
        ("(;SZ[5]AB[fa])", "byte 7: AB: \"fa\" is no point: two letters from aa to ee"),
        ("(;SZ[5:3]PL[x])", "byte 9: PL: \"x\" is no side: B or W"),
        ("(;SZ[5:3];B[ad])", "byte 10: B: \"ad\" is no point: two letters from aa to ec"),
        ("(;SZ[5];B[aa][bb])", "byte 8: B: 2 values where one is right"),
        ("(;SZ[5];B[aa];AW[bb])", "byte 14: AW: stones are set up in the first node only"),
    ] {
        assert_eq!(sgf::read(text).unwrap_err().to_string(), message, "{text}");
    }
}

#[test]
fn deep_nesting_is_no_danger() {
    let deep = 300_000;
    let open = |nodes: &str| format!("(;SZ[9]{}{}", nodes.repeat(deep), ")".repeat(deep + 1));
    assert_eq!(sgf::read(&open("(;")).unwrap().line.steps().len(), 0);
    assert!(sgf::read(&"(;".repeat(deep)).is_err());
    assert!(sgf::read(&"(".repeat(deep)).is_err());
}

/// A random game on a random board, by any of the rules.
fn any_line() -> impl Strategy<Value = Line<CaptureGo>> {
    let rules =
        (2u8..=11, 2u8..=11, any::<bool>(), any::<bool>()).prop_map(|(rows, columns, passing, neutral)| {
            Rules {
                passing,
                territory: if neutral { Territory::Neutral } else { Territory::Majority },
                ..Rules::cai2010(rows, columns)
            }
        });
    (rules, prop::collection::vec(any::<prop::sample::Index>(), 0..120)).prop_map(|(rules, choices)| {
        let mut line = Line::new(CaptureGo::start(&rules));
        for choice in choices {
            match line.position().pick(&mut |n| choice.index(n)) {
                Some(step) => line.push(step),
                None => break,
            }
        }
        line
    })
}

proptest! {
    #[test]
    fn every_position_and_step_is_read_back(line in any_line()) {
        for position in line.positions() {
            // The result that `play` found is the one that the string tells.
            prop_assert_eq!(CaptureGo::parse(position.rules(), &position.to_string()).unwrap(), *position);
            let mut list = MoveList::new();
            position.moves(&mut list);
            prop_assert_eq!(list.is_empty(), position.outcome().is_some());
            prop_assert!(list.is_sorted());
            for step in list {
                prop_assert_eq!(position.read_step(&step.to_string()).unwrap(), step);
                prop_assert_eq!(step.to_string().parse::<Step>().unwrap(), step);
            }
        }
        for (position, step) in line.positions().iter().zip(line.steps()) {
            prop_assert!(position.read_step(&step.to_string()).is_ok());
        }
    }

    #[test]
    fn symmetries_commute_with_play(line in any_line()) {
        for (position, &step) in line.positions().iter().zip(line.steps()) {
            for symmetry in 0..position.symmetries() {
                let (mut played, mut seen) = (*position, position.transform(symmetry));
                played.play(step);
                seen.play(position.transform_move(step, symmetry));
                prop_assert_eq!(played.transform(symmetry), seen);
            }
        }
    }

    #[test]
    fn capturing_points_are_those_that_capture(line in any_line()) {
        let position = line.position();
        for side in Side::BOTH {
            let capturing = position.points(position.empty()).filter(|&point| position.captured_by(side, point) != 0);
            prop_assert!(position.points(position.capturing_points(side)).eq(capturing));
        }
    }

    #[test]
    fn every_record_is_read_back(line in any_line(), name in ".{0,20}", comments in prop::collection::btree_map(0usize..120, ".+", 0..4)) {
        let comments = comments.into_iter().filter(|(steps, _)| *steps <= line.steps().len()).collect();
        let record = Record {
            result: line.outcome(), line, rest: vec![], resigned: false, properties: vec![("PB".into(), name)], comments
        };
        prop_assert_eq!(sgf::read(&sgf::write(&record)).unwrap(), record);
    }

    #[test]
    fn nothing_written_makes_a_panic(text in ".{0,60}", rows in 2u8..=11, columns in 2u8..=11) {
        let position = CaptureGo::start(&Rules::cai2010(rows, columns));
        let _ = (CaptureGo::parse(position.rules(), &text), position.read_step(&text), text.parse::<Step>(), sgf::read(&text));
    }

    #[test]
    fn nearly_right_texts_make_no_panic(
        board in "[bw.]{2}/[bw.]{2}( [bw]( [0-2]( [0-9]{1,6})?)?)?",
        record in "\\(;SZ\\[3\\](A[BW]\\[[a-d]{1,2}(:[a-d]{2})?\\]){0,3}((\\(|\\))?;[BWC]\\[[a-c]{0,2}\\]){0,9}\\)",
    ) {
        if let Ok(position) = CaptureGo::parse(&Rules::cai2010(2, 2), &board) {
            prop_assert_eq!(CaptureGo::parse(position.rules(), &position.to_string()).unwrap(), position);
            let _ = (position.reason(), position.draw(None), position.territory());
        }
        if let Ok(record) = sgf::read(&record) {
            let again = sgf::read(&sgf::write(&record)).unwrap();
            prop_assert_eq!(again.line, record.line);
        }
    }
}
