//! Position strings, steps, rules files and names of games, on text that is wrong, nearly right or right: never a panic,
//! an error is one line, and what is read is printed and read back to the same. (Records are in `records.rs`; the
//! protocols are tested in the engine.)

use games::{Game, GameSpec, MoveList, TextError, presets, with_game};
use proptest::prelude::*;

fn game() -> impl Strategy<Value = GameSpec> {
    let small = [
        "seega:3",
        "seega:5",
        "seega:9",
        "seejeh:3",
        "seejeh:5",
        "capture-go:2",
        "capture-go:4x5",
        "capture-go:ponnuki:3",
        "seega:5(after_capture=same-piece-free,blocked=pass,exchange=any,turn_limit=40)",
        "seejeh:3(after_capture=any-step,blocked=loses,centre_safe=true,lose_at=0,quiet_limit=3)",
    ];
    let names: Vec<&str> = presets().map(|preset| preset.name).chain(small).collect();
    prop::sample::select(names).prop_map(|name| name.parse().unwrap())
}

/// What parsed; an error must be one line that says something.
fn read<T>(result: Result<T, TextError>) -> Result<Option<T>, TestCaseError> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(error) => {
            let sentence = error.to_string();
            prop_assert!(!sentence.trim().is_empty() && !sentence.contains(['\n', '\r']), "{sentence:?}");
            Ok(None)
        }
    }
}

fn steps<G: Game>(position: &G) -> MoveList<G::Move> {
    let mut list = MoveList::new();
    position.moves(&mut list);
    list
}

/// A position after some steps.
fn reached<G: Game>(rules: &G::Rules, picks: &[u16]) -> G {
    let mut position = G::start(rules);
    for &pick in picks {
        let Some(step) = position.pick(&mut |n| usize::from(pick) % n) else { break };
        position.play(step);
    }
    position
}

/// One place of a text replaced by another.
fn damaged(text: &str, at: usize, other: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    let at = at % letters.len();
    let (before, after) = (&letters[..at], &letters[at + 1..]);
    before.iter().collect::<String>() + other + &after.iter().collect::<String>()
}

fn check_position<G: Game>(rules: &G::Rules, text: &str) -> Result<(), TestCaseError> {
    let Some(position) = read(G::parse(rules, text))? else { return Ok(()) };
    prop_assert_eq!(G::parse(rules, &position.to_string()), Ok(position));
    prop_assert_eq!(steps(&position).is_empty(), position.outcome().is_some(), "{}", text);
    for step in steps(&position) {
        let mut next = position;
        next.play(step);
        prop_assert_eq!(G::parse(rules, &next.to_string()), Ok(next), "{} after {}", text, step);
    }
    Ok(())
}

fn check_step<G: Game>(position: &G, text: &str) -> Result<(), TestCaseError> {
    if let Some(step) = read(text.parse::<G::Move>())? {
        prop_assert_eq!(step.to_string().parse(), Ok(step));
    }
    if let Some(step) = read(position.read_step(text))? {
        prop_assert!(steps(position).contains(&step), "{position}: {text} was read as {step}");
        prop_assert_eq!(position.read_step(&position.write_step(step)), Ok(step));
    }
    Ok(())
}

fn check_spec(spec: GameSpec) -> Result<(), TestCaseError> {
    prop_assert_eq!(spec.to_string().parse(), Ok(spec), "{}", spec);
    prop_assert_eq!(spec.with_toml(&spec.switches().to_string()), Ok(spec), "{}", spec);
    Ok(())
}

/// Lines of a rules file, most of them nearly right.
fn toml_line() -> impl Strategy<Value = String> {
    let keys = prop::sample::select(vec![
        "size",
        "first",
        "placements",
        "starts_moving",
        "after_capture",
        "blocked",
        "lose_at",
        "quiet_limit",
        "turn_limit",
        "exchange",
        "exchange_wins",
        "grand_slam",
        "repetition",
        "step_limit",
        "rows",
        "passing",
        "territory",
        "nonsense",
    ]);
    let values = prop_oneof![
        "-?[0-9]{1,5}",
        "true|false",
        "\"(skip|pass|loses|black|second|any-step|any|untouchable|wins|split|neutral|x)\"",
        "\"\"\"[a-z\n]{0,6}\"\"\"",
        "\\[\\]|\\{ ?a ?= ?1 ?\\}|1\\.5|[0-9]{20}",
    ];
    (keys, values).prop_map(|(key, value)| format!("{key} = {value}"))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2000) })]

    #[test]
    fn positions(
        game in game(),
        picks in prop::collection::vec(any::<u16>(), 0..120),
        at in any::<usize>(),
        other in "[wb.sn0-9/ ]{0,2}| (chain|room):[a-e][1-5]| give:[0-3]| opening|\\PC",
        noise in "\\PC{0,40}",
    ) {
        with_game!(game, |rules: G| {
            let text = reached::<G>(&rules, &picks).to_string();
            for text in [&text, &damaged(&text, at, &other), &(text.clone() + &other), &noise] {
                check_position::<G>(&rules, text)?;
            }
        });
    }

    #[test]
    fn steps_in_a_game(
        game in game(),
        picks in prop::collection::vec(any::<u16>(), 0..120),
        near in "x?[a-lA-L]1?[0-9](-?[a-l][0-9])?(x[a-i][0-9](,[a-i][0-9])?)?|pass|end|[1-9]|1[0-3]|[a-gA-G]",
        noise in "\\PC{0,12}",
    ) {
        with_game!(game, |rules: G| {
            let position = reached::<G>(&rules, &picks);
            check_step(&position, &near)?;
            check_step(&position, &noise)?;
            for step in steps(&position) {
                prop_assert_eq!(position.read_step(&step.to_string()), Ok(step));
            }
        });
    }

    #[test]
    fn rules_files(game in game(), lines in prop::collection::vec(toml_line(), 0..4), noise in "\\PC{0,30}|[a-z_=\"\\[\\]{}.\n#0-9 ]{0,30}") {
        for text in [lines.join("\n"), noise] {
            if let Some(spec) = read(game.with_toml(&text))? {
                check_spec(spec)?;
            }
        }
    }

    #[test]
    fn names(
        near in "(seega|seejeh|awari|capture-go)(:(ludii|romein|abapa|ponnuki|cai2010|x))?(:[0-9]{1,3}([x×][0-9]{1,3})?)?(\\([a-z_=,0-9 -]{0,20}\\)?)?",
        lines in prop::collection::vec(toml_line(), 0..4),
        game in game(),
        noise in "\\PC{0,30}",
    ) {
        let switched = format!("{game}({})", lines.join(",").replace('"', ""));
        for text in [near, switched, noise] {
            if let Some(spec) = read(text.parse())? {
                check_spec(spec)?;
            }
        }
    }
}
