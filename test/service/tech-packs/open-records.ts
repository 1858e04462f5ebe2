import { readFileSync } from 'node:fs';
import type { SafePath } from '../../../src/platform/files/safe-path.ts';
import { openStrictJsonFile } from '../../../src/platform/system/json-file.ts';
import { createOrderRecords, type OrderIntent } from '../../../src/service/tech-packs/order-records.ts';
import { createFolder, join } from '../../support/create-folder.ts';
import { hostProcess } from '../../support/host-process.ts';

export const BASE = 'https://service.test/api';
export const D1 = '3f6a1c58-9f0e-4f55-8d3b-1a4c2b7e9d01';
export const D2 = '3f6a1c58-9f0e-4f55-8d3b-1a4c2b7e9d02';
export const P1 = '11111111-2222-4333-8444-555555555555';

export const buildIntent = (design_id = D1, base_url = BASE): OrderIntent => ({
  design_id,
  base_url,
  requested_at: '2026-09-15T10:00:00Z',
});

/** Returns the reference of a number. References in tests count up, so that a test can name them. */
export const toReference = (number: number): string => number.toString(16).padStart(16, '0');
const countIn = (file: string): number => {
  try {
    const { purchases = [], forgotten = [] } = JSON.parse(readFileSync(file, 'utf8'));
    const numbers = [...purchases, ...forgotten].map(
      (one) => Number.parseInt(one?.ref ?? '0', 16) || Number(one?.number ?? 0),
    );
    return Math.max(0, ...numbers);
  } catch {
    return 0;
  }
};

export type OrderRecordStore = ReturnType<typeof openRecords>['kept'];

/** Opens the order records of a folder for one process. The processes in `dead` have ended. */
export const openRecords = (
  path: SafePath = createFolder(),
  me = 'me',
  dead: ReadonlySet<string> = new Set(),
) => {
  const file = join(path, 'purchases.json');
  return {
    path,
    file,
    kept: createOrderRecords(openStrictJsonFile(file, hostProcess), {
      me,
      isGone: (holder) => dead.has(holder),
      createRef: () => toReference(1 + countIn(file)),
      redact: (text) => text.replaceAll('secret', '***'),
    }),
  };
};

export const PAY = {
  purchase_id: P1,
  checkout_url: 'https://pay.test/c/1?s=x',
  amount: '28.50',
  currency: 'EUR',
} as const;

/** Adds an order, marks it as sent and records its outcome. */
export const addOrder = async (
  kept: OrderRecordStore,
  event?: Parameters<OrderRecordStore['recordOutcome']>[1],
  learnt: Parameters<OrderRecordStore['recordOutcome']>[2] = {},
  of = buildIntent(),
  again = false,
): Promise<string> => {
  const intended = await kept.intend(of, again);
  if (!intended.isRecorded) throw new Error(`stands already: ${intended.situation.state}`);
  if (!(await kept.markSent(intended.ref))) throw new Error('is not mine');
  if (event) await kept.recordOutcome(intended.ref, event, learnt);
  return intended.ref;
};
