//! Puts the window, the app and the machine together, from start to end; it decides nothing else.

use std::{path::PathBuf, time::Duration};

use app::paths;
use stdx::tasks::Tasks;
use tauri::{Manager as _, RunEvent, Wry, plugin::TauriPlugin};
use tokio::{runtime::Runtime, sync::oneshot};

#[cfg(prompt_window)]
use crate::desk::prompt;
use crate::{
    arguments::Arguments,
    call, context,
    error::Error,
    instance::Instance,
    life,
    opening::{Opening, opening},
    places::Places,
    window::{self, PROMPT},
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
    let usual = paths::data_dir();
    let named = paths::named_data_dir(arguments.data_dir.clone());
    let data_dir = named.or_else(|| usual.clone()).ok_or(Error::NoHome)?;
    let instance = Instance::on(&data_dir, usual.as_deref());
    let shell = build(&runtime, &hear, &instance)?;
    let places = places(&shell, data_dir);

    let (end, quit) = oneshot::channel::<()>();
    let mut tasks = Tasks::new();
    {
        let _inside = runtime.enter();
        tasks.spawn(life::live(shell.handle().clone(), places, opener, quit));
    }
    let code = shell.run_return(|shell, event| {
        #[cfg(prompt_window)]
        prompt::life::follow(shell, &event);
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
fn build(runtime: &Runtime, opening: &Opening, instance: &Instance) -> Result<tauri::App, Error> {
    let mut tries = 1;
    loop {
        match build_once(opening.clone(), instance.clone()) {
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

fn build_once(opening: Opening, instance: Instance) -> tauri::Result<tauri::App> {
    let context = context::context();
    let mut builder = tauri::Builder::default();
    // It must be the first plugin: a second start ends in it.
    if let Some(one) = single_instance(&instance, &context.config().identifier) {
        builder = builder.plugin(one);
    }
    builder
        // A question has the size of what is in it, each time.
        .plugin(tauri_plugin_window_state::Builder::default().with_denylist(&[PROMPT]).build())
        .manage(opening)
        .invoke_handler(tauri::generate_handler![
            call::call,
            #[cfg(prompt_window)]
            prompt::answer::answer_prompt,
        ])
        .setup(move |shell| {
            #[cfg(prompt_window)]
            prompt::life::prepare(shell.handle());
            window::open(shell.handle(), &instance)?;
            Ok(())
        })
        .build(context)
}

/// Raises the window of a Steward that has the same data folder already, in place of opening one.
/// Only the session bus can tell several apart; elsewhere a folder that was named is left to its
/// lock.
fn single_instance(instance: &Instance, identifier: &str) -> Option<TauriPlugin<Wry>> {
    let builder = tauri_plugin_single_instance::Builder::new();
    let builder = match instance.bus_name(identifier) {
        None => builder,
        Some(name) if cfg!(target_os = "linux") => builder.dbus_id(name),
        Some(_) => return None,
    };
    Some(builder.callback(|shell, _, _| window::raise(shell)).build())
}

fn places(shell: &tauri::App, data_dir: PathBuf) -> Places {
    let resources = shell.path().resource_dir().ok();
    Places::find(data_dir, resources.as_deref())
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
