import { EXIT_CODES } from '../../platform/errors.ts';
import { renderCiTopic } from './ci-topic.ts';
import { renderGitTopic } from './git-topic.ts';
import { renderFlagsHelp, renderTermPairs, wrapParagraph } from './help-layout.ts';

type TopicRenderer = (width: number) => string;

const ENVIRONMENT_VARIABLES: readonly (readonly [string, string])[] = [
  ['TOILE_API_KEY', 'a personal key; with it the keychain is not even opened'],
  ['TOILE_ACCESS_TOKEN', 'an OAuth access token, used the same way'],
  ['TOILE_API_KEY_FILE', 'a file that holds the key, such as a mounted secret'],
  ['TOILE_KEY_COMMAND', 'a command that prints the key, such as a password manager'],
  ['TOILE_BASE_URL', 'address of the service'],
  ['TOILE_MCP_URL', "address of the service's tool server"],
  ['TOILE_CONNECTOR_URL', 'address of the connector, for toile login --web'],
  [
    'TOILE_ACCOUNT',
    "the account to use, by name; when a key is set in the environment, only this account's address is used",
  ],
  ['TOILE_HOME', "one folder for settings and state, instead of the platform's own"],
  ['TOILE_RATE', 'the rate limit that toile keeps within on this machine; 300/5m unless said'],
  [
    'TOILE_SHARED',
    'a Valkey or Redis that machines with one key share: redis://, rediss:// or unix:; the limit and the Tech Pack requests are then those of all; the id behind # is printed by toile shared init',
  ],
  [
    'TOILE_SHARED_PASSWORD, TOILE_SHARED_PASSWORD_FILE',
    'the password for it, or a file that holds it, where it is not in the address',
  ],
  [
    'TOILE_SHARED_INSECURE',
    'set to 1: send that password unencrypted to another machine, or use a socket that belongs to another user',
  ],
  [
    'HTTPS_PROXY, HTTP_PROXY, ALL_PROXY, NO_PROXY',
    'the way out of this network; loopback addresses never use the proxy',
  ],
  ['TOILE_CA_FILE', 'a PEM file with further authorities to trust, such as that of a company proxy'],
  ['TOILE_MAX_WAIT', 'like --max-wait'],
  ['TOILE_PAGER', 'pager for long output, on a terminal'],
  ['TOILE_DEBUG', 'like --debug, when set to anything but 0'],
  ['TOILE_NO_INPUT', 'like --no-input, when set to anything but 0; CI and TERM=dumb mean the same'],
  ['ACCESSIBLE, TOILE_ACCESSIBLE', 'like --accessible, when set to anything but 0'],
  ['NO_COLOR', 'no colour, when set to anything'],
  ['FORCE_COLOR', 'colour even where there is no terminal; 0 for none'],
];

const joinParagraphs = (...parts: readonly string[]): string => `${parts.join('\n\n')}\n`;

/** The help topics that are not commands. */
export const HELP_TOPICS: Readonly<Record<string, TopicRenderer>> = {
  environment: (width) =>
    joinParagraphs(
      'Environment',
      wrapParagraph('A flag goes before the environment, and the environment before what is stored.', width),
      renderTermPairs(ENVIRONMENT_VARIABLES, width),
      wrapParagraph(
        'Keys are looked for in this order: the account named by --account; TOILE_API_KEY; TOILE_ACCESS_TOKEN; ' +
          'TOILE_API_KEY_FILE; TOILE_KEY_COMMAND; the current account. `toile me` says which one was used and what it hides.',
        width,
      ),
    ),
  flags: (width) =>
    joinParagraphs(
      'Flags of every command',
      wrapParagraph(
        'They stand before or behind the words of a command. One that would change nothing is refused.',
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
        Object.entries(EXIT_CODES)
          .sort(([a], [b]) => Number(a) - Number(b))
          .map(([code, about]) => [code.padStart(3), about]),
        width,
      ),
      wrapParagraph('They are the same with and without --json.', width),
    ),
  output: (width) =>
    joinParagraphs(
      'Output',
      wrapParagraph('stdout is the answer, stderr the conversation. A failure leaves stdout empty.', width),
      renderTermPairs(
        [
          ['on a terminal', 'tables and text, fitted to its width'],
          [
            'in a pipe',
            'tab-separated, no header, nothing cut, the state as a word; tab, line break and backslash inside a cell are written \\t, \\n and \\\\',
          ],
          [
            '--json',
            "the service's body, byte for byte; on a terminal laid out for reading, with every number as it was written",
          ],
          ['--jsonl', 'one object a line, as they arrive'],
        ],
        width,
      ),
      wrapParagraph(
        'Data that toile makes itself carries "schema": "toile.<name>/1". With --json a failure is one object on stderr: ' +
          '{"error": {"code", "message", "hint", "status", "exit", "retryable", "next"}}: whether the same may succeed later, and the words of a command to type, or null; with retry_after, next_before or checkout_url where they apply.',
        width,
      ),
      wrapParagraph('A closed pipe (| head) ends quietly, and no further request is sent.', width),
    ),
  provenance: (width) =>
    joinParagraphs(
      'Provenance',
      renderTermPairs(
        [
          ['= asserted', 'the designer said so'],
          [
            '~ inferred',
            'worked out from something else; where the service says from what, it stands after "why:"',
          ],
          ['? unstated', 'nobody has said; printed as "not stated"'],
          ['! any other', 'a word that toile does not know, printed as it came'],
        ],
        width,
      ),
      wrapParagraph(
        'A value that is asserted to be none, zero, false or empty is stated: "no lining" is an answer. ' +
          'Numbers stand as the service wrote them: no rounding, no change of units.',
        width,
      ),
      wrapParagraph(
        'A tally that says "counted here" was made by toile; Design Trust is counted by the service.',
        width,
      ),
      wrapParagraph('--accessible, for screen readers, writes the words instead of the signs.', width),
    ),
};
