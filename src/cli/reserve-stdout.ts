import { Writable } from 'node:stream';

const isProtocolCommand = (argv: readonly string[]): boolean => {
  const at = argv.findIndex((word, index) => word === 'mcp' && argv[index + 1] === 'serve');
  const asksForHelp = argv.slice(0, at).includes('help') || argv.includes('--help') || argv.includes('-h');
  return at !== -1 && !asksForHelp;
};

/**
 * Reserves stdout for the protocol messages of `mcp serve`: `console` and `process.stdout` then write to stderr.
 * Returns the only stream that still writes to stdout. For other commands, changes nothing and returns undefined.
 */
export const reserveStdout = (argv: readonly string[]): Writable | undefined => {
  if (!isProtocolCommand(argv)) return undefined;
  const { stdout, stderr } = process;
  const write = stdout.write.bind(stdout);
  Object.assign(console, new console.Console({ stdout: stderr, stderr }));
  stdout.write = stderr.write.bind(stderr) as typeof stdout.write;
  const protocolOutput = new Writable({
    decodeStrings: false,
    write: (chunk, _encoding, done) => {
      write(chunk, (error) => done(error));
    },
  });
  stdout.on('error', (error) => protocolOutput.destroy(error));
  return protocolOutput;
};
