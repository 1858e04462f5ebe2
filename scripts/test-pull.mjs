/**
 * Pulls 1,000 designs with the built program from a service whose window is a hundredth of the real one, in one go
 * and killed at twenty random points, and measures the memory for 100 and 5,000: `npm run test:pull`. Fails where a
 * design fails, a 429 is met, the trees differ or memory grows with the number of designs. Time is printed beside the
 * limit's ideal and decides nothing: it tells as much of the machine as of the program.
 */

import { fork, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const BIN = join(ROOT, 'bin/toile.js');
const KILLS = 20;
const MIB = 1024;

const temporary = await mkdtemp(join(tmpdir(), 'toile-pull-'));
const cache = join(ROOT, 'node_modules', '.cache', 'toile-test');
await mkdir(cache, { recursive: true });
const outfile = join(cache, `pull-service-${process.pid}.mjs`);
await build({
  entryPoints: [join(ROOT, 'test/soak/pull-service.ts')],
  outfile,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  packages: 'external',
  logLevel: 'error',
});

const answer = (child) => new Promise((resolve) => child.once('message', resolve));

const serve = async (designs, limit, windowMs) => {
  const child = fork(outfile, [designs, limit, windowMs], { stdio: 'inherit' });
  const { baseUrl, key } = await answer(child);
  return {
    env: { TOILE_BASE_URL: baseUrl, TOILE_API_KEY: key, TOILE_RATE: `${limit}/${windowMs / 1000}s` },
    counts: () => {
      const counts = answer(child);
      child.send('counts');
      return counts;
    },
    stop: () => child.kill(),
  };
};

/** Runs a pull; `killAfter` in milliseconds. Resolves with its answer, or undefined when it was killed. */
const pull = async (dir, env, killAfter) => {
  const home = `${dir}-home`;
  const began = performance.now();
  const child = spawn(process.execPath, [BIN, 'pull', dir, '--reserve', '0', '--json'], {
    env: { PATH: process.env.PATH, HOME: home, TOILE_HOME: home, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let out = '';
  child.stdout.on('data', (text) => (out += text));
  let peak = 0;
  const watch = setInterval(async () => {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
    peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0));
  }, 50);
  const timer = killAfter === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfter);
  const [code] = await new Promise((resolve) => child.once('close', (...how) => resolve(how)));
  clearInterval(watch);
  clearTimeout(timer);
  const ms = performance.now() - began;
  if (code === null) return undefined;
  if (code !== 0) throw new Error(`the pull ended with ${code}: ${out.slice(0, 500)}`);
  return { ...JSON.parse(out), ms, peak };
};

/** One digest of everything that was pulled; the times in the manifest aside. */
const digest = async (dir) => {
  const files = await readdir(dir, { recursive: true, withFileTypes: true });
  const hash = createHash('sha256');
  const paths = files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name));
  for (const path of paths.sort()) {
    if (path.includes('/.toile/')) continue;
    const text = (await readFile(path, 'utf8')).replaceAll(/"fetched": "[^"]*"/g, '');
    hash.update(`${path.slice(dir.length)}\0${text}\0`);
  }
  return hash.digest('hex');
};

const failures = [];
const expect = (holds, what) => {
  if (!holds) failures.push(what);
};
const say = (text) => process.stdout.write(`${text}\n`);

try {
  const [limit, windowMs] = [300, 3000];
  const whole = join(temporary, 'whole');
  let service = await serve(1000, limit, windowMs);
  const one = await pull(whole, service.env);
  const counted = await service.counts();
  // The last request leaves when the whole windows before it have passed.
  const ideal = Math.floor((counted.requests - 1) / limit) * windowMs;
  const more = (one.seconds * 1000) / ideal;
  say(
    `1,000 designs: ${counted.requests} requests in ${one.seconds} s; the limit's ideal is ${ideal / 1000} s (${((more - 1) * 100).toFixed(1)} % more)`,
  );
  say(
    `  failed ${one.failed.length}, answers of 429: ${counted.refused}, peak memory ${Math.round(one.peak / MIB)} MiB`,
  );
  expect(one.failed.length === 0 && one.new.length === 4000, 'a design failed');
  expect(counted.refused === 0, 'a 429 was met');

  await sleep(windowMs);
  const again = await pull(whole, service.env);
  await service.counts();
  say(
    `  again: ${again.new.length} new, ${again.changed.length} changed, ${again.unchanged} unchanged in ${again.seconds} s`,
  );
  expect(again.new.length + again.changed.length === 0, 'a second pull changed something');
  service.stop();

  service = await serve(1000, limit, windowMs);
  const killed = join(temporary, 'killed');
  let kills = 0;
  let last;
  for (; last === undefined; ) {
    // Starting takes a while: within the first 300 ms there is often nothing to be killed in.
    const after = kills < KILLS ? 300 + Math.random() * 2600 : undefined;
    last = await pull(killed, service.env, after);
    if (last === undefined) kills += 1;
  }
  const broken = await service.counts();
  const same = (await digest(whole)) === (await digest(killed));
  say(
    `killed ${kills} times: ${same ? 'the same tree' : 'ANOTHER TREE'}, ${broken.repeated} requests repeated, answers of 429: ${broken.refused}`,
  );
  expect(same, 'the tree of a killed pull is another one');
  expect(kills === KILLS, `only ${kills} kills`);
  expect(broken.repeated <= kills, `${broken.repeated} requests were repeated after ${kills} kills`);
  service.stop();

  const peaks = [];
  for (const designs of [100, 5000]) {
    service = await serve(designs, 100_000, 1000);
    // Within a small heap: without a bound, what is measured is how long the collector could wait.
    const small = { ...service.env, NODE_OPTIONS: '--max-old-space-size=64' };
    const measured = await pull(join(temporary, `memory-${designs}`), small);
    peaks.push(measured.peak);
    say(`${designs} designs: peak memory ${Math.round(measured.peak / MIB)} MiB, ${measured.seconds} s`);
    expect(measured.failed.length === 0, 'a design failed');
    service.stop();
  }
  expect(peaks[1] - peaks[0] < 96 * MIB, 'memory grows with the number of designs');
} finally {
  await rm(temporary, { recursive: true, force: true });
  await rm(outfile, { force: true });
}
for (const failure of failures) say(`FAILED: ${failure}`);
process.exitCode = failures.length === 0 ? 0 : 1;
