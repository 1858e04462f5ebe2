import { writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { readDrawingLayers } from '../../src/commands/export/export-files.ts';
import { DRAWING_LIMITS } from '../../src/platform/size-limits.ts';
import type { HostSystem } from '../../src/platform/system/host-system.ts';
import { createFolder, join } from '../support/create-folder.ts';

const createReader = (cwd: string, signal = new AbortController().signal) => ({
  system: { platform: { cwd } } as HostSystem,
  signal,
});
const buildSvg = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`;

it('a text that lies between two pieces of the file is found', async () => {
  const at = createFolder();
  const name = 'ü'.repeat(40_001);
  await writeFile(join(at, 'x.svg'), buildSvg(`<g id="a${name}"/>`));
  const drawing = await readDrawingLayers(createReader(at), 'x.svg');
  expect(drawing?.layers).toStrictEqual([{ name: `a${name}`, elements: 0 }]);
});

it('a signal ends reading of a large file', async () => {
  const at = createFolder();
  const deep = `${'<g>'.repeat(DRAWING_LIMITS.levels - 2)}${'<a:x xmlns:a="b"/>'.repeat(DRAWING_LIMITS.elements)}`;
  await writeFile(join(at, 'x.svg'), buildSvg(deep));
  const stop = new AbortController();
  setTimeout(() => stop.abort(new Error('SIGTERM')), 5);
  await expect(readDrawingLayers(createReader(at, stop.signal), 'x.svg')).rejects.toThrow('SIGTERM');
});

it('a file that is too large is refused', async () => {
  const at = createFolder();
  await writeFile(join(at, 'x.svg'), buildSvg(' '.repeat(DRAWING_LIMITS.bytes)));
  expect(await readDrawingLayers(createReader(at), 'x.svg')).toBeUndefined();
});
