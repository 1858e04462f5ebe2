import { pairs, paragraph } from './layout.ts';

/** What is known of the sandbox, handed in: this room does not know it. */
export interface SandboxFacts {
  readonly scenarios: Readonly<Record<string, string>>;
  readonly keys: readonly { readonly name: string; readonly about: string }[];
  readonly invented: readonly { readonly name: string; readonly value: string; readonly about: string }[];
}

/** What to type to see each scenario at work; any other is shown by an ordinary read. */
const TRIED: Readonly<Record<string, string>> = {
  'expired-link': 'toile --sandbox export GARM-5117',
  'cut-download': 'toile --sandbox export GARM-5117',
  'payment-required': 'toile --sandbox techpack request GARM-5117 --yes --again',
  'pricing-not-configured': 'toile --sandbox --account no-allowance techpack request GARM-5117 --yes --again',
  'slow-pack': 'toile --sandbox techpack request GARM-5117 --yes --again --wait --timeout 30s',
  'failed-pack': 'toile --sandbox techpack request GARM-5117 --yes --again --wait --timeout 30s',
};

/** `help sandbox`, below the commands of the group. */
export const sandboxTopic = ({ scenarios, keys, invented }: SandboxFacts, width: number): string =>
  [
    paragraph(
      'The sandbox is the whole service on this machine, with sample designs, a clock that can be moved and nothing to ' +
        'pay. toile --sandbox ... runs a command against the embedded one; toile sandbox start serves one for other ' +
        'programs. Both remember what was done.',
      width,
    ),
    '',
    'Scenarios: what can go wrong on purpose',
    ...Object.entries(scenarios).flatMap(([name, about]) => [
      pairs([[name, about]], width),
      `      $ toile --sandbox sandbox scenario ${name}`,
      `      $ ${TRIED[name] ?? 'toile --sandbox graph GARM-5117 --max-wait 5s'}`,
    ]),
    pairs([['none', 'a good day again: toile --sandbox sandbox scenario none']], width),
    '',
    paragraph(
      'In a sandbox that runs, leave the first --sandbox of each line out, or begin with the trouble: ' +
        'toile sandbox start --scenario NAME. A key without scopes is one of the sample keys:',
      width,
    ),
    '',
    'Sample keys: toile --sandbox --account NAME ...',
    pairs(
      keys.map(({ name, about }) => [name, about]),
      width,
    ),
    '',
    'Time and money',
    pairs(
      [
        ['sandbox advance 61m', 'past the hour that a link lives; past the five minutes of the rate limit'],
        ['sandbox pay', 'pays the latest purchase that waits for it, as the checkout page does'],
      ],
      width,
    ),
    '',
    'Invented here, because the specification does not say; the real service may differ in each',
    pairs(
      invented.map(({ name, value, about }) => [name, `${value}: ${about}`]),
      width,
    ),
    '',
  ].join('\n');
