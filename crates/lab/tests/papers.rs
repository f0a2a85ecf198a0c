//! The pages about the papers: every table can be read, and every setting in it is that of the configuration that ships.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use engine::PlayerSpec;
use engine::games::seega::papers::BIAS;
use engine::recipe::Call;
use lab::learn::Experiment;
use lab::reproduce::{PAPERS, Page, Setting, Status};
use toml::{Table, Value};

/// What an argument of a player's spec is where it is left out, by the constant that the player has.
fn left_out(player: &str, key: &str) -> Option<Value> {
    match (player, key) {
        ("linear", "bias") => Some(Value::Integer(BIAS.into())),
        _ => None,
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The pages by their names.
fn pages() -> BTreeMap<String, (String, Page)> {
    let files = fs::read_dir(root().join("docs/papers")).unwrap().map(|entry| entry.unwrap().path());
    // A page about all of them.
    let files = files.filter(|path| !path.ends_with("errata.md"));
    let read = |path: PathBuf| {
        let name = path.file_stem().unwrap().to_str().unwrap().to_string();
        let text = fs::read_to_string(&path).unwrap();
        let page = Page::read(&text).unwrap_or_else(|e| panic!("{name}.md: {e}"));
        (name, (text, page))
    };
    files.map(read).collect()
}

/// A configuration with everything that it leaves out, and the switches of its game as `rules`.
fn shipped(name: &str) -> Result<Table, String> {
    let text = fs::read_to_string(root().join(format!("configs/{name}.toml")))
        .map_err(|_| format!("there is no configs/{name}.toml"))?;
    // Not `parse`: a player of a file that has to be trained first need not be there.
    let experiment = Experiment::read(&text).unwrap();
    let (game, full) = (experiment.game(), experiment.to_toml());
    let mut table: Table = full.parse().unwrap();
    table.insert("rules".into(), game.switches().into());
    Ok(table)
}

/// The value of a key such as `optimizer.motion.momentum`; in a player's spec the names of arguments go on.
fn look_up(table: &Table, key: &str) -> Option<Value> {
    let (name, rest) = key.split_once('.').map_or((key, None), |(name, rest)| (name, Some(rest)));
    match (table.get(name)?, rest) {
        (value, None) => Some(value.clone()),
        (Value::Table(inner), Some(rest)) => look_up(inner, rest),
        (Value::String(spec), Some(rest)) => argument(spec.parse::<PlayerSpec>().ok()?.call(), rest),
        _ => None,
    }
}

fn argument(call: &Call, key: &str) -> Option<Value> {
    let (name, rest) = key.split_once('.').map_or((key, None), |(name, rest)| (name, Some(rest)));
    match (call.get(name, false), rest) {
        (Some(value), Some(rest)) => argument(value, rest),
        (Some(value), None) => {
            let text = value.to_string();
            Some(text.parse().map_or(Value::String(text), Value::Integer))
        }
        (None, None) => left_out(&call.name, name),
        (None, Some(_)) => None,
    }
}

/// Equal, where a whole number may be written for another, and a number has the digits of 32 bits.
fn equal(a: &Value, b: &Value) -> bool {
    let number = |value: &Value| value.as_float().or(value.as_integer().map(|n| n as f64));
    match (a, b) {
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| equal(a, b)),
        (Value::Table(a), Value::Table(b)) => {
            a.len() == b.len() && a.iter().all(|(key, a)| b.get(key).is_some_and(|b| equal(a, b)))
        }
        _ => match (number(a), number(b)) {
            (Some(a), Some(b)) => (a - b).abs() <= 1e-6 * a.abs().max(b.abs()),
            _ => a == b,
        },
    }
}

/// What is wrong with a setting of a page, if anything is.
fn wrong(page: &Page, Setting { file, key, value }: &Setting) -> Option<String> {
    let files = file.as_ref().map_or(&page.files[..], std::slice::from_ref);
    let differs = |name: &String| match shipped(name).map(|table| look_up(&table, key)) {
        Err(why) => Some(why),
        Ok(None) => Some(format!("configs/{name}.toml has no {key}")),
        Ok(Some(there)) if equal(&there, value) => None,
        Ok(Some(there)) => Some(format!("{key} = {value}, but configs/{name}.toml has {there}")),
    };
    if files.is_empty() {
        Some("the page links to no configuration".into())
    } else {
        files.iter().find_map(differs)
    }
}

#[test]
fn settings_are_those_of_the_configurations_that_ship() {
    let mut checked = 0;
    for (name, (_, page)) in pages() {
        for row in &page.rows {
            for setting in &row.settings {
                if let Some(why) = wrong(&page, setting) {
                    panic!("docs/papers/{name}.md, line {}: {why}", row.line);
                }
                checked += 1;
            }
        }
    }
    assert!(checked >= 150, "only {checked} settings");
}

/// Every paper that can be repeated has its page in the program, and there are no others.
#[test]
fn every_paper_has_a_page() {
    let pages = pages();
    let known: BTreeMap<&str, &str> = PAPERS.iter().map(|paper| (paper.name, paper.page)).collect();
    assert_eq!(
        known.keys().copied().collect::<Vec<_>>(),
        pages.keys().map(String::as_str).collect::<Vec<_>>()
    );
    for (name, (text, page)) in &pages {
        assert_eq!(known[name.as_str()], text, "{name}");
        let count = |status: Status| page.rows.iter().filter(|row| row.status == status).count();
        assert!(
            count(Status::AsWritten) >= 15 && count(Status::Differs) >= 3,
            "{name}: who read this paper?"
        );
    }
}

/// The pages of results that a text links to, by their paths, without the anchors of sections.
fn results(text: &str) -> impl Iterator<Item = &str> {
    let links = text.split("](../").skip(1).filter_map(|rest| Some(rest.split_once(')')?.0));
    links.map(|link| link.split('#').next().unwrap()).filter(|link| link.starts_with("results/"))
}

/// Whether a page of results takes back its numbers: it says "withdrawn" before its first section. What is taken back further down is
/// less than the page.
fn withdrawn(page: &str) -> bool {
    page.split("\n## ").next().unwrap().to_lowercase().contains("withdrawn")
}

/// Nothing counts as measured whose numbers the page of results has taken back.
#[test]
fn what_was_measured_is_not_withdrawn() {
    let mut checked = 0;
    for (name, (_, page)) in pages() {
        for row in page.rows.iter().filter(|row| row.status == Status::Measured) {
            for link in results(&row.here) {
                let at = format!("docs/papers/{name}.md, line {}: {link}", row.line);
                let text = fs::read_to_string(root().join("docs").join(link));
                let text = text.unwrap_or_else(|e| panic!("{at}: {e}"));
                assert!(!withdrawn(&text), "{at} was withdrawn: say `not measured`, and why");
                checked += 1;
            }
        }
    }
    assert!(checked >= 10, "only {checked} links");
    assert!(withdrawn("# A\n\n**The numbers of this page were withdrawn.**\n\n## B\n"));
    assert!(!withdrawn("# A\n\n## B\nOne of them was withdrawn.\n"));
    assert_eq!(results("[a](../results/a.md#b), [c](c.md)").collect::<Vec<_>>(), ["results/a.md"]);
}

/// What is not the paper's has a row of its own, where it is printed as such, and does not hide in the cells of another.
#[test]
fn as_written_is_said_of_nothing_else() {
    for (name, (_, page)) in pages() {
        for row in page.rows.iter().filter(|row| row.status == Status::AsWritten) {
            for word in format!("{} {}", row.here, row.why).split(|c: char| !c.is_alphanumeric()) {
                let other = ["ours", "also", "differs"].contains(&word.to_lowercase().as_str());
                assert!(
                    !other,
                    "docs/papers/{name}.md, line {}: {word:?} makes it a row of its own",
                    row.line
                );
            }
        }
    }
}

/// What a terminal shows of a page is one line for each row.
#[test]
fn what_is_said_of_a_difference_fits_a_line() {
    for (name, (_, page)) in pages() {
        let said = page.said(false);
        for line in [said.differences, said.ours, said.missing].concat() {
            let width = line.chars().count();
            assert!(width <= 78, "{name}: {width} columns, where 78 are free: {line}");
        }
    }
}

#[test]
fn wrong_settings_are_found() {
    let page = |setting: &str| {
        let text = format!(
            "[a](../../configs/abdelbar2003.toml)\n\n## x\n| the paper | here | why | settings |\n|---|---|---|---|\n| y | as written | | {setting} |\n"
        );
        Page::read(&text).unwrap()
    };
    let why = |setting: &str| {
        let page = page(setting);
        wrong(&page, &page.rows[0].settings[0])
    };
    for right in [
        "`optimizer.particles = 64`",
        "`optimizer.motion.social = 1.49618`",
        "`rules.quiet_limit = 40`",
        "`player.schedule = \"papers\"`",
        "`player.bias = 100`",
        "`fitness = \"sum\"`",
        "`cai2010-outer: optimizer.outer.start = [[0.2, 1.2], [0.25, 2.5], [0.25, 2.5]]`",
        "`aljaafreh2019: network.kind = \"paper\"`",
        "`cai2010-outer: scheme.player.depth = 4`",
    ] {
        assert_eq!(why(right), None, "{right}");
    }
    for (setting, says) in [
        ("`optimizer.particles = 32`", "optimizer.particles = 32, but configs/abdelbar2003.toml has 64"),
        ("`optimizer.particle = 64`", "configs/abdelbar2003.toml has no optimizer.particle"),
        ("`player.depth = 64`", "configs/abdelbar2003.toml has no player.depth"),
        (
            "`player.schedule = \"as_printed\"`",
            "player.schedule = \"as_printed\", but configs/abdelbar2003.toml has \"papers\"",
        ),
        ("`rules.quiet_limits = 40`", "configs/abdelbar2003.toml has no rules.quiet_limits"),
        ("`turing1953: epochs = 1`", "there is no configs/turing1953.toml"),
    ] {
        assert_eq!(why(setting).as_deref(), Some(says), "{setting}");
    }
}
