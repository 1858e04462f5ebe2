/** Presses Tab behind every flag and every word of every command, in each shell. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TOPIC_NAMES } from '../../src/cli/help/index.ts';
import { TRADE_KINDS } from '../../src/garment/trade-kinds.ts';
import { SANDBOX_SCENARIOS } from '../../src/sandbox/index.ts';
import {
  createShellMachine,
  findUnknownWords,
  openShell,
  removeShellMachine,
  SHELLS,
  TAB,
} from '../support/completion-shell.ts';
import { isToolMissing } from '../support/is-tool-missing.ts';
import { runProgram } from '../support/run-program.ts';

interface CompletedWord {
  readonly name: string;
  readonly value?: string | null;
  readonly choices: readonly string[] | null;
  readonly suggests: readonly string[] | null;
  readonly commas: boolean;
  readonly completes: readonly string[];
}

interface Command {
  readonly path: string;
  readonly arguments: readonly CompletedWord[];
  readonly flags: readonly CompletedWord[];
  readonly takes: readonly string[];
}

/** The typed beginning, and the completed word. */
type TabPress = readonly [typed: string, becomes: string];

let env: Readonly<Record<string, string>>;
let commands: readonly Command[];
let globalFlags: readonly CompletedWord[];
let purchase: string;

beforeAll(async () => {
  env = await createShellMachine();
  const run = async (...argv: string[]): Promise<string> => {
    const { stdout, stderr, exitCode } = await runProgram(argv, { env });
    if (exitCode !== 0) throw new Error(`toile ${argv.join(' ')}: ${stderr}`);
    return stdout;
  };
  // An account needs a service that answers for its key.
  const signIn = join(env.HOME ?? '', 'sign-in');
  await writeFile(
    signIn,
    'printf %s "$TOILE_API_KEY" | env -u TOILE_API_KEY toile login --with-key --insecure-storage --account zzstudio --base-url "$TOILE_BASE_URL"\n',
  );
  await run('sandbox', 'run', '--', 'sh', signIn);
  await run('--sandbox', 'techpack', 'request', 'GARM-5117', '--yes', '--json');
  purchase = JSON.parse(await run('--sandbox', 'techpack', 'ls', '--json')).requests[0].purchase_id;
  const all = JSON.parse(await run('commands', '--json'));
  commands = all.commands;
  globalFlags = all.flags.filter(({ value }: CompletedWord) => value !== null);
});
afterAll(() => env && removeShellMachine(env));

const ID = '5a7d1e2c-3b4f-4c6d-9e8a-7b6c5d4e3f04';

/** Each choice by as much of it as begins no other one. */
const createPresses = (choices: readonly string[]): readonly TabPress[] =>
  choices.flatMap((word) => {
    const others = choices.filter((each) => each !== word);
    for (let length = 1; length <= word.length; length += 1) {
      const typed = word.slice(0, length);
      if (!others.some((each) => each.toLowerCase().startsWith(typed.toLowerCase()))) return [[typed, word]];
    }
    return [];
  });

const listChoices = ({ choices, suggests, completes }: CompletedWord): readonly string[] => {
  const alone = commands.map(({ path }) => path).filter((path) => !path.includes(' '));
  const groups = commands.map(({ path }) => path.split(' ')[0] ?? '');
  const known: Readonly<Record<string, readonly string[]>> = {
    kinds: TRADE_KINDS,
    scenarios: [...Object.keys(SANDBOX_SCENARIOS), 'none'],
    topics: [...TOPIC_NAMES, ...alone, ...groups],
    commands: [...alone, ...groups],
  };
  const found = completes.flatMap((each) => known[each] ?? []);
  return [...new Set([...(choices ?? []), ...(suggests ?? []), ...found])];
};

/** Returns the presses for a word: values that it accepts are completed, others stay unchanged. */
const listPresses = (takes: CompletedWord): readonly TabPress[] => {
  const probes: Readonly<Record<string, TabPress>> = {
    ids: ['5a7d', ID],
    accounts: ['zzs', 'zzstudio'],
    purchases: [purchase.slice(0, 13), purchase],
    files: ['qq', 'qq-waist.json'],
    '@files': ['@qq', '@qq-waist.json'],
  };
  const meant = takes.completes.map((each) => (each === 'requests' ? 'purchases' : each));
  const each = Object.entries(probes).map(
    ([what, [typed, becomes]]): TabPress => [typed, meant.includes(what) ? becomes : typed],
  );
  const choices = createPresses(listChoices(takes));
  const [first] = choices;
  const more: readonly TabPress[] =
    takes.commas && first
      ? choices.slice(-2).map(([typed, word]) => [`${first[1]},${typed}`, `${first[1]},${word}`])
      : [];
  return [...each, ...choices, ...more];
};

/** Returns the words before an argument. */
const buildPrefix = ({ path, arguments: words }: Command, at: number): string =>
  [path, ...words.slice(0, at).map(() => 'GARM-101')].join(' ');

const PRESSES_A_LINE = 6;

describe.skipIf(isToolMissing('script', 'bsdutils')).each(SHELLS)('$name', (shell) => {
  describe.skipIf(isToolMissing(shell.name, shell.name))('Tab', () => {
    let opened: Awaited<ReturnType<typeof openShell>>;
    beforeAll(async () => {
      opened = await openShell(shell, env, 900);
    });
    afterAll(() => opened?.close());

    it('completes every value of every flag of every command, and nothing else', async ({ task }) => {
      const wrong: string[] = [];
      let runs = 0;
      // The same program answers in each shell and for each flag with the same list, so a list is pressed whole once.
      // Where it occurs again, bash presses one word of it that is completed and one that is not; zsh and fish none.
      const lists = new Set<string>();
      const selectPresses = (place: 'flag' | 'word', presses: readonly TabPress[]): readonly TabPress[] => {
        const { size } = lists;
        if (lists.add(place + JSON.stringify(presses)).size > size) return presses;
        const isCompleted = ([typed, word]: TabPress): boolean => typed !== word;
        const some = [presses.find(isCompleted), presses.find((each) => !isCompleted(each))];
        return shell.name === 'bash' ? some.flatMap((each) => (each ? [each] : [])) : [];
      };
      const press = async (before: string, presses: readonly TabPress[], lead: string): Promise<void> => {
        for (let at = 0; at < presses.length; at += PRESSES_A_LINE) {
          const some = presses.slice(at, at + PRESSES_A_LINE);
          const keys = some.map(([typed]) => `${lead}${typed}${TAB}`).join(' ');
          const line = await opened.line(`${before} ${keys}`);
          const words = [...before.split(' '), ...some.flatMap(([, word]) => `${lead}${word}`.split(' '))];
          runs += some.length;
          if (line !== words.join('|')) wrong.push(`${before} ${keys.replaceAll(TAB, '<Tab>')}: ${line}`);
        }
      };
      for (const command of commands) {
        const before = `toile --sandbox ${command.path}`;
        for (const flag of command.flags.filter(({ value }) => value != null)) {
          const presses = selectPresses('flag', listPresses(flag));
          await press(before, presses, `${flag.name} `);
          await press(before, presses.slice(0, PRESSES_A_LINE), `${flag.name}=`);
        }
        // Those of every command take the same everywhere: one press tells that they are known here.
        const general = globalFlags.filter(({ name }) => command.takes.includes(name));
        for (const flag of general) {
          const presses = listPresses(flag);
          const some =
            command.path === 'designs ls'
              ? presses
              : selectPresses('flag', presses)
                  .filter(([typed, word]) => typed !== word)
                  .slice(0, 1);
          await press(before, some, `${flag.name} `);
        }
        for (const [at, word] of command.arguments.entries()) {
          // A first word may decide which words follow, so each choice is pressed alone.
          const presses = word.completes.includes('programs') ? [] : listPresses(word);
          for (const one of selectPresses('word', presses))
            await press(`toile --sandbox ${buildPrefix(command, at)}`, [one], '');
        }
        if (command.arguments.length === 0) await press(before, listPresses({ ...NOTHING, name: '' }), '');
      }
      task.meta.summary = [`${shell.name}: Tab pressed ${runs} times, ${wrong.length} wrong`];
      expect(wrong).toEqual([]);
    });

    it('shows each list unchanged, and nothing else', async () => {
      const seen = new Set<string>();
      const wrong: string[] = [];
      for (const { path, flags } of commands) {
        for (const flag of flags.filter(({ value }) => value != null)) {
          const choices = listChoices(flag);
          const key = choices.join(' ');
          if (choices.length < 2 || seen.has(key)) continue;
          seen.add(key);
          const line = `toile ${path} ${flag.name} `;
          const words = await opened.offered(line, choices);
          const missing = choices.filter((word) => !words.includes(word));
          const strange = findUnknownWords(words, [...line.split(' '), ...choices]);
          if (missing.length > 0) wrong.push(`${line}: not offered: ${missing.join(' ')}`);
          if (strange.length > 0) wrong.push(`${line}: beside the offers: ${strange.join(' ')}`);
        }
      }
      expect(seen.size).toBeGreaterThan(12);
      expect(wrong).toEqual([]);
    });
  });
});

const NOTHING: CompletedWord = { name: '', choices: null, suggests: null, commas: false, completes: [] };
