/**
 * Reads and writes the order records in one order file, of this machine or of the shared store. An order is saved
 * before it is sent, marked as sent before its first byte, and completed afterwards. Therefore neither a crash nor a
 * second process can send an order twice without consent.
 */

import { parseUuid } from '../../platform/branded.ts';
import { Failure } from '../../platform/errors.ts';
import { nextCommand } from '../../platform/escape/shell.ts';
import { createOrderFailure } from './order-failure.ts';
import {
  createUnreadableError,
  listForgottenRecords,
  type OrderFile,
  parseOrderFile,
  replaceOrderRecords,
  requireReadableRecords,
} from './order-file.ts';
import { findTransition, type OrderEvent, type OrderState } from './order-machine.ts';
import type { OrderFileContent, OrderRecord, SavedOrderState } from './order-record.ts';
import {
  chooseCommandEvent,
  getAddressOrigin,
  type IsHolderGone,
  isBeingSent,
  isOrderFor,
  type ListedOrder,
  type OrderSituation,
  summarizeOrders,
  toListedOrders,
} from './order-situation.ts';

/** The members of a record that are known before the order is sent. */
export type OrderIntent = Pick<
  OrderRecord,
  'design_id' | 'base_url' | 'requested_at' | 'account' | 'design_name' | 'body_digests' | 'user_id'
>;

/**
 * The members of an order record that become known after the order was sent. The state of the order is not one of them.
 */
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
  /** The order was saved. It may be sent only after `markSent` has returned true. */
  | { readonly isRecorded: true; readonly ref: string }
  /** The order was not saved and must not be sent, because another order prevents it. */
  | { readonly isRecorded: false; readonly situation: OrderSituation };

interface RecordOwner {
  /** A unique name of this process. */
  readonly me: string;
  /**
   * Returns true if the process `holder`, which an order record names, has ended. `since` is the time of the order in
   * milliseconds since 1970.
   */
  isGone(holder: string, since: number): boolean;
  createRef(): string;
  /** Removes credentials from a text that the service sent. */
  redact(text: string): string;
}

/**
 * Functions that read and write order records. The records are either those of this machine, or those of all machines
 * that share a store.
 */
export interface OrderRecords {
  /** Returns the records, oldest first, and the number of damaged ones. Throws a Failure if the file cannot be read. */
  list(): Promise<{ readonly requests: readonly ListedOrder[]; readonly damaged: number }>;
  /** Returns the record with this purchase id; undefined if no readable record has it. */
  find(purchaseId: string, baseUrl: string): Promise<OrderRecord | undefined>;
  /**
   * Returns the newest record that has a purchase id, among the orders at the service `baseUrl`. Throws a Failure if
   * any record cannot be read.
   */
  findLast(baseUrl: string): Promise<OrderRecord | undefined>;
  /** Returns the state of the orders of a design. Throws a Failure if any record cannot be read. */
  summarize(designId: string, baseUrl: string): Promise<OrderSituation>;
  /**
   * Saves an order before it is sent. If this method throws, the caller must not send the order. Saves nothing if an
   * earlier order for the design forbids a new one. `again` is true if the user asked for a second order, and `ref` is
   * given if the shared store already has the order.
   */
  intend(intent: OrderIntent, again: boolean, ref?: string): Promise<IntendResult>;
  /**
   * Saves that an order is being sent. Called before its first byte is sent. Returns false if another process has taken
   * over the order. The caller must then send nothing.
   */
  markSent(ref: string): Promise<boolean>;
  /**
   * Saves the outcome of the order with the reference `ref` and returns the new state of the order. Throws if the
   * outcome was not saved.
   */
  recordOutcome(ref: string, event: OrderEvent, details: OrderDetails): Promise<OrderState>;
  /** Saves an event of a purchase, for example `ready`. A purchase without a record is ignored. */
  recordOrderEvent(
    purchaseId: string,
    baseUrl: string,
    event: OrderEvent,
    details: OrderDetails,
  ): Promise<void>;
  /**
   * Removes the records with this reference or purchase id and returns them. Returns undefined if there are no such
   * records. Throws if a running process is sending the order.
   */
  forget(id: string): Promise<readonly ListedOrder[] | undefined>;
  /**
   * Removes the damaged records. Returns their number as `entries`, and null as `kept_as`. If the whole file cannot be
   * read, renames the file instead and returns its new path as `kept_as`.
   */
  forgetDamaged(): Promise<{ readonly entries: number; readonly kept_as: string | null }>;
}

const stripTrailingSlashes = (address: string): string => address.replace(/\/+$/, '');

const isSamePurchase = (purchaseId: string, baseUrl: string) => (record: OrderRecord) =>
  record.purchase_id?.toLowerCase() === purchaseId.toLowerCase() &&
  getAddressOrigin(record.base_url) === getAddressOrigin(baseUrl);

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
 * The members of an order record that contain texts from the service. Before the record is saved, credentials are
 * removed from these texts.
 */
const FREE_TEXTS = ['checkout_url', 'currency', 'code', 'reason', 'status'] as const;

const redactTexts = (details: OrderDetails, redact: (text: string) => string): OrderDetails => {
  const safe: Record<string, unknown> = { ...details };
  for (const member of FREE_TEXTS) if (details[member] !== undefined) safe[member] = redact(details[member]);
  const { purchase_id } = details;
  // A purchase id that is not a UUID may contain a credential. Such an id is never used in a request.
  if (typeof purchase_id === 'string' && parseUuid(purchase_id) === undefined)
    safe.purchase_id = redact(purchase_id);
  return safe;
};

/** Creates the functions that read and write the order records in `file`. `owner` describes this process. */
export const createOrderRecords = (file: OrderFile, owner: RecordOwner): OrderRecords => {
  const { me, isGone, redact } = owner;
  const isHolderGone: IsHolderGone = ({ holder, requested_at }) =>
    holder === undefined || isGone(holder, Date.parse(requested_at));
  /**
   * Maps the reference of each order that this process has sent to the record of the order. The result of such an order
   * is saved even if its record in the file was lost.
   */
  const ownRecords = new Map<string, OrderRecord>();

  const read = async (): Promise<OrderFileContent> => parseOrderFile(await file.read());
  const readRecords = (content: OrderFileContent): readonly OrderRecord[] =>
    requireReadableRecords(content, file.path);

  /**
   * Applies `edit` to the records for which `isMatch` returns true, saves the file and returns the first changed
   * record. If `lostRecord` is given but is not in the file, it is added first. Returns undefined and saves nothing if
   * `edit` changes no record or if the file is unreadable. Damaged records stay in the file.
   */
  const changeRecords = (
    isMatch: (purchase: OrderRecord) => boolean,
    edit: (purchase: OrderRecord) => OrderRecord,
    lostRecord?: OrderRecord,
  ): Promise<OrderRecord | undefined> =>
    file.change((found) => {
      const content = parseOrderFile(found);
      const isKnown =
        lostRecord === undefined || content.records.some((record) => record.ref === lostRecord.ref);
      const all = isKnown ? content.records : [...content.records, lostRecord];
      const changes = new Map(all.filter(isMatch).map((record) => [record, edit(record)]));
      const [changed] = changes.values();
      const isSame = [...changes].every(([old, now]) => JSON.stringify(old) === JSON.stringify(now));
      if (content.lost !== undefined || changed === undefined || isSame) return { result: undefined };
      const next = all.map((record) => changes.get(record) ?? record);
      return { next: replaceOrderRecords(found, next, { damaged: content.damaged }), result: changed };
    });

  const applyEvent = (purchase: OrderRecord, event: OrderEvent, details: OrderDetails): OrderRecord => {
    const { next } = findTransition(purchase.state, event);
    const { holder, ...members } = purchase;
    const isBusy = next === 'sent' || next === 'intended';
    const safe = redactTexts(details, redact);
    return {
      ...members,
      ...(isBusy && holder !== undefined && { holder }),
      ...safe,
      state: next as SavedOrderState,
    };
  };

  return {
    async list() {
      const content = await read();
      if (content.lost !== undefined) throw createUnreadableError(content, file.path);
      return { requests: toListedOrders(content.records, isHolderGone), damaged: content.damaged.length };
    },
    async find(purchaseId, baseUrl) {
      return (await read()).records.find(isSamePurchase(purchaseId, baseUrl));
    },
    async findLast(baseUrl) {
      return readRecords(await read()).findLast(
        (record) =>
          stripTrailingSlashes(record.base_url) === stripTrailingSlashes(baseUrl) &&
          typeof record.purchase_id === 'string',
      );
    },
    async summarize(designId, baseUrl) {
      return summarizeOrders(readRecords(await read()).filter(isOrderFor(designId, baseUrl)), isHolderGone);
    },
    async intend(intent, again, ref = owner.createRef()) {
      try {
        return await file.change<IntendResult>((found) => {
          const all = readRecords(parseOrderFile(found));
          const isMine = isOrderFor(intent.design_id, intent.base_url);
          const situation = summarizeOrders(all.filter(isMine), isHolderGone);
          if (
            findTransition(situation.state, chooseCommandEvent(situation, { again, wait: false })).action !==
            'send'
          ) {
            return { result: { isRecorded: false, situation } };
          }
          // A process may have saved an order of this design as `intended` and ended without sending it. The record of
          // such an order is removed.
          const otherRecords = all.filter(
            (record) => !(isMine(record) && record.state === 'intended' && isHolderGone(record)),
          );
          const orderRecord: OrderRecord = { ref, ...intent, state: 'intended', holder: me };
          return {
            next: replaceOrderRecords(found, [...otherRecords, orderRecord]),
            result: { isRecorded: true, ref },
          };
        });
      } catch (error) {
        throw error instanceof Failure && error.code !== 'purchases_lost' ? createUnsentError(error) : error;
      }
    },
    async markSent(ref) {
      const marked = await changeRecords(
        (record) => record.ref === ref && record.state === 'intended' && record.holder === me,
        (record) => applyEvent(record, 'leave', {}),
      );
      if (marked !== undefined) ownRecords.set(ref, marked);
      return marked !== undefined;
    },
    async recordOutcome(ref, event, details) {
      const amended = await changeRecords(
        (record) => record.ref === ref && isBeingSent(record),
        (record) => applyEvent(record, event, details),
        ownRecords.get(ref),
      );
      const saved = amended && (await read()).records.find((record) => record.ref === ref);
      // The outcome counts as saved if the record is no longer `intended` or `sent`. Another process may already have
      // saved a later state of the same order, so the exact state is not checked.
      if (saved === undefined || isBeingSent(saved)) throw createUnrecordedError(file.path);
      return saved.state;
    },
    async recordOrderEvent(purchaseId, baseUrl, event, details) {
      await changeRecords(isSamePurchase(purchaseId, baseUrl), (record) =>
        applyEvent(record, event, details),
      );
    },
    ...createForgetMethods(file, isHolderGone),
  };
};

/**
 * Creates the methods `forget` and `forgetDamaged`, which remove order records. Removed records are kept in the member
 * `forgotten` of the file. If the whole file is unreadable, `forgetDamaged` renames it.
 */
const createForgetMethods = (
  file: OrderFile,
  isHolderGone: IsHolderGone,
): Pick<OrderRecords, 'forget' | 'forgetDamaged'> => ({
  forget: (id) =>
    file.change((found) => {
      const content = parseOrderFile(found);
      if (content.lost !== undefined) throw createUnreadableError(content, file.path);
      const matches = content.records.filter(
        (record) => record.ref === id.toLowerCase() || record.purchase_id?.toLowerCase() === id.toLowerCase(),
      );
      if (matches.length === 0) return { result: undefined };
      const isBusy = matches.some((record) => isBeingSent(record) && !isHolderGone(record));
      if (isBusy)
        throw createOrderFailure(
          findTransition('sent', 'forget'),
          {},
          { code: 'being_sent', hint: nextCommand`toile techpack ls` },
        );
      const remaining = content.records.filter((record) => !matches.includes(record));
      return {
        next: replaceOrderRecords(found, remaining, {
          damaged: content.damaged,
          forgotten: [...listForgottenRecords(found), ...matches],
        }),
        result: toListedOrders(content.records, isHolderGone).filter(({ ref }) =>
          matches.some((record) => record.ref === ref),
        ),
      };
    }),
  async forgetDamaged() {
    const entries = await file.change((found) => {
      const { records, damaged, lost } = parseOrderFile(found);
      if (lost !== undefined) return { result: undefined };
      if (damaged.length === 0) return { result: 0 };
      const forgottenRecords = [...listForgottenRecords(found), ...damaged];
      return {
        next: replaceOrderRecords(found, records, { forgotten: forgottenRecords }),
        result: damaged.length,
      };
    });
    if (entries !== undefined) return { entries, kept_as: null };
    return { entries: 0, kept_as: await file.moveAside() };
  },
});
