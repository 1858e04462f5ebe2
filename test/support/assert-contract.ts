import type { Ajv2020, ValidateFunction } from 'ajv/dist/2020.js';
import { DATA_SCHEMAS } from '../../src/cli/help/schemas/data-schemas.ts';
import { ERROR_SCHEMA, listExitCodes } from '../../src/cli/help/schemas/describe-commands.ts';
import type { OutputSchema } from '../../src/cli/help/schemas/json-schema.ts';
import type { AnyCommand } from '../../src/commands/command-spec.ts';
import { commandTable } from '../../src/commands/command-table.ts';

/** The result of a command. */
interface CommandResult {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Forbids members that the schema does not name, so that undocumented members are found. */
const closeSchema = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(closeSchema);
  if (typeof schema !== 'object' || schema === null) return schema;
  const own = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, closeSchema(value)]));
  return 'required' in own && 'properties' in own ? { ...own, additionalProperties: false } : own;
};

let ajv: Promise<Ajv2020> | undefined;
const compiled = new Map<OutputSchema, ValidateFunction>();

/** Returns the schema errors of a value; an empty text if it is valid. */
export const findSchemaErrors = async (value: unknown, schema: OutputSchema): Promise<string> => {
  ajv ??= import('ajv/dist/2020.js').then(
    ({ Ajv2020: Validator }) =>
      new Validator({ allErrors: true, strict: true, strictTypes: false, validateFormats: false }),
  );
  const validator = await ajv;
  const validate = compiled.get(schema) ?? validator.compile(closeSchema(schema) as OutputSchema);
  compiled.set(schema, validate);
  return validate(value) ? '' : validator.errorsText(validate.errors);
};

const parseJsonOrUndefined = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Finds the command of a command line, if exactly one matches. */
const findTypedCommand = (argv: readonly string[]): AnyCommand | undefined => {
  const line = ` ${argv.join(' ')} `;
  const found = commandTable.filter(({ path }) => line.includes(` ${path} `));
  return found.length === 1 ? found[0] : undefined;
};

const readMember = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

const readHeader = (
  argv: readonly string[],
  out: string,
  isOfOurs: boolean,
): readonly string[] | undefined => {
  const plain = !argv.some((word) => /^--(fields|columns|jq|xlsx)/.test(word));
  if (!plain || out === '') return undefined;
  if (argv.includes('--csv'))
    return out
      .split('\r\n')[0]
      ?.split(',')
      .map((name) => name.replace(/^"|"$/g, ''));
  const first =
    argv.includes('--jsonl') && isOfOurs ? parseJsonOrUndefined(out.split('\n')[0] ?? '') : undefined;
  return typeof first === 'object' && first !== null ? Object.keys(first) : undefined;
};

const findContractViolation = async (
  argv: readonly string[],
  { code, out, err }: CommandResult,
): Promise<string> => {
  const command = findTypedCommand(argv);
  const failure = err
    .split('\n')
    .map(parseJsonOrUndefined)
    .find((value) => typeof readMember(value, 'error') === 'object');
  if (failure !== undefined) {
    const wrong = await findSchemaErrors(failure, ERROR_SCHEMA);
    if (wrong !== '') return `the error ${err}: ${wrong}`;
  }
  if (command === undefined) return '';
  // The exit code of `sandbox run` is the program's.
  if (command.path !== 'sandbox run' && !listExitCodes(command).some((exit) => exit.code === code))
    return `exit ${code} of ${command.path} is not among those that toile commands gives`;
  const answer =
    argv.includes('--json') && !argv.some((word) => /^--(fields|jq)/.test(word))
      ? parseJsonOrUndefined(out)
      : undefined;
  const schema = readMember(answer, 'schema');
  if (typeof schema === 'string' && schema.startsWith('toile.')) {
    if (!command.outputSchemas?.includes(schema))
      return `${command.path} does not say that it gives ${schema}`;
    const wrong = await findSchemaErrors(answer, DATA_SCHEMAS[schema] ?? {});
    if (wrong !== '' || DATA_SCHEMAS[schema] === undefined) return `${schema}: ${wrong || 'no such shape'}`;
  }
  // The lines of a list are the service's own objects, where toile has not made them.
  const isOfOurs = command.resultKind !== 'list' || command.outputSchemas?.[0]?.startsWith('toile.') === true;
  const names = readHeader(argv, out, isOfOurs);
  const fits = command.columns?.some(
    (columns) =>
      columns.names.every((name, at) => names?.[at] === name) &&
      (columns.open === true || columns.names.length === names?.length),
  );
  return names === undefined || fits
    ? ''
    : `the rows of ${command.path} have the columns ${names.join(', ')}`;
};

/** Checks, in every test that runs toile, that the answer and the exit code match `toile commands`. */
export const assertContract = async (argv: readonly string[], ended: CommandResult): Promise<void> => {
  const why = await findContractViolation(argv, ended);
  if (why !== '') throw new Error(`toile ${argv.join(' ')}: ${why}`);
};
