//! A configuration with single settings changed: what `petteia train --set KEY=VALUE` asks for.

use games::TextError;
use games::text::from_toml;
use toml::{Table, Value};

/// A configuration after settings. What is wrong without them has its line, anything else names them; what a setting replaces may be
/// wrong in the file.
pub fn configured<T>(
    text: &str,
    settings: &[String],
    parse: impl Fn(&str) -> Result<T, TextError>,
) -> Result<T, TextError> {
    if settings.is_empty() {
        return parse(text);
    }
    parse(&with_settings(text, settings)?).map_err(|error| match parse(text) {
        Err(own) if without_line(&own) == without_line(&error) => own,
        _ => TextError::new(format!("with {}: {}", settings.join(", "), without_line(&error))),
    })
}

/// What is wrong, but not where: a text with settings has other lines than the file.
fn without_line(error: &TextError) -> String {
    let text = error.to_string();
    match text.split_once(": ") {
        Some((line, rest)) if line.starts_with("line ") => rest.into(),
        _ => text,
    }
}

/// The text of a configuration after settings such as `play.noise=0`: a key with the groups it is in, and a value as TOML has it, or
/// plain words. `KEY=` takes a key out.
fn with_settings(text: &str, settings: &[String]) -> Result<String, TextError> {
    let mut table: Table = from_toml(text)?;
    for setting in settings {
        set(&mut table, setting).map_err(|e| e.within("--set"))?;
    }
    Ok(table.to_string())
}

fn set(mut table: &mut Table, setting: &str) -> Result<(), TextError> {
    let Some((key, value)) = setting.split_once('=') else {
        return Err(TextError::new(format!("{setting} is no KEY=VALUE, such as play.noise=0")));
    };
    let (key, value) = (key.trim(), value.trim());
    let absent = || TextError::new(format!("{key} is not in the file and cannot be taken out"));
    let (groups, name) = key.rsplit_once('.').map_or((None, key), |(groups, name)| (Some(groups), name));
    for group in groups.into_iter().flat_map(|groups| groups.split('.')) {
        if value.is_empty() && !table.contains_key(group) {
            return Err(absent());
        }
        table = table
            .entry(group)
            .or_insert_with(|| Table::new().into())
            .as_table_mut()
            .ok_or_else(|| TextError::new(format!("{key}: {group} is a setting and no group of them")))?;
    }
    if value.is_empty() {
        table.remove(name).map(drop).ok_or_else(absent)
    } else {
        table.insert(name.into(), read(value));
        Ok(())
    }
}

/// A value as TOML has it, or else the words themselves.
fn read(text: &str) -> Value {
    let value = format!("value = {text}").parse::<Table>().ok().and_then(|mut table| table.remove("value"));
    value.unwrap_or_else(|| text.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "game = 'awari'\nepochs = 3\n[play]\nnoise = 0.25\nmovers = ['random']\n";

    fn after(settings: &[&str]) -> Result<Table, String> {
        let settings: Vec<String> = settings.iter().map(|s| s.to_string()).collect();
        with_settings(FILE, &settings).map(|text| text.parse().unwrap()).map_err(|e| e.to_string())
    }

    #[test]
    fn settings_are_changed_added_and_taken_out() {
        let table =
            after(&["play.noise=0", "play.movers = []", "game=seega:7", "gate.games=4", "epochs="]).unwrap();
        let wanted = "game = 'seega:7'\n[play]\nnoise = 0\nmovers = []\n[gate]\ngames = 4\n";
        assert_eq!(table, wanted.parse().unwrap());
    }

    #[test]
    fn whose_mistake_it_is_can_be_seen() {
        let known: fn(&str) -> Result<u64, TextError> = |text| {
            #[derive(serde::Deserialize)]
            #[serde(deny_unknown_fields)]
            struct Known {
                epochs: u64,
            }
            from_toml(text).map(|Known { epochs }| epochs)
        };
        let after = |text: &str, setting: &str| {
            configured(text, &[setting.to_string()], known).map_err(|e| e.to_string())
        };
        assert_eq!(after("epochs = 3", "epochs=4"), Ok(4));
        assert_eq!(after("\nepochs = 'three'", "epochs=4"), Ok(4), "what is replaced may be wrong");
        let own = "line 3: unknown field seeds, expected epochs";
        assert_eq!(after("epochs = 3\n\nseeds = 1", "epochs=4"), Err(own.into()), "by the line of the file");
        let set = "with seeds=1: unknown field seeds, expected epochs";
        assert_eq!(after("epochs = 3", "seeds=1"), Err(set.into()));
    }

    #[test]
    fn what_is_no_setting_is_an_error() {
        assert_eq!(
            after(&["play.noise"]).unwrap_err(),
            "--set: play.noise is no KEY=VALUE, such as play.noise=0"
        );
        assert_eq!(
            after(&["epochs.many=1"]).unwrap_err(),
            "--set: epochs.many: epochs is a setting and no group of them"
        );
        for misspelt in ["play.nosie=", "gate.games=", "epoch="] {
            let key = misspelt.trim_end_matches('=');
            assert_eq!(
                after(&[misspelt]).unwrap_err(),
                format!("--set: {key} is not in the file and cannot be taken out")
            );
        }
    }
}
