import { EventEmitter } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { HungUp, Interrupted, Terminated } from '../../src/platform/errors.ts';
import { D1 } from '../service/tech-packs/open-records.ts';
import { buildPurchase, createOrderService } from '../service/tech-packs/order-service.ts';
import { createHome, type RunSetting, runToile } from '../support/run-toile.ts';

const ENV = { TOILE_BASE_URL: 'https://api.example', TOILE_API_KEY: 'svc_sk_x' };
const ROUTE = `v1/designs/${D1}/tech-packs`;

/** A command that may send an order, the question it asks, and whether a request precedes it. */
interface Way {
  readonly words: readonly string[];
  readonly question: RegExp;
  readonly stands?: boolean;
}

const ASKS = /Request it\?/;
const WAYS: Readonly<Record<string, Way>> = {
  'techpack request': { words: ['techpack', 'request', D1], question: ASKS },
  'techpack request --brand': { words: ['techpack', 'request', D1, '--brand', 'A'], question: ASKS },
  'techpack request --body': { words: ['techpack', 'request', D1, '--body', '{"any":1}'], question: ASKS },
  'techpack request --wait': {
    words: ['techpack', 'request', D1, '--wait', '--timeout', '5s', '--interval', '1s'],
    question: ASKS,
  },
  'techpack request --again': { words: ['techpack', 'request', D1, '--again'], question: ASKS, stands: true },
  api: { words: ['api', '-X', 'POST', ROUTE], question: ASKS },
  'api --body': { words: ['api', ROUTE, '--body', '{"brand":"A"}'], question: ASKS },
  'api, spelled otherwise': { words: ['api', '-X', 'post', `/${ROUTE}/`], question: ASKS },
  'api --again': { words: ['api', '-X', 'POST', ROUTE, '--again'], question: ASKS, stands: true },
};

type Event = 'consent' | 'asked' | 'post';

/** Runs one way to order, and returns its events in order. */
const observe = async (way: Way, flags: readonly string[], setting: RunSetting, act?: Act) => {
  const home = await createHome();
  const at = createOrderService();
  at.status = { status: 200, body: buildPurchase({}) };
  const run = (words: readonly string[], more: RunSetting) =>
    runToile(words, { home, env: ENV, network: at.network, ...more });
  if (way.stands) await run(['techpack', 'request', D1, '--yes'], {});
  const events: Event[] = [];
  at.working = async () => void events.push('post');
  const stop = new AbortController();
  let isAsked = false;
  const typing = (input: PassThrough, output: string): void => {
    if (isAsked || !way.question.test(output)) return;
    isAsked = true;
    events.push('asked');
    // An order that does not wait for the answer has left by then.
    void sleep(40).then(() => act?.(input, stop, events));
  };
  if (flags.includes('--yes')) events.push('consent');
  const ran = await run([...way.words, ...flags], { signal: stop.signal, typing, ...setting });
  return { ...ran, events, home, run };
};

type Act = (input: PassThrough, stop: AbortController, events: Event[]) => void;

const answerYes: Act = (input, _, events) => {
  events.push('consent');
  input.write('y\r');
};

/** Every way to answer that is no yes. */
const REFUSALS: Readonly<Record<string, Act>> = {
  no: (input) => input.write('n\r'),
  'Enter alone': (input) => input.write('\r'),
  'other words, and Ctrl-C': (input) => {
    input.write('maybe\r');
    void sleep(20).then(() => input.write('\u0003'));
  },
  'Ctrl-C typed': (input) => input.write('\u0003'),
  'Ctrl-D typed': (input) => input.write('\u0004'),
  'yes, and Ctrl-C before Enter': (input) => input.write('y\u0003'),
  SIGINT: (_, stop) => stop.abort(new Interrupted()),
  SIGTERM: (_, stop) => stop.abort(new Terminated()),
  'a closed terminal': (_, stop) => stop.abort(new HungUp()),
};

const TERMINAL = { columns: 80 };

const REQUEST: Way = { words: ['techpack', 'request', D1], question: ASKS };

describe.each(Object.entries(WAYS))('%s', (_, way) => {
  it('asks on a terminal, and sends after yes', async () => {
    const { events, code } = await observe(way, [], TERMINAL, answerYes);
    expect(events).toEqual(['asked', 'consent', 'post']);
    expect([0, 8]).toContain(code);
  });

  it('asks line by line for a screen reader', async () => {
    const setting = { ...TERMINAL, env: { ...ENV, TOILE_ACCESSIBLE: '1' } };
    expect((await observe(way, [], setting, answerYes)).events).toEqual(['asked', 'consent', 'post']);
    const { events } = await observe(way, [], setting, (input) => input.write('n\n'));
    expect(events).toEqual(['asked']);
  });

  it('asks nothing with --yes, on a terminal and in a pipe', async () => {
    for (const setting of [TERMINAL, {}, { stdin: 'n\n' }])
      expect((await observe(way, ['--yes'], setting)).events).toEqual(['consent', 'post']);
  });

  it('sends nothing when it cannot ask', async () => {
    for (const setting of [{}, { stdin: 'y\n' }, { stdin: '' }]) {
      const { events, code } = await observe(way, [], setting);
      expect([events, code]).toEqual([[], 2]);
    }
    const { events, code } = await observe(way, ['--no-input'], TERMINAL, answerYes);
    expect([events, code]).toEqual([[], 2]);
  });

  it.each(Object.entries(REFUSALS))('sends nothing after %s', async (_, refuse) => {
    const { events, code } = await observe(way, [], TERMINAL, refuse);
    expect(events).toEqual(['asked']);
    expect(code).not.toBe(0);
  });
});

// All at the same time, because a prompt waits half a second for the rest of an escape sequence.
it('every order sends nothing after Escape', async () => {
  const ran = await Promise.all(
    Object.values(WAYS).map((way) => observe(way, [], TERMINAL, (input) => input.write('\u001b'))),
  );
  for (const { events, code } of ran) {
    expect(events).toEqual(['asked']);
    expect(code).not.toBe(0);
  }
});

it.each([
  ['Ctrl-C', new Interrupted(), 130],
  ['SIGTERM', new Terminated(), 143],
] as const)('%s between consent and record sends nothing', async (_, reason, exit) => {
  const printed = new EventEmitter();
  // The prompt shows the answer that it took, and the command goes on in a later turn.
  const endInput: Act = (input, stop, events) => {
    answerYes(input, stop, events);
    const isTaken = (said: string): boolean => /\byes\b/i.test(said.split('Request it?').at(-1) ?? '');
    printed.on('more', (text: string) => isTaken(text) && stop.abort(reason));
  };
  const { events, code, run } = await observe(
    REQUEST,
    [],
    { ...TERMINAL, onStderr: (text) => printed.emit('more', text) },
    endInput,
  );
  expect([events, code]).toEqual([['asked', 'consent'], exit]);
  expect(JSON.parse((await run(['techpack', 'ls', '--json'], {})).out).requests).toEqual([]);
});

it('nothing is sent after yes when the record cannot be written', async () => {
  const home = await createHome();
  const state = join(home, 'toile', 'state');
  mkdirSync(join(state, 'purchases.json'), { recursive: true });
  const { events, code, err } = await observe(REQUEST, ['--yes'], { home });
  expect([events, code]).toEqual([['consent'], 1]);
  expect(err).toContain('nothing was sent');
});
