/** Runs every command against a hostile service, on a machine that nothing may change. */
import { readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { AnyCommand } from '../../src/commands/command-spec.ts';
import { commandTable } from '../../src/commands/command-table.ts';
import { Interrupted } from '../../src/platform/errors.ts';
import { EXECUTABLE } from '../support/run-program.ts';
import { type CommandLine, FOLDER_NAMES, listCommandLines } from './command-lines.ts';
import { createMachine, createMachineEnv, readStoredFiles } from './create-machine.ts';
import { type AttackedRun, findViolations } from './find-violations.ts';
import {
  type HostileService,
  NON_ANSWERS,
  type ServiceMood,
  STATUSES,
  startHostileService,
} from './hostile-service.ts';
import {
  compareSnapshots,
  type Jail,
  type Snapshot,
  type SnapshotDifferences,
  takeSnapshot,
} from './jail.ts';
import { OUTPUT_FORMS, type OutputForm, PIPE } from './output-forms.ts';
import { listPayloads, type PayloadFamily } from './payloads.ts';
import { KEY, REFLECTED_KEYS } from './reflected-keys.ts';
import { runToileOrExecutable } from './run-toile-or-executable.ts';
import type { AttackCounts } from './summary-reporter.ts';
import {
  findPrintedCommands,
  findUnsafeCommands,
  type PrintedCommand,
  type ShellName,
} from './type-into-shell.ts';

/** How the service behaves: `values` and `all` answer, `fails` refuses or sends no answer, each time in another way. */
export type ServiceManner = 'values' | 'all' | 'fails';

export interface AttackResult {
  readonly tally: AttackCounts;
  /** The violations, each with a command line that shows it. */
  readonly wrong: readonly string[];
}

/** Whether a command talks to users or programs while it runs: see interactive-commands.test.ts. */
export const isInteractive = ({ resultKind, args = [] }: AnyCommand): boolean =>
  resultKind === 'server' || resultKind === 'protocol' || args.some(({ name }) => name === 'CMD');

const FAILING: readonly ServiceMood[] = [
  ...STATUSES.map((status): ServiceMood => ({ is: 'refuses', status })),
  ...NON_ANSWERS.map((as): ServiceMood => ({ is: 'babbles', as })),
];

const UNAVAILABLE = 3;
/** Exit codes when the service refuses everything (see `toile help exit-codes`). */
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

/** Time limit of a run in real milliseconds. A run that waits for a user or a limit is aborted sooner. */
const TIMEOUT_MS = 20_000;
const ABORT_MS = 700;

/** With an executable each run is a process, so fewer forms and lines are tried. */
const forms = EXECUTABLE === undefined ? OUTPUT_FORMS : OUTPUT_FORMS.filter((_, at) => at % 4 === 1);
const EVERY = EXECUTABLE === undefined ? 1 : 10;

/** Whether a path below the root of a jail lies in a folder that was pulled there. */
const isPulled = (path: string, { root, work }: Jail): boolean =>
  FOLDER_NAMES.some((name) => path.startsWith(`${relative(root, join(work, name))}/`));

/** Finds changes that the command may not make: only a pull changes a pulled folder. */
const findUnexpectedChanges = (
  { command }: CommandLine,
  did: SnapshotDifferences,
  place: Jail,
): SnapshotDifferences => {
  const isIts = (path: string): boolean => command.path === 'pull' && isPulled(path, place);
  return {
    ...did,
    changed: did.changed.filter((path) => !isIts(path)),
    removed: did.removed.filter((path) => !isIts(path)),
  };
};

class Attack {
  readonly #jail: Jail;
  readonly #hostile: HostileService;
  #before: Snapshot = new Map();
  #kept: ReadonlyMap<string, string> = new Map();
  attacks = 0;
  readonly wrong = new Map<string, string>();
  readonly printed = new Map<string, { readonly printed: PrintedCommand; readonly by: string }>();

  constructor(place: Jail, hostile: HostileService) {
    this.#jail = place;
    this.#hostile = hostile;
    this.look();
  }

  look(): void {
    this.#before = takeSnapshot(this.#jail.root, [this.#jail.kept]);
  }

  async run(line: CommandLine, form: OutputForm): Promise<void> {
    const { home, kept, work, root } = this.#jail;
    const { baseUrl } = this.#hostile;
    const argv = [...form.argv, ...line.argv];
    this.#hostile.asked.length = 0;
    const stop = new AbortController();
    const waits =
      argv.includes('--web') ||
      argv.includes('--wait') ||
      (line.command.hasUnlimitedWait !== undefined && this.#hostile.mood.is !== 'answers');
    const late = setTimeout(() => stop.abort(new Interrupted()), waits ? ABORT_MS : TIMEOUT_MS);
    const run = await runToileOrExecutable(argv, {
      home,
      cwd: work,
      columns: form.columns,
      stdin: line.stdin ?? '',
      signal: stop.signal,
      env: createMachineEnv(this.#jail, baseUrl),
    });
    clearTimeout(late);
    this.attacks += 1;
    const did = compareSnapshots(this.#before, takeSnapshot(root, [kept]));
    const keptNow = readStoredFiles(this.#jail);
    const fresh = new Map([...keptNow].filter(([name, text]) => this.#kept.get(name) !== text));
    this.#kept = keptNow;
    const ran: AttackedRun = {
      line,
      form,
      run,
      did: findUnexpectedChanges(line, did, this.#jail),
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
    const slow = stop.signal.aborted && !waits ? [`it took longer than ${TIMEOUT_MS} ms`] : [];
    for (const wrong of [...findViolations(ran), ...slow]) this.note(`${line.command.path}: ${wrong}`, by);
    for (const printed of [...findPrintedCommands(run.out), ...findPrintedCommands(run.err)])
      this.printed.set(printed.command, { printed, by });
    this.#putRight(did);
  }

  /** Returns the exit codes that fit the answer; undefined, for all, if the service got no request. */
  #exits({ command }: CommandLine): readonly number[] | undefined {
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

  /** Removes new files, so that the next command finds the same tree; pulled folders stay. */
  #putRight(did: SnapshotDifferences): void {
    const added = did.added.filter((path) => !isPulled(`${path}/`, this.#jail));
    for (const path of added) rmSync(join(this.#jail.root, path), { recursive: true, force: true });
    if (did.added.length + did.changed.length + did.removed.length > 0) this.look();
  }
}

/** Attacks all commands with payloads of these families, or with answers that repeat the key. */
export const attackCommands = async (
  families: readonly PayloadFamily[] | 'key',
  manner: ServiceManner,
  shells: readonly ShellName[],
): Promise<AttackResult> => {
  const place = createMachine();
  const texts = families === 'key' ? REFLECTED_KEYS : listPayloads(families, place.outside);
  // Names that a user copies from a list into a command line, some of each family.
  const names =
    families === 'key'
      ? [KEY]
      : texts.filter((text, at) => at % Math.ceil(texts.length / 4) === 0 && !text.includes('\0'));
  const mood: ServiceMood = { is: 'answers', depth: manner === 'all' ? 'all' : 'values' };
  const hostile = await startHostileService(texts, { mood, names });
  const around = { baseUrl: hostile.baseUrl, key: KEY, names };
  const attacked = commandTable.filter((command) => !isInteractive(command));
  const attacks = new Attack(place, hostile);
  try {
    const pull = attacked.find(({ path }) => path === 'pull');
    for (const folder of pull === undefined ? [] : FOLDER_NAMES) {
      await attacks.run({ command: pull as AnyCommand, argv: ['pull', folder], first: true }, PIPE);
    }
    attacks.look();
    let turn = 0;
    for (const command of attacked) {
      for (const [at, line] of listCommandLines(command, around).entries()) {
        if (at % EVERY !== 0) continue;
        for (const form of line.first ? forms : [forms[(at / EVERY) % forms.length] ?? PIPE]) {
          if (manner === 'fails') hostile.mood = FAILING[turn++ % FAILING.length] as ServiceMood;
          await attacks.run(line, form);
        }
      }
    }
    // Half a character and NUL cannot be typed; U+FFFD replaces them.
    const said = new Set([...texts, ...texts.map((text) => text.replace(/\p{Surrogate}|\0/gu, '\ufffd'))]);
    const printed = [...attacks.printed.values()];
    for (const shell of shells) {
      for (const [command, wrong] of findUnsafeCommands(
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
