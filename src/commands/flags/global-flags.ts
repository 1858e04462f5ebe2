import type { Choosing, Flags } from '../define.ts';

/** The flags that every command takes, or refuses with a reason. */
export const GLOBAL_FLAGS = {
  json: { about: "the service's body as it came; data that toile made carries a schema" },
  jsonl: { about: 'one JSON object a line, as they arrive' },
  csv: { about: 'rows as CSV (RFC 4180), with a header' },
  excel: { about: 'with --csv: for a spreadsheet that guesses at dates, zeros and formulas' },
  fields: { value: 'A,B.C', about: 'only these fields, in this order' },
  jq: { value: 'FILTER', about: 'a jq filter on what --json gives' },
  pager: { about: 'turn pages by TOILE_PAGER, PAGER or less; on a terminal only' },
  sandbox: { about: 'run against the embedded sandbox; no credential is read' },
  'sandbox-from': {
    value: 'DIR',
    about: 'run against a folder of toile pull, offline; no credential is read',
    completes: 'files',
  },
  account: { value: 'NAME', about: "use this account's key and address", completes: 'accounts' },
  'base-url': { value: 'URL', about: 'address of the service' },
  'insecure-http': { about: 'allow plain http to an address that is not this machine' },
  'max-wait': {
    value: 'TIME',
    about:
      'longest wait for the rate limit or a failing service: 90, 90s, 5m (60s on a terminal, 330s elsewhere)',
  },
  'no-color': { about: 'no colour; the marks say it all' },
  marks: { value: 'HOW', choices: ['sign', 'word'], about: 'write provenance as = ~ ? or as words' },
  quiet: { short: 'q', about: 'say nothing on stderr while it goes well' },
  debug: { about: 'show each request on stderr, without secrets' },
} as const satisfies Flags;

/** In words, why a command refuses one of the flags that choose a service. */
export const CHOOSING: Readonly<Record<Choosing, string>> = {
  sandbox: '--sandbox',
  'sandbox-from': '--sandbox-from',
  account: '--account',
  'base-url': '--base-url',
};
