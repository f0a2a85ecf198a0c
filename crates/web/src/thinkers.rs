//! Who thinks for the page: a few threads, and a queue that does not grow without end.
//!
//! A question is asked with [`Thinkers::ask`] and answered through a [`Ticket`]. A dropped ticket cancels its question: a search that
//! runs is stopped, one that waits is forgotten. Steps of games come before analysis.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use engine::protocol::analysis::{Answer, Query};
use games::TextError;
use tokio::sync::mpsc;

use crate::locked;

/// So many questions may wait.
pub const PLACES: usize = 64;

/// Which questions come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Urgency {
    /// A step of a game.
    Step,
    /// Analysis, a hint, a review.
    Analysis,
}

/// All places are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Busy;

/// What to say then, and after how many seconds to try again.
pub const BUSY: &str = "all places for thinking are taken; please try again in a moment";
#[allow(missing_docs)]
pub const RETRY: u64 = 2;

struct Question {
    query: Query,
    turn: usize,
    seed: u64,
    stop: Arc<AtomicBool>,
    answers: mpsc::UnboundedSender<Result<Answer, TextError>>,
}

#[derive(Default)]
struct Queue {
    /// Those who wait, by urgency.
    questions: [VecDeque<Question>; 2],
    closed: bool,
}

impl Queue {
    /// How many still wait for an answer; others are forgotten.
    fn waiting(&mut self) -> usize {
        let keep = |question: &Question| !question.stop.load(Ordering::Relaxed);
        self.questions.iter_mut().for_each(|queue| queue.retain(keep));
        self.questions.iter().map(VecDeque::len).sum()
    }
}

/// The threads and their queue.
pub struct Thinkers {
    shared: Arc<(Mutex<Queue>, Condvar)>,
}

/// Waits for an answer; dropping it cancels the question.
pub struct Ticket {
    stop: Arc<AtomicBool>,
    answers: mpsc::UnboundedReceiver<Result<Answer, TextError>>,
}

impl Ticket {
    /// The next answer, or why there is none; nothing after the last one.
    pub async fn next(&mut self) -> Option<Result<Answer, TextError>> {
        self.answers.recv().await
    }

    /// The last answer, or why there is none.
    pub async fn last(mut self) -> Result<Answer, TextError> {
        let mut last = Err(TextError::new("the search was lost"));
        while let Some(answer) = self.next().await {
            last = answer;
        }
        last
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl Thinkers {
    /// So many threads, which end with this value.
    pub fn new(threads: usize) -> Thinkers {
        let shared: Arc<(Mutex<Queue>, Condvar)> = Arc::default();
        for _ in 0..threads.max(1) {
            let shared = shared.clone();
            thread::spawn(move || work(&shared));
        }
        Thinkers { shared }
    }

    /// Asks about one turn of a query.
    pub fn ask(&self, query: Query, turn: usize, seed: u64, urgency: Urgency) -> Result<Ticket, Busy> {
        let (sender, answers) = mpsc::unbounded_channel();
        let stop: Arc<AtomicBool> = Arc::default();
        let question = Question { query, turn, seed, stop: stop.clone(), answers: sender };
        let (queue, changed) = &*self.shared;
        let mut queue = locked(queue);
        if queue.waiting() >= PLACES {
            return Err(Busy);
        }
        queue.questions[urgency as usize].push_back(question);
        changed.notify_one();
        Ok(Ticket { stop, answers })
    }

    /// The last answer, of a question that waits for a place if it must.
    pub async fn wait(
        &self,
        query: &Query,
        turn: usize,
        seed: u64,
        urgency: Urgency,
    ) -> Result<Answer, TextError> {
        loop {
            match self.ask(query.clone(), turn, seed, urgency) {
                Ok(ticket) => return ticket.last().await,
                Err(Busy) => tokio::time::sleep(Duration::from_secs(RETRY)).await,
            }
        }
    }
}

impl Drop for Thinkers {
    fn drop(&mut self) {
        let (queue, changed) = &*self.shared;
        locked(queue).closed = true;
        changed.notify_all();
    }
}

fn work((queue, changed): &(Mutex<Queue>, Condvar)) {
    loop {
        let next = {
            let mut queue = locked(queue);
            while queue.waiting() == 0 && !queue.closed {
                queue = changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
            }
            if queue.closed {
                return;
            }
            queue.questions.iter_mut().find_map(VecDeque::pop_front)
        };
        let Some(Question { query, turn, seed, stop, answers }) = next else { continue };
        // A search that panics takes its question with it, not the thread.
        let last = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            query.answer(turn, seed, &stop, |answer| {
                let _ = answers.send(Ok(answer));
            })
        }));
        if let Ok(answer) = last {
            let _ = answers.send(answer.map_err(|problem| TextError::new(problem.to_string())));
        }
    }
}

#[cfg(test)]
mod tests {
    use engine::Limits;
    use games::Session;

    use super::*;

    fn query(ms: u64) -> Query {
        Query {
            id: "q".into(),
            session: Session::begin("seega:5".parse().unwrap(), None).unwrap(),
            turns: vec![0],
            player: "best".parse().unwrap(),
            limits: Limits { time: Some(Duration::from_millis(ms)), ..Limits::default() },
            best: 1,
            every: None,
            priority: 0,
            play: false,
        }
    }

    #[tokio::test]
    async fn the_65th_who_waits_is_sent_away_and_dropped_tickets_free_their_places() {
        let thinkers = Thinkers::new(1);
        let running = thinkers.ask(query(60_000), 0, 1, Urgency::Analysis).unwrap();
        tokio::time::sleep(Duration::from_millis(200)).await;
        let ask = || thinkers.ask(query(10), 0, 1, Urgency::Analysis);
        let mut waiting: Vec<Ticket> = (0..PLACES).map(|_| ask().unwrap()).collect();
        assert_eq!(ask().err(), Some(Busy));
        waiting.truncate(3);
        assert!(ask().is_ok(), "places of those who left are free");
        // The one that runs ends when its ticket is dropped, and then the others are answered.
        drop(running);
        let first = waiting.remove(0);
        let answer = tokio::time::timeout(Duration::from_secs(20), first.last()).await.unwrap();
        assert_eq!(answer.unwrap().move_infos.len(), 1);
    }

    #[tokio::test]
    async fn a_player_whose_file_has_gone_is_no_lost_search() {
        let player = "mcts(sims=2,net=gone.safetensors)".parse().unwrap();
        let thinkers = Thinkers::new(1);
        let ticket = thinkers.ask(Query { player, ..query(10) }, 0, 1, Urgency::Step).unwrap();
        let error = ticket.last().await.unwrap_err().to_string();
        assert!(error.contains("gone.safetensors"), "{error}");
    }
}
