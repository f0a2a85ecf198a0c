//! Listening and thinking at the same time. One thread reads lines, one thinks, and both report to the session, which alone
//! writes.

use std::io::{self, BufRead};
use std::sync::mpsc::Sender;
use std::thread::Scope;

use games::{Game, Line};

use super::next_line;
use crate::player::{Player, Task, Thoughts};
use crate::rng::Rng;

/// What a session hears.
pub enum Event<G: Game> {
    /// A line of the input, or its end.
    Heard(io::Result<Option<Vec<u8>>>),
    /// What the player knows so far.
    Thoughts(Thoughts<G::Move>),
    /// The player is back, with its last thoughts.
    Done(Box<dyn Player<G>>, Thoughts<G::Move>),
}

/// Tells every line up to the `last` one, the end of the input or a failure. A reader that waits for a line cannot
/// be woken, so it must know by itself when to stop.
pub fn listen(
    mut input: impl BufRead,
    last: impl Fn(&[u8]) -> bool,
    tell: impl Fn(io::Result<Option<Vec<u8>>>) -> bool,
) {
    loop {
        let heard = next_line(&mut input);
        let more = matches!(&heard, Ok(Some(line)) if !last(line));
        if !tell(heard) || !more {
            return;
        }
    }
}

/// Lends the player to a thread that thinks.
pub fn think<'scope, G: Game>(
    scope: &'scope Scope<'scope, '_>,
    mut player: Box<dyn Player<G>>,
    line: Line<G>,
    task: Task,
    mut rng: Rng,
    session: Sender<Event<G>>,
) {
    scope.spawn(move || {
        let thoughts = player.think(&line, &task, &mut rng, &mut |thoughts| {
            // A session that has ended listens no more.
            let _ = session.send(Event::Thoughts(thoughts.clone()));
        });
        let _ = session.send(Event::Done(player, thoughts));
    });
}
