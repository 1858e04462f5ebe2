import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEnv, createTempFolder, runProgram } from '../../support/run-program.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
// Inside node_modules, so that what is not bundled is found.
const out = join(root, 'node_modules', '.cache', 'toile-test', `planted-${process.pid}`);

/** The modules that run before stdout is reserved, and the one that reserves it. */
const FIRST = ['src/cli/start.ts', 'src/cli/reserve-stdout.ts'];

/** Writes a module that prints while it loads and afterwards, through `console` and `process.stdout`. */
const writePrinter = (file: string) => `
console.log('PLANTED ${file}'); process.stdout.write('PLANTED ${file}\\n'); console.debug('PLANTED');
setInterval(() => { console.info('PLANTED ${file}'); process.stdout.write('PLANTED'); }, 7).unref();
`;

beforeAll(async () => {
  mkdirSync(out, { recursive: true });
  await build({
    absWorkingDir: root,
    entryPoints: { main: 'src/cli/start.ts' },
    outdir: out,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.18',
    external: ['@napi-rs/keyring'],
    logLevel: 'error',
    define: { __TOILE_VERSION__: '"planted"' },
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
    plugins: [
      {
        name: 'plant',
        setup(plugin) {
          plugin.onLoad({ filter: /\/src\/.*\.ts$|@modelcontextprotocol\/.*\.mjs$/ }, ({ path }) => {
            const file = path.slice(root.length);
            const source = readFileSync(path, 'utf8');
            const contents = FIRST.includes(file) ? source : `${source}\n${writePrinter(file)}`;
            return { contents, loader: path.endsWith('.ts') ? 'ts' : 'js' };
          });
        },
      },
    ],
  });
});

afterAll(() => rmSync(out, { recursive: true, force: true }));

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};
const buildCalls = (meta: object) => [
  { jsonrpc: '2.0', id: 2, method: 'tools/list', params: meta },
  {
    jsonrpc: '2.0',
    id: 3,
    method: 'tools/call',
    params: { ...meta, name: 'get_garment_graph', arguments: { id: 'GARM-101' } },
  },
  {
    jsonrpc: '2.0',
    id: 4,
    method: 'tools/call',
    params: { ...meta, name: 'export_design', arguments: { id: 'no such design' } },
  },
];

const OPENINGS = {
  legacy: [
    {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '1' } },
    },
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    ...buildCalls({}),
  ],
  modern: [
    { jsonrpc: '2.0', id: 1, method: 'server/discover', params: { _meta: META } },
    ...buildCalls({ _meta: META }),
  ],
};

it.each(Object.entries(OPENINGS))('only the protocol is on stdout, also when %s prints', async (_, lines) => {
  const home = await createTempFolder();
  const source = `
    const { start } = await import(${JSON.stringify(join(out, 'main.js'))});
    process.exit(await start('bin', ['--sandbox', 'mcp', 'serve']));`;
  const run = await execa(process.execPath, ['--input-type=module', '--eval', source], {
    env: createEnv(home),
    extendEnv: false,
    reject: false,
    // Garbage between the messages, too.
    input: `\nnot json\n${lines.map((message) => JSON.stringify(message)).join('\n')}\n`,
  });
  expect(run.exitCode).toBe(0);
  const answers = run.stdout
    .split('\n')
    .map((line) => JSON.parse(line) as { id: number | null; error?: unknown });
  // The garbage is answered with an error that is to no request.
  expect(answers.map(({ id }) => id).toSorted()).toEqual([1, 2, 3, 4, null]);
  expect(answers.filter(({ id, error }) => error && id !== null)).toEqual([]);
  for (const layer of [
    'src/cli',
    'src/auth',
    'src/commands',
    'src/service/client',
    'src/assistant/service-tools',
    'src/assistant/mcp',
    'src/sandbox',
    'src/platform/state',
    'src/service/http',
    'src/garment',
    'src/cli/terminal',
    '@modelcontextprotocol',
  ]) {
    expect(run.stderr).toContain(layer);
  }
});

it.each([[['help', 'mcp', 'serve']], [['--no-color', 'help', 'mcp', 'serve']], [['mcp', 'serve', '--help']]])(
  '%j prints help on stdout',
  async (argv) => {
    const run = await runProgram(argv, { env: createEnv(await createTempFolder()) });
    expect(run).toMatchObject({ exitCode: 0, stderr: '' });
    expect(run.stdout).toMatch(/^Serve tools to an AI assistant/);
  },
);

it('serves an account with the name of a command', async () => {
  const env = createEnv(await createTempFolder());
  const run = await runProgram(['--account', 'help', '--sandbox', 'mcp', 'serve'], {
    env,
    input: `${JSON.stringify(OPENINGS.legacy[0])}\n`,
  });
  expect(run).toMatchObject({ exitCode: 0, stderr: '' });
  expect(JSON.parse(run.stdout)).toMatchObject({ id: 1, result: { serverInfo: { name: 'toile' } } });
});
