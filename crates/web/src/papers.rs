//! The papers on the page: what came out of their experiments, what is as they have it, and the champions to play against. All of it is
//! part of the program.

use std::sync::LazyLock;

use engine::PlayerSpec;
use games::GameSpec;
use lab::reproduce::{Archived, Paper, archive, without_comments};
use serde_json::{Value, json};

use crate::error::Problem;

/// What ships about a paper.
struct Shipped {
    name: &'static str,
    results: &'static str,
    figures: &'static [(&'static str, &'static str)],
    /// The runs of its own experiment, as they are archived; none where there are none yet.
    runs: Option<&'static [u8]>,
}

macro_rules! shipped {
    ($($name:literal: [$($figure:literal),*] $($runs:literal)?;)*) => {
        const SHIPPED: &[Shipped] = &[$(Shipped {
            name: $name,
            results: include_str!(concat!("../../../docs/results/", $name, ".md")),
            figures: &[$(($figure, include_str!(concat!("../../../docs/results/figures/", $figure, ".svg")))),*],
            runs: shipped!(@ $name $($runs)?),
        }),*];
    };
    (@ $name:literal) => { None };
    (@ $name:literal $runs:literal) => {
        Some(include_bytes!(concat!("../../../docs/results/data/", $name, "/", $runs, "/runs.jsonl.gz")))
    };
}

shipped! {
    "davis2002": ["davis2002-paper-generations"] "paper";
    "abdelbar2003": [];
    "abdelbar2004": [];
    "cai2010": [];
    "aljaafreh2019": [];
}

/// The archived runs of every paper, read once.
static ARCHIVED: LazyLock<Vec<(&'static str, Archived)>> = LazyLock::new(|| {
    let read =
        |paper: &Shipped| Some((paper.name, archive::runs(paper.runs?).expect("the archive is sound")));
    SHIPPED.iter().filter_map(read).collect()
});

fn archived(name: &str) -> Option<&'static Archived> {
    ARCHIVED.iter().find(|(paper, _)| *paper == name).map(|(_, archived)| archived)
}

/// All papers in a line each.
pub fn list() -> Value {
    let papers = SHIPPED.iter().filter_map(|shipped| Some((shipped, Paper::find(shipped.name).ok()?)));
    let papers = papers.map(|(shipped, paper)| {
        let question = shipped.results.lines().next().unwrap_or_default().trim_start_matches("# ");
        json!({ "name": paper.name, "title": paper.title, "question": question })
    });
    json!({ "papers": papers.collect::<Vec<_>>() })
}

/// A paper with everything about it.
pub fn paper(name: &str) -> Result<Value, Problem> {
    let shipped = SHIPPED.iter().find(|shipped| shipped.name == name);
    let shipped = shipped.ok_or_else(|| Problem::missing("there is no such paper here"))?;
    let paper = Paper::find(name).map_err(Problem::wrong)?;
    // A page has its own style; the one in a file is for readers of the file.
    let plain = |svg: &str| match (svg.find("<style>"), svg.find("</style>\n")) {
        (Some(from), Some(to)) => format!("{}{}", &svg[..from], &svg[to + 9..]),
        _ => svg.to_string(),
    };
    let figures: serde_json::Map<String, Value> = shipped
        .figures
        .iter()
        .map(|(name, svg)| (format!("figures/{name}.svg"), plain(svg).into()))
        .collect();
    let studies = paper
        .studies
        .iter()
        .map(|study| json!({ "name": study.name, "about": study.about, "minutes": study.minutes }));
    let champions = archived(name).into_iter().flat_map(|archived| archived.champions(paper.name));
    let champions: Vec<Value> = champions
        .map(|(name, game, _)| json!({ "name": name, "spec": format!("paper:{name}"), "game": game }))
        .collect();
    Ok(json!({
        "name": paper.name,
        "title": paper.title,
        "results": without_comments(shipped.results),
        "conformance": without_comments(paper.page),
        "figures": figures,
        "studies": studies.collect::<Vec<_>>(),
        "champions": champions,
    }))
}

/// The champion of an archived run, by its name in [`paper`].
pub fn champion(game: &GameSpec, name: &str) -> Result<PlayerSpec, Problem> {
    let paper = name.split('/').next().unwrap_or_default();
    let mut all = archived(paper).into_iter().flat_map(|archived| archived.champions(paper));
    let found = all.find(|(known, ..)| known == name);
    let (_, plays, player) = found.ok_or_else(|| Problem::missing("no paper has a champion of this name"))?;
    match plays == *game {
        true => Ok(player),
        false => Err(Problem::wrong(format!("that champion plays {plays}"))),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;

    use lab::reproduce::PAPERS;

    use super::*;

    /// Figures are named in this file; none is forgotten, and every page that shows one can have it.
    #[test]
    fn every_figure_is_shipped() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/results/figures");
        let there: BTreeSet<String> = fs::read_dir(folder).map_or_else(
            |_| BTreeSet::new(),
            |files| files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect(),
        );
        let shipped: BTreeSet<String> =
            SHIPPED.iter().flat_map(|paper| paper.figures).map(|(name, _)| format!("{name}.svg")).collect();
        assert_eq!(shipped, there);
        assert_eq!(SHIPPED.len(), PAPERS.len());
        for shipped in SHIPPED {
            let told = paper(shipped.name).unwrap();
            let results = told["results"].as_str().unwrap();
            for part in results.split("](figures/").skip(1) {
                let name = format!("figures/{}", part.split(')').next().unwrap());
                let svg = told["figures"][&name].as_str().unwrap_or_else(|| panic!("{name} is not shipped"));
                assert!(svg.starts_with("<svg ") && !svg.contains("<style"), "{name}");
            }
        }
    }

    #[test]
    fn champions_can_be_seated() {
        for shipped in SHIPPED.iter().filter(|shipped| shipped.runs.is_some()) {
            let told = paper(shipped.name).unwrap();
            let champions = told["champions"].as_array().unwrap();
            assert!(!champions.is_empty(), "{}", shipped.name);
            for one in champions {
                let game: GameSpec = one["game"].as_str().unwrap().parse().unwrap();
                let name = one["name"].as_str().unwrap();
                assert!(champion(&game, name).is_ok(), "{name}");
                assert!(champion(&"capture-go:5".parse().unwrap(), name).is_err(), "{name}");
            }
        }
        assert!(champion(&"awari".parse().unwrap(), "davis2002/nobody/x").is_err());
    }
}
