/** Checks for commands that spend money. */
import { existsSync, readFileSync } from 'node:fs';
import { isCompleteDocument } from './documents.ts';
import type { FaultRow } from './fault-row.ts';
import { createUuid, type Service } from './lab-service.ts';
import { type RunResult, readError } from './test-user.ts';

/** The ordered design. */
export const DESIGN = createUuid(1);

export const buildRequest = (...more: string[]): string[] => [
  'techpack',
  'request',
  DESIGN,
  '--yes',
  ...more,
];

/** The shortest possible wait. */
export const SHORT_WAIT = ['--wait', '--interval', '1s', '--timeout', '2s'];

/** Returns the id of the first purchase. */
export const findFirstPurchase = (service: Service): string => service.purchases[0]?.id ?? '';

/** Checks that a run after a purchase reports the purchase, its state and the next command, and never exits with 2. */
export const checkPurchaseReport = (row: FaultRow, ended: RunResult, purchase: string): void => {
  const { argv, code, out, err } = ended;
  if (code === 2) row.report('other', `exit 2 after a paid request: ${ended}`);
  if (code === 0 || code === 6 || code === 8) {
    row.check(out.includes(purchase), `no purchase id in the answer: ${ended}`);
    return;
  }
  if (argv.includes('--json')) {
    const { purchase_id, purchase_state, next } = readError(ended);
    row.check(purchase === '' || purchase_id === purchase, `no purchase_id in the error: ${ended}`);
    row.check(typeof purchase_state === 'string', `no purchase_state in the error: ${ended}`);
    row.check(
      Array.isArray(next) && /techpack (status|ls)/.test(next.join(' ')),
      `no next in the error: ${ended}`,
    );
    return;
  }
  row.check(err.includes(purchase), `no purchase id in the error: ${ended}`);
  row.check(/techpack (status|ls)/.test(err), `no command that goes on in the error: ${ended}`);
};

/** Checks that the service received no more orders than the user agreed to. */
export const checkPosts = (
  row: FaultRow,
  service: Service,
  consents: number,
  what: string,
  design?: string,
): void => {
  const beyond = service.countExtraPosts(consents, design);
  row.report('posts', `${beyond} beyond ${consents}: ${what}`, beyond);
};

/** Checks that a file is complete or absent; returns whether it exists. */
export const checkFile = (
  row: FaultRow,
  path: string,
  kind: 'pdf' | 'svg' | 'json',
  what: string,
): boolean => {
  if (!existsSync(path)) return false;
  if (!isCompleteDocument(kind, readFileSync(path))) row.report('kept', `${path.split('/').at(-1)}: ${what}`);
  return true;
};
