//! What the process writes beside its lines: the end of it is kept in a file, for whoever looks for a
//! cause. It knows nothing of what is written.

use std::{
    fs::Permissions,
    io,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
};

use tokio::{
    fs::{self, File, OpenOptions},
    io::{AsyncRead, AsyncReadExt as _, AsyncWriteExt as _},
};
use tracing::warn;

/// The file never has more bytes than this; when it is full, its last half stays.
const MOST: usize = 64 * 1024;
/// How much of it is told.
const TOLD: usize = 400;

/// Empties the file, which is ours alone.
pub(super) async fn begin(dir: &Path) -> io::Result<File> {
    let path = path_in(dir);
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true).mode(0o600);
    let file = options.open(&path).await?;
    // One of an earlier version may be open to others.
    fs::set_permissions(&path, Permissions::from_mode(0o600)).await?;
    Ok(file)
}

/// Keeps the end of what is written until the writer goes. A disk that takes no more still leaves the
/// writer free to write.
pub(super) async fn keep(mut from: impl AsyncRead + Unpin, mut file: File, dir: PathBuf) {
    let (mut chunk, mut tail) = (vec![0; 4096], Vec::new());
    let mut written = Ok(());
    while let Ok(got @ 1..) = from.read(&mut chunk).await {
        let Some(new) = chunk.get(..got).filter(|_| written.is_ok()) else { continue };
        tail.extend_from_slice(new);
        written = if tail.len() <= MOST {
            add(&mut file, new).await
        } else {
            tail.drain(..tail.len() - MOST / 2);
            match begin(&dir).await {
                Ok(anew) => {
                    file = anew;
                    add(&mut file, &tail).await
                }
                Err(error) => Err(error),
            }
        };
        if let Err(error) = &written {
            warn!(%error, "what the small model says is not kept");
        }
    }
}

async fn add(file: &mut File, bytes: &[u8]) -> io::Result<()> {
    file.write_all(bytes).await?;
    file.flush().await
}

/// The end of it, for a person.
pub(super) async fn last(dir: &Path) -> String {
    let text = fs::read(path_in(dir)).await.unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let text = text.trim();
    if text.is_empty() {
        return "it said nothing".to_owned();
    }
    let from = text.char_indices().rev().nth(TOLD).map_or(0, |(at, _)| at);
    text.get(from..).unwrap_or(text).to_owned()
}

fn path_in(dir: &Path) -> PathBuf {
    dir.join("errors.log")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_file_holds_the_end_of_what_was_written_and_is_ours_alone() {
        let folder = tempfile::tempdir().unwrap();
        let dir = folder.path();
        std::fs::write(path_in(dir), "old").unwrap();
        std::fs::set_permissions(path_in(dir), Permissions::from_mode(0o644)).unwrap();
        let file = begin(dir).await.unwrap();
        let said = format!("{}the end", "chatter\n".repeat(50_000));
        keep(said.as_bytes(), file, dir.to_owned()).await;
        let kept = std::fs::read_to_string(path_in(dir)).unwrap();
        assert!(kept.len() <= MOST && kept.len() >= MOST / 2, "{}", kept.len());
        assert!(said.ends_with(&kept));
        let mode = std::fs::metadata(path_in(dir)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        assert!(last(dir).await.ends_with("the end"));
    }
}
