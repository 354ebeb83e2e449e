# shellcheck shell=bash
# Where things are: the checkout, and the one cache folder outside of it that clones share.

CHECKOUT="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
export CHECKOUT

# A build machine may set none; the shell still knows whose home it is.
own=~
HOME="${HOME:-$own}"
export HOME

# A fresh clone builds in seconds because everything that takes minutes lives here.
export STEWARD_CACHE="${STEWARD_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/steward}"
export CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-$STEWARD_CACHE/target}"

# Tests look here for other people's servers: node_modules/ and venv/.
export STEWARD_PEERS="${STEWARD_PEERS:-$STEWARD_CACHE/peers}"

# The official conformance suite, and a Node that runs it where the machine's own is too old.
export STEWARD_CONFORMANCE="${STEWARD_CONFORMANCE:-$STEWARD_CACHE/conformance}"

# Tests and the tour give their programs a HOME of their own; the tools must still find theirs.
export CARGO_HOME="${CARGO_HOME:-$HOME/.cargo}"
export RUSTUP_HOME="${RUSTUP_HOME:-$HOME/.rustup}"
export npm_config_cache="${npm_config_cache:-$HOME/.npm}"

# How cargo is told to build the window and `stewardctl`: together, or what they share is built twice.
# shellcheck disable=SC2034  # For the scripts that source this.
BOTH_PROGRAMS=(-p steward -p cli --features steward/custom-protocol)

LOGS="$STEWARD_CACHE/logs"
# What we installed ourselves comes first, and only exists where the machine's own was missing or too old.
PATH="$STEWARD_CACHE/npm/node_modules/.bin:$STEWARD_CACHE/node/bin:$STEWARD_CACHE/cargo/bin:$CARGO_HOME/bin:$PATH"
export PATH
mkdir -p "$LOGS" "$CARGO_TARGET_DIR"
