import { describe, expect, it } from 'vitest';
import { commandTable } from '../../src/commands/command-table.ts';
import { isInteractive } from './attack-commands.ts';
import { listCommandLines } from './command-lines.ts';
import { createMachine, createMachineEnv } from './create-machine.ts';
import { OWN_DESIGN } from './hostile-bodies.ts';
import { type HostileService, startHostileService } from './hostile-service.ts';
import { compareSnapshots, type Jail, takeSnapshot } from './jail.ts';
import { KEY } from './reflected-keys.ts';
import { runToileOrExecutable } from './run-toile-or-executable.ts';
import { expectNoViolations } from './test-every-command.ts';
import { findPrintedCommands, typeIntoShell } from './type-into-shell.ts';

/** A key that is not stored on this machine. */
const OTHER = 'svc_sk_Zt7KqLm2Xw9Vb4Nc8Rd1Gf6Hj3';
const SECRET = OTHER.slice('svc_sk_'.length, -4);

const FORMS: readonly { readonly argv: readonly string[]; readonly columns?: number }[] = [
  { argv: [] },
  { argv: ['--json'] },
  { argv: ['--debug'] },
  { argv: [], columns: 80 },
];

describe('a key typed in the wrong place', () => {
  it('is repeated by no command: as a word, as a flag, as the value of a flag', async ({ task }) => {
    const place = createMachine();
    const wrong: string[] = [];
    let runs = 0;
    for (const command of commandTable.filter((each) => !isInteractive(each))) {
      const path = command.path.split(' ');
      const [first] = listCommandLines(command, { baseUrl: 'http://127.0.0.1:9', key: KEY, names: ['x'] });
      const line = first?.argv ?? path;
      // A file of that name is what was asked for.
      const flags = Object.entries(command.flags ?? {}).filter(
        ([, { value, completes }]) =>
          value !== undefined && !completes?.some((each) => each.endsWith('files')),
      );
      const lines = [
        [...path, OTHER],
        [...path, `--key=${OTHER}`],
        [...path, '--api-key', OTHER],
        [...path, `-${OTHER}`],
        [OTHER, ...path],
        ['--account', OTHER, ...line],
        ['--base-url', OTHER, ...line],
        ['--base-url', `https://${OTHER}@127.0.0.1:9`, ...line],
        ['--max-wait', OTHER, ...line],
        ...flags.map(([name]) => [...line, `--${name}`, OTHER]),
      ];
      for (const [at, argv] of lines.entries()) {
        const form = FORMS[at % FORMS.length] ?? { argv: [] };
        const typed = [...form.argv, ...argv];
        const { columns } = form;
        const { home, work: cwd, kept } = place;
        const run = await runToileOrExecutable(typed, {
          home,
          cwd,
          columns,
          stdin: '',
          env: { TOILE_HOME: kept },
        });
        runs += 1;
        const said = (run.out + run.err).replace(/\s/g, '');
        if (said.includes(SECRET)) wrong.push(`toile ${typed.join(' ')}: ${said.slice(0, 200)}`);
      }
    }
    place.remove();
    task.meta.tally = { runs };
    expectNoViolations(wrong);
  });

  it.each([[`--key=${OTHER}`], ['--key', OTHER], [OTHER]])(
    'login says how to give it: %s',
    async (...words) => {
      const run = await runToileOrExecutable(['login', ...words]);
      expect(run).toMatchObject({ code: 2, out: '' });
      expect(run.err).toContain('--with-key');
      expect(run.err).not.toContain(SECRET);
    },
  );
});

/** Calls `work` with a machine and a hostile service. */
const runAgainst = async (
  texts: (place: Jail) => readonly string[],
  work: (place: Jail, service: HostileService) => Promise<void>,
): Promise<void> => {
  const place = createMachine();
  const all = texts(place);
  const service = await startHostileService(all, { names: all });
  try {
    await work(place, service);
  } finally {
    await service.close();
    place.remove();
  }
};

describe('a printed command that is meant to be copied', () => {
  it.each([
    ['--sandbox', 'export', 'GARM-5117', '-o', '%/made.svg'],
    ['--sandbox', 'sheet', 'GARM-101', '-o', '%/made.html'],
  ])('creates the folder that was named: %s %s', async (...argv) => {
    const folder = 'x; touch PWNED; y/$(touch PWNED)/a b';
    const { code, err } = await runToileOrExecutable(argv.map((word) => word.replace('%', folder)));
    expect(code).toBe(2);
    const commands = findPrintedCommands(err).flatMap(({ command }) =>
      command.startsWith('mkdir') ? [command] : [],
    );
    expect(commands).toHaveLength(1);
    expect(typeIntoShell('bash', commands)).toEqual([{ calls: [['mkdir', '-p', folder]], wrong: [] }]);
  });

  it('names the purchase of a 402 unchanged, or not at all', async () => {
    const texts = ['x; touch PWNED', '$(touch PWNED)', "'; touch PWNED; '", '`touch PWNED`'];
    await runAgainst(
      () => texts,
      async (place, { baseUrl }) => {
        const argv = ['techpack', 'request', OWN_DESIGN.garment, '--yes', '--again'];
        for (let turn = 0; turn < 8; turn += 1) {
          const { home, work: cwd } = place;
          const run = await runToileOrExecutable(argv, {
            home,
            cwd,
            columns: 80,
            stdin: '',
            env: createMachineEnv(place, baseUrl),
          });
          if (run.code === 3) expect(run.err).toMatch(/answered about another\s+design/);
          else expect([0, 1, 6]).toContain(run.code);
          const printed = [...findPrintedCommands(run.out), ...findPrintedCommands(run.err)];
          const commands = printed.flatMap(({ command }) => (/touch/.test(command) ? [command] : []));
          for (const { calls, wrong } of typeIntoShell('bash', commands)) {
            expect(wrong).toEqual([]);
            expect(texts).toContain(calls[0]?.find((word) => word.includes('touch')));
          }
        }
      },
    );
  });
});

describe('a name that the service chose', () => {
  it('is no path for an export or a sheet, by name or from stdin', async () => {
    const wrong: string[] = [];
    await runAgainst(
      ({ outside: system }) => ['../../PWNED', `${system}/PWNED`, '..', '/etc/PWNED', 'a/b', '.bashrc'],
      async (place, { baseUrl, texts }) => {
        const { home, work: cwd, root, kept } = place;
        for (const name of texts) {
          const lines = [
            ['export', name],
            ['export', '-', '-o', 'made/'],
            ['export', name, '--driver', 'json'],
            ['sheet', name],
          ];
          for (const argv of lines) {
            const before = takeSnapshot(root, [kept]);
            const stdin = argv.includes('-') ? `${name}\n${OWN_DESIGN.garment}\n` : '';
            const { code } = await runToileOrExecutable(argv, {
              home,
              cwd,
              stdin,
              env: createMachineEnv(place, baseUrl),
            });
            const { added, changed } = compareSnapshots(before, takeSnapshot(root, [kept]));
            const beyond = added.filter((path) => !path.startsWith(cwd.slice(root.length + 1)));
            for (const path of [...beyond, ...changed]) {
              wrong.push(`toile ${argv.join(' ')}: ${path} (exit ${code})`);
            }
          }
        }
      },
    );
    expectNoViolations(wrong);
  });
});
