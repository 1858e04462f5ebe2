import { commandTable } from '../../src/commands/command-table.ts';
import type { FaultName } from './inject-fault.ts';
import { KEY } from './start-sandbox-server.ts';

/** One way of running a command, and the requests of it that meet a fault. */
export interface CommandRow {
  readonly name: string;
  readonly command: string;
  readonly argv: readonly string[];
  readonly stdin?: string;
  /** `METHOD /path` of the requests with the fault (default: all). */
  readonly route?: RegExp;
  /** The number of these requests that succeed first. */
  readonly after?: number;
  /** Commands that run before, without the fault. */
  readonly before?: readonly (readonly string[])[];
  /** The key does not come from the environment. */
  readonly keyless?: true;
  /** The user has more designs than a page holds. */
  readonly many?: true;
  /** Exit codes that differ from the usual ones. */
  readonly exits?: Partial<Record<FaultName | 'any', number>>;
  /** The answer reports failures, so stdout may hold one. */
  readonly partial?: true;
}

const GARMENT = 'GARM-5117';

/** Everything but the document is reported as a failure of the service. */
const DOWNLOAD = { any: 3 };
/** Each item is tried, and the answer reports the failures. */
const SEVERAL = { any: 1 };
/** As SEVERAL, unless the rate limit stops everything or all items are gone. */
const PULLED = {
  any: 1,
  ...{ 'storm-seconds': 7, 'storm-date': 7, 'storm-long': 7 },
  'control-characters': 5,
};
/** The tool protocol has no codes for these faults. */
const OVER_MCP = { 'huge-error': 3, 'control-characters': 3 };

export const COMMAND_ROWS: readonly CommandRow[] = [
  { name: 'me', command: 'me', argv: ['me'] },
  {
    name: 'login',
    command: 'login',
    argv: ['login', '--with-key', '--insecure-storage'],
    stdin: `${KEY}\n`,
    keyless: true,
  },
  { name: 'designs ls', command: 'designs ls', argv: ['designs', 'ls'] },
  {
    name: 'designs ls, page 2',
    command: 'designs ls',
    argv: ['designs', 'ls', '--limit', '150', '--json', '--max-wait', '90s'],
    many: true,
    after: 1,
  },
  ...(['graph', 'brief', 'trust', 'confirmations'] as const).map((command) => ({
    name: command,
    command,
    argv: [command, GARMENT],
  })),
  {
    name: 'export, the POST',
    command: 'export',
    argv: ['export', GARMENT, '-o', 'x.svg'],
    route: /^POST .*\/exports$/,
  },
  {
    name: 'export, the file',
    command: 'export',
    argv: ['export', GARMENT, '-o', 'x.svg'],
    route: /^GET \/dl\//,
    exits: DOWNLOAD,
  },
  {
    name: 'export of two',
    command: 'export',
    argv: ['export', GARMENT, 'GARM-5109', '-o', './', '--max-wait', '90s'],
    route: /^POST /,
    exits: SEVERAL,
    partial: true,
  },
  {
    name: 'techpack request',
    command: 'techpack request',
    argv: ['techpack', 'request', GARMENT, '--yes'],
    route: /^POST .*\/tech-packs$/,
    // An error body too long to be read may not be the service's: whether the request was refused is unknown.
    exits: { 'huge-error': 3 },
  },
  {
    name: 'techpack status',
    command: 'techpack status',
    before: [['techpack', 'request', GARMENT, '--yes']],
    argv: ['techpack', 'status'],
  },
  {
    name: 'techpack status --wait',
    command: 'techpack status',
    before: [['techpack', 'request', GARMENT, '--yes']],
    argv: ['techpack', 'status', '--wait', '--timeout', '60s'],
  },
  {
    name: 'pull',
    command: 'pull',
    argv: ['pull', 'season', '--max-requests', '6', '--max-wait', '90s'],
    partial: true,
  },
  {
    name: 'pull, after the list',
    command: 'pull',
    argv: ['pull', 'season', '--max-requests', '6', '--max-wait', '90s'],
    route: /\/(graph|tailor-brief|design-trust|confirmations|exports)$/,
    exits: PULLED,
    partial: true,
  },
  {
    name: 'stale',
    command: 'stale',
    before: [['pull', 'season', GARMENT]],
    argv: ['stale', 'season', '--max-wait', '90s'],
    partial: true,
  },
  { name: 'values', command: 'values', argv: ['values', GARMENT] },
  { name: 'conflicts', command: 'conflicts', argv: ['conflicts', GARMENT] },
  { name: 'sheet', command: 'sheet', argv: ['sheet', GARMENT] },
  {
    name: 'sheet, its drawing',
    command: 'sheet',
    argv: ['sheet', GARMENT, '--drawing', 'fetch'],
    route: /^POST .*\/exports$/,
  },
  {
    name: 'sheet, the document of its drawing',
    command: 'sheet',
    argv: ['sheet', GARMENT, '--drawing', 'fetch'],
    route: /^GET \/dl\//,
    exits: DOWNLOAD,
  },
  { name: 'workbook write', command: 'workbook write', argv: ['workbook', 'write', GARMENT, '-o', 'x.xlsx'] },
  // diff has one exit code for all failures.
  { name: 'diff', command: 'diff', argv: ['diff', GARMENT, `${GARMENT}@factory`], exits: { any: 2 } },
  { name: 'tools ls', command: 'tools ls', argv: ['tools', 'ls'], exits: OVER_MCP },
  {
    name: 'tools call',
    command: 'tools call',
    argv: ['tools', 'call', 'get_tailor_brief', '--args', '{"id": "GARM-101"}'],
    exits: OVER_MCP,
  },
  // api prints any JSON.
  { name: 'api', command: 'api', argv: ['api', 'v1/me'], exits: { 'wrong-shape': 0 } },
  {
    name: 'api -X POST',
    command: 'api',
    argv: ['api', 'v1/designs/GARM-1/exports', '-X', 'POST'],
    exits: { 'wrong-shape': 0 },
  },
];

/** Commands that send no requests to the service, with the reason. */
export const UNREACHED_COMMANDS: Readonly<Record<string, string>> = {
  logout: 'forgets what is kept here',
  quota: 'counts what is kept here',
  'accounts ls': 'reads what is kept here',
  'accounts use': 'writes what is kept here',
  'techpack ls': 'reads what is kept here',
  'techpack forget': 'writes what is kept here',
  'shared init': 'asks the engine of TOILE_SHARED',
  tour: 'runs on the embedded sandbox',
  'sandbox start': 'is the service',
  'sandbox run': 'is the service',
  'sandbox status': 'steers the embedded sandbox',
  'sandbox reset': 'steers the embedded sandbox',
  'sandbox pay': 'steers the embedded sandbox',
  'sandbox advance': 'steers the embedded sandbox',
  'sandbox scenario': 'steers the embedded sandbox',
  'mcp serve': 'answers its assistant, in words that test/assistant/mcp checks',
  'mcp config': 'prints what is known here',
  'workbook read': 'reads a file',
  which: 'reads pulled folders, workbooks and git history',
  season: 'reads a pulled folder',
  trims: 'reads a pulled folder',
  'skill print': 'prints a text',
  completion: 'prints a script',
  commands: 'says what is known of commands',
  'config ls': 'reads what is kept here',
  'config get': 'reads what is kept here',
  'config set': 'writes what is kept here',
  'config unset': 'writes what is kept here',
  doctor: 'names what is wrong as its answer',
  help: 'prints a text',
};

/** Returns commands that are in neither list. */
export const listUnknownCommands = (): readonly string[] => {
  const known = new Set([...COMMAND_ROWS.map(({ command }) => command), ...Object.keys(UNREACHED_COMMANDS)]);
  return commandTable.map(({ path }) => path).filter((path) => !known.has(path));
};

const LIMITED = 7;
const UNAVAILABLE = 3;
const USUAL: Readonly<Partial<Record<FaultName, number>>> = {
  'storm-seconds': LIMITED,
  'storm-date': LIMITED,
  'storm-long': LIMITED,
  'huge-error': 9,
  'control-characters': 5,
};

/** Returns the right exit code of a command under a fault. */
export const findRightExit = ({ exits = {} }: CommandRow, fault: FaultName): number =>
  exits[fault] ?? exits.any ?? USUAL[fault] ?? UNAVAILABLE;
