/** The programs that users would run instead, as files in a folder. */

import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The command line of curl with the key of the bench. */
export const CURL = ['curl', '-sS', '-H', 'authorization: Bearer svc_sk_bench'];
const curl = CURL.map((word) => `'${word}'`).join(' ');

const HEADERS = `{headers:{authorization:'Bearer svc_sk_bench'}}`;

/** Returns the text of each program by its file name. `smallOrigin` is the origin of a service with fewer pages. */
const listProgramTexts = (origin: string, smallOrigin: string): Readonly<Record<string, string>> => ({
  'empty.cjs': '',
  // A compiler needs something to compile.
  'nothing.cjs': 'process.exitCode = 0;\n',
  'smallest.cjs': `fetch('${origin}/v1/me',${HEADERS}).then((r)=>r.text()).then((t)=>process.stdout.write(t));\n`,
  'stream.cjs': `fetch('${origin}/v1/garments/GARM-1/graph',${HEADERS}).then(async ({ body }) => {
  for await (const chunk of body) process.stdout.write(chunk);
});
`,
  'download.cjs': `const { createHash } = require('node:crypto');
const { createWriteStream } = require('node:fs');
const { pipeline } = require('node:stream/promises');
const hash = createHash('sha256');
fetch('${origin}/file').then(async ({ body }) => {
  const hashed = async function* (chunks) { for await (const chunk of chunks) { hash.update(chunk); yield chunk; } };
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
  page=$(${curl} "${smallOrigin}/v1/designs?limit=100\${next:+&before=$next}")
  for id in $(jq -r '.designs[].id' <<<"$page"); do
    mkdir -p $id
    for read in graph tailor-brief design-trust confirmations; do
      ${curl} -o $id/$read.json "${smallOrigin}/v1/designs/$id/$read"
    done
    count=$((count + 1))
  done
  next=$(jq -r '.next_before // empty' <<<"$page")
done
`,
});

/** The path of each program by its file name. */
export type PeerPaths = Readonly<Record<string, string>>;

/** Writes the programs into a folder. */
export async function writePeers(folder: string, origin: string, smallOrigin: string): Promise<PeerPaths> {
  const all = Object.entries(listProgramTexts(origin, smallOrigin));
  for (const [name, text] of all) {
    await writeFile(join(folder, name), text);
    await chmod(join(folder, name), 0o755);
  }
  return Object.fromEntries(all.map(([name]) => [name, join(folder, name)]));
}
