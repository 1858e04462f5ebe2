/**
 * Writes docs/purchases.md from the table that the program acts by: `npm run docs`. `--check` only says whether it
 * would. The sources are TypeScript, so they are bundled first, in memory.
 */

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const file = join(root, 'docs', 'purchases.md');

const { outputFiles } = await build({
  stdin: {
    contents: `
      export { MACHINE } from './src/purchases/machine.ts';
      export { EVENTS, STATES, stateInWords } from './src/purchases/states.ts';
    `,
    resolveDir: root,
    loader: 'ts',
  },
  bundle: true,
  format: 'esm',
  platform: 'node',
  write: false,
});
const source = Buffer.from(outputFiles[0].contents).toString('base64');
const { MACHINE, EVENTS, STATES, stateInWords } = await import(`data:text/javascript;base64,${source}`);

const DOES = {
  send: 'sends',
  look: 'asks the service about it',
  'stand by': 'waits shortly for the other process',
  refuse: 'sends nothing',
  note: 'writes it down',
  nothing: '',
};

const cell = (text) =>
  text
    .replaceAll('|', '\\|')
    .replaceAll('}{', '} {')
    .replace(/\{(\w+)\}/g, '*$1*');

const row = (state, [event, { does, next, says, exit }]) =>
  `| ${[EVENTS[event], DOES[does], cell(says), next === state ? '' : stateInWords(next), exit ?? ''].join(
    ' | ',
  )} |`;

const section = ([state, row_]) => `### ${stateInWords(state)}

${STATES[state][0].toUpperCase()}${STATES[state].slice(1)}.

| what happens | toile | and says, or what comes of it | next state | exit |
|---|---|---|---|---|
${Object.keys(EVENTS)
  .filter((event) => row_[event] !== undefined)
  .map((event) => row(state, [event, row_[event]]))
  .join('\n')}
`;

const text = `# Tech Packs: what is paid for is certain

<!-- Written by scripts/purchases-doc.mjs from src/purchases: npm run docs -->

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
- **\`toile api\`** is guarded by the address as it will be sent, however it was typed. A POST that some reader may
  take for a Tech Pack request, and of which it is not clear which design it means, is not sent.
- **Written down first.** A request is written to \`purchases.json\` in the state folder before it is sent, and marked
  as sent, on the disk, when its turn has come and before its first byte leaves. What is only intended was therefore
  never sent, and is taken over when its process is gone. What is marked and has no answer is of unknown fate.
- **A record that cannot be read refuses**, in whatever way it cannot, until a person says otherwise:
  \`toile techpack forget --damaged\`. No read moves it, or goes on without it.
- **\`pack.ready\`** is the single readiness condition; no status word is.
- **After a request has left, nothing hides it**: whatever fails then says purchase, design, state and the command that
  goes on, in text, in the JSON error (\`purchase_id\`, \`design_id\`, \`purchase_state\`, \`next\`), and with
  \`-q\`. It never ends with 2.

## The states

Words in *italics* are filled in. Where no next state stands it stays as it is; where no exit code does, what follows
decides it.

${Object.entries(MACHINE).map(section).join('\n')}`;

const old = await readFile(file, 'utf8').catch(() => '');
if (!process.argv.includes('--check')) await writeFile(file, text);
else if (old !== text) {
  process.stdout.write('docs/purchases.md is not what the table says: npm run docs\n');
  process.exitCode = 1;
}
