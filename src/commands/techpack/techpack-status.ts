import {
  buildPackRows,
  PACK_COLUMNS,
  renderPackView,
  SAVED_PACK_COLUMNS,
} from '../../output/views/tech-pack.ts';
import { UsageError } from '../../platform/errors.ts';
import { hintText, nextCommand, quoteShellWord } from '../../platform/escape/shell.ts';
import { parseUuid } from '../../platform/identifiers.ts';
import type { FileContext } from '../command-context.ts';
import type { DataResult, ServiceResult, TextResult } from '../command-result.ts';
import { defineCommand } from '../command-spec.ts';
import type { TechPackContext } from './fetch-order-status.ts';
import { omitResultOnStdout } from './fetch-pdf.ts';
import { FOLLOW_FLAGS, followOrder, readFollowFlags } from './follow-order.ts';

/** The command `toile techpack status`. */
export const techpackStatusCommand = defineCommand({
  path: 'techpack status',
  resultKind: 'body',
  group: 'Take it away',
  effects: { sends: 'always', writes: 'what was seen; the PDF with --download' },
  outputSchemas: ['tech-pack', 'toile.techpack/1'],
  summary: 'Show how far a Tech Pack is; wait for it, fetch its PDF',
  namesInOtherTools: ['techpack get', 'techpack show'],
  about:
    'A pack is ready when the service says pack.ready, and by nothing else: status words are printed as they come, ' +
    'and none of them ends the wait. Trouble of the network in between is ridden out. Without an id it is about ' +
    'the last request from this machine.',
  args: [{ name: 'PURCHASE', about: 'the purchase id of a request' }],
  flags: FOLLOW_FLAGS,
  examples: [
    { why: 'The last request from this machine', line: 'toile techpack status' },
    { why: 'Until the PDF is on disk', line: 'toile techpack status --wait --download pack.pdf' },
    {
      why: 'In CI, with an hour of patience',
      line: 'toile techpack status PURCHASE --wait --timeout 1h --json',
    },
  ],
  json: 'the body of the service; with --download {"schema": "toile.techpack/1", "file", "bytes", "sha256", "purchase"}',
  exitCodes: [
    ['8', 'not ready when --timeout was over, or when --download was asked for'],
    ['1', 'without an id: the record of what was requested here cannot be read'],
  ],
  columns: [{ names: PACK_COLUMNS }, { when: '--download', names: SAVED_PACK_COLUMNS }],
  parse: ({ args: [word], flags }) => {
    const wanted = readFollowFlags(flags);
    const into = wanted.download?.into;
    if (word === undefined && into !== undefined && parseUuid(into) !== undefined) {
      throw new UsageError(`--download used ${quoteShellWord(into)} as the file name`, {
        hint: hintText`put the purchase first: ${nextCommand`toile techpack status ${quoteShellWord(into)} --download`}`,
      });
    }
    const purchase = word === undefined ? undefined : parseUuid(word.trim());
    if (word !== undefined && purchase === undefined) {
      throw new UsageError(`${JSON.stringify(word)} is not a purchase id: expected a uuid`, {
        hint: hintText`${nextCommand`toile techpack ls`} shows them`,
      });
    }
    return { purchase, wanted };
  },
  run: async (
    deps: TechPackContext & FileContext,
    { purchase, wanted },
  ): Promise<ServiceResult | DataResult | TextResult> => {
    const { baseUrl } = await deps.target();
    const purchases = await deps.openOrders();
    const kept = await (purchase === undefined
      ? purchases.findLast(baseUrl)
      : purchases.find(purchase, baseUrl));
    const id = purchase ?? parseUuid(kept?.purchase_id);
    if (id === undefined) {
      throw new UsageError('no request on this machine has a Tech Pack status to show', {
        hint: hintText`${nextCommand`toile techpack ls`} shows all; with an id: toile techpack status PURCHASE`,
      });
    }
    if (kept) {
      const { design_id, state } = kept;
      deps.setChargedOrder({ design_id, purchase_id: id, state, toile: deps.toile });
    }
    const identity = kept?.design_name ?? kept?.design_id;
    const followed = await followOrder(deps, id, { identity, purchase: kept }, wanted);
    return omitResultOnStdout(followed);
  },
  buildView: (value, _, { toile }) => renderPackView(value, toile),
  buildRows: (value) => buildPackRows(value),
});
