/**
 * Code at the start of the built entry. Defines `require` for the one large chunk that almost every command needs. It
 * stores the compiled code of V8 in a file of the user, so that the next start is faster. The compile cache of Node
 * 22.8 and later stores a module before its functions have run, so it holds almost nothing of them. On any error, or
 * when another user could have written the file, the chunk is loaded as usual.
 */

import fs from 'node:fs';
import * as modules from 'node:module';
import { basename, dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { makeDirectoriesSync } from '../src/platform/files/safe-fs.ts';
import { getParentPath, joinPath, type SafePath } from '../src/platform/files/safe-path.ts';
import { findHomeDirectory, resolveAppDirectories } from '../src/platform/system/app-directories.ts';
import { checkFileTrust } from '../src/platform/system/file-trust.ts';

const { env, platform, versions, arch } = process;

/** The exports of a built file, which this code does not inspect. */
type Part = unknown;

const place = () =>
  joinPath(
    resolveAppDirectories(env, { platform, home: findHomeDirectory(), cwd: process.cwd() }).cache,
    'code',
  );

/** Several installed versions of toile and of Node each keep a file. The oldest ones above this number are removed. */
const MAX_FILES = 8;

/** Replaces a file in one step. */
const keep = (file: SafePath, data: Buffer): void => {
  const folder = dirname(file);
  const draft = `${file}.${process.pid}`;
  makeDirectoriesSync(getParentPath(file), 0o700);
  fs.writeFileSync(draft, data, { mode: 0o600 });
  fs.renameSync(draft, file);
  const files = fs.readdirSync(folder).map((name) => join(folder, name));
  const blobs = files.filter((name) => name.endsWith('.blob'));
  if (blobs.length <= MAX_FILES) return;
  const modified = new Map(blobs.map((name) => [name, fs.statSync(name).mtimeMs]));
  const newestFirst = blobs.sort((a, b) => (modified.get(b) ?? 0) - (modified.get(a) ?? 0));
  for (const name of newestFirst.slice(MAX_FILES)) fs.rmSync(name);
};

/** `require` and `home` are those of the entry. */
const loaded = (id: string, require: NodeJS.Require, home: string): Part => {
  if (env.NODE_DISABLE_COMPILE_CACHE) return require(id);
  try {
    const filename = join(home, id);
    // The name of the chunk contains the digest of its text.
    const file = joinPath(place(), `${basename(id, '.cjs')}.${versions.v8}-${arch}.blob`);
    if (checkFileTrust(file)) return require(id);
    let cachedData: Buffer | undefined;
    try {
      cachedData = fs.readFileSync(file);
    } catch {}
    // The build escapes all but ASCII, which is read faster this way.
    const text = `(function (exports, require, module, __filename, __dirname) {${fs.readFileSync(filename, 'latin1')}\n})`;
    const script = new Script(text, { filename, ...(cachedData && { cachedData }) });
    if (!cachedData || script.cachedDataRejected) {
      // Stores the code after it has run, so that the functions in use are compiled too.
      process.once('exit', () => {
        try {
          keep(file, script.createCachedData());
        } catch {}
      });
    }
    const module = { exports: {} };
    const own = modules.createRequire(filename);
    script.runInThisContext()(module.exports, own, module, filename, dirname(filename));
    return module.exports;
  } catch {
    return require(id);
  }
};

export const loading = (require: NodeJS.Require, home: string): ((id: string) => Part) => {
  let once: Part;
  return (id) => {
    once ??= loaded(id, require, home);
    return once;
  };
};
