import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Interrupted } from '../../src/platform/errors.ts';
import {
  KEY,
  SECOND_KEY,
  type SmallService,
  startSmallService,
  toDesignId,
} from '../collection/small-service.ts';
import { join } from '../support/create-folder.ts';
import { createHome, runToile } from '../support/run-toile.ts';

const buildEnv = ({ base }: SmallService, rate = '100000/1s') => ({
  TOILE_API_KEY: KEY,
  TOILE_BASE_URL: base,
  TOILE_RATE: rate,
});

/** Pulls a season into a new home; also returns its service. */
const pullDesigns = async (count: number, ...flags: readonly string[]) => {
  const service = await startSmallService(count);
  const home = await createHome();
  const run = (...argv: readonly string[]) => runToile(argv, { home, env: buildEnv(service) });
  const first = await run('pull', 'season', ...flags);
  expect(first.code, first.err).toBe(0);
  const listFiles = (name: string): string[] =>
    readdirSync(join(home, 'season', 'designs', `design-1--${toDesignId(1)}`)).filter((each) =>
      each.includes(name),
    );
  const path = (name: string) => join(home, 'season', 'designs', `design-1--${toDesignId(1)}`, name);
  return { service, home, run, files: listFiles, path };
};

describe('--reserve', () => {
  it.each([
    ['pull', ['pull', 'other']],
    ['stale', ['stale', 'season']],
  ])('of %s leaves so many requests of the limit to others', async (_, argv) => {
    const { service, home } = await pullDesigns(9);
    service.asked.length = 0;
    const limited = { home: await createHome(), env: buildEnv(service, '20/1h') };
    const dirs = argv.map((word) => (/^(season|other)$/.test(word) ? join(home, word) : word));
    const run = await runToile([...dirs, '--reserve', '15', '--max-wait', '1s'], limited);
    expect(run.code, run.err).toBe(7);
    expect(service.asked).toHaveLength(5);
  });
});

describe('the exit code of a pull', () => {
  it('is 1 when some failed, and 5 when nothing that was named exists', async () => {
    const { service, run } = await pullDesigns(2);
    service.graph = 'two';
    expect((await run('pull', 'season', 'GARM-77')).code).toBe(1);
    const nothing = await run('pull', 'other', '--garments-only', 'GARM-77', '--json');
    expect(nothing.code).toBe(5);
    expect(JSON.parse(nothing.out)).toMatchObject({
      failed: [
        {
          kind: 'garment',
          id: 'GARM-77',
          code: 'not_found',
          file: 'garments/GARM-77/graph.technical_designer.json',
        },
        {},
        {},
        {},
      ],
      gone: [],
    });
    const view = await run('pull', 'other', '--garments-only', 'GARM-77');
    expect(view.out).toContain('failed\tgarments/GARM-77/');
  });
});

it('an interrupted pull is continued with the key that began it, and with no other', async () => {
  const { service, home } = await pullDesigns(3);
  const pull = (key: string, signal = new AbortController().signal) =>
    runToile(['pull', 'season', '--json'], {
      home,
      env: { ...buildEnv(service), TOILE_API_KEY: key },
      signal,
    });
  for (const key of [KEY, SECOND_KEY]) {
    const stop = new AbortController();
    const asked = service.asked.length;
    service.working = async () => {
      if (service.asked.length === asked + 6) stop.abort(new Interrupted());
    };
    expect((await pull(KEY, stop.signal)).code).toBe(130);
    service.working = async () => undefined;
    const { code, out, err } = await pull(key);
    expect(code, err).toBe(0);
    expect(JSON.parse(out).resumed, key).toBe(key === KEY);
  }
});

describe('a folder whose last pull did not finish', () => {
  /** A whole folder `season`, and a folder `half` in which a pull stopped after so many requests. */
  const pullHalf = async (requests: number) => {
    const { service, home, run } = await pullDesigns(4);
    const stopped = await run('pull', 'half', '--max-requests', `${requests}`);
    expect([stopped.code, stopped.out]).toEqual([0, expect.stringContaining(` ${19 - requests} left;`)]);
    return { service, home, run };
  };
  const output = /the last pull into half did not finish: .*; toile pull half resumes it/;

  it.each([
    ['stale', 1],
    ['season', 0],
    ['trims', 0],
    ['values', 0],
  ])('is reported by %s, on stderr and in JSON', async (command, exit) => {
    const { run } = await pullHalf(7);
    const words = command === 'values' ? ['half', '--whole'] : ['half'];
    const { code, err, out } = await run(command, ...words, '--json');
    expect([code, JSON.parse(out).unfinished], err).toEqual([exit, ['half']]);
    expect(err.match(new RegExp(output, 'g'))).toHaveLength(1);
    const whole = await run(command, ...words.map((word) => word.replace('half', 'season')), '--json');
    expect(JSON.parse(whole.out)).not.toHaveProperty('unfinished');
    expect(whole.err).not.toContain('did not finish');
    expect((await run('pull', 'half')).code).toBe(0);
    const later = await run(command, ...words, '--json');
    expect([later.code, JSON.parse(later.out).unfinished, later.err]).toEqual([0, undefined, '']);
  });

  it('is unfinished also when one pull was killed', async () => {
    const { service, home } = await pullDesigns(2);
    const stop = new AbortController();
    const asked = service.asked.length;
    service.working = async () => {
      if (service.asked.length === asked + 6) stop.abort(new Interrupted());
    };
    const killed = { home, env: buildEnv(service), signal: stop.signal };
    expect((await runToile(['pull', 'half'], killed)).code).toBe(130);
    const { code, err } = await runToile(['values', 'half', '--whole'], { home });
    expect([code, output.test(err)]).toEqual([0, true]);
  });

  it.each([
    ['season', 'half'],
    ['half', 'season'],
  ])('lacks designs and files, which is not a change: diff %s %s', async (a, b) => {
    const { run } = await pullHalf(6);
    const { code, err, out } = await run('diff', a, b, '--json');
    const { same, counts, designs, unfinished } = JSON.parse(out);
    expect([code, same, unfinished], err).toEqual([2, false, ['half']]);
    expect(counts).toEqual({
      ...{ changed: 0, added: 0, removed: 0, withheld: 0 },
      ...{ designs_added: 0, designs_removed: 0, not_pulled: 4 },
    });
    expect(designs.map(({ id, read, word }: Record<string, string>) => [id, read, word])).toEqual([
      [toDesignId(1), 'confirmations.json', 'not pulled'],
      [toDesignId(2), '', 'not pulled'],
      [toDesignId(3), '', 'not pulled'],
      [toDesignId(4), '', 'not pulled'],
    ]);
    expect(err).toMatch(output);
    for (const form of [[], ['--md'], ['--html'], ['--csv']]) {
      const written = await run('diff', a, b, ...form);
      expect([written.code, /design (added|removed)/.test(written.out)]).toEqual([2, false]);
      expect(written.out).toContain('not pulled');
    }
  });

  it('is not compared as if one design were the whole folder', async () => {
    const { run } = await pullHalf(7);
    expect((await run('pull', 'one', toDesignId(2))).code).toBe(0);
    const { out } = await run('diff', 'half', 'one', '--json');
    const words = JSON.parse(out).designs.map(({ id, word }: Record<string, string>) => [id, word]);
    expect(words).toEqual([
      [toDesignId(1), 'removed'],
      [toDesignId(2), 'not pulled'],
    ]);
  });
});

describe('--delete', () => {
  it('is a switch in any position, and accepts =all and nothing else', async () => {
    const { service, run } = await pullDesigns(3);
    service.count = 2;
    expect((await run('pull', '--delete', 'season')).out).toContain(`removed\t${toDesignId(3)}`);
    service.count = 1;
    const refused = await run('pull', 'season', '--delete', '--json');
    expect(refused.code).toBe(1);
    expect(JSON.parse(refused.out)).toMatchObject({
      gone: [{ removed: false }],
      failed: [{ kind: 'removal', code: 'not_removed' }],
    });
    expect(refused.err).toContain('--delete=all');
    expect((await run('pull', 'season', '--delete=all')).out).toContain(`removed\t${toDesignId(2)}`);
    for (const wrong of ['--delete=some', '--delete=ALL']) {
      const run2 = await run('pull', 'season', wrong);
      expect(run2).toMatchObject({ code: 2, out: '' });
      expect(run2.err).toContain('takes no value or =all');
    }
  });

  it('deletes old removed files', async () => {
    const { service, home, run } = await pullDesigns(4);
    service.count = 3;
    await run('pull', 'season', '--delete');
    const listRemoved = () => readdirSync(join(home, 'season', '.toile', 'removed'));
    expect((await run('pull', 'season', '--prune', '30d', '--json')).out).toContain('"pruned":0');
    expect(listRemoved()).toHaveLength(1);
    const late = { home, env: buildEnv(service), now: Date.now() + 40 * 365 * 86_400_000 };
    expect((await runToile(['pull', 'season', '--prune', '30d', '--json'], late)).out).toContain(
      '"pruned":1',
    );
    expect(listRemoved()).toEqual([]);
    expect(await run('pull', 'season', '--prune', 'soon')).toMatchObject({ code: 2 });
  });
});

describe('an incomplete list', () => {
  it('is reported by pull, in every form', async () => {
    const { service, run } = await pullDesigns(6);
    service.count = 0;
    const json = await run('pull', 'season', '--json');
    expect(json.code).toBe(1);
    expect(json.err).toContain('the list is empty, but the folder has 6 designs');
    expect(JSON.parse(json.out).failed).toMatchObject([
      { kind: 'list', id: null, file: null, code: 'list_incomplete' },
    ]);
    expect((await run('pull', 'season')).out).toContain('failed\tthe list\tthe list is empty');
  });
});

describe('stale', () => {
  const readState = async (
    run: Awaited<ReturnType<typeof pullDesigns>>['run'],
    ...more: readonly string[]
  ) => {
    const { code, out } = await run('stale', 'season', '--json', ...more);
    return [
      code,
      JSON.parse(out).files.map(({ path, status }: { path: string; status: string }) => [
        path.split('/').at(-1),
        status,
      ]),
    ];
  };
  const [GRAPH, EXPORT] = ['graph.technical_designer.json', 'export.technical_designer.svg'];

  it('distinguishes edited and missing files from current ones', async () => {
    const { run, path } = await pullDesigns(1, '--exports', 'svg');
    expect(await readState(run)).toEqual([
      0,
      [
        [GRAPH, 'current'],
        [EXPORT, 'current'],
      ],
    ]);
    writeFileSync(path(EXPORT), '<svg>edited</svg>');
    expect(await readState(run)).toEqual([
      1,
      [
        [GRAPH, 'current'],
        [EXPORT, 'edited'],
      ],
    ]);
    rmSync(path(EXPORT));
    writeFileSync(path(GRAPH), '{}');
    expect(await readState(run)).toEqual([
      1,
      [
        [GRAPH, 'edited'],
        [EXPORT, 'lost'],
      ],
    ]);
  });

  it('reads no file larger than any that was pulled, sparse files included', async () => {
    const { run, path } = await pullDesigns(1, '--exports', 'svg');
    const before = readFileSync(path(GRAPH), 'utf8');
    for (const name of [GRAPH, EXPORT]) truncateSync(path(name), 2 ** 40);
    expect(await readState(run)).toEqual([
      1,
      [
        [GRAPH, 'edited'],
        [EXPORT, 'edited'],
      ],
    ]);
    expect((await run('pull', 'season', '--exports', 'svg', '--max-age', '1h')).code).toBe(0);
    expect(readFileSync(path(GRAPH), 'utf8')).toBe(before);
    expect((await readState(run))[0]).toBe(0);
  });

  it('reports an export as outdated when its graph is', async () => {
    const { service, run, path } = await pullDesigns(1, '--exports', 'svg');
    service.graph = 'two';
    expect(await readState(run)).toEqual([
      1,
      [
        [GRAPH, 'stale'],
        [EXPORT, 'stale'],
      ],
    ]);
    // A newer graph does not show whether the earlier export is current.
    await run('pull', 'season');
    expect(readFileSync(path(GRAPH), 'utf8')).toContain('two');
    expect(await readState(run)).toEqual([
      1,
      [
        [GRAPH, 'current'],
        [EXPORT, 'stale'],
      ],
    ]);
  });

  it('reports a design as gone only when the service says so', async () => {
    const { service, run } = await pullDesigns(2);
    service.count = 1;
    expect(await readState(run)).toEqual([
      1,
      [
        [GRAPH, 'current'],
        [GRAPH, 'gone'],
      ],
    ]);
    service.instead = (url) => (url.includes(`${toDesignId(2)}/`) ? '<h1>404</h1>' : undefined);
    expect(await readState(run)).toEqual([
      1,
      [
        [GRAPH, 'current'],
        [GRAPH, 'unknown'],
      ],
    ]);
  });

  it('refuses a folder of another user, as pull does', async () => {
    const { service, run } = await pullDesigns(1);
    for (const user of [toDesignId(901), null, undefined, '']) {
      Object.assign(service, { user });
      for (const command of ['stale', 'pull']) {
        const refused = await run(command, 'season');
        expect(refused).toMatchObject({ code: 2, out: '' });
        expect(refused.err).toContain('another user');
      }
    }
  });
});

it('a second pull of the same folder says so and requests nothing', async () => {
  const { service, run } = await pullDesigns(1);
  let [began, end] = [(): void => undefined, (): void => undefined];
  const begun = new Promise<void>((resolve) => {
    began = resolve;
  });
  service.working = () => {
    began();
    return new Promise((resolve) => {
      end = resolve;
    });
  };
  const first = run('pull', 'season');
  await begun;
  service.working = async () => undefined;
  const asked = service.asked.length;
  const second = await run('pull', 'season', '--json');
  expect(second).toMatchObject({ code: 1, out: '' });
  expect(JSON.parse(second.err).error).toMatchObject({ code: 'locked_by_another' });
  expect(service.asked).toHaveLength(asked);
  end();
  expect((await first).code).toBe(0);
});
