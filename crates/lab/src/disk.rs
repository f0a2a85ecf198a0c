//! Files that survive whatever happens to the program or the machine: one hand for runs, tournaments, tables and kept games.
//!
//! | what | what it promises |
//! |---|---|
//! | [`replace`] | the old file or the new one, whole, and when it returns, the new one even after a power cut |
//! | [`Appended`] | a file that only grows, and whose bytes so far have a [`Sum`] |
//! | [`lock`] | one program at a time in a folder |
//!
//! A program that is killed while it replaces a file may leave a file beside it whose name begins with a dot and ends with `.new`. Those are
//! never read; a program that has a folder to itself removes them with [`sweep`].

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use fs4::{FileExt, TryLockError};
use serde::{Deserialize, Serialize};

/// What the names of files end with that are not yet in their place.
const FRESH: &str = ".new";

/// Writes a file in the place of another one, which keeps its permissions.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    place(path, bytes, None)
}

/// The same where it has other bytes; otherwise nothing is written.
pub fn put(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if fs::read(path).is_ok_and(|found| found == bytes) { Ok(()) } else { replace(path, bytes) }
}

/// The same as [`replace`], but the old file stays under another name.
pub fn replace_keeping(path: &Path, bytes: &[u8], before: &Path) -> io::Result<()> {
    place(path, bytes, Some(before))
}

fn place(path: &Path, bytes: &[u8], before: Option<&Path>) -> io::Result<()> {
    let (fresh, old) = (beside(path), fs::metadata(path).ok());
    // Least of all /dev/null.
    if old.as_ref().is_some_and(|old| !old.is_file()) {
        return Err(io::Error::other("this is no ordinary file"));
    }
    let write = || {
        let mut file = File::create(&fresh)?;
        file.write_all(bytes)?;
        old.as_ref().map_or(Ok(()), |old| file.set_permissions(old.permissions()))?;
        file.sync_all()?;
        if let (Some(_), Some(before)) = (old, before) {
            fs::rename(path, before)?;
        }
        fs::rename(&fresh, path)?;
        sync_folder(parent(path))
    };
    write().inspect_err(|_| drop(fs::remove_file(&fresh)))
}

/// Whether a file could be replaced now: whether one could be written beside it.
pub fn try_replace(path: &Path) -> io::Result<()> {
    let fresh = beside(path);
    File::create(&fresh)?;
    fs::remove_file(&fresh)
}

/// An unused name in the same folder.
fn beside(path: &Path) -> PathBuf {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let (process, count) = (std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
    path.with_file_name(format!(".{}.{process}-{count}{FRESH}", name(path)))
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn parent(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// New names in a folder are on the disk only when the folder is.
fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(not(unix)) {
        return Ok(());
    }
    match File::open(folder)?.sync_all() {
        // A file system that knows no such thing.
        Err(error) if error.kind() == ErrorKind::InvalidInput => Ok(()),
        synced => synced,
    }
}

/// Removes what killed programs left of files that they replaced in a folder where no other program writes.
pub fn sweep(folder: &Path) -> io::Result<()> {
    sweep_named(folder, ".")
}

/// Removes what killed programs left of this file.
pub fn sweep_beside(path: &Path) -> io::Result<()> {
    sweep_named(parent(path), &format!(".{}.", name(path)))
}

fn sweep_named(folder: &Path, begin: &str) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if is_leftover(&entry.file_name().to_string_lossy(), begin) {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

/// Whether a name is one of [`beside`].
fn is_leftover(name: &str, begin: &str) -> bool {
    let unique = name.strip_suffix(FRESH).filter(|_| name.starts_with(begin));
    let numbers = unique.and_then(|name| name.rsplit_once('.')?.1.split_once('-'));
    let number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    numbers.is_some_and(|(process, count)| number(process) && number(count))
}

/// Moves a file that is of no use out of the way, under a name that is still free, and says which.
pub fn put_aside(path: &Path) -> io::Result<PathBuf> {
    let free = name_aside(path);
    fs::rename(path, &free)?;
    Ok(free)
}

/// A name that is still free for what was found damaged in a file.
pub fn name_aside(path: &Path) -> PathBuf {
    let named = |n: u32| {
        let more = if n == 1 { String::new() } else { format!("-{n}") };
        path.with_file_name(format!("{}.damaged{more}", name(path)))
    };
    (1..).map(named).find(|path| !path.exists()).expect("numbers do not end")
}

/// Locks a folder until the file is dropped. Where it is locked already, the error is of the kind `WouldBlock`.
pub fn lock(folder: &Path) -> io::Result<File> {
    let path = folder.join("lock");
    let file = OpenOptions::new().create(true).truncate(false).write(true).open(path)?;
    hold(&file)?;
    Ok(file)
}

/// The same for an open file.
pub fn hold(file: &File) -> io::Result<()> {
    FileExt::try_lock(file).map_err(|error| match error {
        TryLockError::WouldBlock => ErrorKind::WouldBlock.into(),
        TryLockError::Error(error) => error,
    })
}

/// How many bytes, and their checksum (CRC-32C): of a file as far as it was written at some time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sum {
    /// How many they are.
    pub length: u64,
    /// Their checksum.
    pub crc: u32,
}

impl Sum {
    /// Of bytes.
    pub fn of(bytes: &[u8]) -> Sum {
        let mut sum = Sum::default();
        sum.add(bytes);
        sum
    }

    /// Of the beginning of a file, which may be shorter; of nothing if there is no file.
    pub fn of_file(path: &Path, length: u64) -> io::Result<Sum> {
        let mut sum = Sum::default();
        let mut file = match File::open(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(sum),
            file => file?.take(length),
        };
        let mut part = vec![0; 1 << 16];
        loop {
            match file.read(&mut part)? {
                0 => return Ok(sum),
                read => sum.add(&part[..read]),
            }
        }
    }

    fn add(&mut self, bytes: &[u8]) {
        self.length += bytes.len() as u64;
        self.crc = crc32c::crc32c_append(self.crc, bytes);
    }
}

/// A file that is only ever appended to.
#[derive(Debug)]
pub struct Appended {
    file: File,
    sum: Sum,
}

impl Appended {
    /// Opens a file and cuts off what is behind its beginning of this sum. Whether the beginning is still the same is asked before.
    pub fn open(path: &Path, sum: Sum) -> io::Result<Appended> {
        let mut file = OpenOptions::new().create(true).truncate(false).write(true).open(path)?;
        file.set_len(sum.length)?;
        file.seek(SeekFrom::End(0))?;
        Ok(Appended { file, sum })
    }

    /// Appends bytes.
    pub fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.file.write_all(bytes)?;
        self.sum.add(bytes);
        Ok(())
    }

    /// What was written is on the disk; its sum.
    pub fn sync(&mut self) -> io::Result<Sum> {
        self.file.sync_data()?;
        Ok(self.sum)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scratch(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("petteia-disk-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> =
            fs::read_dir(folder).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn files_are_replaced_as_a_whole() {
        let folder = scratch("replace");
        let path = folder.join("text");
        replace(&path, b"one").unwrap();
        let mut permissions = fs::metadata(&path).unwrap().permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&path, permissions.clone()).unwrap();
        replace_keeping(&path, b"two", &folder.join("before")).unwrap();
        assert_eq!(fs::metadata(&path).unwrap().permissions(), permissions);
        assert_eq!([fs::read(&path).unwrap(), fs::read(folder.join("before")).unwrap()], [b"two", b"one"]);
        // What cannot take its place leaves nothing behind, and the old file as it was.
        fs::create_dir_all(folder.join("taken/by")).unwrap();
        assert!(replace(&folder.join("taken"), b"three").is_err());
        assert!(try_replace(&folder.join("text")).is_ok() && try_replace(Path::new("no/such/text")).is_err());
        assert_eq!(names(&folder), ["before", "taken", "text"]);
        #[cfg(unix)]
        {
            let _socket = std::os::unix::net::UnixListener::bind(folder.join("socket")).unwrap();
            assert!(
                replace(&folder.join("socket"), b"four").is_err() && fs::read(folder.join("socket")).is_err()
            );
        }
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn leftovers_go_and_nothing_else_does() {
        let folder = scratch("sweep");
        let others = [".new", ".x.1.new", ".x.y-1.new", "x.1-2.new", "x.new"];
        for name in [".x.1-2.new", ".y.3-0.new", ".x.y.3-0.new"].iter().chain(&others) {
            fs::write(folder.join(name), "").unwrap();
        }
        sweep_beside(&folder.join("y")).unwrap();
        assert!(!names(&folder).contains(&".y.3-0.new".to_string()) && names(&folder).len() == 7);
        sweep(&folder).unwrap();
        let mut left = names(&folder);
        left.sort();
        assert_eq!(left, others);
        let (one, two) = (put_aside(&folder.join("x.new")).unwrap(), folder.join("x.new"));
        fs::write(&two, "second").unwrap();
        assert_ne!(put_aside(&two).unwrap(), one);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn what_is_appended_has_a_sum_and_the_rest_is_cut_off() {
        let folder = scratch("appended");
        let path = folder.join("lines");
        let mut file = Appended::open(&path, Sum::default()).unwrap();
        file.write(b"one\n").unwrap();
        let sum = file.sync().unwrap();
        file.write(b"two").unwrap();
        assert_eq!(file.sync().unwrap(), Sum::of(b"one\ntwo"));
        assert_eq!([Sum::of_file(&path, 4).unwrap(), Sum::of(b"one\n")], [sum; 2]);
        assert_ne!(Sum::of_file(&path, 3).unwrap(), sum);
        assert_eq!(Sum::of_file(&folder.join("none"), 3).unwrap(), Sum::default());
        drop(Appended::open(&path, sum).unwrap());
        assert_eq!(fs::read(&path).unwrap(), b"one\n");
        let held = lock(&folder).unwrap();
        assert_eq!(lock(&folder).unwrap_err().kind(), ErrorKind::WouldBlock);
        drop(held);
        lock(&folder).unwrap();
        fs::remove_dir_all(folder).unwrap();
    }
}
