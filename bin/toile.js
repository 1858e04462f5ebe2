#!/usr/bin/env node
// CommonJS (see package.json beside this file), because loading the first ES module takes as long as all of --version.
const [major = 0, minor = 0, patch = 0] = process.versions.node.split('.').map(Number);
const supported = major > 20 || (major === 20 && (minor > 18 || (minor === 18 && patch >= 1)));

const run = async () => {
  if (!supported) {
    process.stderr.write(`toile needs Node 20.18.1 or newer; this is Node ${process.versions.node}\n`);
    return 1;
  }
  try {
    const { start } = require('../dist/main.cjs');
    return await start(__filename, process.argv.slice(2));
  } catch (error) {
    const isMissing = error?.code === 'MODULE_NOT_FOUND';
    if (!isMissing && typeof error?.syscall !== 'string') throw error;
    const [reason] = error.message.split('\n', 1);
    const hint = isMissing ? 'in a clone, run: npm run build\notherwise, install toile again\n' : '';
    process.stderr.write(`toile: cannot load the program: ${reason}\n${hint}`);
    return 1;
  }
};

// All output is written when `run` resolves. Sockets that are kept open for reuse would keep the process running.
run().then((code) => process.exit(code));
