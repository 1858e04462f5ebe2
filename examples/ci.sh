#!/bin/sh
# Writes the CI files of `toile help ci` into the current repository. The help explains them.
set -eu

# Prints the block of the help that starts with this line, without its indentation.
block() { toile help ci | sed -n "/^    $1\$/,/^[^ ]/s/^    //p"; }

mkdir -p .github/workflows
block '#!\/bin\/sh' > nightly.sh
block 'on:' > .github/workflows/nightly.yml
block 'on: workflow_dispatch' > .github/workflows/documents.yml
block 'questions:' > .gitlab-ci.yml
