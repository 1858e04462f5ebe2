import { renderTermPairs, wrapParagraph } from './help-layout.ts';

/** Facts about the sandbox. They are passed in, since this folder does not import the sandbox. */
export interface SandboxFacts {
  readonly scenarios: Readonly<Record<string, string>>;
  readonly keys: readonly { readonly name: string; readonly about: string }[];
  readonly invented: readonly { readonly name: string; readonly value: string; readonly about: string }[];
}

/** The commands that show a scenario. Any other scenario is shown by an ordinary read. */
const SCENARIO_EXAMPLES: Readonly<Record<string, string>> = {
  'expired-link': 'toile --sandbox export GARM-5117',
  'cut-download': 'toile --sandbox export GARM-5117',
  'payment-required': 'toile --sandbox techpack request GARM-5117 --yes --again',
  'pricing-not-configured': 'toile --sandbox --account no-allowance techpack request GARM-5117 --yes --again',
  'slow-pack': 'toile --sandbox techpack request GARM-5117 --yes --again --wait --timeout 30s',
  'failed-pack': 'toile --sandbox techpack request GARM-5117 --yes --again --wait --timeout 30s',
};

/** Returns the text of `toile help sandbox`, below the commands of the group. */
export const renderSandboxTopic = ({ scenarios, keys, invented }: SandboxFacts, width: number): string =>
  [
    wrapParagraph(
      'The sandbox is the whole service on this machine, with sample designs, a clock that can be moved and nothing to ' +
        'pay. toile --sandbox ... runs a command against the embedded one; toile sandbox start serves one for other ' +
        'programs. Both remember what was done.',
      width,
    ),
    '',
    'Scenarios: what can go wrong on purpose',
    ...Object.entries(scenarios).flatMap(([name, about]) => [
      renderTermPairs([[name, about]], width),
      `      $ toile --sandbox sandbox scenario ${name}`,
      `      $ ${SCENARIO_EXAMPLES[name] ?? 'toile --sandbox graph GARM-5117 --max-wait 5s'}`,
    ]),
    renderTermPairs([['none', 'a good day again: toile --sandbox sandbox scenario none']], width),
    '',
    wrapParagraph(
      'In a sandbox that runs, leave the first --sandbox of each line out, or begin with the trouble: ' +
        'toile sandbox start --scenario NAME. A key without scopes is one of the sample keys:',
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
        ['sandbox advance 61m', 'past the hour that a link lives; past the five minutes of the rate limit'],
        ['sandbox pay', 'pays the latest purchase that waits for it, as the checkout page does'],
      ],
      width,
    ),
    '',
    'Invented here, because the specification does not say; the real service may differ in each',
    renderTermPairs(
      invented.map(({ name, value, about }) => [name, `${value}: ${about}`]),
      width,
    ),
    '',
  ].join('\n');
