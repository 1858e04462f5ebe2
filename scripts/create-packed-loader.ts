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

/** Several commands, versions of toile and versions of Node each have a file. The oldest ones above this number are removed. */
const MAX_FILES = 64;

/**
 * Returns the path of the stored code: one file for each command and kind of output, because a file holds the functions
 * that ran. Returns undefined when nothing may be stored there.
 */
const findCacheFile = (id: string): SafePath | undefined => {
  if (env.NODE_DISABLE_COMPILE_CACHE) return undefined;
  const word = argv.slice(2).find((each) => __COMMAND_WORDS__.includes(each)) ?? 'toile';
  const { cache } = resolveAppDirectories(env, { platform, home: findHomeDirectory(), cwd: process.cwd() });
  const output = isTerminal(1) ? 'terminal' : 'pipe';
  // The name of the packed file contains the digest of its text.
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

/** A packed file is an expression: a function of its module, of `require` and of the loader. */
type PackedFile = (
  module: { exports: unknown },
  require: (id: string) => unknown,
  filename: string,
  load: PackedLoader,
) => void;

/** Loads a packed file of the build by its path and returns its exports. */
type PackedLoader = (id: string) => unknown;

/**
 * Node 20 compiles a function a second time, with optimizations, after a few calls. That takes a quarter of a short
 * command that uses a proxy (the HTTP parser of undici), and a third of a command with 2,000 nodes. Higher budgets delay
 * it until a large answer pays for it. On later versions any flag costs more: Node rejects its own stored code.
 */
const delayOptimization = (): void => {
  if (process.version.startsWith('v20.'))
    setFlagsFromString('--wasm-tiering-budget=100000000 --interrupt-budget=1000000');
};

/**
 * Gives the flags of V8 that memory-limit.ts changes the values with which each run starts, because V8 rejects code that
 * was stored with other flags.
 */
export const restoreStartFlags = (): void => {
  setFlagsFromString('--heap-growing-percent=0 --max-inlined-bytecode-size-cumulative=920');
  delayOptimization();
};

/** Runs the packed file `id` of the folder `home` and returns its exports. `require` is that of the entry. */
const loadPackedFile = (id: string, require: NodeJS.Require, home: string, load: PackedLoader): unknown => {
  const filename = join(home, id);
  // The build escapes all but ASCII, which is read faster this way.
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
  // A loader of its own for the packed file would cost several system calls.
  const folder = dirname(filename);
  run(module, (name) => require(name.startsWith('./') ? join(folder, name) : name), filename, load);
  return module.exports;
};

/** Returns a function that loads each packed file of the folder `home` once. `require` is that of the entry. */
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
