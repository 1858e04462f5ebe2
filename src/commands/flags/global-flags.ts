import type { FlagSpec } from '../argument-spec.ts';
import type { AnyCommand, TargetFlag } from '../command-spec.ts';

/** A flag that every command has. */
export interface GlobalFlagSpec extends FlagSpec {
  /**
   * Returns why the command refuses the flag; undefined when it accepts it. A flag without effect is
   * refused.
   */
  explainRefusal?(command: AnyCommand): string | undefined;
  /** Returns the description for this command; undefined when the general one applies. */
  describeFor?(command: AnyCommand): string | undefined;
}

/** Refuses the flag for a command that prints text. */
const refuseForText = ({ resultKind }: AnyCommand): string | undefined =>
  ['text', 'steps', 'protocol'].includes(resultKind) ? 'its answer is text' : undefined;

/** Refuses the flag also for a command that prints one line of JSON. */
const refuseForOneLine = (command: AnyCommand): string | undefined =>
  refuseForText(command) ??
  (command.resultKind === 'held' ? 'its answer is the one line of --json' : undefined);

/** Refuses the flag also for a command without rows. */
const refuseWithoutRows = (command: AnyCommand): string | undefined =>
  refuseForOneLine(command) ?? (command.buildRows ? undefined : 'its answer has no rows');

/** Refuses the flag for a command that does not use this target flag. */
const refuseWithoutTarget =
  (choosing: TargetFlag) =>
  ({ targetFlags }: AnyCommand): string | undefined =>
    targetFlags === undefined || targetFlags.includes(choosing) ? undefined : 'it would change nothing';

/** Refuses the flag for a command that sends no counted requests, and so needs no account. */
const refuseWithoutAccount = refuseWithoutTarget('account');

/** The flags that every command accepts, or refuses with a reason. */
export const GLOBAL_FLAGS = {
  json: {
    about: "the service's body as it came; data that toile made carries a schema",
    explainRefusal: refuseForText,
  },
  jsonl: {
    about: 'one JSON object a line, as they arrive',
    namesInOtherTools: ['ndjson', 'json-lines'],
    explainRefusal: refuseWithoutRows,
  },
  csv: { about: 'rows as CSV (RFC 4180), with a header', explainRefusal: refuseWithoutRows },
  xlsx: {
    value: 'FILE',
    about: 'rows as a workbook of one sheet: numbers as numbers, all else as text, states filled',
    completes: ['files'],
    explainRefusal: refuseWithoutRows,
  },
  columns: {
    value: 'NAME=COLUMN,…|@FILE',
    about: 'with --csv or --xlsx: these columns under these names, for a template; an empty one is NAME=',
    completes: ['@files'],
    explainRefusal: refuseWithoutRows,
  },
  fields: { value: 'A,B.C', about: 'only these fields, in this order', explainRefusal: refuseForOneLine },
  jq: { value: 'FILTER', about: 'a jq filter on what --json gives', explainRefusal: refuseForOneLine },
  sandbox: {
    about: 'run against the embedded sandbox; no credential is read',
    explainRefusal: refuseWithoutTarget('sandbox'),
  },
  'sandbox-from': {
    value: 'DIR',
    about: 'run against a folder of toile pull, offline; no credential is read',
    completes: ['files'],
    explainRefusal: refuseWithoutTarget('sandbox-from'),
  },
  account: {
    value: 'NAME',
    about: "use this account's key and address",
    completes: ['accounts'],
    explainRefusal: refuseWithoutTarget('account'),
  },
  'base-url': {
    value: 'URL',
    about: 'address of the service',
    explainRefusal: refuseWithoutTarget('base-url'),
  },
  'insecure-http': {
    about: 'allow plain http to an address that is not this machine',
    explainRefusal: refuseWithoutAccount,
  },
  'max-wait': {
    value: 'TIME',
    about:
      'longest wait of the whole command, for limit, service and Tech Pack: 90, 5m (without it a request: 60s on a terminal, 330s elsewhere)',
    describeFor: ({ resultKind }) =>
      resultKind === 'protocol'
        ? 'longest wait in all, for limit and service: 90, 5m (without it a request: 30s, since assistants give up soon)'
        : undefined,
    explainRefusal: refuseWithoutAccount,
  },
  'request-timeout': {
    value: 'TIME',
    about:
      'longest time for one request, its answer to the last byte included (60s to its beginning, then 300s)',
    namesInOtherTools: ['timeout', 'connect-timeout', 'max-time'],
    explainRefusal: refuseWithoutAccount,
  },
  'no-color': { namesInOtherTools: ['no-colour'], about: 'no colour; the marks say it all' },
  quiet: { short: 'q', namesInOtherTools: ['silent'], about: 'say nothing on stderr while it goes well' },
  'no-input': { about: 'ask nothing; what would have been asked is an error' },
  accessible: { about: 'for screen readers: nothing is redrawn, marks are words, choices are numbered' },
  debug: { namesInOtherTools: ['verbose', 'trace'], about: 'show each request on stderr, without secrets' },
} as const satisfies Readonly<Record<string, GlobalFlagSpec>>;

/** Returns the global flags that a command accepts. */
export const listGlobalFlags = (command: AnyCommand): Readonly<Record<string, FlagSpec>> =>
  Object.fromEntries(
    Object.entries<GlobalFlagSpec>(GLOBAL_FLAGS)
      .filter(([, { explainRefusal }]) => explainRefusal?.(command) === undefined)
      .map(([name, flag]) => [name, { ...flag, about: flag.describeFor?.(command) ?? flag.about }]),
  );
