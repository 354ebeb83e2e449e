//! Puts the commands of the shell under Tauri's permissions, embeds the pages, and says where there
//! is a prompt window.

use std::env;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Where the toolkit can be asked with, the window is in a test build alone.
    let toolkit = env::var("CARGO_CFG_TARGET_OS").is_ok_and(|it| it == "linux");
    let prompt_window = !toolkit || env::var_os("CARGO_FEATURE_PROMPT_WINDOW").is_some();
    println!("cargo:rustc-check-cfg=cfg(prompt_window)");
    // A listed command gets an `allow-` permission of its own, and a window may say it only if
    // a capability grants it; an unlisted one could be said by every window.
    let (commands, capabilities): (&[&str], _) = if prompt_window {
        println!("cargo:rustc-cfg=prompt_window");
        (&["call", "answer_prompt"], "./capabilities/*.json")
    } else {
        (&["call"], "./capabilities/main.json")
    };
    let commands = tauri_build::AppManifest::new().commands(commands);
    let attributes = tauri_build::Attributes::new().app_manifest(commands);
    tauri_build::try_build(attributes.capabilities_path_pattern(capabilities))?;
    Ok(())
}
