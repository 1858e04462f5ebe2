import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createShellMachine,
  findUnknownWords,
  openShell,
  removeShellMachine,
  SHELLS,
  TAB,
} from '../support/completion-shell.ts';
import { isToolMissing } from '../support/is-tool-missing.ts';

let env: Readonly<Record<string, string>>;
beforeAll(async () => {
  env = await createShellMachine();
});
afterAll(() => env && removeShellMachine(env));

describe.skipIf(isToolMissing('script', 'bsdutils')).each(SHELLS)('$name', (shell) => {
  it.skipIf(isToolMissing(shell.name, shell.name))(
    'shows only the offers at the first Tab of a session',
    async () => {
      const opened = await openShell(shell, env);
      try {
        const profiles = ['technical_designer', 'factory'];
        const words = await opened.offered('toile graph --profile ', profiles);
        expect(words).toEqual(expect.arrayContaining(profiles));
        expect(findUnknownWords(words, ['toile', 'graph', '--profile', ...profiles])).toEqual([]);
      } finally {
        await opened.close();
      }
    },
  );

  describe.skipIf(isToolMissing(shell.name, shell.name))('completes', () => {
    let opened: Awaited<ReturnType<typeof openShell>>;
    beforeAll(async () => {
      opened = await openShell(shell, env);
    });
    afterAll(() => opened?.close());

    it.each([
      ['commands', `toile des${TAB}l${TAB}`, 'toile|designs|ls'],
      ['flags', `toile designs ls --lim${TAB}`, 'toile|designs|ls|--limit'],
      ['global flags', `toile designs ls --limit 3 --no-c${TAB}`, 'toile|designs|ls|--limit|3|--no-color'],
      ['values', `toile graph --prof${TAB}fac${TAB}`, 'toile|graph|--profile|factory'],
      ['values after an equals sign', `toile graph --profile=fac${TAB}`, 'toile|graph|--profile=factory'],
      ['topics', `toile help exit${TAB}`, 'toile|help|exit-codes'],
      [
        'ids',
        `toile --sandbox graph 5a7d${TAB}`,
        'toile|--sandbox|graph|5a7d1e2c-3b4f-4c6d-9e8a-7b6c5d4e3f04',
      ],
      [
        'names with spaces',
        `toile --sandbox graph Camp${TAB}`,
        'toile|--sandbox|graph|Camp-collar shirt, linen',
      ],
      ['names in quotes', `toile --sandbox graph 'Wrap d${TAB}`, 'toile|--sandbox|graph|Wrap dress, viscose'],
      ['files', `toile export --output sam${TAB}`, 'toile|export|--output|sample.svg'],
      ['scenarios', `toile sandbox scenario slow${TAB}`, 'toile|sandbox|scenario|slow-pack'],
      ['several values', `toile pull season --only bri${TAB}`, 'toile|pull|season|--only|brief'],
      ['topics and commands of help', `toile help designs l${TAB}`, 'toile|help|designs|ls'],
      [
        'files and ids alike',
        `toile --sandbox diff qq${TAB} 5a7d${TAB}`,
        'toile|--sandbox|diff|qq-waist.json|5a7d1e2c-3b4f-4c6d-9e8a-7b6c5d4e3f04',
      ],
      ['files behind an @', `toile api v1/me --body @sam${TAB}`, 'toile|api|v1/me|--body|@sample.svg'],
      ['no files where a text is meant', `toile api v1/me --body sam${TAB}`, 'toile|api|v1/me|--body|sam'],
      [
        'one more of several',
        `toile pull season --only brief,gr${TAB}`,
        'toile|pull|season|--only|brief,graph',
      ],
      ['the other form of a switch', `toile pull season --delete=${TAB}`, 'toile|pull|season|--delete=all'],
      [
        'flags where a value may be left out',
        `toile techpack status --download --wa${TAB}`,
        'toile|techpack|status|--download|--wait',
      ],
      ['what a setting may be', `toile config set accessible t${TAB}`, 'toile|config|set|accessible|true'],
      ['commands that are asked about', `toile commands designs l${TAB}`, 'toile|commands|designs|ls'],
      [
        'nothing where a word of its own is meant',
        `toile login --client-id 5a7d${TAB}`,
        'toile|login|--client-id|5a7d',
      ],
      ['no ids of the sandbox elsewhere', `toile graph 5a7d${TAB}`, 'toile|graph|5a7d'],
    ])('%s', async (_, keys, line) => {
      expect(await opened.line(keys)).toBe(line);
    });
  });
});
