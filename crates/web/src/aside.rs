//! Work that reads files, replays games or waits for the disk: away from the threads that answer, and only so much of it at a time.

use std::sync::Arc;

use tokio::sync::Semaphore;

use crate::error::Problem;

/// What to say where too many wait already.
const BUSY: &str = "too many ask for this at once; please try again in a moment";

/// One kind of work: so much of it is done at a time, so many requests wait for it, and further ones are refused.
pub struct Aside {
    admitted: Arc<Semaphore>,
    places: Arc<Semaphore>,
}

impl Aside {
    pub fn new(at_once: usize, waiting: usize) -> Aside {
        Aside {
            admitted: Arc::new(Semaphore::new(at_once + waiting)),
            places: Arc::new(Semaphore::new(at_once)),
        }
    }

    /// Does a piece of work when its turn comes; an error where too many wait for theirs.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let admitted = self.admitted.clone().try_acquire_owned().map_err(|_| Problem::busy(BUSY))?;
        let place = self.places.clone().acquire_owned().await.expect("it is never closed");
        let done = tokio::task::spawn_blocking(move || {
            // Held until the work is done, also where its client is gone.
            let _held = (admitted, place);
            work()
        });
        done.await.map_err(|_| Problem::failed("the work was lost"))?
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    use super::*;

    #[tokio::test]
    async fn only_so_much_is_done_at_a_time_and_the_rest_is_sent_away() {
        let aside = Arc::new(Aside::new(2, 3));
        let (running, most): (Arc<AtomicUsize>, Arc<AtomicUsize>) = Default::default();
        let ask = || {
            let (aside, running, most) = (aside.clone(), running.clone(), most.clone());
            tokio::spawn(async move {
                let work = move || {
                    most.fetch_max(running.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                    std::thread::sleep(Duration::from_millis(100));
                    running.fetch_sub(1, Ordering::SeqCst);
                    Ok(())
                };
                aside.run(work).await.is_ok()
            })
        };
        let mut tasks: Vec<_> = (0..9).map(|_| ask()).collect();
        let mut done = 0;
        for task in tasks.drain(..) {
            done += usize::from(task.await.unwrap());
        }
        assert_eq!((done, most.load(Ordering::SeqCst)), (5, 2));
        // A client that stops waiting makes room; work that has begun keeps its place until it is done.
        let waiting: Vec<_> = (0..5).map(|_| ask()).collect();
        tokio::time::sleep(Duration::from_millis(20)).await;
        waiting.iter().for_each(tokio::task::JoinHandle::abort);
        tokio::time::sleep(Duration::from_millis(5)).await;
        assert!(ask().await.unwrap() && running.load(Ordering::SeqCst) == 0);
    }
}
