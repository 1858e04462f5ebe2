/** What is measured, against what, and what it should come to. */

import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Started } from './measure.ts';
import { CURL, type Peers } from './peers.ts';

export type Group = 'start' | 'cold' | 'throughput' | 'shared' | 'season';

export interface Row {
  readonly group: Group;
  readonly what: string;
  readonly against: string;
  /** At most so many times the other's processor time; for `over`, so many milliseconds more. */
  readonly goal?: number;
  /** What counts is what it takes more, not how many times as much. */
  readonly over?: true;
  /** Runs of each; as many as were asked for where nothing is said. */
  readonly runs?: number;
  readonly a: Started;
  readonly b: Started;
  /** Programs without which it is left out. */
  readonly needs?: readonly string[];
}

/** Where everything is. */
export interface Place {
  readonly folder: string;
  /** The package: what an install gives. */
  readonly root: string;
  readonly executable: string;
  /** An executable of the same runtime in which there is nothing. */
  readonly emptyExecutable: string;
  /** One that fetches what `me` does, and prints it. */
  readonly smallestExecutable: string;
  readonly env: NodeJS.ProcessEnv;
  readonly origin: string;
  /** Of a service with fewer pages. */
  readonly few: string;
  /** A design that can be exported. */
  readonly first: string;
  /** Of an engine that machines share. */
  readonly socket: string;
  /** Graphs of 2,000 nodes, and of none. */
  readonly files: Readonly<Record<'large' | 'changed' | 'small', string>>;
}

export const rows = (at: Place, peers: Peers): readonly Row[] => {
  const { folder, env, origin } = at;
  const node = process.execPath;
  const bin = join(at.root, 'bin/toile.js');
  const other = (...argv: string[]): Started => ({ argv, env, cwd: folder });
  const toile = (...words: string[]): Started => other(node, bin, ...words);
  const single = (...words: string[]): Started => other(at.executable, ...words);
  const peer = (name: string, ...words: string[]): Started => other(peers[name] ?? name, ...words);
  const program = (name: string): Started => other(node, peers[name] ?? name);
  const empty = program('empty.cjs');
  const shared = (...words: string[]): Started => ({
    ...toile(...words),
    env: { ...env, TOILE_SHARED: `unix:${at.socket}` },
  });
  /** On a terminal of its own. */
  const drawn = (...words: string[]): Started =>
    other('script', '-qec', [node, bin, ...words].map((word) => `'${word}'`).join(' '), '/dev/null');

  const me = toile('me', '--json');
  const cache = join(folder, 'cold');
  const cold = { ...me, env: { ...env, XDG_CACHE_HOME: cache } };
  const emptied = async (): Promise<void> => rm(cache, { recursive: true, force: true });
  const fresh = join(folder, 'installed');
  const installed = async (): Promise<void> => {
    await Promise.all([emptied(), rm(fresh, { recursive: true, force: true })]);
    for (const part of ['bin', 'dist', 'package.json'])
      await cp(join(at.root, part), join(fresh, part), { recursive: true });
  };
  const EXECUTABLE = [at.executable];

  return [
    ...[
      { what: '`toile --version`', goal: 1.1, a: toile('--version') },
      { what: '`toile --help`', goal: 1.2, a: toile('--help') },
      { what: 'completion of an id', goal: 1.25, a: toile('__complete', 'zsh', '.0000001', 'graph') },
    ].map((row) => ({ group: 'start' as const, against: 'an empty Node program', b: empty, ...row })),
    {
      group: 'start',
      what: '`toile me` on loopback',
      against: 'the smallest Node program with `fetch`',
      goal: 1.1,
      a: me,
      b: program('smallest.cjs'),
    },
    {
      group: 'start',
      what: 'executable `--version`',
      against: '`gh --version`',
      goal: 0.2,
      a: single('--version'),
      b: other('gh', '--version'),
      needs: [...EXECUTABLE, 'gh'],
    },
    {
      group: 'start',
      what: 'executable `me`',
      against: 'curl',
      goal: 3,
      a: single('me', '--json'),
      b: other(...CURL, `${origin}/v1/me`),
      needs: [...EXECUTABLE, 'curl'],
    },
    {
      group: 'start',
      what: 'an empty executable',
      against: 'curl',
      a: other(at.emptyExecutable),
      b: other(...CURL, `${origin}/v1/me`),
      needs: [at.emptyExecutable, 'curl'],
    },
    {
      group: 'start',
      what: 'an executable of the smallest program with `fetch`',
      against: 'curl',
      a: other(at.smallestExecutable),
      b: other(...CURL, `${origin}/v1/me`),
      needs: [at.smallestExecutable, 'curl'],
    },
    {
      group: 'cold',
      what: '`toile me`, first run after an installation',
      against: 'the second run',
      a: { ...other(node, join(fresh, 'bin/toile.js'), 'me', '--json'), env: cold.env, before: installed },
      b: me,
    },
    {
      group: 'cold',
      what: '`toile me`, empty cache',
      against: 'with its cache',
      a: { ...cold, before: emptied },
      b: me,
    },
    {
      group: 'cold',
      what: '`toile me`, read-only cache',
      against: 'with its cache',
      // Below a file no folder can be made, whoever asks.
      a: { ...me, env: { ...env, XDG_CACHE_HOME: join(at.files.small, 'cache') } },
      b: me,
    },
    {
      group: 'throughput',
      what: '1 GiB export, digest checked',
      against: 'curl, then sha256sum',
      goal: 0.7,
      runs: 3,
      a: toile('export', at.first, '--driver', 'json', '-o', join(folder, 'a.json'), '--clobber', '-q'),
      b: peer('download.sh'),
      needs: ['curl', 'sha256sum'],
    },
    {
      group: 'throughput',
      what: '1 GiB export, digest checked',
      against: 'the smallest Node program that fetches, hashes and writes',
      goal: 1.15,
      runs: 3,
      a: toile('export', at.first, '--driver', 'json', '-o', join(folder, 'a.json'), '--clobber', '-q'),
      b: program('download.cjs'),
    },
    {
      group: 'throughput',
      what: '20 MB graph, unchanged',
      against: 'curl',
      goal: 15,
      runs: 7,
      a: toile('graph', 'GARM-1', '--json'),
      b: other(...CURL, `${origin}/v1/garments/GARM-1/graph`),
      needs: ['curl'],
    },
    {
      group: 'throughput',
      what: '20 MB graph, as rows',
      against: 'curl and jq',
      goal: 0.8,
      runs: 5,
      a: toile('graph', 'GARM-1'),
      b: peer('graph.sh'),
      needs: ['curl', 'jq'],
    },
    {
      group: 'throughput',
      what: 'graph of 2,000 nodes, on a terminal',
      against: 'an empty graph',
      over: true,
      goal: 120,
      a: drawn('graph', 'GARM-450'),
      b: drawn('graph', 'GARM-3'),
      needs: ['script'],
    },
    {
      group: 'throughput',
      what: 'diff of two graphs of 2,000 nodes',
      against: 'empty graphs',
      over: true,
      goal: 200,
      // As with every diff, 1 says that there are differences.
      a: { ...toile('diff', at.files.large, at.files.changed, '--json'), exit: 1 },
      b: toile('diff', at.files.small, at.files.small, '--json'),
    },
    {
      group: 'season',
      what: '500 pages of designs',
      against: 'curl and jq, page by page',
      runs: 1,
      a: toile('designs', 'ls', '--all', '--jsonl'),
      b: peer('list.sh'),
      needs: ['curl', 'jq'],
    },
    {
      group: 'season',
      what: 'pull of 1,000 designs',
      against: 'curl, one at a time',
      runs: 1,
      a: { ...toile('pull', 'pulled', '-q'), env: { ...env, TOILE_BASE_URL: at.few } },
      b: peer('mirror.sh', 'mirrored'),
      needs: ['curl', 'jq'],
    },
    {
      group: 'season',
      what: 'season of 1,000 designs',
      against: '`toile --version`',
      over: true,
      goal: 1000,
      runs: 3,
      a: toile('season', 'pulled', '--json'),
      b: toile('--version'),
      needs: ['curl', 'jq'],
    },
    {
      group: 'shared',
      what: '`toile me` with `TOILE_SHARED`',
      against: '`toile me`',
      a: shared('me', '--json'),
      b: me,
      needs: ['redis-server'],
    },
    {
      group: 'shared',
      what: '500 pages with `TOILE_SHARED`',
      against: '500 pages',
      runs: 5,
      a: shared('designs', 'ls', '--all', '--jsonl'),
      b: toile('designs', 'ls', '--all', '--jsonl'),
      needs: ['redis-server'],
    },
  ];
};
