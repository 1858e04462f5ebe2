import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyCommand } from '../../src/commands/command-spec.ts';
import { commandTable } from '../../src/commands/command-table.ts';
import { isToolMissing } from '../support/is-tool-missing.ts';
import { runToile } from '../support/run-toile.ts';
import { type Form, PIPE, SCREEN } from './forms.ts';
import { between, type Jail, picture } from './jail.ts';
import { wrongIn } from './judge.ts';
import { KEY } from './key.ts';
import { FOLDERS, type Line, linesOf } from './lines.ts';
import { envOf, keptIn, machine, twin } from './machine.ts';
import { textsOf } from './payloads.ts';
import { inJail } from './running.ts';
import { type Hostile, hostileService } from './service.ts';
import { expectNothing } from './sweep.ts';
import { isHeld } from './world.ts';

let place: Jail;
let hostile: Hostile;

beforeAll(async () => {
  place = machine();
  const texts = textsOf(['terminal', 'unseen', 'shell', 'paths', 'markdown'], place.outside);
  hostile = await hostileService(texts, { names: texts.slice(0, 3) });
  for (const folder of FOLDERS) {
    await runToile(['pull', folder], {
      home: place.home,
      cwd: place.work,
      env: envOf(place, hostile.baseUrl),
    });
  }
});
afterAll(async () => {
  await hostile?.close();
  place?.remove();
});

/** What an assistant says to a tool server, with every tool called. */
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

/** On a terminal a question or a server waits for ever: whatever is silent for so long gets Ctrl-C, in milliseconds. */
const SILENCE = 1_200;
/** Milliseconds to end after a signal while the machine does other things; sizes.test.ts measures it alone. */
const ENDS = 10_000;

const attacked = async (line: Line, form: Form): Promise<readonly string[]> => {
  const own = twin(place);
  try {
    const before = picture(own.root, [own.kept]);
    let last = { length: -1, at: 0 };
    const ended = await inJail(own, [...form.argv, ...line.argv], {
      env: envOf(own, hostile.baseUrl),
      stdin: line.command.resultKind === 'protocol' ? PROTOCOL : line.stdin,
      columns: form.columns,
      stopWhen: ({ out, err, ms }) => {
        if (out.length + err.length !== last.length) last = { length: out.length + err.length, at: ms };
        const waits =
          form.columns === undefined
            ? line.command.resultKind === 'held' && out !== ''
            : ms - last.at > SILENCE;
        return waits;
      },
    });
    const did = between(before, picture(own.root, [own.kept]));
    const isPull = line.command.path === 'pull';
    // A terminal shows both streams as one.
    const run =
      form.columns === undefined
        ? ended
        : { code: ended.code, out: '', err: ended.out.replaceAll('\r\n', '\n') };
    const wrong = wrongIn({
      line,
      form,
      run,
      did: isPull ? { ...did, changed: [], removed: [] } : did,
      kept: keptIn(own),
    });
    const slow = ended.code < 0 || (ended.after ?? 0) > ENDS ? ['it does not end'] : [];
    return [...wrong, ...slow].map((each) => `${form.name}: toile ${line.argv.join(' ')}: ${each}`);
  } finally {
    own.remove();
  }
};

const linesFor = (command: AnyCommand): readonly Line[] =>
  linesOf(command, { baseUrl: hostile.baseUrl, key: KEY, names: hostile.texts.slice(0, 3) });

describe.skipIf(isToolMissing('script', 'bsdutils'))('each command on a real terminal', () => {
  it.concurrent.each(commandTable.map((command) => [command.path, command] as const))(
    '%s',
    async (_, command) => {
      const [first] = linesFor(command);
      if (first === undefined) return expect.unreachable();
      // Without the design a person is asked, and shown what there is.
      const named = first.argv.findIndex((word) => /^GARM-/.test(word));
      const asks =
        named < 0 || command.args?.[0]?.required ? [] : [{ ...first, argv: first.argv.toSpliced(named, 1) }];
      const wrong: string[] = [];
      for (const line of [first, ...asks]) wrong.push(...(await attacked(line, SCREEN)));
      expectNothing(wrong);
    },
  );
});

describe('commands that talk to users or programs while they run', () => {
  const held = commandTable.filter(isHeld);

  it.concurrent.each(held.map((command) => [command.path, command] as const))('%s', async (_, command) => {
    const wrong: string[] = [];
    for (const line of linesFor(command)) {
      for (const form of [PIPE, { name: 'json', argv: ['--json'], raw: true } as const]) {
        wrong.push(...(await attacked(line, form)));
      }
    }
    expectNothing(wrong);
  });
});
