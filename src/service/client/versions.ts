/** Versions of the client and of the service (section 9). */

/** The version of the client file. */
export const FILE_VERSION = '2026-10-16';

/** The API version that the client is made for; `index()` returns that of the service. */
export const API_VERSION = '2026-09-15';
