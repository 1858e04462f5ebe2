/** Writes docs/purchases.md from the table that the program acts by: `npm run docs`. */

import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Cell, type Does, MACHINE } from '../src/purchases/machine.ts';
import { EVENTS, type Event, STATES, type State, stateInWords } from '../src/purchases/states.ts';

const DOES: Readonly<Record<Does, string>> = {
  send: 'sends',
  look: 'asks the service about it',
  'stand by': 'waits shortly for the other process',
  refuse: 'sends nothing',
  note: 'writes it down',
  nothing: '',
};

const cell = (text: string): string =>
  text
    .replaceAll('|', '\\|')
    .replaceAll('}{', '} {')
    .replace(/\{(\w+)\}/g, '*$1*');

const row = (state: State, event: Event, { does, next, says, exit }: Cell): string =>
  `| ${[EVENTS[event], DOES[does], cell(says), next === state ? '' : stateInWords(next), exit ?? ''].join(
    ' | ',
  )} |`;

const keysOf = <Key extends string>(table: Readonly<Record<Key, unknown>>): readonly Key[] =>
  Object.keys(table) as Key[];

const section = (state: State): string => `### ${stateInWords(state)}

${STATES[state].replace(/^./, (first) => first.toUpperCase())}.

| what happens | toile | and says, or what comes of it | next state | exit |
|---|---|---|---|---|
${keysOf(EVENTS)
  .flatMap((event) => {
    const answer = MACHINE[state][event];
    return answer === undefined ? [] : [row(state, event, answer)];
  })
  .join('\n')}
`;

/** The whole page. */
export const purchasesPage = (): string => `# Tech Packs: what is paid for is certain

<!-- Written by scripts/purchases-doc.ts from src/purchases: npm run docs -->

A Tech Pack request costs money, so toile treats it as a small machine. This page is made from the table that the
program acts by (\`src/purchases/machine.ts\`); a test fails where the two differ.

## The rules

- **The same words typed again never send again**, in any state, \`--again\` aside: they show, wait for
  (\`--wait\`) or fetch (\`--download\`) what there is. Only after a certain refusal, or where nothing ever left, do
  they send. Of many processes at once one sends.
- **The same request** is the same design, whatever it was typed as, at the same host. A path in the address tells no
  requests apart, since a service may be reached by several. Nor does the account: whoever may request a Tech Pack of a
  design owns it, so two accounts that may are the same caller with the same allowance. A request that was made under
  another account is therefore shown, or said to be unknown (404) where this one may not see it; \`--again\` sends
  another one.
- **A request is on the wire once.** It goes through a sender that repeats nothing and opens one connection, whatever
  the answer is; a token that the service no longer accepts is renewed by a free request before.
- **Another body is another request**: digests of the members of the body are kept, and a command with another brand, size
  selection or notes than the request that stands says what differs. It asks on a terminal, also with \`--yes\`; elsewhere
  it ends with 9, and \`--again\` sends.
- **Ids in answers are checked**: an answer about another purchase or design is an error, and nothing of it is saved.
- **Refused is what the service said**: an answer with its error body (\`error\` and \`code\`, as JSON). The page of a
  gateway or a firewall (403, 404, 429) leaves the fate unknown, since the request may have been passed on.
- **\`toile api\`** is guarded by the address as it will be sent, however it was typed. A POST that some reader may
  take for a Tech Pack request, and of which it is not clear which design it means, is not sent.
- **Written down first.** A request is written to \`purchases.json\` in the state folder before it is sent, and marked
  as sent, on the disk, when its turn has come and before its first byte leaves. What is only intended was therefore
  never sent, and is taken over when its process is gone. What is marked and has no answer is of unknown fate.
- **A record that cannot be read refuses**, in whatever way it cannot, until a person says otherwise:
  \`toile techpack forget --damaged\`. No read moves it, or goes on without it. Each record has a digest, so that a
  single wrong bit is found; a record is known by its random reference (\`techpack ls\`), never by a number.
- **An answer that could not be written down** is an error (exit 1, \`unrecorded\`) with the purchase id on stderr.
- **Machines that share** their requests: see [shared.md](shared.md) for when the store refuses, and what to type then.
- **\`pack.ready\`** is the single readiness condition; no status word is.
- **After a request has left, nothing hides it**: whatever fails then says purchase, design, state and the command that
  goes on, in text, in the JSON error (\`purchase_id\`, \`design_id\`, \`purchase_state\`, \`next\`), and with
  \`-q\`. It never ends with 2.

## The states

Words in *italics* are filled in. Where no next state stands it stays as it is; where no exit code does, what follows
decides it.

${keysOf(MACHINE).map(section).join('\n')}`;

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await writeFile(new URL('../docs/purchases.md', import.meta.url), purchasesPage());
}
