import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { renderClientReference } from '../../../scripts/docs/render-client-reference.ts';
import * as client from '../../../src/service/client/index.ts';
import { type ExampleResult, listClientMethods, parseExamples } from '../../runtimes/examples.ts';
import { startExamplesService } from '../../runtimes/examples-service.ts';
import { bundleProgram } from '../../support/bundle-program.ts';

const resolvePath = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const page = readFileSync(resolvePath('docs/client.md'), 'utf8');
const terminal = await bundleProgram(new URL('../../runtimes/examples-in-terminal.ts', import.meta.url));
afterAll(() => rmSync(terminal));

it('the reference page matches the doc comments (npm run docs)', () => {
  expect(page).toBe(renderClientReference(readFileSync(resolvePath('dist/client.d.ts'), 'utf8')));
});

it('every method has an example, and the page documents every export', () => {
  const names = parseExamples(page).map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining([...listClientMethods(client), 'Client', 'stream', 'save', 'request']),
  );
  expect(page).not.toMatch(/^\| `\w+` \| `[^`]*` \| +\|$|\n\n\n/m);
});

it('every example runs as printed', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'toile-examples-'));
  onTestFinished(() => rmSync(cwd, { recursive: true }));
  const examples = parseExamples(page);
  const scope = await startExamplesService();
  const words = [terminal, resolvePath('dist/client.js'), JSON.stringify(examples), JSON.stringify(scope)];
  const { stdout } = await execa(process.execPath, words, { cwd });
  const ran = JSON.parse(stdout) as readonly ExampleResult[];
  expect(ran.filter(({ error }) => error !== undefined)).toEqual([]);
  expect(ran.map(({ name }) => name)).toEqual(examples.map(({ name }) => name));
  for (const { name, said } of ran) expect(said.join('\n'), name).toMatch(/^(?!.*\b(undefined|NaN)\b).+/s);
});
