import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { renderPurchasesPage } from '../../../scripts/docs/render-purchases-page.ts';
import { createProcessName } from '../../../src/platform/system/process-identity.ts';
import {
  findTransition,
  ORDER_EVENTS,
  ORDER_MACHINE,
  ORDER_STATES,
  type OrderEvent,
  type OrderState,
} from '../../../src/service/tech-packs/order-machine.ts';
import { hostProcess } from '../../support/host-process.ts';
import { createHome, NOW, type RunSetting, runToile } from '../../support/run-toile.ts';
import { D1, P1, toReference } from './open-records.ts';
import { buildPurchase, buildRefusal, createOrderService, UNPAID } from './order-service.ts';

const BASE = 'https://api.example';
const LIVING = createProcessName(hostProcess);
const GONE = 'elsewhere-1-1';
const AT = '2026-09-15T10:00:00.000Z';

const record = (members: object) => ({
  number: 1,
  ref: toReference(1),
  design_id: D1,
  base_url: BASE,
  requested_at: AT,
  ...members,
});
const known = { purchase_id: P1 };
const paying = { ...known, checkout_url: 'https://pay.test/x', amount: '29', currency: 'EUR' };

/** The contents of the file in each state. */
const FILES: Readonly<Record<OrderState, readonly object[] | string>> = {
  none: [],
  intended: [record({ state: 'intended', holder: GONE })],
  sent: [record({ state: 'sent', holder: LIVING })],
  composing: [record({ state: 'composing', ...known })],
  payment_due: [record({ state: 'payment_due', ...paying })],
  ready: [record({ state: 'ready', ...known })],
  fetched: [record({ state: 'fetched', ...known })],
  refused: [record({ state: 'refused', http_status: 409, code: 'X' })],
  fate_unknown: [record({ state: 'fate_unknown', reason: 'no answer came' })],
  superseded: [
    record({ state: 'fate_unknown', reason: 'no answer came' }),
    record({ number: 2, ref: toReference(2), state: 'composing', ...known }),
  ],
  unreadable: '{"version": 2, "purch',
};

const buildFile = (state: OrderState) =>
  state === 'intended' ? [record({ state: 'intended', holder: LIVING })] : FILES[state];

const createShop = async (file: readonly object[] | string) => {
  const home = await createHome();
  const path = join(home, 'toile', 'state', 'purchases.json');
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, typeof file === 'string' ? file : JSON.stringify({ version: 2, purchases: file }));
  const at_ = createOrderService();
  const run = (words: readonly string[], setting: RunSetting = {}) =>
    runToile(words, {
      home,
      network: at_.network,
      env: { TOILE_BASE_URL: BASE, TOILE_API_KEY: 'svc_sk_x' },
      ...setting,
    });
  /** The state of the first record now, as `techpack ls` has it. */
  const readState = async (): Promise<string> => {
    const { code, out, err } = await run(['techpack', 'ls', '--json']);
    if (code !== 0) return JSON.parse(err).error?.purchase_state ?? 'unreadable';
    return JSON.parse(out).requests.at(-1)?.state ?? 'none';
  };
  return { service: at_, run, state: readState, path };
};

const REQUEST = ['techpack', 'request', D1, '--yes', '--json'];
const states = Object.keys(ORDER_STATES) as OrderState[];

describe('the table of states', () => {
  it('has an entry for each event in each state, and no unknown state or event', () => {
    const always: OrderEvent[] = [
      'same',
      'again',
      'wait',
      'second',
      'account',
      'kill',
      'not_found',
      'failed',
    ];
    always.push('damage', 'clock', 'forget');
    for (const state of states) {
      for (const event of always) expect(ORDER_MACHINE[state][event], `${state} ${event}`).toBeDefined();
      for (const [event, cell] of Object.entries(ORDER_MACHINE[state])) {
        expect(Object.keys(ORDER_EVENTS)).toContain(event);
        expect(states).toContain(cell.next);
      }
    }
  });

  it('repeats a request only where nothing was accepted, and allows --again wherever the record can be read', () => {
    for (const state of states) {
      const isFree = ['none', 'refused', 'intended'].includes(state);
      for (const event of ['same', 'wait'] as const)
        expect(findTransition(state, event).action === 'send', `${state} ${event}`).toBe(isFree);
      expect(findTransition(state, 'again').action === 'send', state).toBe(
        !['superseded', 'unreadable'].includes(state),
      );
    }
  });

  it('ends an unknown outcome only by a 2xx, a 402, a certain refusal or a person', () => {
    const out = (['sent', 'fate_unknown', 'unreadable'] as const).flatMap((state) =>
      Object.entries(ORDER_MACHINE[state])
        .filter(([, { next }]) => !['sent', 'fate_unknown', 'unreadable'].includes(next))
        .map(([event, { next }]) => `${state} ${event} ${next}`),
    );
    expect(out).toEqual([
      'sent again superseded',
      'sent taken composing',
      'sent payment payment_due',
      'sent refusal refused',
      'sent not_found refused',
      'fate_unknown again superseded',
      'fate_unknown forget none',
      'unreadable forget none',
    ]);
  });

  it('is the table of docs/purchases.md', () => {
    const page = readFileSync(new URL('../../../docs/purchases.md', import.meta.url), 'utf8');
    expect(page, 'npm run docs').toBe(renderPurchasesPage());
  });
});

/** Compares the commands with the table: orders sent, exit code, next state. */
describe.each(states.filter((state) => state !== 'superseded'))('in the state %s', (state) => {
  const TYPED: Readonly<Record<string, readonly [readonly string[], RunSetting, boolean]>> = {
    same: [REQUEST, {}, false],
    again: [[...REQUEST, '--again'], {}, false],
    wait: [[...REQUEST, '--wait', '--timeout', '20s', '--interval', '1s'], {}, false],
    second: [REQUEST, {}, true],
    account: [REQUEST, { env: { TOILE_BASE_URL: BASE, TOILE_ACCESS_TOKEN: 'another' } }, true],
    clock: [REQUEST, { now: NOW + 40 * 365 * 86_400_000 }, false],
  };
  it.each(Object.entries(TYPED))('%s', async (event, [words, setting, living]) => {
    const { service: at_, run, state: now } = await createShop(living ? buildFile(state) : FILES[state]);
    if (state === 'payment_due') at_.status = { status: 200, body: buildPurchase({ pack: null }) };
    if (state === 'ready' || state === 'fetched') at_.status = { status: 200, body: buildPurchase({}, true) };
    // A clock that jumps never causes an order.
    const cell = findTransition(state, event === 'clock' ? 'same' : (event as OrderEvent));
    const { code, out, err } = await run(words, setting);
    expect(at_.posts, err).toBe(cell.action === 'send' ? 1 : 0);
    if (cell.action === 'send') {
      // The order was sent and accepted; the pack is not ready yet.
      expect(code).toBe(event === 'wait' ? 8 : 0);
      expect(await now()).toBe(
        ['none', 'refused', 'intended'].includes(state)
          ? state === 'refused'
            ? 'refused'
            : 'composing'
          : 'superseded',
      );
      return;
    }
    const seen = { payment_due: 'unpaid', ready: 'ready', fetched: 'ready' } as const;
    const exit =
      cell.action === 'look'
        ? findTransition(state, seen[state as keyof typeof seen] ?? 'pending').exit
        : cell.exit;
    expect(code, `${out}${err}`).toBe(exit);
    expect(await now()).toBe(state);
    expect(out + err).toContain(cell.action === 'look' ? P1 : (cell.text.split(/[{}(]/)[0] ?? ''));
  });

  it('forgotten', async () => {
    const { service: at_, run } = await createShop(FILES[state]);
    const words = state === 'unreadable' ? ['--damaged'] : [toReference(1)];
    const cell = findTransition(state, 'forget');
    expect(await run(['techpack', 'forget', ...words])).toMatchObject({ code: 2, out: '' });
    const { code } = await run(['techpack', 'forget', ...words, '--yes', '--json']);
    expect(code).toBe(cell.exit ?? 0);
    await run(REQUEST);
    expect(at_.posts).toBe(state === 'sent' ? 0 : 1);
  });

  it('damaged', async () => {
    const { service: at_, run, state: now, path } = await createShop(FILES[state]);
    writeFileSync(path, readFileSync(path, 'utf8').slice(0, -3));
    expect(await now()).toBe('unreadable');
    for (const words of [REQUEST, [...REQUEST, '--again']]) {
      expect(await run(words)).toMatchObject({ code: findTransition('unreadable', 'same').exit, out: '' });
    }
    expect(at_.posts).toBe(0);
  });
});

describe.each(['composing', 'payment_due', 'ready', 'fetched'] as const)('in the state %s', (state) => {
  it.each([
    ['not_found', buildRefusal(404)],
    ['not_found', buildRefusal(410)],
    ['failed', buildRefusal(500)],
    ['silence', 'nothing'],
    ['pending', { status: 200, body: buildPurchase({}) }],
    ['ready', { status: 200, body: buildPurchase({}, true) }],
  ] as const)('the status is requested and answers %s', async (event, answer) => {
    const { service: at_, run, state: now } = await createShop(FILES[state]);
    at_.status = answer;
    const { code, err } = await run(['techpack', 'request', D1, '--yes', '--json', '--max-wait', '1s']);
    expect(at_.posts).toBe(0);
    const then = findTransition(state, event);
    expect(code, err).toBe(then.exit);
    expect(await now()).toBe(then.next);
  });
});

describe('a request on its way', () => {
  it.each([
    ['taken', { status: 202, body: { status: 'composing', purchase_id: P1, design_id: D1, message: '' } }],
    ['payment', UNPAID],
    ['refusal', buildRefusal(409)],
    ['not_found', buildRefusal(404)],
    ['failed', buildRefusal(502)],
    ['silence', 'nothing'],
  ] as const)('%s', async (event, answer) => {
    const { service: at_, run, state: now } = await createShop([]);
    at_.order = answer;
    const { code, err } = await run(REQUEST);
    const cell = findTransition('sent', event);
    expect(code, err).toBe(cell.exit ?? 9);
    expect(await now()).toBe(cell.next);
    expect(at_.posts).toBe(1);
    at_.status = { status: 200, body: buildPurchase({ pack: null }) };
    expect((await run(REQUEST)).code).not.toBe(2);
    expect(at_.posts).toBe(cell.next === 'refused' ? 2 : 1);
  });
});
