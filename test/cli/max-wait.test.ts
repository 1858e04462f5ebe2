import { expect, it } from 'vitest';
import { resolveRequestMaxWait } from '../../src/cli/run-command.ts';
import { commandTable } from '../../src/commands/command-table.ts';

it.each([
  [undefined, false, true, 60_000],
  [undefined, false, false, 330_000],
  [undefined, true, true, Number.POSITIVE_INFINITY],
  ['90', false, true, 90_000],
  ['90s', true, false, 90_000],
  ['5m', true, true, 300_000],
  ['0', true, true, 0],
] as const)('--max-wait %s, patient %s, with a person %s: %s ms', (typed, patient, person, ms) => {
  expect(resolveRequestMaxWait(typed === undefined ? {} : { 'max-wait': typed }, {}, patient, person)).toBe(
    ms,
  );
});

it('TOILE_MAX_WAIT applies without the flag', () => {
  expect(resolveRequestMaxWait({}, { TOILE_MAX_WAIT: '5m' }, true, true)).toBe(300_000);
  expect(resolveRequestMaxWait({ 'max-wait': '2' }, { TOILE_MAX_WAIT: '5m' }, true, true)).toBe(2_000);
});

it.each([
  ['designs ls', { all: true }, true],
  ['designs ls', { limit: 101 }, true],
  ['designs ls', { limit: 20 }, false],
  ['export', { ids: ['a', 'b'] }, true],
  ['export', { ids: ['-'] }, true],
  ['export', { ids: ['a'] }, false],
  ['pull', {}, true],
  ['stale', {}, true],
  ['me', {}, false],
] as const)('toile %s with %j waits as long as needed: %s', (path, options, patient) => {
  const command = commandTable.find((one) => one.path === path);
  expect(command?.hasUnlimitedWait?.(options) === true).toBe(patient);
});
