/** Renders docs/purchases.md from the state machine of orders. */

import {
  formatStateName,
  NEVER_OCCURS,
  ORDER_EVENTS,
  ORDER_MACHINE,
  ORDER_STATES,
  type OrderAction,
  type OrderState,
  type OrderTransition,
} from '../../src/service/tech-packs/order-machine.ts';

const ACTION_TEXTS: Readonly<Record<OrderAction, string>> = {
  send: 'orders',
  look: 'asks the service',
  'stand by': 'waits briefly for the other process',
  refuse: 'refuses',
  note: 'records',
  nothing: '',
};

const escapeCell = (text: string): string =>
  text
    .replaceAll('|', '\\|')
    .replaceAll('}{', '} {')
    .replace(/\{(\w+)\}/g, '*$1*');

const listKeys = <Key extends string>(table: Readonly<Record<Key, unknown>>): readonly Key[] =>
  Object.keys(table) as Key[];

const formatTransition = ({ action, next, text, exit }: OrderTransition, isStateKept: boolean): string =>
  [ACTION_TEXTS[action], escapeCell(text), isStateKept ? '' : formatStateName(next), exit ?? ''].join(' | ');

/** Returns the rows of a table. Events and states with the same transition share a row. */
const formatRows = (states: readonly OrderState[]): readonly string[] => {
  const eventsByRow = new Map<string, string[]>();
  for (const event of listKeys(ORDER_EVENTS)) {
    const transitions = states.flatMap((state) => {
      const transition = ORDER_MACHINE[state][event];
      return transition === undefined || transition.text.startsWith(NEVER_OCCURS)
        ? []
        : [{ state, transition }];
    });
    const isStateKept = transitions.every(({ state, transition }) => transition.next === state);
    for (const row of new Set(
      transitions.map(({ transition }) => formatTransition(transition, isStateKept)),
    )) {
      const matching = transitions.filter(
        ({ transition }) => formatTransition(transition, isStateKept) === row,
      );
      const names = matching.map(({ state }) => formatStateName(state)).join(', ');
      const label =
        matching.length < states.length ? `${ORDER_EVENTS[event]} (${names})` : ORDER_EVENTS[event];
      eventsByRow.set(row, [...(eventsByRow.get(row) ?? []), label]);
    }
  }
  return [...eventsByRow].map(([row, events]) => `| ${events.join('; ')} | ${row} |`);
};

/** Groups states that react to most events in the same way; each group has one table. */
const TABLES: readonly (readonly OrderState[])[] = [
  ['none', 'refused'],
  ['intended'],
  ['sent'],
  ['composing', 'payment_due', 'ready', 'fetched'],
  ['fate_unknown'],
  ['superseded'],
  ['unreadable'],
];

const renderSection = (
  states: readonly OrderState[],
): string => `### ${states.map(formatStateName).join(', ')}

| events | toile | message or effect | next state | exit |
|---|---|---|---|---|
${formatRows(states).join('\n')}
`;

/** Renders docs/purchases.md. */
export const renderPurchasesPage = (): string => `# Tech Pack requests

<!-- Written by scripts/docs.ts from src/service/tech-packs: npm run docs -->

A Tech Pack request can cost money. toile records each request before it sends it and follows a state machine
(\`src/service/tech-packs/order-machine.ts\`). \`npm run docs\` generates the tables below from it.

## Rules

- **Repeating a command never places a second order.** It shows the existing request, waits for it (\`--wait\`) or
  also downloads it (\`--wait --download\`). toile orders again only with \`--again\`, after a refusal, or if the first
  request was never sent. If several processes run the command at once, only one orders.
- **A request belongs to a design and a host.** The path of the address and the account make no difference, because only the
  owner of a design can order its Tech Pack. An account that cannot read the request gets a 404.
- **toile sends each request once**, over one connection, without retries. It renews an expired token first.
- **A different body is a different request.** If a member of the body, such as the brand, differs from the recorded
  request, toile shows the difference. On a terminal it asks, even with \`--yes\`. Without a terminal it exits with 9, and
  only \`--again\` orders.
- **toile checks ids.** It rejects an answer about another purchase or design and saves nothing of it.
- **Only the service can refuse.** A refusal is an answer with the service's error body (JSON with \`error\` and \`code\`).
  After an error page of a gateway or firewall the outcome is unknown.
- **\`toile api\` follows the same rules.** toile checks the final address. It sends no POST that may be a Tech Pack request
  if the design is unclear.
- **toile records first.** It writes \`purchases.json\` in the state folder before it orders, and marks the request as sent
  on disk before the first byte leaves. An unmarked request was never sent. A marked request without an answer is unknown.
- **An unreadable record blocks orders** until a person runs \`toile techpack forget --damaged\`. Each record has a digest,
  which detects a changed bit, and a random reference (\`techpack ls\`).
- **An answer that toile cannot record** exits with 1 (\`unrecorded\`) and prints the purchase id on stderr.
- **Shared records**: see [shared.md](shared.md).
- **\`pack.ready\`** alone decides whether a Tech Pack is ready; no status word does.
- **Errors after an order** name the purchase, design, state and next command, as text and in JSON (\`purchase_id\`,
  \`design_id\`, \`purchase_state\`, \`next\`), also with \`-q\`. They never exit with 2.

## States

| state | meaning |
|---|---|
${listKeys(ORDER_STATES)
  .map((state) => `| ${formatStateName(state)} | ${ORDER_STATES[state]} |`)
  .join('\n')}

## Events

*Italics* stand for values. An empty next state means that the state does not change. An empty exit code means that the
next event decides. A state in parentheses limits the row to that state.

${TABLES.map(renderSection).join('\n')}`;
