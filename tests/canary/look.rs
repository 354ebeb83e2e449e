//! Goes through the places of a run: files, processes, their memory, what crossed the bridge.

use std::{
    fs,
    os::unix::fs::MetadataExt as _,
    path::{Path, PathBuf},
    time::SystemTime,
};

use flows::{encode::latin, processes::Process};
use serde_json::Value;

use crate::{
    ledger::Lookout,
    memory,
    place::{Ground, Place},
};

/// Where programs leave things whatever they are told, and where systems keep what is left of
/// programs that crashed.
const MACHINE: [(&str, Place); 6] = [
    ("/tmp", Place::Temp),
    ("/var/tmp", Place::Temp),
    ("/dev/shm", Place::Temp),
    ("/var/crash", Place::Crash),
    ("/var/lib/systemd/coredump", Place::Crash),
    ("/var/lib/apport/coredump", Place::Crash),
];

/// How much was searched.
#[derive(Debug, Default)]
pub(crate) struct Sum {
    pub(crate) files: usize,
    pub(crate) file_bytes: usize,
    pub(crate) processes: usize,
    pub(crate) memory_bytes: u64,
    pub(crate) messages: usize,
}

/// Every file of the run, but the keychain's, and what is new in the machine's own folders.
pub(crate) fn at_files(
    lookout: &mut Lookout<'_>,
    ground: &Ground,
    since: SystemTime,
    sum: &mut Sum,
) {
    for file in below(&ground.run, &[]) {
        if let Some(place) = ground.place_of(&file) {
            at_file(lookout, place, &file, sum);
        }
    }
    let whose = fs::metadata(&ground.run).map(|it| it.uid()).unwrap_or_default();
    for (folder, place) in MACHINE {
        for file in below(Path::new(folder), &[&ground.run]) {
            let new = fs::metadata(&file)
                .is_ok_and(|it| it.uid() == whose && it.modified().is_ok_and(|time| time >= since));
            if new {
                at_file(lookout, place, &file, sum);
            }
        }
    }
}

/// A file's name, too, can tell.
fn at_file(lookout: &mut Lookout<'_>, place: Place, file: &Path, sum: &mut Sum) {
    // What is gone meanwhile was a temporary file, and holds nothing any more.
    let Ok(bytes) = fs::read(file) else { return };
    let at = file.display().to_string();
    lookout.look(place, &at, at.as_bytes());
    lookout.look(place, &at, &bytes);
    sum.files += 1;
    sum.file_bytes += bytes.len();
}

/// All regular files below a folder; no link is followed, and sockets and pipes are no files.
fn below(folder: &Path, without: &[&Path]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if without.contains(&path.as_path()) {
            continue;
        }
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => found.extend(below(&path, without)),
            Ok(kind) if kind.is_file() => found.push(path),
            Ok(_) | Err(_) => {}
        }
    }
    found
}

/// Variables and command lines of all processes of the run.
pub(crate) fn at_processes(lookout: &mut Lookout<'_>, ground: &Ground, sum: &mut Sum) {
    for process in Process::all_in(&ground.home) {
        let at = described(&process);
        for (file, place) in [("environ", Place::Environment), ("cmdline", Place::CommandLine)] {
            let bytes = fs::read(format!("/proc/{}/{file}", process.pid)).unwrap_or_default();
            lookout.look_in_process(place, &at, &bytes, &process.line);
        }
        sum.processes += 1;
    }
}

/// The program and its number. A command line may hold what is its own process's secret.
fn described(process: &Process) -> String {
    let name = process.program.file_name().unwrap_or_default().to_string_lossy();
    format!("{name} ({})", process.pid)
}

/// The memory of the page's processes.
///
/// # Panics
/// When it cannot be read, or nothing is in it: then nothing was searched.
pub(crate) fn at_memory(lookout: &mut Lookout<'_>, ground: &Ground, sum: &mut Sum) {
    for (program, place) in
        [("WebKitWebProcess", Place::PageMemory), ("WebKitNetworkProcess", Place::NetworkMemory)]
    {
        let found = Process::all_in(&ground.home)
            .into_iter()
            .filter(|it| it.program.file_name().is_some_and(|name| name == program));
        let mut read = 0;
        for process in found {
            let overlap = lookout.overlap();
            let at = described(&process);
            read += memory::read(process.pid, overlap, |map, bytes| {
                lookout.look(place, &format!("{at} {map}"), bytes);
            })
            .unwrap_or_else(|it| panic!("the memory of {at} cannot be read: {it}"));
        }
        assert!(read > 1 << 20, "there is no {program}");
        sum.memory_bytes += read;
    }
}

/// What crossed between page and program: as it was on the wire, and as each text in it was meant.
pub(crate) fn at_bridge(lookout: &mut Lookout<'_>, spied: &Value, sum: &mut Sum) {
    for (part, place) in
        [("said", Place::Said), ("answered", Place::Answered), ("heard", Place::Heard)]
    {
        let messages = spied[part].as_array().map(Vec::as_slice).unwrap_or_default();
        for text in messages.iter().filter_map(Value::as_str) {
            sum.messages += 1;
            let at = format!("message {}", sum.messages);
            lookout.look(place, &at, text.as_bytes());
            if let Ok(value) = serde_json::from_str(text) {
                each_text(&value, &mut |text| {
                    lookout.look(place, &at, text.as_bytes());
                    if let Some(narrow) = latin(text) {
                        lookout.look(place, &at, &narrow);
                    }
                });
            }
        }
    }
}

/// All texts in a value, the names of its fields among them.
pub(crate) fn each_text(value: &Value, hear: &mut impl FnMut(&str)) {
    match value {
        Value::String(text) => hear(text),
        Value::Array(all) => all.iter().for_each(|it| each_text(it, hear)),
        Value::Object(all) => all.iter().for_each(|(name, it)| {
            hear(name);
            each_text(it, hear);
        }),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}
