//! Listening and thinking at the same time. One thread reads lines, one thinks, and both report to the session, which alone
//! writes.

use std::io::{self, BufRead};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, Scope};

use games::Game;

use super::next_line;
use crate::player::{Player, Thoughts};

/// What a session hears.
pub enum Event<G: Game> {
    /// A line of the input, or its end.
    Heard(io::Result<Option<Vec<u8>>>),
    /// What the player knows so far.
    Thoughts(Thoughts<G::Move>),
    /// The player is back, with its last thoughts.
    Done(Box<dyn Player<G>>, Thoughts<G::Move>),
}

/// A session that hears every line up to the `last` one, the end of the input or a failure as an event, as long as `serve` goes on.
/// The thread that waits for a line cannot be woken, so it must know by itself when to stop.
pub fn converse<'env, E: Send + 'env>(
    mut input: impl BufRead + Send + 'env,
    last: impl Fn(&[u8]) -> bool + Send + 'env,
    event: impl Fn(io::Result<Option<Vec<u8>>>) -> E + Send + 'env,
    serve: impl for<'scope> FnOnce(&'scope Scope<'scope, 'env>, Sender<E>, Receiver<E>) -> io::Result<()>,
) -> io::Result<()> {
    let (sender, events) = mpsc::channel();
    thread::scope(|scope| {
        let session = sender.clone();
        scope.spawn(move || {
            loop {
                let heard = next_line(&mut input);
                let more = matches!(&heard, Ok(Some(line)) if !last(line));
                if session.send(event(heard)).is_err() || !more {
                    return;
                }
            }
        });
        serve(scope, sender, events)
    })
}
