//! Networks as files: safetensors, which Python's tools read as well.
//!
//! Eight bytes say how long a JSON text is, then comes the text, which says what each tensor is called and where it lies, and then
//! the numbers. What the network is for stands under `__metadata__`: the game with its rules, the version of the rules, the
//! architecture, and where it came from; and a checksum of the whole file, so that damage is noticed.

use std::collections::BTreeMap;
use std::path::Path;

use games::{GameSpec, TextError, text_error, with_game};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::layers::{Architecture, Shape};
use super::network::Network;
use super::picture::Pictured;
use crate::checksum;

/// What a file says besides the numbers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct About {
    /// The game with its rules.
    pub game: String,
    /// The version of the game's rules.
    pub rules_version: u32,
    /// The version of how positions are shown.
    pub picture_version: u32,
    /// Which network.
    pub architecture: Architecture,
    /// What it looks at.
    pub shape: Shape,
    /// Where it came from: the configuration, the seed, the generation.
    pub origin: String,
    /// Whether a checksum says that the file is as it was written.
    pub checked: bool,
}

/// Files of this format have a checksum, those of the one before had none.
const FORMATS: [&str; 2] = ["petteia network 1", "petteia network 2"];

/// No number of a network that has learnt something is as large.
const LARGEST: f32 = 1e4;

/// Larger headers are not networks of ours.
const LONGEST_HEADER: usize = 1 << 20;

#[derive(Serialize, Deserialize)]
struct Tensor {
    dtype: String,
    shape: Vec<usize>,
    data_offsets: [usize; 2],
}

/// The name, the shape and the numbers of every tensor, in the order of a file.
fn tensors(network: &Network) -> Vec<(String, Vec<usize>, std::ops::Range<usize>)> {
    let mut list = Vec::new();
    for (i, (layer, [weights, biases])) in network.layers().iter().zip(network.ranges()).enumerate() {
        let mut shape = vec![layer.outputs, layer.inputs];
        match layer.taps {
            Some(9) => shape.extend([3, 3]),
            Some(_) => shape.extend([1, 1]),
            None => {}
        }
        list.push((format!("layers.{i:02}.weight"), shape, weights));
        list.push((format!("layers.{i:02}.bias"), vec![layer.outputs], biases));
    }
    list
}

/// The bytes of a network's file; the same network, game and origin give the same bytes.
pub fn write(network: &Network, game: &GameSpec, origin: &str) -> Vec<u8> {
    let mut header = BTreeMap::from([(
        "__metadata__".to_string(),
        json!({
            "architecture": text(network.architecture()),
            "checksum": checksum::UNKNOWN,
            "format": FORMATS[1],
            "game": game.to_string(),
            "origin": origin,
            "picture_version": picture_version(game).to_string(),
            "rules_version": game.rules_version().to_string(),
            "shape": text(network.shape()),
        }),
    )]);
    for (name, shape, range) in tensors(network) {
        let data_offsets = [range.start * 4, range.end * 4];
        header.insert(name, json!(Tensor { dtype: "F32".into(), shape, data_offsets }));
    }
    let mut header = serde_json::to_string(&header).expect("it is plain data").into_bytes();
    header.resize(header.len().next_multiple_of(8), b' ');
    let mut bytes = (header.len() as u64).to_le_bytes().to_vec();
    bytes.extend(header);
    bytes.extend(network.weights().iter().flat_map(|w| w.to_le_bytes()));
    checksum::seal(&mut bytes, checksum::JSON);
    bytes
}

fn picture_version(game: &GameSpec) -> u32 {
    with_game!(game, |_rules: G| G::PICTURE_VERSION)
}

/// A value as a text of JSON: metadata holds texts only.
fn text(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("it is plain data")
}

/// The network in a file's bytes, with what the file says about it. The error says why it is none.
pub fn read(bytes: &[u8]) -> Result<(Network, About), TextError> {
    let wrong = |why: &str| text_error!("this is not a network of petteia: {why}");
    let (length, rest) = bytes.split_first_chunk::<8>().ok_or_else(|| wrong("it is too short"))?;
    let length = usize::try_from(u64::from_le_bytes(*length)).unwrap_or(usize::MAX);
    if length > LONGEST_HEADER || length > rest.len() {
        return Err(wrong("its header does not fit into it"));
    }
    let (header, data) = rest.split_at(length);
    let header: BTreeMap<String, Value> =
        serde_json::from_slice(header).map_err(|e| wrong(&format!("its header is not JSON: {e}")))?;
    let metadata = header.get("__metadata__").ok_or_else(|| wrong("it does not say what it is for"))?;
    let field = |name: &str| {
        let value = metadata.get(name).and_then(Value::as_str);
        value.ok_or_else(|| wrong(&format!("its header does not say its {name}")))
    };
    let format = field("format")?;
    let checked = FORMATS.iter().position(|known| *known == format);
    let checked = checked.ok_or_else(|| wrong("it is of another format"))? == 1;
    if checked && checksum::fits(bytes, checksum::JSON) != Some(true) {
        return Err(wrong("it is damaged: its checksum does not fit"));
    }
    let number = |name: &str| field(name)?.parse().map_err(|_| wrong(&format!("{name} is not a number")));
    let architecture: Architecture =
        serde_json::from_str(field("architecture")?).map_err(|e| wrong(&format!("its architecture: {e}")))?;
    architecture.check()?;
    let shape: Shape =
        serde_json::from_str(field("shape")?).map_err(|e| wrong(&format!("its shape: {e}")))?;
    if [shape.planes, shape.rows, shape.columns].iter().any(|n| !(1..=64).contains(n)) || shape.steps > 4096 {
        return Err(wrong("its shape is of no game"));
    }
    let about = About {
        game: field("game")?.into(),
        rules_version: number("rules_version")?,
        picture_version: number("picture_version")?,
        architecture,
        shape,
        origin: field("origin")?.into(),
        checked,
    };
    let numbers: Vec<f32> = data
        .chunks_exact(4)
        .map(|chunk| f32::from_le_bytes(chunk.try_into().expect("chunks of four")))
        .collect();
    let network = Network::new(shape, architecture, numbers).filter(|_| data.len() % 4 == 0);
    let network = network.ok_or_else(|| wrong("it has too few or too many numbers"))?;
    if let Some(bad) = network.weights().iter().find(|w| w.is_nan() || w.abs() > LARGEST) {
        return Err(wrong(&format!("one of its numbers is {bad:e}")));
    }
    for (name, shape, range) in tensors(&network) {
        let offsets = [range.start * 4, range.end * 4];
        let found = header.get(&name).cloned().and_then(|value| serde_json::from_value::<Tensor>(value).ok());
        if !found.is_some_and(|t| t.dtype == "F32" && t.shape == shape && t.data_offsets == offsets) {
            return Err(wrong(&format!("{name} is missing, or not where it should be")));
        }
    }
    Ok((network, about))
}

/// The network of a file for this game, and what the file says about it; a sentence says why it is none for it.
pub fn load(path: &Path, game: &GameSpec) -> Result<(Network, About), TextError> {
    let bytes = std::fs::read(path).map_err(|e| text_error!("{}: {e}", path.display()))?;
    fitting(&bytes, game).map_err(|e| e.within(path.display()))
}

/// The network in a file's bytes, if it is for this game.
pub fn fitting(bytes: &[u8], game: &GameSpec) -> Result<(Network, About), TextError> {
    let (network, about) = read(bytes)?;
    let wrong = |why: String| Err(TextError::new(why));
    // What the name meant when the file was written.
    let named = about.game.parse::<GameSpec>().ok().and_then(|game| game.of_version(about.rules_version));
    let Some(named) = named.filter(|_| about.picture_version == picture_version(game)) else {
        return wrong(format!(
            "this network is for {} of version {} of the rules and {} of the planes; this program has {} and {}",
            about.game,
            about.rules_version,
            about.picture_version,
            game.rules_version(),
            picture_version(game)
        ));
    };
    // All switches count: planes do not show them, and one can turn the value of a position around.
    if named != *game {
        return wrong(format!("this network is for {named}, not for {game}"));
    }
    let (shape, colours) = with_game!(game, |rules: G| (G::shape(rules), G::colours(rules)));
    if about.shape != shape && Some(about.shape) != colours {
        let Shape { planes, steps, .. } = about.shape;
        return wrong(format!(
            "this network sees {planes} planes of {game} and names {steps} steps; this program has {} and {}",
            shape.planes, shape.steps
        ));
    }
    Ok((network, about))
}
