/**
 * Holds the tool server, its client and the sign-in against programs of others: `npm run test:mcp`. The conformance
 * suite runs on Node 24, which it needs; what it tests runs on the Node that runs this.
 * A peer that cannot be had is skipped, and fails where CI is set.
 */

import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { PEERS, programOf } from '../test/peers/peers.mjs';
import { allow, startKeyed, startSandbox, TOILE } from '../test/peers/start.mjs';
import { RUNTIMES, programOf as runtimeOf } from '../test/runtimes/runtimes.mjs';
import { tally } from '../test/support/tally.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const say = (line) => process.stdout.write(`${line}\n`);
const home = await mkdtemp(join(tmpdir(), 'toile-peers-'));
const env = { PATH: process.env.PATH, HOME: home, TOILE_HOME: join(home, 'toile'), LANG: 'C.UTF-8' };
const sum = tally();

/** Runs a program to its end: exit code and output. `watch` sees the output as it comes. */
function run(command, args, { watch, more = {}, limit = 120_000 } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      env: { ...env, ...more },
      cwd: home,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: limit,
      killSignal: 'SIGKILL',
    });
    let out = '';
    let all = '';
    child.stdout.on('data', (chunk) => {
      out += chunk;
      all += chunk;
      watch?.(out);
    });
    child.stderr.on('data', (chunk) => {
      all += chunk;
    });
    child.once('error', (error) => resolve({ code: -1, out, all: String(error) }));
    child.once('close', (code, signal) => resolve({ code: code ?? signal, out, all }));
  });
}

/** One thing that has to hold; `check` gives a text that says what does not. */
async function holds(name, check) {
  const wrong = await check().catch((error) => error.stack);
  if (wrong) sum.wrong();
  else sum.held();
  say(`${wrong ? 'NOT SO' : 'holds'}: ${name}`);
  if (wrong) say(String(wrong).replace(/^/gm, '    '));
}

/** Gives the programs of a peer, or says how to get them. */
async function having(name, get, work) {
  let got;
  try {
    got = await get();
  } catch (error) {
    return sum.skip(name, `it could not be installed (${String(error.message).split('\n')[0]})`);
  }
  await work(got);
}

const ended = ({ code, all }, wanted = 0) =>
  code === wanted ? undefined : `exit code ${code}\n${all.slice(-12_000)}`;

// --- what is tested -------------------------------------------------------------------------------------

const sandbox = await startSandbox(env);
const keyed = await startKeyed(sandbox.baseUrl, sandbox.key);
const mcp = `${sandbox.baseUrl}/mcp`;
const SERVE = [TOILE, '--sandbox', 'mcp', 'serve'];

const CALLS = [
  ['get_garment_graph', { id: 'GARM-101', kinds: ['measurement'] }],
  ['get_tailor_brief', { id: 'GARM-101' }],
  ['run_design_trust', { id: 'GARM-101' }],
  ['list_unresolved_confirmations', { id: 'GARM-101' }],
];
const TOOLS = [...CALLS.map(([name]) => name), 'export_design'].toSorted();

/** A design that may be exported. */
const { designs } = await (
  await fetch(`${sandbox.baseUrl}/v1/designs`, { headers: { authorization: `Bearer ${sandbox.key}` } })
).json();
CALLS.push(['export_design', { id: designs[0].id, driver: 'json' }]);

const hasTools = (tools) => {
  const names = tools.map(({ name }) => name).toSorted();
  return JSON.stringify(names) === JSON.stringify(TOOLS) ? undefined : `tools: ${names}`;
};

/** The body in a result, as data and as text. */
const hasBody = (name, result) => {
  const { structuredContent: data, content, isError } = result;
  const member = name === 'export_design' ? 'download_url' : 'garment_id';
  const isSame =
    JSON.stringify(Object.keys(JSON.parse(content[0].text))) === JSON.stringify(Object.keys(data));
  return !isError && data[member] && isSame ? undefined : JSON.stringify(result).slice(0, 2000);
};

// --- the conformance suite ------------------------------------------------------------------------------

const SERVER = {
  '2026-07-28': [
    'server-stateless',
    'tools-list',
    'dns-rebinding-protection',
    'http-header-validation',
    'server-sse-multiple-streams',
    'caching',
    'sep-2164-resource-not-found',
    'input-required-result-unsupported-methods',
    'input-required-result-missing-input-response',
    'input-required-result-ignore-extra-params',
    'input-required-result-validate-input',
  ],
  '2025-11-25': [
    'server-initialize',
    'ping',
    'tools-list',
    'dns-rebinding-protection',
    'server-sse-multiple-streams',
  ],
};

/** Scenarios of which some checks need what was made for the suite. */
const BASED = ['server-stateless', 'caching'];

async function conformance([node, suite]) {
  const baselines = join(root, 'test/peers');
  for (const [version, scenarios] of Object.entries(SERVER)) {
    for (const scenario of scenarios) {
      await holds(`conformance, server, ${version}: ${scenario}`, async () => {
        // With a baseline the suite takes its own warnings for failures.
        const base = BASED.includes(scenario)
          ? ['--expected-failures', join(baselines, 'server-baseline.yml')]
          : [];
        const args = [
          'server',
          '--url',
          keyed.url,
          '--spec-version',
          version,
          '--scenario',
          scenario,
          ...base,
        ];
        return ended(await run(node, [suite, ...args]));
      });
    }
  }

  await holds('conformance, authorization: against the sandbox', async () => {
    let isShown = false;
    const watch = (out) => {
      const [address] = /http\S+\/oauth\/authorize\S+/.exec(out) ?? [];
      // The suite opens its door after it has said the address.
      if (isShown || address === undefined || !out.includes('Callback server started')) return;
      isShown = true;
      void allow(address);
    };
    const args = [
      '--client-id',
      'sandbox-client',
      '--resource',
      `${sandbox.baseUrl}/connector`,
      '-p',
      '3055',
    ];
    const ran = await run(node, [suite, 'authorization', '--url', sandbox.baseUrl, ...args], { watch });
    return ended(ran);
  });

  const driver = join(root, 'node_modules/.cache/toile-test', `driver-${process.pid}.mjs`);
  await mkdir(join(driver, '..'), { recursive: true });
  await build({
    absWorkingDir: root,
    entryPoints: ['test/peers/driver.ts'],
    outfile: driver,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    logLevel: 'error',
  });
  for (const version of Object.keys(SERVER)) {
    await holds(`conformance, client, all that ${version} requires: toile signs in`, async () => {
      const base = ['--expected-failures', join(baselines, `client-baseline-${version}.yml`)];
      const args = [
        'client',
        '--command',
        `${process.execPath} ${driver}`,
        '--requirements',
        version,
        ...base,
      ];
      // All scenarios run at once, and each starts a program of its own.
      const patient = ['--timeout', '120000'];
      return ended(await run(node, [suite, ...args, ...patient], { limit: 300_000 }));
    });
  }
  await rm(driver, { force: true });
}

const node24 = RUNTIMES.find(({ name }) => name === 'Node 24');
await having(
  'the conformance suite',
  () => Promise.all([runtimeOf(node24), programOf(PEERS.conformance)]),
  conformance,
);

// --- the inspector --------------------------------------------------------------------------------------

await having(
  'the inspector',
  () => programOf(PEERS.inspector),
  async (inspector) => {
    const http = [
      '--transport',
      'http',
      '--server-url',
      mcp,
      '--header',
      `Authorization: Bearer ${sandbox.key}`,
    ];
    const ways = [
      ['over HTTP, modern', ['--protocol-era', 'modern', ...http], []],
      ['over HTTP, legacy', ['--protocol-era', 'legacy', ...http], []],
      ['over stdio, modern', ['--protocol-era', 'modern'], ['--', process.execPath, ...SERVE]],
      ['over stdio, legacy', ['--protocol-era', 'legacy'], ['--', process.execPath, ...SERVE]],
    ];
    // Its child gets a home and little else, as with other hosts.
    const inspect = (flags, method, after) =>
      run(process.execPath, [inspector, '--cli', ...flags, ...method, '--format', 'json', ...after]);
    for (const [name, flags, after] of ways) {
      await holds(`inspector, ${name}: lists the tools`, async () => {
        const ran = await inspect(flags, ['--strict', '--method', 'tools/list'], after);
        return ended(ran) ?? hasTools(JSON.parse(ran.out).result.tools);
      });
      for (const [tool, args] of CALLS) {
        await holds(`inspector, ${name}: calls ${tool}`, async () => {
          const method = [
            '--method',
            'tools/call',
            '--tool-name',
            tool,
            '--tool-args-json',
            JSON.stringify(args),
          ];
          const ran = await inspect(flags, method, after);
          return ended(ran) ?? hasBody(tool, JSON.parse(ran.out).result);
        });
      }
    }
  },
);

// --- two more clients, over stdio -----------------------------------------------------------------------

const config = join(home, 'servers.json');
await writeFile(
  config,
  JSON.stringify({ mcpServers: { toile: { command: process.execPath, args: SERVE } } }),
);

await having(
  'mcporter',
  () => programOf(PEERS.mcporter),
  async (mcporter) => {
    const ask = (...args) => run(process.execPath, [mcporter, '--config', config, ...args]);
    await holds('mcporter lists the tools', async () => {
      const ran = await ask('list', 'toile', '--json');
      return ended(ran) ?? hasTools(JSON.parse(ran.out).tools);
    });
    for (const [tool, args] of CALLS) {
      await holds(`mcporter calls ${tool}`, async () => {
        const ran = await ask('call', `toile.${tool}`, '--args', JSON.stringify(args), '--output', 'json');
        const member = tool === 'export_design' ? 'download_url' : 'garment_id';
        return ended(ran) ?? (JSON.parse(ran.out)[member] ? undefined : ran.out);
      });
    }
  },
);

await having(
  'mcpc',
  () => programOf(PEERS.mcpc),
  async (mcpc) => {
    const ask = (...args) => run(process.execPath, [mcpc, ...args]);
    await holds('mcpc connects', async () => ended(await ask('connect', `${config}:toile`, '@toile')));
    await holds('mcpc lists the tools', async () => {
      const ran = await ask('@toile', 'tools-list', '--json');
      return ended(ran) ?? hasTools(JSON.parse(ran.out));
    });
    for (const [tool, args] of CALLS) {
      await holds(`mcpc calls ${tool}`, async () => {
        const words = Object.entries(args).map(([key, value]) => `${key}:=${JSON.stringify(value)}`);
        const ran = await ask('@toile', 'tools-call', tool, ...words, '--json');
        return ended(ran) ?? hasBody(tool, JSON.parse(ran.out));
      });
    }
    await ask('close', '@toile');
  },
);

keyed.close();
sandbox.close();
// The last servers may still be putting their things away.
await rm(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
sum.end();
