/** Defines which folder of `src` may import which. `test/rooms.test.ts` compares the law with the sources. */

/** The rules for one folder of `src`. */
export interface Room {
  /** The contents of the folder, shown in docs/architecture.md. */
  readonly about: string;
  /** Folders that may be imported. */
  readonly values?: readonly string[];
  /** Folders from which only types may be imported. */
  readonly types?: readonly string[];
  /** Folders that may be loaded by `import()` when a command needs them, because loading them costs start-up time. */
  readonly lazy?: readonly string[];
  /** The npm packages that the folder may import (default: none; `*`: all). */
  readonly npm?: readonly string[];
  /** The modules of Node that the folder may import (default: none; `*`: all). */
  readonly node?: readonly string[];
}

/** The folders from the lowest layer up. A folder imports only folders listed before it, so there are no cycles. */
export const ROOMS: Readonly<Record<string, Room>> = {
  platform: {
    about: 'untrusted text and paths, files, locks, processes, JSON, limits, error classes',
    npm: ['@noble/hashes', 'execa', 'lossless-json', 'open'],
    node: ['*'],
  },
  'service/client': {
    about: 'one method for each route of the service; shipped alone as `toile/client`, so it imports nothing',
  },
  'service/tech-packs': {
    about: 'Tech Pack orders: states, state machine, local records and error messages',
    values: ['platform', 'service/client'],
  },
  garment: {
    about: 'the contents of a body: values with provenance, kinds, filters, questions, differences',
    values: ['platform'],
    npm: ['saxes'],
  },
  service: {
    about: 'HTTP with retries and proxies, the rate limit, the shared Valkey or Redis store',
    values: ['platform', 'service/client', 'service/tech-packs'],
    npm: ['*'],
    node: ['*'],
  },
  auth: {
    about: 'accounts, keys, keychain, sign-in in the browser',
    values: ['platform', 'service', 'service/client'],
    npm: ['*'],
    node: ['*'],
  },
  collection: {
    about: 'pulled folders: pull, read, find stale files',
    values: ['platform', 'garment', 'service', 'service/client'],
    npm: ['*'],
    node: ['*'],
  },
  output: {
    about:
      'views and their renderers: terminal, tables (CSV, TSV, JSON lines, jq), sheet (HTML), workbook (xlsx)',
    values: ['platform', 'garment', 'service/tech-packs'],
    types: ['service', 'collection'],
    npm: ['*'],
  },
  assistant: {
    about: 'tools for assistants (MCP): server, client, and registration with assistants',
    values: ['platform', 'garment', 'auth'],
    types: ['service/client'],
    npm: ['*'],
    node: ['*'],
  },
  sandbox: {
    about:
      'a local copy of the service; it shares no HTTP or storage code with toile, so that a fault shows in tests',
    values: ['platform', 'garment', 'assistant'],
    npm: ['*'],
    node: ['node:crypto', 'node:http', 'node:net'],
  },
  commands: {
    about: 'one file or folder for each command: flags, run function and output',
    values: ['platform', 'garment', 'service', 'service/client', 'service/tech-packs', 'output'],
    types: ['auth', 'collection', 'assistant', 'sandbox'],
    lazy: ['auth', 'collection', 'assistant', 'sandbox'],
  },
  cli: {
    about:
      'start, arguments, global flags, the context of commands, errors, exit codes, help, completion, terminal',
    values: ['platform', 'service', 'service/client', 'service/tech-packs', 'auth', 'output', 'commands'],
    types: ['garment', 'collection', 'assistant', 'sandbox'],
    lazy: ['*'],
    npm: ['*'],
    node: ['*'],
  },
};

/** Branded types: only the functions of `platform` return them, and no cast does. */
export const BRANDED_TYPES: ReadonlySet<string> = new Set([
  'Branded',
  'SafePath',
  'ShellSafe',
  'Uuid',
  'GarmentId',
  'HtmlSafe',
  'MarkdownSafe',
  'WorkflowSafe',
  'XmlSafe',
  'CsvSafe',
  'TsvSafe',
]);

/** Modules of Node that only some folders may import. Files are accessed through `platform`. */
export const MODULE_HOMES: Readonly<Record<string, readonly string[]>> = {
  // `--version` is written straight to the file descriptor, before anything else is loaded.
  'node:fs': ['src/platform', 'src/cli/start.ts'],
  'node:fs/promises': ['src/platform'],
  'node:child_process': ['src/auth/keys', 'src/platform/system', 'src/cli/terminal/pager.ts'],
};

/** Globals that only some folders or files may use; an empty list means none. */
export const GLOBAL_HOMES: Readonly<Record<string, readonly string[]>> = {
  // Redirected to stderr, for packages that use it.
  console: ['src/cli/main.ts', 'src/cli/reserve-stdout.ts'],
  'process.exit': [],
  process: [
    'src/platform/system',
    'src/cli/completion',
    'src/cli/help/find-quick-help.ts',
    'src/cli/reserve-stdout.ts',
    'src/cli/start.ts',
    'src/cli/terminal/standard-streams.ts',
    'src/service/client/runtime.ts',
  ],
  fetch: ['src/service/client', 'src/service/http'],
  // The client is shipped alone, so it has no injected clock.
  'Date.now': ['src/platform/system/host-system.ts', 'src/service/client/runtime.ts'],
  'new Date()': [],
  'Date()': [],
  'performance.now': ['src/platform/system/shutdown.ts', 'src/service/shared-store/connect-shared-engine.ts'],
  'Math.random': ['src/platform/system/host-system.ts', 'src/service/client/runtime.ts'],
  crypto: ['src/platform/system/host-system.ts', 'src/platform/system/open-browser.ts'],
  // Timers of the clock and of the shutdown, the delay before a spinner and the grace period for a child process.
  setTimeout: [
    'src/service/client',
    'src/cli/terminal/progress.ts',
    'src/platform/system/child-processes.ts',
    'src/platform/system/host-system.ts',
    'src/platform/system/shutdown.ts',
  ],
  // The countdown of a wait, and the renewal of a lease.
  setInterval: ['src/service/http/http-stack.ts', 'src/service/shared-store/connect-shared-engine.ts'],
  setImmediate: ['src/platform/system/release-signals.ts'],
  globalThis: [],
  require: [],
  eval: [],
  Function: [],
  Buffer: [
    'src/platform',
    'src/cli/terminal',
    'src/auth',
    'src/collection',
    'src/sandbox',
    'src/service/rate-limit',
    'src/service/shared-store',
    'src/service/http',
  ],
};

/** Globals that the client may use, because every supported runtime has them. */
export const CLIENT_GLOBALS: ReadonlySet<string> = new Set(
  `fetch process ReadableStream URL URLSearchParams AbortSignal AbortController setTimeout clearTimeout TextEncoder TextDecoder atob
  undefined NaN Infinity isNaN encodeURIComponent decodeURIComponent Array BigInt Boolean Date Error Function JSON Map
  Math Number Object Promise Proxy RangeError Reflect RegExp Set String Symbol SyntaxError TypeError Uint8Array Int32Array DataView
  WeakMap WeakSet DOMException`.split(/\s+/),
);

/** Files and folders whose literals may hold terminal escape codes, each with its reason. */
export const ESCAPE_HOMES: Readonly<Record<string, string>> = {
  'src/cli/terminal': 'writes them',
  'src/platform/escape/terminal-text.ts': 'removes all but those of colours',
  'src/sandbox/documents/svg-markup.ts': 'removes them',
};

/** Names of files and folders that do not describe their contents. */
export const NAMELESS = ['utils', 'util', 'helpers', 'helper', 'lib', 'common', 'shared', 'misc'];

/** The maximum number of lines of a file. */
export const LONGEST = 400;
