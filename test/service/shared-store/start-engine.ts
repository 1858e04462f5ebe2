import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { type EngineAddress, parseEngineAddress } from '../../../src/service/shared-store/engine-address.ts';
import {
  connectToEngine,
  type EngineConnection,
} from '../../../src/service/shared-store/engine-connection.ts';
import { createStoreId, createStoreNames } from '../../../src/service/shared-store/key-names.ts';
import { checkStoreId } from '../../../src/service/shared-store/shared-order-store.ts';

/** A real engine of a test's own. */
export interface RunningEngine {
  readonly folder: string;
  readonly url: string;
  readonly address: EngineAddress;
  connect(): Promise<EngineConnection>;
  /** The value of TOILE_SHARED with the id of a new store in it. */
  initStore(earlier?: string): Promise<string>;
  /** What is typed at `redis-cli`. */
  cli(...words: readonly string[]): string;
  /** As a crash ends it. */
  kill(): Promise<void>;
  start(): Promise<void>;
}

export const LIMITS = { connectMs: 5_000, replyMs: 5_000 };

const isAnswering = (socket: string): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createConnection(socket);
    probe.once('error', () => resolve(false));
    probe.once('connect', () => probe.write('PING\r\n'));
    // An engine that is loading, or asks for a password or a certificate, counts as started.
    probe.once('data', (bytes) => {
      probe.destroy();
      resolve(!/LOADING/.test(bytes.toString()));
    });
  });

/** Starts an engine on a socket in a new folder and stops it after the test. `settings` are lines of its file. */
export const startEngine = async (
  settings: readonly string[] = [],
  until: (end: () => Promise<void>) => void = onTestFinished,
): Promise<RunningEngine> => {
  const folder = mkdtempSync(join(tmpdir(), 'toile-engine-'));
  const socket = join(folder, 's');
  mkdirSync(join(folder, 'data'));
  const lines = [
    'port 0',
    `unixsocket ${socket}`,
    `dir ${join(folder, 'data')}`,
    'save ""',
    'appendonly yes',
    'appendfsync always',
    'loglevel warning',
    ...settings,
  ];
  writeFileSync(join(folder, 'conf'), `${lines.join('\n')}\n`);
  let running: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    rmSync(socket, { force: true });
    running = spawn('redis-server', [join(folder, 'conf')], { stdio: 'ignore' });
    while (!existsSync(socket) || !(await isAnswering(socket))) await setTimeout(10);
  };
  const kill = async (): Promise<void> => {
    if (running === undefined || running.exitCode !== null || running.signalCode !== null) return;
    const gone = new Promise((resolve) => running?.once('exit', resolve));
    running.kill('SIGKILL');
    await gone;
  };
  await start();
  until(async () => {
    await kill();
    rmSync(folder, { recursive: true, force: true });
  });
  const url = `unix:${socket}`;
  const address = parseEngineAddress(url, undefined);
  const connect = async (): Promise<EngineConnection> => {
    const engine = await connectToEngine(address, LIMITS);
    until(() => engine.close());
    return engine;
  };
  return {
    folder,
    url,
    address,
    connect,
    async initStore(earlier) {
      const fragment = createStoreId(earlier?.split('#')[1]);
      await checkStoreId(await connect(), createStoreNames(fragment), 'init');
      return `${url}#${fragment}`;
    },
    cli: (...words) => execFileSync('redis-cli', ['-s', socket, ...words], { encoding: 'utf8' }).trim(),
    kill,
    start,
  };
};

/** Finds a port of this machine without a listener. */
export const findFreePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
