//! Awari and its switches on twelve numbers, after `docs/rules/awari.md`.
//!
//! Pits 0 to 5 are South's `A` to `F`, pits 6 to 11 are North's `a` to `f`; South is the first side.

use games::awari::{GrandSlam, Repetition, Rules};
use games::{Game, Outcome, Side, awari};

use super::Reference;
use crate::common::{Random, Twin};

#[derive(Clone, Debug)]
pub struct Awari {
    rules: Rules,
    pits: [u32; 12],
    /// South's and North's.
    stores: [u32; 2],
    to_move: Side,
    steps: u32,
    /// Pits, stores and mover of every earlier position.
    earlier: Vec<([u32; 12], [u32; 2], Side)>,
}

/// The pits of one side.
fn row(side: Side) -> std::ops::Range<usize> {
    match side {
        Side::First => 0..6,
        Side::Second => 6..12,
    }
}

fn store(side: Side) -> usize {
    match side {
        Side::First => 0,
        Side::Second => 1,
    }
}

fn pit_name(pit: usize) -> String {
    ["A", "B", "C", "D", "E", "F", "a", "b", "c", "d", "e", "f"][pit].to_string()
}

fn pit_number(name: &str) -> usize {
    (0..12).find(|&pit| pit_name(pit) == name).expect("a pit is a letter from A to F or from a to f")
}

impl Awari {
    /// A position that starts a game of its own.
    pub fn with(rules: &Rules, pits: [u32; 12], stores: [u32; 2], to_move: Side) -> Awari {
        Awari { rules: *rules, pits, stores, to_move, steps: 0, earlier: Vec::new() }
    }

    fn seeds(&self, side: Side) -> u32 {
        row(side).map(|pit| self.pits[pit]).sum()
    }

    /// The board after sowing this pit, and the pit of the last seed.
    fn sown(&self, origin: usize) -> ([u32; 12], usize) {
        let mut pits = self.pits;
        let mut pit = origin;
        let seeds = pits[origin];
        pits[origin] = 0;
        for _ in 0..seeds {
            pit = (pit + 1) % 12;
            if pit == origin {
                pit = (pit + 1) % 12;
            }
            pits[pit] += 1;
        }
        (pits, pit)
    }

    /// The board after sowing and capturing, and the seeds taken.
    fn after(&self, origin: usize) -> ([u32; 12], u32) {
        let opponent = self.to_move.other();
        let (sown, last) = self.sown(origin);
        let mut pits = sown;
        let mut taken = 0;
        let mut pit = last;
        while row(opponent).contains(&pit) && (pits[pit] == 2 || pits[pit] == 3) {
            taken += pits[pit];
            pits[pit] = 0;
            pit = (pit + 11) % 12;
        }
        let left: u32 = row(opponent).map(|pit| pits[pit]).sum();
        if self.rules.grand_slam == GrandSlam::CapturesNothing && taken > 0 && left == 0 {
            (sown, 0)
        } else {
            (pits, taken)
        }
    }

    /// The pits that may be sown, whether or not something else has ended the game.
    fn sowable(&self) -> Vec<usize> {
        let opponent = self.to_move.other();
        let filled: Vec<usize> = row(self.to_move).filter(|&pit| self.pits[pit] > 0).collect();
        match self.rules.grand_slam {
            GrandSlam::Forbidden => {
                let leaves_some = |&pit: &usize| row(opponent).any(|p| self.after(pit).0[p] > 0);
                let sparing: Vec<usize> = filled.iter().copied().filter(leaves_some).collect();
                if sparing.is_empty() { filled } else { sparing }
            }
            GrandSlam::Wins | GrandSlam::CapturesNothing => {
                if self.seeds(opponent) > 0 {
                    return filled;
                }
                let feeds = |&pit: &usize| row(opponent).any(|p| self.sown(pit).0[p] > 0);
                filled.into_iter().filter(feeds).collect()
            }
        }
    }

    fn greater_store(&self) -> Outcome {
        greater(self.stores)
    }

    fn each_takes_its_row(&self) -> Outcome {
        greater([self.stores[0] + self.seeds(Side::First), self.stores[1] + self.seeds(Side::Second)])
    }

    fn one_takes_all(&self, side: Side) -> Outcome {
        let mut totals = self.stores;
        totals[store(side)] += self.seeds(Side::First) + self.seeds(Side::Second);
        greater(totals)
    }

    fn no_legal_step(&self) -> Outcome {
        let opponent = self.to_move.other();
        match self.rules.grand_slam {
            GrandSlam::Wins if self.seeds(self.to_move) == 0 => Outcome::Win(opponent),
            GrandSlam::Wins => self.one_takes_all(self.to_move),
            GrandSlam::Forbidden => self.one_takes_all(opponent),
            GrandSlam::CapturesNothing => self.each_takes_its_row(),
        }
    }
}

fn greater([south, north]: [u32; 2]) -> Outcome {
    if south > north {
        Outcome::Win(Side::First)
    } else if north > south {
        Outcome::Win(Side::Second)
    } else {
        Outcome::Draw
    }
}

impl Reference for Awari {
    type Rules = Rules;

    fn start(rules: &Rules) -> Awari {
        Awari::with(rules, [4; 12], [0, 0], Side::First)
    }

    fn to_move(&self) -> Side {
        self.to_move
    }

    fn steps(&self) -> Vec<String> {
        if self.outcome().is_some() { Vec::new() } else { self.sowable().into_iter().map(pit_name).collect() }
    }

    fn play(&mut self, step: &str) {
        self.earlier.push((self.pits, self.stores, self.to_move));
        let (pits, taken) = self.after(pit_number(step));
        self.pits = pits;
        self.stores[store(self.to_move)] += taken;
        self.to_move = self.to_move.other();
        self.steps += 1;
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.rules.majority_ends {
            if self.stores[0] > 24 {
                return Some(Outcome::Win(Side::First));
            }
            if self.stores[1] > 24 {
                return Some(Outcome::Win(Side::Second));
            }
            if self.stores == [24, 24] {
                return Some(Outcome::Draw);
            }
        }
        if self.sowable().is_empty() {
            return Some(self.no_legal_step());
        }
        if self.rules.step_limit > 0 && self.steps >= u32::from(self.rules.step_limit) {
            return Some(match self.rules.repetition {
                Repetition::OwnRow => self.each_takes_its_row(),
                Repetition::Split | Repetition::Ignored => self.greater_store(),
            });
        }
        if !self.earlier.contains(&(self.pits, self.stores, self.to_move)) {
            return None;
        }
        match self.rules.repetition {
            Repetition::Ignored => None,
            Repetition::OwnRow => Some(self.each_takes_its_row()),
            Repetition::Split => Some(self.greater_store()),
        }
    }

    fn show(&self) -> String {
        let pits = |side| row(side).map(|pit| self.pits[pit].to_string()).collect::<Vec<_>>().join(",");
        let mover = match self.to_move {
            Side::First => "s",
            Side::Second => "n",
        };
        let (south, north) = (pits(Side::First), pits(Side::Second));
        format!("{south}/{north} {}/{} {mover} {}", self.stores[0], self.stores[1], self.steps)
    }

    fn captures(&self, step: &str) -> u32 {
        self.after(pit_number(step)).1
    }
}

impl Twin for awari::Awari {
    type Reference = Awari;

    const COUNTERS: &[usize] = &[3];

    fn random(random: &mut Random) -> Rules {
        Rules {
            grand_slam: random.choose(&[GrandSlam::Wins, GrandSlam::Forbidden, GrandSlam::CapturesNothing]),
            repetition: random.choose(&[Repetition::Ignored, Repetition::OwnRow, Repetition::Split]),
            majority_ends: random.coin(),
            step_limit: random.choose(&[0, 30, 100, 250]),
        }
    }

    fn unlimited(rules: &Rules) -> Rules {
        Rules { step_limit: 0, ..*rules }
    }

    /// There are always 48 seeds, and the mover's store grows by what it takes.
    fn conserves(before: &Self, _: Self::Move, captured: u32, after: &Self) -> bool {
        let numbers = |position: &Self| -> Vec<u32> {
            let text = position.to_string();
            let mut fields = text.split(' ');
            let seeds =
                format!("{}/{}", fields.next().expect("the pits"), fields.next().expect("the stores"));
            seeds.split(['/', ',']).map(|n| n.parse().expect("a number")).collect()
        };
        let (before, after, mover) = (numbers(before), numbers(after), before.to_move().index());
        let stores = [after[12] - before[12], after[13] - before[13]];
        after.iter().sum::<u32>() == 48 && stores[mover] == captured && stores[1 - mover] == 0
    }
}
