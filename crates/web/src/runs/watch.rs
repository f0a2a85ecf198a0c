//! Those who watch runs: one look at a run serves all of them, and there are only so many.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::sync::watch;

use super::Progress;
use crate::error::Problem;
use crate::hub::Hub;
use crate::locked;

/// So many may watch runs at a time.
const MOST: usize = 200;

/// How often a run is looked at that goes on here, and any other.
const NEWS: Duration = Duration::from_millis(250);
const LOOK: Duration = Duration::from_secs(2);

/// The runs that are watched, and how far they are.
pub type Watched = Mutex<HashMap<String, watch::Sender<Progress>>>;

/// Watches a run: hears how far it is, at once and then with every change, until it is not there any more.
pub async fn watch(hub: &Arc<Hub>, name: &str) -> Result<watch::Receiver<Progress>, Problem> {
    let watched = |runs: &HashMap<String, watch::Sender<Progress>>| {
        if runs.values().map(watch::Sender::receiver_count).sum::<usize>() >= MOST {
            return Err(Problem::busy(format!("{MOST} watch runs here already; try again later")));
        }
        Ok(runs.get(name).map(watch::Sender::subscribe))
    };
    let known = watched(&locked(&hub.runs.watched))?;
    let mut progress = match known {
        Some(progress) => progress,
        None => {
            let now = hub.news(name).await?;
            let mut runs = locked(&hub.runs.watched);
            // Another request may have been faster.
            match watched(&runs)? {
                Some(progress) => progress,
                None => {
                    tokio::spawn(look(hub.clone(), name.into(), now.state));
                    let (sender, progress) = watch::channel(now);
                    runs.insert(name.into(), sender);
                    progress
                }
            }
        }
    };
    progress.mark_changed();
    Ok(progress)
}

/// Looks at a run for as long as it is watched.
async fn look(hub: Arc<Hub>, name: String, mut state: &'static str) {
    loop {
        tokio::time::sleep(if state == "running" { NEWS } else { LOOK }).await;
        {
            let mut runs = locked(&hub.runs.watched);
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
                locked(&hub.runs.watched).remove(&name);
                return;
            }
        };
        state = now.state;
        if let Some(sender) = locked(&hub.runs.watched).get(&name) {
            sender.send_if_modified(|told| {
                *told != now && {
                    *told = now;
                    true
                }
            });
        }
    }
}
