import { shellWord, typeable } from '../border/shell.ts';
import { UsageError } from '../errors.ts';
import {
  type TakenPack,
  takenPackRows,
  takenPackView,
  techPackRows,
  techPackView,
} from '../view/tech-pack.ts';
import { type BodyAnswer, define, type MadeAnswer, type TextAnswer } from './define.ts';
import { FOLLOWING, follow, following } from './techpack-wait.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const techpackStatus = define({
  path: 'techpack status',
  answers: 'body',
  group: 'Take it away',
  summary: 'Show how far a Tech Pack is; wait for it, fetch its PDF',
  about:
    'A pack is ready when the service says pack.ready, and by nothing else: status words are printed as they come, ' +
    'and none of them ends the wait. Trouble of the network in between is ridden out. Without an id it is about ' +
    'the last request from this machine.',
  words: [{ name: 'PURCHASE', about: 'the purchase id of a request' }],
  flags: FOLLOWING,
  examples: [
    { why: 'The last request from this machine', line: 'toile techpack status' },
    { why: 'Until the PDF is on disk', line: 'toile techpack status --wait --download pack.pdf' },
    {
      why: 'In CI, with an hour of patience',
      line: 'toile techpack status PURCHASE --wait --timeout 1h --json',
    },
  ],
  json: 'the body of the service; with --download {"schema": "toile.techpack/1", "file", "bytes", "sha256", "purchase"}',
  exits: [['8', 'not ready when --timeout was over, or when --download was asked for']],
  parse: ({ words: [word], flags }) => {
    const wanted = following(flags);
    const into = wanted.download?.into;
    if (word === undefined && into !== undefined && UUID.test(into)) {
      throw new UsageError(`--download took ${shellWord(into)} for the name of the file`, {
        hint: typeable`put the purchase first: toile techpack status ${shellWord(into)} --download`,
      });
    }
    if (word === '') throw new UsageError('the purchase id is empty');
    return { purchase: word, wanted };
  },
  run: async (deps, { purchase, wanted }): Promise<BodyAnswer | MadeAnswer | TextAnswer> => {
    const { baseUrl } = await deps.target();
    const purchases = await deps.purchases();
    const kept = await (purchase === undefined ? purchases.last(baseUrl) : purchases.find(purchase, baseUrl));
    const id = purchase ?? kept?.purchase_id;
    if (typeof id !== 'string') {
      throw new UsageError('no Tech Pack that can be asked about was requested from this machine', {
        hint: typeable`toile techpack ls shows all; with an id: toile techpack status PURCHASE`,
      });
    }
    const followed = await follow(deps, id, kept?.design_name, wanted);
    return followed.kind === 'made' && followed.value.file === '-' ? { kind: 'text', text: '' } : followed;
  },
  view: (value, _, { toile }) => (isTaken(value) ? takenPackView(value) : techPackView(value, toile)),
  rows: (value) => (isTaken(value) ? takenPackRows(value) : techPackRows(value)),
});

const isTaken = (value: unknown): value is TakenPack =>
  typeof value === 'object' &&
  value !== null &&
  Object.hasOwn(value, 'file') &&
  Object.hasOwn(value, 'sha256');
