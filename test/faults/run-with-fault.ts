import { randomBytes } from 'node:crypto';
import { lstat, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Interrupted } from '../../src/platform/errors.ts';
import { createMemoryJournal, createSandbox, serveSandbox } from '../../src/sandbox/index.ts';
import { NOW, runToile, type ToileRun } from '../support/run-toile.ts';
import { type CommandRow, findRightExit } from './command-rows.ts';
import { type FaultName, injectFault } from './inject-fault.ts';
import { createDesigns, KEY } from './start-sandbox-server.ts';

/** Faults that only a time limit ends. */
export const ENDLESS_FAULTS: readonly FaultName[] = ['hang', 'slow-drip'];
/** How much faster the clock runs with these faults. */
const FASTER = 100;
/** How much faster the clock runs with other faults, so that a busy machine has seconds to answer. */
const FAST = 10;

const chooseHaste = (fault: FaultName): number => {
  if (ENDLESS_FAULTS.includes(fault)) return FASTER;
  // The program waits for them as long as it may, which is minutes.
  return fault === 'storm-seconds' || fault === 'storm-date' ? FASTER / 2 : FAST;
};
/** Real milliseconds: the time limit of a body, five times, is 15 s on that clock; the rest is for a busy machine. */
const LONGEST_MS = 120_000;
const LONGEST_WORDS = 4_000;

export interface FaultRun {
  readonly row: CommandRow;
  readonly fault: FaultName;
  readonly run: ToileRun;
  readonly ms: number;
  /** The violations. */
  readonly wrong: readonly string[];
  /** Every text that the program wrote, by its place. */
  readonly written: ReadonlyMap<string, string>;
  /** Signatures of the links that the service sent. */
  readonly signatures: ReadonlySet<string>;
}

const listFilesUnder = async (folder: string): Promise<readonly string[]> => {
  const entries = await readdir(folder, { recursive: true });
  const paths = entries.map((entry) => join(folder, entry));
  const files: string[] = [];
  for (const path of paths) if ((await lstat(path)).isFile()) files.push(path);
  return files;
};

/** Another origin, which must never receive a credential. */
const createOtherProcess = async () => {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(request.headers.authorization ?? '');
    response.end('{"not": "yours"}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { seen, address: `http://127.0.0.1:${port}/`, close: () => server.close() };
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is looked for
const CONTROL = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

const findWrong = (
  row: CommandRow,
  fault: FaultName,
  run: ToileRun,
  ms: number,
  json: boolean,
  debug: boolean,
): string[] => {
  const { code, out, err } = run;
  const wrong: string[] = [];
  const right = findRightExit(row, fault);
  if (code !== right) wrong.push(`exit ${code}, not ${right}`);
  if (ms > LONGEST_MS) wrong.push(`took ${Math.round(ms)} ms`);
  if (CONTROL.test(err)) wrong.push('control characters on stderr');
  if (debug || code === 0 || (row.partial && out !== '')) return wrong;
  if (out !== '') wrong.push(`stdout holds ${JSON.stringify(out.slice(0, 80))}`);
  if (/\n\s+at /.test(err)) wrong.push('a stack on stderr');
  if (err.length > LONGEST_WORDS) wrong.push(`${err.length} characters on stderr`);
  if (json || row.argv.includes('--json')) {
    try {
      const { error } = JSON.parse(err.trim().split('\n').at(-1) ?? '') as {
        error: { exit: number; message: string };
      };
      if (error.exit !== code || error.message === '') wrong.push('the JSON of the error is another one');
    } catch {
      wrong.push(`stderr is no JSON: ${JSON.stringify(err.slice(0, 120))}`);
    }
  } else if (!/^toile: \S/.test(err)) wrong.push(`no message: ${JSON.stringify(err.slice(0, 80))}`);
  return wrong;
};

/** Runs a command while the service has that fault. */
export const runWithFault = async (
  row: CommandRow,
  fault: FaultName,
  { json = false, debug = false }: { readonly json?: boolean; readonly debug?: boolean } = {},
): Promise<FaultRun> => {
  const home = await mkdtemp(join(tmpdir(), 'toile-fault-'));
  const elsewhere = await createOtherProcess();
  const signatures = new Set<string>();
  let armed = false;
  let left = row.after ?? 0;
  const sandbox = await createSandbox({
    store: createMemoryJournal(),
    clock: { now: () => NOW },
    ...(row.many && { garments: createDesigns(250) }),
    random: (length) => randomBytes(length),
  });
  const injection = {
    elsewhere: elsewhere.address,
    pause: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms / FASTER).unref()),
  };
  const isHit = ({ method, url }: Request): boolean => {
    if (!armed || (row.route && !row.route.test(`${method} ${new URL(url).pathname}`))) return false;
    left -= 1;
    return left < 0;
  };
  const running = await serveSandbox({
    ...sandbox,
    async handle(request) {
      const response = isHit(request) ? await injectFault(fault, injection) : await sandbox.handle(request);
      if (response.headers.get('content-type')?.includes('json') && fault !== 'slow-drip') {
        const body = await response
          .clone()
          .text()
          .catch(() => '');
        for (const [, found = ''] of body.matchAll(/signature=([0-9a-f]+)/g)) signatures.add(found);
      }
      return response;
    },
  });
  const env: Record<string, string> = {
    TOILE_BASE_URL: running.baseUrl,
    TOILE_MCP_URL: `${running.baseUrl}/mcp`,
    ...(row.keyless ? {} : { TOILE_API_KEY: KEY }),
  };
  const written = new Map<string, string>();
  try {
    for (const argv of row.before ?? []) {
      const { code, err } = await runToile(argv, { home, env, haste: FAST });
      if (code !== 0 && code !== 6)
        throw new Error(`${row.name}: before it ${argv.join(' ')} failed: ${err}`);
    }
    armed = true;
    const argv = [...(json ? ['--json'] : []), ...(debug ? ['--debug'] : []), ...row.argv];
    const began = performance.now();
    const stop = new AbortController();
    const late = setTimeout(() => stop.abort(new Interrupted('the test waited long enough')), LONGEST_MS);
    const { signal } = stop;
    const run = await runToile(argv, {
      home,
      env,
      signal,
      haste: chooseHaste(fault),
      ...(row.stdin !== undefined && { stdin: row.stdin }),
    });
    clearTimeout(late);
    const ms = performance.now() - began;
    written.set('stdout', run.out);
    written.set('stderr', run.err);
    for (const file of await listFilesUnder(home))
      written.set(file.slice(home.length + 1), await readFile(file, 'latin1'));
    const wrong = findWrong(row, fault, run, ms, json, debug);
    if (elsewhere.seen.some((header) => header !== '')) wrong.push('a credential went to another origin');
    return { row, fault, run, ms, wrong, written, signatures };
  } finally {
    elsewhere.close();
    await running.close();
    await rm(home, { recursive: true, force: true });
  }
};

/** Returns the places of texts with a secret, except for the file of `login --insecure-storage`. */
export const findLeaks = ({ written, signatures }: FaultRun): readonly string[] => {
  const secrets = [KEY, ...signatures];
  return [...written]
    .filter(([name]) => !name.endsWith('credentials.json'))
    .filter(([name, text]) => secrets.some((secret) => text.includes(secret) || name.includes(secret)))
    .map(([name]) => name);
};
