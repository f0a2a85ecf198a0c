//! Work on several threads whose results are heard in order: who did it, and how many they were, cannot be told from what comes out.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;

/// Gives a thread the next number to work on; none when there are no more, or the listener has stopped.
pub type Take<'a> = dyn Fn() -> Option<u64> + 'a;

/// Takes the result of a number; false when the listener has stopped.
pub type Tell<'a, T> = dyn Fn(u64, T) -> bool + 'a;

/// Works on numbers with so many threads. Each thread runs `work`, which takes numbers, several at a time if it likes, and tells their
/// results; `watch` hears them in order on the calling thread, and may end it. One thread is the calling one.
pub fn in_order<T: Send>(
    threads: usize,
    numbers: Range<u64>,
    work: impl Fn(&Take<'_>, &Tell<'_, T>) + Sync,
    watch: &mut dyn FnMut(u64, T) -> ControlFlow<()>,
) {
    let (next, stop) = (AtomicU64::new(numbers.start), AtomicBool::new(false));
    let take = || {
        let number = next.fetch_add(1, Ordering::Relaxed);
        (number < numbers.end && !stop.load(Ordering::Relaxed)).then_some(number)
    };
    let mut queue = Queue { early: BTreeMap::new(), due: numbers.start, watch };
    if threads <= 1 {
        let queue = RefCell::new(queue);
        let tell = |number, result| {
            let goes_on = queue.borrow_mut().hear(number, result);
            stop.store(!goes_on, Ordering::Relaxed);
            goes_on
        };
        return work(&take, &tell);
    }
    let (sender, results) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..threads {
            let (sender, take, work) = (sender.clone(), &take, &work);
            scope.spawn(move || work(take, &|number, result| sender.send((number, result)).is_ok()));
        }
        drop(sender);
        for (number, result) in results {
            if !queue.hear(number, result) {
                stop.store(true, Ordering::Relaxed);
                return;
            }
        }
    });
}

/// The results of the numbers below `count`, in order.
pub fn map<T: Send>(threads: usize, count: usize, of: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let mut all = Vec::with_capacity(count);
    let work = |take: &Take<'_>, tell: &Tell<'_, T>| {
        while let Some(number) = take() {
            tell(number, of(number as usize));
        }
    };
    in_order(threads.min(count), 0..count as u64, work, &mut |_, result| {
        all.push(result);
        ControlFlow::Continue(())
    });
    all
}

/// Results that are early wait here for those before them.
struct Queue<'a, T> {
    early: BTreeMap<u64, T>,
    due: u64,
    watch: &'a mut dyn FnMut(u64, T) -> ControlFlow<()>,
}

impl<T> Queue<'_, T> {
    /// Tells what is due by now; false when that ends it.
    fn hear(&mut self, number: u64, result: T) -> bool {
        self.early.insert(number, result);
        while let Some(result) = self.early.remove(&self.due) {
            self.due += 1;
            if (self.watch)(self.due - 1, result).is_break() {
                return false;
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_until_somebody_has_enough() {
        // Workers take two numbers at a time and are slow with even ones.
        let work = |take: &Take<'_>, tell: &Tell<'_, u64>| {
            while let Some(first) = take() {
                for number in take().into_iter().chain([first]) {
                    thread::sleep(std::time::Duration::from_micros(if number % 2 == 0 { 300 } else { 0 }));
                    if !tell(number, number * number) {
                        return;
                    }
                }
            }
        };
        for threads in [0, 1, 2, 5] {
            for last in [17, 29] {
                let mut heard = Vec::new();
                in_order(threads, 10..30, work, &mut |number, square| {
                    heard.push((number, square));
                    if number == last { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                });
                let wanted: Vec<(u64, u64)> = (10..=last).map(|n| (n, n * n)).collect();
                assert_eq!(heard, wanted, "{threads} threads");
            }
            assert_eq!(map(threads, 9, |number| 2 * number), [0, 2, 4, 6, 8, 10, 12, 14, 16]);
        }
        assert!(map(3, 0, |number| number).is_empty());
    }
}
