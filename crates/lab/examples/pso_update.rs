//! How long a swarm of 40 particles with 6,216 weights each takes for an iteration: asked, told and moved. The costs of
//! scoring are left out. `tests/rivals/pyswarms` prints it beside pyswarms.

use std::time::Instant;

use engine::Rng;
use lab::optim::{Memory, Neighbourhood, Optimizer, Pso, PsoConfig};

fn main() -> Result<(), lab::optim::BadSetting> {
    for memory in [Memory::Stored, Memory::Rescored] {
        let settings =
            PsoConfig { particles: 40, neighbourhood: Neighbourhood::Global, memory, ..PsoConfig::default() };
        let mut rng = Rng::new(1);
        let mut pso = Pso::new(settings, 6216, &mut rng)?;
        let mut times: Vec<f64> = (0..200)
            .map(|_| {
                let start = Instant::now();
                let round = pso.ask(&mut rng);
                let results = round.measure(|x| f64::from(x[0]));
                pso.tell(&results, &mut rng);
                start.elapsed().as_secs_f64() * 1e3
            })
            .collect();
        times.sort_by(f64::total_cmp);
        println!("{memory:?} {:.3}", times[times.len() / 2]);
    }
    Ok(())
}
