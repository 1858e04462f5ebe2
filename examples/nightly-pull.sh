#!/bin/sh
# Pulls the season into git and prints the changes since the last run as Markdown. The first run prints nothing.
# From cron, in the repository of the season:
#   17 2 * * *  cd /srv/season && sh nightly-pull.sh > changes.md
set -eu

before=$(mktemp -d)
trap 'git worktree remove --force "$before"' EXIT
git worktree add -q --force "$before" HEAD

# If some designs fail, commit the others and exit with the status of the pull.
status=0
toile pull season -q > /dev/null || status=$?

git add season
if ! git diff --cached --quiet; then
  # diff exits with 1 for differences and with 2 for an error.
  if [ -d "$before/season" ]; then toile diff "$before/season" season --md || [ $? -eq 1 ]; fi
  git commit -q -m "Season of $(date -u +%F)"
fi
exit "$status"
