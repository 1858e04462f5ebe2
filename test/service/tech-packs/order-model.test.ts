import { afterAll, expect, it } from 'vitest';
import { apiCommand } from '../../../src/commands/api.ts';
import type { FlagValues } from '../../../src/commands/argument-spec.ts';
import { techpackForgetCommand } from '../../../src/commands/techpack/techpack-forget.ts';
import { techpackRequestCommand } from '../../../src/commands/techpack/techpack-request.ts';
import { techpackStatusCommand } from '../../../src/commands/techpack/techpack-status.ts';
import fc, { scaleCases } from '../../support/property.ts';
import { D1, D2, toReference } from './open-records.ts';
import {
  createSimulation,
  FATES,
  type OrderSimulation,
  type ProcessEnd,
  type ProcessFate,
  type RequestFate,
  type SimulatedProcess,
  type StatusAnswer,
} from './order-simulation.ts';

/** More of them in test/long/interrupted-orders.test.ts. */
const RUNS = Number(process.env.TOILE_MODEL_RUNS ?? scaleCases(80).numRuns);
/** Sequences have any length up to it, so they have twenty events on average. */
const MOST_EVENTS = 40;

/** What a person would hold the program to, and nothing of how it works. */
interface Design {
  /** Requests that a person has agreed to, whether or not they came about. */
  consents: number;
  /** True when an order was sent, not certainly refused, and not forgotten by the user. */
  mayStand: boolean;
  /** A process died, perhaps between its mark and the wire, so toile may refuse where nothing was sent. */
  mayBeMarked: boolean;
}

interface Model {
  readonly designs: ReadonlyMap<string, Design>;
  isDamaged: boolean;
  readonly running: SimulatedProcess[];
}

const tally = { sequences: 0, events: 0, posts: 0, beyond: 0, killed: 0, damaged: 0, twins: 0 };

const getDesign = (model: Model, id: string): Design => {
  const design = model.designs.get(id);
  if (design === undefined) throw new Error(`no design ${id}`);
  return design;
};

const countNotRefused = (real: OrderSimulation, design: string): number =>
  real.posts.filter((post) => post.design === design && !post.isRefused).length;

type Step = fc.AsyncCommand<Model, OrderSimulation>;

const createStep = (
  name: string,
  run: (model: Model, real: OrderSimulation) => Promise<void>,
  check?: (model: Model) => boolean,
): Step => ({
  check: (model) => check?.(model) ?? true,
  async run(model, real) {
    tally.events += 1;
    await run(model, real);
    for (const [id, { consents }] of model.designs) {
      const beyond = countNotRefused(real, id) - consents;
      if (beyond > 0) tally.beyond += beyond;
      expect(beyond, `posts of ${id} beyond ${consents}`).toBeLessThanOrEqual(0);
    }
  },
  toString: () => name,
});

/** Ways to type the same request. */
const FORMS = ['techpack request', 'capitals', 'api', 'api, encoded', 'api, with a parameter'] as const;

interface Typed {
  readonly design: string;
  readonly form: (typeof FORMS)[number];
  readonly again: boolean;
  readonly wait: boolean;
  readonly download: boolean;
  readonly all: readonly ProcessFate[];
  readonly order: readonly number[];
}

const buildCommand = ({
  design,
  form,
  again,
  wait,
  download,
}: Typed): Parameters<OrderSimulation['start']>[0] => {
  const agreed: FlagValues = { yes: true, ...(again && { again: true }) };
  if (form.startsWith('api')) {
    const last = {
      api: 'tech-packs',
      'api, encoded': '%74ech-packs/',
      'api, with a parameter': 'tech-packs;x',
    };
    const path = `v1/designs/${design}/${last[form as keyof typeof last]}`;
    const options = apiCommand.parse({ args: [path], flags: { ...agreed, method: 'POST' } });
    return (deps) => apiCommand.run(deps, options);
  }
  const flags: FlagValues = {
    ...agreed,
    ...(wait && { wait: true, timeout: '20s', interval: '5s' }),
    ...(wait && download && { download: 'x.pdf' }),
  };
  const words = [form === 'capitals' ? design.toUpperCase() : design];
  const options = techpackRequestCommand.parse({ args: words, flags });
  return (deps) => techpackRequestCommand.run(deps, options);
};

/** After money may have been spent, nothing hides it. */
const assertNamesCharge = (ended: ProcessEnd, design: string): void => {
  if (ended.how !== 'failed' || ended.spent === undefined) return;
  const { exit, details, hint } = ended.error;
  expect(exit).not.toBe(2);
  expect(details).toMatchObject({ design_id: design, purchase_state: expect.any(String) });
  expect(details.purchase_id).not.toBeUndefined();
  expect(details.next).toMatch(/^toile techpack (status [0-9a-f-]{36} |ls$)/);
  expect(hint).toContain(details.next?.split(' --')[0]);
  expect(hint).not.toMatch(/run the command again|try again/);
};

const createRequestStep = (typed: Typed): Step =>
  createStep(`${typed.again ? 'again ' : ''}${JSON.stringify(typed)}`, async (model, real) => {
    const { design, again, all, order } = typed;
    const [before, posts] = [{ ...getDesign(model, design) }, real.posts.length];
    const was = countNotRefused(real, design);
    const command = buildCommand(typed);
    if (all.length > 1) tally.twins += 1;
    const running = all.map((one) => real.start(command, one));
    let turn = 0;
    await real.run((of) => (order[turn++ % order.length] ?? 0) % of);
    const mine = real.posts.slice(posts);
    const sent = countNotRefused(real, design) - was;
    tally.posts += mine.length;
    tally.killed += running.filter((one) => one.ended().how === 'killed').length;

    const now = getDesign(model, design);
    if (again) now.consents += all.length;
    else if (!before.mayStand) now.consents += 1;
    now.mayStand ||= sent > 0;
    now.mayBeMarked ||= running.some((one) => /killed|waiting/.test(one.ended().how));
    model.running.push(...running.filter((one) => one.ended().how === 'waiting'));

    expect(mine.every((post) => post.design === design)).toBe(true);
    if (model.isDamaged) expect(mine).toEqual([]);
    else if (before.mayStand && !again) expect(mine).toEqual([]);
    else if (!again) expect(sent).toBeLessThanOrEqual(1);
    else expect(mine.length).toBeLessThanOrEqual(all.length);

    for (const one of running) assertNamesCharge(one.ended(), design);
    const [only, ...others] = running;
    const [how] = all;
    if (only === undefined || how === undefined || others.length > 0 || how.dies !== undefined) return;
    const ended = only.ended();
    if (model.isDamaged) {
      expect(ended).toMatchObject({ how: 'failed', error: { exit: 1, code: 'purchases_lost' } });
      return;
    }
    // What may be sent is sent: a guard that refuses everything would guard as well.
    const arrives = how.fate !== 'connection refused' && how.fate !== 'never its turn';
    if (again || !(before.mayStand || before.mayBeMarked)) expect(mine.length).toBe(arrives ? 1 : 0);
    if (sent === 0) return;
    if (how.fate === 'taken' || how.fate === 'unpaid') {
      const id = [...real.purchases.keys()].at(-1);
      if (ended.how === 'failed') expect(ended.error.details.purchase_id).toBe(id);
      else expect(JSON.stringify(ended)).toContain(id);
    } else if (how.fate !== 'no answer') {
      expect(ended).toMatchObject({
        how: 'failed',
        error: { exit: 3, code: 'fate_unknown', details: { purchase_state: 'fate_unknown' } },
      });
    }
  });

const createStatusStep = (wait: boolean, download: boolean): Step =>
  createStep(`status ${wait} ${download}`, async (_, real) => {
    const flags: FlagValues = {
      ...(wait && { wait: true, timeout: '20s', interval: '5s' }),
      ...(download && { download: 'x.pdf' }),
    };
    const options = techpackStatusCommand.parse({ args: [], flags });
    const posts = real.posts.length;
    const life = { fate: 'taken', dies: undefined, isFar: false, isTakenPlace: false } as const;
    const one = real.start((deps) => techpackStatusCommand.run(deps, options), life);
    await real.run(() => 0);
    expect(one.ended().how).toMatch(/answered|failed/);
    expect(real.posts.length).toBe(posts);
  });

const createForgetStep = (number: number | 'damaged'): Step =>
  createStep(`forget ${number}`, async (model, real) => {
    const words = number === 'damaged' ? [] : [toReference(number)];
    const flags: FlagValues = { yes: true, ...(number === 'damaged' && { damaged: true }) };
    const options = techpackForgetCommand.parse({ args: words, flags });
    const life = { fate: 'taken', dies: undefined, isFar: false, isTakenPlace: false } as const;
    const one = real.start((deps) => techpackForgetCommand.run(deps, options), life);
    await real.run(() => 0);
    const ended = one.ended();
    if (ended.how !== 'answered') return;
    // The user allowed another paid request.
    const { requests } = ended.value as { requests: readonly { design_id: string }[] };
    const meant =
      number === 'damaged' ? (model.isDamaged ? [D1, D2] : []) : requests.map((it) => it.design_id);
    for (const id of meant) {
      const design = getDesign(model, id);
      design.consents += 1;
      design.mayStand = false;
      // Another record of the design may still exist.
      design.mayBeMarked = true;
    }
    if (number === 'damaged') model.isDamaged = false;
  });

/** What a disk, a tool or a hand can make of the file. */
const DAMAGES: readonly ((text: string) => string)[] = [
  (text) => text.slice(0, text.length / 2),
  (text) => text.slice(0, -1),
  () => '',
  () => '{"version":1}',
  () => '{"version":1,"purchases":{}}',
  () => '{"version":9,"purchases":[]}',
  (text) => text.replace(/"state":"[a-z_]+"/, '"state":"delivering"'),
  (text) => text.replace(/"design_id":/, '"design":'),
  (text) => text.replace(/"purchases":\[/, '"purchases":[null,'),
];

const createDamageStep = (which: number): Step =>
  createStep(`damage ${which}`, async (model, real) => {
    const before = real.text();
    if (before === undefined || !/"purchases":\[\{/.test(before)) return;
    real.damage((text) => (DAMAGES[which % DAMAGES.length] ?? (() => ''))(text));
    tally.damaged += 1;
    model.isDamaged = true;
  });

const createProgressStep = (isReady: boolean): Step =>
  createStep(isReady ? 'all packs become ready' : 'all are paid', async (_, real) => {
    for (const one of real.purchases.values()) {
      one.isPaid = true;
      one.isReady ||= isReady;
    }
  });

const generateSteps = (): fc.Arbitrary<Step>[] => {
  const design = fc.constantFrom(D1, D1, D2);
  const life: fc.Arbitrary<ProcessFate> = fc.record({
    fate: fc.oneof(fc.constant<RequestFate>('taken'), fc.constantFrom<RequestFate>(...FATES)),
    dies: fc.option(fc.integer({ min: 1, max: 22 }), { nil: undefined, freq: 3 }),
    isFar: fc.nat(9).map((of) => of === 0),
    isTakenPlace: fc.nat(4).map((of) => of === 0),
  });
  const typed = fc.record({
    design,
    form: fc.constantFrom(...FORMS),
    again: fc.nat(5).map((of) => of === 0),
    wait: fc.boolean(),
    download: fc.boolean(),
    all: fc.oneof(
      { weight: 3, arbitrary: life.map((one) => [one]) },
      fc.array(life, { minLength: 2, maxLength: 4 }),
    ),
    order: fc.array(fc.nat(9), { minLength: 1, maxLength: 12 }),
  });
  const years = 365 * 86_400_000;
  return [
    // One of them is chosen at a time, each as likely as the next.
    ...Array.from({ length: 8 }, () => typed.map(createRequestStep)),
    fc.tuple(fc.boolean(), fc.boolean()).map(([wait, download]) => createStatusStep(wait, download)),
    fc.boolean().map(createProgressStep),
    fc
      .constantFrom<StatusAnswer>('well', 'well', '404', '500')
      .map((how) => createStep(`the service is asked: ${how}`, async (_, real) => real.looks(how))),
    fc
      .integer({ min: -9 * years, max: 9 * years })
      .map((ms) => createStep(`the clock jumps by ${ms}`, async (_, real) => real.jump(ms))),
    fc.nat(99).map((which) => createDamageStep(which)),
    fc.integer({ min: 1, max: 6 }).map(createForgetStep),
    fc.constant('damaged' as const).map(createForgetStep),
    fc.constant('damaged' as const).map(createForgetStep),
    fc.constant(
      createStep('those that wait for an answer are killed', async (model) => {
        for (const one of model.running.splice(0)) one.kill();
      }),
    ),
  ];
};

it(`no sequence of events sends an order without consent (${RUNS} sequences)`, async () => {
  const commands = fc.commands(generateSteps(), { maxCommands: MOST_EVENTS, size: 'max' });
  await fc.assert(
    fc.asyncProperty(commands, async (all) => {
      tally.sequences += 1;
      const createSetup = (): { model: Model; real: OrderSimulation } => ({
        model: {
          designs: new Map([D1, D2].map((id) => [id, { consents: 0, mayStand: false, mayBeMarked: false }])),
          isDamaged: false,
          running: [],
        },
        real: createSimulation(),
      });
      await fc.asyncModelRun(createSetup, all);
    }),
    { numRuns: RUNS },
  );
}, 3_600_000);

afterAll(() => {
  const output = Object.entries(tally).map(([name, count]) => `${name} ${count}`);
  if (process.env.TOILE_MODEL_RUNS) process.stdout.write(`purchases: ${output.join(', ')}\n`);
});
