/** The API version that the sandbox simulates (specification section 9). */
export const SANDBOX_API_VERSION = '2026-09-15';
