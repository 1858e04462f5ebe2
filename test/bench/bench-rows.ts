/** The rows of the bench: what is measured, against what, and its goal. */

import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { MeasuredProgram } from './measure.ts';
import { CURL, type PeerPaths } from './write-peers.ts';

/** A part of the bench that `--only` selects. */
export type RowGroup = 'start' | 'nodes' | 'cold' | 'throughput' | 'memory' | 'shared' | 'season';

/** One comparison of two programs. */
export interface BenchRow {
  readonly group: RowGroup;
  readonly what: string;
  readonly against: string;
  /**
   * What the goal limits: the ratio of processor times (default), the added milliseconds, the ratio of peak memory,
   * or the peak memory of the first program in MB.
   */
  readonly measure?: 'time' | 'added' | 'memory' | 'peak';
  readonly goal?: number;
  /** The number of runs of each program (default: `--runs`). */
  readonly runs?: number;
  readonly a: MeasuredProgram;
  readonly b: MeasuredProgram;
  /** The programs that the row needs. It is left out when one is missing. */
  readonly needs?: readonly string[];
}

/** The files and addresses that the rows use. */
export interface BenchSetup {
  readonly folder: string;
  /** The package, as npm installs it. */
  readonly root: string;
  readonly executable: string;
  /** An executable of the same runtime that does nothing. */
  readonly emptyExecutable: string;
  /** An executable of the same runtime that sends the request of `me` and prints the answer. */
  readonly smallestExecutable: string;
  readonly env: NodeJS.ProcessEnv;
  readonly origin: string;
  /** The origin of a service with fewer pages. */
  readonly smallOrigin: string;
  /** The id of a design that can be exported. */
  readonly exportableDesign: string;
  /** The socket of a shared Valkey or Redis. */
  readonly socket: string;
  /** Graphs: 2,000 nodes, the same with changes, no nodes, and 20 MB. */
  readonly files: Readonly<Record<'large' | 'changed' | 'small' | 'huge', string>>;
  /** The other supported versions of Node that could be installed, by name. */
  readonly nodes: readonly { readonly name: string; readonly program: string }[];
}

const SMALLEST = 'the smallest Node program with `fetch`';

/** The lines that ask the tool server for the summary of a graph. */
const askForSummary = (id: string): string =>
  [
    {
      id: 1,
      method: 'initialize',
      params: {
        protocolVersion: '2025-06-18',
        capabilities: {},
        clientInfo: { name: 'bench', version: '1' },
      },
    },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/call', params: { name: 'get_garment_graph', arguments: { id, summary: true } } },
  ]
    .map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
    .join('');

/** Returns all rows in the order of the table. */
export const listRows = (setup: BenchSetup, peers: PeerPaths): readonly BenchRow[] => {
  const { folder, env, origin, files } = setup;
  const bin = join(setup.root, 'bin/toile.js');
  const run = (...argv: string[]): MeasuredProgram => ({ argv, env, cwd: folder });
  const runOn = (node: string, ...words: string[]): MeasuredProgram => run(node, bin, ...words);
  const runToile = (...words: string[]): MeasuredProgram => runOn(process.execPath, ...words);
  const runExecutable = (...words: string[]): MeasuredProgram => run(setup.executable, ...words);
  const runPeer = (name: string, ...words: string[]): MeasuredProgram => run(peers[name] ?? name, ...words);
  const runPeerOn = (node: string, name: string): MeasuredProgram => run(node, peers[name] ?? name);
  const runNodePeer = (name: string): MeasuredProgram => runPeerOn(process.execPath, name);
  const runShared = (...words: string[]): MeasuredProgram => ({
    ...runToile(...words),
    env: { ...env, TOILE_SHARED: `unix:${setup.socket}` },
  });
  const runInTerminal = (...words: string[]): MeasuredProgram =>
    run(
      'script',
      '-qec',
      [process.execPath, bin, ...words].map((word) => `'${word}'`).join(' '),
      '/dev/null',
    );

  const me = runToile('me', '--json');
  const cache = join(folder, 'cold');
  const coldMe = { ...me, env: { ...env, XDG_CACHE_HOME: cache } };
  const emptyCache = async (): Promise<void> => rm(cache, { recursive: true, force: true });
  const installed = join(folder, 'installed');
  const install = async (): Promise<void> => {
    await Promise.all([emptyCache(), rm(installed, { recursive: true, force: true })]);
    for (const part of ['bin', 'dist', 'package.json'])
      await cp(join(setup.root, part), join(installed, part), { recursive: true });
  };
  const curlMe = run(...CURL, `${origin}/v1/me`);
  // Each export writes a new file. toile keeps an old one until the new one is complete, which needs more memory for pages.
  const removeExports = async (): Promise<void> => {
    for (const name of ['a.json', 'b.json', 'c.json']) await rm(join(folder, name), { force: true });
  };
  const toNewFile = (program: MeasuredProgram): MeasuredProgram => ({ ...program, prepare: removeExports });
  const exportWith = (node: string): MeasuredProgram =>
    toNewFile(
      runOn(node, 'export', setup.exportableDesign, '--driver', 'json', '-o', join(folder, 'a.json'), '-q'),
    );

  const start: readonly Omit<BenchRow, 'group'>[] = [
    ...[
      { what: '`toile --version`', goal: 1.1, a: runToile('--version') },
      { what: '`toile --help`', goal: 1.2, a: runToile('--help') },
      { what: 'completion of an id', goal: 1.25, a: runToile('__complete', 'zsh', '.0000001', 'graph') },
    ].map((row) => ({ against: 'an empty Node program', b: runNodePeer('empty.cjs'), ...row })),
    {
      what: 'executable `--version`',
      against: '`gh --version`',
      goal: 0.2,
      a: runExecutable('--version'),
      b: run('gh', '--version'),
      needs: [setup.executable, 'gh'],
    },
    {
      what: 'executable `me`',
      against: 'curl',
      goal: 4,
      a: runExecutable('me', '--json'),
      b: curlMe,
      needs: [setup.executable, 'curl'],
    },
    {
      what: 'an empty executable',
      against: 'curl',
      a: run(setup.emptyExecutable),
      b: curlMe,
      needs: [setup.emptyExecutable, 'curl'],
    },
    {
      what: 'an executable of the smallest program with `fetch`',
      against: 'curl',
      a: run(setup.smallestExecutable),
      b: curlMe,
      needs: [setup.smallestExecutable, 'curl'],
    },
  ];

  const nodes = setup.nodes.flatMap(({ name, program }): Omit<BenchRow, 'group'>[] => {
    const row = {
      what: `\`toile me\`, ${name}`,
      against: SMALLEST,
      goal: 1.1,
      a: runOn(program, 'me', '--json'),
      b: runPeerOn(program, 'smallest.cjs'),
    };
    return [row, { ...row, what: `${row.what}, peak memory`, measure: 'memory' }];
  });

  const cold: readonly Omit<BenchRow, 'group'>[] = [
    {
      what: '`toile me`, first run after an installation',
      against: 'the second run',
      a: {
        ...run(process.execPath, join(installed, 'bin/toile.js'), 'me', '--json'),
        env: coldMe.env,
        prepare: install,
      },
      b: me,
    },
    {
      what: '`toile me`, empty cache',
      against: 'with its cache',
      a: { ...coldMe, prepare: emptyCache },
      b: me,
    },
    {
      what: '`toile me`, read-only cache',
      against: 'with its cache',
      // No user can create a folder below a file.
      a: { ...me, env: { ...env, XDG_CACHE_HOME: join(files.small, 'cache') } },
      b: me,
    },
  ];

  const compareWithEmptyGraph = (
    what: string,
    goal: number,
    a: MeasuredProgram,
    b: MeasuredProgram,
    needs: readonly string[] = [],
  ): Omit<BenchRow, 'group'> => ({ what, against: 'an empty graph', measure: 'added', goal, a, b, needs });
  const askAssistant = (id: string): MeasuredProgram => ({
    ...runToile('mcp', 'serve'),
    input: askForSummary(id),
  });
  /** Runs toile with a file on stdin. */
  const runWithInput = (file: string, ...words: string[]): MeasuredProgram =>
    run('bash', '-c', 'exec "$@" < "$0"', file, process.execPath, bin, ...words);
  const listOutputFlags = (name: string): readonly string[] => [
    '-',
    '-o',
    join(folder, name),
    '--clobber',
    '-q',
  ];
  const renderSheet = (file: string): MeasuredProgram =>
    runWithInput(file, 'sheet', ...listOutputFlags('sheet.html'));
  const throughput: readonly Omit<BenchRow, 'group'>[] = [
    {
      what: '1 GiB export, digest checked',
      against: 'curl, then sha256sum',
      goal: 0.75,
      runs: 3,
      a: exportWith(process.execPath),
      b: toNewFile(runPeer('download.sh')),
      needs: ['curl', 'sha256sum'],
    },
    ...setup.nodes
      .filter(({ name }) => /20|24/.test(name))
      .map(({ name, program }) => ({
        what: `1 GiB export, digest checked, ${name}`,
        against: 'the smallest Node program that fetches, hashes and writes',
        goal: 1.1,
        runs: 3,
        a: exportWith(program),
        b: toNewFile(runPeerOn(program, 'download.cjs')),
      })),
    {
      what: '20 MB graph, unchanged',
      against: 'the smallest Node program that streams it',
      goal: 1.2,
      runs: 7,
      a: runToile('graph', 'GARM-1', '--json'),
      b: runNodePeer('stream.cjs'),
    },
    {
      what: '20 MB graph, as rows',
      against: 'curl and jq',
      goal: 0.8,
      runs: 5,
      a: runToile('graph', 'GARM-1'),
      b: runPeer('graph.sh'),
      needs: ['curl', 'jq'],
    },
    compareWithEmptyGraph(
      'graph of 2,000 nodes, on a terminal',
      120,
      runInTerminal('graph', 'GARM-450'),
      runInTerminal('graph', 'GARM-3'),
      ['script'],
    ),
    compareWithEmptyGraph(
      'diff of two graphs of 2,000 nodes',
      250,
      // The exit code 1 of diff means that there are differences.
      { ...runToile('diff', files.large, files.changed, '--json'), exit: 1 },
      runToile('diff', files.small, files.small, '--json'),
    ),
    compareWithEmptyGraph('sheet of 2,000 nodes', 600, renderSheet(files.large), renderSheet(files.small)),
    compareWithEmptyGraph(
      'summary of 2,000 nodes for an assistant',
      60,
      askAssistant('GARM-450'),
      askAssistant('GARM-3'),
    ),
  ];

  /** The questions of a season that read every design, with their command lines. */
  const listSeasonQuestions = (count: number): readonly (readonly [string, readonly string[]])[] => {
    const dir = `season-${count}`;
    return [
      ['season', ['season', dir]],
      [
        'values at a point',
        ['values', dir, '--label', 'chest', '--field', 'tol_*', '--state', 'unstated,absent'],
      ],
      ['confirmations', ['confirmations', dir]],
      ['trims', ['trims', dir]],
    ];
  };

  const memory = [
    ...listSeasonQuestions(10_000).map(([question, words]) => ({
      what: `${question}, 10,000 designs`,
      goal: 500,
      a: runToile(...words, '--json'),
    })),
    { what: '20 MB graph, as rows', goal: 250, a: runToile('graph', 'GARM-1') },
    { what: '20 MB graph, as a sheet', goal: 500, a: renderSheet(files.huge) },
    {
      what: '20 MB graph, as a workbook',
      goal: 600,
      a: runWithInput(files.huge, 'workbook', 'write', ...listOutputFlags('workbook.xlsx')),
    },
  ].map((row) => ({
    ...row,
    against: 'its limit',
    measure: 'peak' as const,
    runs: 1,
    b: runNodePeer('empty.cjs'),
  }));

  const season: readonly Omit<BenchRow, 'group'>[] = [
    {
      what: '500 pages of designs',
      against: 'curl and jq, page by page',
      runs: 1,
      a: runToile('designs', 'ls', '--all', '--jsonl'),
      b: runPeer('list.sh'),
      needs: ['curl', 'jq'],
    },
    {
      what: 'pull of 1,000 designs',
      against: 'curl, one at a time',
      runs: 1,
      a: { ...runToile('pull', 'pulled', '-q'), env: { ...env, TOILE_BASE_URL: setup.smallOrigin } },
      b: runPeer('mirror.sh', 'mirrored'),
      needs: ['curl', 'jq'],
    },
    ...[1000, 10_000].flatMap((count) =>
      listSeasonQuestions(count).map(([question, words]) => ({
        what: `${question}, ${count.toLocaleString('en')} designs`,
        against: '`toile --version`',
        measure: 'added' as const,
        goal: count,
        runs: count > 1000 ? 1 : 3,
        a: runToile(...words, '--json'),
        b: runToile('--version'),
      })),
    ),
  ];

  const shared: readonly Omit<BenchRow, 'group'>[] = [
    {
      what: '`toile me` with `TOILE_SHARED`',
      against: '`toile me`',
      a: runShared('me', '--json'),
      b: me,
      needs: ['redis-server'],
    },
    {
      what: '500 pages with `TOILE_SHARED`',
      against: '500 pages',
      runs: 5,
      a: runShared('designs', 'ls', '--all', '--jsonl'),
      b: runToile('designs', 'ls', '--all', '--jsonl'),
      needs: ['redis-server'],
    },
  ];

  const groups = { start, nodes, cold, throughput, memory, season, shared };
  return Object.entries(groups).flatMap(([group, rows]) =>
    rows.map((row): BenchRow => ({ group: group as RowGroup, ...row })),
  );
};
