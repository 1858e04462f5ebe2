/**
 * The largest result of a tool, in bytes of JSON. A result contains its value twice, and hosts cut a result
 * after some ten thousand words.
 */
export const MAX_RESULT_BYTES = 32_768;
