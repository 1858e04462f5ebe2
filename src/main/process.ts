import type { Writable } from 'node:stream';
import { hushConsole } from '../deps/hushed-console.ts';
import { realOutside } from '../deps/node-system.ts';
import { endings } from '../deps/shutdown.ts';
import { failureText } from '../format/error-text.ts';
import { isReaderGone, processIo } from '../terminal/io.ts';
import { main } from './main.ts';
import { outputLost } from './output-lost.ts';

/** Text that was written without a command: an exit code, after saying why it was lost where somebody reads on. */
export const unwritten = async (lost: Error): Promise<number> => {
  const { out, err } = processIo();
  if (isReaderGone(lost, { isTTY: out.terminal })) return 0;
  const failure = outputLost(lost);
  await err.write(failureText(failure));
  return failure.exit;
};

/** A command line on the streams, signals and files of this process. `protocol` is stdout where that was taken. */
export const run = (
  entry: string | undefined,
  argv: readonly string[],
  protocol?: Writable,
): Promise<number> => {
  const io = processIo();
  const ending = endings();
  const outside = realOutside(entry, io, ending);
  if (protocol === undefined) hushConsole(outside.isDebug(argv.includes('--debug') ? { debug: true } : {}));
  return ending.of(main(argv, { ...outside, ...(protocol && { protocol }) }), io);
};
