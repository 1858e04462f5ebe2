/**
 * All figures side by side: `npm run bench [-- --runs N --only size,start,cold,throughput,season,shared --json FILE]`,
 * where `--only` also takes a part of a row's name.
 * `--keep` writes the table into docs/speed.md. Peers are what a user would otherwise type; one that is not installed
 * leaves its row out. Nothing fails on time.
 */

import { execFile, spawn } from 'node:child_process';
import { access, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { runtimeOf } from '../../scripts/executable/platform-packages.ts';
import { OWN, targetNamed } from '../../scripts/executable/targets.ts';
import { listSampleGarments } from '../../src/sandbox/corpus/sample-garments.ts';
import { type Pair, pair } from './measure.ts';
import { peersIn } from './peers.ts';
import { type Place, type Row, rows } from './rows.ts';
import { service } from './service.ts';
import { type Size, sizes } from './sizes.ts';
import { HEAD, lineOf, sizeLine, withTable } from './table.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '15' },
    only: { type: 'string' },
    json: { type: 'string', default: 'build/bench.json' },
    keep: { type: 'boolean', default: false },
  },
});
const has = async (program: string): Promise<boolean> => {
  const looking = program.includes('/') ? access(program) : run('which', [program]);
  return looking.then(
    () => true,
    () => false,
  );
};

const folder = await mkdtemp(join(tmpdir(), 'toile-bench-'));
const parka = listSampleGarments()
  .find((one) => one.sgg_garment_id === 'GARM-450')
  ?.graph('technical_designer');
if (parka === undefined) throw new Error('the sandbox has no garment of 2,000 nodes');
const small = JSON.stringify({ garment_id: 'GARM-3', profile: 'technical_designer', nodes: [], facts: [] });
const graphs = { 'GARM-450': parka, 'GARM-3': small };
const serving = await service({ pages: 500, graphBytes: 20e6, fileBytes: 2 ** 30, graphs });
const few = await service({ pages: 10, graphBytes: 1e4, fileBytes: 4 });

/** The parka of the sandbox: as it is, and with every tenth text another. */
const files = async (): Promise<Place['files']> => {
  let at = 0;
  const changed = parka.replaceAll(/"value": ?"(?=[A-Za-z])/g, (begun) => {
    at += 1;
    return at % 10 === 0 ? `${begun}another ` : begun;
  });
  const named = { large: parka, changed, small };
  for (const [name, each] of Object.entries(named)) await writeFile(join(folder, `${name}.json`), each);
  return {
    large: join(folder, 'large.json'),
    changed: join(folder, 'changed.json'),
    small: join(folder, 'small.json'),
  };
};

/** A script as a program of its own with the runtime of the executables; where that is not to be had, none. */
const compiled = async (script: string): Promise<string> => {
  const compiler = await runtimeOf(targetNamed(OWN)).catch(() => undefined);
  const words = ['build', '--compile', '--bytecode', '--format=cjs', script, '--outfile', `${script}.exe`];
  if (compiler) await run(compiler, words, { cwd: folder }).catch(() => undefined);
  return `${script}.exe`;
};

const peers = await peersIn(folder, serving.origin, few.origin);
const { 'nothing.cjs': nothing = '', 'smallest.cjs': smallest = '' } = peers;
const place: Place = {
  folder,
  root,
  executable: join(root, `build/toile-${process.platform}-${process.arch}`),
  emptyExecutable: await compiled(nothing),
  smallestExecutable: await compiled(smallest),
  origin: serving.origin,
  few: few.origin,
  first: serving.first,
  socket: join(folder, 'engine'),
  files: await files(),
  env: {
    PATH: process.env.PATH,
    HOME: folder,
    LANG: 'C.UTF-8',
    TERM: 'xterm',
    TOILE_BASE_URL: serving.origin,
    TOILE_API_KEY: 'svc_sk_bench',
    // What is measured is the program, not its waiting.
    TOILE_RATE: '1000000/1m',
  },
};
const words = [join(root, 'bin/toile.js'), 'designs', 'ls', '--limit', '1000'];
await run(process.execPath, words, { env: place.env, maxBuffer: 1e9 });

const shares = [
  '--port',
  '0',
  '--unixsocket',
  place.socket,
  '--save',
  '',
  '--dir',
  folder,
  '--appendonly',
  'yes',
];
const only = values.only?.split(',');
const hasEngine = (only?.includes('shared') ?? true) && (await has('redis-server'));
const engine = hasEngine ? spawn('redis-server', shares, { stdio: 'ignore' }) : undefined;

const results: (
  | ({ readonly group: 'size' } & Size)
  | (Pick<Row, 'group' | 'what' | 'against' | 'goal'> & Pair)
)[] = [];
const lines: string[] = [];
const say = (line: string): void => {
  lines.push(line);
  process.stdout.write(`${line}\n`);
};
HEAD.forEach(say);
try {
  if ((only?.includes('size') ?? true) && (await has('xz'))) {
    for (const size of await sizes(folder, version)) {
      results.push({ group: 'size', ...size });
      say(sizeLine(size));
    }
  }
  for (const row of rows(place, peers)) {
    if (!(only?.some((word) => row.group === word || row.what.includes(word)) ?? true)) continue;
    const there = await Promise.all((row.needs ?? []).map(has));
    if (there.includes(false)) continue;
    const measured = await pair(row.a, row.b, row.runs ?? Number(values.runs));
    const { group, what, against, goal } = row;
    results.push({ group, what, against, ...(goal !== undefined && { goal }), ...measured });
    say(lineOf(row, measured));
  }
} finally {
  serving.close();
  few.close();
  engine?.kill();
  await rm(folder, { recursive: true, force: true });
}
const at = new Date().toISOString();
const machine = { at, node: process.version, processor: `${cpus()[0]?.model ?? ''} x ${cpus().length}` };
const said = `${at.slice(0, 10)}, Node ${machine.node}, ${machine.processor}; medians of pairs`;
process.stdout.write(`\n${said}\n`);
const target = resolve(root, values.json);
await mkdir(dirname(target), { recursive: true });
await writeFile(target, `${JSON.stringify({ machine, results }, null, 2)}\n`);
if (values.keep) {
  const page = join(root, 'docs/speed.md');
  await writeFile(page, withTable(await readFile(page, 'utf8'), `${said}.\n\n${lines.join('\n')}`));
}
process.exit(0);
