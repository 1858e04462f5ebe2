/** The entry point. Completion, `--version` and `--help` run here, before the rest of the code is loaded. */

import { writeSync } from 'node:fs';

declare const __TOILE_VERSION__: string;

/** Matches chunks of at most 1000 characters. This is at most 4000 bytes, which a pipe accepts as a whole. */
const CHUNK_PATTERN = /.{1,1000}/gsu;

/**
 * Writes text directly to the file descriptor of stdout, because creating the stream takes longer than the rest of
 * `--version`. Returns the text that was not written.
 */
const writeDirectly = (text: string): string => {
  const chunks = text.match(CHUNK_PATTERN) ?? [];
  try {
    for (; chunks[0] !== undefined; chunks.shift()) writeSync(1, chunks[0]);
  } catch {
    // Writing fails if the pipe or the disk is full, or if the pipe has no reader. The remaining text is then written
    // to the stream `process.stdout`, which reports the reason.
  }
  return chunks.join('');
};

const printText = (text: string): Promise<number> =>
  new Promise((resolve) => {
    // A Windows console accepts text only through the stream `process.stdout`.
    const remaining = process.platform === 'win32' ? text : writeDirectly(text);
    if (remaining === '') return resolve(0);
    // An error of stdout is also passed to the callback of `write`, which handles it. So the event `error` is ignored.
    process.stdout.on('error', () => undefined);
    process.stdout.write(remaining, (error) =>
      resolve(error ? import('./main.ts').then((program) => program.reportLostOutput(error)) : 0),
    );
  });

/**
 * Runs the command line `argv` and returns the exit code. `entry` is the script with which toile can start itself
 * again; undefined for a standalone executable. Also runs the hidden commands such as `__complete`.
 */
export const start = async (entry: string | undefined, argv: readonly string[]): Promise<number> => {
  const [first, ...otherArgs] = argv;
  if (otherArgs.length === 0 && (first === '--version' || first === '-V')) {
    return printText(`toile ${__TOILE_VERSION__}\n`);
  }
  if (first === undefined || otherArgs.at(-1)?.match(/^(--help|-h)$/) || /^(--help|-h)$/.test(first)) {
    const text = await (await import('./help/find-quick-help.ts')).findQuickHelp(argv);
    if (text !== undefined) return printText(text);
  }
  if (first === '__complete')
    return printText(
      await (await import('./completion/complete-words.ts')).completeWords(otherArgs, process),
    );
  if (first === '__keychain') {
    const { answerKeychainRequest } = await import('../auth/keys/answer-keychain-request.ts');
    await answerKeychainRequest(process.stdin, (line) => {
      process.stdout.write(line);
    });
    return 0;
  }
  if (first === '__open') return (await import('../platform/system/open-browser.ts')).runBrowserOpener();
  // `mcp serve` speaks a protocol on stdout. stdout is reserved before other code is loaded, so that no output of that
  // code is read as part of the protocol.
  const reservedStdout = argv.includes('serve')
    ? (await import('./reserve-stdout.ts')).reserveStdout(argv)
    : undefined;
  return (await import('./main.ts')).runProcess(entry, argv, reservedStdout);
};
