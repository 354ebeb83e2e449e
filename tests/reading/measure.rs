//! What the window does, measured in its own page and by the work of its processes.

use std::{
    fs,
    time::{Duration, Instant},
};

use flows::{
    desktop::Desktop,
    model::{Model, moves::Move},
    window::Window,
};

use crate::seed::{self, MESSAGES, Seeded};

/// How often the wheel is turned by a notch.
const NOTCHES: &str = "1500";
/// A place among the messages.
const MIDDLE: [&str; 2] = ["800", "300"];
/// Counts from now on how long frames take.
const WATCH: &str = "window.watched = { longest: 0, late: 0 }; let last = performance.now(); \
    const mine = watched; const look = () => { const now = performance.now(), gap = now - last; \
        last = now; mine.longest = Math.max(mine.longest, gap); if (gap > 100) mine.late += 1; \
        if (!mine.over) requestAnimationFrame(look); }; requestAnimationFrame(look);";
/// The pause after each seven characters of the streamed answer: a fast model's.
const PAUSE: Duration = Duration::from_millis(4);
/// A tick of the kernel's account of work.
const TICK: Duration = Duration::from_millis(10);

/// One way up.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Scroll {
    /// How many messages were passed.
    pub(crate) rows: usize,
    /// Milliseconds.
    pub(crate) longest: f64,
    /// Frames of more than 100 ms.
    pub(crate) late: u64,
}

/// One streamed answer.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Stream {
    pub(crate) bytes: usize,
    /// Seconds that it took.
    pub(crate) took: f64,
    /// Seconds of work of the web view's page process.
    pub(crate) page: f64,
    /// Seconds of work of our own process.
    pub(crate) app: f64,
    /// Milliseconds.
    pub(crate) longest: f64,
    /// Frames of more than 100 ms.
    pub(crate) late: u64,
}

/// Opens the long conversation from the short one, again and again: the milliseconds from the click to the
/// frame that shows its newest message.
pub(crate) async fn openings(window: &Window, seeded: &Seeded, times: usize) -> Vec<f64> {
    let mut openings = Vec::new();
    for _ in 0..times {
        window.go_to(&format!("chat/{}", seeded.short.0)).await;
        window.sees("Answer 2:").await;
        let script = format!(
            "const done = arguments[arguments.length - 1]; const began = performance.now(); \
             location.hash = '#/chat/{}'; \
             const shown = () => [...document.querySelectorAll('[data-testid=transcript] [data-message]')] \
                 .some((it) => it.textContent.includes('Answer {MESSAGES}:')); \
             const look = () => {{ if (!shown()) requestAnimationFrame(look); \
                 else requestAnimationFrame(() => done(performance.now() - began)); }}; look();",
            seeded.long.0
        );
        let drawn = window.run_async(&script).await.as_f64().expect("it is a time");
        openings.push(drawn);
    }
    openings
}

/// Turns the wheel up from the newest message, as a hand does.
pub(crate) async fn scroll(window: &Window, desktop: &Desktop) -> Scroll {
    let first = first_shown(window).await;
    window.run(WATCH).await;
    let place = ["mousemove", MIDDLE[0], MIDDLE[1]];
    let turns = ["click", "--repeat", NOTCHES, "--delay", "8", "4"];
    let status = desktop.command("xdotool").args([&place[..], &turns[..]].concat()).status();
    assert!(status.is_ok_and(|it| it.success()), "xdotool cannot turn a wheel");
    let (longest, late) = watched(window).await;
    let rows = first.saturating_sub(first_shown(window).await);
    assert!(rows > 50, "it is not scrolled: {rows}");
    Scroll { rows, longest, late }
}

/// The longest frame since [`WATCH`] in milliseconds, and how many had more than 100.
async fn watched(window: &Window) -> (f64, u64) {
    let told = window.run("watched.over = true; return watched").await;
    let longest = told["longest"].as_f64().unwrap_or_default();
    (longest, told["late"].as_u64().unwrap_or_default())
}

/// The number of the first message that the page has drawn.
async fn first_shown(window: &Window) -> usize {
    let script = "return Number(/(?:Question|Answer) (\\d+):/.exec(\
        document.querySelector('[data-testid=transcript] [data-message]').textContent)[1])";
    let told = window.run(script).await.as_u64().expect("messages have numbers");
    usize::try_from(told).expect("they are few")
}

/// Has an answer streamed into the short conversation.
pub(crate) async fn stream(
    window: &Window,
    desktop: &Desktop,
    model: &Model,
    seeded: &Seeded,
) -> Stream {
    let text = seed::answer();
    model.will([Move::say_slowly(&text, PAUSE)]);
    window.go_to(&format!("chat/{}", seeded.short.0)).await;
    window.sees("Answer 2:").await;
    let app = window.process(desktop).pid;
    let page = desktop.processes().into_iter().find(|it| it.program.ends_with("WebKitWebProcess"));
    let page = page.expect("a page has a process").pid;
    window.say("15 kB, please").await;
    window.run(WATCH).await;
    let (began, before) = (Instant::now(), [work(page), work(app)]);
    window.answered("That is all.").await;
    let took = began.elapsed().as_secs_f64();
    let [page, app] = [work(page) - before[0], work(app) - before[1]];
    let (longest, late) = watched(window).await;
    Stream {
        bytes: text.len(),
        took,
        page: page.as_secs_f64(),
        app: app.as_secs_f64(),
        longest,
        late,
    }
}

/// The work that a process has done so far, for itself and in the kernel.
fn work(pid: i32) -> Duration {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).expect("it runs");
    // Its name may hold anything, and ends with the last bracket (proc(5)).
    let (_, fields) = stat.rsplit_once(')').expect("it has a name");
    let ticks = fields.split_whitespace().skip(11).take(2);
    TICK * ticks.map(|it| it.parse::<u32>().expect("it is a number")).sum::<u32>()
}
