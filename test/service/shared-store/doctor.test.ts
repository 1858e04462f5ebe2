import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createLedgerNames } from '../../../src/service/shared-store/key-names.ts';
import { isToolMissing } from '../../support/is-tool-missing.ts';
import { type CertificateAuthority, createAuthority } from '../http/certificate-authority.ts';
import { startLimitedService } from './limited-service.ts';
import { findFreePort, startEngine } from './start-engine.ts';
import { createTestMachine, KEY } from './test-machine.ts';

const { url, close } = await startLimitedService({ limit: 300, windowMs: 300_000 });
afterAll(close);

/** Runs doctor and returns its checks of the engine. */
const runDoctor = async (shared: string, more: Readonly<Record<string, string>> = {}) => {
  const { here } = await createTestMachine(url, shared, more);
  const { stdout } = await here('doctor', '--json');
  const { findings } = JSON.parse(stdout) as {
    readonly findings: readonly {
      readonly check: string;
      readonly state: string;
      readonly message: string;
      readonly fix?: string;
    }[];
  };
  return findings.find(({ check }) => check === 'shared');
};

const startServer = async (server: ReturnType<typeof createServer>): Promise<string> => {
  const port = await findFreePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `redis://127.0.0.1:${port}`;
};

describe('doctor about the shared engine', () => {
  it('reports that nothing, or something else, listens there', async () => {
    expect(await runDoctor(`redis://127.0.0.1:${await findFreePort()}`)).toMatchObject({
      state: 'problem',
      message: expect.stringMatching(/^the shared server at redis:.* is unavailable: /),
      fix: expect.stringMatching(/TOILE_SHARED/),
    });
    const web = await startServer(
      createServer((socket) =>
        socket
          .on('error', () => undefined)
          .once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')),
      ),
    );
    expect(await runDoctor(web)).toMatchObject({
      state: 'problem',
      message: expect.stringMatching(/is invalid|not Valkey/),
    });
  });

  it('reports a version that is too old', async () => {
    const info = 'redis_version:4.0.14\r\nrun_id:0123456789abcdef\r\n';
    const old = await startServer(
      createServer((socket) =>
        socket
          .on('error', () => undefined)
          .once('data', () => socket.write(`$${info.length}\r\n${info}\r\n`)),
      ),
    );
    expect(await runDoctor(old)).toMatchObject({
      state: 'problem',
      message: expect.stringContaining('it is too old: Redis 5 or later, or Valkey, is required'),
    });
  });
});

describe.skipIf(isToolMissing('redis-server', 'redis-server'))('doctor about a real engine', () => {
  let ca: CertificateAuthority;
  beforeAll(() => {
    ca = createAuthority();
  });
  afterAll(() => ca.remove());

  it('reports no problem where there is none', async () => {
    const engine = await startEngine();
    expect(await runDoctor(await engine.initStore())).toMatchObject({
      state: 'ok',
      message: expect.stringMatching(/answered in \d+ ms$/),
    });
  });

  it.each([
    ['maxmemory-policy allkeys-lru', /deletes data when its memory is full/, /noeviction/],
    ['maxmemory-policy volatile-ttl', /deletes data when its memory is full/, /noeviction/],
    ['appendonly no', /loses data when it stops/, /appendonly yes/],
    ['requirepass right', /requires a password/, /TOILE_SHARED/],
    ['user default on >right ~toile:* +info +evalsha', /lacks permissions that toile needs/, /TOILE_SHARED/],
    ['user default on nopass ~other:* +@all', /lacks permissions that toile needs/, /TOILE_SHARED/],
    ['min-replicas-to-write 3', /too few replicas/, /TOILE_SHARED/],
  ])('%s', async (setting, says, fix) => {
    const engine = await startEngine([setting]);
    const more: Record<string, string> = setting.includes('>right') ? { TOILE_SHARED_PASSWORD: 'right' } : {};
    expect(await runDoctor(engine.url, more)).toMatchObject({
      state: 'problem',
      message: expect.stringMatching(says),
      fix: expect.stringMatching(fix),
    });
  });

  it('reports a wrong password without showing it', async () => {
    const engine = await startEngine(['requirepass right-password']);
    const seen = await runDoctor(engine.url, { TOILE_SHARED_PASSWORD: 'wrong-password' });
    expect(seen).toMatchObject({
      state: 'problem',
      message: expect.stringMatching(/wrong user name or password/),
    });
    expect(JSON.stringify(seen)).not.toMatch(/wrong-password|right-password/);
  });

  it('reports a replica', async () => {
    const primary = await startEngine([`port ${await findFreePort()}`, 'bind 127.0.0.1']);
    const port = primary.cli('config', 'get', 'port').split('\n')[1];
    const replica = await startEngine([`replicaof 127.0.0.1 ${port}`]);
    await expect.poll(() => replica.cli('info', 'replication')).toMatch(/master_link_status:up/);
    expect(await runDoctor(replica.url)).toMatchObject({
      state: 'problem',
      message: expect.stringMatching(/it is a read-only replica/),
    });
  });

  it.each([0, 1])('reports other data under a name of toile (%s)', async (which) => {
    const engine = await startEngine();
    const names = createLedgerNames(new URL(url).origin, KEY);
    const shared = await engine.initStore();
    engine.cli('del', 'toile:{store}');
    engine.cli('set', which === 0 ? names.ledger[0] : 'toile:{store}', 'x');
    expect(await runDoctor(shared)).toMatchObject({
      state: 'problem',
      message: expect.stringMatching(/the keys of toile contain other data/),
    });
  });

  it('reports an untrusted certificate', async () => {
    const { key, cert } = ca.issue('localhost');
    const [keyFile, certFile] = [join(ca.folder, 'd.key'), join(ca.folder, 'd.pem')];
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
    ]);
    expect(await runDoctor(`rediss://localhost:${port}`)).toMatchObject({
      state: 'problem',
      message: expect.stringMatching(/certificate/),
    });
    expect(await runDoctor(`rediss://localhost:${port}`, { TOILE_CA_FILE: ca.file })).toMatchObject({
      message: expect.stringMatching(/TOILE_SHARED has no store id/),
      fix: 'toile shared init',
    });
  });
});
