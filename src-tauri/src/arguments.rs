//! What may be typed after `steward`; it knows nothing of what is done with it.

use std::path::PathBuf;

/// A desktop home for MCP servers.
#[derive(Debug, Clone, PartialEq, Eq, clap::Parser)]
#[command(name = "steward", version)]
pub(crate) struct Arguments {
    /// The folder that holds everything Steward keeps; the variable STEWARD_DATA_DIR names it too
    #[arg(long, value_name = "DIR")]
    pub(crate) data_dir: Option<PathBuf>,
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::*;

    #[test]
    fn the_data_folder_can_be_named() {
        let arguments = Arguments::try_parse_from(["steward", "--data-dir", "/a b"]).unwrap();
        assert_eq!(arguments.data_dir, Some(PathBuf::from("/a b")));
    }

    #[test]
    fn an_unknown_argument_is_refused() {
        assert!(Arguments::try_parse_from(["steward", "--allow-everything"]).is_err());
    }
}
