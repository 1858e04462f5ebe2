import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { JOURNAL } from '../../src/shared-engine/journal-script.ts';
import { LEDGER } from '../../src/shared-engine/ledger-script.ts';
import { needs } from '../support/needs.ts';
import { startEngine } from './engine.ts';
import { limitedService } from './limited-service.ts';
import { machine } from './machine.ts';

/** What both Valkey (every version, from 7.2) and Redis (from 5) have; what docs/shared.md allows a user of toile's own. */
const ALLOWED = {
  sent: ['AUTH', 'EVAL', 'EVALSHA', 'INFO', 'PING', 'SELECT'],
  inScripts: [
    'DEL',
    'GET',
    'HMGET',
    'HSET',
    'PEXPIRE',
    'RENAME',
    'SET',
    'STRLEN',
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

const folder = new URL('../../src/shared-engine/', import.meta.url);
const all = (pattern: RegExp, text: string): readonly string[] =>
  [...new Set([...text.matchAll(pattern)].map(([, word = '']) => word))].toSorted();

it('asks for nothing that Valkey or an older Redis lacks', () => {
  const scripts = LEDGER.text + JOURNAL.text;
  expect(all(/redis\.call\('([A-Z]+)'/g, scripts)).toEqual(ALLOWED.inScripts);
  // No command by a name that is made up on the way, and nothing of `redis` beside.
  expect(all(/redis\.call\(([^']\S*)/g, scripts)).toEqual([]);
  expect(all(/redis\.(\w+)/g, scripts)).toEqual(ALLOWED.lua);
  const connection = readFileSync(new URL('connection.ts', folder), 'utf8');
  expect([...all(/\['([A-Z]{3,})'/g, connection)]).toEqual(ALLOWED.sent);
  for (const file of readdirSync(folder).filter((name) => !name.endsWith('-script.ts')))
    expect(readFileSync(new URL(file, folder), 'utf8'), file).not.toMatch(/redis\.call/);
});

it.skipIf(needs('redis-server', 'redis-server'))(
  'needs no right that docs/shared.md does not give',
  async () => {
    const page = readFileSync(new URL('../../docs/shared.md', import.meta.url), 'utf8');
    const user = /^user ci on .*$/m.exec(page)?.[0] ?? '';
    expect(all(/\+(\w+)/g, user).map((word) => word.toUpperCase())).toEqual(
      [...ALLOWED.inScripts, ...ALLOWED.sent.filter((word) => word !== 'AUTH')].toSorted(),
    );
    const engine = await startEngine(['user default off', user.replace('PASSWORD', 'of-the-engine')]);
    const service = await limitedService({ limit: 300, windowMs: 300_000 });
    const { run } = await machine(service.url, engine.url.replace('unix:', 'unix://ci@'), {
      TOILE_SHARED_PASSWORD: 'of-the-engine',
    });
    for (const argv of [
      ['me'],
      ['quota'],
      ['doctor'],
      ['designs', 'ls', '--limit', '60'],
      ['techpack', 'ls'],
    ]) {
      const { stdout, stderr } = await run(...argv, '--json');
      expect(stdout + stderr, argv.join(' ')).not.toMatch(/cannot be asked|forbid/);
    }
    service.close();
  },
);
