//! Kalah on a ring of fourteen named places, after `docs/rules/kalah.md`.

use games::kalah::Rules;
use games::{Game, Outcome, Side, kalah};

use super::Reference;
use crate::common::{Random, Twin};

/// The ring in sowing order; `+` is South's store, `-` North's.
const RING: &str = "ABCDEF+abcdef-";

#[derive(Clone, Debug)]
pub struct Kalah {
    rules: Rules,
    /// Seeds by the places of the ring.
    seeds: Vec<u32>,
    to_move: Side,
    /// Whether North has made a step.
    north_moved: bool,
}

fn place(name: char) -> usize {
    RING.find(name).expect("a place of the ring")
}

fn pits(side: Side) -> &'static str {
    match side {
        Side::First => "ABCDEF",
        Side::Second => "abcdef",
    }
}

fn store(side: Side) -> char {
    match side {
        Side::First => '+',
        Side::Second => '-',
    }
}

/// The pit on the other side of the board.
fn opposite(pit: char) -> char {
    let (from, to) = if pit.is_uppercase() { ("ABCDEF", "fedcba") } else { ("abcdef", "FEDCBA") };
    to.chars().nth(from.find(pit).unwrap()).unwrap()
}

impl Kalah {
    fn at(&self, name: char) -> u32 {
        self.seeds[place(name)]
    }

    fn row(&self, side: Side) -> u32 {
        pits(side).chars().map(|pit| self.at(pit)).sum()
    }

    /// Where the seeds of a pit fall.
    fn way(&self, pit: char) -> Vec<char> {
        let left_out = store(self.to_move.other());
        let ring: Vec<char> = RING.chars().filter(|&name| name != left_out).collect();
        let start = ring.iter().position(|&name| name == pit).unwrap();
        let around = ring.iter().cycle().skip(start + 1);
        around.take(self.at(pit) as usize).copied().collect()
    }

    /// The board after sowing a pit, the place of the last seed, and what was taken from the opposite pit if anything was captured.
    fn sown(&self, pit: char) -> (Kalah, char, Option<u32>) {
        let mut next = self.clone();
        let way = self.way(pit);
        next.seeds[place(pit)] = 0;
        for &name in &way {
            next.seeds[place(name)] += 1;
        }
        let last = *way.last().expect("the pit is not empty");
        let mut taken = None;
        if pits(self.to_move).contains(last) && next.at(last) == 1 {
            let there = next.at(opposite(last));
            if there > 0 || self.rules.empty_capture {
                taken = Some(there);
                next.seeds[place(last)] = 0;
                next.seeds[place(opposite(last))] = 0;
                next.seeds[place(store(self.to_move))] += there + 1;
            }
        }
        (next, last, taken)
    }
}

impl Reference for Kalah {
    type Rules = Rules;

    fn start(rules: &Rules) -> Kalah {
        let seeds = RING.chars().map(|name| if name.is_alphabetic() { rules.seeds.into() } else { 0 });
        Kalah { rules: *rules, seeds: seeds.collect(), to_move: Side::First, north_moved: false }
    }

    fn to_move(&self) -> Side {
        self.to_move
    }

    fn steps(&self) -> Vec<String> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        let filled = pits(self.to_move).chars().filter(|&pit| self.at(pit) > 0);
        let mut steps: Vec<String> = filled.map(String::from).collect();
        if self.rules.pie && self.to_move == Side::Second && !self.north_moved {
            steps.push("swap".into());
        }
        steps
    }

    fn play(&mut self, step: &str) {
        let mover = self.to_move;
        if step == "swap" {
            self.seeds.rotate_left(7);
            self.to_move = Side::First;
        } else {
            let (next, last, _) = self.sown(step.chars().next().unwrap());
            *self = next;
            if last != store(mover) {
                self.to_move = mover.other();
            }
        }
        self.north_moved |= mover == Side::Second;
    }

    fn outcome(&self) -> Option<Outcome> {
        let [south, north] = [Side::First, Side::Second].map(|side| self.row(side));
        if south > 0 && north > 0 {
            return None;
        }
        Some(match (south + self.at('+')).cmp(&(north + self.at('-'))) {
            std::cmp::Ordering::Greater => Outcome::Win(Side::First),
            std::cmp::Ordering::Less => Outcome::Win(Side::Second),
            std::cmp::Ordering::Equal => Outcome::Draw,
        })
    }

    fn show(&self) -> String {
        let row = |side| pits(side).chars().map(|pit| self.at(pit).to_string()).collect::<Vec<_>>().join(",");
        let mover = if self.to_move == Side::First { "s" } else { "n" };
        let swap = if self.rules.pie && !self.north_moved { "swap" } else { "-" };
        let (south, north) = (row(Side::First), row(Side::Second));
        format!("{south}/{north} {}/{} {mover} {swap}", self.at('+'), self.at('-'))
    }

    fn captures(&self, step: &str) -> u32 {
        if step == "swap" { 0 } else { self.sown(step.chars().next().unwrap()).2.unwrap_or(0) }
    }
}

impl Twin for kalah::Kalah {
    type Reference = Kalah;

    const COUNTERS: &[usize] = &[];

    fn random(random: &mut Random) -> Rules {
        Rules { empty_capture: random.coin(), pie: random.coin(), seeds: random.choose(&[1, 2, 3, 4]) }
    }

    fn unlimited(rules: &Rules) -> Rules {
        *rules
    }

    /// The seeds are always as many; sowing gives the mover's store what it takes and more, and the other store nothing.
    fn conserves(before: &Self, step: Self::Move, captured: u32, after: &Self) -> bool {
        let all = |position: &Self| position.final_stores().map(u32::from).iter().sum::<u32>();
        let (mover, other) = (before.to_move(), before.to_move().other());
        let stores = if step == kalah::Step::SWAP {
            after.store(mover) == before.store(other) && after.store(other) == before.store(mover)
        } else {
            let gain = u32::from(after.store(mover) - before.store(mover));
            gain >= captured + u32::from(captured > 0) && after.store(other) == before.store(other)
        };
        all(before) == u32::from(before.rules().all()) && all(after) == all(before) && stores
    }
}
