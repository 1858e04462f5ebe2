import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { renderHelpText } from '../../../src/cli/help/index.ts';
import { renderManPages } from '../../../src/cli/help/man-pages.ts';
import { commandTable } from '../../../src/commands/command-table.ts';

const WIDTH = 100;
const renderHelp = (...words: string[]): string => renderHelpText(commandTable, words, WIDTH) ?? '';

it('the program help lists the sandbox topic, and the ci topic names action.yml', () => {
  expect(renderHelp().replaceAll('\n', ' ')).toMatch(/toile help TOPIC explains a topic: [^.]*\bsandbox\./);
  expect(renderHelp('ci')).toContain('action.yml');
});

it('the reference has a row for each variable and exit code', () => {
  const reference = readFileSync(new URL('../../../docs/reference.md', import.meta.url), 'utf8');
  for (const topic of ['environment', 'exit-codes']) {
    const terms = [...renderHelp(topic).matchAll(/^ {2,5}(\S+(?: \S+)*)(?: {2,}\S.*)?$/gm)];
    expect(terms.length).toBeGreaterThan(10);
    for (const [, term = ''] of terms) expect(reference).toMatch(new RegExp(`^\\| \`${term}\` \\| \\S`, 'm'));
  }
});

it('help and man pages use the same section names and show defaults', () => {
  const page = renderManPages(commandTable, '1.0.0').get('toile-api.1') ?? '';
  for (const title of ['ARGUMENTS', 'FLAGS', 'EXIT CODES']) expect(page).toContain(`.SH "${title}"`);
  expect(page).toContain('(default: GET)');
  expect(renderHelp('api')).toContain('(default: GET)');
});
