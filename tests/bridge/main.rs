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

const USAGE: &str = "usage: bridge --dist DIR --data-dir DIR";

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
    let (dist, data_dir) = folders(std::env::args().skip(1)).ok_or(USAGE)?;
    let page = Page::read(&dist)?;
    let desk = ScriptedDesk::default();
    let app = open(&data_dir, &desk).await?;
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
async fn open(data_dir: &Path, desk: &ScriptedDesk) -> Result<App, Box<dyn Error>> {
    let opened = App::open(Parts {
        data_dir: data_dir.to_owned(),
        desk: Arc::new(desk.clone()),
        demo: paths::demo(None),
        vault: Vault::memory(),
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

fn folders(mut arguments: impl Iterator<Item = String>) -> Option<(PathBuf, PathBuf)> {
    let (mut dist, mut data_dir) = (None, None);
    while let Some(flag) = arguments.next() {
        let folder = std::path::absolute(arguments.next()?).ok()?;
        match flag.as_str() {
            "--dist" => dist = Some(folder),
            "--data-dir" => data_dir = Some(folder),
            _ => return None,
        }
    }
    Some((dist?, data_dir?))
}
