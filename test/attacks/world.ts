/** Every command of the table, in a jail, against one service of a stranger. */
import { readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { AnyCommand } from '../../src/commands/command-spec.ts';
import { commandTable } from '../../src/commands/command-table.ts';
import { Interrupted } from '../../src/platform/errors.ts';
import { EXECUTABLE } from '../support/run-program.ts';
import { FORMS, type Form, PIPE } from './forms.ts';
import { between, type Differences, type Jail, type Picture, picture } from './jail.ts';
import { type Ran, wrongIn } from './judge.ts';
import { KEY, REFLECTED } from './key.ts';
import { FOLDERS, type Line, linesOf } from './lines.ts';
import { envOf, keptIn, machine } from './machine.ts';
import { type Family, textsOf } from './payloads.ts';
import { BABBLES, type Hostile, hostileService, type Mood, STATUSES } from './service.ts';
import { type Printed, printedIn, type ShellName, wrongCommands } from './shells.ts';
import { started } from './starting.ts';
import type { Tally } from './tally.ts';

/** How a stranger behaves: `values` and `all` answer, `fails` does not, each time in another way. */
export type Manner = 'values' | 'all' | 'fails';

export interface World {
  readonly tally: Tally;
  /** What is wrong, each with one of the lines that show it. */
  readonly wrong: readonly string[];
}

/** Talk to people or programs while they run: see processes.test.ts. */
export const isHeld = ({ resultKind, args = [] }: AnyCommand): boolean =>
  resultKind === 'held' || resultKind === 'protocol' || args.some(({ name }) => name === 'CMD');

const FAILING: readonly Mood[] = [
  ...STATUSES.map((status): Mood => ({ is: 'refuses', status })),
  ...BABBLES.map((as): Mood => ({ is: 'babbles', as })),
];

const UNAVAILABLE = 3;
/** How a refusal of the whole service ends a command (see `toile help exit-codes`). */
const USUAL: Readonly<Record<(typeof STATUSES)[number], readonly number[]>> = {
  400: [9],
  401: [4],
  402: [1],
  403: [4],
  404: [5],
  409: [9],
  429: [7],
  500: [UNAVAILABLE],
  302: [UNAVAILABLE],
};

/** Longest time for a run in real milliseconds. One that waits for a person, or for a limit to pass, is called off sooner. */
const PATIENCE = 20_000;
const CALLED_OFF = 700;

/** Of an executable each run is a process, so there are fewer: a pipe, JSON lines, a table, words about itself. */
const forms = EXECUTABLE === undefined ? FORMS : FORMS.filter((_, at) => at % 4 === 1);
const EVERY = EXECUTABLE === undefined ? 1 : 10;

/** Whether a path below the root of a jail lies in a folder that was pulled there. */
const isPulled = (path: string, { root, work }: Jail): boolean =>
  FOLDERS.some((name) => path.startsWith(`${relative(root, join(work, name))}/`));

/** What a command may do to files that are there: only a pull changes a pulled folder. */
const unexpected = ({ command }: Line, did: Differences, place: Jail): Differences => {
  const isIts = (path: string): boolean => command.path === 'pull' && isPulled(path, place);
  return {
    ...did,
    changed: did.changed.filter((path) => !isIts(path)),
    removed: did.removed.filter((path) => !isIts(path)),
  };
};

class Attack {
  readonly #jail: Jail;
  readonly #hostile: Hostile;
  #before: Picture = new Map();
  #kept: ReadonlyMap<string, string> = new Map();
  attacks = 0;
  readonly wrong = new Map<string, string>();
  readonly printed = new Map<string, { readonly printed: Printed; readonly by: string }>();

  constructor(place: Jail, hostile: Hostile) {
    this.#jail = place;
    this.#hostile = hostile;
    this.look();
  }

  look(): void {
    this.#before = picture(this.#jail.root, [this.#jail.kept]);
  }

  async run(line: Line, form: Form): Promise<void> {
    const { home, kept, work, root } = this.#jail;
    const { baseUrl } = this.#hostile;
    const argv = [...form.argv, ...line.argv];
    this.#hostile.asked.length = 0;
    const stop = new AbortController();
    const waits =
      argv.includes('--web') ||
      argv.includes('--wait') ||
      (line.command.isLongRunning !== undefined && this.#hostile.mood.is !== 'answers');
    const late = setTimeout(() => stop.abort(new Interrupted()), waits ? CALLED_OFF : PATIENCE);
    const run = await started(argv, {
      home,
      cwd: work,
      columns: form.columns,
      stdin: line.stdin ?? '',
      signal: stop.signal,
      env: envOf(this.#jail, baseUrl),
    });
    clearTimeout(late);
    this.attacks += 1;
    const did = between(this.#before, picture(root, [kept]));
    const keptNow = keptIn(this.#jail);
    const fresh = new Map([...keptNow].filter(([name, text]) => this.#kept.get(name) !== text));
    this.#kept = keptNow;
    const ran: Ran = {
      line,
      form,
      run,
      did: unexpected(line, did, this.#jail),
      kept: fresh,
      pages: did.added
        .filter((path) => path.endsWith('.html'))
        .map((path) => readFileSync(join(root, path), 'utf8')),
      refused: this.#hostile.mood.is === 'refuses' && this.#hostile.asked.length > 0,
      exits: waits ? undefined : this.#exits(line),
    };
    const by = `${form.name}: toile ${argv
      .map((word) => JSON.stringify(word))
      .join(' ')
      .slice(0, 300)}`;
    const slow = stop.signal.aborted && !waits ? [`it took longer than ${PATIENCE} ms`] : [];
    for (const wrong of [...wrongIn(ran), ...slow]) this.note(`${line.command.path}: ${wrong}`, by);
    for (const printed of [...printedIn(run.out), ...printedIn(run.err)])
      this.printed.set(printed.command, { printed, by });
    this.#putRight(did);
  }

  /** Exit codes that fit what the service did; all of them where it was not asked. */
  #exits({ command }: Line): readonly number[] | undefined {
    const { mood, asked } = this.#hostile;
    if (mood.is === 'answers' || asked.length === 0) return undefined;
    const own = (command.exitCodes ?? []).map(([code]) => Number(code));
    const usual = mood.is === 'refuses' ? USUAL[mood.status] : [0, UNAVAILABLE];
    // A tool server that answers with another status than the protocol's is none.
    const tools = asked.some((each) => !each.includes(' /v1')) ? [UNAVAILABLE] : [];
    // A folder that was pulled for one user is not gone on with for another.
    const folder =
      (command.args ?? []).some(({ name }) => name === 'DIR') && mood.is === 'babbles' ? [2] : [];
    return [
      ...usual,
      ...own,
      ...tools,
      ...folder,
      ...(command.failureExitCode === undefined ? [] : [command.failureExitCode]),
    ];
  }

  note(wrong: string, by: string): void {
    if (!this.wrong.has(wrong)) this.wrong.set(wrong, by);
  }

  /** The next command finds the tree as this one did; a pulled folder stays as the pull left it. */
  #putRight(did: Differences): void {
    const added = did.added.filter((path) => !isPulled(`${path}/`, this.#jail));
    for (const path of added) rmSync(join(this.#jail.root, path), { recursive: true, force: true });
    if (did.added.length + did.changed.length + did.removed.length > 0) this.look();
  }
}

/** A stranger who writes texts of these families, or reflects the key. */
export const attack = async (
  families: readonly Family[] | 'key',
  manner: Manner,
  shells: readonly ShellName[],
): Promise<World> => {
  const place = machine();
  const texts = families === 'key' ? REFLECTED : textsOf(families, place.outside);
  // Of argv: what a person copies from a list, of each family something. Who types a key types it as it is.
  const names =
    families === 'key'
      ? [KEY]
      : texts.filter((text, at) => at % Math.ceil(texts.length / 4) === 0 && !text.includes('\0'));
  const mood: Mood = { is: 'answers', depth: manner === 'all' ? 'all' : 'values' };
  const hostile = await hostileService(texts, { mood, names });
  const around = { baseUrl: hostile.baseUrl, key: KEY, names };
  const attacked = commandTable.filter((command) => !isHeld(command));
  const attacks = new Attack(place, hostile);
  try {
    const pull = attacked.find(({ path }) => path === 'pull');
    for (const folder of pull === undefined ? [] : FOLDERS) {
      await attacks.run({ command: pull as AnyCommand, argv: ['pull', folder], first: true }, PIPE);
    }
    attacks.look();
    let turn = 0;
    for (const command of attacked) {
      for (const [at, line] of linesOf(command, around).entries()) {
        if (at % EVERY !== 0) continue;
        for (const form of line.first ? forms : [forms[(at / EVERY) % forms.length] ?? PIPE]) {
          if (manner === 'fails') hostile.mood = FAILING[turn++ % FAILING.length] as Mood;
          await attacks.run(line, form);
        }
      }
    }
    // Half a character can be typed nowhere, nor can NUL; the sign for one stands in its place.
    const said = new Set([...texts, ...texts.map((text) => text.replace(/\p{Surrogate}|\0/gu, '\ufffd'))]);
    const printed = [...attacks.printed.values()];
    for (const shell of shells) {
      for (const [command, wrong] of wrongCommands(
        shell,
        printed.map((each) => each.printed),
        said,
      )) {
        for (const each of wrong)
          attacks.note(`${shell}: ${command.slice(0, 300)}: ${each}`, attacks.printed.get(command)?.by ?? '');
      }
    }
    return {
      tally: {
        runs: attacks.attacks,
        texts: texts.length,
        commands: attacked.length,
        forms: forms.length,
        typed: printed.length * shells.length,
      },
      wrong: [...attacks.wrong].map(([wrong, by]) => `${wrong}\n    ${by}`),
    };
  } finally {
    await hostile.close();
    place.remove();
  }
};
