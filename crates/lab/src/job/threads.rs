//! Jobs on the threads of this machine.

use std::ops::ControlFlow;
use std::sync::Mutex;

use engine::parallel;
use games::TextError;

use super::{Executor, Job, Kit, Watch, play};

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
    fn stream(&self, jobs: &[Job], watch: &mut Watch<'_>) -> Result<(), TextError> {
        let mut kit = self.kit.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        kit.renew();
        kit.prepare(jobs)?;
        let kit = &*kit;
        let mut heard = Ok(());
        let work = |take: &parallel::Take<'_>, tell: &parallel::Tell<'_, _>| {
            while let Some(number) = take() {
                if !tell(number, play(&jobs[number as usize], kit)) {
                    break;
                }
            }
        };
        parallel::in_order(self.count.min(jobs.len()), 0..jobs.len() as u64, work, &mut |number, record| {
            match record {
                Ok(record) => watch(number as usize, record),
                Err(error) => {
                    heard = Err(error.within(format_args!("job {}", number + 1)));
                    ControlFlow::Break(())
                }
            }
        });
        heard
    }
}
