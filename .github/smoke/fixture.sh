#!/usr/bin/env bash
# fixture.sh good|bad DIR: a repository with one published result, and a commit on top that adds a second one (good) or
# changes the first (bad). Prints base and head as `name=value`, for $GITHUB_OUTPUT.
set -euo pipefail
kind=$1
dir=$2
result() {
  printf '{"schema":"evalguard.result/v1","metrics_version":1,"method":{"limits":{}},"models":{"agent":"acme:reader-2"},"results":[{"id":"case-1","scores":{"passed":%s}}]}\n' "$1"
}
commit() {
  git -C "$dir" add --all
  git -C "$dir" -c user.name=smoke -c user.email=smoke@example.invalid -c core.hooksPath=/dev/null commit --quiet -m "$1"
  git -C "$dir" rev-parse HEAD
}
git init --quiet --initial-branch=main "$dir"
mkdir -p "$dir/results"
result true >"$dir/results/smoke-2026-01-01-corpus-run1.json"
echo "base=$(commit 'One result')"
case $kind in
  good) result true >"$dir/results/smoke-2026-01-01-corpus-run2.json" ;;
  bad) result false >"$dir/results/smoke-2026-01-01-corpus-run1.json" ;;
  *) echo "good or bad, not $kind" >&2 && exit 2 ;;
esac
echo "head=$(commit "A $kind change")"
