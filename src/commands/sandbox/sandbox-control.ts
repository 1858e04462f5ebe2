import { grid, line } from '../../output/views/view-model.ts';
import type { SandboxControl, SandboxStatus } from '../../sandbox/index.ts';
import type { CommandContext } from '../command-context.ts';
import { buildDataResult } from '../command-result.ts';
import { defineCommand, type Glossary } from '../command-spec.ts';
import { parseDuration } from '../flags/parse-flags.ts';
import { connectSandbox, withSandboxErrors } from './connect-sandbox.ts';

const CLOCK_COLUMNS = ['now', 'scenario', 'base_url'] as const;

const RESET_COLUMNS = ['reset'] as const;

const STATUS_COLUMNS = ['name', 'value'] as const;

const PAID_COLUMNS = ['purchase_id', 'status', 'amount', 'currency'] as const;

/**
 * A section of the help: the ways to select the sandbox that a command controls. If several apply, the first one
 * decides.
 */
const TARGET_GLOSSARY: Glossary = {
  title: 'Which sandbox',
  terms: [
    ['--sandbox', 'the sandbox inside toile'],
    ['--base-url URL', 'the sandbox at this address; an error if none runs there'],
    ['TOILE_BASE_URL', 'the same, but ignored if no sandbox runs there'],
    [
      'no flag',
      'the sandbox that `toile sandbox start` started last, if it still runs; else the one in toile',
    ],
  ],
};

/** The part of the command specification that is the same in every command for controlling a sandbox. */
const CONTROL_SPEC = {
  resultKind: 'data',
  targetFlags: ['sandbox', 'base-url'],
  group: 'Work offline',
  effects: { sends: 'never', writes: 'only the sandbox' },
  glossaries: [TARGET_GLOSSARY],
  exitCodes: [['3', 'the running sandbox does not respond']],
} as const;

const runOnSandbox = async <T extends object>(
  deps: CommandContext,
  schema: string,
  act: (control: SandboxControl) => Promise<T>,
) => {
  const { base_url, control } = await connectSandbox(deps);
  return buildDataResult(schema, { base_url, ...(await withSandboxErrors(() => act(control))) });
};

const formatSandboxName = (base_url: string | null): string =>
  base_url === null ? 'the embedded sandbox' : `the sandbox at ${base_url}`;

export const sandboxPayCommand = defineCommand({
  ...CONTROL_SPEC,
  path: 'sandbox pay',
  outputSchemas: ['toile.sandbox-pay/1'],
  summary: 'Simulate paying for a Tech Pack',
  args: [{ name: 'PURCHASE', about: 'a purchase id (default: the latest unpaid purchase)' }],
  examples: [
    { why: 'Pay after exit code 6', line: 'toile sandbox pay' },
    { why: 'Print the result as JSON', line: 'toile sandbox pay --json' },
  ],
  json: '{"schema": "toile.sandbox-pay/1", "base_url", "purchase_id", "design_id", "status", "amount", "currency"}',
  columns: [{ names: PAID_COLUMNS }],
  exitCodes: [...CONTROL_SPEC.exitCodes, ['5', 'purchase not found'], ['9', 'the purchase cannot be paid']],
  parse: ({ args: [purchase] }) => ({ purchase }),
  run: (deps, { purchase }) => runOnSandbox(deps, 'toile.sandbox-pay/1', (control) => control.pay(purchase)),
  buildView: ({ base_url, purchase_id, status, amount, currency }) => [
    line(
      `Paid in ${formatSandboxName(base_url)}: ${amount ?? '-'} ${currency ?? ''}, purchase ${purchase_id}, now ${status}.`,
    ),
  ],
  buildRows: ({ purchase_id, status, amount, currency }) => ({
    columns: PAID_COLUMNS,
    rows: [[purchase_id, status, amount, currency]],
  }),
});

const buildClockRows = ({ now, scenario, base_url }: SandboxStatus & { base_url: string | null }) => ({
  columns: CLOCK_COLUMNS,
  rows: [[now, scenario, base_url]],
});

export const sandboxAdvanceCommand = defineCommand({
  ...CONTROL_SPEC,
  path: 'sandbox advance',
  outputSchemas: ['toile.sandbox-status/1'],
  summary: 'Advance the clock of the sandbox',
  about: 'As time passes, links expire, Tech Packs become ready and rate limits reset.',
  args: [{ name: 'TIME', about: 'the time to add: 20s, 61m, 1h30m, 2d', required: true }],
  examples: [
    { why: 'Let a link expire', line: 'toile sandbox advance 61m' },
    { why: 'Advance by a week', line: 'toile sandbox advance 7d' },
  ],
  json: '{"schema": "toile.sandbox-status/1", "base_url", "now", "offset_ms", "scenario", ...}',
  columns: [{ names: CLOCK_COLUMNS }],
  parse: ({ args: [time = ''] }) => ({ ms: parseDuration(time, 'sandbox advance') }),
  run: (deps, { ms }) => runOnSandbox(deps, 'toile.sandbox-status/1', (control) => control.advance(ms)),
  buildView: ({ base_url, now }) => [line(`The clock of ${formatSandboxName(base_url)} is at ${now}.`)],
  buildRows: buildClockRows,
});

const NO_SCENARIO = 'none';

export const sandboxScenarioCommand = defineCommand({
  ...CONTROL_SPEC,
  path: 'sandbox scenario',
  outputSchemas: ['toile.sandbox-status/1'],
  summary: 'Select the failure that the sandbox simulates',
  about: `\`toile help sandbox\` explains each scenario. The scenario \`${NO_SCENARIO}\` ends the simulation.`,
  args: [
    {
      name: 'NAME',
      about: `the name of a scenario, or ${NO_SCENARIO}`,
      required: true,
      completes: ['scenarios'],
    },
  ],
  examples: [
    { why: 'Simulate a rate limit', line: 'toile sandbox scenario rate-limited' },
    { why: 'End the simulation', line: 'toile sandbox scenario none' },
  ],
  json: '{"schema": "toile.sandbox-status/1", "base_url", "now", "offset_ms", "scenario", ...}',
  columns: [{ names: CLOCK_COLUMNS }],
  parse: ({ args: [name = ''] }) => ({ name }),
  run: (deps, { name }) =>
    runOnSandbox(deps, 'toile.sandbox-status/1', (control) =>
      control.scenario(name === NO_SCENARIO ? undefined : name),
    ),
  buildView: ({ base_url, scenario }) => [
    line(
      scenario === null
        ? `No failure is simulated in ${formatSandboxName(base_url)}.`
        : `Simulated in ${formatSandboxName(base_url)}: ${scenario}.`,
    ),
  ],
  buildRows: buildClockRows,
});

export const sandboxStatusCommand = defineCommand({
  ...CONTROL_SPEC,
  path: 'sandbox status',
  effects: { sends: 'never' },
  outputSchemas: ['toile.sandbox-status/1'],
  summary: 'Show the state of the sandbox',
  examples: [
    { why: 'See what earlier commands changed', line: 'toile sandbox status' },
    { why: 'Print the address for a script', line: 'toile sandbox status --jq .base_url' },
  ],
  json: '{"schema": "toile.sandbox-status/1", ...}',
  columns: [{ names: STATUS_COLUMNS }],
  parse: () => ({}),
  run: (deps) => runOnSandbox(deps, 'toile.sandbox-status/1', (control) => control.status()),
  buildView: (status) => [
    grid(
      [{}, { fit: 'wrap' }],
      Object.entries(status).map(([name, value]) => [
        name.replaceAll('_', ' '),
        typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value),
      ]),
    ),
  ],
  buildRows: (status) => ({ columns: STATUS_COLUMNS, rows: Object.entries(status) }),
});

export const sandboxResetCommand = defineCommand({
  ...CONTROL_SPEC,
  path: 'sandbox reset',
  outputSchemas: ['toile.sandbox-reset/1'],
  summary: 'Reset the sandbox to its initial state',
  examples: [
    { why: 'Start again with the sample data', line: 'toile sandbox reset' },
    { why: 'Reset without messages in a script', line: 'toile sandbox reset --quiet' },
  ],
  json: '{"schema": "toile.sandbox-reset/1", "reset": true, "base_url": null}',
  columns: [{ names: RESET_COLUMNS }],
  parse: () => ({}),
  run: async (deps) => {
    const { base_url, control } = await connectSandbox(deps);
    await withSandboxErrors(() => control.reset());
    return buildDataResult('toile.sandbox-reset/1', { reset: true, base_url });
  },
  buildView: () => [line('The sandbox was reset.')],
  buildRows: ({ reset }) => ({ columns: RESET_COLUMNS, rows: [[reset]] }),
});
