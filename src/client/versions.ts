/** The versions of section 9. */

/** Of this file. */
export const FILE_VERSION = '2026-10-16';

/** Of the service that it is made for, as `index()` says it. */
export const API_VERSION = '2026-09-15';
