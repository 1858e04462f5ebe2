import { expect, it } from 'vitest';
import { renderHelpText } from '../../../src/cli/help/index.ts';
import { renderManPages } from '../../../src/cli/help/man-pages.ts';
import { commandTable } from '../../../src/commands/command-table.ts';

const WIDTH = 100;
const renderHelp = (...words: string[]): string => renderHelpText(commandTable, words, WIDTH) ?? '';

it('the program help lists the sandbox topic, and the ci topic names action.yml', () => {
  expect(renderHelp().replaceAll('\n', ' ')).toMatch(/toile help TOPIC +[^.]*\bsandbox\b/);
  expect(renderHelp('ci')).toContain('action.yml');
});

it('help and man pages use the same section names and show defaults', () => {
  const page = renderManPages(commandTable, '1.0.0').get('toile-api.1') ?? '';
  for (const title of ['ARGUMENTS', 'FLAGS', 'EXIT CODES']) expect(page).toContain(`.SH "${title}"`);
  expect(page).toContain('(default: GET)');
  expect(renderHelp('api')).toContain('(default: GET)');
});
