//! Those who watch runs: one look at a run serves all of them, and there are only so many.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

use super::Progress;
use crate::error::Problem;
use crate::hub::Hub;
use crate::locked;

/// So many may watch runs at a time.
const MOST: usize = 200;

/// How often a run is looked at that goes on here, and any other.
const NEWS: Duration = Duration::from_millis(250);
const LOOK: Duration = Duration::from_secs(2);

/// The runs that are watched.
pub struct Watched {
    runs: Mutex<HashMap<String, watch::Sender<Progress>>>,
    places: Arc<Semaphore>,
}

/// A watcher of a run, until this is dropped.
pub struct Watcher {
    progress: watch::Receiver<Progress>,
    _place: OwnedSemaphorePermit,
}

impl Default for Watched {
    fn default() -> Watched {
        Watched { runs: Mutex::default(), places: Arc::new(Semaphore::new(MOST)) }
    }
}

impl Watcher {
    /// How far the run is: at once at first, then with every change; nothing once it is not there any more.
    pub async fn next(&mut self) -> Option<Progress> {
        self.progress.changed().await.ok()?;
        Some(self.progress.borrow_and_update().clone())
    }
}

/// Watches a run.
pub async fn watch(hub: &Arc<Hub>, name: &str) -> Result<Watcher, Problem> {
    let watched = &hub.runs.watched;
    let place = watched.places.clone().try_acquire_owned();
    let _place =
        place.map_err(|_| Problem::busy(format!("{MOST} watch runs here already; try again later")))?;
    let known = locked(&watched.runs).get(name).map(watch::Sender::subscribe);
    let mut progress = match known {
        Some(progress) => progress,
        None => {
            let now = hub.news(name).await?;
            let mut runs = locked(&watched.runs);
            // Another request may have been faster.
            let sender = runs.entry(name.into()).or_insert_with(|| {
                tokio::spawn(look(hub.clone(), name.into(), now.state));
                watch::Sender::new(now)
            });
            sender.subscribe()
        }
    };
    progress.mark_changed();
    Ok(Watcher { progress, _place })
}

/// Looks at a run for as long as it is watched.
async fn look(hub: Arc<Hub>, name: String, mut state: &'static str) {
    loop {
        tokio::time::sleep(if state == "running" { NEWS } else { LOOK }).await;
        {
            let mut runs = locked(&hub.runs.watched.runs);
            if runs.get(&name).is_none_or(|sender| sender.receiver_count() == 0) {
                runs.remove(&name);
                return;
            }
        }
        let now = match hub.news(&name).await {
            Ok(now) => now,
            // Others read at the moment; the next look may find room.
            Err(problem) if problem.is_busy() => continue,
            Err(_) => {
                locked(&hub.runs.watched.runs).remove(&name);
                return;
            }
        };
        state = now.state;
        if let Some(sender) = locked(&hub.runs.watched.runs).get(&name) {
            sender.send_if_modified(|told| {
                *told != now && {
                    *told = now;
                    true
                }
            });
        }
    }
}
