import { describe, expect, it } from 'vitest';
import { isToolMissing } from '../support/is-tool-missing.ts';
import { createMachine, createMachineEnv } from './create-machine.ts';
import { startHostileService } from './hostile-service.ts';
import { compareSnapshots, takeSnapshot } from './jail.ts';
import { listPayloads } from './payloads.ts';
import { KEY } from './reflected-keys.ts';
import { runInJail } from './run-in-jail.ts';
import { openShell, type SessionShell, SHELLS } from './shell-session.ts';
import { expectNoViolations } from './test-every-command.ts';

/** Quotes that are open when Tab is pressed. */
const OPEN = ['', '"', "'"] as const;

/** Names with beginnings of their own, so that each is the only one that fits: as they are, and behind a space. */
const createBeginning = (at: number): string =>
  `q${String.fromCharCode(97 + Math.floor(at / 26))}${String.fromCharCode(97 + (at % 26))}`;
const hostile = listPayloads(['shell'], '/nowhere').filter((text) => !/[\n\0]/.test(text));
const NAMES = [...hostile, ...hostile.map((text) => ` ${text}`)].map(
  (text, at) => `${createBeginning(at)}${text}`,
);
/** Usual design names; each must be completed in the quotes that can hold it. */
const PLAIN: Readonly<Record<string, readonly string[]>> = {
  'qya Linen shirt': OPEN,
  "qyb men's shirt": ['', '"'],
  'qyc 6" hem': ['', "'"],
  'qyd Rock & Rolls (2)': OPEN,
  qye: OPEN,
};

describe.skipIf(isToolMissing('script', 'bsdutils'))('Tab with untrusted names', () => {
  it.concurrent.for(Object.keys(SHELLS) as SessionShell[])(
    '%s: Enter runs toile with the very name, or nothing',
    { timeout: 600_000 },
    async (shell, { task, skip }) => {
      if (isToolMissing(shell, shell)) skip();
      const place = createMachine();
      const names = [...NAMES, ...Object.keys(PLAIN)];
      const service = await startHostileService(names, { honest: true });
      const env = { ...createMachineEnv(place, service.baseUrl), TOILE_API_KEY: KEY };
      const listed = await runInJail(place, ['designs', 'ls', '--all', '--limit', '100'], { env });
      const all = await runInJail(place, ['designs', 'ls', '--all'], { env });
      expect(all.code, listed.err).toBe(0);
      const session = await openShell(shell, place, env);
      const wrong: string[] = [];
      let completed = 0;
      try {
        for (const name of names) {
          for (const open of OPEN) {
            const typed = `toile graph ${open}${name.slice(0, 3)}`;
            const before = takeSnapshot(place.root, [place.kept]);
            const calls = await session.type(`${typed}\t`);
            completed += 1;
            const by = `${JSON.stringify(typed)}, of ${JSON.stringify(name)}`;
            // Without a completion the beginning is what was typed, or the quote is still open.
            for (const call of calls) {
              const [command, word, ...more] = call;
              const isMeant =
                command === 'graph' && more.length === 0 && (word === name || word === name.slice(0, 3));
              if (!isMeant) wrong.push(`${by}: toile was called with ${JSON.stringify(call)}`);
            }
            if (calls.length > 1) wrong.push(`${by}: toile was called ${calls.length} times`);
            if (PLAIN[name]?.includes(open) && calls[0]?.[1] !== name)
              wrong.push(`${by}: it was not completed, but ${JSON.stringify(calls)}`);
            const { added, changed } = compareSnapshots(before, takeSnapshot(place.root, [place.kept]));
            const made = [...added, ...changed].filter(
              (path) => !path.startsWith('typed-in-') && !/histor/.test(path),
            );
            if (made.length > 0) wrong.push(`${by}: it made ${made.join()}`);
            const other = /[\s\S]{0,200}(not found|Unknown command|no such file).{0,80}/i.exec(
              session.shown(),
            );
            if (other) wrong.push(`${by}: it ran something else: ${JSON.stringify(other[0])}`);
          }
        }
      } finally {
        await session.close();
        await service.close();
        place.remove();
      }
      task.meta.tally = { runs: completed, completed };
      expectNoViolations(wrong);
    },
  );

  it('PowerShell: no character that it takes for a quote ends a word', async () => {
    const place = createMachine();
    const { out } = await runInJail(place, ['completion', 'powershell']);
    place.remove();
    const [, doubled = ''] = /\[regex\]::Replace\(\$typed, "([^"]+)", '\$0\$0'\)/.exec(out) ?? [];
    const [, quotes = ''] = /\$typed -match '([^\n]+)'\)/.exec(out) ?? [];
    // PowerShell reads these as single quotes, and the others as double ones.
    for (const sign of ["'", '\u2018', '\u2019', '\u201a', '\u201b']) {
      expect(sign).toMatch(new RegExp(doubled));
      expect(sign).toMatch(new RegExp(quotes.replaceAll("''", "'")));
    }
    for (const sign of ['"', '\u201c', '\u201d', '\u201e', '$', '`', ';', ' ', '(', '@']) {
      expect(sign).toMatch(new RegExp(quotes.replaceAll("''", "'")));
    }
  });
});
