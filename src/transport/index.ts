/**
 * The HTTP stack of the command line: retries where they are safe, time limits, proxies, downloads and
 * explained network errors.
 */

export type { FileDigest } from './checksum.ts';
export type { DocumentKind } from './document-check.ts';
export type { TransportEvent } from './events.ts';
export { explainNetworkError } from './explain.ts';
export type { LinkedDocument, ReceivedDocument } from './linked-document.ts';
export type { NetworkEnvironment } from './network.ts';
export { chooseFetch, chooseSingleSender } from './network.ts';
export type { RawFetch, RepeatRule, RequestTimeouts, SendRequest, TransportOptions } from './options.ts';
export { createRetryingFetch } from './retrying-fetch.ts';
export type { RequestPacing } from './throttle.ts';
