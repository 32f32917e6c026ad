# What the shell scripts share; sourced from the repository's root.
# shellcheck shell=bash

# Builds a release: `build --product splash`, `build --build-tests`.
build() { swift build -c release "$@" >&2; }

# The folder of what was built.
built() { swift build -c release --show-bin-path; }

# Runs a command under a heading and says how long it took.
part() {
  local begin=$SECONDS status=0
  echo "== $*"
  "$@" || status=$?
  echo "== $*: $((SECONDS - begin)) s"
  return $status
}
