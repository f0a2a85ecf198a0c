//! Learning on a GPU: the forward pass, the losses, the backward pass and the optimiser, without leaving it.

use games::TextError;

use super::gpu::{Buffer, Gpu, Lane, Span};
use super::pass::Plan;
use super::product::{Product, Rows};
use super::work::{Moving, Question};
use crate::{Batch, Losses, Rate, Student};

/// A student whose numbers are on a GPU.
pub struct Learner {
    lane: Lane,
    plan: Plan,
    /// The student as it began: what does not change is read from here.
    template: Student,
    steps: u64,
    weights: Buffer<f32>,
    gradient: Buffer<f32>,
    mean: Buffer<f32>,
    square: Buffer<f32>,
    room: Room,
}

/// Memory for a batch.
struct Room {
    /// Positions for which there is room.
    batch: usize,
    rows: Buffer<f32>,
    outputs: Vec<Buffer<f32>>,
    /// The gradients of all outputs but the first.
    back: Vec<Buffer<f32>>,
    window: Buffer<f32>,
    turned: Buffer<f32>,
    starts: Buffer<u32>,
    steps: Buffer<u32>,
    shares: Buffer<f32>,
    wanted: Buffer<f32>,
    losses: Buffer<f64>,
}

/// What a batch teaches, in lists: where the steps of every position begin, the steps, their shares, and the values.
struct Lists {
    starts: Vec<u32>,
    steps: Vec<u32>,
    shares: Vec<f32>,
    wanted: Vec<f32>,
}

impl Learner {
    /// Copies a student to the GPU.
    pub fn new(gpu: &Gpu, student: Student) -> Result<Learner, TextError> {
        let lane = gpu.lane()?;
        let plan = Plan::new(&student.network, &lane)?;
        let count = student.network.weights().len();
        let send = |from: &[f32]| {
            let buffer = lane.room(count)?;
            lane.send(from, buffer.all())?;
            Ok::<_, TextError>(buffer)
        };
        let weights = send(student.network.weights())?;
        let (mean, square, gradient) = (send(&student.mean)?, send(&student.square)?, lane.room(count)?);
        lane.wait()?;
        let room = Room::new(&lane, &plan, 0)?;
        Ok(Learner {
            steps: student.steps,
            template: student,
            lane,
            plan,
            weights,
            gradient,
            mean,
            square,
            room,
        })
    }

    /// One step of learning.
    pub fn learn(&mut self, batch: &Batch, rate: &Rate) -> Result<Losses, TextError> {
        self.lane.enter()?;
        let count = batch.len();
        if count == 0 {
            // Nothing pulls, but the means still move; as on the processor.
            self.lane.clear(self.gradient.all())?;
            self.step(rate)?;
            self.lane.wait()?;
            return Ok(Losses::default());
        }
        let lists = Lists::new(batch);
        self.prepare(count, lists.steps.len())?;
        let outputs = self.forward(batch, &lists)?;
        let mut losses = vec![0.0f64; 2 * count];
        self.judge(count, &lists, &outputs)?;
        self.backward(count, &outputs)?;
        self.step(rate)?;
        self.lane.fetch(self.room.losses.all(), &mut losses)?;
        self.lane.wait()?;
        let teaching = batch.targets.iter().filter(|target| !target.shares.is_empty()).count();
        let sum = |losses: &[f64]| losses.iter().sum::<f64>();
        Ok(Losses {
            policy: sum(&losses[..count]) / teaching.max(1) as f64,
            value: sum(&losses[count..]) / count as f64,
        })
    }

    /// Makes room for a batch with so many steps in all.
    fn prepare(&mut self, batch: usize, steps: usize) -> Result<(), TextError> {
        let (lane, room) = (&self.lane, &mut self.room);
        if room.batch < batch {
            *room = Room::new(lane, &self.plan, batch)?;
        }
        if room.steps.len() < steps {
            let more = steps.next_power_of_two();
            (room.steps, room.shares) = (lane.room(more)?, lane.room(more)?);
        }
        // A smaller batch may have a larger window: the board is cut into fewer pieces.
        let window = self.plan.window(batch);
        if room.window.len() < window {
            room.window = lane.room(window)?;
        }
        Ok(())
    }

    /// Copies a batch to the GPU and fills in all outputs.
    fn forward(&self, batch: &Batch, lists: &Lists) -> Result<Vec<Span>, TextError> {
        let (lane, room, count) = (&self.lane, &self.room, batch.len());
        lane.send(batch.rows(), room.rows.all())?;
        lane.send(&lists.starts, room.starts.all())?;
        lane.send(&lists.steps, room.steps.all())?;
        lane.send(&lists.shares, room.shares.all())?;
        lane.send(&lists.wanted, room.wanted.all())?;
        let outputs = spans(&room.outputs, &self.plan.widths, count);
        lane.lay(room.rows.all(), outputs[0], self.plan.widths[0], count)?;
        self.plan.forward(lane, self.weights.all(), &outputs, room.window.all(), count)?;
        Ok(outputs)
    }

    /// The losses and the gradients of the two heads.
    fn judge(&self, count: usize, lists: &Lists, outputs: &[Span]) -> Result<(), TextError> {
        let (room, heads) = (&self.room, self.plan.layers.len() - 1);
        let back = spans(&room.back, &self.plan.widths[1..], count);
        let question = Question {
            policy: outputs[heads],
            value: outputs[heads + 1],
            starts: room.starts.all(),
            steps: room.steps.part(0..lists.steps.len()),
            shares: room.shares.part(0..lists.shares.len()),
            wanted: room.wanted.all(),
        };
        let weight = 1.0 / count as f32;
        self.lane.judge(&question, back[heads - 1], back[heads], room.losses.all(), weight, count)
    }

    /// The gradient of all weights.
    fn backward(&self, batch: usize, outputs: &[Span]) -> Result<(), TextError> {
        let Learner { lane, plan, room, .. } = self;
        let back = spans(&room.back, &plan.widths[1..], batch);
        // Whether there is a gradient of an output yet: the first one is written, the others are added.
        let mut seen = vec![false; outputs.len()];
        for (i, layer) in plan.layers.iter().enumerate().rev() {
            let (here, columns) = (back[i], plan.columns(layer, batch));
            let [weights, biases] = plan.ranges[i].clone();
            lane.blame(here, outputs[i + 1], self.gradient.part(biases), columns, layer.relu)?;
            let (input, depth) = (outputs[layer.from], layer.depth());
            let gradient = self.gradient.part(weights.clone());
            let product = Product {
                rows: layer.outputs,
                columns: depth,
                depth: columns,
                a: Rows::Plain(columns),
                b: Rows::Turned(columns),
                c: depth,
                add: false,
            };
            if layer.taps == Some(9) {
                for cells in plan.pieces(depth * batch) {
                    let (board, some) = ([layer.inputs, plan.cells], [cells.start, cells.len()]);
                    lane.window(input, plan.table.all(), room.window.all(), board, some, batch)?;
                    let columns = cells.len() * batch;
                    let product =
                        Product { depth: columns, b: Rows::Turned(columns), add: cells.start > 0, ..product };
                    lane.multiply(&product, here.from(cells.start * batch), room.window.all(), gradient)?;
                }
            } else {
                lane.multiply(&product, here, input, gradient)?;
            }
            if layer.from > 0 {
                let (before, add) = (back[layer.from - 1], std::mem::replace(&mut seen[layer.from], true));
                let weights = self.weights.part(weights);
                let product = Product {
                    rows: layer.inputs,
                    columns,
                    depth: layer.outputs,
                    a: Rows::Turned(layer.inputs),
                    b: Rows::Plain(columns),
                    c: columns,
                    add,
                };
                if layer.taps == Some(9) {
                    // The same sum with the weights turned, and the cells around seen from the other end.
                    lane.turn(weights, room.turned.all(), layer.inputs, layer.outputs)?;
                    let depth = layer.outputs * 9;
                    let product = Product { depth, a: Rows::Plain(depth), ..product };
                    plan.convolve(lane, &product, room.turned.all(), here, before, room.window.all(), batch)?;
                } else {
                    lane.multiply(&product, weights, here, before)?;
                }
            }
            if let Some(add) = layer.add.filter(|&add| add > 0) {
                match std::mem::replace(&mut seen[add], true) {
                    false => lane.copy(here, back[add - 1])?,
                    true => lane.accumulate(back[add - 1], here)?,
                }
            }
        }
        Ok(())
    }

    fn step(&mut self, rate: &Rate) -> Result<(), TextError> {
        self.steps += 1;
        let [weights, gradient, mean, square] =
            [&self.weights, &self.gradient, &self.mean, &self.square].map(Buffer::all);
        let moving = Moving { weights, gradient, mean, square };
        self.lane.adam(&moving, Student::corrections(self.steps), rate)
    }

    /// Copies the student back.
    pub fn student(&self) -> Result<Student, TextError> {
        self.lane.enter()?;
        let mut student = Student { steps: self.steps, ..self.template.clone() };
        self.lane.fetch(self.weights.all(), student.network.weights_mut())?;
        self.lane.fetch(self.mean.all(), &mut student.mean)?;
        self.lane.fetch(self.square.all(), &mut student.square)?;
        self.lane.wait()?;
        Ok(student)
    }
}

/// The parts of buffers that a batch of this size uses.
fn spans(buffers: &[Buffer<f32>], widths: &[usize], batch: usize) -> Vec<Span> {
    buffers.iter().zip(widths).map(|(buffer, width)| buffer.part(0..width * batch)).collect()
}

impl Room {
    fn new(lane: &Lane, plan: &Plan, batch: usize) -> Result<Room, TextError> {
        let room = |width: &usize| lane.room(width * batch);
        let nine = plan.layers.iter().filter(|layer| layer.taps == Some(9));
        Ok(Room {
            batch,
            rows: room(&plan.widths[0])?,
            outputs: plan.widths.iter().map(room).collect::<Result<_, _>>()?,
            back: plan.widths[1..].iter().map(room).collect::<Result<_, _>>()?,
            window: lane.room(plan.window(batch))?,
            turned: lane.room(nine.map(|layer| layer.weights()).max().unwrap_or(0))?,
            starts: lane.room(batch + 1)?,
            steps: lane.room(0)?,
            shares: lane.room(0)?,
            wanted: lane.room(batch)?,
            losses: lane.room(2 * batch)?,
        })
    }
}

impl Lists {
    fn new(batch: &Batch) -> Lists {
        let (mut starts, mut steps, mut shares) = (vec![0], Vec::new(), Vec::new());
        for target in &batch.targets {
            for (&step, &share) in target.steps.iter().zip(&target.shares) {
                steps.push(u32::from(step));
                shares.push(share);
            }
            starts.push(steps.len() as u32);
        }
        Lists { starts, steps, shares, wanted: batch.targets.iter().map(|target| target.value).collect() }
    }
}
