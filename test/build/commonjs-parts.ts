export * as jq from 'jq-wasm';
export { ProxyAgent } from 'undici';
export { default as writeFileAtomic } from 'write-file-atomic';
