/**
 * The JavaScript client of the service: one ES module without dependencies, for every runtime with `fetch`.
 */

export type { Call } from './call.ts';
export type { CallOptions, ExportOptions, ListOptions, ProfileOptions, ReadTarget } from './call-options.ts';
export type { DownloadLink, DownloadOptions, WaitOptions, WalkOptions } from './client.ts';
export { Client } from './client.ts';
export type { Download } from './download.ts';
export type { DownloadResult } from './download-chunks.ts';
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
  ApiRequest,
  ApiResponse,
  ClientOptions,
  Fetch,
  FetchInit,
  HeadersLike,
  RequestOptions,
  ResponseLike,
} from './options.ts';
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
