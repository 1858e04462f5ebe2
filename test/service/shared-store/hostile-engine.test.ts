import { createServer, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { convertErrorReply } from '../../../src/service/shared-store/engine-replies.ts';
import { createDesignId } from '../../soak/built-program.ts';
import { startPurchaseService } from '../../soak/interruptible-services.ts';
import { startLimitedService } from './limited-service.ts';
import { findFreePort } from './start-engine.ts';
import { createTestMachine } from './test-machine.ts';

const INFO =
  'redis_version:7.2.4\r\nrun_id:0123456789abcdef\r\naof_enabled:1\r\nmaxmemory_policy:noeviction\r\n';
const writeNumbers = (...all: readonly number[]): string =>
  `*${all.length}\r\n${all.map((one) => `:${one}\r\n`).join('')}`;

/** Starts a server that greets as an engine does and then answers every script with `says`. */
const startHostileEngine = async (says: (socket: Socket) => void): Promise<string> => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      for (const [word] of bytes.toString('latin1').matchAll(/\r\n(INFO|EVALSHA|EVAL|PING)\r\n/g)) {
        if (word.includes('INFO')) socket.write(`$${INFO.length}\r\n${INFO}\r\n`);
        else if (word.includes('PING')) socket.write('+PONG\r\n');
        else says(socket);
      }
    });
  });
  const port = await findFreePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `redis://127.0.0.1:${port}`;
};

const sendReply = (text: string) => (socket: Socket) => void socket.write(text);

describe('an engine that answers', () => {
  it.each<[string, (socket: Socket) => void, RegExp]>([
    ['-MOVED', sendReply('-MOVED 3999 10.0.0.1:6381\r\n'), /a node of a cluster/],
    ['-LOADING', sendReply('-LOADING Redis is loading the dataset in memory\r\n'), /still loading/],
    ['-OOM', sendReply("-OOM command not allowed when used memory > 'maxmemory'.\r\n"), /memory is full/],
    [
      '-READONLY',
      sendReply("-READONLY You can't write against a read only replica.\r\n"),
      /a read-only replica/,
    ],
    ['-BUSY', sendReply('-BUSY Redis is busy running a script.\r\n'), /a script of another client blocks it/],
    ['with a text', sendReply('$5\r\nhello\r\n'), /does not fit the request/],
    ['with nothing', sendReply('$-1\r\n'), /does not fit the request/],
    ['with too few', sendReply(writeNumbers(1, 0, 1)), /does not fit the request/],
    [
      'with less than nothing',
      sendReply(writeNumbers(1, 0, 1, 0, 1, 0, 1, -5, 0, 294)),
      /does not fit the request/,
    ],
    [
      'with an endless wait',
      sendReply(writeNumbers(1, 0, 1, 0, 1, 0, 1, 1e14, 0, 294)),
      /does not fit the request/,
    ],
    [
      'with an endless silence',
      sendReply(writeNumbers(1, 0, 1, 0, 1, 1e14, 1, 0, 0, 294)),
      /does not fit the request/,
    ],
    [
      'with an endless grace',
      sendReply(writeNumbers(1, 1e14, 1, 0, 1, 0, 0, 0, 0, 294)),
      /does not fit the request/,
    ],
    [
      'with more than the limit',
      sendReply(writeNumbers(1, 0, 1, 0, 1, 0, 1, 0, 0, 1e9)),
      /does not fit the request/,
    ],
    ['with a list in a list', sendReply(`*10\r\n${'*1\r\n:1\r\n'.repeat(10)}`), /does not fit the request/],
    ['never', () => undefined, /did not reply within/],
  ])('%s stops no read, is reported once, and prevents every order', async (_, says, words) => {
    const url = await startHostileEngine(says);
    const service = await startLimitedService({ limit: 300, windowMs: 300_000 });
    onTestFinished(service.close);
    const me = await (await createTestMachine(service.url, url)).run('me', '--json');
    expect(me).toMatchObject({ exitCode: 0, stderr: expect.stringMatching(words) });
    expect(me.stderr.match(/is unavailable/g)).toHaveLength(1);
    const shop = await startPurchaseService();
    onTestFinished(shop.close);
    const { run } = await createTestMachine(shop.baseUrl, url);
    const bought = await run('techpack', 'request', createDesignId(1), '--yes', '--json');
    expect(bought.exitCode).toBe(3);
    expect(shop.created.size).toBe(0);
  });
});

it('an error is explained, and its text is not repeated', () => {
  for (const word of ['WRONGPASS', 'NOAUTH', 'NOPERM', 'MISCONF', 'MASTERDOWN', 'CLUSTERDOWN', 'NOREPLICAS'])
    expect(convertErrorReply(`${word} svc_sk_secret \u001b[31m`).message).toMatch(
      /^(?!.*(secret|error))[ -~]+$/,
    );
});
