# What the shell scripts share; sourced from the repository's root.
# shellcheck shell=bash

# Builds a release: `build --product splash`, `build --build-tests`.
build() { swift build -c release "$@" >&2; }

# Prints the folder of the build products.
built() { swift build -c release --show-bin-path; }

# Runs a command under a heading and prints how long it took.
part() {
  local begin=$SECONDS status=0
  echo "== $*"
  "$@" || status=$?
  echo "== $*: $((SECONDS - begin)) s"
  return $status
}

# Runs a part beside the following ones, in a process group of its own, which ends with this script; `joined` waits
# for it and prints its output.
beside() {
  beside_log=$(mktemp)
  set -m
  part "$@" >"$beside_log" 2>&1 </dev/null &
  set +m
  beside_job=$!
  trap 'kill -- -$beside_job; rm -f "$beside_log"' EXIT
}

joined() {
  local status=0
  wait "$beside_job" || status=$?
  trap - EXIT
  cat "$beside_log"
  rm -f "$beside_log"
  return $status
}

# Runs a command that takes Swift Testing's options. Tests load the machine, and some drive browsers, players or
# cameras: if one or two fail they are run once more, alone, and named and counted at the end; more failures fail
# the run.
flaky_at_most=2
test_run() {
  local command=$1 log status=0 failed
  shift
  log=$(mktemp)
  "$command" "$@" 2>&1 | tee "$log" || status=$?
  grep -A 4 -F 'recorded an issue' "$log" || true
  echo "the ten slowest suites, in seconds side by side with others:"
  sed -En 's/^(✔|✘) Suite "?(.*[^"])"? [pf].*ed after ([0-9.]*) seconds.*/\3 \2/p' "$log" | sort -rn | head -n 10
  # Names of tests hold no blanks; the cameras' machine has no /dev/fd for a substituted process.
  # shellcheck disable=SC2207
  failed=($(sed -n 's/^✘ Test \([A-Za-z0-9_]*\)(.*failed after.*/\1/p' "$log" | sort -u))
  if ((status)) && grep -q '^✘ Test run with' "$log" && ((${#failed[@]} > 0 && ${#failed[@]} <= flaky_at_most)); then
    echo "once more, alone: ${failed[*]}"
    status=0
    "$command" --no-parallel --filter "/($(IFS='|'; echo "${failed[*]}"))\(" >"$log" 2>&1 || status=$?
    grep -E '^✘|recorded an issue|Test run with' "$log"
    ((status)) || echo "FLAKY: ${#failed[@]} failed among others and passed alone: ${failed[*]}"
  fi
  rm -f "$log"
  return $status
}
