#!/bin/sh
# Toile in CI. `toile help ci` explains these files; this writes them into the repository that you are in.
set -eu

# The block of the help that begins with this line, without its indent.
block() { toile help ci | sed -n "/^    $1\$/,/^[^ ]/s/^    //p"; }

mkdir -p .github/workflows
block '#!\/bin\/sh' > nightly.sh
block 'on:' > .github/workflows/nightly.yml
block 'on: workflow_dispatch' > .github/workflows/documents.yml
block 'questions:' > .gitlab-ci.yml
