import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { DATA_SCHEMAS } from '../../../src/cli/help/schemas/data-schemas.ts';
import {
  buildOutputSchema,
  ERROR_SCHEMA,
  listExitCodes,
} from '../../../src/cli/help/schemas/describe-commands.ts';
import { SERVICE_SCHEMAS } from '../../../src/cli/help/schemas/service-schemas.ts';
import { commandTable } from '../../../src/commands/command-table.ts';
import { DEPARTMENT_NAMES, shortenDepartment } from '../../../src/garment/departments.ts';
import { formatErrorJson } from '../../../src/output/tables/format-error.ts';
import { EXIT_CODES, Failure } from '../../../src/platform/errors.ts';
import { complaints, keepsContract } from '../../support/contract.ts';
import { toile } from '../../support/toile.ts';

const shapes = { ...DATA_SCHEMAS, ...SERVICE_SCHEMAS };

describe('the table of commands', () => {
  it('names a schema for everything that is no text, and no schema that is not there', () => {
    const given = commandTable.flatMap(({ outputSchemas = [] }) => outputSchemas);
    expect(given.filter((name) => shapes[name] === undefined)).toEqual([]);
    expect(Object.keys(shapes).filter((name) => !given.includes(name))).toEqual([]);
    const silent = commandTable
      .filter((command) => buildOutputSchema(command) === null)
      .map(({ path }) => path);
    expect(silent).toEqual(['tour', 'sandbox run', 'mcp serve', 'skill print', 'completion']);
  });

  it('has schemas that are JSON Schema', () => {
    const ajv = new Ajv2020({ strict: true, strictTypes: false, validateFormats: false });
    for (const schema of [...Object.values(shapes), ERROR_SCHEMA]) {
      expect(ajv.validateSchema(schema)).toBe(true);
      expect(ajv.compile(schema)).toBeTypeOf('function');
    }
  });

  it('has columns wherever it has rows, and exit codes that toile has', () => {
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

  it('says what the service takes only of what asks the service', () => {
    const offline = commandTable.filter(({ effects }) => effects.sends === 'never');
    expect(offline.map(({ path }) => path)).toEqual(expect.arrayContaining(['season', 'trims']));
    for (const { path, flags } of offline)
      for (const { about } of Object.values(flags ?? {}))
        expect(about, path).not.toContain('the service takes');
  });

  it('names every department where one can be chosen', () => {
    const choosing = commandTable.flatMap(({ path, flags: { department } = {} }) =>
      department === undefined ? [] : [{ path, about: department.about }],
    );
    expect(choosing.map(({ path }) => path)).toEqual(expect.arrayContaining(['season', 'values']));
    for (const { path, about } of choosing)
      for (const name of DEPARTMENT_NAMES) expect(about, path).toContain(shortenDepartment(name));
  });

  it('pays only where it sends, and asks before it does', () => {
    const paying = commandTable.filter(({ effects }) => effects.pays);
    expect(paying.map(({ path }) => path)).toEqual(['techpack request', 'api']);
    for (const { effects } of paying)
      expect(effects).toMatchObject({ sends: 'always', asks: /consent/.exec(effects.asks ?? '')?.input });
  });
});

describe('toile commands', () => {
  it('says everything of every command in one call', async () => {
    const { out, code } = await toile(['commands', '--json']);
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
    expect(await complaints(JSON.parse(formatErrorJson(new Failure('no'), (text) => text)), error)).toBe('');
  });

  it('says it of one, or of those that begin with a word, and knows no other', async () => {
    const paths = async (...words: string[]): Promise<string[]> =>
      JSON.parse((await toile(['commands', ...words, '--json'])).out).commands.map(
        ({ path }: { path: string }) => path,
      );
    expect(await paths('designs', 'ls')).toEqual(['designs ls']);
    expect(await paths('accounts')).toEqual(['accounts ls', 'accounts use']);
    expect(await toile(['commands', 'acc'])).toMatchObject({ code: 2, out: '' });
    expect((await toile(['commands', 'export'], { columns: 80 })).out).toContain('sends');
  });
});

describe('toile help --json', () => {
  it('is the text of the topic as data, and without --json the text itself', async () => {
    const [data, plain] = [
      await toile(['help', 'exit-codes', '--json']),
      await toile(['help', 'exit-codes']),
    ];
    expect(JSON.parse(data.out)).toEqual({ schema: 'toile.help/1', topic: 'exit-codes', text: plain.out });
  });
});

describe('what every test of a command line looks at', () => {
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
  ])('finds %s', async (_, argv, ended) => {
    await expect(keepsContract(argv, ended)).rejects.toThrow();
  });
});
