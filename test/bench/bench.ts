/**
 * Compares toile with the programs that users would run instead:
 * `npm run bench [-- --runs N --only size,start,nodes,cold,throughput,memory,season,shared --json FILE]`.
 * `--only` also takes a part of a row's name. `--keep` writes the table into docs/speed.md. A row is left out when its
 * program is not installed. No result is a failure.
 */

import { execFile, spawn } from 'node:child_process';
import { access, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { installBun } from '../../scripts/executable/platform-packages.ts';
import { findTarget, OWN_TARGET } from '../../scripts/executable/targets.ts';
import { listSampleGarments } from '../../src/sandbox/corpus/sample-garments.ts';
import { installRuntime, NODES } from '../runtimes/runtimes.ts';
import { type BenchRow, type BenchSetup, listRows } from './bench-rows.ts';
import { type Comparison, comparePrograms } from './measure.ts';
import { measureSizes, type Size } from './measure-sizes.ts';
import { writeSeasonFolders } from './season-folder.ts';
import { startBenchService } from './service.ts';
import { formatRow, formatSize, replaceTable, TABLE_HEAD } from './table.ts';
import { writePeers } from './write-peers.ts';

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
const only = values.only?.split(',');
const isSelected = (group: string, what = group): boolean =>
  only?.some((word) => group === word || what.includes(word)) ?? true;

const hasProgram = async (program: string): Promise<boolean> => {
  const search = program.includes('/') ? access(program) : run('which', [program]);
  return search.then(
    () => true,
    () => false,
  );
};

const folder = await mkdtemp(join(tmpdir(), 'toile-bench-'));
const parka = listSampleGarments()
  .find((garment) => garment.sgg_garment_id === 'GARM-450')
  ?.graph('technical_designer');
if (parka === undefined) throw new Error('the sandbox has no garment of 2,000 nodes');
const small = JSON.stringify({ garment_id: 'GARM-3', profile: 'technical_designer', nodes: [], facts: [] });
const graphs = { 'GARM-450': parka, 'GARM-3': small };
const service = await startBenchService({ pages: 500, graphBytes: 20e6, fileBytes: 2 ** 30, graphs });
const smallService = await startBenchService({ pages: 10, graphBytes: 1e4, fileBytes: 4 });

/** Writes the graphs; in `changed`, every tenth text differs. */
const writeGraphs = async (): Promise<BenchSetup['files']> => {
  let count = 0;
  const changed = parka.replaceAll(/"value": ?"(?=[A-Za-z])/g, (start) => {
    count += 1;
    return count % 10 === 0 ? `${start}another ` : start;
  });
  const texts = { large: parka, changed, small, huge: service.largeGraph };
  const paths = Object.keys(texts).map((name) => [name, join(folder, `${name}.json`)] as const);
  for (const [name, path] of paths) await writeFile(path, texts[name as keyof typeof texts]);
  return Object.fromEntries(paths) as BenchSetup['files'];
};

/** Compiles a script with the runtime of the executables. Returns the path of the file, which is missing if that fails. */
const compileScript = async (script: string): Promise<string> => {
  const compiler = await installBun(findTarget(OWN_TARGET)).catch(() => undefined);
  const words = ['build', '--compile', '--bytecode', '--format=cjs', script, '--outfile', `${script}.exe`];
  if (compiler) await run(compiler, words, { cwd: folder }).catch(() => undefined);
  return `${script}.exe`;
};

/** Installs the supported versions of Node. A version that cannot be installed is left out. */
const installNodes = async (): Promise<BenchSetup['nodes']> => {
  const runtimes = await Promise.all(
    NODES.map(async (node) => ({
      name: node.name,
      program: await installRuntime(node).catch(() => undefined),
    })),
  );
  return runtimes.flatMap(({ name, program }) => (program === undefined ? [] : [{ name, program }]));
};

const peers = await writePeers(folder, service.origin, smallService.origin);
const setup: BenchSetup = {
  folder,
  root,
  executable: join(root, `build/toile-${process.platform}-${process.arch}`),
  emptyExecutable: await compileScript(peers['nothing.cjs'] ?? ''),
  smallestExecutable: await compileScript(peers['smallest.cjs'] ?? ''),
  origin: service.origin,
  smallOrigin: smallService.origin,
  exportableDesign: service.firstDesign,
  socket: join(folder, 'engine'),
  files: await writeGraphs(),
  nodes: await installNodes(),
  env: {
    PATH: process.env.PATH,
    HOME: folder,
    LANG: 'C.UTF-8',
    TERM: 'xterm',
    TOILE_BASE_URL: service.origin,
    TOILE_API_KEY: 'svc_sk_bench',
    // Waiting for the rate limit would be measured too.
    TOILE_RATE: '1000000/1m',
  },
};
// Completion reads the stored names of the designs.
const listDesigns = [join(root, 'bin/toile.js'), 'designs', 'ls', '--limit', '1000'];
await run(process.execPath, listDesigns, { env: setup.env, maxBuffer: 1e9 });

if (isSelected('season') || isSelected('memory'))
  await writeSeasonFolders(folder, [process.execPath, join(root, 'bin/toile.js')], setup.env, [1000, 10_000]);

const hasEngine = isSelected('shared') && (await hasProgram('redis-server'));
const engineOptions = { port: '0', unixsocket: setup.socket, save: '', dir: folder, appendonly: 'yes' };
const engine = hasEngine
  ? spawn(
      'redis-server',
      Object.entries(engineOptions).flatMap(([name, value]) => [`--${name}`, value]),
      {
        stdio: 'ignore',
      },
    )
  : undefined;

const results: (
  | ({ readonly group: 'size' } & Size)
  | (Pick<BenchRow, 'group' | 'what' | 'against' | 'goal'> & Comparison)
)[] = [];
const lines: string[] = [];
const print = (line: string): void => {
  lines.push(line);
  process.stdout.write(`${line}\n`);
};
TABLE_HEAD.forEach(print);
try {
  if (isSelected('size') && (await hasProgram('xz'))) {
    for (const size of await measureSizes(folder, version)) {
      results.push({ group: 'size', ...size });
      print(formatSize(size));
    }
  }
  for (const row of listRows(setup, peers)) {
    if (!isSelected(row.group, row.what)) continue;
    const needed = await Promise.all((row.needs ?? []).map(hasProgram));
    if (needed.includes(false)) continue;
    const comparison = await comparePrograms(row.a, row.b, row.runs ?? Number(values.runs));
    const { group, what, against, goal } = row;
    results.push({ group, what, against, ...(goal !== undefined && { goal }), ...comparison });
    print(formatRow(row, comparison));
  }
} finally {
  service.close();
  smallService.close();
  engine?.kill();
  await rm(folder, { recursive: true, force: true });
}
const at = new Date().toISOString();
const machine = { at, node: process.version, processor: `${cpus()[0]?.model ?? ''} x ${cpus().length}` };
const summary = `${at.slice(0, 10)}, Node ${machine.node}, ${machine.processor}; medians of pairs`;
process.stdout.write(`\n${summary}\n`);
const target = resolve(root, values.json);
await mkdir(dirname(target), { recursive: true });
await writeFile(target, `${JSON.stringify({ machine, results }, null, 2)}\n`);
if (values.keep) {
  const page = join(root, 'docs/speed.md');
  await writeFile(page, replaceTable(await readFile(page, 'utf8'), `${summary}.\n\n${lines.join('\n')}`));
}
process.exit(0);
