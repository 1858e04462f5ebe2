import { grid, line } from '../output/views/view-model.ts';
import { defineCommand } from './command-spec.ts';

export const tourCommand = defineCommand({
  path: 'tour',
  resultKind: 'steps',
  // The tour always uses the sandbox, so `--sandbox` is accepted and changes nothing.
  targetFlags: ['sandbox'],
  group: 'Work offline',
  effects: { sends: 'never', asks: 'for a key, between its steps' },
  summary: 'Read a sample garment step by step, without a key',
  examples: [
    { why: 'Try toile without signing in', line: 'toile tour' },
    { why: 'Read the whole tour in a pager', line: 'toile tour | less' },
  ],
  parse: () => ({}),
  run: async () =>
    ({
      kind: 'steps',
      opening: [
        line([
          { text: 'toile', tone: 'strong' },
          ' reads garments as data and shows the provenance of each value:',
        ]),
        line([
          { text: '', mark: true, state: 'asserted' },
          { text: ' asserted', state: 'asserted' },
          ' by the designer, ',
          { text: '', mark: true, state: 'inferred' },
          { text: ' inferred', state: 'inferred' },
          ' by the service, ',
          { text: '', mark: true, state: 'unstated' },
          { text: ' unstated', state: 'unstated' },
          ' (not given).',
        ]),
        line('This tour runs on the sandbox, a simulated service inside toile.'),
      ],
      steps: [
        { say: 'The account of this key, and its scopes.', argv: ['me'] },
        { say: 'Your designs, newest first.', argv: ['designs', 'ls', '--limit', '6'] },
        {
          say: 'A garment graph: here the pieces of a house shirt. Without --kind it shows everything.',
          argv: ['graph', 'GARM-101', '--kind', 'piece'],
        },
        { say: 'The tailor brief: text for the cutter.', argv: ['brief', 'GARM-101'] },
        {
          say: 'Design Trust: how many values are asserted, inferred and unstated. Counts, never a score.',
          argv: ['trust', 'GARM-101'],
        },
        {
          say: 'Confirmations: open questions. None of them blocks a sample.',
          argv: ['confirmations', 'GARM-101'],
        },
      ],
      closing: [
        line([{ text: 'Next', tone: 'strong' }]),
        grid(
          [{}, { fit: 'wrap', min: 20 }],
          [
            ['toile --sandbox graph GARM-101', 'the complete graph of the shirt'],
            ['toile --sandbox graph GARM-101 --json', 'the JSON of the service'],
            ['toile sandbox start', 'serve the sandbox over HTTP for your own programs'],
            ['toile login', 'sign in to read your own designs'],
            ['toile help', 'all commands'],
          ],
          { indent: 2 },
        ),
      ],
    }) as const,
});
