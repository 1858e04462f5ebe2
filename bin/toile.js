#!/usr/bin/env node
import { fileURLToPath } from 'node:url';

const [major = 0, minor = 0, patch = 0] = process.versions.node.split('.').map(Number);
const supported = major > 20 || (major === 20 && (minor > 18 || (minor === 18 && patch >= 1)));

const run = async () => {
  if (!supported) {
    process.stderr.write(`toile: needs Node 20.18.1 or newer, and this is ${process.versions.node}\n`);
    return 1;
  }
  try {
    const { start } = await import('../dist/main.js');
    return await start(fileURLToPath(import.meta.url), process.argv.slice(2));
  } catch (error) {
    if (error?.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    process.stderr.write('toile: the program is not built; in a clone, type: npm run build\n');
    return 1;
  }
};

// Everything is written when this resolves; sockets that are kept open for reuse would hold the process.
process.exit(await run());
