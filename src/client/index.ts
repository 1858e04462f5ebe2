/** The JavaScript client of the service: one dependency-free ES module that runs wherever `fetch` does. */

export type { Call } from './call.ts';
export type { CallOptions, ExportOptions, ListOptions, ProfileOptions, Readable } from './client.ts';
export { Client } from './client.ts';
export type { AnswerReason } from './errors.ts';
export { AnswerError, ApiError, ClientError, NetworkError, RequestError, TimeoutError } from './errors.ts';
export type {
  ClientOptions,
  Fetch,
  FetchInit,
  HeadersLike,
  Requested,
  ResponseLike,
  Whole,
} from './options.ts';
export { request } from './request.ts';
export type * from './types.ts';
