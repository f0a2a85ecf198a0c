//! Jobs on the threads of this machine.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use super::{Executor, ExecutorError, Job, Kit, Watch, play};

/// Plays so many games at a time. Other programs that it started stay until it is dropped.
pub struct Threads {
    count: usize,
    /// Programs for the next run; what makes our own players is forgotten, because a learner may write its files anew.
    kit: Mutex<Kit>,
}

impl Threads {
    /// At least one thread.
    pub fn new(count: usize) -> Threads {
        Threads { count: count.max(1), kit: Mutex::default() }
    }
}

impl Executor for Threads {
    fn stream(&self, jobs: &[Job], watch: &mut Watch<'_>) -> Result<(), ExecutorError> {
        let mut kit = self.kit.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        kit.renew();
        kit.prepare(jobs)?;
        let kit = &*kit;
        let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
        let (sender, records) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..self.count.min(jobs.len()) {
                let (sender, next, stop) = (sender.clone(), &next, &stop);
                scope.spawn(move || {
                    while !stop.load(Ordering::Relaxed) {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        let Some(job) = jobs.get(number) else { break };
                        if sender.send((number, play(job, kit))).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            // Whoever is early waits here for those before.
            let mut early = BTreeMap::new();
            let mut due = 0;
            for (number, record) in records {
                early.insert(number, record);
                while let Some(record) = early.remove(&due) {
                    let heard = record.map(|record| watch(due, record));
                    due += 1;
                    if !matches!(heard, Ok(flow) if flow.is_continue()) {
                        stop.store(true, Ordering::Relaxed);
                        return heard.map(|_| ()).map_err(|e| e.within(format_args!("job {due}")).into());
                    }
                }
            }
            Ok(())
        })
    }
}
