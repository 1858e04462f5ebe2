import type { AnyCommand, Choosing } from '../define.ts';
import type { FlagSpec } from '../typed.ts';

/** One of the flags of every command. */
export interface GlobalFlag extends FlagSpec {
  /** Why this command does not take it; undefined where it does. What would change nothing is refused. */
  refusedBy?(command: AnyCommand): string | undefined;
  /** What it does here, where that is not what it does elsewhere. */
  aboutIn?(command: AnyCommand): string | undefined;
}

const unlessText = ({ answers }: AnyCommand): string | undefined =>
  ['text', 'steps', 'protocol'].includes(answers) ? 'its answer is text' : undefined;

const unlessOneLine = (command: AnyCommand): string | undefined =>
  unlessText(command) ?? (command.answers === 'held' ? 'its answer is the one line of --json' : undefined);

const unlessNoRows = (command: AnyCommand): string | undefined =>
  unlessOneLine(command) ?? (command.rows ? undefined : 'its answer has no rows');

const ifItUses =
  (choosing: Choosing) =>
  ({ uses }: AnyCommand): string | undefined =>
    uses === undefined || uses.includes(choosing) ? undefined : 'it would change nothing';

/** Whoever sends requests that count does so as some account. */
const ifItAsks = ifItUses('account');

/** The flags that every command takes, or refuses with a reason. */
export const GLOBAL_FLAGS = {
  json: {
    about: "the service's body as it came; data that toile made carries a schema",
    refusedBy: unlessText,
  },
  jsonl: {
    about: 'one JSON object a line, as they arrive',
    elsewhere: ['ndjson', 'json-lines'],
    refusedBy: unlessNoRows,
  },
  csv: { about: 'rows as CSV (RFC 4180), with a header', refusedBy: unlessNoRows },
  xlsx: {
    value: 'FILE',
    about: 'rows as a workbook of one sheet: numbers as numbers, all else as text, states filled',
    completes: ['files'],
    refusedBy: unlessNoRows,
  },
  columns: {
    value: 'NAME=COLUMN,…|@FILE',
    about: 'with --csv or --xlsx: these columns under these names, for a template; an empty one is NAME=',
    completes: ['@files'],
    refusedBy: unlessNoRows,
  },
  fields: { value: 'A,B.C', about: 'only these fields, in this order', refusedBy: unlessOneLine },
  jq: { value: 'FILTER', about: 'a jq filter on what --json gives', refusedBy: unlessOneLine },
  sandbox: {
    about: 'run against the embedded sandbox; no credential is read',
    refusedBy: ifItUses('sandbox'),
  },
  'sandbox-from': {
    value: 'DIR',
    about: 'run against a folder of toile pull, offline; no credential is read',
    completes: ['files'],
    refusedBy: ifItUses('sandbox-from'),
  },
  account: {
    value: 'NAME',
    about: "use this account's key and address",
    completes: ['accounts'],
    refusedBy: ifItUses('account'),
  },
  'base-url': { value: 'URL', about: 'address of the service', refusedBy: ifItUses('base-url') },
  'insecure-http': { about: 'allow plain http to an address that is not this machine', refusedBy: ifItAsks },
  'max-wait': {
    value: 'TIME',
    about:
      'longest wait of the whole command, for limit, service and Tech Pack: 90, 5m (without it a request: 60s on a terminal, 330s elsewhere)',
    aboutIn: ({ answers }) =>
      answers === 'protocol'
        ? 'longest wait in all, for limit and service: 90, 5m (without it a request: 30s, since assistants give up soon)'
        : undefined,
    refusedBy: ifItAsks,
  },
  'request-timeout': {
    value: 'TIME',
    about:
      'longest time for one request, its answer to the last byte included (60s to its beginning, then 300s)',
    elsewhere: ['timeout', 'connect-timeout', 'max-time'],
    refusedBy: ifItAsks,
  },
  'no-color': { elsewhere: ['no-colour'], about: 'no colour; the marks say it all' },
  quiet: { short: 'q', elsewhere: ['silent'], about: 'say nothing on stderr while it goes well' },
  'no-input': { about: 'ask nothing; what would have been asked is an error' },
  accessible: { about: 'for screen readers: nothing is redrawn, marks are words, choices are numbered' },
  debug: { elsewhere: ['verbose', 'trace'], about: 'show each request on stderr, without secrets' },
} as const satisfies Readonly<Record<string, GlobalFlag>>;

/** Those that a command takes. */
export const globalFlagsOf = (command: AnyCommand): Readonly<Record<string, FlagSpec>> =>
  Object.fromEntries(
    Object.entries<GlobalFlag>(GLOBAL_FLAGS)
      .filter(([, { refusedBy }]) => refusedBy?.(command) === undefined)
      .map(([name, flag]) => [name, { ...flag, about: flag.aboutIn?.(command) ?? flag.about }]),
  );
