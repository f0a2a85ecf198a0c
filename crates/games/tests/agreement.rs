//! Random games, step by step in the rules and in the slow reference: mover, legal steps, position and outcome agree.
//!
//! The number of games of each kind is the variable `PETTEIA_GAMES`; `PETTEIA_GAME=seega:7` compares only that one. The
//! full comparison is
//! `PETTEIA_GAMES=100000 cargo test --release -p petteia-games --test agreement -- --nocapture`.

mod common;
mod reference;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use common::{Random, Twin, games};
use games::family::Sizes;
use games::{FAMILIES, Game, GameSpec, Line, Outcome, Side, with_game};
use reference::Reference;

/// Games without a limit are cut here.
const LONGEST: usize = 2000;

/// How many games, unless the variable says otherwise.
fn number_of_games(default: u64) -> u64 {
    match std::env::var("PETTEIA_GAMES") {
        Ok(text) => text.parse().expect("PETTEIA_GAMES is a number of games"),
        Err(_) => default,
    }
}

/// What can be asked in one position.
#[derive(PartialEq, Debug)]
struct View {
    mover: Side,
    steps: Vec<String>,
    position: String,
    outcome: Option<Outcome>,
}

fn view<G: Game>(line: &Line<G>) -> View {
    View {
        mover: line.to_move(),
        steps: line.moves().iter().map(ToString::to_string).collect(),
        position: line.position().to_string(),
        outcome: line.outcome(),
    }
}

fn reference_view<R: Reference>(game: &R) -> View {
    View { mover: game.to_move(), steps: game.steps(), position: game.show(), outcome: game.outcome() }
}

/// Which step to make. Players have habits by the number of the game, because uniform steps alone seldom reach long
/// chains of captures, quiet boards without an exchange, or a territory worth counting.
fn choose<G: Game>(line: &Line<G>, number: u64, random: &mut Random) -> usize {
    let steps = line.moves();
    let takes = |i: usize| line.position().captures(steps[i]) > 0;
    let text = |i: usize| steps[i].to_string();
    let mut chosen = random.below(steps.len());
    for _ in 0..4 {
        let again = match number % 4 {
            0 => false,
            1 => !takes(chosen),
            2 => takes(chosen) || text(chosen).starts_with('x') || text(chosen) == "pass",
            _ => text(chosen).starts_with('x') || line.steps().len() > 40 && text(chosen) != "pass",
        };
        if again {
            chosen = random.below(steps.len());
        }
    }
    chosen
}

/// Both answers in this position, which must be the same.
fn same_view<G: Twin>(line: &Line<G>, slow: &G::Reference, name: &str, number: u64) -> View {
    let played = || line.steps().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    let theirs = reference_view(slow);
    let ours = catch_unwind(AssertUnwindSafe(|| view(line)))
        .unwrap_or_else(|_| panic!("{name} game {number}: panic after {}\nreference: {theirs:?}", played()));
    assert!(
        ours == theirs,
        "{name} game {number} differs after: {}\n     game: {ours:?}\nreference: {theirs:?}",
        played()
    );
    ours
}

/// One random game; returns its number of steps.
fn compare<G: Twin>(rules: &G::Rules, name: &str, number: u64) -> usize {
    let mut random = Random::new(name, number);
    let mut line = Line::new(G::start(rules));
    let mut slow = G::Reference::start(rules);
    for made in 0..LONGEST {
        let view = same_view(&line, &slow, name, number);
        if view.outcome.is_some() {
            return made;
        }
        let chosen = choose(&line, number, &mut random);
        let step = line.moves()[chosen];
        if catch_unwind(AssertUnwindSafe(|| line.push(step))).is_err() {
            panic!("{name} game {number}: panic at {step} in {}", view.position);
        }
        slow.play(&view.steps[chosen]);
    }
    LONGEST
}

/// Plays every game below `games` on all cores; returns the number of steps.
fn spread(games: u64, play: impl Fn(u64) -> usize + Sync) -> usize {
    let threads = std::thread::available_parallelism().map_or(2, |n| n.get());
    let play = &play;
    std::thread::scope(|scope| {
        let share = move |thread| (thread..games).step_by(threads).map(play).sum::<usize>();
        let workers: Vec<_> = (0..threads as u64).map(|thread| scope.spawn(move || share(thread))).collect();
        workers.into_iter().map(|worker| worker.join().expect("the games agree")).sum()
    })
}

/// Every game of `games.txt`, more or fewer random games by how long they last.
#[test]
fn random_games() {
    let only = std::env::var("PETTEIA_GAME").ok();
    for name in games().filter(|name| only.as_deref().is_none_or(|only| only == *name)) {
        let clock = Instant::now();
        let games = number_of_games(if name.starts_with("seega:ludii") { 30 } else { 300 });
        let spec: GameSpec = name.parse().unwrap();
        let steps = with_game!(spec, |rules: G| spread(games, |number| compare::<G>(&rules, name, number)));
        println!("{name}: {games} games, {steps} steps agree ({:.1} s)", clock.elapsed().as_secs_f64());
    }
}

/// Beginnings that random games reach once in ten thousand: an exchange that leaves the second side without a step.
const RARE: &[(&str, &str)] = &[
    (
        "seejeh:3(exchange=any,lose_at=0,placements=1,starts_moving=second)",
        "b3 c2 a2 b1 a1 c3 c1 a3 c2-b2 c1-c2 c2-c1 xc3 xa1 xc1",
    ),
    (
        "seejeh:5(exchange=any)",
        "b1 e1 e4 b5 b3 c4 d5 d2 e2 e3 d3 a5 b4 c2 a4 c5 d1 a2 b2 e5 c1 d4 a3 a1 b3-c3 c3-b3 xd2 xe2 xd1",
    ),
    (
        "seega:5(after_capture=turn-ends,blocked=loses,centre_safe=true,exchange=any,first=black,starts_moving=first)",
        "b2 d3 b3 e1 a2 b1 a4 c4 a1 a3 c5 b5 d2 a5 e3 c1 d4 d1 c2 e5 e4 d5 b4 e2 b3-c3 xa3 xc3 xa2",
    ),
];

fn follow<G: Twin>(rules: &G::Rules, name: &str, steps: &str) {
    let mut line = Line::new(G::start(rules));
    let mut slow = G::Reference::start(rules);
    for step in steps.split(' ') {
        same_view(&line, &slow, name, 0);
        line.read(step).unwrap_or_else(|error| panic!("{name}: {error}"));
        slow.play(step);
    }
    let view = same_view(&line, &slow, name, 0);
    assert_eq!((view.mover, view.outcome), (Side::First, None), "{name}: {}", view.position);
}

#[test]
fn rare_games() {
    for (name, steps) in RARE {
        let spec: GameSpec = name.parse().unwrap();
        with_game!(spec, |rules: G| follow::<G>(&rules, name, steps));
    }
}

/// A preset or a size without games here would go unchecked.
#[test]
fn every_preset_is_compared_at_every_size() {
    let names: Vec<&str> = games().collect();
    for preset in games::presets() {
        let (usual, kind) = (preset.usual().to_string(), preset.name);
        assert!(names.contains(&usual.as_str()), "{usual}");
        let squares = preset.sizes.squares();
        // Of a range the ends.
        let ends = [squares.first(), squares.last()].into_iter().flatten().copied().collect();
        let oblong = matches!(preset.sizes, Sizes::Rectangles(..));
        for size in if oblong { ends } else { squares } {
            assert!(names.contains(&format!("{kind}:{size}").as_str()), "{kind}:{size}");
        }
        let is_oblong = |name: &&&str| {
            let size = name.strip_prefix(kind).and_then(|size| size.strip_prefix(':'));
            size.is_some_and(|size| size.split_once('x').is_some_and(|(r, c)| r != c))
        };
        assert!(!oblong || names.iter().find(is_oblong).is_some(), "{kind}");
    }
}

/// Each game has switches of its own.
#[test]
fn random_switches() {
    for family in FAMILIES {
        let name = family.presets[0].name;
        let games = number_of_games(4000);
        let steps = spread(games, |number| {
            with_game!(family.usual(), |_rules: G| {
                let rules = <G as Twin>::random(&mut Random::new(name, number));
                let spec = GameSpec::of::<G>(&rules).expect("every game has a name");
                compare::<G>(&rules, &spec.to_string(), number)
            })
        });
        println!("{name} with random switches: {games} games, {steps} steps agree");
    }
}
