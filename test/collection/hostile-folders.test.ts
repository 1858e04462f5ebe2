import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { beforeAll, describe, expect, it } from 'vitest';
import { createFolder, join } from '../support/create-folder.ts';
import { runToile } from '../support/run-toile.ts';

const DESIGN = '3f6a1c58-9f0e-4f55-8d3b-1a4c2b7e9d01';
const SECRET = 'PWN-secret-of-somebody-else';

interface FolderPaths {
  readonly home: string;
  readonly season: string;
  readonly outside: string;
  readonly victim: string;
  /** Of the one design, relative to the folder. */
  readonly design: string;
}

/** Records the content and the metadata of a tree, to detect any change. */
const recordTree = (root: string): Record<string, string> => {
  const seen: Record<string, string> = {};
  for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    const stats = lstatSync(join(root, name));
    if (stats.isSymbolicLink()) seen[name] = `link ${readlinkSync(join(root, name))}`;
    else if (stats.isDirectory()) seen[name] = 'folder';
    else seen[name] = `${stats.mode} ${stats.ino} ${stats.size} ${stats.ctimeMs}`;
  }
  return seen;
};

let pulled: string;
beforeAll(async () => {
  pulled = mkdtempSync(join(tmpdir(), 'toile-hostile-'));
  const season = join(pulled, 'season');
  // What makes documents is loaded at its first use, which may take longer here than an answer may.
  await runToile(['--sandbox', 'export', DESIGN, '--driver', 'json', '-o', '-'], { home: pulled });
  const run = await runToile(['--sandbox', 'pull', season, DESIGN, 'GARM-101', '--exports', 'json'], {
    home: pulled,
  });
  expect(run.code, run.err + run.out).toBe(0);
  return () => rmSync(pulled, { recursive: true, force: true });
});

const createPaths = (): FolderPaths => {
  const root = createFolder();
  const [home, season, system] = [join(root, 'home'), join(root, 'home', 'season'), join(root, 'outside')];
  mkdirSync(home);
  mkdirSync(join(system, 'folder'), { recursive: true });
  cpSync(join(pulled, 'season'), season, { recursive: true });
  for (const name of [
    'victim',
    'folder/free',
    'folder/graph.technical_designer.json',
    'folder/journal.jsonl',
  ])
    writeFileSync(join(system, name), `{"token": "${SECRET}"}\n`);
  writeFileSync(join(system, 'secret.txt'), `token = ${SECRET}\n`);
  const [name = ''] = readdirSync(join(season, 'designs'));
  return { home, season, outside: system, victim: join(system, 'victim'), design: `designs/${name}` };
};

const replacePath = (path: string, make: (path: string) => void): void => {
  rmSync(path, { recursive: true, force: true });
  make(path);
};
const linkPath =
  (path: (at: FolderPaths) => string, to: string) =>
  (at: FolderPaths): string => {
    replacePath(join(at.season, path(at)), (place) => symlinkSync(join(at.outside, to), place));
    return path(at);
  };
const addJournalLine =
  (line: object) =>
  ({ season }: FolderPaths): string => {
    appendFileSync(join(season, '.toile', 'journal.jsonl'), `${JSON.stringify(line)}\n`);
    return '.toile/journal.jsonl';
  };
const changeManifest =
  (change: (manifest: { designs: Record<string, object>; garments: Record<string, object> }) => void) =>
  ({ season }: FolderPaths): string => {
    const path = join(season, 'manifest.json');
    const manifest = JSON.parse(readFileSync(path, 'utf8'));
    change(manifest);
    writeFileSync(path, JSON.stringify(manifest));
    return 'manifest.json';
  };

/** What an attacker may have planted, and the file that the message names. */
const PLANTED: Readonly<Record<string, (at: FolderPaths) => string>> = {
  'the house is a link': linkPath(() => '.toile', 'folder'),
  'the journal is a link': linkPath(() => '.toile/journal.jsonl', 'victim'),
  'the journal is a link to nowhere': linkPath(() => '.toile/journal.jsonl', 'nothing'),
  '.gitignore is a link': linkPath(() => '.toile/.gitignore', 'victim'),
  'a draft is a link': linkPath(() => '.toile/draft', 'victim'),
  'the lock is a link': linkPath(() => '.toile/lock', 'folder'),
  'what was removed is a link': linkPath(() => '.toile/removed', 'folder'),
  'the manifest is a link': linkPath(() => 'manifest.json', 'victim'),
  '.gitattributes is a link': linkPath(() => '.gitattributes', 'victim'),
  'all designs are a link': linkPath(() => 'designs', 'folder'),
  'all garments are a link': linkPath(() => 'garments', 'folder'),
  'a design is a link': linkPath(({ design }) => design, 'folder'),
  'a file is a link': linkPath(({ design }) => `${design}/graph.technical_designer.json`, 'victim'),
  'a file is a link to text': linkPath(({ design }) => `${design}/tailor-brief.json`, 'secret.txt'),
  'an export is a link': linkPath(({ design }) => `${design}/export.technical_designer.json`, 'victim'),
  'a file that is not held yet is a link': linkPath(
    ({ design }) => `${design}/export.factory.svg`,
    'nothing',
  ),
  'the journal has another name': (at) => {
    replacePath(join(at.season, '.toile/journal.jsonl'), (place) => linkSync(at.victim, place));
    return '.toile/journal.jsonl';
  },
  'a file has another name': (at) => {
    const path = `${at.design}/graph.technical_designer.json`;
    replacePath(join(at.season, path), (place) => linkSync(at.victim, place));
    return path;
  },
  'a file is a FIFO': (at) => {
    const path = `${at.design}/graph.technical_designer.json`;
    replacePath(join(at.season, path), (place) => execFileSync('mkfifo', [place]));
    return path;
  },
  'the journal is a FIFO': (at) => {
    replacePath(join(at.season, '.toile/journal.jsonl'), (place) => execFileSync('mkfifo', [place]));
    return '.toile/journal.jsonl';
  },
  'the lock is a file': (at) => {
    writeFileSync(join(at.season, '.toile/lock'), 'x');
    return '.toile/lock';
  },
  'the house is a file': (at) => {
    replacePath(join(at.season, '.toile'), (place) => writeFileSync(place, 'x'));
    return '.toile';
  },
  'the manifest is a folder': (at) => {
    replacePath(join(at.season, 'manifest.json'), (place) => mkdirSync(place));
    return 'manifest.json';
  },
  'the journal leads a design elsewhere': addJournalLine({
    type: 'subject',
    of: { kind: 'design', id: DESIGN },
    about: { folder: '../../outside/folder' },
  }),
  'the journal names a garment that is a command': addJournalLine({
    type: 'subject',
    of: { kind: 'garment', id: '$(id>~/PWNED)' },
    about: { folder: 'garments/x' },
  }),
  'the journal names a file elsewhere': addJournalLine({
    type: 'same',
    path: '../../outside/folder/free',
    at: 1,
  }),
  'the manifest leads a design elsewhere': changeManifest(({ designs }) => {
    designs[DESIGN] = { ...designs[DESIGN], folder: '../../outside/folder' };
  }),
  'the manifest names a garment that is a command': changeManifest(({ garments }) => {
    garments['$(id>~/PWNED)'] = { folder: 'garments/x', files: {} };
  }),
  'the manifest names a file that leads elsewhere': changeManifest(({ garments }) => {
    const held = garments['GARM-101'] as { files: Record<string, object> };
    held.files['../../../outside/victim'] = held.files['tailor-brief.json'] ?? {};
  }),
};

/** Every command that takes a folder, and the exit code of its trouble. */
const COMMANDS: readonly (readonly [readonly string[], number])[] = [
  [['--sandbox', 'pull', 'season'], 1],
  [['--sandbox', 'pull', 'season', '--delete=all', '--prune', '1s', '--exports', 'svg,json'], 1],
  [['--sandbox', 'pull', 'season', '--dry-run'], 1],
  [['--sandbox', 'stale', 'season'], 1],
  [['diff', 'season', 'other', '--md'], 2],
  [['diff', 'other', 'season', '--json'], 2],
  [['--sandbox-from', 'season', 'graph', DESIGN], 1],
  [['--sandbox-from', 'season', 'export', DESIGN, '--driver', 'json', '-o', '-'], 1],
];

describe.skipIf(process.platform === 'win32')(
  'an untrusted folder causes one clear error, and nothing in it changes',
  () => {
    it.each(Object.keys(PLANTED))('%s', async (what) => {
      const at = createPaths();
      cpSync(join(pulled, 'season'), join(at.home, 'other'), { recursive: true });
      const named = PLANTED[what]?.(at) ?? '';
      const before = { home: recordTree(at.home), outside: recordTree(at.outside) };
      for (const [argv, code] of COMMANDS) {
        const run = await runToile(argv, { home: at.home });
        const by = `${argv.join(' ')}: ${run.err}`;
        expect(run.code, by).toBe(code);
        expect(run.err.replaceAll('\\\\', '\\'), by).toContain(`season/${named}`);
        expect(run.err + run.out, by).not.toContain(SECRET);
        expect(run.err, by).not.toMatch(/internal error|\n\s+at /);
        const after = recordTree(at.home);
        // What toile keeps for itself is in another folder.
        for (const name of Object.keys(after)) if (name.startsWith('toile')) delete after[name];
        expect(after, by).toEqual(before.home);
        expect(recordTree(at.outside), by).toEqual(before.outside);
      }
    });
  },
);

it('the folder itself may be a link, because the user named it', async () => {
  const at = createPaths();
  renameSync(at.season, join(at.outside, 'season'));
  symlinkSync(join(at.outside, 'season'), at.season);
  expect(await runToile(['--sandbox', 'pull', 'season', DESIGN], { home: at.home })).toMatchObject({
    code: 0,
  });
  expect(await runToile(['--sandbox', 'stale', 'season'], { home: at.home })).toMatchObject({ code: 0 });
});

it.each([
  ['the folder', 'season', 'season'],
  ['a folder above it', 'data', 'data/season'],
  ['a folder above one that is still to be made', 'data', 'data/new'],
])('a link to a folder that no pull has written is not followed: %s', async (_, link, dir) => {
  const at = createPaths();
  rmSync(at.season, { recursive: true });
  mkdirSync(join(at.outside, 'season'));
  symlinkSync(link === dir ? join(at.outside, 'season') : at.outside, join(at.home, link));
  const before = recordTree(at.outside);
  for (const more of [[], ['--dry-run']]) {
    const run = await runToile(['--sandbox', 'pull', dir, DESIGN, ...more], { home: at.home });
    expect(run).toMatchObject({ code: 2 });
    expect(run.err).toContain('is a symbolic link, and its target is not a pulled folder');
  }
  expect(recordTree(at.outside)).toEqual(before);
  // The folder itself, by its name.
  const real = join(at.outside, 'season');
  expect(await runToile(['--sandbox', 'pull', real, DESIGN], { home: at.home })).toMatchObject({ code: 0 });
});

it('files of the user stay unchanged, links included', async () => {
  const at = createPaths();
  symlinkSync(at.victim, join(at.season, at.design, 'photo.png'));
  symlinkSync(at.outside, join(at.season, 'designs', 'photos'));
  symlinkSync(at.victim, join(at.season, 'README.md'));
  expect(await runToile(['--sandbox', 'pull', 'season', DESIGN], { home: at.home })).toMatchObject({
    code: 0,
  });
});

it('a file as DIR, and a folder that cannot be created, are reported before a request', async () => {
  const at = createPaths();
  const network = async () => {
    throw new Error('nothing is to be sent');
  };
  for (const argv of [
    ['pull', at.victim],
    ['stale', at.victim],
    ['pull', join(at.victim, 'x')],
  ]) {
    const run = await runToile(argv, {
      home: at.home,
      network,
      env: { TOILE_API_KEY: 'svc_sk_x', TOILE_BASE_URL: 'http://127.0.0.1:1' },
    });
    expect(run, argv.join(' ')).toMatchObject({ code: 2, out: '' });
    expect(run.err).toMatch(/is not a folder|a part of the path is not a folder/);
  }
  expect(existsSync(at.victim)).toBe(true);
});

it('a body that is invalid JSON is reported without its content', async () => {
  const at = createPaths();
  cpSync(at.season, join(at.home, 'other'), { recursive: true });
  writeFileSync(join(at.season, at.design, 'tailor-brief.json'), `token = ${SECRET}`);
  for (const argv of [
    ['diff', 'season', 'other'],
    ['diff', 'season', 'other', '--md'],
    ['diff', join(at.season, at.design, 'tailor-brief.json'), DESIGN],
  ]) {
    const run = await runToile(['--sandbox', ...argv], { home: at.home });
    expect(run).toMatchObject({ code: 2, out: '' });
    expect(run.err).toMatch(/tailor-brief\.json is (not|no longer) JSON/);
    expect(run.err).not.toMatch(/PWN|internal error/);
  }
});

describe('reading a pulled folder', () => {
  const runServed = (at: FolderPaths, ...argv: string[]) =>
    runToile(['--sandbox-from', 'season', ...argv], { home: at.home });

  it('returns an edited body, and reports the file once', async () => {
    const at = createPaths();
    const file = join(at.season, at.design, 'tailor-brief.json');
    const other = join(at.season, at.design, 'graph.technical_designer.json');
    writeFileSync(file, '{"brief": {"cut": {"value": "56.0 exactly", "state": "asserted"}}}');
    appendFileSync(other, '\n');
    const brief = await runServed(at, 'brief', DESIGN, '--json');
    expect(brief).toMatchObject({ code: 0, err: expect.stringContaining('tailor-brief.json was edited') });
    expect(brief.out).toContain('56.0 exactly');
    const all = await runServed(at, 'sheet', DESIGN, '-o', 'page.html');
    expect(all.code, all.err).toBe(0);
    for (const name of ['tailor-brief', 'graph.technical_designer'])
      expect(all.err.split(`${name}.json was edited after the pull`)).toHaveLength(2);
    expect(all.err).not.toContain('confirmations');
  });

  it.each([
    ['lost', (file: string) => rmSync(file), 'no longer on disk', 9],
    ['no JSON', (file: string) => writeFileSync(file, `${SECRET} {`), 'no longer JSON', 9],
    ['too deep', (file: string) => writeFileSync(file, '['.repeat(5_000)), 'no longer JSON', 9],
    ['no object', (file: string) => writeFileSync(file, '[]'), 'no longer a JSON object', 9],
    ['a number', (file: string) => writeFileSync(file, '1.0'), 'no longer a JSON object', 9],
    [
      'too large',
      (file: string) => truncateSync(file, 32 * 1024 * 1024 + 1),
      'larger than the limit of toile',
      9,
    ],
    [
      'a link',
      (file: string) => {
        rmSync(file);
        symlinkSync('/etc/hosts', file);
      },
      'is a symbolic link',
      1,
    ],
    [
      'a folder',
      (file: string) => {
        rmSync(file);
        mkdirSync(file);
      },
      'a folder, but toile needs a file there',
      9,
    ],
  ] as const)('reports a body that is %s in one error', async (_, spoil, why, code) => {
    const at = createPaths();
    spoil(join(at.season, at.design, 'tailor-brief.json'));
    const run = await runServed(at, 'brief', DESIGN);
    expect(run).toMatchObject({ code, out: '' });
    expect(run.err).toContain('tailor-brief.json');
    expect(run.err).toContain(why);
    expect(run.err).not.toContain(SECRET);
    expect(run.err.match(/^toile: /gm)).toHaveLength(1);
  });
});
