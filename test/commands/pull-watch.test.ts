import { describe, expect, it } from 'vitest';
import type { GarmentId } from '../../src/border/identity.ts';
import { typeable } from '../../src/border/shell.ts';
import { watching } from '../../src/commands/pull/watch.ts';
import { Failure, Interrupted, type ToileError, Unavailable } from '../../src/errors.ts';
import { explain } from '../../src/main/explain.ts';
import type { Asking, Pulled } from '../../src/mirror/index.ts';
import { ALL } from '../mirror/season.ts';
import { KEY, smallService } from '../mirror/small-service.ts';
import { emptyHome, toile } from '../support/toile.ts';

const NOTHING: Pulled = {
  ...{
    subjects: 0,
    new: [],
    changed: [],
    unchanged: 0,
    failed: [],
    gone: [],
    renamed: [],
    pruned: 0,
    left: 0,
  },
  ...{ requests: 0, seconds: 0, resumed: false },
};

const GARMENT = 'GARM-7' as GarmentId;

/** Pulls that go as they are told to, one after the other; behind the last of them somebody ends it. */
const watched = async (pulls: readonly ((asking: Asking) => Promise<Pulled>)[]) => {
  const controller = new AbortController();
  const told: string[] = [];
  const slept: number[] = [];
  const afters: (number | undefined)[] = [];
  let at = 0;
  const pages = watching(
    {
      signal: controller.signal,
      clock: {
        now: () => 0,
        sleep: async (ms) => {
          slept.push(ms);
          if (at < pulls.length) return;
          controller.abort(new Interrupted());
          throw controller.signal.reason;
        },
      },
      tell: (telling) => {
        if (telling.kind === 'note') told.push(telling.text);
      },
      explained: (error): ToileError => explain(error, { signIn: undefined, toile: typeable`toile` }),
    },
    {
      pull: async (_options, _list, asking) => {
        afters.push(asking.watching?.after);
        const pull = pulls[at];
        at += 1;
        return pull ? pull(asking) : NOTHING;
      },
    },
    {
      options: ALL,
      list: async function* () {},
      asking: { consent: async () => undefined, tell: () => undefined },
    },
    { everyMs: 5000, after: 3 },
  );
  const numbers: unknown[] = [];
  for await (const { items } of pages) numbers.push(...items.map(({ value }) => (value as { n: number }).n));
  return { numbers, told, slept, afters };
};

const changing =
  (...numbers: readonly number[]) =>
  async ({ watching: reader }: Asking): Promise<Pulled> => {
    for (const n of numbers)
      await reader?.changed({
        n,
        at: 0,
        what: 'changed',
        of: { kind: 'garment', id: GARMENT },
        name: null,
        path: null,
      });
    return NOTHING;
  };

describe('a pull that stays', () => {
  it('goes on after whatever passes, says it once, and ends when it is told to', async () => {
    const down = async (): Promise<Pulled> => {
      throw new Unavailable('the service cannot be reached');
    };
    const locked = async (): Promise<Pulled> => {
      throw new Failure('another pull is at work', { code: 'locked_by_another' });
    };
    const run = await watched([down, down, changing(4, 5), locked, changing(6)]);
    expect(run).toEqual({
      numbers: [4, 5, 6],
      told: [
        'the service cannot be reached; it goes on when it can',
        'another pull is at work; it goes on when it can',
      ],
      slept: [5000, 5000, 5000, 5000, 5000],
      // The number of the reader is asked for until something was told from there.
      afters: [3, 3, 3, undefined, undefined],
    });
  });

  it('ends with what does not pass', async () => {
    const broken = async (): Promise<Pulled> => {
      throw new Failure('the disk is full', { code: 'cannot_write' });
    };
    await expect(watched([changing(4), broken])).rejects.toThrow('the disk is full');
  });

  it('names what failed, and again only where it is another', async () => {
    const failing = (why: string) => async (): Promise<Pulled> => ({
      ...NOTHING,
      failed: [{ kind: 'design', id: 'x', name: null, file: 'designs/x/graph.json', why, code: 'not_found' }],
    });
    const { told } = await watched([
      failing('gone'),
      failing('gone'),
      failing('no way'),
      changing(4),
      failing('gone'),
    ]);
    expect(told).toEqual([
      'designs/x/graph.json: gone',
      'designs/x/graph.json: no way',
      'designs/x/graph.json: gone',
    ]);
  });
});

describe('pull --watch', () => {
  it('writes a line a change in a pipe and on a terminal, and ends in order', async () => {
    const service = await smallService(2);
    const home = await emptyHome();
    const env = { TOILE_API_KEY: KEY, TOILE_BASE_URL: service.base, TOILE_RATE: '100000/1s' };
    const watch = async (words: readonly string[], columns?: number) => {
      const controller = new AbortController();
      let lists = 0;
      service.working = async () => {
        lists = service.asked.filter((each) => each === 'GET /v1/designs').length;
        // Two pulls, and what the first one found is out.
        if (lists > 1) controller.abort(new Interrupted());
      };
      service.asked.length = 0;
      return toile(['pull', 'season', '--watch', '1s', '--only', 'graph', ...words], {
        ...{ home, env, columns, signal: controller.signal },
      });
    };
    const first = await watch(['--jsonl']);
    expect(first).toMatchObject({ code: 0, err: '' });
    expect(
      first.out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toMatchObject([
      { n: 1, what: 'new', kind: 'design', name: 'Design 1' },
      { n: 2, what: 'new' },
    ]);
    service.graph = 'two';
    expect((await watch([], 80)).out).toMatch(/^3\t\S+\tchanged\tdesign\t.*\n4\t.*\n$/);
  });

  it.each([
    [['--watch', '1s', '--json'], 'it has no end'],
    [['--watch', '1s', '--dry-run'], 'nothing to watch'],
    [['--watch', 'soon'], 'takes seconds'],
    [['--watch', '0'], 'at least 1s'],
    [['--after', '3'], 'goes with --watch'],
    [['--watch', '1s', '--after', 'x'], 'whole number'],
  ])('%s is refused', async (words, why) => {
    const run = await toile(['--sandbox', 'pull', 'season', ...words]);
    expect(run).toMatchObject({ code: 2, out: '' });
    expect(run.err.replaceAll(/\s+/g, ' ')).toContain(why);
  });
});
