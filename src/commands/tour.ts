import { grid, line } from '../output/views/view-model.ts';
import { defineCommand } from './command-spec.ts';

/** The command `toile tour`. */
export const tourCommand = defineCommand({
  path: 'tour',
  resultKind: 'steps',
  // The tour always uses the sandbox, so `--sandbox` is accepted and changes nothing.
  targetFlags: ['sandbox'],
  group: 'Work offline',
  effects: { sends: 'never', asks: 'for a key, between its steps' },
  summary: 'Read a garment on the sandbox, step by step; needs no key and no network',
  examples: [
    { why: 'From a fresh machine', line: 'toile tour' },
    { why: 'All of it at once, to be read in a pager', line: 'toile tour | less' },
  ],
  parse: () => ({}),
  run: async () =>
    ({
      kind: 'steps',
      opening: [
        line([
          { text: 'toile', tone: 'strong' },
          ' reads garments as data, and tells for each value who says so:',
        ]),
        line([
          { text: '', mark: true, state: 'asserted' },
          { text: ' asserted', state: 'asserted' },
          ' by the designer, ',
          { text: '', mark: true, state: 'inferred' },
          { text: ' inferred', state: 'inferred' },
          ' from something else, ',
          { text: '', mark: true, state: 'unstated' },
          { text: ' unstated', state: 'unstated' },
          ' by anybody.',
        ]),
        line('This tour runs on the sandbox, a copy of the service inside toile.'),
      ],
      steps: [
        { say: 'Who am I, and what may this key do?', argv: ['me'] },
        { say: 'My designs, newest first.', argv: ['designs', 'ls', '--limit', '6'] },
        {
          say: 'A garment graph: here the pieces of a published shirt. Without --kind it shows all of it.',
          argv: ['graph', 'GARM-101', '--kind', 'piece'],
        },
        { say: 'What a cutter reads before starting.', argv: ['brief', 'GARM-101'] },
        {
          say: 'How much of the pack is stated, inferred, unstated. Counts, never a score.',
          argv: ['trust', 'GARM-101'],
        },
        {
          say: 'What nobody has decided yet. None of it blocks a sample.',
          argv: ['confirmations', 'GARM-101'],
        },
      ],
      closing: [
        line([{ text: 'Next', tone: 'strong' }]),
        grid(
          [{}, { fit: 'wrap', min: 20 }],
          [
            ['toile --sandbox graph GARM-101', 'all of that shirt'],
            ['toile --sandbox graph GARM-101 --json', 'the same, as the service sends it'],
            ['toile sandbox start', 'the sandbox over HTTP, for your own programs'],
            ['toile login', 'your own designs, with your key'],
            ['toile help', 'everything else'],
          ],
          { indent: 2 },
        ),
      ],
    }) as const,
});
