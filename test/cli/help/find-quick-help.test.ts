import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it, vi } from 'vitest';
import type { findQuickHelp } from '../../../src/cli/help/find-quick-help.ts';
import { renderHelpText } from '../../../src/cli/help/index.ts';
import { readPrebuiltHelp } from '../../../src/cli/help/prebuilt-help.ts';
import { commandTable } from '../../../src/commands/command-table.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

const built = createRequire(import.meta.url)(
  fileURLToPath(new URL('../../../dist/find-quick-help.cjs', import.meta.url)),
) as { readonly findQuickHelp: typeof findQuickHelp };

const paths = ['', ...commandTable.flatMap(({ path }) => [path, path.split(' ')[0] ?? ''])].filter(
  (path) => path !== 'sandbox',
);

it.each([20, 60, 80, 93, 100, 200])(
  'the help of the build equals the help of the table at %i columns',
  async (columns) => {
    vi.stubEnv('COLUMNS', String(columns));
    for (const path of new Set(paths)) {
      const words = path === '' ? [] : path.split(' ');
      const output = await built.findQuickHelp([...words, '--help']);
      expect(output, path).toBe(renderHelpText(commandTable, words, columns, { short: true }));
    }
  },
);

it.each([['constructor'], ['no', 'such'], ['designs', '--limit'], ['sandbox']])(
  'leaves %s to the parser',
  async (...words) => {
    expect(await built.findQuickHelp([...words, '--help'])).toBeUndefined();
  },
);

it('has no prebuilt help when the sources run', () => {
  expect(readPrebuiltHelp('', 80)).toBeUndefined();
});
