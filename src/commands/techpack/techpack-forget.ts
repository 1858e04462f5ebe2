import {
  buildForgottenOrderRows,
  FORGOTTEN_ORDER_COLUMNS,
  renderForgottenOrdersView,
} from '../../output/views/orders.ts';
import { Failure, NotFound, UsageError } from '../../platform/errors.ts';
import { hintText, nextCommand } from '../../platform/escape/shell.ts';
import { reportNote } from '../command-context.ts';
import { buildDataResult } from '../command-result.ts';
import { defineCommand } from '../command-spec.ts';

const FORGET_NOTE =
  'this cancels nothing: the service still makes the Tech Pack and charges for it. toile only removes its record, ' +
  'so the next techpack request for this design is sent and may be charged again';

export const techpackForgetCommand = defineCommand({
  path: 'techpack forget',
  resultKind: 'data',
  targetFlags: ['sandbox', 'sandbox-from'],
  group: 'Order a Tech Pack',
  effects: { sends: 'never', writes: 'removes records of requests', asks: 'consent, without --yes' },
  outputSchemas: ['toile.techpack-forget/2'],
  summary: 'Delete the record of a request, or damaged records',
  about:
    'First check your purchases on the website of the service. While toile has a record of a request, ' +
    'it does not order that Tech Pack again. Without the record, it can. This command cancels nothing ' +
    'and sends nothing to the service.',
  args: [
    {
      name: 'REQUEST',
      about: 'a reference or purchase id of `toile techpack ls`',
      completes: ['requests'],
    },
  ],
  flags: {
    damaged: { about: 'forget all damaged records; a copy of them is kept' },
    yes: { about: 'confirm; required without a terminal' },
  },
  examples: [
    {
      why: 'Remove a request that the service does not know',
      line: 'toile techpack forget 9c1f03a27be45d68',
    },
    { why: 'Recover from a damaged file', line: 'toile techpack forget --damaged' },
  ],
  json: '{"schema": "toile.techpack-forget/2", "requests": [{"ref", "design_id", "state", "purchase_id", ...}], "damaged": 0, "kept_as": null}',
  columns: [{ names: FORGOTTEN_ORDER_COLUMNS }],
  exitCodes: [
    ['5', 'request not found'],
    ['8', 'another toile process is sending the request'],
  ],
  parse: ({ args: [word], flags }) => {
    const damaged = flags.damaged === true;
    if (damaged === (word !== undefined)) {
      throw new UsageError(
        damaged ? '--damaged takes no REQUEST: it selects all unreadable records' : 'no request given',
        { hint: hintText`${nextCommand`toile techpack ls`} lists the requests` },
      );
    }
    return { word: word?.trim() ?? '', damaged, yes: flags.yes === true };
  },
  run: async (deps, { word, damaged, yes }) => {
    const purchases = await deps.openOrders();
    if (!yes) {
      if (!deps.ask.isAvailable) {
        throw new UsageError(
          'forgetting a request cannot be undone, so toile asks first, but there is no terminal to ask on',
          {
            code: 'consent_needed',
            hint: hintText`add --yes to consent; ${nextCommand`toile help techpack forget`} explains the consequences`,
          },
        );
      }
      reportNote(deps, FORGET_NOTE);
      const question = damaged ? 'Forget all unreadable records?' : `Forget request ${word}?`;
      if (!(await deps.ask.confirm(question, false))) {
        throw new Failure('no record was removed', { code: 'declined' });
      }
    }
    if (damaged) {
      const { entries, kept_as } = await purchases.forgetDamaged();
      return buildDataResult('toile.techpack-forget/2', { requests: [], damaged: entries, kept_as });
    }
    const requests = await purchases.forget(word);
    if (requests === undefined) {
      throw new NotFound(`no request on this machine has the reference or purchase id ${word}`, {
        hint: hintText`${nextCommand`toile techpack ls`} shows all`,
      });
    }
    return buildDataResult('toile.techpack-forget/2', { requests, damaged: 0, kept_as: null });
  },
  buildView: (value) => renderForgottenOrdersView(value),
  buildRows: (value) => buildForgottenOrderRows(value),
});
