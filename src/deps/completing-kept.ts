/** What completion finds in the files of accounts and of purchases, which it does not need for ids. */

import type { Accounts } from '../account/accounts.ts';
import type { Path } from '../border/path.ts';
import type { Host } from '../system/host.ts';
import { purchasesIn } from './purchases.ts';

/** What may be typed, and what it is. */
export type Candidate = readonly [string, string];

const host: Host = {
  pid: process.pid,
  alive: () => true,
  now: () => Date.now(),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  // Nothing is written.
  redact: (text) => text,
};

export const accountsIn = async (config: Path): Promise<Accounts> =>
  (await import('../account/accounts.ts')).createAccounts(config, host, () => undefined);

export const accountWords = async (config: Path): Promise<readonly Candidate[]> =>
  (await (await accountsIn(config)).list()).map(({ name, base_url }) => [name, base_url]);

/** The purchases that are known, last first; on request the references of requests as well. */
export const requestWords = async (state: Path, withRefs: boolean): Promise<readonly Candidate[]> => {
  const { requests } = await (await purchasesIn(state, host)).list();
  return requests
    .toReversed()
    .flatMap(({ ref, purchase_id: id, design_name: name, requested_at: at }): readonly Candidate[] => {
      const about = `${name ?? ''} ${at.slice(0, 10)}`.trim();
      // A request that the service never answered for has its reference alone.
      const words = [...(withRefs ? [ref] : []), ...(typeof id === 'string' ? [id] : [])];
      return words.map((word) => [word, about]);
    });
};
