import { execFileSync } from 'node:child_process';
import fs, {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { open as openFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  type DirectoryTree,
  openDirectoryTree,
  UnsafePathError,
} from '../../src/platform/files/directory-tree.ts';
import { createFolder, join } from '../support/create-folder.ts';
import { recordSyncs } from '../support/record-syncs.ts';

const open = (path: string): Promise<DirectoryTree> =>
  openDirectoryTree(join(path), { tempDirectory: '.house', random: Math.random });

/** Creates a root with a file beside it that must stay unchanged. */
const createRoot = () => {
  const system = createFolder();
  const [root, victim] = [join(system, 'root'), join(system, 'victim')];
  mkdirSync(join(root, 'a'), { recursive: true });
  mkdirSync(join(system, 'other'));
  writeFileSync(join(system, 'other', 'x'), 'kept');
  writeFileSync(victim, 'kept');
  return { outside: system, root, victim };
};

const read = async (tree: DirectoryTree, path: string): Promise<string> => {
  const parts: string[] = [];
  for await (const piece of tree.readChunks(path)) parts.push(Buffer.from(piece).toString());
  return parts.join('');
};

/** Every operation of a tree on a path. */
const DEEDS: Readonly<Record<string, (tree: DirectoryTree, path: string) => unknown>> = {
  look: (tree, path) => tree.statEntry(path),
  read,
  readSync: (tree, path) => tree.readSync(path),
  replace: (tree, path) => tree.replace(path, 'mine'),
  append: (tree, path) => tree.append(path, 'mine'),
  'move from': (tree, path) => tree.move(path, 'b'),
  'move to': async (tree, path) => {
    writeFileSync(join(tree.root, 'b'), 'b');
    await tree.move('b', path);
  },
  remove: (tree, path) => tree.remove(path),
  list: (tree, path) => tree.list(path),
  folder: (tree, path) => tree.createDirectory(path),
};

/** Obstacles that are created at `a/x`, and the path of the operation. */
const PLANTED: Readonly<Record<string, (at: ReturnType<typeof createRoot>) => string>> = {
  'a link to a file': ({ root, victim }) => {
    symlinkSync(victim, join(root, 'a', 'x'));
    return 'a/x';
  },
  'a link to nowhere': ({ root, outside: system }) => {
    symlinkSync(join(system, 'nothing'), join(root, 'a', 'x'));
    return 'a/x';
  },
  'a link to a folder on the way': ({ root, outside: system }) => {
    rmSync(join(root, 'a'), { recursive: true });
    symlinkSync(join(system, 'other'), join(root, 'a'));
    return 'a/x';
  },
  'a link to a folder': ({ root, outside: system }) => {
    symlinkSync(join(system, 'other'), join(root, 'a', 'x'));
    return 'a/x';
  },
  'a link to a folder in the middle of a long way': ({ root, outside: system }) => {
    symlinkSync(system, join(root, 'a', 'x'));
    return 'a/x/other/x';
  },
  'a link to a folder at the beginning of a long way': ({ root, outside: system }) => {
    rmSync(join(root, 'a'), { recursive: true });
    symlinkSync(system, join(root, 'a'));
    return 'a/other/x';
  },
  'a hard link': ({ root, victim }) => {
    linkSync(victim, join(root, 'a', 'x'));
    return 'a/x';
  },
  'a FIFO': ({ root }) => {
    execFileSync('mkfifo', [join(root, 'a', 'x')]);
    return 'a/x';
  },
};

describe.skipIf(process.platform === 'win32')('nothing is done with', () => {
  for (const [what, plant] of Object.entries(PLANTED)) {
    it.each(Object.keys(DEEDS))(`${what}: %s`, async (name) => {
      const at = createRoot();
      const path = plant(at);
      const tree = await open(at.root);
      const deed = (async () => DEEDS[name]?.(tree, path))();
      await expect(deed).rejects.toThrow(UnsafePathError);
      if (what.startsWith('a link'))
        await expect(deed).rejects.toThrow('is a symbolic link, which toile does not follow');
      expect(readFileSync(at.victim, 'utf8')).toBe('kept');
      expect(readFileSync(join(at.outside, 'other', 'x'), 'utf8')).toBe('kept');
      expect(readdirSync(join(at.outside, 'other'))).toEqual(['x']);
      expect(existsSync(join(at.outside, 'nothing'))).toBe(false);
      for (const draft of existsSync(join(at.root, '.house')) ? readdirSync(join(at.root, '.house')) : [])
        expect(draft).toBe('');
    });
  }

  it('a file that was placed there after the check', async () => {
    const at = createRoot();
    const tree = await open(at.root);
    const draft = await tree.createTempFile();
    await draft.write(Buffer.from('mine'));
    rmSync(join(at.root, 'a'), { recursive: true });
    symlinkSync(join(at.outside, 'other'), join(at.root, 'a'));
    await expect(draft.commit('a/x')).rejects.toThrow(UnsafePathError);
    await draft.discard();
    expect(readFileSync(join(at.outside, 'other', 'x'), 'utf8')).toBe('kept');
    expect(readdirSync(join(at.root, '.house'))).toEqual([]);
  });

  it('a root that has become a link', async () => {
    const at = createRoot();
    const tree = await open(at.root);
    renameSync(at.root, join(at.outside, 'moved'));
    symlinkSync(join(at.outside, 'other'), at.root);
    await expect(tree.replace('x', 'mine')).rejects.toThrow(UnsafePathError);
    expect(readFileSync(join(at.outside, 'other', 'x'), 'utf8')).toBe('kept');
  });

  it('temporary files that others have placed', async () => {
    const at = createRoot();
    const tree = await openDirectoryTree(join(at.root), { tempDirectory: '.house', random: () => 0.5 });
    await (await tree.createTempFile()).discard();
    mkdirSync(join(at.root, '.house'), { recursive: true });
    for (let tries = 1; tries < 5; tries += 1)
      symlinkSync(at.victim, join(at.root, '.house', `draft-8000000080000000${tries}`));
    await tree.replace('x', 'mine');
    expect(readFileSync(join(at.root, 'x'), 'utf8')).toBe('mine');
    expect(readFileSync(at.victim, 'utf8')).toBe('kept');
  });

  it('names that lead elsewhere', async () => {
    const tree = await open(createRoot().root);
    for (const path of ['../victim', 'a/../../victim', '/etc/passwd', 'a//x', '', '.', 'a\\x'])
      await expect((async () => tree.replace(path, 'mine'))(), path).rejects.toThrow(
        'is not a valid file name',
      );
  });
});

it('a root that the user named by a link is accepted', async () => {
  const at = createRoot();
  symlinkSync(at.root, join(at.outside, 'named'));
  const tree = await open(join(at.outside, 'named'));
  await tree.replace('a/x', 'mine');
  expect([tree.root, readFileSync(join(at.root, 'a', 'x'), 'utf8')]).toEqual([at.root, 'mine']);
});

it('a file is replaced in one step, appended only to own files, and leaves no temporary file', async () => {
  const at = createRoot();
  const tree = await open(at.root);
  await tree.replace('a/x', 'one');
  const before = statSync(join(at.root, 'a', 'x')).ino;
  await tree.replace('a/x', 'two', true);
  expect(statSync(join(at.root, 'a', 'x')).ino).not.toBe(before);
  await tree.append('a/x', ' three');
  expect(await read(tree, 'a/x')).toBe('two three');
  writeFileSync(join(at.root, 'y'), 'another');
  await expect(tree.append('y', 'x')).rejects.toThrow('belongs to another user');
  await expect(tree.append('z', 'x')).rejects.toMatchObject({ code: 'ENOENT' });
  expect(readdirSync(join(at.root, '.house'))).toEqual([]);
});

it('starting over removes the files of the first start', async () => {
  const tree = await open(createRoot().root);
  const draft = await tree.createTempFile();
  await draft.write(Buffer.from('a long first part'));
  await draft.startOver();
  await draft.write(Buffer.from('sec'));
  await draft.write(Buffer.from('ond'));
  await draft.commit('x');
  await draft.discard();
  expect(await read(tree, 'x')).toBe('second');
});

it('files of every size are read, and none above the limit', async () => {
  const at = createRoot();
  const tree = await open(at.root);
  for (const size of [0, 1, 1024 * 1024, 3 * 1024 * 1024 + 7]) {
    writeFileSync(join(at.root, 'x'), 'x'.repeat(size));
    expect((await read(tree, 'x')).length).toBe(size);
    expect(tree.readSync('x')?.length).toBe(size);
  }
  expect(() => tree.readSync('x', 1000)).toThrow('too large');
  expect(tree.readSync('nothing')).toBeUndefined();
  expect(await read(tree, 'a/nothing')).toBe('');
});

it('the root is created when something is written, and removed when nothing was', async () => {
  const at = createRoot();
  const path = join(at.outside, 'new', 'er', 'root');
  const tree = await open(path);
  expect([tree.exists(), tree.statEntry('x'), tree.list('x')]).toEqual([false, undefined, []]);
  await tree.createDirectory('.house');
  await tree.removeIfEmpty('.house');
  await tree.removeCreated();
  expect(existsSync(join(at.outside, 'new'))).toBe(false);
  await tree.replace('x', 'mine');
  await tree.removeIfEmpty('.house');
  await tree.removeCreated();
  expect(readdirSync(path)).toEqual(['x']);
});

it('a folder is removed with its content, and never the target of a link', async () => {
  const at = createRoot();
  const tree = await open(at.root);
  mkdirSync(join(at.root, 'a', 'b'));
  writeFileSync(join(at.root, 'a', 'b', 'x'), 'x');
  await tree.remove('a');
  expect(tree.statEntry('a')).toBeUndefined();
  mkdirSync(join(at.root, 'a'));
  symlinkSync(join(at.outside, 'other'), join(at.root, 'a', 'b'));
  await expect(tree.remove('a')).rejects.toThrow(UnsafePathError);
  expect(readdirSync(join(at.outside, 'other'))).toEqual(['x']);
});

it.skipIf(process.platform !== 'linux').each(['/proc/toile', '/proc/self/toile/x', '/dev/null/x'])(
  'a place where no folder can be is an error at once: %s',
  async (path) => {
    await expect((async () => (await open(path)).replace('x', 'mine'))()).rejects.toThrow();
  },
);

it('files that must survive a power cut are synced before their rename, their folder after it, and no others', async () => {
  const root = createFolder();
  const tree = await open(root);
  const synced = await recordSyncs(root);
  await tree.replace('a', 'one of many');
  expect(synced).toStrictEqual([]);
  await tree.replace('b', 'whole', true);
  expect(synced).toStrictEqual(['5 bytes', 'folder of .house,a,b']);
});

/** Calls `meanwhile` once, between the check of `path` and the operation that follows. */
const actAfterLook = (path: string, meanwhile: () => void): void => {
  const system = fs as { lstatSync: typeof fs.lstatSync };
  const real = system.lstatSync;
  const restore = (): void => {
    system.lstatSync = real;
    syncBuiltinESMExports();
  };
  onTestFinished(restore);
  system.lstatSync = ((...given: Parameters<typeof real>) => {
    const stats = real(...given);
    if (given[0] !== path) return stats;
    restore();
    meanwhile();
    return stats;
  }) as typeof real;
  syncBuiltinESMExports();
};

describe.skipIf(process.platform === 'win32')('a file that changes between the check and the opening', () => {
  const SWAPPED: Readonly<Record<string, (at: ReturnType<typeof createRoot>, path: string) => void>> = {
    'a link': ({ victim }, path) => symlinkSync(victim, path),
    'a hard link': ({ victim }, path) => linkSync(victim, path),
    'a FIFO': (_, path) => execFileSync('mkfifo', [path]),
    'a folder': (_, path) => mkdirSync(path),
  };
  for (const [what, swap] of Object.entries(SWAPPED)) {
    it.each(['read', 'readSync', 'append'])(`${what}: %s`, async (name) => {
      const at = createRoot();
      const tree = await open(at.root);
      await tree.replace('a/x', 'mine');
      const path = join(tree.root, 'a', 'x');
      actAfterLook(path, () => {
        rmSync(path);
        swap(at, path);
      });
      await expect((async () => DEEDS[name]?.(tree, 'a/x'))()).rejects.toThrow();
      expect(readFileSync(at.victim, 'utf8')).toBe('kept');
    });
  }

  it('a file of another user: append', async () => {
    const at = createRoot();
    const tree = await open(at.root);
    writeFileSync(join(at.root, 'a', 'x'), 'theirs');
    await expect(tree.append('a/x', 'mine')).rejects.toThrow('belongs to another user');
    expect(readFileSync(join(at.root, 'a', 'x'), 'utf8')).toBe('theirs');
  });
});

it('a write that takes only a part is continued', async () => {
  const at = createRoot();
  const tree = await open(at.root);
  const probe = await openFile(at.victim, 'r');
  const handles = Object.getPrototypeOf(probe);
  await probe.close();
  const { write } = handles;
  onTestFinished(() => {
    handles.write = write;
  });
  const sizes: number[] = [];
  handles.write = function (bytes: Uint8Array, from: number, length: number, to: number) {
    sizes.push(length);
    return write.call(this, bytes, from, Math.ceil(length / 3), to);
  };
  const text = 'each sign of it counts: é, 縮, 🧵';
  await tree.replace('a/x', text);
  expect(sizes.length).toBeGreaterThan(3);
  expect(readFileSync(join(at.root, 'a', 'x'), 'utf8')).toBe(text);
});
