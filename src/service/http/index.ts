/**
 * The HTTP stack of the command line: retries where they are safe, time limits, proxies, downloads and
 * explained network errors.
 */

export type { RequestPacing } from './acquire-slot.ts';
export type { NetworkEnvironment } from './choose-fetch.ts';
export { chooseFetch, chooseSingleSender } from './choose-fetch.ts';
export type { DocumentKind } from './document-inspector.ts';
export type { LinkedDocument, ReceivedDocument } from './download-linked-document.ts';
export { explainNetworkError } from './explain-network-error.ts';
export { createRetryingFetch } from './retrying-fetch.ts';
export type { TransportEvent } from './transport-event.ts';
export type {
  NetworkedSettings,
  NetworkedSystem,
  RawFetch,
  RepeatRule,
  RequestTimeouts,
  SendRequest,
  TransportOptions,
} from './transport-options.ts';
