/** Which room may know what. A line here is a decision; the test only compares it with the sources. */

export interface Room {
  /** Rooms that may be imported whole. */
  readonly values?: readonly string[];
  /** Rooms of which only types may be imported; `*` for any. */
  readonly types?: readonly string[];
  /** Packages; a room without the list takes none. `*` for any. */
  readonly npm?: readonly string[];
  /** Node's own modules; a room without the list takes none. `*` for any. */
  readonly node?: readonly string[];
}

/** Types alone, which every room may name. The client is to stand by itself. */
export const CONTRACT = { room: 'contract', but: ['client'] };

/**
 * From the ground up: no room imports one that stands below it in this list, not even its types; so nothing goes in
 * circles, and each can be read knowing only what comes before. `deps` makes everything and is made by `main`.
 */
export const ROOMS: Readonly<Record<string, Room>> = {
  // --- the ground
  contract: {},
  border: { node: ['node:fs', 'node:fs/promises', 'node:path'] },
  'size-limits': {},
  wait: {},
  slips: {},
  errors: { types: ['border'] },
  client: {},
  system: { values: ['border', 'errors'], npm: ['@noble/hashes'], node: ['*'] },
  json: { values: ['border', 'errors', 'size-limits'], npm: ['lossless-json'] },

  // --- one subject each
  // XML has too many corners to be read by hand.
  garment: { values: ['border', 'errors', 'json', 'slips', 'size-limits'], npm: ['saxes'] },
  'rate-limit': { values: ['border', 'errors', 'system'], node: ['*'] },
  transport: {
    values: ['border', 'errors', 'size-limits', 'client', 'system', 'json', 'wait'],
    npm: ['*'],
    node: ['*'],
  },
  account: {
    values: ['border', 'errors', 'client', 'system', 'json'],
    types: ['transport'],
    npm: ['*'],
    node: ['*'],
  },
  purchases: { values: ['border', 'errors', 'client', 'json', 'system'] },
  'shared-engine': {
    values: ['border', 'errors', 'system', 'json', 'rate-limit', 'transport', 'purchases'],
    node: ['*'],
  },
  mirror: {
    values: ['border', 'errors', 'size-limits', 'client', 'system', 'garment', 'rate-limit'],
    npm: ['*'],
    node: ['*'],
  },
  state: { values: ['border', 'system'] },

  // --- how it is shown
  format: { values: ['border', 'errors', 'json', 'slips'], npm: ['jq-wasm'] },
  view: { values: ['border', 'json', 'garment', 'purchases'], types: ['mirror'] },
  // It knows the marks of states, and reads no body.
  paint: {
    values: ['border', 'garment'],
    types: ['view'],
    npm: ['chalk', 'cli-table3', 'string-width', 'wrap-ansi'],
  },
  sheet: { values: ['border', 'json', 'garment', 'view'], npm: ['*'] },
  workbook: {
    values: ['border', 'errors', 'size-limits', 'json', 'garment'],
    npm: ['fflate', 'saxes', 'csv-parse'],
  },
  terminal: {
    values: ['border', 'errors', 'system', 'paint'],
    npm: ['ora', '@inquirer/prompts'],
    node: ['*'],
  },

  // --- who else is served
  tools: {
    values: ['json', 'garment'],
    npm: ['@modelcontextprotocol/server'],
    node: ['node:crypto'],
  },
  // It is given its store: a journal in memory and one on disk are the same world.
  sandbox: {
    values: ['json', 'garment', 'tools', 'wait'],
    npm: ['*'],
    node: ['node:crypto', 'node:http', 'node:net'],
  },
  // A thing of its own, so that the sandbox stays what the specification shows.
  assistant: {
    values: ['json', 'garment', 'tools'],
    npm: ['@modelcontextprotocol/server'],
  },
  mcp: {
    values: ['border', 'errors', 'size-limits', 'system', 'json', 'account', 'assistant'],
    types: ['client'],
    npm: ['*'],
    node: ['*'],
  },

  // --- the program
  commands: {
    values: [
      'border',
      'errors',
      'client',
      'wait',
      'slips',
      'size-limits',
      'json',
      'garment',
      'purchases',
      'view',
    ],
    types: [
      'account',
      'rate-limit',
      'transport',
      'mirror',
      'sheet',
      'workbook',
      'tools',
      'sandbox',
      'assistant',
      'mcp',
    ],
  },
  help: { values: ['errors', 'commands'] },
  deps: {
    values: ['border', 'system', 'errors', 'wait', 'size-limits'],
    types: ['*'],
    npm: ['*'],
    node: ['*'],
  },
  main: {
    values: [
      'border',
      'system',
      'errors',
      'client',
      'json',
      'purchases',
      'format',
      'view',
      'paint',
      'workbook',
      'terminal',
      'commands',
      'help',
      'deps',
    ],
    types: ['account'],
    npm: ['commander'],
    node: ['*'],
  },
};

/** What a room knows, and why it may use no more than it does. */
type Charter = readonly [knows: string, why: string];

/** Floor by floor, in the order of the law. docs/architecture.md shows them: `npm run docs`. */
export const CHARTERS: Readonly<Record<string, Readonly<Record<string, Charter>>>> = {
  'The ground': {
    contract: ['types that every room may name: clock, rate, what is told, what is asked', 'types alone'],
    border: [
      "the doors that every stranger's text passes",
      'the only way to the disk, for which it has Node; all else in it is pure',
    ],
    'size-limits': ['how much is taken from a stranger', 'figures alone, so that every room may know them'],
    wait: ['polling, over a clock that is handed in', 'pure'],
    slips: ['which word a typed one nearly is', 'pure'],
    errors: ['one class per exit code', 'what it tells people to type has passed a door'],
    client: ["the service's routes, a method each", 'shipped by itself, for any runtime'],
    system: [
      'what the operating system means: its errors, files that a crash leaves whole, locks, processes',
      'so that no room asks it twice',
    ],
    json: ['JSON texts and values, numbers as written', 'what is beyond the limits is an error of its own'],
  },
  'One subject each': {
    garment: [
      'every body of the service, read without losing a value',
      'one reading for view, sheet, diff, tools and sandbox',
    ],
    'rate-limit': [
      'how many requests may be sent, counted across processes',
      'the count is a file under a lock',
    ],
    transport: [
      'what a real network asks for: tries again, proxies, downloads',
      'knows requests, and no route',
    ],
    account: [
      'who is signed in: keys, keychain, accounts, the browser',
      'the only room that sees how a key is kept',
    ],
    purchases: [
      'Tech Pack requests, as one small machine; nothing is paid twice',
      'its file is handed to it, so that it can be tried state by state',
    ],
    'shared-engine': [
      'what machines with one key keep together on a Valkey or Redis',
      'loaded only where TOILE_SHARED names one',
    ],
    mirror: ['the folder that `pull` writes', 'it is handed a client and knows no terminal'],
    state: ['what is kept between runs: names for completion, sandboxes that run', 'records only'],
  },
  'How it is shown': {
    format: [
      'answers as CSV, TSV, JSON lines, fields, jq',
      'pure; a filter that does not exist is an error that only it knows',
    ],
    view: ['a screen each, as grids and lines', 'pure: what a body means it asks `garment`'],
    paint: ['views as text', 'it sees views, and no body'],
    sheet: ['the page to print', 'a screen of its own, in HTML'],
    workbook: [
      'sheets for spreadsheet programs, and what comes back in them',
      'the only room that knows their format',
    ],
    terminal: ['streams, prompts, progress', 'the only room that knows a terminal'],
  },
  'Who else is served': {
    tools: ['the five tools, as the service offers them', 'the sandbox and toile start from the same'],
    sandbox: [
      'the service itself, in full',
      'a double that sent and kept as toile does would share its faults',
    ],
    assistant: [
      'what toile offers an assistant beyond them: narrow graphs, resources, prompts',
      'it is handed how bodies are read, and asks for nothing that was not asked',
    ],
    mcp: ['that over stdio, and the tool server of the service', 'it knows the line, and no tool'],
  },
  'The program': {
    commands: [
      'what is typed is where it stands: words to options to answer',
      'it names what it needs by type, and is handed it',
    ],
    help: [
      'help, completions and manual, made from the command table',
      'it is handed the table; groups and flags are words that it lays out',
    ],
    deps: ['how real things are made, each when first asked for', 'the one room that may load every other'],
    main: ['from words typed to exit code', 'it joins what commands, views and streams do'],
  },
};

/** Rooms that may import from `commands`, and yet no single command; `help` not the table either. */
export const TABLE_READERS: Readonly<Record<string, RegExp>> = {
  help: /\/table\.ts$/,
  main: /^$/,
};

/** Rooms that may load others on first use; `deps` is what that is for. */
export const LAZY_ROOMS = ['deps', 'main'];

/** Other files that load something on first use: file, what it loads. */
export const LAZY_FILES: Readonly<Record<string, readonly string[]>> = {
  'src/format/jq.ts': ['jq-wasm/inline'],
  'src/terminal/progress.ts': ['ora'],
  'src/terminal/prompts.ts': ['./inquirer.ts', './line-prompts.ts'],
  'src/sandbox/create.ts': ['./corpus/index.ts', './documents/index.ts'],
  'src/sandbox/documents/index.ts': ['./pack.ts'],
  'src/sandbox/http/app.ts': ['../tools/endpoint.ts'],
  'src/sandbox/oauth/routes.ts': ['./authorize.ts', './token.ts', './register.ts'],
  'src/transport/network.ts': ['./undici.ts', './send-once.ts'],
};

/** Types that only the doors of the border may give, and no cast. */
export const DOOR_TYPES: ReadonlySet<string> = new Set([
  'Passed',
  'Path',
  'Typeable',
  'Uuid',
  'GarmentId',
  'Markup',
  'Markdown',
  'WorkflowLine',
  'Xml',
  'CsvCell',
  'TsvCell',
]);

/** Node's modules with homes: the border is the way to the disk. */
export const MODULE_HOMES: Readonly<Record<string, readonly string[]>> = {
  // The entry answers `--version` straight to the file descriptor.
  'node:fs': ['src/border', 'src/main/start.ts'],
  'node:fs/promises': ['src/border'],
  'node:child_process': ['src/account/keys', 'src/system', 'src/terminal/pager.ts'],
};

/** Words with homes: a global, and where it may be named (a room, a folder or a file; none: nowhere). */
export const HOMES: Readonly<Record<string, readonly string[]>> = {
  // Sends it to stderr, for whoever uses it all the same.
  console: ['src/deps/pure-stdout.ts', 'src/deps/hushed-console.ts'],
  'process.exit': [],
  // The client asks it for files where there are any, and needs none.
  process: ['src/deps', 'src/system', 'src/terminal/io.ts', 'src/main/start.ts', 'src/client/runtime.ts'],
  fetch: ['src/client', 'src/transport'],
  // The client is shipped by itself: nobody hands it a clock.
  'Date.now': ['src/deps', 'src/client/runtime.ts'],
  'new Date()': ['src/deps'],
  'Date()': ['src/deps'],
  'performance.now': ['src/deps'],
  'Math.random': ['src/deps', 'src/client/runtime.ts'],
  crypto: ['src/deps'],
  // The terminal waits a moment before it shows a spinner, and a program that is to end has a moment for it; nothing
  // that is printed depends on them.
  setTimeout: ['src/deps', 'src/client', 'src/terminal/progress.ts', 'src/system/children.ts'],
  setInterval: ['src/deps'],
  setImmediate: ['src/deps', 'src/system/release-signals.ts'],
  globalThis: [],
  require: [],
  eval: [],
  Function: [],
  Buffer: [
    'src/border',
    'src/deps',
    'src/system',
    'src/account',
    'src/rate-limit',
    'src/shared-engine',
    'src/mirror',
    'src/transport',
    'src/terminal',
    'src/sandbox',
  ],
};

/** What the client may expect of a runtime beside the language itself; `process` it looks for. */
export const CLIENT_GLOBALS: ReadonlySet<string> = new Set(
  `fetch process ReadableStream URL URLSearchParams AbortSignal AbortController setTimeout clearTimeout TextEncoder TextDecoder atob
  undefined NaN Infinity isNaN encodeURIComponent decodeURIComponent Array BigInt Boolean Date Error Function JSON Map
  Math Number Object Promise Proxy RangeError Reflect RegExp Set String Symbol SyntaxError TypeError Uint8Array Int32Array DataView
  WeakMap WeakSet DOMException`.split(/\s+/),
);

/** Where literals may hold escape codes: the room that writes them, and files with a reason of their own. */
export const ESCAPE_HOMES: Readonly<Record<string, string>> = {
  'src/terminal': 'writes them',
  'src/border/screen.ts': 'lets those of colours through, and no other',
  'src/sandbox/documents/xml.ts': 'takes them out',
};

/** Names that say nothing about what is inside. */
export const NAMELESS = ['utils', 'util', 'helpers', 'helper', 'lib', 'common', 'shared', 'misc'];

export const LONGEST = 220;

/** Longer files, each with its reason. */
export const LONG_FILES: Readonly<Record<string, string>> = {
  'src/client/routes.ts': 'a method a route, each with the example that its page of reference shows',
};
