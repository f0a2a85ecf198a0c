//! How well values of steps foretell the printed ones.

/// The legal steps of one position.
pub struct Judged {
    pub is_black: bool,
    /// What each is worth to the mover.
    pub values: Vec<f64>,
    /// Which one was printed.
    pub printed: usize,
}

impl Judged {
    /// Steps that are judged better than the printed one, and others as good.
    fn rank(&self) -> (usize, usize) {
        let printed = self.values[self.printed];
        let better = self.values.iter().filter(|&&v| v > printed).count();
        let as_good = self.values.iter().filter(|&&v| v == printed).count() - 1;
        (better, as_good)
    }

    /// How much of the choice falls on the printed step: equal ones share it.
    fn share(&self) -> f64 {
        let (better, as_good) = self.rank();
        if better == 0 { 1.0 / (as_good + 1) as f64 } else { 0.0 }
    }

    /// `3 (1)`: three are better, one is as good.
    pub fn rank_text(&self) -> String {
        let (better, as_good) = self.rank();
        if as_good == 0 { format!("{better}") } else { format!("{better} ({as_good})") }
    }

    /// The logarithm of the printed step's likelihood, less that of chance, and its slope in β = 1/T.
    fn gain(&self, beta: f64) -> (f64, f64) {
        let best = self.values.iter().copied().fold(f64::MIN, f64::max);
        let (mut sum, mut moment) = (0.0, 0.0);
        for value in &self.values {
            let weight = (beta * (value - best)).exp();
            sum += weight;
            moment += weight * (value - best);
        }
        let off = self.values[self.printed] - best;
        (beta * off - sum.ln() + (self.values.len() as f64).ln(), off - moment / sum)
    }
}

/// The best β for these steps: their likelihood is concave in it.
fn fit(steps: &[Judged]) -> f64 {
    let slope = |beta: f64| steps.iter().map(|s| s.gain(beta).1).sum::<f64>();
    let (mut low, mut high) = (0.0, 10_000.0);
    for _ in 0..80 {
        let middle = 0.5 * (low + high);
        if slope(middle) > 0.0 { low = middle } else { high = middle }
    }
    low
}

/// All steps of one column of a table, as one candidate judges them.
pub struct Column {
    steps: Vec<Judged>,
    beta: f64,
}

impl Column {
    pub fn new(steps: Vec<Judged>) -> Column {
        let beta = fit(&steps);
        Column { steps, beta }
    }

    pub fn step(&self, number: usize) -> &Judged {
        &self.steps[number - 1]
    }

    fn gains(&self) -> Vec<f64> {
        self.steps.iter().map(|step| step.gain(self.beta).0).collect()
    }

    /// What chance would reach: mean rank, and how many steps it would choose.
    pub fn by_chance(&self) -> String {
        let rank: f64 = self.steps.iter().map(|step| 0.5 * (step.values.len() - 1) as f64).sum();
        let chosen: f64 = self.steps.iter().map(|step| 1.0 / step.values.len() as f64).sum();
        format!("0; {:.2}; {chosen:.1} of {}", rank / self.steps.len() as f64, self.steps.len())
    }

    /// The gain over chance, the mean rank and how many steps would be chosen.
    pub fn summary(&self) -> String {
        let rank = |step: &Judged| {
            let (better, as_good) = step.rank();
            better as f64 + 0.5 * as_good as f64
        };
        let rank = self.steps.iter().map(rank).sum::<f64>() / self.steps.len() as f64;
        let chosen: f64 = self.steps.iter().map(Judged::share).sum();
        format!("{:+.1}; {rank:.2}; {chosen:.1}", self.gains().iter().sum::<f64>())
    }

    /// How many steps of a colour would be chosen, and by chance: `11.0 of 24, by chance 2.8`.
    pub fn chosen(&self, is_black: bool) -> String {
        let steps: Vec<&Judged> = self.steps.iter().filter(|step| step.is_black == is_black).collect();
        let chosen: f64 = steps.iter().map(|step| step.share()).sum();
        let chance: f64 = steps.iter().map(|step| 1.0 / step.values.len() as f64).sum();
        format!("{chosen:.1} of {}, by chance {chance:.1}", steps.len())
    }

    /// How much more likely the steps are than by another candidate, and the variance of that, step by step.
    pub fn more_than(&self, other: &Column) -> (f64, f64) {
        let more: Vec<f64> = self.gains().iter().zip(other.gains()).map(|(a, b)| a - b).collect();
        let (n, sum) = (more.len() as f64, more.iter().sum::<f64>());
        let squares: f64 = more.iter().map(|x| (x - sum / n).powi(2)).sum();
        (sum, squares * n / (n - 1.0))
    }
}

/// Differences of several columns together, with the standard error.
pub fn difference(parts: &[(f64, f64)]) -> String {
    let (sum, variance) = parts.iter().fold((0.0, 0.0), |(s, v), part| (s + part.0, v + part.1));
    if variance == 0.0 { "as shipped".into() } else { format!("{sum:+.1} ± {:.1}", variance.sqrt()) }
}
