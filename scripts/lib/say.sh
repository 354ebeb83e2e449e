# shellcheck shell=bash
# Tells the person what runs, how long it took and what failed; knows nothing about the steps themselves.

PASSED=0
FAILED=0

# say WORDS...: one line for the person.
say() { printf '%s\n' "$*"; }

# die WORDS...: one line on stderr, and the end.
die() {
  printf 'error: %s\n' "$*" >&2
  exit 1
}

# hint WORDS...: what to do about the error that follows or went before.
hint() { printf 'hint: %s\n' "$*" >&2; }

# step NAME COMMAND...: runs a command with its output in a log; says its name and time, and ends
# the script with the command's own status if it fails.
step() {
  local name=$1 log began=$SECONDS status=0
  shift
  log="$LOGS/${name//[^a-z0-9]/-}.log"
  printf '%-34s' "$name"
  # A function that runs as a condition loses `set -e`; in a subshell of its own it keeps it.
  set +e
  (set -e; "$@") >"$log" 2>&1
  status=$?
  set -e
  count_tests "$log"
  if [ "$status" -eq 0 ]; then
    printf 'ok      %4d s%s\n' $((SECONDS - began)) "$(summary "$log")"
    return
  fi
  printf 'FAILED  %4d s\n\n' $((SECONDS - began))
  tail -n 80 "$log"
  printf '\n'
  total
  printf 'error: step "%s" ended with exit code %d\n' "$name" "$status" >&2
  hint "the whole output is in $log"
  exit "$status"
}

# closing_lines LOG: what test runners print last, with colours taken out.
closing_lines() {
  sed 's/\x1b\[[0-9;]*m//g' "$1" | grep -E '^ *Summary \[|^ *Tests  |^Ran [0-9]+ tests? in|^FAILED \(|^OK( \(|$)' || true
}

# number_before WORD LINE: the number in front of a word, or 0.
number_before() {
  local found
  found=$(grep -oE "[0-9]+ $1" <<<"$2" | head -n 1 | cut -d ' ' -f 1) || true
  printf '%d' "${found:-0}"
}

# number_after WORD LINE: the number behind `WORD=`, or 0.
number_after() {
  local found
  found=$(grep -oE "$1=[0-9]+" <<<"$2" | head -n 1 | cut -d = -f 2) || true
  printf '%d' "${found:-0}"
}

# tests_in LOG: two numbers, how many tests passed and how many failed.
tests_in() {
  local line ran=0 passed=0 failed=0 bad
  while IFS= read -r line; do
    case $line in
      'Ran '*) ran=$(number_before tests? "$line") passed=$((passed + ran)) ;;
      'FAILED ('*)
        bad=$(($(number_after failures "$line") + $(number_after errors "$line")))
        passed=$((passed - bad)) failed=$((failed + bad))
        ;;
      *)
        passed=$((passed + $(number_before passed "$line")))
        failed=$((failed + $(number_before failed "$line") + $(number_before 'timed out' "$line")))
        ;;
    esac
  done < <(closing_lines "$1")
  printf '%d %d\n' "$passed" "$failed"
}

# count_tests LOG: adds a log's tests to the sums.
count_tests() {
  local passed failed
  read -r passed failed < <(tests_in "$1")
  PASSED=$((PASSED + passed)) FAILED=$((FAILED + failed))
}

# summary LOG: how many tests that were, for the end of a step's line; nothing where there were none.
summary() {
  local passed failed
  read -r passed failed < <(tests_in "$1")
  [ "$passed" -eq 0 ] || printf '   %d tests' "$passed"
}

# total: the closing line, over all steps so far.
total() { printf 'total: %d passed, %d failed\n' "$PASSED" "$FAILED"; }
