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
    about: 'print JSON; the body of the service is unchanged',
    explainRefusal: refuseForText,
  },
  jsonl: {
    about: 'print one JSON object per line, as rows arrive',
    namesInOtherTools: ['ndjson', 'json-lines'],
    explainRefusal: refuseWithoutRows,
  },
  csv: { about: 'print rows as CSV (RFC 4180) with a header', explainRefusal: refuseWithoutRows },
  xlsx: {
    value: 'FILE',
    about: 'write rows to a workbook with one sheet',
    completes: ['files'],
    explainRefusal: refuseWithoutRows,
  },
  columns: {
    value: 'NAME=COLUMN,…|@FILE',
    about: 'only these columns, renamed, for --csv or --xlsx',
    completes: ['@files'],
    explainRefusal: refuseWithoutRows,
  },
  fields: {
    value: 'A,B.C',
    about: 'print only these fields, in this order',
    explainRefusal: refuseForOneLine,
  },
  jq: { value: 'FILTER', about: 'apply a jq filter to the JSON output', explainRefusal: refuseForOneLine },
  sandbox: {
    about: 'use the embedded sandbox; no credential is read',
    explainRefusal: refuseWithoutTarget('sandbox'),
  },
  'sandbox-from': {
    value: 'DIR',
    about: 'use a pulled folder offline; no credential is read',
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
    about: 'use this service address',
    explainRefusal: refuseWithoutTarget('base-url'),
  },
  'insecure-http': {
    about: 'allow plain http to another machine',
    explainRefusal: refuseWithoutAccount,
  },
  'max-wait': {
    value: 'TIME',
    about: 'longest total wait (default: 60s a request, 330s in scripts)',
    describeFor: ({ resultKind }) =>
      resultKind === 'protocol' ? 'longest total wait (default: 30s a request)' : undefined,
    explainRefusal: refuseWithoutAccount,
  },
  'request-timeout': {
    value: 'TIME',
    about: 'limit per request (default: 60s to first byte, then 300s)',
    namesInOtherTools: ['timeout', 'connect-timeout', 'max-time'],
    explainRefusal: refuseWithoutAccount,
  },
  'no-color': { namesInOtherTools: ['no-colour'], about: 'print without colour' },
  quiet: { short: 'q', namesInOtherTools: ['silent'], about: 'print errors only on stderr' },
  'no-input': { about: 'never prompt; fail instead' },
  accessible: { about: 'output for screen readers: words, no redrawing' },
  debug: { namesInOtherTools: ['verbose', 'trace'], about: 'print each request on stderr, without secrets' },
} as const satisfies Readonly<Record<string, GlobalFlagSpec>>;

/** Returns the global flags that a command accepts. */
export const listGlobalFlags = (command: AnyCommand): Readonly<Record<string, FlagSpec>> =>
  Object.fromEntries(
    Object.entries<GlobalFlagSpec>(GLOBAL_FLAGS)
      .filter(([, { explainRefusal }]) => explainRefusal?.(command) === undefined)
      .map(([name, flag]) => [name, { ...flag, about: flag.describeFor?.(command) ?? flag.about }]),
  );
