import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyCommand } from '../../src/commands/command-spec.ts';
import { commandTable } from '../../src/commands/command-table.ts';
import { isToolMissing } from '../support/is-tool-missing.ts';
import { runToile } from '../support/run-toile.ts';
import { isInteractive } from './attack-commands.ts';
import { type CommandLine, FOLDER_NAMES, listCommandLines } from './command-lines.ts';
import { copyMachine, createMachine, createMachineEnv, readStoredFiles } from './create-machine.ts';
import { findViolations } from './find-violations.ts';
import { type HostileService, startHostileService } from './hostile-service.ts';
import { compareSnapshots, type Jail, takeSnapshot } from './jail.ts';
import { type OutputForm, PIPE, SCREEN } from './output-forms.ts';
import { listPayloads } from './payloads.ts';
import { KEY } from './reflected-keys.ts';
import { runInJail } from './run-in-jail.ts';
import { expectNoViolations } from './test-every-command.ts';

let place: Jail;
let hostile: HostileService;

beforeAll(async () => {
  place = createMachine();
  const texts = listPayloads(['terminal', 'unseen', 'shell', 'paths', 'markdown'], place.outside);
  hostile = await startHostileService(texts, { names: texts.slice(0, 3) });
  for (const folder of FOLDER_NAMES) {
    await runToile(['pull', folder], {
      home: place.home,
      cwd: place.work,
      env: createMachineEnv(place, hostile.baseUrl),
    });
  }
});
afterAll(async () => {
  await hostile?.close();
  place?.remove();
});

/** The messages of an assistant that calls every tool. */
const PROTOCOL = [
  {
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
  },
  { method: 'notifications/initialized' },
  { id: 2, method: 'tools/list' },
  ...[
    'get_garment_graph',
    'get_tailor_brief',
    'run_design_trust',
    'list_unresolved_confirmations',
    'export_design',
  ].map((name, at) => ({
    id: 3 + at,
    method: 'tools/call',
    params: { name, arguments: { id: 'GARM-5117' } },
  })),
]
  .map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  .join('');

/** On a terminal, a run that is silent for this many milliseconds waits for input and gets Ctrl-C. */
const SILENCE = 1_200;
/** Time limit in ms after a signal on a busy machine; floods.test.ts measures it exactly. */
const ENDS = 10_000;

const attackOnTerminal = async (line: CommandLine, form: OutputForm): Promise<readonly string[]> => {
  const own = copyMachine(place);
  try {
    const before = takeSnapshot(own.root, [own.kept]);
    let last = { length: -1, at: 0 };
    const ended = await runInJail(own, [...form.argv, ...line.argv], {
      env: createMachineEnv(own, hostile.baseUrl),
      stdin: line.command.resultKind === 'protocol' ? PROTOCOL : line.stdin,
      columns: form.columns,
      stopWhen: ({ out, err, ms }) => {
        if (out.length + err.length !== last.length) last = { length: out.length + err.length, at: ms };
        const waits =
          form.columns === undefined
            ? line.command.resultKind === 'server' && out !== ''
            : ms - last.at > SILENCE;
        return waits;
      },
    });
    const did = compareSnapshots(before, takeSnapshot(own.root, [own.kept]));
    const isPull = line.command.path === 'pull';
    // A terminal shows both streams as one.
    const run =
      form.columns === undefined
        ? ended
        : { code: ended.code, out: '', err: ended.out.replaceAll('\r\n', '\n') };
    const wrong = findViolations({
      line,
      form,
      run,
      did: isPull ? { ...did, changed: [], removed: [] } : did,
      kept: readStoredFiles(own),
    });
    const slow = ended.code < 0 || (ended.after ?? 0) > ENDS ? ['it does not end'] : [];
    return [...wrong, ...slow].map((each) => `${form.name}: toile ${line.argv.join(' ')}: ${each}`);
  } finally {
    own.remove();
  }
};

const chooseCommandLines = (command: AnyCommand): readonly CommandLine[] =>
  listCommandLines(command, { baseUrl: hostile.baseUrl, key: KEY, names: hostile.texts.slice(0, 3) });

describe.skipIf(isToolMissing('script', 'bsdutils'))('each command on a real terminal', () => {
  it.concurrent.each(commandTable.map((command) => [command.path, command] as const))(
    '%s',
    async (_, command) => {
      const [first] = chooseCommandLines(command);
      if (first === undefined) return expect.unreachable();
      // Without the design a person is asked, and shown what there is.
      const named = first.argv.findIndex((word) => /^GARM-/.test(word));
      const asks =
        named < 0 || command.args?.[0]?.required ? [] : [{ ...first, argv: first.argv.toSpliced(named, 1) }];
      const wrong: string[] = [];
      for (const line of [first, ...asks]) wrong.push(...(await attackOnTerminal(line, SCREEN)));
      expectNoViolations(wrong);
    },
  );
});

describe('commands that talk to users or programs while they run', () => {
  const held = commandTable.filter(isInteractive);

  it.concurrent.each(held.map((command) => [command.path, command] as const))('%s', async (_, command) => {
    const wrong: string[] = [];
    for (const line of chooseCommandLines(command)) {
      for (const form of [PIPE, { name: 'json', argv: ['--json'], raw: true } as const]) {
        wrong.push(...(await attackOnTerminal(line, form)));
      }
    }
    expectNoViolations(wrong);
  });
});
