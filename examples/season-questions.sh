#!/bin/sh
# Lists the most frequent open questions of the season: number, field, garments. Needs jq.
# --jsonl prints one question a line, with its garment and its field.
set -eu

toile designs ls --all --minted --jsonl | jq -r '.sgg_garment_id' | while read -r id; do
  toile confirmations "$id" --jsonl < /dev/null
done | jq -s -r '
  group_by(.field)
  | sort_by(-length)[]
  | [length, .[0].field, (map(.garment_id) | unique | join(" "))]
  | @tsv'
