/** Wrong clocks, clocks that jump and clocks that run fast: no order is sent twice, and no command waits forever. */
import { isToolMissing } from '../support/is-tool-missing.ts';
import { createDesigns, createRefusal } from './lab-service.ts';
import { replyWith } from './network-faults.ts';
import { hashFolder } from './pulled-folder.ts';
import { buildRequest, checkFile, checkPosts, DESIGN } from './purchase-checks.ts';
import { type TestOptions, testWithService } from './test-fault.ts';

const MISSING = isToolMissing('faketime', 'faketime') ? 'faketime is missing' : undefined;
const TRIAL: TestOptions = { unless: MISSING };

/** Differences from the right time. */
const CLOCKS = ['-400d', '-2d', '-1h', '+1h', '+2d', '+400d', '+20y'] as const;
/** The time limit of each run, generous for a busy machine. */
const LIMIT = 20_000;

for (const clock of CLOCKS) {
  testWithService(
    'techpack request',
    `a clock that is off: ${clock}`,
    {},
    async ({ row, service, user }) => {
      const off = { time: clock, limit: LIMIT };
      const right = { limit: LIMIT };
      // The clock is wrong, then right, then wrong again.
      for (const how of [off, right, off]) {
        const ended = await user.run(buildRequest(), how);
        row.check([0, 8].includes(ended.code ?? -1), ended);
        checkPosts(row, service, 1, `by a clock that shows ${clock}`);
      }
      service.finishPacks();
      const taken = await user.run(buildRequest('--wait', '--download', 'pk.pdf'), off);
      checkPosts(row, service, 1, 'when it is ready');
      row.check(checkFile(row, user.file('pk.pdf'), 'pdf', `${taken}`), taken);
    },
    TRIAL,
  );
  testWithService(
    'pull',
    `a clock that is off: ${clock}`,
    { designs: createDesigns(3) },
    async ({ row, user }) => {
      const off = { time: clock, limit: LIMIT };
      const only = { what: 'rename', path: '/designs/' };
      // Killed under one clock, continued under another.
      await user.run(['pull', 'season'], { ...off, only, fault: { mode: 'kill', at: 5 } });
      const ended = await user.run(['pull', 'season'], { limit: LIMIT });
      row.check(ended.code === 0, ended);
      const whole = await user.run(['pull', 'other'], { limit: LIMIT });
      row.check(
        hashFolder(user.file('season')) === hashFolder(user.file('other')),
        `another folder: ${whole}`,
      );
      const back = await user.run(['pull', 'season'], off);
      row.check(back.code === 0, back);
    },
    TRIAL,
  );
  testWithService(
    'me, designs ls, export, login',
    `a clock that is off: ${clock}`,
    {},
    async ({ row, service, user }) => {
      const off = { time: clock, limit: LIMIT };
      const limited = { env: { TOILE_RATE: '300/5m' } };
      for (const argv of [
        ['me'],
        ['designs', 'ls', '--all'],
        ['graph', DESIGN],
        ['export', DESIGN, '-o', 'x.svg', '--clobber'],
      ]) {
        for (const how of [off, { limit: LIMIT }]) {
          const ended = await user.run(argv, { ...how, ...limited });
          row.check(ended.code === 0, ended);
        }
      }
      const login = ['login', '--with-key', '--insecure-storage'];
      const NO_KEY = { TOILE_API_KEY: undefined };
      for (const how of [off, { limit: LIMIT }]) {
        const ended = await user.run(login, { ...how, stdin: service.key, env: NO_KEY });
        row.check(ended.code === 0, ended);
      }
    },
    TRIAL,
  );
}

testWithService(
  'me',
  'a clock that jumps: a wait of the rate limit that a wrong clock wrote down',
  {},
  async ({ row, service, user }) => {
    service.on('me', 1, replyWith(createRefusal(429, 'RATE_LIMITED', { 'retry-after': '60' })));
    await user.run(['me', '--max-wait', '0'], { time: '+2d' });
    const ended = await user.run(['me', '--max-wait', '0'], { limit: LIMIT });
    row.check(ended.code === 0, `two days late: ${ended}`);
  },
  TRIAL,
);

testWithService(
  'techpack request --wait',
  'a clock that runs away: thirty times as fast',
  {},
  async ({ row, service, user }) => {
    setTimeout(() => service.finishPacks(), 1500).unref();
    const ended = await user.run(buildRequest('--wait', '--timeout', '30m'), {
      time: '+0 x30',
      limit: LIMIT,
    });
    row.check(ended.code === 0, ended);
    checkPosts(row, service, 1, 'on a clock that runs away');
  },
  TRIAL,
);

/** The holder of a lock may be alive, whatever the clock of the next process shows. */
for (const clock of ['+1d', '-1d', '+200s']) {
  testWithService(
    'techpack request',
    `the holder of the record stands still: and the clock shows ${clock}`,
    { designs: createDesigns(2) },
    async ({ row, service, user }) => {
      const holder = user.start(buildRequest(), {
        only: { what: 'write', path: 'purchases.json' },
        fault: { mode: 'stop', at: 1 },
      });
      row.check(await holder.waitForStop(), 'it never wrote');
      // The clock runs five times as fast, because the second process waits for the lock.
      const other = await user.run(buildRequest(), { time: `${clock} x5`, limit: LIMIT });
      row.check(other.code !== null, other);
      holder.resume();
      await holder.ended;
      checkPosts(row, service, 1, `the lock was taken from one that lives: ${other}`);
    },
    TRIAL,
  );
}
