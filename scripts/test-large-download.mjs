/**
 * Downloads 1 GiB from a plain file server with the built program and with curl, side by side, and the same as the
 * export of a pull: `npm run test:large-download`. Fails where the file is wrong or memory grows with it; time is told, never judged.
 */

import { execFileSync, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BIN, designOf } from '../test/soak/program.mjs';

const GIB = 1024 ** 3;
const MIB = 1024 ** 2;
/** What a program may take more for 1 GiB than for 1 MiB and still not hold it. */
const SLACK = 96 * MIB;

const isServer = process.argv[2] === 'serve';
const folder = isServer ? '' : await mkdtemp(join(tmpdir(), 'toile-large-'));
/** What a document of the kind begins, goes on and ends with. */
const KINDS = {
  svg: ['<svg xmlns="http://www.w3.org/2000/svg"><!--', '', '--></svg>'],
  json: ['["', '", {"a": [1, 2.5, null]}, "', '"]'],
};
const block = Buffer.from(randomBytes(MIB / 2).toString('hex'));

/** A file of that size, with its digest. */
const make = async (name, size, kind = 'svg') => {
  const [head, between, end] = KINDS[kind];
  const hash = createHash('sha256');
  const file = await open(join(folder, name), 'w');
  for (let at = 0; at < size; at += MIB) {
    const piece = Buffer.from(block);
    piece.write((at / MIB).toString(16).padStart(8, '0'), 64);
    piece.write(between, MIB / 2);
    if (at === 0) piece.write(head, 0);
    if (at + MIB === size) piece.write(end, MIB - end.length);
    await file.write(piece);
    hash.update(piece);
  }
  await file.close();
  return { path: join(folder, name), size, sha256: hash.digest('hex') };
};

/** Answers of a service with the one design whose export is the large file. */
const bodyOf = (path) => {
  if (path === '/v1') return { version: '2026-09-15' };
  if (path === '/v1/me') return { user_id: designOf(9), via: 'api_key', scopes: [], plan: 'x' };
  if (path === '/v1/designs')
    return {
      designs: [{ id: designOf(1), name: 'Large', created_at: '2026-01-01T00:00:00Z' }],
      next_before: null,
    };
  return path.startsWith('/v1/designs/') ? { of: path } : undefined;
};

if (isServer) {
  // A process of its own, so that it does not share the time of whoever measures.
  const files = JSON.parse(process.argv[3]);
  const server = createServer((request, response) => {
    request.resume();
    const { pathname } = new URL(request.url, 'http://host');
    const exported = /exports$/.exec(pathname) && files[Number(pathname.split('/')[3].slice(-1))];
    if (exported) {
      const { size, sha256 } = exported;
      const link = `/file/${files.indexOf(exported)}`;
      response.writeHead(201, { 'content-type': 'application/json' });
      return response.end(
        JSON.stringify({
          export: { bytes: size, sha256 },
          download_url: link,
          expires_at: '2030-01-01T00:00:00Z',
        }),
      );
    }
    // What a pull asks for besides: one design, whose bodies say nothing.
    const body = bodyOf(pathname);
    if (body)
      return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const { path, size } = files[Number(pathname.slice(-1))];
    response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': size });
    createReadStream(path, { highWaterMark: MIB }).pipe(response);
  });
  server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
} else {
  const files = [await make('small', MIB), await make('large', GIB), await make('json', GIB, 'json')];
  const server = spawn(process.execPath, [process.argv[1], 'serve', JSON.stringify(files)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await new Promise((resolve) => server.stdout.once('data', (data) => resolve(Number(data))));
  const origin = `http://127.0.0.1:${port}`;

  /** Runs a program; its time in ms and, where the system tells, the most memory it had, in bytes. */
  const measured = async (command, args) => {
    const began = performance.now();
    const child = spawn(command, args, {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        PATH: process.env.PATH,
        HOME: folder,
        TOILE_HOME: folder,
        TOILE_BASE_URL: origin,
        TOILE_API_KEY: 'svc_sk_soak',
      },
    });
    let peak = 0;
    const look = setInterval(async () => {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
      peak = Math.max(peak, Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024);
    }, 20);
    const code = await new Promise((resolve) => child.on('close', resolve));
    clearInterval(look);
    if (code !== 0) throw new Error(`${command} ended with ${code}`);
    return { ms: performance.now() - began, peak };
  };
  const toile = (at, into, ...flags) =>
    measured(process.execPath, [BIN, 'export', designOf(at), '-q', '-o', into, ...flags]);

  try {
    const small = await toile(0, 'small.out');
    const large = await toile(1, 'large.out');
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(join(folder, 'large.out'))) hash.update(chunk);
    const right = hash.digest('hex') === files[1].sha256;
    await rm(join(folder, 'large.out'));
    const json = await toile(2, 'json.out', '--driver', 'json');
    await rm(join(folder, 'json.out'));
    const pulled = await measured(process.execPath, [BIN, 'pull', 'season', '--exports', 'svg', '-q']);
    const held = JSON.parse(await readFile(join(folder, 'season', 'manifest.json'), 'utf8'));
    const kept =
      held.designs[designOf(1)]?.files['export.technical_designer.svg']?.sha256 === files[1].sha256;
    await rm(join(folder, 'season'), { recursive: true });
    let curl;
    try {
      execFileSync('curl', ['--version'], { stdio: 'ignore' });
    } catch {
      process.stdout.write('curl is missing, so there is nothing to compare with (apt-get install curl)\n');
      if (process.env.CI === 'true') process.exitCode = 1;
      curl = null;
    }
    if (curl === undefined) curl = await measured('curl', ['-sS', '-o', 'curl.out', `${origin}/file/1`]);
    const mib = (bytes) => `${Math.round(bytes / MIB)} MiB`;
    const rate = (ms) => `${Math.round(GIB / MIB / (ms / 1000))} MiB/s`;
    process.stdout.write(
      `1 GiB: ${Math.round(large.ms)} ms (${rate(large.ms)}), digest ${right ? 'right' : 'WRONG'}\n`,
    );
    if (curl) {
      process.stdout.write(
        `curl -o: ${Math.round(curl.ms)} ms (${rate(curl.ms)}); toile takes ${(large.ms / curl.ms).toFixed(2)} times as long, digest and fsync included\n`,
      );
    }
    process.stdout.write(
      `as JSON, which is followed to its end: ${Math.round(json.ms)} ms (${rate(json.ms)})\n`,
    );
    process.stdout.write(`in a pull: ${Math.round(pulled.ms)} ms, digest ${kept ? 'right' : 'WRONG'}\n`);
    process.stdout.write(
      `most memory: ${mib(large.peak)} for 1 GiB, ${mib(pulled.peak)} in a pull, ${mib(json.peak)} as JSON, ${mib(small.peak)} for 1 MiB\n`,
    );
    const flat = large.peak === 0 || Math.max(large.peak, json.peak, pulled.peak) - small.peak < SLACK;
    if (!flat) process.stdout.write('memory grows with the file\n');
    if (!right || !kept || !flat) process.exitCode = 1;
  } finally {
    server.kill();
    await rm(folder, { recursive: true, force: true });
  }
}
