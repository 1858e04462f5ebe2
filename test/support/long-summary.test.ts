import { describe, expect, it } from 'vitest';
import { summarizeOutcomes, type TestOutcome } from '../long/summary-reporter.ts';

const held: TestOutcome = { name: 'one', state: 'passed' };
const fell: TestOutcome = { name: 'two', state: 'failed' };
const skipped: TestOutcome = { name: 'three', state: 'skipped', note: 'npm install three' };

describe('the end of a long run', () => {
  it.each<[string, readonly TestOutcome[], readonly string[], boolean, boolean]>([
    ['all of it held', [held, held], ['all 2 hold'], false, false],
    ['one did not', [held, fell], ['1 of 2 do not hold'], true, true],
    ['a peer was missing', [held, skipped], ['skipped: three; npm install three', 'all 1 hold'], false, true],
    [
      'every peer was missing',
      [skipped],
      ['skipped: three; npm install three', 'nothing was tried'],
      false,
      true,
    ],
    ['there was no test', [], ['nothing was tried'], false, true],
  ])('%s', (_, outcomes, lines, fails, failsInCi) => {
    expect(summarizeOutcomes(outcomes, false)).toStrictEqual({ lines, fails });
    expect(summarizeOutcomes(outcomes, true)).toStrictEqual({ lines, fails: failsInCi });
  });
});
