/** Adds tests that attack every command; each stores its counts and shows the first violations. */
import { expect, it } from 'vitest';
import { attackCommands, type ServiceManner } from './attack-commands.ts';
import type { PayloadFamily } from './payloads.ts';

const SHOWN = 40;

/** Fails with the violations, shortened. */
export const expectNoViolations = (wrong: readonly string[]): void => {
  const shown = wrong.slice(0, SHOWN).map((each) => `- ${each.slice(0, 700)}`);
  const more = wrong.length > SHOWN ? [`and ${wrong.length - SHOWN} more`] : [];
  expect(wrong.length, `\n${[...shown, ...more].join('\n')}\n`).toBe(0);
};

export const testEveryCommand = (
  says: string,
  families: readonly PayloadFamily[] | 'key',
  manner: ServiceManner,
): void => {
  it(says, async ({ task }) => {
    const { wrong, tally } = await attackCommands(families, manner, ['bash', 'zsh']);
    task.meta.tally = tally;
    expectNoViolations(wrong);
  });
};
