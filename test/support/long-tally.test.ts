import { describe, expect, it } from 'vitest';
import { type Outcome, summed } from '../long/tally.ts';

const held: Outcome = { name: 'one', state: 'passed' };
const fell: Outcome = { name: 'two', state: 'failed' };
const skipped: Outcome = { name: 'three', state: 'skipped', note: 'npm install three' };

describe('the end of a long run', () => {
  it.each<[string, readonly Outcome[], readonly string[], boolean, boolean]>([
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
    expect(summed(outcomes, false)).toStrictEqual({ lines, fails });
    expect(summed(outcomes, true)).toStrictEqual({ lines, fails: failsInCi });
  });
});
