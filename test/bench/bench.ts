/**
 * All figures side by side: `npm run bench [-- --runs N --only start|throughput|shared --json FILE]`.
 * Peers are what a user would otherwise type; one that is not installed leaves its row out. Nothing fails on time.
 */

import { execFile, spawn } from 'node:child_process';
import { access, chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir, totalmem } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { type Pair, pair, type Started } from './measure.ts';
import { service } from './service.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '15' },
    only: { type: 'string' },
    json: { type: 'string', default: 'build/bench.json' },
  },
});
const runs = Number(values.runs);
const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
const has = (tool: string): Promise<boolean> =>
  run('which', [tool]).then(
    () => true,
    () => false,
  );

const place = await mkdtemp(join(tmpdir(), 'toile-bench-'));
const serving = await service({ pages: 500, graphBytes: 20e6, fileBytes: 2 ** 30 });
const few = await service({ pages: 10, graphBytes: 1e4, fileBytes: 4 });
const { origin } = serving;
const env = {
  PATH: process.env.PATH,
  HOME: place,
  LANG: 'C.UTF-8',
  TOILE_BASE_URL: origin,
  TOILE_API_KEY: 'svc_sk_bench',
  // What is measured is the program, not its waiting.
  TOILE_RATE: '1000000/1m',
};
const node = process.execPath;
const bin = join(root, 'bin/toile.js');
const executable = join(root, `build/toile-${process.platform}-${process.arch}`);
const file = async (name: string, text: string, mode = 0o644): Promise<string> => {
  await writeFile(join(place, name), text);
  await chmod(join(place, name), mode);
  return join(place, name);
};

const empty = await file('empty.cjs', '');
const smallest = await file(
  'smallest.cjs',
  `fetch('${origin}/v1/me',{headers:{authorization:'Bearer svc_sk_bench'}}).then((r)=>r.text()).then((t)=>process.stdout.write(t));\n`,
);
const curl = ['curl', '-sS', '-H', 'authorization: Bearer svc_sk_bench'];
const list = await file(
  'list.sh',
  `#!/bin/bash
next=
while :; do
  page=$(${curl.map((word) => `'${word}'`).join(' ')} "${origin}/v1/designs?limit=100\${next:+&before=$next}")
  jq -c '.designs[]' <<<"$page"
  next=$(jq -r '.next_before // empty' <<<"$page")
  [[ -n $next ]] || break
done
`,
  0o755,
);
const graph = await file(
  'graph.sh',
  `#!/bin/bash
${curl.map((word) => `'${word}'`).join(' ')} ${origin}/v1/garments/GARM-1/graph | jq -r '.nodes[] | .id as $id | .values | to_entries[] | [$id, .key, (.value.value|tostring), .value.state] | @tsv'
`,
  0o755,
);
const mirror = await file(
  'mirror.sh',
  `#!/bin/bash
mkdir -p "$1" && cd "$1" || exit 1
next= count=0
while ((count < 1000)); do
  page=$(${curl.map((word) => `'${word}'`).join(' ')} "${few.origin}/v1/designs?limit=100\${next:+&before=$next}")
  for id in $(jq -r '.designs[].id' <<<"$page"); do
    mkdir -p $id
    for read in graph tailor-brief design-trust confirmations; do
      ${curl.map((word) => `'${word}'`).join(' ')} -o $id/$read.json "${few.origin}/v1/designs/$id/$read"
    done
    count=$((count + 1))
  done
  next=$(jq -r '.next_before // empty' <<<"$page")
done
`,
  0o755,
);

const toile = (...words: string[]): Started => ({ argv: [node, bin, ...words], env, cwd: place });
const single = (...words: string[]): Started => ({ argv: [executable, ...words], env, cwd: place });
/** With an engine that machines share, on a socket beside. */
const socket = join(place, 'engine');
const shared = (...words: string[]): Started => ({
  ...toile(...words),
  env: { ...env, TOILE_SHARED: `unix:${socket}` },
});
const other = (...argv: string[]): Started => ({ argv, env, cwd: place });
await run(node, [bin, 'designs', 'ls', '--limit', '1000'], { env, maxBuffer: 1e9 });

const hasExecutable = await exists(executable);
const [hasGh, hasCurl, hasJq, hasEngine] = await Promise.all(['gh', 'curl', 'jq', 'redis-server'].map(has));
const engine = hasEngine
  ? spawn(
      'redis-server',
      ['--port', '0', '--unixsocket', socket, '--save', '', '--dir', place, '--appendonly', 'yes'],
      {
        stdio: 'ignore',
      },
    )
  : undefined;
/** Group, what is measured, what it stands against, the goal if there is one, runs, and what it takes. */
type Row = readonly [string, string, string, number | undefined, number, Started, Started, boolean?];

const ROWS: readonly Row[] = [
  ['start', 'toile --version', 'an empty Node program', 1.25, runs, toile('--version'), other(node, empty)],
  ['start', 'toile --help', 'an empty Node program', 1.25, runs, toile('--help'), other(node, empty)],
  [
    'start',
    'completion of an id',
    'an empty Node program',
    1.35,
    runs,
    toile('__complete', 'ids', '0000001'),
    other(node, empty),
  ],
  [
    'start',
    'toile me',
    'the smallest Node program with fetch',
    1.15,
    runs,
    toile('me', '--json'),
    other(node, smallest),
  ],
  [
    'start',
    'executable --version',
    'gh --version',
    0.5,
    runs,
    single('--version'),
    other('gh', '--version'),
    hasExecutable && hasGh,
  ],
  [
    'start',
    'executable me',
    'curl',
    3,
    runs,
    single('me', '--json'),
    other(...curl, `${origin}/v1/me`),
    hasExecutable && hasCurl,
  ],
  [
    'shared',
    'toile me, machines share',
    'toile me',
    undefined,
    runs,
    shared('me', '--json'),
    toile('me', '--json'),
    hasEngine,
  ],
  [
    'shared',
    '500 pages, machines share',
    '500 pages',
    undefined,
    5,
    shared('designs', 'ls', '--all', '--jsonl'),
    toile('designs', 'ls', '--all', '--jsonl'),
    hasEngine,
  ],
  [
    'throughput',
    '500 pages of designs',
    'curl and jq, page by page',
    undefined,
    1,
    toile('designs', 'ls', '--all', '--jsonl'),
    other(list),
    hasCurl && hasJq,
  ],
  [
    'throughput',
    '20 MB graph, as it came',
    'curl',
    undefined,
    3,
    toile('graph', 'GARM-1', '--json'),
    other(...curl, `${origin}/v1/garments/GARM-1/graph`),
    hasCurl,
  ],
  [
    'throughput',
    '20 MB graph, rows',
    'curl and jq',
    undefined,
    3,
    toile('graph', 'GARM-1'),
    other(graph),
    hasCurl && hasJq,
  ],
  [
    'throughput',
    '1 GiB export',
    'curl',
    undefined,
    2,
    toile('export', serving.first, '--driver', 'json', '-o', join(place, 'a.json'), '--clobber', '-q'),
    other(...curl, '-o', join(place, 'b.json'), `${origin}/file`),
    hasCurl,
  ],
  [
    'throughput',
    'pull of 1,000 designs',
    'curl and jq, one after the other',
    undefined,
    1,
    { ...toile('pull', 'pulled', '-q'), env: { ...env, TOILE_BASE_URL: few.origin } },
    other(mirror, 'mirrored'),
    hasCurl && hasJq,
  ],
];

const ms = (seconds: number | undefined): string =>
  seconds === undefined ? '' : seconds < 10 ? `${(seconds * 1000).toFixed(0)} ms` : `${seconds.toFixed(1)} s`;
const mb = (bytes: number | undefined): string =>
  bytes === undefined ? '' : `${(bytes / 1e6).toFixed(0)} MB`;
const times = (ratio: number | undefined): string => (ratio === undefined ? '' : ratio.toFixed(2));
const results: (Pair & Record<'group' | 'what' | 'against' | 'goal', unknown>)[] = [];
const say = (...cells: readonly (string | number)[]): unknown =>
  process.stdout.write(`| ${cells.join(' | ')} |\n`);
say('what', 'against', 'processor', 'wall', 'peak', 'ratio of processor time', 'of wall', 'goal');
say('---', '---', '---', '---', '---', '---', '---', '---');
try {
  for (const [group, what, against, goal, count, a, b, possible = true] of ROWS) {
    if (values.only !== undefined && values.only !== group) continue;
    if (!possible) continue;
    const measured = await pair(a, b, count);
    results.push({ group, what, against, goal: goal ?? null, ...measured });
    const both = (name: 'cpu' | 'wall' | 'peak', show: (value: number | undefined) => string): string =>
      [show(measured.a[name]), show(measured.b[name])].filter(Boolean).join(' / ');
    say(
      what,
      against,
      both('cpu', ms),
      both('wall', ms),
      both('peak', mb),
      times(measured.ratio.cpu),
      times(measured.ratio.wall),
      goal ?? '',
    );
  }
} finally {
  serving.close();
  few.close();
  engine?.kill();
  await rm(place, { recursive: true, force: true });
}
const machine = {
  at: new Date().toISOString(),
  node: process.version,
  processor: `${cpus()[0]?.model ?? ''} x ${cpus().length}`,
  memory: totalmem(),
};
process.stdout.write(
  `\n${machine.at.slice(0, 10)}, Node ${machine.node}, ${machine.processor}; medians, and medians of the ratios of pairs\n`,
);
const target = resolve(root, values.json);
await mkdir(dirname(target), { recursive: true });
await writeFile(target, `${JSON.stringify({ machine, results }, null, 2)}\n`);
process.exit(0);
