/** What fontkit takes from `brotli`, a megabyte of JavaScript: every runtime that toile runs on has it built in. */

import { brotliDecompressSync } from 'node:zlib';

export default (bytes: Uint8Array): Uint8Array => brotliDecompressSync(bytes);
