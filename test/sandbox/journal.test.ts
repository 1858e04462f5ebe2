import { describe, expect, it } from 'vitest';
import { createMemoryJournal, type JournalStore } from '../../src/sandbox/index.ts';
import { parseJournalLine } from '../../src/sandbox/state/sandbox-state.ts';
import { openStateStore } from '../../src/sandbox/state/state-store.ts';
import { authorizeAs, createClock, createSeededBytes, MINTED, openSandbox, PLAIN } from './open-sandbox.ts';

const exportsPath = `/v1/designs/${PLAIN.id}/exports`;
const packsPath = `/v1/designs/${MINTED.id}/tech-packs`;

describe('the journal', () => {
  it('restores links, purchases, clock, keys and scenario in the next process', async () => {
    const store = createMemoryJournal();
    const first = await openSandbox({ store });
    const link = (await (await first.post(exportsPath)).json()).download_url;
    const { purchase_id: id } = await (await first.post(packsPath)).json();
    await first.sandbox.control.advance(25_000);
    await first.sandbox.control.revoke('other');
    await first.sandbox.control.scenario('slow-pack');
    await first.sandbox.close();

    const second = await openSandbox({ store, random: createSeededBytes('another') });
    expect((await second.sandbox.fetch(link)).status).toBe(200);
    expect((await (await second.ask(`/v1/tech-packs/${id}`)).json()).status).toBe('fulfilled');
    expect((await second.ask('/v1/me', { headers: authorizeAs('other') })).status).toBe(401);
    expect(await second.sandbox.control.status()).toMatchObject({
      offset_ms: 25_000,
      scenario: 'slow-pack',
      exports: 1,
      revoked: ['other'],
    });
  });

  it('shows the changes and the reset of another sandbox with the same store at once', async () => {
    const store = createMemoryJournal();
    const [one, two] = [
      await openSandbox({ store }),
      await openSandbox({ store, random: createSeededBytes('two') }),
    ];
    const { purchase_id: id } = await (await one.post(packsPath, {}, 'no-allowance')).json();
    await two.sandbox.control.pay();
    expect((await (await one.ask(`/v1/tech-packs/${id}`)).json()).status).toBe('composing');
    await two.sandbox.control.reset();
    expect((await one.ask(`/v1/tech-packs/${id}`)).status).toBe(404);
    // The new journal is longer than what was known of the old one.
    await two.sandbox.control.reset();
    for (let n = 0; n < 5; n++) await two.post(exportsPath);
    expect((await one.sandbox.control.status()).exports).toBe(5);
  });

  it('contains no key, and does not grow by reads', async () => {
    const store = createMemoryJournal();
    const opened = await openSandbox({ store });
    await opened.post(exportsPath);
    const before = (await store.read()).length;
    for (const path of ['/v1/me', '/v1/designs', `/v1/designs/${PLAIN.id}/graph`]) await opened.ask(path);
    expect((await store.read()).length).toBe(before);
    expect((await store.read()).join('\n')).not.toContain('svc_sk_');
  });

  it('skips lines that it cannot read', async () => {
    const good = createMemoryJournal();
    const first = await openSandbox({ store: good });
    await first.post(exportsPath);
    const lines = await good.read();
    const torn = [
      '',
      'not JSON',
      '{"type":"exported"',
      'null',
      '[]',
      '"began"',
      '{"type":"constructor"}',
      '{"type":"from a later version"}',
      '{"type":"advanced","ms":"1"}',
      '{"type":"advanced","ms":1e300}',
      '{"type":"advanced","ms":-5}',
      '{"type":"scenario","name":"rate-limited","at":1e16}',
      '{"type":"requested","id":"1"}',
      '{"type":"paid","id":"1","composition":{"at":1}}',
      '{"type":"paid","id":"unknown","composition":{"at":1,"takes":1,"fails":false}}',
      '{"type":"cancelled","id":"unknown","at":1}',
      '{"type":"scenario","name":"from a later version","at":1}',
    ];
    const second = await openSandbox({ store: createMemoryJournal([...torn, ...lines, ...torn]) });
    expect(await second.sandbox.control.status()).toMatchObject({ exports: 1, offset_ms: 0, purchases: [] });
    expect((await second.ask('/v1/me')).status).toBe(200);
  });

  it('keeps a valid date when the clock is advanced too often', async () => {
    const far = '{"type":"advanced","ms":253402300799999}';
    const { ask, post } = await openSandbox({ store: createMemoryJournal([far, far, far]) });
    expect(new Date((await ask('/v1')).headers.get('date') ?? '').getUTCFullYear()).toBeGreaterThan(9999);
    expect((await post(exportsPath)).status).toBe(201);
  });

  it('ignores a second creation with another secret', async () => {
    const store = createMemoryJournal();
    const opened = await openSandbox({ store });
    const link = (await (await opened.post(exportsPath)).json()).download_url;
    await store.append('{"type":"began","world":"w","secret":"s"}');
    expect((await opened.sandbox.fetch(link)).status).toBe(200);
  });

  it('changes under the lock of the store, each change after the one before', async () => {
    const lines: string[] = [];
    let locked = 0;
    let deepest = 0;
    let last: Promise<unknown> = Promise.resolve();
    const store: JournalStore = {
      read: async () => [...lines],
      append: async (line) => {
        if (locked !== 1) throw new Error('appended outside of the lock');
        await new Promise((done) => setTimeout(done, 1));
        lines.push(line);
      },
      clear: async () => {
        lines.length = 0;
      },
      exclusive: (change) => {
        const run = async () => {
          deepest = Math.max(deepest, ++locked);
          return change().finally(() => locked--);
        };
        const done = last.then(run);
        last = done.catch(() => undefined);
        return done;
      },
    };
    const sandboxes = await Promise.all([
      openSandbox({ store }),
      openSandbox({ store, random: createSeededBytes('b') }),
    ]);
    const answers = await Promise.all(
      Array.from({ length: 20 }, async (_, n) => (await sandboxes[n % 2]?.post(packsPath))?.status),
    );
    expect(answers.filter((status) => status === 202)).toHaveLength(1);
    expect(answers.filter((status) => status === 402)).toHaveLength(19);
    expect(lines.filter((line) => line.includes('"began"'))).toHaveLength(1);
    expect(deepest).toBe(1);
  });

  it('ignores a read that ended after a newer one', async () => {
    const store = createMemoryJournal();
    let slow: Promise<void> | undefined;
    const read = async () => {
      const [lines, wait] = [[...(await store.read())], slow];
      slow = undefined;
      await wait;
      return lines;
    };
    const world = openStateStore({ ...store, read }, createClock(), createSeededBytes());
    await world.state();
    let release = () => {};
    slow = new Promise((resolve) => {
      release = resolve;
    });
    const overtaken = world.state();
    const offset = await world.change(async (state, record) => {
      await record({ type: 'advanced', ms: 1 });
      release();
      await overtaken;
      await record({ type: 'advanced', ms: 2 });
      return state.offset;
    });
    expect(offset).toBe(3);
  });

  it('is complete on disk when the sandbox is closed, also without waiting for the answer', async () => {
    const kept = createMemoryJournal();
    let release = () => {};
    const written = new Promise<void>((resolve) => {
      release = resolve;
    });
    const store = {
      ...kept,
      append: async (line: string) => {
        if (line.includes('"exported"')) await written;
        return kept.append(line);
      },
    };
    const { ask, sandbox } = await openSandbox({ store });
    const stop = new AbortController();
    const asked = ask(exportsPath, { method: 'POST', signal: stop.signal });
    stop.abort();
    await expect(asked).rejects.toBe(stop.signal.reason);
    const closed = sandbox.close();
    release();
    await closed;
    expect((await kept.read()).at(-1)).toContain('"exported"');
  });

  it('accepts changes after one that failed', async () => {
    const store = createMemoryJournal();
    let full = true;
    const opened = await openSandbox({
      store: {
        ...store,
        append: (line) =>
          full && line.includes('"exported"') ? Promise.reject(new Error('ENOSPC')) : store.append(line),
      },
    });
    expect((await opened.post(exportsPath)).status).toBe(500);
    full = false;
    expect((await opened.post(exportsPath)).status).toBe(201);
    expect((await opened.sandbox.control.status()).exports).toBe(1);
  });
});

it('a line is an event only with the members of its type', () => {
  expect(parseJournalLine('{"type":"advanced","ms":5,"more":1}')).toMatchObject({ type: 'advanced', ms: 5 });
  expect(parseJournalLine('{"type":"advanced","ms":null}')).toBeUndefined();
  expect(parseJournalLine('{"type":"scenario","name":null,"at":0}')).toMatchObject({ name: null });
});

it('the sandbox uses the clock of its options', async () => {
  const { ask } = await openSandbox({ clock: createClock(0) });
  expect((await ask('/v1')).headers.get('date')).toBe('Thu, 01 Jan 1970 00:00:00 GMT');
});
