//! Puts the one command of the shell under Tauri's permissions and embeds the page.

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // A listed command gets an `allow-` permission of its own, and a window may say it only if
    // a capability grants it; an unlisted one could be said by every window.
    let commands = tauri_build::AppManifest::new().commands(&["call"]);
    tauri_build::try_build(tauri_build::Attributes::new().app_manifest(commands))?;
    Ok(())
}
