/**
 * The records of orders from this machine, in one file. An order is saved before it is sent, marked on disk
 * before its first byte is sent, and completed afterwards, so that no crash and no second process sends it
 * twice without consent.
 */

import { parseUuid } from '../../platform/branded.ts';
import { Failure } from '../../platform/errors.ts';
import { nextCommand } from '../../platform/escape/shell.ts';
import { createOrderFailure } from './order-failure.ts';
import {
  createUnreadableError,
  listForgotten,
  type OrderFile,
  parseOrderFile,
  requireReadableRecords,
  withOrderRecords,
} from './order-file.ts';
import { findTransition, type OrderEvent, type OrderState } from './order-machine.ts';
import type { OrderFileContent, OrderRecord, SavedOrderState } from './order-record.ts';
import {
  chooseCommandEvent,
  getAddressOrigin,
  type IsHolderGone,
  isOrderFor,
  type ListedOrder,
  listOrderRecords,
  type OrderSituation,
  summarizeOrders,
} from './order-situation.ts';

/** The parts of a record that are known before the order is sent. */
export type OrderIntent = Pick<
  OrderRecord,
  'design_id' | 'base_url' | 'requested_at' | 'account' | 'design_name' | 'body_digests' | 'user_id'
>;

/** Members of a record that become known after the order was sent, without the state. */
export type OrderDetails = Partial<
  Pick<
    OrderRecord,
    | 'purchase_id'
    | 'checkout_url'
    | 'amount'
    | 'currency'
    | 'http_status'
    | 'code'
    | 'reason'
    | 'status'
    | 'sha256'
  >
>;

type IntendResult =
  /** The order was saved to disk; it may be sent after `markSent`. */
  | { readonly go: true; readonly ref: string }
  /** The situation that prevents the order; nothing was saved. */
  | { readonly go: false; readonly situation: OrderSituation };

/** The process that writes records. */
interface RecordOwner {
  /** A unique name of this process. */
  readonly me: string;
  /** Returns true if another process is gone. `since` is in ms since 1970. */
  isGone(holder: string, since: number): boolean;
  /** A random reference for a new record. */
  newRef(): string;
  /** Removes credentials from a text; the service may have repeated them. */
  redact(text: string): string;
}

/** Reads and writes order records. */
export interface OrderRecords {
  /**
   * Returns the records, oldest first, and the number of damaged ones. Throws a Failure if the file cannot
   * be read.
   */
  list(): Promise<{ readonly requests: readonly ListedOrder[]; readonly damaged: number }>;
  find(purchaseId: string, baseUrl: string): Promise<OrderRecord | undefined>;
  /** Returns the newest record with a purchase id. Throws a Failure if a record cannot be read. */
  findLast(baseUrl: string): Promise<OrderRecord | undefined>;
  /** Returns the situation of a design. Throws a Failure if any record cannot be read. */
  summarize(designId: string, baseUrl: string): Promise<OrderSituation>;
  /**
   * Checks the situation again and saves the order in one step. If it throws, nothing may be sent. Pass `ref`
   * to save the same record in a second place.
   */
  intend(intent: OrderIntent, again: boolean, ref?: string): Promise<IntendResult>;
  /**
   * Marks an order as sent, on disk, before its first byte is sent. Returns false if another process has
   * taken the record over; then nothing may be sent.
   */
  markSent(ref: string): Promise<boolean>;
  /** Saves the result and reads it back. Throws a Failure if it was not saved. */
  recordOutcome(ref: string, event: OrderEvent, learnt: OrderDetails): Promise<OrderState>;
  /** Saves the status of a purchase. Purchases without a record are ignored. */
  recordStatus(purchaseId: string, baseUrl: string, event: OrderEvent, learnt: OrderDetails): Promise<void>;
  /**
   * Removes records; undefined if there are none. Throws a Failure if a living process is sending the
   * order.
   */
  forget(id: string): Promise<readonly ListedOrder[] | undefined>;
  /** Moves damaged entries away. Returns their number, or the new path if the whole file was moved. */
  forgetDamaged(): Promise<{ readonly entries: number; readonly kept_as: string | null }>;
}

const stripTrailingSlashes = (address: string): string => address.replace(/\/+$/, '');

const isSamePurchase = (purchaseId: string, baseUrl: string) => (one: OrderRecord) =>
  one.purchase_id?.toLowerCase() === purchaseId.toLowerCase() &&
  getAddressOrigin(one.base_url) === getAddressOrigin(baseUrl);

const createUnsentError = (error: Failure): Failure =>
  new Failure(`nothing was sent because the request could not be recorded: ${error.message}`, {
    code: error.code,
    hint: error.advice,
    cause: error,
  });

const createUnrecordedError = (path: string): Failure =>
  new Failure(`the result of the request could not be saved to ${path}`, {
    code: 'unrecorded',
    hint: nextCommand`toile techpack ls`,
  });

/**
 * Members with free text of the service. Credentials in them are redacted before they are saved, also in a
 * checkout address. Ids, the address of the service and states stay unchanged, because redaction would make
 * them wrong.
 */
const FREE_TEXTS = ['checkout_url', 'currency', 'code', 'reason', 'status'] as const;

const redactTexts = (learnt: OrderDetails, redact: (text: string) => string): OrderDetails => {
  const safe: Record<string, unknown> = { ...learnt };
  for (const member of FREE_TEXTS) if (learnt[member] !== undefined) safe[member] = redact(learnt[member]);
  const { purchase_id } = learnt;
  // An id that is not a UUID is never used in a request, so it is redacted like other texts.
  if (typeof purchase_id === 'string' && parseUuid(purchase_id) === undefined)
    safe.purchase_id = redact(purchase_id);
  return safe;
};

const isBeingSent = ({ state }: OrderRecord): boolean => state === 'sent' || state === 'intended';

/** Creates the functions that read and write the order records in `file`. */
export const createOrderRecords = (file: OrderFile, keeper: RecordOwner): OrderRecords => {
  const { me, isGone, redact } = keeper;
  const gone: IsHolderGone = ({ holder, requested_at }) =>
    holder === undefined || isGone(holder, Date.parse(requested_at));
  /** Orders of this process by reference: the result is saved even if the record was lost meanwhile. */
  const own = new Map<string, OrderRecord>();

  const read = async (): Promise<OrderFileContent> => parseOrderFile(await file.read());
  const whole = (book: OrderFileContent): readonly OrderRecord[] => requireReadableRecords(book, file.path);

  /** Changes the matching records. Damaged records stay unchanged. Returns undefined if no record changed. */
  const amend = (
    fits: (purchase: OrderRecord) => boolean,
    edit: (purchase: OrderRecord) => OrderRecord,
    lost?: OrderRecord,
  ): Promise<OrderRecord | undefined> =>
    file.change((found) => {
      const book = parseOrderFile(found);
      const isKnown = lost === undefined || book.records.some((one) => one.ref === lost.ref);
      const all = isKnown ? book.records : [...book.records, lost];
      const changes = new Map(all.filter(fits).map((one) => [one, edit(one)]));
      const [changed] = changes.values();
      const isSame = [...changes].every(([old, now]) => JSON.stringify(old) === JSON.stringify(now));
      if (book.lost !== undefined || changed === undefined || isSame) return { result: undefined };
      const next = all.map((one) => changes.get(one) ?? one);
      return { next: withOrderRecords(found, next, { damaged: book.damaged }), result: changed };
    });

  const moved = (purchase: OrderRecord, event: OrderEvent, learnt: OrderDetails): OrderRecord => {
    const { next } = findTransition(purchase.state, event);
    const { holder, ...rest } = purchase;
    const busy = next === 'sent' || next === 'intended';
    const safe = redactTexts(learnt, redact);
    return {
      ...rest,
      ...(busy && holder !== undefined && { holder }),
      ...safe,
      state: next as SavedOrderState,
    };
  };

  return {
    async list() {
      const book = await read();
      if (book.lost !== undefined) throw createUnreadableError(book, file.path);
      return { requests: listOrderRecords(book.records, gone), damaged: book.damaged.length };
    },
    async find(purchaseId, baseUrl) {
      return (await read()).records.find(isSamePurchase(purchaseId, baseUrl));
    },
    async findLast(baseUrl) {
      return whole(await read()).findLast(
        (one) =>
          stripTrailingSlashes(one.base_url) === stripTrailingSlashes(baseUrl) &&
          typeof one.purchase_id === 'string',
      );
    },
    async summarize(designId, baseUrl) {
      return summarizeOrders(whole(await read()).filter(isOrderFor(designId, baseUrl)), gone);
    },
    async intend(intent, again, ref = keeper.newRef()) {
      try {
        return await file.change<IntendResult>((found) => {
          const all = whole(parseOrderFile(found));
          const isMine = isOrderFor(intent.design_id, intent.base_url);
          const as = summarizeOrders(all.filter(isMine), gone);
          if (findTransition(as.state, chooseCommandEvent(as, { again, wait: false })).action !== 'send') {
            return { result: { go: false, situation: as } };
          }
          // Removes orders of this design whose process ended before it sent them.
          const before = all.filter((one) => !(isMine(one) && one.state === 'intended' && gone(one)));
          const made: OrderRecord = { ref, ...intent, state: 'intended', holder: me };
          return { next: withOrderRecords(found, [...before, made]), result: { go: true, ref } };
        });
      } catch (error) {
        throw error instanceof Failure && error.code !== 'purchases_lost' ? createUnsentError(error) : error;
      }
    },
    async markSent(ref) {
      const marked = await amend(
        (one) => one.ref === ref && one.state === 'intended' && one.holder === me,
        (one) => moved(one, 'leave', {}),
      );
      if (marked !== undefined) own.set(ref, marked);
      return marked !== undefined;
    },
    async recordOutcome(ref, event, learnt) {
      const settled = await amend(
        (one) => one.ref === ref && isBeingSent(one),
        (one) => moved(one, event, learnt),
        own.get(ref),
      );
      const written = settled && (await read()).records.find((one) => one.ref === ref);
      // Another process may have updated the record meanwhile, so any state after `sent` is accepted.
      if (written === undefined || isBeingSent(written)) throw createUnrecordedError(file.path);
      return written.state;
    },
    async recordStatus(purchaseId, baseUrl, event, learnt) {
      await amend(isSamePurchase(purchaseId, baseUrl), (one) => moved(one, event, learnt));
    },
    ...createForgetMethods(file, gone),
  };
};

/**
 * Creates the methods that remove records at the request of the user. The file still has removed records in
 * its `forgotten` member.
 */
const createForgetMethods = (
  file: OrderFile,
  gone: IsHolderGone,
): Pick<OrderRecords, 'forget' | 'forgetDamaged'> => ({
  forget: (id) =>
    file.change((found) => {
      const book = parseOrderFile(found);
      if (book.lost !== undefined) throw createUnreadableError(book, file.path);
      const meant = book.records.filter(
        (one) => one.ref === id.toLowerCase() || one.purchase_id?.toLowerCase() === id.toLowerCase(),
      );
      if (meant.length === 0) return { result: undefined };
      const isBusy = meant.some((one) => (one.state === 'sent' || one.state === 'intended') && !gone(one));
      if (isBusy)
        throw createOrderFailure(
          findTransition('sent', 'forget'),
          {},
          { code: 'being_sent', hint: nextCommand`toile techpack ls` },
        );
      const left = book.records.filter((one) => !meant.includes(one));
      return {
        next: withOrderRecords(found, left, {
          damaged: book.damaged,
          forgotten: [...listForgotten(found), ...meant],
        }),
        result: listOrderRecords(book.records, gone).filter(({ ref }) =>
          meant.some((one) => one.ref === ref),
        ),
      };
    }),
  async forgetDamaged() {
    const entries = await file.change((found) => {
      const { records, damaged, lost } = parseOrderFile(found);
      if (lost !== undefined) return { result: undefined };
      if (damaged.length === 0) return { result: 0 };
      const forgotten = [...listForgotten(found), ...damaged];
      return { next: withOrderRecords(found, records, { forgotten }), result: damaged.length };
    });
    if (entries !== undefined) return { entries, kept_as: null };
    return { entries: 0, kept_as: await file.moveAside() };
  },
});
