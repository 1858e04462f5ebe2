// A file of its own, so that jq.ts can load it on first use with its names intact.
export { raw } from 'jq-wasm';
