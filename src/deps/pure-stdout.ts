import { Writable } from 'node:stream';

/** Whether the words start something that speaks a protocol on stdout. */
const speaksProtocol = (argv: readonly string[]): boolean =>
  argv.some((word, at) => word === 'mcp' && argv[at + 1] === 'serve') &&
  !argv.some((word) => word === '--help' || word === '-h');

/**
 * Takes stdout away from everybody else: whatever a library prints from now on, by the console or by the stream,
 * goes to stderr. Returns the only way left to stdout, or undefined where the words start something else.
 */
export const takeStdout = (argv: readonly string[]): Writable | undefined => {
  if (!speaksProtocol(argv)) return undefined;
  const { stdout, stderr } = process;
  const write = stdout.write.bind(stdout);
  Object.assign(console, new console.Console({ stdout: stderr, stderr }));
  stdout.write = stderr.write.bind(stderr) as typeof stdout.write;
  const kept = new Writable({
    decodeStrings: false,
    write: (chunk, _encoding, done) => {
      write(chunk, (error) => done(error));
    },
  });
  stdout.on('error', (error) => kept.destroy(error));
  return kept;
};
