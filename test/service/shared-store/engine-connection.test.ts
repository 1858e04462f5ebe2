import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { parseEngineAddress } from '../../../src/service/shared-store/engine-address.ts';
import { connectToEngine, createScript } from '../../../src/service/shared-store/engine-connection.ts';
import { createLedgerNames } from '../../../src/service/shared-store/key-names.ts';
import { createRequestLedger } from '../../../src/service/shared-store/request-ledger.ts';
import { isToolMissing } from '../../support/is-tool-missing.ts';
import { type CertificateAuthority, createAuthority } from '../http/certificate-authority.ts';
import { findFreePort, LIMITS, startEngine } from './start-engine.ts';

const ECHO = createScript('return { KEYS[1], ARGV[1], 7 }');

describe.skipIf(isToolMissing('redis-server', 'redis-server'))('a real engine', () => {
  it('runs scripts, and loads them again after it has forgotten them', async () => {
    const engine = await startEngine();
    const { run } = await engine.connect();
    expect(await run(ECHO, ['k'], ['a'])).toEqual(['k', 'a', 7]);
    engine.cli('script', 'flush');
    expect(await Promise.all([run(ECHO, ['k'], ['b']), run(ECHO, ['k'], ['c'])])).toEqual([
      ['k', 'b', 7],
      ['k', 'c', 7],
    ]);
  });

  it('explains a wrong user or password, a missing permission and a used name', async () => {
    const engine = await startEngine([
      'user default off',
      'user ann on >right ~toile:* +info +evalsha +eval +time',
    ]);
    const connectAs = (who: string) =>
      connectToEngine(parseEngineAddress(engine.url.replace('unix:', `unix://${who}@`), undefined), LIMITS);
    await expect(connectAs('ann:wrong')).rejects.toMatchObject({
      kind: 'refused',
      message: /wrong user name or password/,
    });
    await expect(engine.connect()).rejects.toMatchObject({ kind: 'refused', message: /requires a password/ });
    const ann = await connectAs('ann:right');
    onTestFinished(() => ann.close());
    await expect(
      ann.run(createScript("return redis.call('GET', KEYS[1])"), ['toile:x'], []),
    ).rejects.toMatchObject({
      kind: 'refused',
      message: /forbid/,
    });
    await expect(ann.run(ECHO, ['other'], ['a'])).rejects.toMatchObject({ kind: 'refused' });
    expect(ann.isOpen).toBe(true);
  });

  it('with other data under the names of toile is refused', async () => {
    const engine = await startEngine();
    const names = createLedgerNames('https://api.test', 'svc_sk_taken');
    engine.cli('set', names.ledger[0], 'x'.repeat(100_000));
    const asker = { machine: 'a', process: 'a', rate: { limit: 10, windowMs: 1000 } };
    const ledger = createRequestLedger(await engine.connect(), names, asker);
    await expect(ledger.ask('turn', 0, ['a.1'], [])).rejects.toMatchObject({
      kind: 'foreign',
      message: /contain other data/,
    });
  });

  describe('over TLS', () => {
    let ca: CertificateAuthority;
    beforeAll(() => {
      ca = createAuthority();
    });
    afterAll(() => ca.remove());

    it('works with a private authority and an ACL user', async () => {
      const { key, cert } = ca.issue('localhost');
      const [keyFile, certFile] = [join(ca.folder, 'e.key'), join(ca.folder, 'e.pem')];
      writeFileSync(keyFile, key);
      writeFileSync(certFile, cert);
      const port = await findFreePort();
      await startEngine([
        `tls-port ${port}`,
        'bind 127.0.0.1 -::1',
        `tls-cert-file ${certFile}`,
        `tls-key-file ${keyFile}`,
        `tls-ca-cert-file ${ca.file}`,
        'tls-auth-clients no',
        'user ann on >right ~toile:* +@all',
      ]);
      const address = parseEngineAddress(`rediss://ann@localhost:${port}`, 'right');
      const limits = { ...LIMITS, ca: [readFileSync(ca.file, 'utf8')] };
      const engine = await connectToEngine(address, limits);
      onTestFinished(() => engine.close());
      expect(await engine.run(ECHO, ['toile:k'], ['a'])).toEqual(['toile:k', 'a', 7]);
      await expect(connectToEngine(address, LIMITS)).rejects.toMatchObject({
        kind: 'away',
        message: /certificate/,
      });
    });
  });
});

/** Starts a server that sends its answer until the client disconnects. */
const startLiar = async (says: (socket: Socket) => void) => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => says(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  return parseEngineAddress(
    `redis://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    undefined,
  );
};

const writeForever = (piece: string) => (socket: Socket) => {
  const writeMore = (): void => {
    while (!socket.destroyed && socket.write(piece));
    socket.once('drain', writeMore);
  };
  writeMore();
};

describe('a server that is not an engine', () => {
  it.each<[string, (socket: Socket) => void, RegExp]>([
    [
      'an answer without an end',
      (socket) => {
        socket.write('$99999999999\r\n');
        writeForever('x'.repeat(65_536))(socket);
      },
      /no end/,
    ],
    [
      'a list without an end',
      (socket) => {
        socket.write('*99999999\r\n');
        writeForever(':1\r\n'.repeat(10_000))(socket);
      },
      /no end/,
    ],
    ['lists in lists', writeForever('*1\r\n'.repeat(10_000)), /cannot be read/],
    [
      'a list longer than can be',
      (socket) => void socket.write('*99999999999999\r\n'),
      /cannot be read|within/,
    ],
    [
      'more answers than questions',
      (socket) => void socket.write('+OK\r\n+OK\r\n+OK\r\n'),
      /without a request|not Valkey/,
    ],
    [
      'another protocol',
      (socket) => void socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'),
      /cannot be read|within|not Valkey/,
    ],
    ['silence', () => undefined, /no answer within/],
    ['a hang-up', (socket) => void socket.destroy(), /closed|connection/],
    [
      'words of its own',
      (socket) => void socket.write('-ERR \u001b[31mrm -rf / svc_sk_x\r\n'),
      /replied with an error \(ERR\)$/,
    ],
    [
      'a word in place of what it is',
      (socket) => void socket.write('$5\r\nhello\r\n'),
      /not Valkey or Redis/,
    ],
  ])('%s', async (_, says, words) => {
    const before = process.memoryUsage().rss;
    const refused = connectToEngine(await startLiar(says), { connectMs: 1_500, replyMs: 1_500 });
    await expect(refused).rejects.toMatchObject({ name: 'EngineUnavailableError', message: words });
    expect(process.memoryUsage().rss - before).toBeLessThan(300e6);
  });

  it('that does not answer counts as unreachable', async () => {
    const nobody = parseEngineAddress(`redis://127.0.0.1:${await findFreePort()}`, undefined);
    await expect(connectToEngine(nobody, LIMITS)).rejects.toMatchObject({ kind: 'away' });
    await expect(
      connectToEngine(parseEngineAddress('unix:/nowhere/s', undefined), LIMITS),
    ).rejects.toMatchObject({
      kind: 'away',
      message: 'it does not exist',
    });
  });
});
