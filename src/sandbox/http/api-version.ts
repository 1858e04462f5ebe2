/** The version that the specification describes (section 9). */
export const API_VERSION = '2026-09-15';
