//! Puts the commands of the shell under Tauri's permissions, embeds the pages, and says where there
//! is a prompt window.

use std::env;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Where the toolkit can be asked with, the window is in a test build alone.
    let toolkit = env::var("CARGO_CFG_TARGET_OS").is_ok_and(|it| it == "linux");
    println!("cargo:rustc-check-cfg=cfg(prompt_window)");
    if !toolkit || env::var_os("CARGO_FEATURE_PROMPT_WINDOW").is_some() {
        println!("cargo:rustc-cfg=prompt_window");
    }
    // A listed command gets an `allow-` permission of its own, and a window may say it only if
    // a capability grants it; an unlisted one could be said by every window.
    let commands = tauri_build::AppManifest::new().commands(&["call", "answer_prompt"]);
    tauri_build::try_build(tauri_build::Attributes::new().app_manifest(commands))?;
    Ok(())
}
