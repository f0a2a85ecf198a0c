//! The range of every number of a configuration. What is above would take all memory or never end, what is below makes no sense; that
//! numbers also fit each other is asked where they meet.

use games::TextError;
use serde::Serialize;
use toml::Value;

/// A key, or a group of them with a point at the end, and what its numbers may be from and to. The first that fits holds.
const RANGES: &[(&str, f64, f64)] = &[
    ("epochs", 1.0, 1e6),
    ("seed", 0.0, i64::MAX as f64),
    ("checkpoint", 1.0, 1e6),
    ("populations", 1.0, 2.0),
    ("opening", 0.0, 1000.0),
    ("longest", 1.0, 1e6),
    ("samples", 0.0, 1000.0),
    ("limits.depth", 1.0, 1000.0),
    ("limits.", 1.0, 1e12),
    ("scheme.past", 0.0, 10_000.0),
    ("scheme.", 1.0, 10_000.0),
    ("choice.past", 0.0, 10_000.0),
    ("choice.", 1.0, 10_000.0),
    ("score.most", 1.0, 1e6),
    ("score.", -1e6, 1e6),
    // Numbers of vectors; the optimisers themselves say what is too little.
    ("optimizer.population", 0.0, 10_000.0),
    ("optimizer.particles", 0.0, 10_000.0),
    ("optimizer.swarm.particles", 0.0, 10_000.0),
    ("optimizer.outer.particles", 0.0, 1000.0),
    ("optimizer.inner.particles", 0.0, 1000.0),
    ("optimizer.survivors", 0.0, 10_000.0),
    ("optimizer.subpopulations", 0.0, 10_000.0),
    ("optimizer.challenges", 0.0, 10_000.0),
    ("optimizer.", -1e12, 1e12),
    ("network.filters", 1.0, 512.0),
    ("network.blocks", 1.0, 40.0),
    ("network.hidden", 1.0, 4096.0),
    ("play.games", 1.0, 1e6),
    ("play.simulations", 2.0, 1e6),
    ("play.quick", 0.0, 1e6),
    ("play.full", 0.0, 1.0),
    ("play.noise", 0.0, 1.0),
    ("play.margin", 0.0, 1.0),
    ("play.spread", 1e-6, 1000.0),
    ("play.curiosity", 1e-6, 1000.0),
    ("play.opening", 0.0, 1000.0),
    ("play.longest", 1.0, 1e6),
    ("play.", 0.0, 1e6),
    ("learn.batch", 1.0, 65_536.0),
    ("learn.steps", 0.0, 1e6),
    ("learn.window", 0.0, 1e6),
    ("learn.rate", 1e-9, 0.999),
    ("learn.decay", 0.0, 0.999),
    ("learn.", 0.0, 1.0),
    ("gate.threshold", 0.0, 1.0),
    ("gate.", 1.0, 1e6),
    ("uneven", 0.0, 1000.0),
    ("ahead", 1.0, 1e6),
    ("every", 1.0, 1000.0),
    ("pull", 1e-3, 1e9),
    ("rounds.games", 1.0, 100_000.0),
    ("rounds.nodes", 1.0, 1e12),
    ("start.", -1e9, 1e9),
    ("anchors.every", 1.0, 1e6),
    ("anchors.games", 1.0, 1e6),
    ("anchors.opening", 0.0, 1000.0),
    ("anchors.", 0.0, 1e6),
];

/// That every number of a configuration is in its range; the error names key, value and range.
pub fn check(config: &impl Serialize) -> Result<(), TextError> {
    let all =
        Value::try_from(config).map_err(|_| TextError::new("a number is larger than 9223372036854775807"))?;
    check_value("", &all)
}

fn check_value(key: &str, value: &Value) -> Result<(), TextError> {
    let number = match value {
        Value::Table(table) => {
            let inner = |name: &String| if key.is_empty() { name.clone() } else { format!("{key}.{name}") };
            return table.iter().try_for_each(|(name, value)| check_value(&inner(name), value));
        }
        Value::Array(all) => return all.iter().try_for_each(|value| check_value(key, value)),
        Value::Integer(number) => *number as f64,
        Value::Float(number) => *number,
        Value::String(_) | Value::Boolean(_) | Value::Datetime(_) => return Ok(()),
    };
    let fits = |(name, ..): &&(&str, f64, f64)| *name == key || name.ends_with('.') && key.starts_with(name);
    let Some((_, low, high)) = RANGES.iter().find(fits) else {
        return Err(TextError::new(format!("{key}: nobody has said which numbers it may be")));
    };
    if (*low..=*high).contains(&number) {
        return Ok(());
    }
    Err(TextError::new(format!("{key} is {value}, but it must be a number from {low} to {high}")))
}

#[cfg(test)]
mod tests {
    use super::super::Experiment;

    /// Every number of every configuration that ships has a range, and both ends of it are guarded.
    #[test]
    fn every_number_has_a_range() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../configs");
        let mut tried = 0;
        for path in std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.is_file() && !path.to_str().unwrap().contains("/tune-"))
        {
            let text = std::fs::read_to_string(&path).unwrap();
            let experiment = Experiment::read(&text).unwrap();
            let complete: toml::Table = experiment.to_toml().parse().unwrap();
            let mut keys = Vec::new();
            numbers("", &toml::Value::Table(complete), &mut keys);
            for key in keys {
                // Of the seed every number is one, below that which TOML can write.
                for wrong in ["1000000000000000000", "-1000000000000000000", "1e300", "nan"] {
                    let settings = [format!("{key}={wrong}")];
                    let error = super::super::configured(&text, &settings, Experiment::parse);
                    assert!(error.is_err() || key == "seed", "{}: {key} = {wrong}", path.display());
                    tried += 1;
                }
            }
        }
        assert!(tried > 1000, "{tried}");
    }

    fn numbers(key: &str, value: &toml::Value, keys: &mut Vec<String>) {
        match value {
            toml::Value::Table(table) => table.iter().for_each(|(name, value)| {
                numbers(&if key.is_empty() { name.clone() } else { format!("{key}.{name}") }, value, keys);
            }),
            toml::Value::Integer(_) | toml::Value::Float(_) => keys.push(key.into()),
            _ => {}
        }
    }

    #[test]
    fn the_error_names_key_value_and_range() {
        let text = "game = 'awari'\nplayer = 'davis2002(depth=2)'\nepochs = 3\nscheme = { kind = 'everybody' }\n\
                    score = { kind = 'points', win = 3, draw = 1, loss = 0 }\n\
                    optimizer = { kind = 'es', population = 1000000000000 }\n";
        let error = Experiment::parse(text).unwrap_err().to_string();
        assert_eq!(error, "optimizer.population is 1000000000000, but it must be a number from 0 to 10000");
        let error = Experiment::parse(&text.replace("epochs = 3", "epochs = 1000000000000000000"))
            .unwrap_err()
            .to_string();
        assert_eq!(error, "epochs is 1000000000000000000, but it must be a number from 1 to 1000000");
        let many = text.replace("population = 1000000000000", "population = 9999, survivors = 2");
        let error = Experiment::parse(&many).unwrap_err().to_string();
        assert!(error.contains("99970002 games") && error.contains("1000000 are the most"), "{error}");
    }
}
