import { EXIT_CODES } from '../../platform/errors.ts';
import { renderCiTopic } from './ci-topic.ts';
import {
  formatDescription,
  indentBlock,
  renderFlagsHelp,
  renderTermPairs,
  wrapParagraph,
} from './help-layout.ts';

const renderGitTopic = (width: number): string =>
  `${[
    'A pulled folder under git',
    wrapParagraph(
      'toile pull writes one value per line in a stable order, so that a commit shows only what changed. toile diff ' +
        'lists the changed values and states. The changes that are most costly to miss come first. To compare two ' +
        'commits, check out the older one next to the folder:',
      width,
    ),
    indentBlock(['git worktree add ../before HEAD~1', 'toile diff ../before/season season']),
    wrapParagraph(
      'git can change the line endings of files. So that it does not, toile pull adds a line at the top of ' +
        '.gitattributes. Your own lines below take precedence. If you comment the line out or delete the file, toile does not restore it.',
      width,
    ),
    wrapParagraph(
      'Folders have the names of their designs, in any script. By default, git prints Chinese characters, for example, ' +
        'as numbers. To print them as text:',
      width,
    ),
    indentBlock(['git config core.quotePath false']),
  ].join('\n\n')}\n`;

type TopicRenderer = (width: number) => string;

/** One environment variable, or several that `toile help environment` describes together. */
interface EnvironmentVariable {
  readonly names: readonly string[];
  readonly about: string;
  readonly default?: string;
}

/** The environment variables that toile reads, in the order of `toile help environment`. */
export const ENVIRONMENT_VARIABLES: readonly EnvironmentVariable[] = [
  { names: ['TOILE_API_KEY'], about: 'API key; the keychain is then not used' },
  { names: ['TOILE_ACCESS_TOKEN'], about: 'OAuth access token, used like TOILE_API_KEY' },
  { names: ['TOILE_API_KEY_FILE'], about: 'file that contains the API key, such as a mounted secret' },
  { names: ['TOILE_KEY_COMMAND'], about: 'command that prints the API key, such as a password manager' },
  { names: ['TOILE_BASE_URL'], about: 'address of the service' },
  { names: ['TOILE_MCP_URL'], about: "address of the service's tool server" },
  { names: ['TOILE_CONNECTOR_URL'], about: 'address of the connector, for toile login --web' },
  {
    names: ['TOILE_ACCOUNT'],
    about: 'account to use; only its address if the environment contains a key',
  },
  { names: ['TOILE_SANDBOX'], about: 'same as --sandbox; 0 is off' },
  { names: ['TOILE_INSECURE_HTTP'], about: '1 allows plain http to another machine' },
  {
    names: ['TOILE_HOME'],
    about: 'folder for settings and state',
    default: 'the usual folders of the platform',
  },
  { names: ['TOILE_RATE'], about: 'rate limit of toile on this machine', default: '300/5m' },
  {
    names: ['TOILE_SHARED'],
    about:
      'Valkey or Redis server (redis://, rediss:// or unix:) on which machines with one key share the rate limit and the records of Tech Pack requests; toile shared init prints this value',
  },
  {
    names: ['TOILE_SHARED_PASSWORD', 'TOILE_SHARED_PASSWORD_FILE'],
    about: 'password for that server, or a file that contains it, when the address has no password',
  },
  {
    names: ['TOILE_SHARED_INSECURE'],
    about:
      '1 allows toile to send that password unencrypted to another machine, or to use a socket of another user',
  },
  {
    names: ['HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY', 'NO_PROXY'],
    about: 'proxy settings; loopback addresses never use the proxy',
  },
  {
    names: ['TOILE_CA_FILE'],
    about: "PEM file with additional certificate authorities, such as a company proxy's",
  },
  { names: ['TOILE_MAX_WAIT'], about: 'same as --max-wait' },
  {
    names: ['TOILE_REQUEST_TIMEOUT'],
    about: 'longest time for one request',
    default: '60s to the first byte, then 300s',
  },
  { names: ['TOILE_PAGER'], about: 'pager for long output on a terminal' },
  { names: ['TOILE_DEBUG'], about: 'same as --debug; 0 is off' },
  {
    names: ['TOILE_NO_INPUT'],
    about: 'same as --no-input; 0 is off; CI and TERM=dumb do the same',
  },
  { names: ['ACCESSIBLE', 'TOILE_ACCESSIBLE'], about: 'same as --accessible; 0 is off' },
  { names: ['NO_COLOR'], about: 'any value turns colour off' },
  {
    names: ['FORCE_COLOR', 'CLICOLOR_FORCE'],
    about: 'colour without a terminal; FORCE_COLOR=0 turns colour off',
  },
  {
    names: ['TOILE_FORCE_TTY'],
    about:
      'number of columns, for example 100: lays out for a terminal of this width, even in a pipe; 1 takes COLUMNS or 80',
  },
];

/** The places where toile looks for a credential, in order. */
const CREDENTIAL_SOURCES: readonly (readonly [string, string])[] = [
  '--account',
  'TOILE_API_KEY',
  'TOILE_ACCESS_TOKEN',
  'TOILE_API_KEY_FILE',
  'TOILE_KEY_COMMAND',
  'the current account',
].map((place, at) => [String(at + 1), place]);

const joinParagraphs = (...parts: readonly string[]): string => `${parts.join('\n\n')}\n`;

/** The help topics that are not commands, by name, for example `environment`. Each renders its text for a width. */
export const HELP_TOPICS: Readonly<Record<string, TopicRenderer>> = {
  environment: (width) =>
    joinParagraphs(
      'Environment',
      wrapParagraph(
        'A flag overrides the environment, and the environment overrides stored settings.',
        width,
      ),
      renderTermPairs(
        ENVIRONMENT_VARIABLES.map((each) => [each.names.join(', '), formatDescription(each)]),
        width,
      ),
      wrapParagraph(
        'toile looks for a key or token in these places, and uses the first one that it finds:',
        width,
      ),
      renderTermPairs(CREDENTIAL_SOURCES, width),
      wrapParagraph('`toile me` shows the one in use, and those that it overrides.', width),
    ),
  flags: (width) =>
    joinParagraphs(
      'Global flags',
      wrapParagraph(
        'Flags may come before or after the command and its arguments. A command ignores a flag that has no effect on it. It rejects an output format that it does not have.',
        width,
      ),
      renderFlagsHelp(width),
    ),
  ci: renderCiTopic,
  git: renderGitTopic,
  'exit-codes': (width) =>
    joinParagraphs(
      'Exit codes',
      renderTermPairs(
        Object.entries(EXIT_CODES).map(([code, about]) => [code.padStart(3), about]),
        width,
      ),
      wrapParagraph('The exit codes are the same with and without --json.', width),
    ),
  output: (width) =>
    joinParagraphs(
      'Output',
      wrapParagraph(
        'Results go to stdout, messages to stderr. When a command fails, stdout stays empty, unless a part of a list is ' +
          'already printed.',
        width,
      ),
      renderTermPairs(
        [
          ['on a terminal', 'tables and text that fit the width of the terminal'],
          [
            'in a pipe',
            'one row per line, with a tab between cells; nothing is shortened, and there is no header',
          ],
          [
            'in a cell of a pipe',
            'the state is a word; a tab, line break or backslash is written as \\t, \\n or \\\\',
          ],
          ['--json', "the service's JSON, unchanged; on a terminal, it is indented"],
          ['--jsonl', 'one JSON object per line, printed as it arrives'],
        ],
        width,
      ),
      wrapParagraph(
        'Results that toile computes have a schema, for example "schema": "toile.pull/1".',
        width,
      ),
      wrapParagraph(
        'With --json an error is one object on stderr: {"error": {"code", "message", "hint", "status", "exit", "retryable", "next"}}.',
        width,
      ),
      renderTermPairs(
        [
          ['code', 'a word that stays the same; the message may change'],
          ['retryable', 'true if the same command may succeed later'],
          ['next', 'the command to run, as a list of words, or null'],
          ['retry_after, next_before, checkout_url', 'present when they apply'],
        ],
        width,
      ),
      wrapParagraph(
        'If the next program ends first (| head), toile stops without an error. It sends no further request.',
        width,
      ),
    ),
  provenance: (width) =>
    joinParagraphs(
      'Provenance',
      renderTermPairs(
        [
          ['= asserted', 'stated by the designer'],
          ['~ inferred', 'derived by the service; "why:" gives its basis'],
          ['? unstated', 'not given; printed as "not stated"'],
          ['! any other', 'a word that toile does not know, printed unchanged'],
        ],
        width,
      ),
      wrapParagraph(
        'An asserted none, zero, false or empty value is stated too: "no lining" is an answer. ' +
          'toile does not round numbers or convert units.',
        width,
      ),
      wrapParagraph(
        'toile computes the counts marked "counted by toile". The service computes Design Trust.',
        width,
      ),
      wrapParagraph('--accessible prints words instead of the marks, for screen readers.', width),
    ),
};
