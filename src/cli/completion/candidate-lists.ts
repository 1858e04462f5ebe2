/** The candidates of completion that are not in the command table: stored accounts and orders, and fixed lists. */

import type { AccountStore } from '../../auth/account-store.ts';
import type { SafePath } from '../../platform/files/safe-path.ts';
import type { ProcessInfo } from '../../platform/shared-types.ts';
import { systemClock } from '../../platform/system/host-system.ts';
import { openLocalOrders } from '../../service/shared-store/open-orders.ts';
import type { CompletionCandidate } from './completion-place.ts';

const READ_ONLY_PROCESS: ProcessInfo = {
  pid: process.pid,
  alive: () => true,
  now: systemClock.now,
  sleep: systemClock.sleep,
  // Completion only reads stored data and writes none, so nothing has to be redacted.
  redact: (text) => text,
};

/** Opens the account store in the configuration folder, for reading only. */
export const openStoredAccounts = async (config: SafePath): Promise<AccountStore> =>
  (await import('../../auth/account-store.ts')).createAccountStore(
    config,
    READ_ONLY_PROCESS,
    () => undefined,
  );

/**
 * Lists the accounts as completion candidates: each account name, with the address of its service as the description.
 */
export const listAccountCandidates = async (config: SafePath): Promise<readonly CompletionCandidate[]> =>
  (await (await openStoredAccounts(config)).list()).map(({ name, base_url }) => [name, base_url]);

/**
 * Lists the purchase ids of the recorded orders, the newest first. With `withRefs`, also lists their references
 * (`ref`).
 */
export const listOrderCandidates = async (
  state: SafePath,
  withRefs: boolean,
  isSandbox: boolean,
): Promise<readonly CompletionCandidate[]> => {
  const { requests } = await (await openLocalOrders(state, READ_ONLY_PROCESS, isSandbox)).list();
  return requests
    .toReversed()
    .flatMap(
      ({ ref, purchase_id: id, design_name: name, requested_at: at }): readonly CompletionCandidate[] => {
        const about = `${name ?? ''} ${at.slice(0, 10)}`.trim();
        // The service assigns the purchase id in its response. Until then, shell completion can offer only the
        // reference (`ref`) of an order.
        const words = [...(withRefs ? [ref] : []), ...(typeof id === 'string' ? [id] : [])];
        return words.map((word) => [word, about]);
      },
    );
};

/** Lists the words of a fixed list, such as the topics of the help. */
export const listFixedWords = async (list: 'topics' | 'kinds' | 'scenarios'): Promise<readonly string[]> => {
  if (list === 'topics') return (await import('../help/index.ts')).TOPIC_NAMES;
  if (list === 'kinds') return (await import('../../garment/trade-kinds.ts')).TRADE_KINDS;
  const { SANDBOX_SCENARIOS } = await import('../../sandbox/state/profiles-and-drivers.ts');
  return [...Object.keys(SANDBOX_SCENARIOS), 'none'];
};
