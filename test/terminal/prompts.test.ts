import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { createIo } from '../../src/terminal/io.ts';
import { createPrompts } from '../../src/terminal/prompts.ts';

const sitting = () => {
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  const screen = Object.assign(new PassThrough(), { isTTY: true, columns: 80 });
  let shown = '';
  screen.on('data', (chunk: Buffer) => {
    shown += chunk.toString();
  });
  const io = createIo({ env: {}, stdin, stdout: screen, stderr: screen });
  const ask = createPrompts(io, new AbortController().signal, async () => undefined);
  return { stdin, ask, shown: () => shown };
};

it('what is offered steers no terminal, whatever it is called', async () => {
  const { stdin, ask, shown } = sitting();
  const NASTY = '\u001b]0;owned\u0007\u009b31mred\n\u202eback';
  const chosen = ask.choose('Which design?', async () => [
    { label: `Smock ${NASTY}`, detail: `detail ${NASTY}`, value: 1 },
  ]);
  await expect.poll(shown).toMatch(/detail/);
  stdin.write('\r');
  expect(await chosen).toBe(1);
  expect(shown()).toContain('Smock');
  for (const sign of ['\u001b]0;', '\u0007', '\u009b', 'red\n', 'red\r\n', '\u202e'])
    expect(shown()).not.toContain(sign);
});
