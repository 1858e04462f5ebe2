/**
 * Code at the start of the built entry. Defines `require` for the one large chunk that almost every command needs. It
 * stores the compiled code of V8 in a file of the user, so that the next start is faster. Node has this built in from
 * 22.8 on; this code serves older versions. On any error, or when another user could have written the file, the chunk
 * is loaded as usual.
 */

import fs from 'node:fs';
import * as modules from 'node:module';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { makeDirectoriesSync } from '../src/platform/files/safe-fs.ts';
import { getParentPath, joinPath, type SafePath } from '../src/platform/files/safe-path.ts';
import { resolveAppDirectories } from '../src/platform/system/app-directories.ts';
import { checkFileTrust, checkTreeTrust } from '../src/platform/system/file-trust.ts';

const { env, platform, versions, arch } = process;

/** The exports of a built file, which this code does not inspect. */
type Part = unknown;

const place = () =>
  joinPath(resolveAppDirectories(env, { platform, home: homedir(), cwd: process.cwd() }).cache, 'code');

/** Replaces a file in one step. Ignores a file that cannot be written. */
const keep = (file: SafePath, data: Buffer): void => {
  const draft = `${file}.${process.pid}`;
  makeDirectoriesSync(getParentPath(file), 0o700);
  fs.writeFileSync(draft, data, { mode: 0o600 });
  fs.renameSync(draft, file);
  for (const name of fs.readdirSync(dirname(file))) {
    // Removes the files of other builds. A file of this build for another version of Node stays.
    if (name.endsWith('.blob') && !name.startsWith(basename(file).split('.')[0] ?? ''))
      fs.rmSync(join(dirname(file), name));
  }
};

/** Uses the compile cache of Node where it is available. */
const compileCache = (): ((folder: string) => unknown) | undefined =>
  (modules as { readonly enableCompileCache?: (folder: string) => unknown }).enableCompileCache;

/** `require` and `home` are those of the entry. */
const loaded = (id: string, require: NodeJS.Require, home: string): Part => {
  if (env.NODE_DISABLE_COMPILE_CACHE) return require(id);
  try {
    const folder = place();
    const enable = compileCache();
    if (enable) {
      if (checkTreeTrust(folder)) return require(id);
      // Node would create this folder and its parents readable for all users, and it may contain keys later.
      makeDirectoriesSync(folder, 0o700);
      enable(folder);
      return require(id);
    }
    const filename = join(home, id);
    // The name of the chunk contains the digest of its text.
    const file = joinPath(folder, `${basename(id, '.cjs')}.${versions.v8}-${arch}.blob`);
    if (checkFileTrust(file)) return require(id);
    let cachedData: Buffer | undefined;
    try {
      cachedData = fs.readFileSync(file);
    } catch {}
    const text = `(function (exports, require, module, __filename, __dirname) {${fs.readFileSync(filename, 'utf8')}\n})`;
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
