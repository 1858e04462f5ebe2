#!/bin/sh
# What is asked most often in the season: how often, the field, and the garments that ask. Needs jq.
# One question a line is what --jsonl gives, each with its garment and its field.
set -eu

toile designs ls --all --minted --jsonl | jq -r '.sgg_garment_id' | while read -r id; do
  toile confirmations "$id" --jsonl < /dev/null
done | jq -s -r '
  group_by(.field)
  | sort_by(-length)[]
  | [length, .[0].field, (map(.garment_id) | unique | join(" "))]
  | @tsv'
