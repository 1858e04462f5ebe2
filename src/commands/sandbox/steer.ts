import type { SandboxControl, SandboxStatus } from '../../sandbox/index.ts';
import { grid, line } from '../../view/model.ts';
import { made } from '../answers.ts';
import { define } from '../define.ts';
import type { Sandboxes } from '../facets.ts';
import { duration } from '../flags/parse-flags.ts';

const CLOCK_COLUMNS = ['now', 'scenario', 'base_url'] as const;

const RESET_COLUMNS = ['reset'] as const;

const STATUS_COLUMNS = ['name', 'value'] as const;

const PAID_COLUMNS = ['purchase_id', 'status', 'amount', 'currency'] as const;

const WHICH =
  'It acts on the sandbox that was started last with `toile sandbox start`, on the one at --base-url or ' +
  'TOILE_BASE_URL, or on the embedded one where none runs or with --sandbox.';

/** What the commands that steer a sandbox have in common. */
const STEERING = {
  answers: 'made',
  uses: ['sandbox', 'base-url'],
  group: 'Work offline',
  does: { sends: 'never', writes: 'the sandbox alone' },
  exits: [['3', 'the sandbox that runs does not answer']],
} as const;

/** What came of it, below the address of the sandbox that it was done to. */
const steered = async <T extends object>(
  deps: Sandboxes,
  schema: string,
  steer: (control: SandboxControl) => Promise<T>,
) => {
  const { base_url, control } = await deps.sandbox();
  return made(schema, { base_url, ...(await steer(control)) });
};

const where = (base_url: string | null): string =>
  base_url === null ? 'the embedded sandbox' : `the sandbox at ${base_url}`;

export const sandboxPay = define({
  ...STEERING,
  path: 'sandbox pay',
  gives: ['toile.sandbox-pay/1'],
  summary: 'Pay for a Tech Pack in the sandbox, as its checkout page does',
  about: WHICH,
  words: [{ name: 'PURCHASE', about: 'a purchase id; the latest that waits for payment when left out' }],
  examples: [
    { why: 'After a 402', line: 'toile sandbox pay' },
    { why: 'Whatever it says, as data', line: 'toile sandbox pay --json' },
  ],
  json: '{"schema": "toile.sandbox-pay/1", "base_url", "purchase_id", "design_id", "status", "amount", "currency"}',
  columns: [{ names: PAID_COLUMNS }],
  exits: [...STEERING.exits, ['5', 'there is no such purchase'], ['9', 'it cannot be paid']],
  parse: ({ words: [purchase] }) => ({ purchase }),
  run: (deps: Sandboxes, { purchase }) => steered(deps, 'toile.sandbox-pay/1', (it) => it.pay(purchase)),
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
  ...STEERING,
  path: 'sandbox advance',
  gives: ['toile.sandbox-status/1'],
  summary: "Move the sandbox's clock ahead: links expire, packs get ready, limits pass",
  about: WHICH,
  words: [{ name: 'TIME', about: 'how far: 20s, 61m, 1h30m, 2d', required: true }],
  examples: [
    { why: 'Past the hour that a link lives', line: 'toile sandbox advance 61m' },
    { why: 'A week', line: 'toile sandbox advance 7d' },
  ],
  json: '{"schema": "toile.sandbox-status/1", "base_url", "now", "offset_ms", "scenario", ...}',
  columns: [{ names: CLOCK_COLUMNS }],
  parse: ({ words: [time = ''] }) => ({ ms: duration(time, 'sandbox advance') }),
  run: (deps: Sandboxes, { ms }) => steered(deps, 'toile.sandbox-status/1', (it) => it.advance(ms)),
  view: ({ base_url, now }) => [line(`It is now ${now} in ${where(base_url)}.`)],
  rows: clockRows,
});

/** Back to a good day. */
const NONE = 'none';

export const sandboxScenario = define({
  ...STEERING,
  path: 'sandbox scenario',
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
  parse: ({ words: [name = ''] }) => ({ name }),
  run: (deps: Sandboxes, { name }) =>
    steered(deps, 'toile.sandbox-status/1', (it) => it.scenario(name === NONE ? undefined : name)),
  view: ({ base_url, scenario }) => [
    line(
      scenario === null
        ? `A good day in ${where(base_url)}.`
        : `From now on in ${where(base_url)}: ${scenario}.`,
    ),
  ],
  rows: clockRows,
});

export const sandboxStatus = define({
  ...STEERING,
  path: 'sandbox status',
  does: { sends: 'never' },
  gives: ['toile.sandbox-status/1'],
  summary: 'Show what the sandbox remembers: the one that runs, or the embedded one',
  examples: [
    { why: 'What earlier commands left there', line: 'toile sandbox status' },
    { why: 'Which address it has, for a script', line: 'toile sandbox status --jq -r .base_url' },
  ],
  json: '{"schema": "toile.sandbox-status/1", ...}',
  columns: [{ names: STATUS_COLUMNS }],
  parse: () => ({}),
  run: (deps: Sandboxes) => steered(deps, 'toile.sandbox-status/1', (it) => it.status()),
  view: (status) => [
    grid(
      [{}, { fit: 'wrap' }],
      Object.entries(status).map(([name, value]) => [
        name.replaceAll('_', ' '),
        typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value),
      ]),
    ),
  ],
  rows: (status) => ({ columns: STATUS_COLUMNS, rows: Object.entries(status) }),
});

export const sandboxReset = define({
  ...STEERING,
  path: 'sandbox reset',
  gives: ['toile.sandbox-reset/1'],
  summary: 'Make the sandbox forget all that was done in it: the one that runs, or the embedded one',
  examples: [
    { why: 'Start over', line: 'toile sandbox reset' },
    { why: 'Without a word, in a script', line: 'toile sandbox reset --quiet' },
  ],
  json: '{"schema": "toile.sandbox-reset/1", "reset": true, "base_url": null}',
  columns: [{ names: RESET_COLUMNS }],
  parse: () => ({}),
  run: async (deps: Sandboxes) => {
    const { base_url, control } = await deps.sandbox();
    await control.reset();
    return made('toile.sandbox-reset/1', { reset: true, base_url });
  },
  view: () => [line('The sandbox is as new.')],
  rows: ({ reset }) => ({ columns: RESET_COLUMNS, rows: [[reset]] }),
});
