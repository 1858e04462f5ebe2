/** The worker process of the crash tests: `crash-worker WHAT FOLDER NAME COUNT`. */

import { createAccountStore } from '../../../src/auth/account-store.ts';
import { joinPath, markSystemPath } from '../../../src/platform/files/safe-path.ts';
import { createLineJournal } from '../../../src/platform/system/line-journal.ts';
import { openLocalOrders } from '../../../src/service/shared-store/open-orders.ts';
import { hostProcess } from '../../support/host-process.ts';
import { becomeOrdinaryUser } from '../../support/ordinary-user.ts';

becomeOrdinaryUser();

const [, , what = '', named = '', name = '', count = '0'] = process.argv;
const folder = markSystemPath(named);
const printLine = (text: string) => void process.stderr.write(`${text}\n`);
const accounts = createAccountStore(folder, hostProcess, printLine);
const journal = createLineJournal(joinPath(folder, 'sandbox.jsonl'), hostProcess, printLine);

const purchases = await openLocalOrders(folder, hostProcess);

const buildAccount = (of: string) =>
  ({ name: of, base_url: 'https://service.test', storage: 'file', kind: 'api_key' }) as const;

const works: Record<string, (n: number) => Promise<unknown>> = {
  accounts: (n) => accounts.save(buildAccount(`${name}-${n}`)),
  journal: (n) => journal.append(JSON.stringify({ name, n, filling: 'x'.repeat(20_000) })),
  // A counter: it is right only when no other process writes between the read and the append.
  counter: () =>
    journal.exclusive(async () => {
      const lines = await journal.read();
      await journal.append(JSON.stringify({ n: lines.length }));
    }),
  purchases: async (n) => {
    const purchase_id = `${name}-${n}`;
    const intent = {
      design_id: purchase_id,
      base_url: 'https://service.test',
      requested_at: '2026-01-01T00:00:00Z',
    };
    const intended = await purchases.intend(intent, false);
    if (!intended.isRecorded) throw new Error('stands already');
    if (!(await purchases.markSent(intended.ref))) throw new Error('is not mine');
    await purchases.recordOutcome(intended.ref, 'taken', { purchase_id });
  },
  /** Everybody wants the same design: only one may go. */
  race: async () => {
    const intent = { design_id: 'd', base_url: 'https://service.test', requested_at: '2026-01-01T00:00:00Z' };
    const intended = await purchases.intend(intent, false);
    if (intended.isRecorded && (await purchases.markSent(intended.ref))) printLine('went');
  },
  read: async () => printLine(JSON.stringify(await accounts.list())),
};

for (let n = 0; n < Number(count); n += 1) {
  await works[what]?.(n);
  process.stdout.write(`${n}\n`);
}
