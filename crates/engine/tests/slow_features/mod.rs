//! The papers' features a second time, slowly, from the position string alone.

/// Cells of one colour as (file, rank).
type Cells = Vec<(i32, i32)>;

fn cells(text: &str, letter: char) -> (i32, Cells) {
    let rows: Vec<&str> = text.split(' ').next().unwrap().split('/').collect();
    let n = rows.len() as i32;
    let mut found = Vec::new();
    for (i, row) in rows.iter().enumerate() {
        found.extend(
            row.chars().enumerate().filter(|(_, c)| *c == letter).map(|(f, _)| (f as i32, n - 1 - i as i32)),
        );
    }
    (n, found)
}

/// f1 to f13 of a position string.
pub fn features(text: &str) -> [f64; 13] {
    let (n, black) = cells(text, 'b');
    let (_, white) = cells(text, 'w');
    let (middle, pieces) = (n / 2, (n * n - 1) / 2);
    let outer = |x: i32| x == 0 || x == n - 1;
    let corners = |set: &Cells| set.iter().filter(|c| outer(c.0) && outer(c.1)).count() as f64;
    let edges = |set: &Cells| set.iter().filter(|c| outer(c.0) || outer(c.1)).count() as f64;
    let in_company = |set: &Cells, d: (i32, i32)| {
        let beside = |c: &&(i32, i32)| [1, -1].iter().any(|k| set.contains(&(c.0 + k * d.0, c.1 + k * d.1)));
        set.iter().filter(beside).count() as f64 / set.len().max(1) as f64
    };
    let mean = |set: &Cells, of: &dyn Fn(&(i32, i32)) -> i32| {
        set.iter().map(|c| f64::from(of(c))).sum::<f64>() / set.len() as f64
    };
    let both = !black.is_empty() && !white.is_empty();
    let differ = |of: &dyn Fn(&(i32, i32)) -> i32| {
        if both { mean(&black, of) - mean(&white, of) } else { 0.0 }
    };
    let material = (black.len() as f64 - white.len() as f64) / f64::from(pieces - 2);

    // What stands in each direction from the centre, nearest first.
    let around = [(1, 0), (-1, 0), (0, 1), (0, -1)];
    let at = |d: (i32, i32), k: i32| (middle + k * d.0, middle + k * d.1);
    let expected = |d: &(i32, i32)| match (at(*d, 1), at(*d, 2)) {
        (near, _) if black.contains(&near) => 0.0,
        (_, far) if black.contains(&far) => 1.0,
        (_, far) if white.contains(&far) || far.0.max(far.1) >= n || far.0.min(far.1) < 0 => 0.0,
        _ => 0.5,
    };
    let captures: f64 = around.iter().map(expected).sum();
    let shut = around.iter().all(|d| white.contains(&at(*d, 1)));
    [
        (corners(&black) - corners(&white)) / 4.0,
        (edges(&black) - edges(&white)) / f64::from(4 * (n - 1)),
        in_company(&black, (1, 0)),
        in_company(&black, (0, 1)),
        in_company(&white, (1, 0)),
        in_company(&white, (0, 1)),
        differ(&|c| c.0).abs() / f64::from(n - 1),
        differ(&|c| c.1).abs() / f64::from(n - 1),
        differ(&|c| (c.0 - middle).abs()) / f64::from(middle),
        differ(&|c| (c.1 - middle).abs()) / f64::from(middle),
        material.clamp(-1.0, 1.0),
        (captures / 3.0).min(1.0),
        if shut { 0.0 } else { 1.0 },
    ]
}

/// The weighted sum for Black of a position string, weights in Table I's order.
pub fn sum(text: &str, w: &[f32; 15]) -> f64 {
    let f = features(text);
    let f = |i: usize| f[i - 1];
    let trap = -0.5 * (f(9) * f(7) + f(10) * f(8));
    let (plus, minus) = (0.5 * (f(1) + f(2)), f(1) - f(2));
    let compound = if text.contains(" place ") {
        vec![f(12) * f(13), trap, 0.5 * (f(7) + f(8)), f(3) + f(4) - f(5) - f(6), plus, minus]
    } else {
        let mut c = vec![0.0; 6];
        c.extend([
            f(11),
            -0.5 * f(11) * (f(3) + f(4)),
            -0.5 * f(11) * (f(5) + f(6)),
            trap,
            (f(3) - f(4)) * (f(9) - f(10)),
            (f(5) - f(6)) * (f(9) - f(10)),
            0.5 * f(11) * (f(7) + f(8)),
            plus,
            minus,
        ]);
        c
    };
    compound.iter().zip(w).map(|(c, w)| c * f64::from(*w)).sum()
}
