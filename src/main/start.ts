/**
 * The program as a process. Resolves with the exit code when every byte is written. What is typed, or started by a
 * shell, a hundred times a day is answered here before anything that it does not need is loaded.
 */

import { writeSync } from 'node:fs';

declare const __TOILE_VERSION__: string;

/** Short enough that a pipe takes each whole or not at all (4096 bytes). */
const PIECES = /.{1,1000}/gsu;

/** Straight to the file: making the stream takes longer than all the rest of `--version`. What was not taken is left. */
const written = (text: string): string => {
  const left = text.match(PIECES) ?? [];
  try {
    for (; left[0] !== undefined; left.shift()) writeSync(1, left[0]);
  } catch {
    // A pipe that is full for now, one that nobody reads, a full disk: the stream knows how to tell them apart.
  }
  return left.join('');
};

const said = (text: string): Promise<number> =>
  new Promise((resolve) => {
    // A Windows console takes text from the stream alone.
    const left = process.platform === 'win32' ? text : written(text);
    if (left === '') return resolve(0);
    // It says what went wrong twice.
    process.stdout.on('error', () => undefined);
    process.stdout.write(left, (error) =>
      resolve(error ? import('./process.ts').then((program) => program.unwritten(error)) : 0),
    );
  });

/** `entry` is the file that starts the program, by which it starts itself again; an executable has none. */
export const start = async (entry: string | undefined, argv: readonly string[]): Promise<number> => {
  const [first, ...rest] = argv;
  if (rest.length === 0 && (first === '--version' || first === '-V')) {
    return said(`toile ${__TOILE_VERSION__}\n`);
  }
  if (first === undefined || rest.at(-1)?.match(/^(--help|-h)$/) || /^(--help|-h)$/.test(first)) {
    const text = await (await import('../deps/helping.ts')).helping(argv);
    if (text !== undefined) return said(text);
  }
  if (first === '__complete') return said(await (await import('../deps/completing.ts')).completing(rest));
  if (first === '__keychain') return (await import('../deps/keychain.ts')).answerKeychain();
  if (first === '__open') return (await import('../deps/open-browser.ts')).answerOpening();
  // Before anything else is loaded: what prints while it loads would be taken for the protocol.
  const protocol = argv.includes('serve')
    ? (await import('../deps/pure-stdout.ts')).takeStdout(argv)
    : undefined;
  return (await import('./process.ts')).run(entry, argv, protocol);
};
