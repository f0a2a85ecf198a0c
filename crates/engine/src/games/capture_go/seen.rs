//! The outputs of positions judged lately. A search comes to the same leaf again and again: the same stones in another
//! order, the next iteration, a second look with a wider window.

/// There are so many places: what fits beside a network into a processor's second cache.
const PLACES: usize = 1 << 13;

/// A position's output by the position's key; a newer one takes the place of an older one.
#[derive(Clone, Debug)]
pub struct Seen(Box<[(u64, f32)]>);

impl Seen {
    /// Nothing yet: no place holds a number.
    pub fn new() -> Seen {
        Seen(vec![(0, f32::NAN); PLACES].into())
    }

    /// The output of the position with this key, if it is still there.
    #[inline]
    pub fn get(&self, key: u64) -> Option<f32> {
        let (seen, output) = self.0[key as usize % PLACES];
        (seen == key && !output.is_nan()).then_some(output)
    }

    /// Remembers an output.
    #[inline]
    pub fn put(&mut self, key: u64, output: f32) {
        self.0[key as usize % PLACES] = (key, output);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_of_a_place_is_remembered() {
        let mut seen = Seen::new();
        let (old, new) = (7, 7 + PLACES as u64);
        assert_eq!([seen.get(0), seen.get(old)], [None; 2]);
        seen.put(0, 0.5);
        seen.put(old, -0.25);
        assert_eq!([seen.get(0), seen.get(old), seen.get(new)], [Some(0.5), Some(-0.25), None]);
        seen.put(new, 1.0);
        assert_eq!([seen.get(old), seen.get(new)], [None, Some(1.0)]);
    }
}
