//! The documents show what really happens. In a `console` block the lines after `$ ` are run by a shell, and what follows
//! must be what is printed; a line `...` stands for any lines. The commands of a `sh` block must at least exist, with the
//! files that they name. Links lead to files and sections that are there.

mod common;

use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Every document by its path from the root.
fn documents() -> Vec<String> {
    let mut found = vec!["crates/web/API.md".to_string(), "players/README.md".to_string()];
    let mut folders = vec![root().join("docs")];
    let mut keep = |path: &Path| {
        if path.extension().is_some_and(|ending| ending == "md") {
            found.push(path.strip_prefix(root()).unwrap().to_str().unwrap().to_string());
        }
    };
    let inside = |folder: &Path| std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    inside(&root()).for_each(|path| keep(&path));
    while let Some(folder) = folders.pop() {
        for path in inside(&folder) {
            if path.is_dir() { folders.push(path) } else { keep(&path) }
        }
    }
    found.sort();
    assert!(found.len() >= 25, "only {} documents", found.len());
    found
}

fn document(name: &str) -> String {
    std::fs::read_to_string(root().join(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
}

/// The blocks of a document: what they are, and their lines.
fn blocks(text: &str) -> Vec<(&str, Vec<&str>)> {
    let mut blocks = Vec::new();
    let mut open: Option<(&str, Vec<&str>)> = None;
    for line in text.lines() {
        match (line.strip_prefix("```"), &mut open) {
            (Some(kind), None) => open = Some((kind, Vec::new())),
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (None, Some((_, lines))) => lines.push(line),
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "a block is not closed");
    blocks
}

/// The commands of a `console` block, each with the lines that it prints.
fn commands(lines: &[&str]) -> Vec<(String, Vec<String>)> {
    let mut commands: Vec<(String, Vec<String>)> = Vec::new();
    let mut goes_on = false;
    for line in lines {
        match (line.strip_prefix("$ "), commands.last_mut()) {
            (Some(command), _) if !goes_on => commands.push((command.into(), Vec::new())),
            (_, Some((command, _))) if goes_on => *command += &format!("\n{line}"),
            (_, Some((_, printed))) => printed.push(line.trim_end().into()),
            (_, None) => panic!("{line}: a console block starts with a command"),
        }
        goes_on = goes_on && line.ends_with('\\') || line.starts_with("$ ") && line.ends_with('\\');
    }
    commands
}

/// What a command prints, and after it what the program complains about.
fn printed(command: &str, folder: &Path) -> Vec<String> {
    let program = Path::new(env!("CARGO_BIN_EXE_petteia"));
    let path = format!("{}:{}", program.parent().unwrap().display(), std::env::var("PATH").unwrap());
    let output = Command::new("sh")
        .args(["-c", command])
        .current_dir(folder)
        .env("PATH", path)
        .stdin(std::process::Stdio::null())
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    let (out, err) = (text(output.stdout), text(output.stderr));
    let complaints = err.lines().filter(|line| line.starts_with("petteia: "));
    out.lines().chain(complaints).map(|line| line.trim_end().to_string()).collect()
}

/// Whether the lines are those shown, where `...` stands for any.
fn fits(shown: &[String], lines: &[String]) -> bool {
    match shown.split_first() {
        None => lines.is_empty(),
        Some((first, rest)) if first == "..." => (0..=lines.len()).any(|skip| fits(rest, &lines[skip..])),
        Some((first, rest)) => {
            lines.split_first().is_some_and(|(line, more)| line == first && fits(rest, more))
        }
    }
}

#[test]
fn consoles_show_what_is_printed() {
    let mut run = 0;
    for name in documents() {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name.replace(['/', '.'], "-"));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        for (_, lines) in blocks(&document(&name)).into_iter().filter(|(kind, _)| *kind == "console") {
            for (command, shown) in commands(&lines) {
                let lines = printed(&command, &folder);
                assert!(
                    fits(&shown, &lines),
                    "{name}: $ {command}\nshown:\n{}\nprinted:\n{}",
                    shown.join("\n"),
                    lines.join("\n")
                );
                run += 1;
            }
        }
    }
    assert!(run >= 12, "only {run} commands");
}

/// The configurations and players that ship and that a command names.
fn shipped(command: &str) -> impl Iterator<Item = &str> {
    let ends = |c: char| !(c.is_ascii_alphanumeric() || "./_-".contains(c));
    let paths = command.split(ends).filter(|word| !word.is_empty());
    paths.filter(|path| path.starts_with("configs/") || path.starts_with("players/"))
}

/// A program, a package or a test that a command names, and the files that ship.
fn exists(command: &str) -> bool {
    let mut words = command.split_whitespace().skip_while(|word| word.contains('=')).peekable();
    let file = |name: &str| root().join(name).is_file();
    if !shipped(command).all(file) {
        return false;
    }
    if words.next_if_eq(&"petteia").is_some() {
        return common::typed(&words.chain(["--help"]).collect::<Vec<_>>(), "").code == 0;
    }
    if words.peek() != Some(&"cargo") {
        return file(words.next().unwrap_or_default());
    }
    let words: Vec<&str> = words.collect();
    let after = |flag: &str| words.iter().position(|word| *word == flag).map(|at| &words[at + 1..]);
    let package = after("-p").map_or("*", |names| names[0].strip_prefix("petteia-").unwrap_or("cli"));
    let crates: &[&str] = if package == "*" { &["games", "cli"] } else { &[package] };
    if let Some([example, ..]) = after("--example") {
        let paths = [".rs", "/main.rs"].map(|end| format!("crates/{package}/examples/{example}{end}"));
        return paths.iter().any(|path| file(path));
    }
    match (words[1], after("--manifest-path"), after("--test"), after("--")) {
        ("run", Some([manifest, ..]), ..) => file(manifest),
        ("run", None, _, Some(arguments)) => common::typed(&[arguments, &["--help"]].concat(), "").code == 0,
        ("test", _, Some([test, ..]), _) => {
            crates.iter().any(|of| file(&format!("crates/{of}/tests/{test}.rs")))
        }
        _ => false,
    }
}

/// Every file that ships in players/ has its place in the table, and every file and command that the table names is there.
#[test]
fn the_players_say_how_they_are_made() {
    let page = document("players/README.md");
    for entry in std::fs::read_dir(root().join("players")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(name == "README.md" || page.contains(&format!("[{name}]({name})")), "{name} is not named");
    }
    let rows = || page.lines().filter(|line| line.starts_with('|'));
    assert!(shipped(&page).all(|file| root().join(file).is_file()));
    assert!(rows().flat_map(shipped).count() >= 14);
    for command in rows().flat_map(|row| row.split('`')).filter(|word| word.starts_with("petteia ")) {
        assert!(exists(command), "{command}");
    }
}

#[test]
fn commands_to_type_exist() {
    let mut seen = 0;
    for name in documents() {
        for (kind, lines) in blocks(&document(&name)) {
            assert!(["", "text", "console", "sh"].contains(&kind), "{name}: nothing runs a block of {kind}");
            for line in lines.iter().filter(|_| kind == "sh") {
                assert!(exists(line), "{name}: {line}");
                seen += 1;
            }
        }
    }
    assert!(seen >= 5, "only {seen} commands");
    assert!(!exists("cargo run --release -- dance") && !exists("cargo test -p petteia-lab --test nothing"));
    assert!(!exists("cargo run -p petteia-lab --example cuda_check"), "it is an example of another crate");
    assert!(
        !exists("./tests/nothing") && !exists("petteia dance") && !exists("petteia train configs/no.toml")
    );
    assert!(!exists("petteia match awari 'linear(players/nobody.toml)' random"));
}

/// Places that somebody meant to fill in: `@LEVEL@`, TODO, TBD.
#[test]
fn nothing_is_left_to_fill_in() {
    for name in documents() {
        for (number, line) in document(&name).lines().enumerate() {
            let place = line.split('@').skip(1).step_by(2).any(|part| {
                !part.is_empty() && part.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit())
            });
            let word =
                line.split(|c: char| !c.is_alphanumeric()).any(|w| ["TODO", "TBD", "FIXME"].contains(&w));
            assert!(!place && !word, "{name}, line {}: {line}", number + 1);
        }
    }
}

/// The name by which a link finds a heading: small letters and digits, blanks as lines.
fn anchor(heading: &str) -> String {
    let small = heading.to_lowercase().replace(' ', "-");
    small.chars().filter(|c| c.is_alphanumeric() || "-_".contains(*c)).collect()
}

#[test]
fn links_lead_somewhere() {
    for name in documents() {
        let page = root().join(&name);
        for link in document(&name).split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            if link.starts_with("https://") {
                continue;
            }
            let (file, section) = link.split_once('#').unwrap_or((link, ""));
            let there = if file.is_empty() { page.clone() } else { page.parent().unwrap().join(file) };
            assert!(there.is_file(), "{name}: {link}");
            if !section.is_empty() {
                let text = std::fs::read_to_string(&there).unwrap();
                let mut headings = text.lines().filter(|line| line.starts_with('#'));
                let found = headings.any(|line| anchor(line.trim_start_matches(['#', ' '])) == section);
                assert!(found, "{name}: {link}: no such section");
            }
        }
    }
}

/// What a reader can find: every page stands in the index, but for the diaries and the data of a page.
#[test]
fn the_index_names_every_page() {
    let index = document("docs/README.md");
    let pages = documents().into_iter().filter_map(|name| Some(name.strip_prefix("docs/")?.to_string()));
    let hidden = ["README.md", "log/", "results/data/"];
    for page in pages.filter(|page| !hidden.iter().any(|hidden| page.starts_with(hidden))) {
        assert!(index.contains(&format!("]({page})")), "docs/README.md does not name {page}");
    }
}
