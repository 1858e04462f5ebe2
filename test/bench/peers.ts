/** What a user would otherwise type, as files in a folder. */

import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export const CURL = ['curl', '-sS', '-H', 'authorization: Bearer svc_sk_bench'];
const curl = CURL.map((word) => `'${word}'`).join(' ');

const HEADERS = `{headers:{authorization:'Bearer svc_sk_bench'}}`;

/** The text of each by its name; `few` is a service with fewer pages. */
const texts = (origin: string, few: string): Readonly<Record<string, string>> => ({
  'empty.cjs': '',
  // A compiler wants something to compile.
  'nothing.cjs': 'process.exitCode = 0;\n',
  'smallest.cjs': `fetch('${origin}/v1/me',${HEADERS}).then((r)=>r.text()).then((t)=>process.stdout.write(t));\n`,
  'download.cjs': `const { createHash } = require('node:crypto');
const { createWriteStream } = require('node:fs');
const { pipeline } = require('node:stream/promises');
const hash = createHash('sha256');
fetch('${origin}/file').then(async ({ body }) => {
  const hashed = async function* (pieces) { for await (const piece of pieces) { hash.update(piece); yield piece; } };
  await pipeline(body, hashed, createWriteStream('c.json'));
  console.log(hash.digest('hex'));
});
`,
  'download.sh': `#!/bin/bash
${curl} -o b.json ${origin}/file && sha256sum b.json
`,
  'list.sh': `#!/bin/bash
next=
while :; do
  page=$(${curl} "${origin}/v1/designs?limit=100\${next:+&before=$next}")
  jq -c '.designs[]' <<<"$page"
  next=$(jq -r '.next_before // empty' <<<"$page")
  [[ -n $next ]] || break
done
`,
  'graph.sh': `#!/bin/bash
${curl} ${origin}/v1/garments/GARM-1/graph | jq -r '.nodes[] | .id as $id | .values | to_entries[] | [$id, .key, (.value.value|tostring), .value.state] | @tsv'
`,
  'mirror.sh': `#!/bin/bash
mkdir -p "$1" && cd "$1" || exit 1
next= count=0
while ((count < 1000)); do
  page=$(${curl} "${few}/v1/designs?limit=100\${next:+&before=$next}")
  for id in $(jq -r '.designs[].id' <<<"$page"); do
    mkdir -p $id
    for read in graph tailor-brief design-trust confirmations; do
      ${curl} -o $id/$read.json "${few}/v1/designs/$id/$read"
    done
    count=$((count + 1))
  done
  next=$(jq -r '.next_before // empty' <<<"$page")
done
`,
});

export type Peers = Readonly<Record<string, string>>;

/** Writes them; gives the path of each by its name. */
export async function peersIn(place: string, origin: string, few: string): Promise<Peers> {
  const all = Object.entries(texts(origin, few));
  for (const [name, text] of all) {
    await writeFile(join(place, name), text);
    await chmod(join(place, name), 0o755);
  }
  return Object.fromEntries(all.map(([name]) => [name, join(place, name)]));
}
