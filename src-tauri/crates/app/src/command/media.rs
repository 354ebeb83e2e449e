//! The command that hands a page the bytes of a result, by the hash of them alone (HOST-32).

use base64::{Engine as _, engine::general_purpose::STANDARD};
use tokio::task::spawn_blocking;

use crate::{
    app::App,
    window::Window,
    wire::{
        failure::{Code, Failure},
        media::{MediaBytes, ReadMedia},
    },
};

pub(crate) async fn read_media(
    app: &App,
    _from: Window,
    ReadMedia { name, mime }: ReadMedia,
) -> Result<MediaBytes, Failure> {
    let media = app.servers().parts().media.clone();
    // Off the async threads: a disk may be slow, and the base64 of a large file takes a while.
    let reading = spawn_blocking(move || {
        let read = media.read(&name, mime.as_deref())?;
        Ok(read.map(|(kept, bytes)| MediaBytes { mime: kept.mime, data: STANDARD.encode(bytes) }))
    });
    let read = reading.await.unwrap_or_else(|error| Err(std::io::Error::other(error)));
    match read {
        Ok(Some(bytes)) => Ok(bytes),
        Ok(None) => Err(Failure::new(Code::Invalid, "nothing is kept under this name")
            .hint("What was not looked at for long makes room for what is new; run it again.")
            .field("name")),
        Err(error) => {
            Err(Failure::new(Code::Internal, format!("the kept file cannot be read: {error}")))
        }
    }
}
