//! Files that say their own checksum, so that damage is noticed: CRC-32C of all bytes, with zeros where the checksum stands.
//!
//! ```text
//! # checksum: 5b2f8a01      the last line of weights in TOML
//! "checksum":"5b2f8a01"     a field of networks: in JSON, and in the header of safetensors
//! ```
//!
//! Weights that somebody wrote by hand have none.

/// What stands before the checksum.
pub const TOML: &str = "# checksum: ";
#[allow(missing_docs)]
pub const JSON: &str = "\"checksum\":\"";

/// What is said where it does not fit.
pub const WRONG: &str = "the checksum in it does not fit: the file is damaged, or was edited; whoever edits it takes the checksum out";

/// What stands in its place while it is computed.
pub const UNKNOWN: &str = "00000000";

fn place(file: &[u8], mark: &str) -> Option<usize> {
    Some(file.windows(mark.len()).position(|window| window == mark.as_bytes())? + mark.len())
}

fn sum(file: &[u8], at: usize) -> String {
    let behind = file.get(at + UNKNOWN.len()..).unwrap_or_default();
    let parts = [&file[..at], UNKNOWN.as_bytes(), behind];
    format!("{:08x}", parts.into_iter().fold(0, crc32c::crc32c_append))
}

/// Puts the checksum in the place of [`UNKNOWN`].
pub fn seal(file: &mut [u8], mark: &str) {
    let at = place(file, mark).expect("whoever writes a file leaves a place for its checksum");
    let sum = sum(file, at);
    file[at..at + sum.len()].copy_from_slice(sum.as_bytes());
}

/// The same for a text.
pub fn sealed(text: String, mark: &str) -> String {
    let mut file = text.into_bytes();
    seal(&mut file, mark);
    String::from_utf8(file).expect("digits took the place of digits")
}

/// Weights in TOML as a file. What is said about them stands before them, the checksum behind.
pub fn toml(about: &str, weights: &str) -> String {
    let about: String = about.lines().map(|line| format!("# {line}\n")).collect();
    sealed(format!("{about}{weights}{TOML}{UNKNOWN}\n"), TOML)
}

/// Whether a file is as it was written; nothing where it does not say its checksum.
pub fn fits(file: &[u8], mark: &str) -> Option<bool> {
    let at = place(file, mark)?;
    Some(file[at..].starts_with(sum(file, at).as_bytes()))
}
