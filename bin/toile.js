#!/usr/bin/env node
const [major = 0, minor = 0, patch = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && (minor < 18 || (minor === 18 && patch < 1)))) {
  process.stderr.write(
    `toile: needs Node 20.18.1 or newer, this is ${process.versions.node}\nInstall a newer Node and try again.\n`,
  );
  process.exitCode = 1;
} else {
  const { start } = await import('../dist/main.js').catch((error) => {
    if (error?.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    process.stderr.write('toile: the program is not built yet\nnpm run build\n');
    process.exitCode = 1;
    return { start: undefined };
  });
  await start?.();
}
