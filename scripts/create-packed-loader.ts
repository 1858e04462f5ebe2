/**
 * Code at the start of the built entry. Loads the packed file, which holds the program, with the code that V8 compiled
 * in an earlier run of the same command. The compile cache of Node 22.8 and later stores a module before its functions
 * have run, so it holds almost nothing of them. On any error, or when another user could have written the file, V8
 * compiles the program again.
 */

import fs from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { Script } from 'node:vm';
import { makeDirectoriesSync } from '../src/platform/files/safe-fs.ts';
import { getParentPath, joinPath, type SafePath } from '../src/platform/files/safe-path.ts';
import { findHomeDirectory, resolveAppDirectories } from '../src/platform/system/app-directories.ts';
import { checkFileTrust } from '../src/platform/system/file-trust.ts';
import { isTerminal } from '../src/platform/system/runtime.ts';

/** The first words of all commands; written by the build. */
declare const __COMMAND_WORDS__: readonly string[];

const { env, platform, versions, arch, argv } = process;

/** The maximum number of stored files. Each command, version of toile and version of Node has its own files. */
const MAX_FILES = 64;

/**
 * Returns the path of the stored code: one file for each command and kind of output, because a file holds the functions
 * that ran. Returns undefined if nothing may be stored there.
 */
const findCacheFile = (id: string): SafePath | undefined => {
  if (env.NODE_DISABLE_COMPILE_CACHE) return undefined;
  const word = argv.slice(2).find((each) => __COMMAND_WORDS__.includes(each)) ?? 'toile';
  const { cache } = resolveAppDirectories(env, { platform, home: findHomeDirectory(), cwd: process.cwd() });
  const output = isTerminal(1) ? 'terminal' : 'pipe';
  // The name of the packed file contains the digest of its text, so each version of toile has its own.
  const name = `${basename(id, '.cjs')}.${word}-${output}.${versions.v8}-${arch}.blob`;
  const file = joinPath(joinPath(cache, 'code'), name);
  return checkFileTrust(file) ? undefined : file;
};

/** The exit codes of runs that printed an answer: done, different or partly failed, payment required, pending. */
const ANSWERED: readonly number[] = [0, 1, 6, 8];

const tryRead = (file: SafePath): Buffer | undefined => {
  try {
    return fs.readFileSync(file);
  } catch {
    return undefined;
  }
};

/** Replaces a file in one step and removes the oldest files. */
const storeCode = (file: SafePath, data: Buffer): void => {
  const folder = dirname(file);
  const draft = `${file}.${process.pid}`;
  makeDirectoriesSync(getParentPath(file), 0o700);
  fs.writeFileSync(draft, data, { mode: 0o600 });
  fs.renameSync(draft, file);
  const files = fs.readdirSync(folder).filter((name) => name.endsWith('.blob'));
  if (files.length <= MAX_FILES) return;
  const dated = files.map((name) => ({
    path: join(folder, name),
    at: fs.statSync(join(folder, name)).mtimeMs,
  }));
  for (const { path } of dated.toSorted((a, b) => b.at - a.at).slice(MAX_FILES)) fs.rmSync(path);
};

/** The function to which the text of a packed file evaluates. `load` loads other packed files. */
type PackedFile = (
  module: { exports: unknown },
  require: (id: string) => unknown,
  filename: string,
  load: PackedLoader,
) => void;

/** Loads a packed file of the build by its path and returns its exports. */
type PackedLoader = (id: string) => unknown;

/**
 * Delays the second, optimizing compilation of functions on Node 20. It takes a quarter of the time of a short command
 * that uses a proxy (the HTTP parser of undici), and a third of a command with 2,000 nodes. Only large responses repay
 * it. Later versions of Node get no flag, because with any flag they reject their own stored code, which costs more.
 */
const delayOptimization = (): void => {
  if (process.version.startsWith('v20.'))
    setFlagsFromString('--wasm-tiering-budget=100000000 --interrupt-budget=1000000');
};

/**
 * Resets V8 flags, which memory-limit.ts may have changed, to their values at the start of a run. V8 rejects code that
 * was stored with other flags.
 */
export const restoreStartFlags = (): void => {
  setFlagsFromString('--heap-growing-percent=0 --max-inlined-bytecode-size-cumulative=920');
  delayOptimization();
};

/** Runs the packed file `id` of the folder `home` and returns its exports. `require` is the one of the entry file. */
const loadPackedFile = (id: string, require: NodeJS.Require, home: string, load: PackedLoader): unknown => {
  const filename = join(home, id);
  // The build escapes all characters beyond ASCII. Latin-1 is read faster than UTF-8.
  const text = fs.readFileSync(filename, 'latin1');
  let file: SafePath | undefined;
  try {
    file = findCacheFile(id);
  } catch {
    // Without a home directory nothing is stored.
  }
  const cachedData = file && tryRead(file);
  const script = new Script(text, { filename, ...(cachedData && { cachedData }) });
  if (file && (!cachedData || script.cachedDataRejected)) {
    // Stores the code after it has run, so that the functions in use are compiled too. A run that failed has used few.
    process.once('exit', (code) => {
      if (!ANSWERED.includes(code)) return;
      try {
        restoreStartFlags();
        storeCode(file, script.createCachedData());
      } catch {}
    });
  }
  const module = { exports: {} };
  const run = script.runInThisContext() as PackedFile;
  // The `require` of the entry file is used, because creating another one costs several system calls.
  const folder = dirname(filename);
  run(module, (name) => require(name.startsWith('./') ? join(folder, name) : name), filename, load);
  return module.exports;
};

/** Returns a function that loads each packed file of the folder `home` once. `require` is the one of the entry file. */
export const createPackedLoader = (require: NodeJS.Require, home: string): PackedLoader => {
  delayOptimization();
  const loaded = new Map<string, unknown>();
  const load: PackedLoader = (id) => {
    const exported = loaded.get(id) ?? loadPackedFile(id, require, home, load);
    loaded.set(id, exported);
    return exported;
  };
  return load;
};
