/** Renders help texts from the command table, which is passed in as data. */

import type { AnyCommand } from '../../commands/command-spec.ts';
import {
  renderCommandHelp,
  renderGroupHelp,
  renderRootHelp,
  renderShortHelp,
  renderTermPairs,
  wrapParagraph,
} from './help-layout.ts';
import { HELP_TOPICS } from './help-topics.ts';
import { limitHelpWidth } from './prebuilt-help.ts';

/**
 * What `toile help sandbox` lists about the sandbox, for example its scenarios. The caller passes these texts, so that
 * the help does not load the sandbox.
 */
interface SandboxFacts {
  readonly scenarios: Readonly<Record<string, string>>;
  readonly keys: readonly { readonly name: string; readonly about: string }[];
  readonly invented: readonly { readonly name: string; readonly value: string; readonly about: string }[];
}

/** Maps the name of a sandbox scenario, for example `expired-link`, to a command that shows its effect. */
const SCENARIO_EXAMPLES: Readonly<Record<string, string>> = {
  'expired-link': 'toile --sandbox export GARM-5117',
  'cut-download': 'toile --sandbox export GARM-5117',
  'payment-required': 'toile --sandbox techpack request GARM-5117 --yes --again',
  'pricing-not-configured': 'toile --sandbox --account no-allowance techpack request GARM-5117 --yes --again',
  'slow-pack': 'toile --sandbox techpack request GARM-5117 --yes --again --wait --timeout 30s',
  'failed-pack': 'toile --sandbox techpack request GARM-5117 --yes --again --wait --timeout 30s',
};

/** Returns the part of the text of `toile help sandbox` that follows the list of the sandbox commands. */
const renderSandboxTopic = ({ scenarios, keys, invented }: SandboxFacts, width: number): string =>
  [
    wrapParagraph(
      'The sandbox is a simulated service on this machine, with sample designs. You can move its clock. It never charges ' +
        'money. toile --sandbox ... runs a command with the sandbox inside toile. toile sandbox start serves a ' +
        'sandbox over HTTP for other programs. Both keep their state.',
      width,
    ),
    '',
    'Scenarios: simulated failures',
    ...Object.entries(scenarios).flatMap(([name, about]) => [
      renderTermPairs([[name, about]], width),
      `      $ toile --sandbox sandbox scenario ${name}`,
      `      $ ${SCENARIO_EXAMPLES[name] ?? 'toile --sandbox graph GARM-5117 --max-wait 5s'}`,
    ]),
    renderTermPairs([['none', 'end the scenario: toile --sandbox sandbox scenario none']], width),
    '',
    wrapParagraph(
      'With toile sandbox start, leave out the first --sandbox of each line. You can also start it with a scenario: ' +
        'toile sandbox start --scenario NAME. To try a key with fewer permissions, use a sample key:',
      width,
    ),
    '',
    'Sample keys: toile --sandbox --account NAME ...',
    renderTermPairs(
      keys.map(({ name, about }) => [name, about]),
      width,
    ),
    '',
    'Time and money',
    renderTermPairs(
      [
        [
          'sandbox advance 61m',
          'move the clock: links expire after an hour, the rate limit resets after five minutes',
        ],
        ['sandbox pay', 'pay the latest unpaid purchase, as the checkout page does'],
      ],
      width,
    ),
    '',
    'Assumptions: not specified by the service, which may behave differently',
    renderTermPairs(
      invented.map(({ name, value, about }) => [name, `${value}: ${about}`]),
      width,
    ),
    '',
  ].join('\n');

/** The names of the help topics, except `sandbox`, which is a group of commands too. */
export const TOPIC_NAMES: readonly string[] = Object.keys(HELP_TOPICS);

/**
 * Returns the help text for a command, a group of commands or a topic. For no words, returns the general help. With
 * `short`, returns the short help of a command, which `--help` prints. Returns undefined for unknown words.
 */
export const renderHelpText = (
  table: readonly AnyCommand[],
  words: readonly string[],
  columns: number,
  { sandbox, short }: { readonly sandbox?: SandboxFacts | undefined; readonly short?: boolean } = {},
): string | undefined => {
  const path = words.join(' ');
  const width = limitHelpWidth(columns);
  if (path === '') return renderRootHelp(table, [...TOPIC_NAMES, 'sandbox'], width);
  const command = table.find((each) => each.path === path);
  if (command) return (short ? renderShortHelp : renderCommandHelp)(command, width);
  if (table.some((each) => each.path.startsWith(`${path} `))) {
    const group = renderGroupHelp(table, path, width);
    return path === 'sandbox' && sandbox ? `${group}\n${renderSandboxTopic(sandbox, width)}` : group;
  }
  const topic = HELP_TOPICS[path];
  return topic === undefined ? undefined : topic(width);
};
