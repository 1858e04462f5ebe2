/**
 * Goes before the built entry. `requireCompiled` is `require` for the one large chunk that almost every command
 * needs: V8 keeps what it compiled in a file of the user's own, and the next start takes it from there. Node has
 * this built in from 22.8 on; for older ones it is done here. Whatever goes wrong, the chunk is loaded as ever.
 */
// biome-ignore lint/correctness/noUnusedVariables: the entry after it calls it
const requireCompiled = (() => {
  const { env, platform, versions, arch } = process;
  const folder = () => {
    const { join, isAbsolute, resolve } = require('node:path');
    if (env.TOILE_HOME) return resolve(env.TOILE_HOME, 'cache', 'code');
    const home = require('node:os').homedir();
    const given = platform === 'win32' ? env.LOCALAPPDATA : env.XDG_CACHE_HOME;
    if (platform === 'darwin') return join(home, 'Library', 'Caches', 'toile', 'code');
    const base =
      given && isAbsolute(given)
        ? given
        : join(home, ...(platform === 'win32' ? ['AppData', 'Local'] : ['.cache']));
    return join(base, 'toile', ...(platform === 'win32' ? ['Cache', 'code'] : ['code']));
  };

  /** Replaces in one step; a file that cannot be written is done without. */
  const keep = (fs, file, data) => {
    const { dirname, basename, join } = require('node:path');
    const draft = `${file}.${process.pid}`;
    fs.mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    fs.writeFileSync(draft, data, { mode: 0o600 });
    fs.renameSync(draft, file);
    for (const name of fs.readdirSync(dirname(file))) {
      // Those of other builds; another Node's of this build stays.
      if (name.endsWith('.blob') && !name.startsWith(basename(file).split('.')[0]))
        fs.rmSync(join(dirname(file), name));
    }
  };

  const loaded = (id) => {
    if (env.NODE_DISABLE_COMPILE_CACHE) return require(id);
    try {
      const { createRequire, enableCompileCache } = require('node:module');
      if (enableCompileCache) {
        const place = folder();
        // Node would make it, and what is above it, for all to read; keys may be kept beside it one day.
        require('node:fs').mkdirSync(place, { recursive: true, mode: 0o700 });
        enableCompileCache(place);
        return require(id);
      }
      const fs = require('node:fs');
      const { join, dirname, basename } = require('node:path');
      const { Script } = require('node:vm');
      const filename = join(__dirname, id);
      // The name of the chunk carries the digest of its text.
      const file = join(folder(), `${basename(id, '.cjs')}.${versions.v8}-${arch}.blob`);
      let cachedData;
      try {
        cachedData = fs.readFileSync(file);
      } catch {}
      const text = `(function (exports, require, module, __filename, __dirname) {${fs.readFileSync(filename, 'utf8')}\n})`;
      const script = new Script(text, { filename, ...(cachedData && { cachedData }) });
      if (!cachedData || script.cachedDataRejected) {
        // When it has run: then the functions that were needed are compiled too.
        process.once('exit', () => {
          try {
            keep(fs, file, script.createCachedData());
          } catch {}
        });
      }
      const module = { exports: {} };
      const own = createRequire(filename);
      script.runInThisContext()(module.exports, own, module, filename, dirname(filename));
      return module.exports;
    } catch {
      return require(id);
    }
  };
  let once;
  return (id) => (once ??= loaded(id));
})();
