import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { renderHelpText } from '../../../src/cli/help/index.ts';
import { renderManPages } from '../../../src/cli/help/man-pages.ts';
import { DATA_SCHEMAS, SERVICE_SCHEMAS } from '../../../src/cli/help/schemas/data-schemas.ts';
import {
  buildOutputSchema,
  describeCommandTable,
  ERROR_SCHEMA,
  listExitCodes,
} from '../../../src/cli/help/schemas/describe-commands.ts';
import { parseCommandLine } from '../../../src/cli/parse-command-line.ts';
import { readArgv } from '../../../src/cli/read-argv.ts';
import type { AnyCommand } from '../../../src/commands/command-spec.ts';
import { commandTable } from '../../../src/commands/command-table.ts';
import { DEPARTMENT_NAMES, shortenDepartment } from '../../../src/garment/departments.ts';
import { formatErrorJson } from '../../../src/output/tables/format-error.ts';
import { EXIT_CODES, Failure } from '../../../src/platform/errors.ts';
import { assertContract, findSchemaErrors } from '../../support/assert-contract.ts';
import { runToile } from '../../support/run-toile.ts';

const shapes = { ...DATA_SCHEMAS, ...SERVICE_SCHEMAS };

describe('the command table', () => {
  it('names a schema for every result that is not text, and only existing schemas', () => {
    const given = commandTable.flatMap(({ outputSchemas = [] }) => outputSchemas);
    expect(given.filter((name) => shapes[name] === undefined)).toEqual([]);
    expect(Object.keys(shapes).filter((name) => !given.includes(name))).toEqual([]);
    const silent = commandTable
      .filter((command) => buildOutputSchema(command) === null)
      .map(({ path }) => path);
    expect(silent).toEqual(['tour', 'sandbox run', 'mcp serve', 'skill print', 'completion']);
  });

  it('has valid JSON Schemas', () => {
    const ajv = new Ajv2020({ strict: true, strictTypes: false, validateFormats: false });
    for (const schema of [...Object.values(shapes), ERROR_SCHEMA]) {
      expect(ajv.validateSchema(schema)).toBe(true);
      expect(ajv.compile(schema)).toBeTypeOf('function');
    }
  });

  it('has columns for every command with rows, and only known exit codes', () => {
    for (const command of commandTable) {
      expect([command.path, command.columns === undefined]).toEqual([
        command.path,
        command.buildRows === undefined,
      ]);
      for (const { code, means } of listExitCodes(command)) {
        expect(Object.keys(EXIT_CODES)).toContain(String(code));
        expect(means).not.toBe('');
      }
    }
  });

  it('names limits of the service only for commands that send requests', () => {
    const offline = commandTable.filter(({ effects }) => effects.sends === 'never');
    expect(offline.map(({ path }) => path)).toEqual(expect.arrayContaining(['season', 'trims']));
    for (const { path, flags } of offline)
      for (const { about } of Object.values(flags ?? {}))
        expect(about, path).not.toContain('the service takes');
  });

  it('has help in short paragraphs, and flags described in at most 60 characters', () => {
    for (const { path, about = '', flags = {} } of commandTable) {
      for (const paragraph of about.split('\n\n')) expect(paragraph.length, path).toBeLessThanOrEqual(320);
      for (const [name, flag] of Object.entries(flags))
        expect(flag.about.length, `${path} --${name}`).toBeLessThanOrEqual(60);
    }
  });

  it('prints each paragraph of the help apart, in the terminal and in the man page', () => {
    const graph = commandTable.filter(({ path }) => path === 'graph');
    expect(renderHelpText(graph, ['graph'], 80)).toMatch(/\n\nIn a pipe, .*\n.*\n\n--rows prints/);
    expect(renderManPages(graph, '1.0.0').get('toile-graph.1')).toMatch(/\n\.PP\nIn a pipe, .*\n\.PP\n/);
  });

  it('names every department where one can be chosen', () => {
    const choosing = commandTable.flatMap(({ path, flags: { department } = {} }) =>
      department === undefined ? [] : [{ path, about: department.about }],
    );
    expect(choosing.map(({ path }) => path)).toEqual(expect.arrayContaining(['season', 'values']));
    for (const { path, about } of choosing)
      for (const name of DEPARTMENT_NAMES) expect(about, path).toContain(shortenDepartment(name));
  });

  it('has paid commands only among those that send, and each asks first', () => {
    const paying = commandTable.filter(({ effects }) => effects.pays);
    expect(paying.map(({ path }) => path)).toEqual(['techpack request', 'api']);
    for (const { effects } of paying)
      expect(effects).toMatchObject({ sends: 'always', asks: /consent/.exec(effects.asks ?? '')?.input });
  });
});

describe('toile commands', () => {
  it('describes every command in one call', async () => {
    const { out, code } = await runToile(['commands', '--json']);
    expect(code).toBe(0);
    const { commands, error } = JSON.parse(out);
    expect(commands.map(({ path }: { path: string }) => path)).toEqual(commandTable.map(({ path }) => path));
    expect(commands.find(({ path }: { path: string }) => path === 'export')).toMatchObject({
      sends: 'always',
      scopes: ['export'],
      pays: false,
      flags: expect.arrayContaining([expect.objectContaining({ name: '--driver', type: 'choice' })]),
      output: { anyOf: expect.any(Array) },
    });
    expect(
      await findSchemaErrors(JSON.parse(formatErrorJson(new Failure('no'), (text) => text)), error),
    ).toBe('');
  });

  it('describes one command or a group, and refuses an unknown one', async () => {
    const listPaths = async (...words: string[]): Promise<string[]> =>
      JSON.parse((await runToile(['commands', ...words, '--json'])).out).commands.map(
        ({ path }: { path: string }) => path,
      );
    expect(await listPaths('designs', 'ls')).toEqual(['designs ls']);
    expect(await listPaths('accounts')).toEqual(['accounts ls', 'accounts use']);
    expect(await runToile(['commands', 'acc'])).toMatchObject({ code: 2, out: '' });
    expect((await runToile(['commands', 'export'], { columns: 80 })).out).toContain('sends');
  });
});

/** A value that the flag takes, by its name in the help. */
const VALUES: Readonly<Record<string, string>> = {
  N: '2',
  TIME: '5m',
  DATE: '2026-06-01',
  JSON: '{}',
  'KEY=VALUE': 'limit=2',
  URL: 'https://api.example.test',
  FIELDS: 'spec',
  DEPARTMENT: 'cutting',
  COLUMNS: 'kind',
  PARTS: 'cutting',
  READS: 'graph',
  FORMS: 'svg',
  'A,B': 'proto',
  LETTER: 'B',
  METHOD: 'POST',
  COLUMN: 'name',
  ORIGIN: 'http://localhost:3000',
};

/** Arguments, by their name in the help. */
const ARGUMENTS: Readonly<Record<string, string>> = {
  TIME: '61m',
  CLIENT: 'claude',
  KEY: 'rate',
  SHELL: 'bash',
  PATH: 'v1/designs',
};

const NEEDS_ANOTHER = / needs (?:--|GET)| is for Tech Pack requests only/;

/** The options of a line with the required arguments, or with all of them where those are too few. */
const readOptions = (command: AnyCommand, ...flags: readonly (readonly string[])[]): unknown => {
  const words = (command.args ?? []).map(({ name, required }) => ({
    word: ARGUMENTS[name] ?? 'x',
    required,
  }));
  const read = (args: typeof words) => {
    const line = [...command.path.split(' '), ...flags.flat(), ...args.map(({ word }) => word)];
    const asked = readArgv(line, commandTable);
    return (
      asked.kind === 'command' && parseCommandLine(command, asked.typed, asked.globalFlags, false).options
    );
  };
  try {
    return read(words.filter(({ required }) => required));
  } catch (error) {
    try {
      return read(words);
    } catch {
      throw error;
    }
  }
};

/** Returns the error of the parser for a line; undefined when it accepts the line. */
const findComplaint = (command: AnyCommand, ...flags: readonly (readonly string[])[]): string | undefined => {
  try {
    readOptions(command, ...flags);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
};

describe('toile commands against the parser', () => {
  const { commands, flags: global, environment, settings } = describeCommandTable(commandTable, '1.0.0');
  type Flag = (typeof global)[number];
  const type = ({ name, value, value_optional: bare, choices }: Flag, given = choices?.[0]): string[] =>
    value === null || bare ? [name] : [name, given ?? VALUES[value] ?? 'x'];

  it.each(commandTable.map((command, at) => [command.path, command, at] as const))(
    '%s excludes the flags that it names, and no others',
    (_path, command, at) => {
      const { flags = [], takes = [] } = commands[at] ?? {};
      const all = [...flags, ...global.filter(({ name }) => takes.includes(name))];
      // A flag that needs another one cannot be tried alone.
      const alone = all.filter((flag) => !NEEDS_ANOTHER.test(findComplaint(command, type(flag)) ?? ''));
      expect(alone.filter((flag) => findComplaint(command, type(flag)) !== undefined)).toEqual([]);
      for (const [place, one] of alone.entries())
        for (const other of alone.slice(place + 1)) {
          const says = findComplaint(command, type(one), type(other));
          if (NEEDS_ANOTHER.test(says ?? '')) continue;
          const isExcluded = [...one.excludes, ...other.excludes].some((name) =>
            [one, other].some((flag) => flag.name === name),
          );
          expect(says !== undefined, `${one.name} ${other.name}: ${says}`).toBe(isExcluded);
        }
    },
  );

  it.each(commandTable.map((command, at) => [command.path, command, at] as const))(
    '%s takes a default like nothing',
    (_path, command, at) => {
      for (const flag of commands[at]?.flags ?? []) {
        if (flag.default === null || / /.test(flag.default)) continue;
        if (NEEDS_ANOTHER.test(findComplaint(command, type(flag)) ?? '')) continue;
        // A parser may leave the default to the command that runs.
        const withoutDefault = (options: unknown) =>
          JSON.stringify(options, (_, value) => (String(value) === flag.default ? undefined : value));
        expect(withoutDefault(readOptions(command, type(flag, flag.default))), flag.name).toEqual(
          withoutDefault(readOptions(command)),
        );
      }
    },
  );

  it('the listed variables are those that the sources read', async () => {
    const files = (await readdir('src', { recursive: true })).filter((name) => name.endsWith('.ts'));
    const sources = await Promise.all(files.map((name) => readFile(join('src', name), 'utf8')));
    const read = new Set(sources.flatMap((text) => text.match(/\bTOILE_[A-Z_]+[A-Z]\b/g) ?? []));
    // A constant, and a variable of the user's CI in a recipe.
    for (const name of ['TOILE_DIRECTORY', 'TOILE_PACKAGE_URL']) read.delete(name);
    const listed = environment.flatMap(({ names }) => names).filter((name) => name.startsWith('TOILE_'));
    expect([...read].toSorted()).toEqual(listed.toSorted());
    expect(
      settings
        .flatMap(({ variables }) => variables)
        .filter((name) => !read.has(name) && name !== 'ACCESSIBLE'),
    ).toEqual([]);
  });
});

describe('toile help --json', () => {
  it('is the text of the topic as data, and without --json the text itself', async () => {
    const [data, plain] = [
      await runToile(['help', 'exit-codes', '--json']),
      await runToile(['help', 'exit-codes']),
    ];
    expect(JSON.parse(data.out)).toEqual({ schema: 'toile.help/1', topic: 'exit-codes', text: plain.out });
  });
});

describe('the checks that every test of a command line makes', () => {
  const ok = { code: 0, err: '' };
  it.each([
    [
      'a member that nobody wrote down',
      ['accounts', 'use', 'a', '--json'],
      { ...ok, out: '{"schema": "toile.account/1", "current": "a", "more": 1}' },
    ],
    [
      'a member that is missing',
      ['accounts', 'use', 'a', '--json'],
      { ...ok, out: '{"schema": "toile.account/1"}' },
    ],
    ['another schema', ['quota', '--json'], { ...ok, out: '{"schema": "toile.account/1", "current": "a"}' }],
    ['another exit code', ['accounts', 'ls'], { code: 6, out: '', err: '' }],
    ['another column', ['accounts', 'ls', '--csv'], { ...ok, out: 'name,key\r\n' }],
    [
      'an error without a member',
      ['accounts', 'ls', '--json'],
      { code: 1, out: '', err: '{"error": {"code": "failed"}}' },
    ],
  ])('find %s', async (_, argv, ended) => {
    await expect(assertContract(argv, ended)).rejects.toThrow();
  });
});
