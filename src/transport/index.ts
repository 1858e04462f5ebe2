/** What a real network asks of the command line: tries again where that is safe, limits, proxies, and plain words. */

export type { Received } from './checksum.ts';
export type { DocumentKind } from './document-check.ts';
export type { TransportEvent } from './events.ts';
export { explain } from './explain.ts';
export type { LinkedDocument, ReceivedDocument } from './linked-document.ts';
export type { NetworkEnvironment } from './network.ts';
export { chooseFetch, chooseSingleSender } from './network.ts';
export type { RawFetch, Repeat, Send, Timeouts, TransportOptions } from './options.ts';
export { createFetch } from './retrying-fetch.ts';
export type { Pacing } from './throttle.ts';
