/** Compiles preload.c before the tests of the laboratory and prints the table after them. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readTally, renderTable } from './fault-row.ts';

const compilePreload = (folder: string): string => {
  const library = join(folder, 'preload.so');
  const source = fileURLToPath(new URL('preload.c', import.meta.url));
  execFileSync('cc', ['-shared', '-fPIC', '-O1', '-o', library, source, '-ldl'], { stdio: 'inherit' });
  return library;
};

export default function setup(): () => void {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'toile-lab-')));
  const tally = join(folder, 'tally');
  const programs = join(folder, 'programs');
  for (const file of [tally, programs]) writeFileSync(file, '');
  // All folders of the run are below this one and are removed with it.
  process.env.LAB_FOLDER = folder;
  process.env.LAB_TALLY = tally;
  process.env.LAB_PRELOAD = compilePreload(folder);
  const began = Date.now();
  return () => {
    process.stdout.write(`\n${renderTable(readTally(tally), statSync(programs).size)}`);
    process.stdout.write(`${Math.round((Date.now() - began) / 1000)} s\n`);
    rmSync(folder, { recursive: true, force: true });
  };
}
