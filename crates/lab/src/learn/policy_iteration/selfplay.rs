//! Many games of a network against itself at a time, which share its answers.
//!
//! Every thread keeps some games in progress, collects the position that each wants judged, and asks for all of them at once. A game
//! depends on the network and its own seed alone, so that neither the threads nor the company matter.

use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use engine::eval::net::{opinions, paint};
use engine::parallel::{self, Take, Tell};
use engine::search::Leaf;
use engine::{Playable, Rng};
use games::TextError;
use nets::Oracle;

use super::underway::{House, Next, Played, Underway};

/// How the work is shared; nothing of it changes what comes out.
#[derive(Clone, Copy, Debug)]
pub struct Crew {
    /// Threads.
    pub threads: usize,
    /// Games in progress on each.
    pub games: usize,
}

/// Where the time went, over all threads.
#[derive(Debug, Default)]
pub struct Effort {
    /// Positions that were judged.
    pub positions: AtomicU64,
    /// Nanoseconds of asking the network.
    pub asking: AtomicU64,
    /// Of playing moving stages out.
    pub moving: AtomicU64,
    /// Of everything.
    pub all: AtomicU64,
}

/// Plays games by their numbers; `watch` hears them in order and may end it. The error is the oracle's.
pub fn play_games<G: Playable>(
    house: &House<'_, G>,
    numbers: Range<u64>,
    rng: &Rng,
    oracle: &dyn Oracle,
    crew: Crew,
    effort: &Effort,
    watch: &mut dyn FnMut(Played) -> ControlFlow<()>,
) -> Result<(), TextError> {
    let count = (numbers.end - numbers.start) as usize;
    let threads = crew.threads.clamp(1, count.max(1));
    // No thread takes more games than its share while others have none.
    let games = crew.games.clamp(1, count.div_ceil(threads).max(1));
    let failed = Mutex::new(None);
    let failure = || failed.lock().unwrap_or_else(PoisonError::into_inner);
    let work = |take: &Take<'_>, tell: &Tell<'_, Played>| {
        // Where one thread's oracle has failed, no other begins a game.
        let take = || take().filter(|_| failure().is_none());
        let take = || take().map(|number| (number, Underway::new(house, rng.child("game", number))));
        if let Err(error) = work(house, games, &take, oracle, effort, tell) {
            failure().get_or_insert(error);
        }
    };
    parallel::in_order(threads, numbers, work, &mut |_, played| watch(played));
    failed.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
}

fn work<G: Playable>(
    house: &House<'_, G>,
    games: usize,
    take: &dyn Fn() -> Option<(u64, Underway<G>)>,
    oracle: &dyn Oracle,
    effort: &Effort,
    tell: &Tell<'_, Played>,
) -> Result<(), TextError> {
    let began = Instant::now();
    let nanoseconds = |from: Instant| from.elapsed().as_nanos() as u64;
    let mut seats: Vec<(u64, Underway<G>)> = (0..games).map_while(|_| take()).collect();
    let mut planes = Vec::new();
    'games: while !seats.is_empty() {
        let mut leaves: Vec<(usize, Leaf<G>)> = Vec::with_capacity(seats.len());
        let mut seat = 0;
        while seat < seats.len() {
            let (number, game) = &mut seats[seat];
            let from = Instant::now();
            match game.next(house) {
                Next::Judge(leaf) => {
                    leaves.push((seat, leaf));
                    seat += 1;
                }
                Next::Over(played) => {
                    effort.moving.fetch_add(nanoseconds(from), Ordering::Relaxed);
                    if !tell(*number, played) {
                        break 'games;
                    }
                    match take() {
                        Some(fresh) => seats[seat] = fresh,
                        // Games behind this one have not been asked yet in this round.
                        None => drop(seats.remove(seat)),
                    }
                }
            }
        }
        if leaves.is_empty() {
            continue;
        }
        let positions: Vec<G> = leaves.iter().map(|(_, leaf)| leaf.position).collect();
        let shape = &house.shape;
        planes.resize(shape.planes * shape.cells() * positions.len(), 0.0);
        paint(&positions, shape, &mut planes);
        let from = Instant::now();
        let [policy, value] = oracle.answer(positions.len(), &planes)?;
        effort.asking.fetch_add(nanoseconds(from), Ordering::Relaxed);
        effort.positions.fetch_add(positions.len() as u64, Ordering::Relaxed);
        let judged = opinions(&positions, &policy, &value);
        for ((seat, leaf), evaluation) in leaves.into_iter().zip(&judged) {
            seats[seat].1.absorb(leaf, evaluation);
        }
    }
    effort.all.fetch_add(nanoseconds(began), Ordering::Relaxed);
    Ok(())
}
