//! Scalars as TensorBoard reads them: records of length, checksum, message, checksum, where a message is an `Event` of
//! tensorboard's `event.proto`. Only what scalars need is written here.
//!
//! The time of an event is the number of its epoch in seconds, not the clock's, so that the same run gives the same file.

/// The record that a file begins with.
pub fn header() -> Vec<u8> {
    record(&field(3, 2, &sized(b"brain.Event:2")))
}

/// The record of an epoch: points of curves by their names, in which a slash groups them.
pub fn scalars(epoch: u64, scalars: &[(String, f64)]) -> Vec<u8> {
    let values = scalars.iter().flat_map(|(name, value)| {
        let tag = field(1, 2, &sized(name.as_bytes()));
        field(1, 2, &sized(&[tag, field(2, 5, &(*value as f32).to_le_bytes())].concat()))
    });
    let summary: Vec<u8> = values.collect();
    let time = field(1, 1, &(epoch as f64).to_le_bytes());
    record(&[time, field(2, 0, &varint(epoch)), field(5, 2, &sized(&summary))].concat())
}

/// A field of a message: its number, how it is encoded (0 varint, 1 eight bytes, 2 sized, 5 four bytes), and its bytes.
fn field(number: u8, encoding: u8, bytes: &[u8]) -> Vec<u8> {
    [&[number << 3 | encoding], bytes].concat()
}

fn sized(bytes: &[u8]) -> Vec<u8> {
    [varint(bytes.len() as u64), bytes.to_vec()].concat()
}

fn varint(mut number: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    while number >= 128 {
        bytes.push(number as u8 | 128);
        number >>= 7;
    }
    bytes.push(number as u8);
    bytes
}

fn record(message: &[u8]) -> Vec<u8> {
    let length = (message.len() as u64).to_le_bytes();
    let sum = |bytes: &[u8]| {
        let crc = crc32c::crc32c(bytes);
        (crc.rotate_right(15)).wrapping_add(0xA282_EAD8).to_le_bytes()
    };
    [&length[..], &sum(&length), message, &sum(message)].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bytes that the Python package tensorboard writes: `RecordWriter(file).write(Event(wall_time=300, step=300, summary=Summary(
    /// value=[Summary.Value(tag="a/b", simple_value=1.5)])).SerializeToString())`.
    #[test]
    fn records_are_those_of_tensorboard() {
        let hex = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
        assert_eq!(
            hex(&scalars(300, &[("a/b".into(), 1.5)])),
            "1a00000000000000129bd82d090000000000c0724010ac022a0c0a0a0a03612f62150000c03fa0e152b3"
        );
        let header = header();
        assert_eq!(hex(&header[12..header.len() - 4]), "1a0d627261696e2e4576656e743a32");
    }
}
