//! One run from the start to its verdict.

use std::{fs, os::unix::process::ExitStatusExt as _, path::Path, time::Duration};

use flows::{encode::Encoding, processes::Process, wait::within, window::Window};
use rustix::process::Signal;

use crate::{
    asked,
    control::{self, BYSTANDER, Plants},
    ledger::{Findings, Lookout, Way, controls},
    look::{self, Sum},
    person::Person,
    table,
    value::Canary,
    ways,
};

/// The app closes within five seconds.
const QUIT: Duration = Duration::from_secs(20);

/// What a run comes to.
pub(crate) struct Told {
    /// For the person who started it.
    pub(crate) words: String,
    /// No secret was found, and each control was.
    pub(crate) clean: bool,
}

/// Runs all of it in an empty folder.
///
/// # Panics
/// When a way in does not go where it should: then nothing was tested.
pub(crate) async fn whole(folder: &Path) -> Told {
    let began = folder.join("began");
    fs::write(&began, "").expect("a file can be written");
    let since = fs::metadata(&began).and_then(|it| it.modified()).expect("it is there");
    let person = Person::arrive(folder).await;
    person.window.spy().await;
    let [command, script, mark] = ways::says_back("mark-bystander");
    person.types(&["servers", "add", BYSTANDER, "--", &command, &script, &mark]);
    let ways = ways::through_all(&person).await;
    let not_kept = not_kept(&ways, &person.keychain());

    control::make_room(&person);
    let controls = controls();
    let planted = Plants::write(&controls).plant(&person).await;
    let mut lookout = Lookout::new(&ways, &controls);
    let mut sum = Sum::default();
    look::at_memory(&mut lookout, &person.ground, &mut sum);
    look::at_processes(&mut lookout, &person.ground, &mut sum);
    let spied = person.window.spied().await;
    look::at_bridge(&mut lookout, &spied, &mut sum);
    look::at_files(&mut lookout, &person.ground, since, &mut sum);
    drop(planted);
    // Once more with what is written at the end, and once more with what a crash leaves.
    end(&person, Signal::TERM).await;
    look::at_files(&mut lookout, &person.ground, since, &mut sum);
    let leaves_core = crash(&person).await;
    look::at_files(&mut lookout, &person.ground, since, &mut sum);

    let findings = lookout.findings();
    let mut complaints = table::hits(&findings);
    complaints.extend(table::lost(&controls, &findings));
    complaints.extend(not_kept);
    complaints.extend(not_arrived(&ways, &findings));
    complaints.extend(asked::not_leaked(&person, &spied));
    let clean = complaints.is_empty();
    let mut words =
        vec![table::table(&controls, &findings), summed(&ways, &sum, &person, leaves_core)];
    words.extend(complaints);
    let found = (findings.controls.len(), controls.len());
    words.push(format!("{} hits; {} of {} controls found", findings.hits.len(), found.0, found.1));
    Told { words: words.join("\n"), clean }
}

/// Starts the app once more, has it take its secrets out of the keychain, and has it crash. Whether
/// a program that crashes leaves its memory behind on this machine.
async fn crash(person: &Person) -> bool {
    let window = Window::open_program(&person.desktop, person.ground.said.join("app")).await;
    window.go_to("servers").await;
    window.row_says("typed", "Ready").await;
    end(person, Signal::ABORT).await;
    let folder = person.ground.run.join("crashed");
    fs::create_dir(&folder).expect("a folder can be made");
    let mut other = person.desktop.command("python3");
    let status = other.args(["-c", "import os; os.abort()"]).current_dir(&folder).status();
    assert!(
        status.is_ok_and(|it| it.signal() == Some(Signal::ABORT.as_raw())),
        "it does not crash"
    );
    fs::read_dir(&folder).is_ok_and(|mut it| it.next().is_some())
}

/// Ends the app by a signal.
async fn end(person: &Person, signal: Signal) {
    let of_app = |it: &Process| it.program.file_name().is_some_and(|name| name == "steward");
    let mut all = Process::all_in(&person.ground.home).into_iter();
    let app = all.find(of_app).expect("the app runs");
    app.signal(signal);
    let ended = within(QUIT, async || (!app.lives()).then_some(())).await;
    assert!(ended.is_some(), "the app does not end");
}

fn summed(ways: &[Way], sum: &Sum, person: &Person, leaves_core: bool) -> String {
    let cores = if leaves_core { "leaves one" } else { "leaves none, so that says little" };
    let names: Vec<_> = ways.iter().map(|it| it.name).collect();
    format!(
        "ways in, each with two secrets: {}\nsearched: {} files of {} kB, {} kB of memory, {} \
         processes, {} messages\nleft out: {}, the keychain's own files\nthe app was crashed for its core file; on \
         this machine another program that crashes {cores}",
        names.join("; "),
        sum.files,
        sum.file_bytes / 1000,
        sum.memory_bytes / 1000,
        sum.processes,
        sum.messages,
        person.ground.keychain().display(),
    )
}

/// What should be in the keychain and is not: then the way in was none. An address is kept as it
/// was written.
fn not_kept(ways: &[Way], keychain: &[u8]) -> Vec<String> {
    let held = |canary: &Canary| {
        let forms = [Encoding::Plain, Encoding::Percent].map(|it| it.forms(canary.value()));
        forms.concat().iter().any(|form| keychain.windows(form.len()).any(|it| it == form))
    };
    each(ways)
        .filter(|(way, it)| way.kept != held(it))
        .map(|(way, it)| {
            let not = if way.kept { "not " } else { "" };
            format!("WRONG: {} ({:?}) is {not}in the keychain", way.name, it.kind())
        })
        .collect()
}

/// What the process that a secret is for should have and has not.
fn not_arrived(ways: &[Way], findings: &Findings) -> Vec<String> {
    let wanted = each(ways).filter(|(way, _)| way.child.is_some());
    let missing = wanted.filter(|(way, it)| !findings.arrived.contains(&(way.name, it.kind())));
    missing
        .map(|(way, it)| format!("WRONG: {} ({:?}) did not arrive", way.name, it.kind()))
        .collect()
}

fn each(ways: &[Way]) -> impl Iterator<Item = (&Way, &Canary)> {
    ways.iter().flat_map(|way| way.canaries.iter().map(move |it| (way, it)))
}
