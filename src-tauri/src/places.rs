//! Where the shell finds the app's things; it opens none of them.

use std::path::{Path, PathBuf};

use app::paths;

/// Where the app keeps and finds things.
#[derive(Debug)]
pub(crate) struct Places {
    /// The folder that holds everything it keeps.
    pub(crate) data_dir: PathBuf,
    /// The script of the bundled demo server.
    pub(crate) demo: PathBuf,
}

impl Places {
    /// With the data folder of this start, and what came with the program.
    pub(crate) fn find(data_dir: PathBuf, resources: Option<&Path>) -> Self {
        Self { data_dir, demo: paths::demo(resources) }
    }
}

#[cfg(test)]
mod tests {
    use std::{
        fs,
        io::Write as _,
        process::{Command, Stdio},
    };

    use serde_json::{Value, json};

    use super::*;

    /// Lays out what `tauri.conf.json` puts into a package, as a package does.
    fn packaged() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let conf: Value =
            serde_json::from_slice(&fs::read(root.join("tauri.conf.json")).unwrap()).unwrap();
        for (from, to) in conf["bundle"]["resources"].as_object().unwrap() {
            let to = folder.path().join(to.as_str().unwrap());
            let Some(from_folder) = from.strip_suffix("/*.py") else {
                fs::copy(root.join(from), to).unwrap();
                continue;
            };
            fs::create_dir_all(&to).unwrap();
            for file in fs::read_dir(root.join(from_folder)).unwrap() {
                let file = file.unwrap().path();
                if file.extension().is_some_and(|it| it == "py") {
                    fs::copy(&file, to.join(file.file_name().unwrap())).unwrap();
                }
            }
        }
        folder
    }

    #[test]
    fn a_package_holds_a_demo_server_that_runs_without_the_checkout() {
        let package = packaged();
        let places = Places::find("/data".into(), Some(package.path()));
        assert!(places.demo.starts_with(package.path()), "{}", places.demo.display());
        let mut demo = Command::new("python3");
        demo.arg("-B").arg(&places.demo).env_remove("PYTHONPATH").current_dir("/");
        let mut demo = demo.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let hello = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
            "protocolVersion": "2025-06-18", "capabilities": {},
            "clientInfo": {"name": "test", "version": "1"},
        }});
        writeln!(demo.stdin.take().unwrap(), "{hello}").unwrap();
        let said = demo.wait_with_output().unwrap().stdout;
        let reply: Value = serde_json::from_slice(&said).unwrap();
        assert_eq!(reply["result"]["protocolVersion"], "2025-06-18", "{reply}");
    }
}
