//! A configuration with single settings changed: what `petteia train --set KEY=VALUE` asks for.

use games::TextError;
use toml::{Table, Value};

use super::config::from_toml;

/// The text of a configuration after settings such as `play.noise=0`: a key with the groups it is in, and a value as TOML has it, or
/// plain words. `KEY=` takes a key out.
pub fn with_settings(text: &str, settings: &[String]) -> Result<String, TextError> {
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
