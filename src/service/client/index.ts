/** The JavaScript client of the service: one ES module without dependencies, for every runtime with `fetch`. */

export type { DownloadLink, DownloadOptions, WaitOptions, WalkOptions } from './client.ts';
export { Client } from './client.ts';
export type { Download, DownloadResult } from './download.ts';
export type { AnswerReason } from './errors.ts';
export {
  AnswerError,
  ApiError,
  BadRequestError,
  ClientError,
  ConflictError,
  ForbiddenError,
  NetworkError,
  NotFoundError,
  NotReadyError,
  PaymentRequiredError,
  RateLimitError,
  RequestError,
  ServerError,
  TimeoutError,
  UnauthenticatedError,
} from './errors.ts';
export type {
  ApiRequest,
  ApiResponse,
  CallOptions,
  ClientOptions,
  ExportOptions,
  Fetch,
  FetchInit,
  HeadersLike,
  ListOptions,
  ProfileOptions,
  ReadTarget,
  RequestOptions,
  ResponseLike,
  Signal,
  SignalLike,
  Stream,
  StreamLike,
} from './options.ts';
export { request } from './request.ts';
export { API_VERSION, FILE_VERSION } from './resources.ts';
export type { Call, Routes } from './routes.ts';
export type * from './types.ts';
