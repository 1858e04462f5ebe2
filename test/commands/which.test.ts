import { execFileSync } from 'node:child_process';
import {
  chmod,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { computeReadDigest } from '../../src/garment/read-digest.ts';
import { canonicalizeJson } from '../../src/platform/json/canonicalize-json.ts';
import { parseJson } from '../../src/platform/json/parse-json.ts';
import { computeSha256 } from '../../src/platform/system/sha256.ts';
import { FOREIGN_BODIES } from '../support/foreign-bodies.ts';
import { isToolMissing } from '../support/is-tool-missing.ts';
import { runToile } from '../support/run-toile.ts';
import { runOffline } from './run-offline.ts';

const IDS = ['GARM-101', 'GARM-7', 'GARM-33'];

describe.skipIf(isToolMissing('git', 'git'))('the data that a printed page was made from', () => {
  let home = '';
  let season = '';
  let sheet = '';
  const runGit = (...words: readonly string[]): string =>
    execFileSync('git', ['-C', home, '-c', 'user.name=a', '-c', 'user.email=a@b.test', ...words], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH ?? '', HOME: home },
    });
  const ask = (...words: readonly string[]) => runOffline(['which', ...words], { home });
  const read = async (...words: readonly string[]) => {
    const run = await ask(...words, '--json');
    expect(run, run.err).toMatchObject({ code: 0, err: '' });
    return JSON.parse(run.out);
  };
  const findFile = (id: string, name = 'graph.technical_designer') =>
    join(home, 'season/garments', id, `${name}.json`);
  const digestOf = async (id: string): Promise<string> => {
    const readBody = async (name: string) => parseJson(await readFile(findFile(id, name), 'utf8'));
    return computeReadDigest({
      ...{ graph: await readBody('graph.technical_designer'), brief: await readBody('tailor-brief') },
      ...{ trust: await readBody('design-trust'), confirmations: await readBody('confirmations') },
    });
  };
  /** Writes another graph as a pull would: canonical, with its digest and time in the manifest. */
  const repull = async (id: string, edit: (body: string) => string): Promise<void> => {
    const text = canonicalizeJson(edit(await readFile(findFile(id), 'utf8')));
    await writeFile(findFile(id), text);
    const path = join(home, 'season/manifest.json');
    const manifest = JSON.parse(await readFile(path, 'utf8'));
    const file = manifest.garments[id].files['graph.technical_designer.json'];
    Object.assign(file, { sha256: computeSha256(text), fetched: '2026-12-09T08:00:00.000Z' });
    await writeFile(path, canonicalizeJson(JSON.stringify(manifest)));
  };

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'toile-which-'));
    const run = (...words: readonly string[]) => runToile(['--sandbox', ...words], { home });
    expect(await run('pull', 'season', ...IDS, '--garments-only', '-q')).toMatchObject({ code: 0 });
    expect(await run('sheet', 'GARM-101', '-o', 'shirt.html')).toMatchObject({ code: 0 });
    expect(await run('sheet', 'GARM-101', '-o', 'few.html', '--kind', 'piece')).toMatchObject({ code: 0 });
    expect(
      await run('workbook', 'write', 'GARM-101', 'GARM-7', '--together', '-o', 'sent.xlsx'),
    ).toMatchObject({
      code: 0,
    });
    expect(await run('season', 'season', '--html', 'season.html')).toMatchObject({ code: 0 });
    sheet = await digestOf('GARM-101');
    season = /digest ([0-9a-f]{12})/.exec(await readFile(join(home, 'season.html'), 'utf8'))?.[1] ?? '';
    runGit('init', '-q');
    runGit('add', '-A');
    runGit('commit', '-qm', 'sent');
  });
  afterAll(() => rm(home, { recursive: true, force: true }));

  it('is the same in the sheet, a filtered sheet, the workbook and the pulled folder', async () => {
    for (const page of ['shirt.html', 'few.html'])
      expect(await readFile(join(home, page), 'utf8')).toContain(sheet);
    const { baseline } = JSON.parse(
      (await runToile(['workbook', 'read', 'sent.xlsx', '--json'], { home })).out,
    );
    expect(baseline.reads).toEqual([
      { garment_id: 'GARM-101', digest: sheet },
      { garment_id: 'GARM-7', digest: await digestOf('GARM-7') },
    ]);
    const { reads, searched } = await read(sheet, 'season');
    expect(reads).toMatchObject([
      {
        ...{ digest: sheet, of: 'garment', garment_id: 'GARM-101', profile: 'technical_designer' },
        found: { kind: 'folder', where: 'season/garments/GARM-101' },
        now: { where: 'season', changes: { stated: 0, withdrawn: 0, changed: 0, added: 0, removed: 0 } },
      },
    ]);
    expect(searched).toMatchObject({ folders: ['season'], garments: 3 });
  });

  it('is found for a page of the season, and for a sheet of one graph', async () => {
    expect((await read(season)).reads).toMatchObject([{ of: 'folder', designs: { all: 3, changed: 0 } }]);
    const alone = await runOffline(['sheet', '-', '-o', '-'], {
      ...{ home, stdin: await readFile(findFile('GARM-33'), 'utf8') },
    });
    const graph = parseJson(await readFile(findFile('GARM-33'), 'utf8'));
    const none = { brief: undefined, trust: undefined, confirmations: undefined };
    const digest = computeReadDigest({ graph, ...none });
    expect(alone.out).toContain(digest);
    expect((await read(digest)).reads).toMatchObject([{ garment_id: 'GARM-33' }]);
    expect((await read(digest, findFile('GARM-33'))).reads).toMatchObject([{ found: { kind: 'file' } }]);
  });

  it.each(FOREIGN_BODIES.map(({ name, file }) => [name, file] as const))(
    'is found for a sheet of the foreign body %s',
    async (_, file) => {
      const { out } = await runOffline(['sheet', '-', '-o', '-'], {
        ...{ home, stdin: await readFile(file, 'utf8') },
      });
      const digest = /bottom-right \{ content: "([0-9a-f]{12})/.exec(out)?.[1] ?? '';
      expect((await read(digest, file)).reads).toMatchObject([
        { digest, found: { kind: 'file', where: file } },
      ]);
    },
  );

  it('is found in the history after values were stated and changed, also of a moved folder', async () => {
    let edited = 0;
    await repull('GARM-101', (text) =>
      text.replace(/"state": "unstated"/g, (word) => (++edited <= 2 ? '"state": "asserted"' : word)),
    );
    expect(edited).toBeGreaterThan(1);
    runGit('commit', '-qam', 'stated');
    const { reads } = await read(sheet);
    const first = runGit('rev-list', '--max-parents=0', 'HEAD').trim();
    expect(reads[0]).toMatchObject({
      found: { kind: 'git', where: 'season', commit: first },
      now: { where: 'season', read: '2026-12-09T08:00:00.000Z', changes: { stated: 2, withdrawn: 0 } },
    });
    // The workbook of the same read knows nothing of what came later; the folder does.
    expect(reads[1]).toMatchObject({ found: { kind: 'workbook', where: 'sent.xlsx' }, now: reads[0].now });
    expect((await read(season)).reads).toMatchObject([{ of: 'folder', designs: { all: 3, changed: 1 } }]);
    const shown = await runOffline(['which', sheet, 'season'], { home, columns: 80 });
    expect(shown.out).toContain('2 values stated since');
    await rename(join(home, 'season'), join(home, 'autumn'));
    runGit('add', '-A');
    runGit('commit', '-qm', 'moved');
    expect((await read(sheet)).reads).toMatchObject([
      { found: { kind: 'git', where: 'season' }, now: { where: 'autumn' } },
      { found: { kind: 'workbook' } },
    ]);
    await rename(join(home, 'autumn'), join(home, 'season'));
  });

  it('takes a workbook instead of a digest', async () => {
    const { digests, reads } = await read('sent.xlsx', 'season');
    expect(digests).toHaveLength(2);
    expect(reads.map(({ garment_id: id }: { garment_id: string }) => id).toSorted()).toEqual([
      'GARM-101',
      'GARM-7',
    ]);
  });

  it('of a digest that nothing has ends with exit code 5 and says what was searched', async () => {
    const run = await ask('deadbeefdead');
    expect(run).toMatchObject({ code: 5, out: '' });
    expect(run.err).toContain('searched: season (designs: 3); manifests in git history: ');
    expect(run.err).toContain('workbooks: 1');
    const half = await ask('sent.xlsx', findFile('GARM-33'));
    expect(half).toMatchObject({ code: 5 });
    const outside = await ask('deadbeefdead', 'sent.xlsx');
    expect(outside).toMatchObject({ code: 5, err: expect.stringContaining('no pulled folder') });
  });

  it('names a folder that it cannot look into', async () => {
    const other = await mkdtemp(join(tmpdir(), 'toile-unread-'));
    await mkdir(join(other, 'season'));
    await symlink('manifest.json', join(other, 'season/manifest.json'));
    const within = await ask('deadbeefdead', other);
    expect(within).toMatchObject({ code: 5, out: '' });
    expect(within.err).toContain(
      `no pulled folder; manifests in git history: 0; workbooks: 0; ${other}/season: `,
    );
    const alone = await ask('deadbeefdead', join(other, 'season'));
    expect(alone).toMatchObject({ code: 1, out: '' });
    await rm(other, { recursive: true });
  });

  it.each(['3f9a1', 'xyz', '3f9a12c4e07b0', ''])('refuses %j, which is no digest', async (word) => {
    expect(await ask(word)).toMatchObject({ code: 2, out: '' });
  });

  it('names the reads that the beginning of a digest fits', async () => {
    const none = { brief: undefined, trust: undefined, confirmations: undefined };
    const textOf = (at: number) => `{"made_up": ${at}, "nodes": []}`;
    const digestAt = (at: number) => computeReadDigest({ graph: parseJson(textOf(at)), ...none });
    const found = new Map<string, number>();
    let pair: readonly number[] = [];
    for (let at = 0; pair.length === 0 && at < 100_000; at += 1) {
      const start = digestAt(at).slice(0, 6);
      const other = found.get(start);
      if (other === undefined) found.set(start, at);
      else pair = [other, at];
    }
    const files = pair.map((at) => join(home, `made-up-${at}.json`));
    for (const [place, at] of pair.entries()) await writeFile(files[place] ?? '', textOf(at));
    const [one = '', two = ''] = pair.map(digestAt);
    const run = await ask(one.slice(0, 6), ...files);
    expect(run).toMatchObject({ code: 2, out: '' });
    for (const digest of [one, two]) expect(run.err).toContain(digest);
    expect((await read(two.toUpperCase(), ...files)).reads).toMatchObject([{ digest: two }]);
  });

  it('runs nothing that a hostile repository names, and is not led elsewhere by GIT_DIR', async () => {
    const other = await mkdtemp(join(tmpdir(), 'toile-hostile-'));
    await cp(home, other, { recursive: true });
    const trap = join(other, 'trap.sh');
    const sprung = join(other, 'sprung');
    await writeFile(trap, `#!/bin/sh\necho "$0 $*" >> ${JSON.stringify(sprung)}\nexit 1\n`);
    await chmod(trap, 0o755);
    const config = [
      ...[
        '[core]',
        'repositoryformatversion = 1',
        'bare = false',
        `fsmonitor = ${trap}`,
        `sshCommand = ${trap}`,
      ],
      ...[`pager = ${trap}`, `hooksPath = ${other}`, `gitProxy = ${trap}`, `alternateRefsCommand = ${trap}`],
      ...[
        '[extensions]',
        'partialClone = origin',
        '[remote "origin"]',
        `url = ext::${trap} %S`,
        'promisor = true',
      ],
      ...[`uploadpack = ${trap}`, '[protocol "ext"]', 'allow = always', '[alias]', `rev-list = !${trap}`],
      ...[`cat-file = !${trap}`, `rev-parse = !${trap}`, '[diff]', `external = ${trap}`],
      ...['[filter "x"]', `smudge = ${trap}`, `textconv = ${trap}`, '[pager]', `cat-file = ${trap}`],
    ];
    await writeFile(join(other, '.git/config'), `${config.join('\n')}\n`);
    await writeFile(join(other, '.gitattributes'), '* filter=x diff=x\n');
    // A missing object is what a promisor remote is asked for.
    const blob = runGit('rev-parse', 'HEAD~1:season/manifest.json').trim();
    await rm(join(other, '.git/objects', blob.slice(0, 2), blob.slice(2)), { force: true });
    const run = await runOffline(['which', 'deadbeefdead', '.'], {
      ...{ home: other },
      env: { GIT_DIR: join(home, '.git'), GIT_EXTERNAL_DIFF: trap, GIT_PAGER: trap, GIT_SSH_COMMAND: trap },
    });
    expect(run).toMatchObject({ code: 5, out: '' });
    expect(await stat(sprung).catch(() => undefined)).toBeUndefined();
    expect(await readdir(other)).not.toContain('sprung');
    await rm(other, { recursive: true, force: true });
  });
});
