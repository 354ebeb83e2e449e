//! The test bridge: the whole app without a window, behind `http://127.0.0.1:PORT/`. It prints
//! `ready ADDRESS` when it serves, and ends when its standard input ends.

use std::{
    error::Error,
    net::Ipv4Addr,
    path::{Path, PathBuf},
    process::ExitCode,
    sync::Arc,
};

use app::{App, Parts, StartUp, Vault, paths};
use flows::{
    bridge::{Bridge, page::Page},
    desk::ScriptedDesk,
};
use tokio::{net::TcpListener, sync::oneshot};

const USAGE: &str = "usage: bridge --dist DIR --data-dir DIR [--keychain locked|absent]";

#[tokio::main]
#[expect(clippy::print_stderr, reason = "whoever started it reads its words there")]
async fn main() -> ExitCode {
    match Box::pin(run()).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

#[expect(clippy::print_stdout, reason = "its one line of output is its address")]
async fn run() -> Result<(), Box<dyn Error>> {
    let Wanted { dist, data_dir, vault } = wanted(std::env::args().skip(1)).ok_or(USAGE)?;
    let page = Page::read(&dist)?;
    let desk = ScriptedDesk::default();
    let app = open(&data_dir, &desk, vault).await?;
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
    let host = listener.local_addr()?.to_string();
    println!("ready http://{host}/");
    let routes = Bridge { app: app.clone(), desk, page }.routes(host);
    let served = tokio::select! {
        served = axum::serve(listener, routes).into_future() => served,
        () = let_go() => Ok(()),
    };
    app.close().await;
    Ok(served?)
}

/// Secrets stay in memory: a test must not touch a person's keychain.
async fn open(data_dir: &Path, desk: &ScriptedDesk, vault: Vault) -> Result<App, Box<dyn Error>> {
    let opened = App::open(Parts {
        data_dir: data_dir.to_owned(),
        desk: Arc::new(desk.clone()),
        demo: paths::demo(None),
        vault,
        start_up: StartUp::All,
    });
    Box::pin(opened).await.map_err(|it| it.message.into())
}

/// Waits until whoever started us closes our standard input, or is gone.
async fn let_go() {
    let (told, gone) = oneshot::channel();
    // A thread of its own: the runtime would wait for a read that never ends.
    std::thread::spawn(move || {
        // However the input ends, it has ended.
        std::io::copy(&mut std::io::stdin(), &mut std::io::sink()).ok();
        told.send(()).ok();
    });
    gone.await.ok();
}

/// What the command line says.
struct Wanted {
    dist: PathBuf,
    data_dir: PathBuf,
    vault: Vault,
}

fn wanted(mut arguments: impl Iterator<Item = String>) -> Option<Wanted> {
    let (mut dist, mut data_dir, mut vault) = (None, None, Vault::memory());
    while let Some(flag) = arguments.next() {
        let value = arguments.next()?;
        match (flag.as_str(), value.as_str()) {
            ("--dist", folder) => dist = Some(std::path::absolute(folder).ok()?),
            ("--data-dir", folder) => data_dir = Some(std::path::absolute(folder).ok()?),
            ("--keychain", "locked") => vault = Vault::locked(),
            ("--keychain", "absent") => vault = Vault::absent(),
            _ => return None,
        }
    }
    Some(Wanted { dist: dist?, data_dir: data_dir?, vault })
}
