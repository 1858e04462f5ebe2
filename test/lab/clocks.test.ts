/** Clocks that are days off, that jump between two commands, and that run away: nothing is sent twice or waits for ever. */
import { isToolMissing } from '../support/is-tool-missing.ts';
import { digestOf } from './folders.ts';
import { type Trying, trying } from './lab.ts';
import { D, keptIs, postsAre, request } from './paid.ts';
import { judged, said } from './running.ts';
import { designs, refusal } from './service.ts';
import { instead } from './troubles.ts';

const MISSING = isToolMissing('faketime', 'faketime') ? 'faketime is missing' : undefined;
const TRIAL: Trying = { unless: MISSING };

/** What a clock shows against the right one. */
const CLOCKS = ['-400d', '-2d', '-1h', '+1h', '+2d', '+400d', '+20y'] as const;
/** Longer than any of these takes, on a machine with other work too. */
const LIMIT = 20_000;

for (const clock of CLOCKS) {
  trying(
    'techpack request',
    `a clock that is off: ${clock}`,
    {},
    async ({ row, service, place }) => {
      row.sequences += 1;
      const off = { time: clock, limit: LIMIT };
      const right = { limit: LIMIT };
      // The clock is wrong, is put right, and is wrong again.
      for (const how of [off, right, off]) {
        const ended = judged(row, await place.run(request(), how));
        row.holds([0, 8].includes(ended.code ?? -1), said(ended));
        postsAre(row, service, 1, `by a clock that shows ${clock}`);
      }
      service.ready();
      const taken = judged(row, await place.run(request('--wait', '--download', 'pk.pdf'), off));
      postsAre(row, service, 1, 'when it is ready');
      row.holds(keptIs(row, place.file('pk.pdf'), 'pdf', said(taken)), said(taken));
    },
    TRIAL,
  );
  trying(
    'pull',
    `a clock that is off: ${clock}`,
    { designs: designs(3) },
    async ({ row, place }) => {
      row.sequences += 1;
      const off = { time: clock, limit: LIMIT };
      const only = { what: 'rename', path: '/designs/' };
      // Killed by one clock and gone on with by another.
      await place.run(['pull', 'season'], { ...off, only, fault: { mode: 'kill', at: 5 } });
      const ended = judged(row, await place.run(['pull', 'season'], { limit: LIMIT }));
      row.holds(ended.code === 0, said(ended));
      const whole = judged(row, await place.run(['pull', 'other'], { limit: LIMIT }));
      row.holds(
        digestOf(place.file('season')) === digestOf(place.file('other')),
        `another folder: ${said(whole)}`,
      );
      const back = judged(row, await place.run(['pull', 'season'], off));
      row.holds(back.code === 0, said(back));
    },
    TRIAL,
  );
  trying(
    'me, designs ls, export, login',
    `a clock that is off: ${clock}`,
    {},
    async ({ row, service, place }) => {
      row.sequences += 1;
      const off = { time: clock, limit: LIMIT };
      const limited = { env: { TOILE_RATE: '300/5m' } };
      for (const argv of [
        ['me'],
        ['designs', 'ls', '--all'],
        ['graph', D],
        ['export', D, '-o', 'x.svg', '--clobber'],
      ]) {
        for (const how of [off, { limit: LIMIT }]) {
          const ended = judged(row, await place.run(argv, { ...how, ...limited }));
          row.holds(ended.code === 0, said(ended));
        }
      }
      const login = ['login', '--with-key', '--insecure-storage'];
      const NO_KEY = { TOILE_API_KEY: undefined };
      for (const how of [off, { limit: LIMIT }]) {
        const ended = judged(row, await place.run(login, { ...how, stdin: service.key, env: NO_KEY }));
        row.holds(ended.code === 0, said(ended));
      }
    },
    TRIAL,
  );
}

trying(
  'me',
  'a clock that jumps: a wait of the rate limit that a wrong clock wrote down',
  {},
  async ({ row, service, place }) => {
    row.sequences += 1;
    service.on('me', 1, instead(refusal(429, 'RATE_LIMITED', { 'retry-after': '60' })));
    judged(row, await place.run(['me', '--max-wait', '0'], { time: '+2d' }));
    const ended = judged(row, await place.run(['me', '--max-wait', '0'], { limit: LIMIT }));
    row.holds(ended.code === 0, `two days late: ${said(ended)}`);
  },
  TRIAL,
);

trying(
  'techpack request --wait',
  'a clock that runs away: thirty times as fast',
  {},
  async ({ row, service, place }) => {
    row.sequences += 1;
    setTimeout(() => service.ready(), 1500).unref();
    const ended = judged(
      row,
      await place.run(request('--wait', '--timeout', '30m'), { time: '+0 x30', limit: LIMIT }),
    );
    row.holds(ended.code === 0, said(ended));
    postsAre(row, service, 1, 'on a clock that runs away');
  },
  TRIAL,
);

/** A process that holds a lock may live, whatever the clock of the next one shows. */
for (const clock of ['+1d', '-1d', '+200s']) {
  trying(
    'techpack request',
    `the holder of the record stands still: and the clock shows ${clock}`,
    { designs: designs(2) },
    async ({ row, service, place }) => {
      row.sequences += 1;
      const holder = place.start(request(), {
        only: { what: 'write', path: 'purchases.json' },
        fault: { mode: 'stop', at: 1 },
      });
      row.holds(await holder.stopped(), 'it never wrote');
      // It waits for the lock as long as ever, on a clock that runs five times as fast.
      const other = judged(row, await place.run(request(), { time: `${clock} x5`, limit: LIMIT }));
      row.holds(other.code !== null, said(other));
      holder.goOn();
      judged(row, await holder.ended);
      postsAre(row, service, 1, `the lock was taken from one that lives: ${said(other)}`);
    },
    TRIAL,
  );
}
