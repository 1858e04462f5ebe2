import type { Writable } from 'node:stream';
import { endings } from '../deps/endings.ts';
import { realOutside } from '../deps/real.ts';
import { processIo } from '../terminal/io.ts';
import { main } from './main.ts';

/** A command line on the streams, signals and files of this process. `protocol` is stdout where that was taken. */
export const run = (
  entry: string | undefined,
  argv: readonly string[],
  protocol?: Writable,
): Promise<number> => {
  const io = processIo();
  const ending = endings();
  return ending.of(main(argv, { ...realOutside(entry, io, ending), ...(protocol && { protocol }) }), io);
};
