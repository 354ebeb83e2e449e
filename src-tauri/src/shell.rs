//! Puts the window, the app and the machine together, from start to end; it decides nothing else.

use std::time::Duration;

use stdx::tasks::Tasks;
use tauri::{Manager as _, RunEvent};
use tokio::{runtime::Runtime, sync::oneshot};

use crate::{
    arguments::Arguments,
    call,
    error::Error,
    life,
    opening::{Opening, opening},
    places::Places,
    window,
};

/// Another Steward that is just ending may still hold its name on the bus, and cannot answer.
const REOPEN_TRIES: u32 = 20;
const REOPEN_PAUSE: Duration = Duration::from_millis(250);

/// Blocking work, such as a keychain that waits for a person, may not keep the process alive.
const THREADS_LIMIT: Duration = Duration::from_millis(200);

/// Runs until the window is closed; the number is the exit status.
///
/// # Errors
/// When no window can be had. What happens inside one is shown there.
pub(crate) fn run(arguments: &Arguments) -> Result<i32, Error> {
    find_display()?;
    let runtime = Runtime::new().map_err(Error::Runtime)?;
    tauri::async_runtime::set(runtime.handle().clone());
    let (opener, hear) = opening();
    let shell = build(&runtime, &hear)?;
    let places = places(&shell, arguments).ok_or(Error::NoHome)?;

    let (end, quit) = oneshot::channel::<()>();
    let mut tasks = Tasks::new();
    {
        let _inside = runtime.enter();
        tasks.spawn(life::live(shell.handle().clone(), places, opener, quit));
    }
    let code = shell.run_return(|shell, event| {
        if let RunEvent::ExitRequested { .. } = event {
            // From here on a new start opens its own window rather than raise this one.
            tauri_plugin_single_instance::destroy(shell);
        }
    });
    drop(end);
    runtime.block_on(finish(tasks));
    runtime.shutdown_timeout(THREADS_LIMIT);
    Ok(code)
}

async fn finish(mut tasks: Tasks) {
    while let Some(end) = tasks.ended().await {
        if let Err(error) = end {
            tracing::error!(%error, "a task ended badly");
        }
    }
}

/// Builds the window, again if an ending Steward is in the way.
fn build(runtime: &Runtime, opening: &Opening) -> Result<tauri::App, Error> {
    let mut tries = 1;
    loop {
        match build_once(opening.clone()) {
            Err(tauri::Error::PluginInitialization(plugin, cause))
                if plugin == "single-instance" && tries < REOPEN_TRIES =>
            {
                tracing::warn!(cause, tries, "another instance is ending");
                tries += 1;
                runtime.block_on(tokio::time::sleep(REOPEN_PAUSE));
            }
            built => return Ok(built?),
        }
    }
}

#[expect(clippy::exit, reason = "Tauri's macro ends a process whose embedded page is broken")]
fn build_once(opening: Opening) -> tauri::Result<tauri::App> {
    tauri::Builder::default()
        // It must be the first plugin: a second start ends in it.
        .plugin(tauri_plugin_single_instance::init(|shell, _, _| window::raise(shell)))
        .plugin(tauri_plugin_window_state::Builder::default().build())
        .manage(opening)
        .invoke_handler(tauri::generate_handler![call::call])
        .setup(|shell| {
            window::open(shell.handle())?;
            Ok(())
        })
        .build(tauri::generate_context!())
}

fn places(shell: &tauri::App, arguments: &Arguments) -> Option<Places> {
    let resources = shell.path().resource_dir().ok();
    Places::find(arguments.data_dir.as_deref(), resources.as_deref())
}

/// The toolkit panics without a display; a person deserves a sentence.
#[cfg(target_os = "linux")]
fn find_display() -> Result<(), Error> {
    gtk::init().map_err(|_| Error::NoDisplay)
}

#[cfg(not(target_os = "linux"))]
fn find_display() -> Result<(), Error> {
    Ok(())
}
