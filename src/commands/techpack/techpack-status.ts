import {
  buildPackRows,
  PACK_COLUMNS,
  renderPackView,
  SAVED_PACK_COLUMNS,
} from '../../output/views/tech-pack.ts';
import { parseUuid } from '../../platform/branded.ts';
import { UsageError } from '../../platform/errors.ts';
import { hintText, nextCommand, quoteShellWord } from '../../platform/escape/shell.ts';
import type { DataResult, ServiceResult, TextResult } from '../command-result.ts';
import { defineCommand } from '../command-spec.ts';
import { omitResultOnStdout } from './fetch-pdf.ts';
import { FOLLOW_FLAGS, followOrder, readFollowFlags } from './follow-order.ts';

export const techpackStatusCommand = defineCommand({
  path: 'techpack status',
  resultKind: 'body',
  group: 'Order a Tech Pack',
  effects: { sends: 'always', writes: 'the record of the request; with --download the PDF' },
  outputSchemas: ['tech-pack', 'toile.techpack/1'],
  summary: 'Show the status of a Tech Pack, or download its PDF',
  namesInOtherTools: ['techpack get', 'techpack show'],
  about:
    'Without an id, the command shows the last request from this machine.\n\n' +
    'A Tech Pack is ready when pack.ready in the JSON is true. Other members, such as status, do not end the wait. ' +
    'If the network fails during the wait, toile tries again.',
  args: [{ name: 'PURCHASE', about: 'a purchase id (default: that of the last request)' }],
  flags: FOLLOW_FLAGS,
  examples: [
    { why: 'Check the last request from this machine', line: 'toile techpack status' },
    { why: 'Wait and download the PDF', line: 'toile techpack status --wait --download pack.pdf' },
    { why: 'Wait up to an hour in CI', line: 'toile techpack status PURCHASE --wait --timeout 1h --json' },
  ],
  json: 'the JSON of the service, unchanged\n\nwith --download {"schema": "toile.techpack/1", "file", "bytes", "sha256", "purchase"}',
  exitCodes: [
    ['1', 'without an id: the record of requests cannot be read'],
    ['8', 'not ready: --timeout was reached, or it cannot be downloaded yet'],
  ],
  columns: [{ names: PACK_COLUMNS }, { when: '--download', names: SAVED_PACK_COLUMNS }],
  parse: ({ args: [word], flags }) => {
    const options = readFollowFlags(flags);
    const into = options.download?.into;
    if (word === undefined && into !== undefined && parseUuid(into) !== undefined) {
      throw new UsageError(`--download used ${quoteShellWord(into)} as the file name`, {
        hint: hintText`put the purchase first: ${nextCommand`toile techpack status ${quoteShellWord(into)} --download`}`,
      });
    }
    const purchase = word === undefined ? undefined : parseUuid(word.trim());
    if (word !== undefined && purchase === undefined) {
      throw new UsageError(`${JSON.stringify(word)} is not a purchase id: expected a uuid`, {
        hint: hintText`${nextCommand`toile techpack ls`} lists the purchase ids`,
      });
    }
    return { purchase, options };
  },
  run: async (deps, { purchase, options }): Promise<ServiceResult | DataResult | TextResult> => {
    const { baseUrl } = await deps.target();
    const purchases = await deps.openOrders();
    const record = await (purchase === undefined
      ? purchases.findLast(baseUrl)
      : purchases.find(purchase, baseUrl));
    const id = purchase ?? parseUuid(record?.purchase_id);
    if (id === undefined) {
      throw new UsageError('no Tech Pack request from this machine has a purchase id', {
        hint: hintText`${nextCommand`toile techpack ls`} shows all; with an id: toile techpack status PURCHASE`,
      });
    }
    if (record) {
      const { design_id, state } = record;
      deps.setChargedOrder({ design_id, purchase_id: id, state, toile: deps.toile });
    }
    const identity = record?.design_name ?? record?.design_id;
    const result = await followOrder(deps, id, { identity, purchase: record }, options);
    return omitResultOnStdout(result);
  },
  buildView: (value, _, { toile }) => renderPackView(value, toile),
  buildRows: (value) => buildPackRows(value),
});
