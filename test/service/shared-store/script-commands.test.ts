import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { LEDGER_SCRIPT } from '../../../src/service/shared-store/request-ledger.ts';
import { STORE_SCRIPT } from '../../../src/service/shared-store/shared-order-store.ts';
import { createDesignId } from '../../soak/built-program.ts';
import { isToolMissing } from '../../support/is-tool-missing.ts';
import { startLimitedService } from './limited-service.ts';
import { startEngine } from './start-engine.ts';
import { createTestMachine } from './test-machine.ts';

/** What both Valkey (every version, from 7.2) and Redis (from 5) have; what docs/shared.md allows a user of toile's own. */
const ALLOWED = {
  sent: ['AUTH', 'EVAL', 'EVALSHA', 'INFO', 'PING', 'SELECT'],
  inScripts: [
    'DEL',
    'EXISTS',
    'GET',
    'HDEL',
    'HGET',
    'HINCRBY',
    'HMGET',
    'HSCAN',
    'HSET',
    'PEXPIRE',
    'RENAME',
    'SET',
    'TIME',
    'ZADD',
    'ZCARD',
    'ZCOUNT',
    'ZRANGE',
    'ZREM',
    'ZREMRANGEBYSCORE',
    'ZREVRANGE',
    'ZSCORE',
  ],
  lua: ['call', 'sha1hex'],
};

const folder = new URL('../../../src/service/shared-store/', import.meta.url);
const listMatches = (pattern: RegExp, text: string): readonly string[] =>
  [...new Set([...text.matchAll(pattern)].map(([, word = '']) => word))].toSorted();

it('the scripts use no command that Valkey or an older Redis lacks', () => {
  const scripts = LEDGER_SCRIPT.text + STORE_SCRIPT.text;
  expect(listMatches(/redis\.call\('([A-Z]+)'/g, scripts)).toEqual(ALLOWED.inScripts);
  // No command by a name that is made up on the way, and nothing of `redis` beside.
  expect(listMatches(/redis\.call\(([^']\S*)/g, scripts)).toEqual([]);
  expect(listMatches(/redis\.(\w+)/g, scripts)).toEqual(ALLOWED.lua);
  const connection = readFileSync(new URL('engine-connection.ts', folder), 'utf8');
  expect([...listMatches(/\['([A-Z]{3,})'/g, connection)]).toEqual(ALLOWED.sent);
  const written = readdirSync(folder).map((file) => readFileSync(new URL(file, folder), 'utf8'));
  expect(written.join('').match(/redis\.call/g)).toHaveLength(scripts.match(/redis\.call/g)?.length ?? 0);
});

it.skipIf(isToolMissing('redis-server', 'redis-server'))(
  'needs no right that docs/shared.md does not give',
  async () => {
    const page = readFileSync(new URL('../../../docs/shared.md', import.meta.url), 'utf8');
    const user = /^user ci on .*$/m.exec(page)?.[0] ?? '';
    expect(listMatches(/\+(\w+)/g, user).map((word) => word.toUpperCase())).toEqual(
      [...ALLOWED.inScripts, ...ALLOWED.sent.filter((word) => word !== 'AUTH')].toSorted(),
    );
    const engine = await startEngine(['user default off', user.replace('PASSWORD', 'of-the-engine')]);
    const service = await startLimitedService({ limit: 300, windowMs: 300_000 });
    const address = engine.url.replace('unix:', 'unix://ci@');
    const password = { TOILE_SHARED_PASSWORD: 'of-the-engine' };
    const first = await createTestMachine(service.url, address, password);
    const { shared } = JSON.parse((await first.run('shared', 'init', '--yes', '--json')).stdout);
    const { run } = await createTestMachine(service.url, shared, password);
    for (const argv of [
      ['me'],
      ['quota'],
      ['doctor'],
      ['designs', 'ls', '--limit', '60'],
      ['techpack', 'ls'],
      ['shared', 'init', '--keep', '--yes'],
      ['techpack', 'request', createDesignId(1), '--yes'],
      ['techpack', 'forget', '--damaged', '--yes'],
    ]) {
      const { stdout, stderr } = await run(...argv, '--json');
      expect(stdout + stderr, argv.join(' ')).not.toMatch(/is unavailable|"unavailable":"|permissions/);
    }
    service.close();
  },
);
