//! How fast networks answer and learn, and what self-play does with its time.

use std::io::Write;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::time::Instant;

use anyhow::Result;
use engine::Rng;
use engine::eval::net::{Architecture, Network, Pictured};
use games::seega::{Rules, Seega};
use lab::learn::policy_iteration::Config;
use lab::learn::policy_iteration::selfplay::{Crew, Effort, play_games};
use lab::learn::policy_iteration::underway::House;
use nets::{Batch, Cpu, Device, Rate, Student};
use serde::Serialize;

use super::{repeated, spread};
use crate::output::Report;

type Board = Seega<u64>;

/// The network that other libraries were measured with: tests/torch has the same for PyTorch.
const NETWORK: Architecture = Architecture::Paper { filters: 128, hidden: 256 };
/// Nothing fails on a processor.
const SURE: &str = "this is no GPU";
/// Games of self-play that are measured.
const GAMES: u64 = 48;

#[derive(Serialize)]
struct Entry {
    name: String,
    unit: &'static str,
    /// The value of each repeat, ascending.
    values: Vec<f64>,
}

#[derive(Serialize)]
struct SelfPlay {
    config: &'static str,
    threads: usize,
    positions_a_second: f64,
    games_an_hour: f64,
    /// Shares of the threads' time: asking the network, and playing moving stages out.
    asking: f64,
    moving: f64,
}

pub fn run(json: bool, out: &mut impl Write) -> Result<()> {
    let mut rng = Rng::new(7);
    let rules = Rules::seejeh(7);
    let network = Network::random(Board::shape(&rules), NETWORK, &mut rng);
    let batch = Batch::random::<Board>(&rules, 256, 80, &mut rng);
    let mut measurements = Vec::new();
    let mut measure = |name: &str, work: &mut dyn FnMut()| -> Result<()> {
        work();
        let values = repeated(|| {
            let from = Instant::now();
            work();
            1e3 * from.elapsed().as_secs_f64()
        });
        if !json {
            let [min, median, max] = spread(&values);
            writeln!(out, "{name:<44}{min:>9.2}{median:>9.2}{max:>9.2}  ms")?;
            out.flush()?;
        }
        measurements.push(Entry { name: name.into(), unit: "ms", values });
        Ok(())
    };
    for size in [1, 16, 256] {
        let oracle = Cpu::new(Student::new(network.clone()), 1).oracle(&network)?;
        let mut planes = vec![0.0; network.shape().planes * network.shape().cells() * size];
        batch.planes(0..size, &mut planes);
        measure(&format!("inference, {size} positions, one thread"), &mut || {
            drop(oracle.answer(size, &planes).expect(SURE))
        })?;
    }
    for threads in [1, 2] {
        let mut device = Cpu::new(Student::new(network.clone()), threads);
        let rate = Rate { rate: 1e-4, decay: 1e-4 };
        let name = format!("learning step, 256 positions, {threads} thread{}", ["", "s"][threads - 1]);
        measure(&name, &mut || {
            device.learn(&batch, &rate).expect(SURE);
        })?;
    }
    let self_play = self_play(2)?;
    if json {
        let report = Report::of("bench nets").field("measurements", measurements);
        return report.field("self_play", self_play).print(out);
    }
    let SelfPlay { config, threads, positions_a_second, games_an_hour, asking, moving } = self_play;
    let [asking, moving] = [100.0 * asking, 100.0 * moving];
    writeln!(
        out,
        "self-play of {config}, {threads} threads: {positions_a_second:.0} positions a second, {games_an_hour:.0} games an hour,\n\
         {asking:.1}% of the time in the network, {moving:.1}% in moving stages that are played out"
    )?;
    Ok(())
}

/// Some games of the 5×5 configuration with a network that has learnt nothing.
fn self_play(threads: usize) -> Result<SelfPlay> {
    const CONFIG: &str = "configs/seejeh5.toml";
    let config = Config::parse(include_str!("../../../../../configs/seejeh5.toml"))?;
    let rules = config.game.rules_of::<Board>().expect("the file is of Seejeh 5×5");
    let rng = Rng::new(config.seed);
    let (shape, architecture) = (config.shape::<Board>(&rules)?, config.network.architecture);
    let network = Network::random(shape, architecture, &mut rng.child("network", 0));
    let oracle = Cpu::new(Student::new(network.clone()), 1).oracle(&network)?;
    let house = House::<Board>::new(&config, &rules)?;
    let (effort, from) = (Effort::default(), Instant::now());
    let crew = Crew { threads, games: 16 };
    play_games(&house, 0..GAMES, &rng, &*oracle, crew, &effort, &mut |_| ControlFlow::Continue(()))?;
    let seconds = from.elapsed().as_secs_f64();
    let [positions, asking, moving, all] = [&effort.positions, &effort.asking, &effort.moving, &effort.all]
        .map(|n| n.load(Ordering::Relaxed) as f64);
    Ok(SelfPlay {
        config: CONFIG,
        threads,
        positions_a_second: positions / seconds,
        games_an_hour: GAMES as f64 / seconds * 3600.0,
        asking: asking / all,
        moving: moving / all,
    })
}
