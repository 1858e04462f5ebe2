import { asUuid } from '../../border/identity.ts';
import { advice, shellWord, toType } from '../../border/shell.ts';
import { UsageError } from '../../errors.ts';
import { PACK_COLUMNS, packRows, packView, TAKEN_PACK_COLUMNS } from '../../view/tech-pack.ts';
import type { BodyAnswer, MadeAnswer, TextAnswer } from '../answers.ts';
import { define } from '../define.ts';
import type { Files } from '../facets.ts';
import type { Buying } from './check-status.ts';
import { onStdout } from './fetch-pdf.ts';
import { FOLLOWING, follow, following } from './follow.ts';

export const techpackStatus = define({
  path: 'techpack status',
  answers: 'body',
  group: 'Take it away',
  does: { sends: 'always', writes: 'what was seen; the PDF with --download' },
  gives: ['tech-pack', 'toile.techpack/1'],
  summary: 'Show how far a Tech Pack is; wait for it, fetch its PDF',
  elsewhere: ['techpack get', 'techpack show'],
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
  exits: [
    ['8', 'not ready when --timeout was over, or when --download was asked for'],
    ['1', 'without an id: the record of what was requested here cannot be read'],
  ],
  columns: [{ names: PACK_COLUMNS }, { when: '--download', names: TAKEN_PACK_COLUMNS }],
  parse: ({ words: [word], flags }) => {
    const wanted = following(flags);
    const into = wanted.download?.into;
    if (word === undefined && into !== undefined && asUuid(into) !== undefined) {
      throw new UsageError(`--download took ${shellWord(into)} for the name of the file`, {
        hint: advice`put the purchase first: ${toType`toile techpack status ${shellWord(into)} --download`}`,
      });
    }
    const purchase = word === undefined ? undefined : asUuid(word.trim());
    if (word !== undefined && purchase === undefined) {
      throw new UsageError(`${JSON.stringify(word)} is no purchase id: that is a uuid`, {
        hint: advice`${toType`toile techpack ls`} shows them`,
      });
    }
    return { purchase, wanted };
  },
  run: async (deps: Buying & Files, { purchase, wanted }): Promise<BodyAnswer | MadeAnswer | TextAnswer> => {
    const { baseUrl } = await deps.target();
    const purchases = await deps.purchases();
    const kept = await (purchase === undefined ? purchases.last(baseUrl) : purchases.find(purchase, baseUrl));
    const id = purchase ?? asUuid(kept?.purchase_id);
    if (id === undefined) {
      throw new UsageError('no Tech Pack that can be asked about was requested from this machine', {
        hint: advice`${toType`toile techpack ls`} shows all; with an id: toile techpack status PURCHASE`,
      });
    }
    if (kept) {
      const { design_id, state } = kept;
      deps.spent({ design_id, purchase_id: id, state, toile: deps.toile });
    }
    const identity = kept?.design_name ?? kept?.design_id;
    const followed = await follow(deps, id, { identity, purchase: kept }, wanted);
    return onStdout(followed);
  },
  view: (value, _, { toile }) => packView(value, toile),
  rows: (value) => packRows(value),
});
