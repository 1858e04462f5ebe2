import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createPrompts } from '../../../src/cli/terminal/prompts.ts';
import { createStandardStreams } from '../../../src/cli/terminal/standard-streams.ts';
import { detectTerminalCapabilities } from '../../../src/cli/terminal/terminal-capabilities.ts';
import { CONTROL_BYTE } from '../../support/control-byte.ts';

const startPrompt = (env: Record<string, string> = {}) => {
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  const screen = Object.assign(new PassThrough(), { isTTY: true, columns: 80 });
  let shown = '';
  screen.on('data', (chunk: Buffer) => {
    shown += chunk.toString();
  });
  const io = createStandardStreams({ env, stdin, stdout: screen, stderr: screen });
  const ask = createPrompts(
    io,
    detectTerminalCapabilities(io, env, {}),
    new AbortController().signal,
    async () => undefined,
  );
  return { stdin, ask, shown: () => shown };
};

it('no text of a choice can control the terminal', async () => {
  const { stdin, ask, shown } = startPrompt();
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

describe.each([
  ['Esc', '\u001b'],
  ['Ctrl-D', '\u0004'],
  ['Ctrl-C', '\u0003'],
])('%s cancels', (_, key) => {
  it.each(['text', 'secret', 'confirm'] as const)('%s', async (kind) => {
    const { stdin, ask, shown } = startPrompt();
    const asked = kind === 'confirm' ? ask.confirm('Really?', false) : ask[kind]('Really?');
    const left = expect(asked).rejects.toMatchObject({ exit: 130 });
    await expect.poll(shown).toMatch(/Really/);
    stdin.write(key);
    await left;
  });
});

describe('prompts for screen readers', () => {
  const ACCESSIBLE = { ACCESSIBLE: '1', TERM: 'dumb' };

  it('number the choices, and filter them by words', async () => {
    const { stdin, ask, shown } = startPrompt(ACCESSIBLE);
    const names = Array.from({ length: 12 }, (_, at) => `Smock ${at}`);
    const chosen = ask.choose('Which design?', async (term) =>
      names.filter((name) => name.includes(term)).map((name) => ({ label: name, value: name })),
    );
    await expect.poll(shown).toMatch(/9\. .*Smock 8[\s\S]*And 3 more\.[\s\S]*Type a number/);
    stdin.write('no such\n');
    await expect.poll(shown).toMatch(/Nothing matches "no such"\./);
    stdin.write('ck 11\n');
    await expect.poll(shown).toMatch(/1\. .*Smock 11/);
    stdin.write('1\n');
    expect(await chosen).toBe('Smock 11');
    expect(shown()).not.toMatch(CONTROL_BYTE);
  });

  it('accept yes and no as words, and an empty line for the default', async () => {
    for (const [typed, meant] of [
      ['maybe\nYES\n', true],
      ['\n', false],
    ] as const) {
      const { stdin, ask, shown } = startPrompt(ACCESSIBLE);
      const answer = ask.confirm('Remove it?', false);
      for (const line of typed.match(/.*\n/g) ?? []) {
        const before = shown().length;
        await expect.poll(() => shown().slice(before - 60)).toMatch(/for no: $/);
        stdin.write(line);
      }
      expect(await answer).toBe(meant);
      expect(shown()).not.toMatch(CONTROL_BYTE);
    }
  });

  it('do not show a secret, and let the user correct it', async () => {
    const { stdin, ask, shown } = startPrompt(ACCESSIBLE);
    const key = ask.secret('API key');
    await expect.poll(shown).toMatch(/API key \(not shown\)/);
    stdin.write('svc_sX\u007fk_1\r');
    expect(await key).toBe('svc_sk_1');
    expect(shown()).toBe('API key (not shown) \n');
  });
});

describe('without a terminal there are no prompts', () => {
  it.each<Record<string, string>>([{ CI: 'true' }, { TERM: 'dumb' }, { TOILE_NO_INPUT: '1' }])(
    '%j',
    async (env) => {
      const { ask } = startPrompt(env);
      expect(ask.isAvailable).toBe(false);
      await expect(ask.text('Name?')).rejects.toMatchObject({ code: 'no_terminal' });
    },
  );

  it.each<Record<string, string>>([{ CI: 'false' }, { CI: '' }, { TOILE_NO_INPUT: '0' }])(
    'but %j is a person',
    (env) => {
      expect(startPrompt(env).ask.isAvailable).toBe(true);
    },
  );
});
