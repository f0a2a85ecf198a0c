//! Graphs as SVG.

use std::fmt::Write;

/// One curve.
pub struct Series {
    /// What it is called.
    pub name: String,
    /// Where it goes through.
    pub points: Vec<(f64, f64)>,
}

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 260.0;
/// Room for numbers at the left and below, and for nothing elsewhere.
const LEFT: f64 = 60.0;
const BELOW: f64 = 34.0;
const EDGE: f64 = 12.0;

/// So many pairs of points show all of a curve that can be seen: one pair for two columns of pixels.
const PAIRS: usize = 324;

/// Colours that people who see few colours can tell apart; after the eighth curve dashes begin.
const COLOURS: [&str; 8] =
    ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#000000", "#7f7f7f"];

/// A figure with a title, curves over epochs, and a legend.
pub fn chart(title: &str, series: &[Series]) -> String {
    let points = || series.iter().flat_map(|s| &s.points).filter(|(x, y)| x.is_finite() && y.is_finite());
    let Some(&(x0, y0)) = points().next() else { return String::new() };
    let range = |of: fn(&(f64, f64)) -> f64, first: f64| {
        let (low, high) = points().fold((first, first), |(low, high), p| (low.min(of(p)), high.max(of(p))));
        if high > low { (low, high) } else { (low - 0.5, high + 0.5) }
    };
    let ((left, right), (bottom, top)) = (range(|p| p.0, x0), range(|p| p.1, y0));
    let x = |value: f64| LEFT + (value - left) / (right - left) * (WIDTH - LEFT - EDGE);
    let y = |value: f64| EDGE + (top - value) / (top - bottom) * (HEIGHT - EDGE - BELOW);
    let mut svg = format!(
        "<figure><figcaption>{}</figcaption>\n<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{}\">\n",
        escape(title),
        escape(title)
    );
    for tick in ticks(bottom, top) {
        let (at, label) = (y(tick), number(tick));
        let _ = writeln!(
            svg,
            "<path class=\"grid\" d=\"M{LEFT} {at:.1}H{:.1}\"/><text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{label}</text>",
            WIDTH - EDGE,
            LEFT - 6.0,
            at + 4.0
        );
    }
    for tick in ticks(left, right) {
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            x(tick),
            HEIGHT - BELOW + 18.0,
            number(tick)
        );
    }
    let mut legend = String::new();
    for (i, Series { name, points }) in series.iter().enumerate() {
        let colour = COLOURS[i % COLOURS.len()];
        let dash = if i < COLOURS.len() { "" } else { " stroke-dasharray=\"5 3\"" };
        let path: Vec<String> =
            thinned(points).iter().map(|&(px, py)| format!("{:.1} {:.1}", x(px), y(py))).collect();
        let _ = writeln!(svg, "<path class=\"curve\" stroke=\"{colour}\"{dash} d=\"M{}\"/>", path.join("L"));
        let _ = write!(
            legend,
            "<span><svg width=\"24\" height=\"8\"><path d=\"M0 4H24\" stroke=\"{colour}\" stroke-width=\"2\"{dash}/></svg> {}</span> ",
            escape(name)
        );
    }
    svg + &format!("</svg>\n<div class=\"legend\">{legend}</div></figure>\n")
}

/// A curve with no more points than can be seen: of each stretch its first lowest and its first highest one, so that no peak is lost.
fn thinned(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    if points.len() <= 2 * PAIRS {
        return points.to_vec();
    }
    let stretch = |k: usize| &points[k * points.len() / PAIRS..(k + 1) * points.len() / PAIRS];
    let ends = |points: &[(f64, f64)]| {
        let extreme = |sign: f64| {
            let better =
                |best: usize, i: usize| if sign * points[i].1 > sign * points[best].1 { i } else { best };
            (1..points.len()).fold(0, better)
        };
        let (low, high) = (extreme(-1.0), extreme(1.0));
        [points[low.min(high)], points[low.max(high)]]
    };
    (0..PAIRS).flat_map(|k| ends(stretch(k))).collect()
}

/// About five round numbers between two.
fn ticks(low: f64, high: f64) -> Vec<f64> {
    let rough = (high - low) / 5.0;
    let power = 10f64.powf(rough.log10().floor());
    let step =
        [1.0, 2.0, 5.0, 10.0].into_iter().map(|n| n * power).find(|&step| step >= rough).unwrap_or(rough);
    let first = (low / step).ceil();
    (0..12).map(|k| (first + f64::from(k)) * step).take_while(|&tick| tick <= high + step * 1e-9).collect()
}

/// A number without needless digits.
fn number(value: f64) -> String {
    let text = format!("{value:.4}");
    let short = text.trim_end_matches('0').trim_end_matches('.');
    if short == "-0" { "0".into() } else { short.into() }
}

/// Text as HTML has it.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_inside() {
        assert_eq!(ticks(0.0, 1.0), [0.0, 0.2, 0.4, 0.6000000000000001, 0.8, 1.0]);
        assert_eq!(ticks(-3.0, 12.0), [0.0, 5.0, 10.0]);
        for (low, high) in [(0.013, 0.0131), (-1e6, 1e6), (5.0, 6.0)] {
            let ticks = ticks(low, high);
            assert!(
                (2..=11).contains(&ticks.len()) && ticks.iter().all(|t| (low..=high * 1.0001).contains(t)),
                "{ticks:?}"
            );
        }
        assert_eq!([0.6000000000000001, -0.0, 425.0, 1e6].map(number), ["0.6", "0", "425", "1000000"]);
    }

    #[test]
    fn curves_stay_inside_the_figure() {
        let points = (0..50).map(|i| (f64::from(i), f64::from(i % 7) * 1e3 - 4.0)).collect();
        let svg = chart("a < b", &[Series { name: "x & y".into(), points }]);
        assert!(svg.contains("a &lt; b") && svg.contains("x &amp; y"));
        let path = svg.split("d=\"M").find(|part| part.contains('L')).unwrap().split('"').next().unwrap();
        for point in path.split('L') {
            let (x, y) = point.split_once(' ').unwrap();
            let (x, y): (f64, f64) = (x.parse().unwrap(), y.parse().unwrap());
            assert!((LEFT..=WIDTH).contains(&x) && (0.0..=HEIGHT).contains(&y), "{point}");
        }
        assert_eq!(chart("nothing", &[]), "");
    }

    /// A run of 20,000 generations had a page of 4.7 MB.
    #[test]
    fn long_curves_are_as_long_as_the_figure_is_wide_and_keep_their_peaks() {
        let mut points: Vec<(f64, f64)> = (0..20_000).map(|i| (f64::from(i), f64::from(i % 13))).collect();
        (points[7_777].1, points[12_345].1) = (500.0, -500.0);
        let few = thinned(&points);
        assert_eq!(few.len(), 2 * PAIRS);
        assert!(few.contains(&(7_777.0, 500.0)) && few.contains(&(12_345.0, -500.0)));
        assert!(few.windows(2).all(|two| two[0].0 <= two[1].0) && few.iter().all(|p| points.contains(p)));
        assert!(chart("long", &[Series { name: "one".into(), points: points.clone() }]).len() < 10_000);
        assert_eq!(thinned(&points[..2 * PAIRS]), points[..2 * PAIRS]);
    }
}
