#!/bin/sh
# The season in git each night, on a machine of the studio. In its repository, from cron:
#   17 2 * * *  cd /srv/season && sh nightly-pull.sh > changes.md
# What changed since the night before is printed as Markdown. The first night there is nothing to compare with.
set -eu

before=$(mktemp -d)
trap 'git worktree remove --force "$before"' EXIT
git worktree add -q --force "$before" HEAD

# Where some designs could not be pulled the others are kept all the same, and cron is told at the end.
status=0
toile pull season -q > /dev/null || status=$?

git add season
if ! git diff --cached --quiet; then
  # diff ends with 1 where something differs, with 2 where it could not compare.
  if [ -d "$before/season" ]; then toile diff "$before/season" season --md || [ $? -eq 1 ]; fi
  git commit -q -m "Season of $(date -u +%F)"
fi
exit "$status"
