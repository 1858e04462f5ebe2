#!/usr/bin/env node
// CommonJS (see package.json beside this file): loading the first ES module costs as much as all of --version.
const [major = 0, minor = 0, patch = 0] = process.versions.node.split('.').map(Number);
const supported = major > 20 || (major === 20 && (minor > 18 || (minor === 18 && patch >= 1)));

const run = async () => {
  if (!supported) {
    process.stderr.write(`toile: needs Node 20.18.1 or newer, and this is ${process.versions.node}\n`);
    return 1;
  }
  try {
    const { start } = require('../dist/main.cjs');
    return await start(__filename, process.argv.slice(2));
  } catch (error) {
    if (typeof error?.syscall === 'string') {
      process.stderr.write(`toile: the system does not let the program be loaded: ${error.message}\n`);
      return 1;
    }
    if (error?.code !== 'MODULE_NOT_FOUND') throw error;
    process.stderr.write('toile: the program is not built; in a clone, type: npm run build\n');
    return 1;
  }
};

// Everything is written when this resolves; sockets that are kept open for reuse would hold the process.
run().then((code) => process.exit(code));
