/** What has to hold of a command that spends money, however it ends. */
import { existsSync, readFileSync } from 'node:fs';
import { isWhole } from './documents.ts';
import { type Ended, errorOf, judged, said } from './running.ts';
import { idOf, type Service } from './service.ts';
import type { Row } from './tally.ts';

/** The design that is ordered. */
export const D = idOf(1);

export const request = (...more: string[]): string[] => ['techpack', 'request', D, '--yes', ...more];

/** As short as a wait can be. */
export const WAIT = ['--wait', '--interval', '1s', '--timeout', '2s'];

/** The purchase of the service that the first request made. */
export const firstOf = (service: Service): string => service.purchases[0]?.id ?? '';

/** After money was spent nothing hides it: purchase, state and the command that goes on; and never exit 2. */
export const tells = (row: Row, ended: Ended, purchase: string): void => {
  const { argv, code, out, err } = judged(row, ended);
  if (code === 2) row.is('other', `exit 2 after a paid request: ${said(ended)}`);
  if (code === 0 || code === 6 || code === 8) {
    row.holds(out.includes(purchase), `no purchase id in the answer: ${said(ended)}`);
    return;
  }
  if (argv.includes('--json')) {
    const { purchase_id, purchase_state, next } = errorOf(ended);
    row.holds(purchase === '' || purchase_id === purchase, `no purchase_id in the error: ${said(ended)}`);
    row.holds(typeof purchase_state === 'string', `no purchase_state in the error: ${said(ended)}`);
    row.holds(
      Array.isArray(next) && /techpack (status|ls)/.test(next.join(' ')),
      `no next in the error: ${said(ended)}`,
    );
    return;
  }
  row.holds(err.includes(purchase), `no purchase id in the error: ${said(ended)}`);
  row.holds(/techpack (status|ls)/.test(err), `no command that goes on in the error: ${said(ended)}`);
};

/** The posts that the service saw, held to so many that were agreed to. */
export const postsAre = (
  row: Row,
  service: Service,
  consents: number,
  what: string,
  design?: string,
): void => {
  const beyond = service.beyond(consents, design);
  row.is('posts', `${beyond} beyond ${consents}: ${what}`, beyond);
};

/** A file at its final name is whole, or not there. */
export const keptIs = (row: Row, path: string, kind: 'pdf' | 'svg' | 'json', what: string): boolean => {
  if (!existsSync(path)) return false;
  if (!isWhole(kind, readFileSync(path))) row.is('kept', `${path.split('/').at(-1)}: ${what}`);
  return true;
};
