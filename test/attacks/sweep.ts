/** Worlds as tests: each leaves its tally, and shows the first of what is wrong. */
import { expect, it } from 'vitest';
import type { Family } from './payloads.ts';
import { attack, type Manner } from './world.ts';

const SHOWN = 40;

/** Fails with what is wrong, cut to what somebody reads. */
export const expectNothing = (wrong: readonly string[]): void => {
  const shown = wrong.slice(0, SHOWN).map((each) => `- ${each.slice(0, 700)}`);
  const more = wrong.length > SHOWN ? [`and ${wrong.length - SHOWN} more`] : [];
  expect(wrong.length, `\n${[...shown, ...more].join('\n')}\n`).toBe(0);
};

export const itHolds = (says: string, families: readonly Family[] | 'key', manner: Manner): void => {
  it(says, async ({ task }) => {
    const { wrong, tally } = await attack(families, manner, ['bash', 'zsh']);
    task.meta.tally = tally;
    expectNothing(wrong);
  });
};
