//! Every generation beside that of the Python package `cma`, fed the same normal numbers.

use super::*;

/// The numbers of a line that starts with this word.
fn numbers<'a>(lines: &mut impl Iterator<Item = &'a str>, word: &str) -> Vec<f64> {
    let line = lines.next().unwrap();
    let rest = line.strip_prefix(word).unwrap_or_else(|| panic!("{word} expected: {line}"));
    rest.split_whitespace().map(|number| number.parse().unwrap()).collect()
}

fn assert_close(ours: &[f64], theirs: &[f64], what: &str) {
    let size = theirs.iter().fold(0.0, |a: f64, b| a.max(b.abs()));
    for (a, b) in ours.iter().zip(theirs) {
        assert!((a - b).abs() <= 1e-9 * size, "{what}: {a}, but cma has {b}");
    }
    assert_eq!(ours.len(), theirs.len(), "{what}");
}

#[test]
fn generations_are_those_of_cma() {
    let text = include_str!("../../../../../tests/data/cma-trace.txt");
    let mut lines = text.lines().filter(|line| !line.starts_with('#'));
    let mut rng = Rng::new(0);
    let (mut generations_seen, mut cases) = (0, Vec::new());
    while let Some(header) = lines.next() {
        let words: Vec<&str> = header.split_whitespace().collect();
        let [n, population, generations] = [2, 3, 5].map(|k| words[k].parse::<usize>().unwrap());
        let settings = CmaConfig {
            population: Some(population),
            step: words[4].parse().unwrap(),
            ..CmaConfig::default()
        };
        let mut cma = Cma::new(settings, n, &mut rng).unwrap();
        cma.mean = numbers(&mut lines, "start ");
        for generation in 1..=generations {
            let normals = numbers(&mut lines, "normals ");
            cma.sample(&normals.chunks_exact(n).map(<[f64]>::to_vec).collect::<Vec<_>>());
            let scores = numbers(&mut lines, "scores ");
            cma.tell(&Results { scores, duels: Vec::new() }, &mut rng);
            let place = |what: &str| format!("{what} of {header}, generation {generation}");
            assert_close(&[cma.sigma], &numbers(&mut lines, "sigma "), &place("sigma"));
            assert_close(&cma.mean, &numbers(&mut lines, "mean "), &place("mean"));
            let variances: Vec<f64> = cma.covariance.entries.iter().copied().step_by(n + 1).collect();
            assert_close(&variances, &numbers(&mut lines, "variances "), &place("variances"));
            assert_close(&cma.path_c, &numbers(&mut lines, "path "), &place("path"));
            generations_seen += 1;
        }
        cases.push(n);
    }
    assert_eq!((generations_seen, cases), (89, vec![5, 4, 3, 20]));
}

#[test]
fn roots_are_roots() {
    let mut matrix = Symmetric::identity(3, false);
    matrix.add(2.0, &[1.0, -1.0, 0.5]);
    matrix.add(0.3, &[0.0, 2.0, 1.0]);
    let (root, inverse) = matrix.roots().unwrap();
    for unit in [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]] {
        assert_close(&root.times(&root.times(&unit)), &matrix.times(&unit), "the root twice");
        assert_close(&root.times(&inverse.times(&unit)), &unit, "the root and its inverse");
    }
    matrix.add(-5.0, &[1.0, 0.0, 0.0]);
    assert!(matrix.roots().is_none(), "no real root");
}
