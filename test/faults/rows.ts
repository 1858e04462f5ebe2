import { table } from '../../src/commands/table.ts';
import type { Fault } from '../../src/sandbox/index.ts';
import { KEY } from './serving.ts';

/** One way of running a command, and the requests of it that meet a fault. */
export interface Row {
  readonly name: string;
  readonly command: string;
  readonly argv: readonly string[];
  readonly stdin?: string;
  /** `METHOD /path` of the requests that meet the fault; every one unless said. */
  readonly route?: RegExp;
  /** Lets so many of those through first. */
  readonly after?: number;
  /** Runs before, on a good day; `{purchase}` in `argv` is then the purchase that it made. */
  readonly before?: readonly (readonly string[])[];
  /** The key comes from where the command looks for it, not from the environment. */
  readonly keyless?: true;
  /** The caller has more designs than fit a page. */
  readonly many?: true;
  /** Exit codes that are right beside the usual ones, and why. */
  readonly also?: Partial<Record<Fault | 'any', readonly number[]>>;
  /** What failed is part of the answer, so stdout may hold one. */
  readonly partial?: true;
}

const GARMENT = 'GARM-5117';

/** What comes down from a link is the document or it is not kept: a link is no route, and has no codes of its own. */
const DOWNLOAD = { any: [3] };
/** Several things are tried, and those that failed are told in the answer. */
const SEVERAL = { any: [0, 1, 3, 5, 7, 9] };

export const ROWS: readonly Row[] = [
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
    also: DOWNLOAD,
  },
  {
    name: 'export of two',
    command: 'export',
    argv: ['export', GARMENT, 'GARM-5109', '-o', './', '--max-wait', '90s'],
    route: /^POST /,
    also: SEVERAL,
    partial: true,
  },
  {
    name: 'techpack request',
    command: 'techpack request',
    argv: ['techpack', 'request', GARMENT, '--yes'],
    route: /^POST .*\/tech-packs$/,
    // Any success says that it was taken, in whatever words: asking again could cost twice.
    also: { 'wrong-shape': [0] },
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
    also: { any: [8] },
  },
  {
    name: 'pull',
    command: 'pull',
    argv: ['pull', 'season', '--max-requests', '6', '--max-wait', '90s'],
    also: SEVERAL,
    partial: true,
  },
  {
    name: 'pull, after the list',
    command: 'pull',
    argv: ['pull', 'season', '--max-requests', '6', '--max-wait', '90s'],
    route: /\/(graph|tailor-brief|design-trust|confirmations|exports)$/,
    also: SEVERAL,
    partial: true,
  },
  {
    name: 'stale',
    command: 'stale',
    before: [['pull', 'season', GARMENT]],
    argv: ['stale', 'season', '--max-wait', '90s'],
    also: SEVERAL,
    partial: true,
  },
  { name: 'sheet', command: 'sheet', argv: ['sheet', GARMENT] },
  { name: 'diff', command: 'diff', argv: ['diff', GARMENT, `${GARMENT}@factory`], also: { any: [2] } },
  { name: 'tools ls', command: 'tools ls', argv: ['tools', 'ls'], also: { any: [1, 3, 5, 7, 9] } },
  {
    name: 'tools call',
    command: 'tools call',
    argv: ['tools', 'call', 'get_tailor_brief', '--args', '{"id": "GARM-101"}'],
    also: { any: [1, 3, 5, 7, 9] },
  },
  // It shows whatever JSON there is.
  { name: 'api', command: 'api', argv: ['api', 'v1/me'], also: { 'wrong-shape': [0] } },
  {
    name: 'api -X POST',
    command: 'api',
    argv: ['api', 'v1/designs/GARM-1/exports', '-X', 'POST'],
    also: { 'wrong-shape': [0] },
  },
];

/** Commands that ask nothing of the service, or serve it: a fault of it cannot reach them. */
export const UNREACHED: Readonly<Record<string, string>> = {
  logout: 'forgets what is kept here',
  quota: 'counts what is kept here',
  'accounts ls': 'reads what is kept here',
  'accounts use': 'writes what is kept here',
  'techpack ls': 'reads what is kept here',
  tour: 'runs on the embedded sandbox',
  'sandbox start': 'is the service',
  'sandbox run': 'is the service',
  'sandbox status': 'steers the embedded sandbox',
  'sandbox reset': 'steers the embedded sandbox',
  'sandbox pay': 'steers the embedded sandbox',
  'sandbox advance': 'steers the embedded sandbox',
  'sandbox scenario': 'steers the embedded sandbox',
  'mcp serve': 'answers its assistant, in words that test/mcp checks',
  'mcp config': 'prints what is known here',
  completion: 'prints a script',
  doctor: 'names what is wrong as its answer',
  help: 'prints a text',
};

/** Commands of the table that neither list knows. */
export const unknownCommands = (): readonly string[] => {
  const known = new Set([...ROWS.map(({ command }) => command), ...Object.keys(UNREACHED)]);
  return table.map(({ path }) => path).filter((path) => !known.has(path));
};

const LIMITED = 7;
const UNAVAILABLE = 3;
const USUAL: Readonly<Partial<Record<Fault, number>>> = {
  'storm-seconds': LIMITED,
  'storm-date': LIMITED,
  'storm-long': LIMITED,
  'huge-error': 9,
  'control-characters': 5,
};

/** The exit codes that are right for a row under a fault. */
export const rightExits = ({ also = {} }: Row, fault: Fault): readonly number[] => [
  USUAL[fault] ?? UNAVAILABLE,
  ...(also[fault] ?? []),
  ...(also.any ?? []),
];
