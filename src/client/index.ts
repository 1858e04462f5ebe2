/** The JavaScript client of the service: one dependency-free ES module that runs wherever `fetch` does. */

export type { Call } from './call.ts';
export type { CallOptions, ExportOptions, ListOptions, ProfileOptions, Readable } from './call-options.ts';
export type { DownloadOptions, Linked, WaitOptions, WalkOptions } from './client.ts';
export { Client } from './client.ts';
export type { Download } from './download.ts';
export type { AnswerReason } from './errors.ts';
export {
  AnswerError,
  ApiError,
  ClientError,
  NetworkError,
  NotReadyError,
  RequestError,
  TimeoutError,
} from './errors.ts';
export type {
  ClientOptions,
  Fetch,
  FetchInit,
  HeadersLike,
  Requested,
  RequestOptions,
  ResponseLike,
  Whole,
} from './options.ts';
export type { Received } from './pieces.ts';
export type { Signal, SignalLike, Stream, StreamLike } from './platform.ts';
export { request } from './request.ts';
export type { Routes } from './routes.ts';
export {
  BadRequestError,
  ConflictError,
  ForbiddenError,
  NotFoundError,
  PaymentRequiredError,
  RateLimitError,
  ServerError,
  UnauthenticatedError,
} from './status-errors.ts';
export type * from './types.ts';
export { API_VERSION, FILE_VERSION } from './versions.ts';
