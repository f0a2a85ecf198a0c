//! Graphs as SVG: axes with names, curves, bands around them, and a legend. The colours follow the reader's, light or dark, whether the
//! graph is a file of its own or a part of a page.

use std::fmt::Write;

/// One curve.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Series {
    /// What it is called.
    pub name: String,
    /// Where it goes through.
    pub points: Vec<(f64, f64)>,
    /// The band around it: where, from and to.
    pub band: Vec<(f64, f64, f64)>,
}

impl Series {
    /// A curve alone.
    pub fn new(name: impl Into<String>, points: Vec<(f64, f64)>) -> Series {
        Series { name: name.into(), points, band: Vec::new() }
    }

    /// The mean of several curves over the same places, in a band from the lowest to the highest. It ends where the first of them does.
    pub fn mean(name: impl Into<String>, curves: &[Vec<(f64, f64)>]) -> Series {
        let length = curves.iter().map(Vec::len).min().unwrap_or(0);
        let mut series = Series::new(name, Vec::new());
        for place in 0..length {
            let values: Vec<f64> = curves.iter().map(|curve| curve[place].1).collect();
            let fold = |of: fn(f64, f64) -> f64| values.iter().copied().reduce(of).unwrap_or(0.0);
            let at = curves[0][place].0;
            series.points.push((at, values.iter().sum::<f64>() / values.len() as f64));
            if values.len() > 1 {
                series.band.push((at, fold(f64::min), fold(f64::max)));
            }
        }
        series
    }
}

/// A graph.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Figure {
    /// What it shows.
    pub title: String,
    /// What goes to the right, and upwards: with units.
    pub axes: [String; 2],
    /// The curves.
    pub series: Vec<Series>,
    /// Heights that a line marks, each with its name.
    pub marks: Vec<(f64, String)>,
}

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 260.0;
/// Room for numbers and names at the left and below, and for nothing elsewhere.
const LEFT: f64 = 74.0;
const BELOW: f64 = 46.0;
const EDGE: f64 = 18.0;
/// A line of the legend, and how wide a letter is in the mean.
const LINE: f64 = 18.0;
const LETTER: f64 = 6.4;

/// So many pairs of points show all of a curve that can be seen: one pair for two columns of pixels.
const PAIRS: usize = 324;

/// Curves that have colours of their own; after them dashes begin.
const COLOURS: usize = 8;

/// Colours that people who see few colours can tell apart, by day and by night.
pub(super) const STYLE: &str = concat!(
    ".chart{--ink:#444;--line:#ddd;--ground:#fff}.c0{--c:#0072b2}.c1{--c:#d55e00}.c2{--c:#00866a}.c3{--c:#b0508c}",
    ".c4{--c:#3a8fc4}.c5{--c:#a87400}.c6{--c:#222}.c7{--c:#7f7f7f}",
    "@media(prefers-color-scheme:dark){.chart{--ink:#ccc;--line:#444;--ground:#1b1b1b}.c0{--c:#4aa8e0}.c1{--c:#ff8a3d}",
    ".c2{--c:#2fcf9f}.c3{--c:#e39ac6}.c4{--c:#8fd0f5}.c5{--c:#f0b93a}.c6{--c:#eee}.c7{--c:#999}}",
    ".chart text{font:12px system-ui,sans-serif;fill:var(--ink)}.chart .grid{stroke:var(--line)}",
    ".chart .ground{fill:var(--ground)}.chart .mark{stroke:var(--ink);stroke-dasharray:2 4}",
    ".chart .curve{fill:none;stroke:var(--c);stroke-width:1.6}.chart .band{fill:var(--c);opacity:.2}"
);

impl Figure {
    /// The graph as a file of its own; nothing where there is no point.
    pub fn file(&self) -> String {
        self.svg("xmlns=\"http://www.w3.org/2000/svg\" ", &format!("<style>{STYLE}</style>\n"))
    }

    fn svg(&self, language: &str, style: &str) -> String {
        let points = || {
            let bands = |s: &'_ Series| {
                s.band.iter().flat_map(|&(x, low, high)| [(x, low), (x, high)]).collect::<Vec<_>>()
            };
            let all = self.series.iter().flat_map(move |s| s.points.iter().copied().chain(bands(s)));
            all.filter(|(x, y)| x.is_finite() && y.is_finite())
        };
        let Some((x0, y0)) = points().next() else { return String::new() };
        let range = |of: fn((f64, f64)) -> f64, first: f64| {
            let (low, high) =
                points().fold((first, first), |(low, high), p| (low.min(of(p)), high.max(of(p))));
            if high > low { (low, high) } else { (low - 0.5, high + 0.5) }
        };
        let ((left, right), (mut bottom, mut top)) = (range(|p| p.0, x0), range(|p| p.1, y0));
        for (height, _) in &self.marks {
            (bottom, top) = (bottom.min(*height), top.max(*height));
        }
        let x = |value: f64| LEFT + (value - left) / (right - left) * (WIDTH - LEFT - EDGE);
        let y = |value: f64| EDGE + (top - value) / (top - bottom) * (HEIGHT - EDGE - BELOW);
        let names: Vec<&str> = self.series.iter().map(|series| &series.name[..]).collect();
        let (places, height) = legend(&names);
        let title = escape(&self.title);
        let mut svg = format!(
            "<svg {language}class=\"chart\" viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-label=\"{title}\">\n\
             {style}<rect class=\"ground\" width=\"{WIDTH}\" height=\"{height}\"/>\n"
        );
        let text = |x: f64, y: f64, anchor: &str, words: &str| {
            format!("<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{}</text>\n", escape(words))
        };
        for tick in ticks(bottom, top) {
            let at = y(tick);
            let _ = writeln!(svg, "<path class=\"grid\" d=\"M{LEFT} {at:.1}H{:.1}\"/>", WIDTH - EDGE);
            svg += &text(LEFT - 6.0, at + 4.0, "end", &number(tick));
        }
        for tick in ticks(left, right) {
            svg += &text(x(tick), HEIGHT - BELOW + 18.0, "middle", &number(tick));
        }
        let (middle, centre) = ((LEFT + WIDTH - EDGE) / 2.0, (EDGE + HEIGHT - BELOW) / 2.0);
        svg += &text(middle, HEIGHT - BELOW + 36.0, "middle", &self.axes[0]);
        let turned =
            format!("<text transform=\"translate(14 {centre:.1}) rotate(-90)\" text-anchor=\"middle\">");
        let _ = writeln!(svg, "{turned}{}</text>", escape(&self.axes[1]));
        for (height, name) in &self.marks {
            let at = y(*height);
            let _ = writeln!(svg, "<path class=\"mark\" d=\"M{LEFT} {at:.1}H{:.1}\"/>", WIDTH - EDGE);
            svg += &text(WIDTH - EDGE - 4.0, at - 4.0, "end", name);
        }
        let path = |points: &[(f64, f64)]| {
            let places = points.iter().map(|&(px, py)| format!("{:.1} {:.1}", x(px), y(py)));
            places.collect::<Vec<_>>().join("L")
        };
        for (i, Series { name, points, band }) in self.series.iter().enumerate() {
            let colour = i % COLOURS;
            let dash = if i < COLOURS { "" } else { " stroke-dasharray=\"5 3\"" };
            if !band.is_empty() {
                let low = thinned(&band.iter().map(|&(x, low, _)| (x, low)).collect::<Vec<_>>());
                let mut high = thinned(&band.iter().map(|&(x, _, high)| (x, high)).collect::<Vec<_>>());
                high.reverse();
                let around = path(&[low, high].concat());
                let _ = writeln!(svg, "<path class=\"band c{colour}\" d=\"M{around}Z\"/>");
            }
            let curve = format!("class=\"curve c{colour}\"{dash}");
            let _ = writeln!(svg, "<path {curve} d=\"M{}\"/>", path(&thinned(points)));
            let (lx, ly) = places[i];
            let _ = writeln!(svg, "<path {curve} d=\"M{lx:.1} {:.1}h20\"/>", ly - 4.0);
            svg += &text(lx + 26.0, ly, "start", name);
        }
        svg + "</svg>\n"
    }

    /// The graph with its title, as a part of a page that has the style.
    pub fn html(&self) -> String {
        let svg = self.svg("", "");
        let title = escape(&self.title);
        if svg.is_empty() {
            svg
        } else {
            format!("<figure><figcaption>{title}</figcaption>\n{svg}</figure>\n")
        }
    }
}

/// Where the entries of a legend stand, line by line, and how high the figure is with them.
fn legend(names: &[&str]) -> (Vec<(f64, f64)>, f64) {
    let (mut x, mut y) = (LEFT, HEIGHT + 6.0);
    let mut places = Vec::new();
    for name in names {
        let width = 26.0 + LETTER * name.chars().count() as f64 + 18.0;
        if x > LEFT && x + width > WIDTH {
            (x, y) = (LEFT, y + LINE);
        }
        places.push((x, y));
        x += width;
    }
    (places, y + EDGE)
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

    fn chart(title: &str, series: Vec<Series>) -> Figure {
        Figure { title: title.into(), series, ..Figure::default() }
    }

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
        let figure = chart("a < b", vec![Series::new("x & y", points)]);
        let svg = figure.file();
        assert!(svg.contains("a &lt; b") && svg.contains("x &amp; y"));
        assert!(figure.html().starts_with("<figure><figcaption>a &lt; b</figcaption>\n<svg "));
        let path = svg.split("d=\"M").find(|part| part.contains('L')).unwrap().split('"').next().unwrap();
        for point in path.split('L') {
            let (x, y) = point.split_once(' ').unwrap();
            let (x, y): (f64, f64) = (x.parse().unwrap(), y.parse().unwrap());
            assert!((LEFT..=WIDTH).contains(&x) && (0.0..=HEIGHT).contains(&y), "{point}");
        }
        assert_eq!(chart("nothing", vec![]).html(), "");
    }

    #[test]
    fn a_mean_has_a_band_and_a_legend_has_lines() {
        let curves = [vec![(1.0, 2.0), (2.0, 5.0), (3.0, 0.0)], vec![(1.0, 4.0), (2.0, 1.0)]];
        let mean = Series::mean("two runs", &curves);
        assert_eq!(
            (mean.points, mean.band),
            (vec![(1.0, 3.0), (2.0, 3.0)], vec![(1.0, 2.0, 4.0), (2.0, 1.0, 5.0)])
        );
        assert!(Series::mean("one", &curves[..1]).band.is_empty());
        let names = ["a name of some length"; 9];
        let (places, height) = legend(&names);
        let lines: std::collections::BTreeSet<i64> = places.iter().map(|place| place.1 as i64).collect();
        assert!(
            lines.len() == 3 && places.iter().all(|place| place.0 < WIDTH - 150.0 && place.1 < height),
            "{places:?}"
        );
        let mut figure = chart("marked", vec![Series::new("low", vec![(0.0, 1.0), (1.0, 2.0)])]);
        figure.marks.push((425.0, "the paper".into()));
        assert!(figure.file().contains(">400</text>") && figure.file().contains(">the paper</text>"));
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
        assert!(chart("long", vec![Series::new("one", points.clone())]).file().len() < 12_000);
        assert_eq!(thinned(&points[..2 * PAIRS]), points[..2 * PAIRS]);
    }
}
