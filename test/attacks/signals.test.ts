import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { createEnv, createTempFolder, EXECUTABLE, PROGRAM, runProgram } from '../support/run-program.ts';

const BUSY = fileURLToPath(new URL('./busy.cjs', import.meta.url));
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Starts a command, waits for the synchronous work that never ends, signals, and waits for the end. */
const signalBusyProcess = async (
  work: string,
  argv: readonly string[],
  signal: (typeof SIGNALS)[number],
  home: string,
): Promise<{ readonly by: string | undefined; readonly ms: number }> => {
  const env = createEnv(home, { NODE_OPTIONS: `--require=${BUSY}`, BUSY_AT: work });
  const child = execa(PROGRAM[0], [...PROGRAM.slice(1), ...argv], {
    env,
    extendEnv: false,
    reject: false,
    // On a busy machine the work begins late; how long the end takes is measured from the signal.
    timeout: 60_000,
    killSignal: 'SIGKILL',
    cwd: home,
    ...(argv.includes('-') ? { inputFile: join(home, 'graph.json') } : {}),
  });
  let heard = '';
  const isBusy = await new Promise<boolean>((resolve) => {
    child.stderr.on('data', (text) => {
      heard += text;
      if (heard.includes('busy\n')) resolve(true);
    });
    void child.then(() => resolve(false));
  });
  expect(isBusy, heard).toBe(true);
  const began = performance.now();
  child.kill(signal);
  const { signal: by } = await child;
  return { by, ms: performance.now() - began };
};

/** Large enough to be parsed under a released signal: a body of a garment with many nodes. */
const writeGraph = async (folder: string): Promise<string> => {
  const nodes = Array.from({ length: 8_000 }, (_, n) => ({
    id: `n${n}`,
    kind: 'piece',
    label: `piece ${n}`,
    width: { value: n + 0.5, unit: 'mm', state: 'asserted' },
  }));
  const file = join(folder, 'graph.json');
  await writeFile(file, JSON.stringify({ garment_id: 'GARM-5', nodes }));
  return file;
};

// The executable takes no options of Node from outside.
describe.skipIf(EXECUTABLE !== undefined)('a signal ends the process', () => {
  const CASES: readonly (readonly [work: string, argv: readonly string[]])[] = [
    ['parse', ['--sandbox', 'graph', 'GARM-450', '--jsonl']],
    ['walk', ['--sandbox', 'graph', 'GARM-450', '--jsonl']],
    ['walk', ['--sandbox', 'graph', 'GARM-450']],
    ['parse', ['diff', 'graph.json', 'other.json']],
    ['walk', ['diff', 'graph.json', 'other.json']],
    ['parse', ['sheet', '-', '-o', 'out.html']],
    ['parse', ['--sandbox', 'sheet', 'GARM-450', '-o', 'out.html']],
    ['layout', ['sheet', '-', '-o', 'out.html']],
    ['hash', ['--sandbox', 'pull', 'season', 'GARM-450']],
    ['unpack', ['workbook', 'read', 'book.xlsx']],
  ];
  for (const [work, argv] of CASES)
    it.each(SIGNALS)(`busy with ${work} in toile ${argv.join(' ')}: %s`, async (signal) => {
      const home = await createTempFolder();
      const graph = await writeGraph(home);
      await writeFile(join(home, 'other.json'), (await readFile(graph, 'utf8')).replace('piece 7', 'part 7'));
      if (work === 'unpack')
        await runProgram(['--sandbox', 'workbook', 'write', 'GARM-101', '-o', join(home, 'book.xlsx')], {
          env: createEnv(home),
        });
      const { by, ms } = await signalBusyProcess(work, argv, signal, home);
      expect({ by, isInTime: ms < 5_000 }).toEqual({ by: signal, isInTime: true });
    });
});
