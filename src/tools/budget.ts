/**
 * Bytes of JSON that one result may hold. The result carries it twice, and a host hands a model some ten thousand
 * words at most before it cuts.
 */
export const BUDGET = 32_768;
