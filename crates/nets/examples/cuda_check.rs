//! Whether a GPU computes what the processor computes, and how fast it is.
//!
//! `cuda_check` does everything, `cuda_check checks` leaves out the times and what large batches give, and
//! `cuda_check small` does that with small networks.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use engine::Rng;
use engine::eval::net::{Architecture, Network, Pictured};
use games::seega::{Rules, Seega};
use nets::{Batch, Cpu, Cuda, Device, Losses, Oracle, Rate, Student};

type Board = Seega<u64>;

/// Most that any number may be off.
const TOLERANCE: f64 = 1e-3;
const RATE: Rate = Rate { rate: 1e-4, decay: 1e-4 };

/// What is being done, to be said where something fails.
static STAGE: Mutex<String> = Mutex::new(String::new());

fn stage(what: String) {
    println!("-- {what}");
    *STAGE.lock().expect("nobody panics here") = what;
}

fn main() -> ExitCode {
    let mode = std::env::args().nth(1).unwrap_or_default();
    if !["", "checks", "small"].contains(&mode.as_str()) {
        println!("usage: cuda_check [checks|small]");
        return ExitCode::from(2);
    }
    let result = catch_unwind(AssertUnwindSafe(|| check(mode.is_empty(), mode == "small")));
    let stage = STAGE.lock().expect("nobody panics here");
    match result {
        Ok(0) => println!("all is well"),
        Ok(failures) => println!("FAILED: {failures} checks"),
        Err(_) => println!("FAILED during: {stage}"),
    }
    ExitCode::from(u8::from(!matches!(result, Ok(0))))
}

fn planes(batch: &Batch, count: usize) -> Vec<f32> {
    let shape = Board::shape(&Rules::seejeh(7));
    let mut planes = vec![0.0; shape.planes * shape.cells() * count];
    batch.planes(0..count, &mut planes);
    planes
}

/// The largest difference; not a number is the largest of all.
fn apart(a: &[f32], b: &[f32]) -> f64 {
    assert_eq!(a.len(), b.len(), "as many numbers");
    let differences = a.iter().zip(b).map(|(a, b)| f64::from((a - b).abs()));
    differences.fold(0.0, |most, x| if x.is_nan() { f64::INFINITY } else { most.max(x) })
}

/// One if it is too much.
fn judge(what: &str, difference: f64) -> usize {
    let fails = difference.is_nan() || difference > TOLERANCE;
    println!("{what}: largest difference {difference:.3e}{}", if fails { "  FAILED" } else { "" });
    usize::from(fails)
}

fn check(times: bool, small: bool) -> usize {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let rng = &mut Rng::new(7);
    let shape = Board::shape(&Rules::seejeh(7));
    let sizes: &[usize] = if times { &[256, 1024, 4096] } else { &[256] };
    stage("making positions".into());
    let batches: Vec<Batch> =
        sizes.iter().map(|&count| Batch::random::<Board>(&Rules::seejeh(7), count, 120, rng)).collect();
    let mut failures = 0;
    let networks = if small {
        [
            ("paper 12/20", Architecture::Paper { filters: 12, hidden: 20 }),
            ("residual 10x2/8", Architecture::Residual { filters: 10, blocks: 2, hidden: 8 }),
        ]
    } else {
        [
            ("paper 128/256", Architecture::Paper { filters: 128, hidden: 256 }),
            ("residual 64x6/64", Architecture::Residual { filters: 64, blocks: 6, hidden: 64 }),
        ]
    };
    for (name, architecture) in networks {
        let mut network = Network::random(shape, architecture, rng);
        // No bias is zero, and no block is nearly nothing.
        network.weights_mut().iter_mut().for_each(|w| *w += 0.01 * rng.normal() as f32);
        stage(format!("{name}: start"));
        let began = Instant::now();
        let student = Student::new(network.clone());
        let mut cuda = match Cuda::new(student.clone()) {
            Ok(cuda) => cuda,
            Err(error) => panic!("{error}"),
        };
        println!("{}: device ready after {:.2} s", cuda.name(), began.elapsed().as_secs_f64());
        let oracle = cuda.oracle(&network).unwrap();
        oracle.answer(1, &planes(&batches[0], 1)).unwrap();
        println!("first answer after {:.2} s", began.elapsed().as_secs_f64());
        failures += answers(name, &network, oracle.as_ref(), &batches[0], threads);
        failures += steps(name, &student, &mut cuda, &batches[0], threads);
        failures += (0..3).map(|_| step(name, &mut cuda, &batches[0], threads)).sum::<usize>();
        if times {
            // Large batches are worked on in pieces.
            let large = &batches[batches.len() - 1];
            failures += large_answers(name, oracle.as_ref(), large) + step(name, &mut cuda, large, threads);
            for batch in &batches {
                time_answers(name, oracle.as_ref(), batch);
            }
            for batch in &batches {
                time_steps(name, &mut cuda, batch);
            }
        }
    }
    failures
}

/// Whether both say the same.
fn answers(name: &str, network: &Network, oracle: &dyn Oracle, batch: &Batch, threads: usize) -> usize {
    let cpu = Cpu::new(Student::new(network.clone()), threads).oracle(network).unwrap();
    let mut failures = 0;
    // Small after large: strides change, memory does not.
    for count in [1, 7, 256, 7] {
        stage(format!("{name}: answers at batch {count}"));
        let planes = planes(batch, count);
        let (wanted, found) = (cpu.answer(count, &planes).unwrap(), oracle.answer(count, &planes).unwrap());
        let largest = wanted.iter().flatten().fold(0.0f32, |most, x| most.max(x.abs()));
        println!("numbers up to {largest:.3}");
        for (head, (wanted, found)) in ["policy", "value"].iter().zip(wanted.iter().zip(&found)) {
            failures += judge(&format!("{name}: batch {count}: {head}"), apart(wanted, found));
        }
    }
    stage(format!("{name}: answers from 6 threads at once"));
    let planes = planes(batch, 64);
    let alone = oracle.answer(64, &planes).unwrap();
    let same = thread::scope(|scope| {
        let ask = || (0..20).all(|_| oracle.answer(64, &planes).unwrap() == alone);
        let all: Vec<_> = (0..6).map(|_| scope.spawn(ask)).collect();
        all.into_iter().all(|one| one.join().unwrap_or(false))
    });
    println!("{name}: every thread gets the same bits: {same}");
    failures + usize::from(!same)
}

fn say(who: &str, losses: &[Losses]) {
    let each: Vec<String> = losses.iter().map(|l| format!("{:.6}/{:.6}", l.policy, l.value)).collect();
    println!("{who}: policy/value losses {}", each.join(" "));
}

/// Whether both learn the same, and whether the GPU does it again.
fn steps(name: &str, student: &Student, cuda: &mut Cuda, batch: &Batch, threads: usize) -> usize {
    stage(format!("{name}: learning on the processor"));
    let mut cpu = Cpu::new(student.clone(), threads);
    let began = Instant::now();
    let wanted: Vec<Losses> = (0..5).map(|_| cpu.learn(batch, &RATE).unwrap()).collect();
    println!("processor: {:.1} ms per step", began.elapsed().as_secs_f64() * 200.0);
    say("processor", &wanted);
    stage(format!("{name}: learning on the GPU"));
    let found: Vec<Losses> = (0..5).map(|_| cuda.learn(batch, &RATE).unwrap()).collect();
    say("GPU", &found);
    let (mut failures, off) = (0, |losses: fn(&Losses) -> f64| {
        wanted.iter().zip(&found).map(|(a, b)| (losses(a) - losses(b)).abs()).fold(0.0, f64::max)
    });
    failures += judge(&format!("{name}: policy loss"), off(|losses| losses.policy));
    failures += judge(&format!("{name}: value loss"), off(|losses| losses.value));
    let (wanted, found) = (cpu.student().unwrap(), cuda.student().unwrap());
    assert_eq!(wanted.steps, found.steps, "as many steps");
    failures += judge(&format!("{name}: weights"), apart(wanted.network.weights(), found.network.weights()));
    stage(format!("{name}: learning on the GPU again"));
    let mut again = match Cuda::new(student.clone()) {
        Ok(again) => again,
        Err(error) => panic!("{error}"),
    };
    (0..5).for_each(|_| _ = again.learn(batch, &RATE).unwrap());
    let same = again.student().unwrap() == found;
    println!("{name}: the same bits again: {same}");
    failures + usize::from(!same)
}

/// Whether one step from the same place leads to the same place. A weight moves by about as much however small its
/// gradient is; it is the means that tell whether the gradient is right, layer by layer.
fn step(name: &str, cuda: &mut Cuda, batch: &Batch, threads: usize) -> usize {
    stage(format!("{name}: one step at batch {}", batch.len()));
    let mut cpu = Cpu::new(cuda.student().unwrap(), threads);
    let (wanted, found) = (cpu.learn(batch, &RATE).unwrap(), cuda.learn(batch, &RATE).unwrap());
    let off = (wanted.policy - found.policy).abs().max((wanted.value - found.value).abs());
    let mut failures = judge(&format!("{name}: losses of one step"), off);
    let (wanted, found) = (cpu.student().unwrap(), cuda.student().unwrap());
    failures += judge(
        &format!("{name}: weights after one step"),
        apart(wanted.network.weights(), found.network.weights()),
    );
    let mut worst = (0.0, String::new());
    for (layer, ranges) in wanted.network.ranges().into_iter().enumerate() {
        for (part, range) in ["weights", "biases"].iter().zip(ranges) {
            for (what, wanted, found) in
                [("mean", &wanted.mean, &found.mean), ("square", &wanted.square, &found.square)]
            {
                let (wanted, found) = (&wanted[range.clone()], &found[range.clone()]);
                let largest = wanted.iter().fold(1e-20f32, |most, x| most.max(x.abs()));
                let off = apart(wanted, found) / f64::from(largest);
                if off >= worst.0 {
                    worst = (off, format!("{what} of the {part} of layer {layer}"));
                }
            }
        }
    }
    failures + judge(&format!("{name}: gradients, relative to the largest of a layer ({})", worst.1), worst.0)
}

/// Whether a large batch gets the answers of its parts.
fn large_answers(name: &str, oracle: &dyn Oracle, batch: &Batch) -> usize {
    let (count, some) = (batch.len(), 256);
    stage(format!("{name}: answers at batch {count}"));
    let mut failures = 0;
    let (all, part) = (
        oracle.answer(count, &planes(batch, count)).unwrap(),
        oracle.answer(some, &planes(batch, some)).unwrap(),
    );
    for (head, (all, part)) in ["policy", "value"].iter().zip(all.iter().zip(&part)) {
        let same: Vec<f32> = all.chunks_exact(count).flat_map(|row| row[..some].to_vec()).collect();
        failures += judge(&format!("{name}: batch {count} against {some}: {head}"), apart(&same, part));
    }
    failures
}

/// Does it for a second, after some for nothing; gives rounds per second of one thread.
fn rounds(mut work: impl FnMut()) -> f64 {
    (0..3).for_each(|_| work());
    let (began, mut count) = (Instant::now(), 0);
    while began.elapsed() < Duration::from_secs(1) {
        work();
        count += 1;
    }
    f64::from(count) / began.elapsed().as_secs_f64()
}

fn time_answers(name: &str, oracle: &dyn Oracle, batch: &Batch) {
    let count = batch.len();
    let planes = planes(batch, count);
    for threads in [1, 4] {
        stage(format!("{name}: time of answers at batch {count}, {threads} threads"));
        let rates: Vec<f64> = thread::scope(|scope| {
            let ask = || rounds(|| drop(oracle.answer(count, &planes).unwrap()));
            let all: Vec<_> = (0..threads).map(|_| scope.spawn(ask)).collect();
            all.into_iter().map(|one| one.join().expect("the GPU answers")).collect()
        });
        let (rate, each) = (rates.iter().sum::<f64>(), f64::from(threads));
        let positions = rate * count as f64;
        println!(
            "{name}: batch {count}, {threads} threads: {:.3} ms each, {positions:.0} positions/s",
            1e3 * each / rate
        );
    }
}

fn time_steps(name: &str, cuda: &mut Cuda, batch: &Batch) {
    let count = batch.len();
    stage(format!("{name}: time of steps at batch {count}"));
    let rate = rounds(|| _ = cuda.learn(batch, &RATE).unwrap());
    println!(
        "{name}: learning at batch {count}: {:.3} ms per step, {:.0} positions/s",
        1e3 / rate,
        rate * count as f64
    );
}
