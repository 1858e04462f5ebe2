import type { PurchaseSummary, SandboxStatus } from '../../sandbox/index.ts';
import { line } from '../../view/model.ts';
import { define } from '../define.ts';
import type { Sandboxes } from '../facets.ts';
import { duration } from '../flags/parse-flags.ts';
import { STEERING_EXITS } from './steering-exits.ts';

const CLOCK_COLUMNS = ['now', 'scenario', 'base_url'] as const;

const PAID_COLUMNS = ['purchase_id', 'status', 'amount', 'currency'] as const;

const USES = ['sandbox', 'base-url'] as const;
const WHICH =
  'It acts on the sandbox that was started last with `toile sandbox start`, on the one at --base-url or ' +
  'TOILE_BASE_URL, or on the embedded one where none runs or with --sandbox.';

const where = (base_url: string | null): string =>
  base_url === null ? 'the embedded sandbox' : `the sandbox at ${base_url}`;

export const sandboxPay = define({
  path: 'sandbox pay',
  answers: 'made',
  uses: USES,
  group: 'Work offline',
  does: { sends: 'never', writes: 'the sandbox alone' },
  gives: ['toile.sandbox-pay/1'],
  summary: 'Pay for a Tech Pack in the sandbox, as its checkout page does',
  about: WHICH,
  words: [{ name: 'PURCHASE', about: 'a purchase id; the latest that waits for payment when left out' }],
  examples: [{ why: 'After a 402', line: 'toile sandbox pay' }],
  json: '{"schema": "toile.sandbox-pay/1", "base_url", "purchase_id", "design_id", "status", "amount", "currency"}',
  columns: [{ names: PAID_COLUMNS }],
  exits: [...STEERING_EXITS, ['5', 'there is no such purchase'], ['9', 'it cannot be paid']],
  parse: ({ words: [purchase] }) => ({ purchase }),
  run: async (deps: Sandboxes, { purchase }) => {
    const { base_url, control } = await deps.sandbox();
    const paid: PurchaseSummary = await control.pay(purchase);
    return { kind: 'made', schema: 'toile.sandbox-pay/1', value: { base_url, ...paid } } as const;
  },
  view: ({ base_url, purchase_id, status, amount, currency }) => [
    line(
      `Paid in ${where(base_url)}: ${amount ?? '-'} ${currency ?? ''}, purchase ${purchase_id}, now ${status}.`,
    ),
  ],
  rows: ({ purchase_id, status, amount, currency }) => ({
    columns: PAID_COLUMNS,
    rows: [[purchase_id, status, amount, currency]],
  }),
});

const clockRows = ({ now, scenario, base_url }: SandboxStatus & { base_url: string | null }) => ({
  columns: CLOCK_COLUMNS,
  rows: [[now, scenario, base_url]],
});

export const sandboxAdvance = define({
  path: 'sandbox advance',
  answers: 'made',
  uses: USES,
  group: 'Work offline',
  does: { sends: 'never', writes: 'the sandbox alone' },
  gives: ['toile.sandbox-status/1'],
  summary: "Move the sandbox's clock ahead: links expire, packs get ready, limits pass",
  about: WHICH,
  words: [{ name: 'TIME', about: 'how far: 20s, 61m, 1h30m, 2d', required: true }],
  examples: [{ why: 'Past the hour that a link lives', line: 'toile sandbox advance 61m' }],
  json: '{"schema": "toile.sandbox-status/1", "base_url", "now", "offset_ms", "scenario", ...}',
  columns: [{ names: CLOCK_COLUMNS }],
  exits: STEERING_EXITS,
  parse: ({ words: [time = ''] }) => ({ ms: duration(time, 'sandbox advance') }),
  run: async (deps: Sandboxes, { ms }) => {
    const { base_url, control } = await deps.sandbox();
    const value = { base_url, ...(await control.advance(ms)) };
    return { kind: 'made', schema: 'toile.sandbox-status/1', value } as const;
  },
  view: ({ base_url, now }) => [line(`It is now ${now} in ${where(base_url)}.`)],
  rows: clockRows,
});

/** Back to a good day. */
const NONE = 'none';

export const sandboxScenario = define({
  path: 'sandbox scenario',
  answers: 'made',
  uses: USES,
  group: 'Work offline',
  does: { sends: 'never', writes: 'the sandbox alone' },
  gives: ['toile.sandbox-status/1'],
  summary: 'Choose what goes wrong in the sandbox from now on',
  about: `${WHICH} toile help sandbox explains each scenario; ${NONE} ends it.`,
  words: [{ name: 'NAME', about: `a scenario, or ${NONE}`, required: true, completes: ['scenarios'] }],
  examples: [
    { why: 'Every request is told to wait', line: 'toile sandbox scenario rate-limited' },
    { why: 'Back to a good day', line: 'toile sandbox scenario none' },
  ],
  json: '{"schema": "toile.sandbox-status/1", "base_url", "now", "offset_ms", "scenario", ...}',
  columns: [{ names: CLOCK_COLUMNS }],
  exits: STEERING_EXITS,
  parse: ({ words: [name = ''] }) => ({ name }),
  run: async (deps: Sandboxes, { name }) => {
    const { base_url, control } = await deps.sandbox();
    const value = { base_url, ...(await control.scenario(name === NONE ? undefined : name)) };
    return { kind: 'made', schema: 'toile.sandbox-status/1', value } as const;
  },
  view: ({ base_url, scenario }) => [
    line(
      scenario === null
        ? `A good day in ${where(base_url)}.`
        : `From now on in ${where(base_url)}: ${scenario}.`,
    ),
  ],
  rows: clockRows,
});
