/** The findings of the last hostile review, and the tests that hold each; and what held then and has to hold on. */

export interface CoveringTest {
  /** From the root of the project. */
  readonly file: string;
  /** Its title, or a part of it, or the title of what it stands in. */
  readonly test: string;
}

export interface Finding {
  readonly says: string;
  readonly held: readonly CoveringTest[];
}

const at =
  (file: string) =>
  (test: string): CoveringTest => ({ file, test });

const attacks = (name: string) => at(`test/attacks/${name}.test.ts`);
const words = attacks('paths-and-shell-words');
const screens = attacks('control-characters');
const pages = attacks('markup-and-formulas');
const key = attacks('reflected-keys');
const refusals = attacks('refusals');
const folder = attacks('hostile-folders');
const neighbours = attacks('other-users');
const sizes = attacks('floods');
const typed = attacks('typed-input');
const money = attacks('unconfirmed-orders');
const supply = attacks('supply-chain');
const completion = attacks('completion');
const processes = attacks('interactive-commands');
const servers = at('test/auth/sign-in-servers.test.ts');
const loopback = at('test/auth/callback-server.test.ts');

/** By the number in the review. */
export const FINDINGS: Readonly<Record<number, Finding>> = {
  1: {
    says: 'a cloned repository runs code',
    held: [folder('a clone runs nothing: neither a pull nor the next shell'), folder('leads elsewhere')],
  },
  2: { says: 'the journal is trusted', held: [folder('a journal with')] },
  3: {
    says: 'a file name chosen by the service',
    held: [
      typed('is no path for an export or a sheet, by name or from stdin'),
      words('every command with untrusted paths and shell words'),
    ],
  },
  4: {
    says: 'the key printed when a server reflects it',
    held: [key('every command, when the service repeats the key'), refusals('in words that hold the key')],
  },
  5: {
    says: 'foreign-owned state and code cache are used',
    held: [
      neighbours('compiled code'),
      neighbours('files and folders of toile'),
      neighbours('accounts, where the platform keeps them'),
      neighbours('names for completion'),
    ],
  },
  6: {
    says: 'completion inside an opened quote runs a hostile name',
    held: [
      completion('Enter runs toile with the very name, or nothing'),
      completion('PowerShell: no character that it takes for a quote ends a word'),
    ],
  },
  7: {
    says: 'commands printed to be copied hold unquoted service strings',
    held: [
      typed('names the purchase of a 402 unchanged, or not at all'),
      typed('creates the folder that was named:'),
      words('as values'),
    ],
  },
  8: {
    says: 'resource exhaustion',
    held: [
      sizes('streams it to the disk'),
      sizes('a body without end'),
      sizes('ends by itself'),
      sizes('SIGTERM ends it within a second'),
    ],
  },
  9: {
    says: 'GET // to the loopback of login --web crashes toile',
    held: [loopback('the callback server opens the browser with one address only')],
  },
  10: {
    says: 'diff reads through links in a pulled folder and prints what it finds',
    held: [folder('a file that leads to a secret'), folder('every file a link to a secret')],
  },
  11: {
    says: 'the consent for paid requests is matched on the typed path',
    held: [money('no paid request leaves without consent, in any spelling')],
  },
  12: {
    says: 'CSV for spreadsheets holds a live formula where two signs separate',
    held: [pages('as values: markup and formulas'), screens('markup among them')],
  },
  13: {
    says: 'C1 in --debug, unseen signs on terminals, live Markdown, "open this:" for any page',
    held: [
      screens('as values'),
      pages('as values: markup and formulas'),
      processes('each command on a real terminal'),
      servers('is refused before a redirect or a request'),
      servers('a redirect of a tool server to'),
    ],
  },
  14: {
    says: 'a dependency is a range without a shrinkwrap',
    held: [
      supply('everything that users install is pinned to versions and digests'),
      supply('the packed package contains the versions and digests'),
    ],
  },
  15: {
    says: 'a key typed in the wrong place is echoed',
    held: [
      typed('is repeated by no command: as a word, as a flag, as the value of a flag'),
      typed('login says how to give it'),
    ],
  },
  16: {
    says: 'help ci installs by a name that anybody may claim',
    held: [supply('no text tells users to install the package by its name')],
  },
  17: {
    says: 'login --web sends the old code again when asked a second time',
    held: [
      servers('opens the browser once more, with everything new except the client'),
      servers('ignores an answer of the first visit'),
      loopback('every visit gets its own response'),
    ],
  },
  18: {
    says: 'logout does not revoke where the server offers only OIDC discovery',
    held: [servers('alone is told about a sign-out')],
  },
  19: {
    says: 'a passing fault of the token endpoint is called the end of the sign-in',
    held: [servers('a token endpoint with a failure')],
  },
  20: {
    says: 'registration always asks for no authentication',
    held: [servers('client registration')],
  },
  21: {
    says: 'no PKCE is accepted; short tokens are refreshed once a call; every login registers',
    held: [
      servers('is refused before a redirect or a request'),
      servers('are renewed once for all processes'),
      servers('registers once, and uses the registration later'),
      servers('explains what to do when the server allows no registration, and does it once'),
      servers('a sign-in that has ended'),
    ],
  },
};

const secrets = at('test/e2e/secrets.test.ts');
const listen = at('test/sandbox/serve-sandbox.test.ts');
const layers = at('test/garment/drawing-layers.test.ts');
const signIn = at('test/commands/sign-in.test.ts');
const login = at('test/auth/login-web.test.ts');
const renewed = at('test/faults/sign-in.test.ts');

/** What the review found in order. */
export const EARLIER_GUARANTEES: readonly Finding[] = [
  {
    says: 'redirects of the API and tricks with paths are refused',
    held: [
      at('test/service/client/request.test.ts')('never leaves the origin and prefix, whatever the path'),
      at('test/service/http/sockets.test.ts')('a redirect is refused without reading its endless body'),
    ],
  },
  {
    says: 'downloads carry no credential',
    held: [
      at('test/service/http/download.test.ts')('are requested without credentials and without compression'),
      at('test/service/http/download.test.ts')('is followed through redirects, without credentials'),
    ],
  },
  {
    says: 'plain http leaves this machine for nobody',
    held: [signIn('refuses a base address with'), login('is a usage error')],
  },
  {
    says: 'no key in argv, children or state',
    held: [
      secrets(
        'the keychain is asked by a child process whose arguments and environment hold no secret, and which ends',
      ),
      secrets('passes no secret to the programs that it starts, nor to messages about them'),
      key('every command, when the service repeats the key'),
    ],
  },
  { says: '0600 in 0700', held: [secrets('keeps everything to its owner: 0600 in 0700')] },
  {
    says: 'no download onto a link or a pipe',
    held: [
      at('test/service/http/partial-file.test.ts')('is never %s'),
      at('test/service/http/partial-file.test.ts')(
        'does not replace a symbolic link that appeared meanwhile',
      ),
    ],
  },
  {
    says: 'no escape code in tables, TSV, CSV, errors and prompts',
    held: [
      screens('every command with untrusted control and invisible characters'),
      processes('each command on a real terminal'),
    ],
  },
  {
    says: '__proto__ and depth',
    held: [
      at('test/platform/json/lossless.test.ts')('keeps __proto__ as a member and leaves prototypes alone'),
      pages('as values: shapes'),
      sizes('a body without end'),
    ],
  },
  {
    says: 'entities are not expanded',
    held: [layers('an entity is never expanded'), layers('an external entity is not read')],
  },
  {
    says: 'nothing runs on a sheet',
    held: [
      at('test/output/sheet/whole.test.ts')('loses no value, and makes no tag of one'),
      at('test/output/sheet/whole.test.ts')('loads nothing from outside, and has only its own styles'),
      at('test/output/sheet/second-language.test.ts')(
        'shows a term as text alone, and changes nothing of the text before it',
      ),
      at('test/output/sheet/drawing.test.ts')('is refused with the reason'),
      at('test/output/sheet/drawing.test.ts')('ten to the sixth times over'),
      at('test/output/sheet/drawing-paper.test.ts')(
        'runs no script and loads nothing, with or without a content security policy',
      ),
      pages('as values: markup and formulas'),
    ],
  },
  {
    says: 'no name ends its quotes in Mermaid',
    held: [
      at('test/output/views/mermaid-graph.test.ts')('keeps a name inside its quotes, its line and its place'),
    ],
  },
  {
    says: 'no javascript: is opened',
    held: [at('test/platform/system/open-browser.test.ts')('opening an address')],
  },
  { says: 'zsh and fish complete the very name', held: [completion('Tab with untrusted names')] },
  {
    says: 'no rebinding, no page from elsewhere, no smuggling into the sandbox',
    held: [
      listen('refuses host names of other machines, and pages of other sites'),
      listen('is refused without the secret of this run'),
    ],
  },
  {
    says: 'state, Host and PKCE of login --web',
    held: [
      login('is not disturbed by other requests to the callback address'),
      servers('is refused before a redirect or a request'),
    ],
  },
  {
    says: 'refresh by many processes, no token used twice',
    held: [renewed('processes stay signed in through temporary failures, and signing out ends it')],
  },
  {
    says: 'whatever is read is read within a budget of work',
    held: [
      at('test/platform/json/lossless.test.ts')('reads no more values than those of an answer'),
      at('test/output/workbook/read-xlsx.test.ts')('empty rows and cells count towards the limit'),
      at('test/output/workbook/read-xlsx.test.ts')('each part is read once, whatever refers to it'),
      at('test/service/http/download.test.ts')('a document of unknown size that never ends is stopped'),
      at('test/assistant/mcp/unanswered-calls.test.ts')('ends in time, with exit 3'),
      at('test/assistant/mcp/unanswered-calls.test.ts')('is not evaluated'),
      at('test/assistant/mcp/mcp-session.test.ts')('5,000 levels'),
      at('test/rooms/ambiguous-regex.test.ts')(
        'no regular expression takes more than linear time on untrusted text',
      ),
    ],
  },
  { says: 'a signal ends a busy process', held: [attacks('signals')('a signal ends the process')] },
];

/** Files of other rooms that are run along, since a finding hangs on them. */
export const COVERED_ELSEWHERE: readonly string[] = [
  ...new Set(
    Object.values(FINDINGS)
      .flatMap(({ held }) => held.map(({ file }) => file))
      .filter((file) => !file.startsWith('test/attacks/')),
  ),
];
