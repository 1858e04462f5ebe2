import { buildSharedStoreRows, renderSharedStoreView, SHARED_STORE_COLUMNS } from '../output/views/orders.ts';
import { Failure, UsageError } from '../platform/errors.ts';
import { hintText, nextCommand, shellText } from '../platform/escape/shell.ts';
import { reportNote } from './command-context.ts';
import { buildDataResult } from './command-result.ts';
import { defineCommand } from './command-spec.ts';

const NEW_ID_NOTE =
  'machines that use this store cannot request Tech Packs until they have the new value of TOILE_SHARED. The store ' +
  'does not know requests that it has lost: check the purchases on the website of the service first.';
const SAME_ID_NOTE =
  'all machines that use this store can order again. If the server lost requests when it restarted, those Tech ' +
  'Packs can be ordered and charged a second time.';

export const sharedInitCommand = defineCommand({
  path: 'shared init',
  resultKind: 'data',
  group: 'Order a Tech Pack',
  effects: {
    sends: 'never',
    writes: 'the id of the store, on the server of TOILE_SHARED',
    asks: 'consent if the store already has an id, without --yes',
  },
  outputSchemas: ['toile.shared/1'],
  summary: 'Set up a store of requests, shared by several machines',
  about:
    'Machines with the same environment variable TOILE_SHARED keep their Tech Pack requests in one store. No request is then sent twice. TOILE_SHARED contains the id of the store. If the store has no id or another one, it may be empty or incomplete, so ' +
    'toile sends no Tech Pack request.\n\n' +
    'The command creates the id and prints TOILE_SHARED with the id at its end. Keep this value secret, ' +
    'like a password.\n\n' +
    'Run it once for a new store. Run it again after the server lost data, was emptied or was restored ' +
    'from a backup. Run it with the old TOILE_SHARED, so that the store keeps the requests ' +
    'that it still has.',
  flags: {
    keep: { about: 'keep the id, after a restart of the server without data loss' },
    yes: { about: 'confirm; required without a terminal' },
  },
  examples: [
    {
      why: 'Set up a new store, then set TOILE_SHARED to the printed value',
      line: 'toile shared init',
    },
    {
      why: 'Confirm the store after the server restarted without data loss',
      line: 'toile shared init --keep',
    },
  ],
  json: '{"schema": "toile.shared/1", "shared": "rediss://ci@engine.example.com:6379#...", "state": "new|replaced|confirmed"}',
  exitCodes: [['3', 'the server of TOILE_SHARED is unavailable']],
  columns: [{ names: SHARED_STORE_COLUMNS }],
  parse: ({ flags }) => ({ keep: flags.keep === true, yes: flags.yes === true }),
  run: async (deps, { keep, yes }) => {
    const engine = await deps.requireSharedEngine();
    const found = await engine.findStore();
    if (keep && found !== 'same') {
      throw new Failure('the store does not have the id of TOILE_SHARED, so it cannot be confirmed', {
        code: 'shared_lost',
        hint: hintText`to create a new id: ${nextCommand`toile shared init`}`,
      });
    }
    if (!yes && !deps.ask.isAvailable) {
      throw new UsageError('this affects Tech Pack requests on every machine and needs consent', {
        code: 'consent_needed',
        hint: shellText`add --yes to consent`,
      });
    }
    if (!yes) {
      reportNote(deps, keep ? SAME_ID_NOTE : NEW_ID_NOTE);
      if (!(await deps.ask.confirm(keep ? 'Keep the id?' : 'Give the store a new id?', false)))
        throw new Failure('nothing was changed', { code: 'declined' });
    }
    const shared = await engine.initStore(keep);
    const state = keep ? 'confirmed' : found === 'same' || found === 'other' ? 'replaced' : 'new';
    return buildDataResult('toile.shared/1', { shared, state });
  },
  buildView: (value) => renderSharedStoreView(value),
  buildRows: (value) => buildSharedStoreRows(value),
});
