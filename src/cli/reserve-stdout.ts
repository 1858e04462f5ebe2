import { Writable } from 'node:stream';
import type { ReservedStdout } from '../platform/system/host-system.ts';

/**
 * Reserves stdout for the protocol messages of `mcp serve`: `console` and `process.stdout` then write to stderr.
 * Returns undefined and changes nothing if the arguments do not contain `mcp serve`. Because the arguments are not
 * parsed yet, this also reserves stdout for a command such as `help mcp serve`. The caller releases stdout again for
 * such a command.
 */
export const reserveStdout = (argv: readonly string[]): ReservedStdout | undefined => {
  if (!argv.some((word, at) => word === 'mcp' && argv[at + 1] === 'serve')) return undefined;
  const { stdout, stderr } = process;
  const { write } = stdout;
  const writeToStdout = stdout.write.bind(stdout);
  Object.assign(console, new console.Console({ stdout: stderr, stderr }));
  stdout.write = stderr.write.bind(stderr) as typeof stdout.write;
  const output = new Writable({
    decodeStrings: false,
    write: (chunk, _encoding, done) => {
      writeToStdout(chunk, (error) => done(error));
    },
  });
  const closeOutput = (error: Error): unknown => output.destroy(error);
  stdout.on('error', closeOutput);
  return {
    output,
    release: () => {
      stdout.write = write;
      stdout.off('error', closeOutput);
    },
  };
};
