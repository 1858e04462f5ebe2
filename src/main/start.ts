/** The program as a process. Resolves with the exit code when every byte is written. */

import { answerKeychain } from '../deps/keychain.ts';
import { answerOpening } from '../deps/opening.ts';
import { realOutside } from '../deps/real.ts';
import { processIo } from '../terminal/io.ts';
import { main } from './main.ts';

/** `entry` is the file that starts the program; it is how the program starts itself again. */
export const start = async (entry: string, argv: readonly string[]): Promise<number> => {
  if (await answerKeychain(argv[0])) return 0;
  return (await answerOpening(argv)) ?? main(argv, realOutside(entry, processIo()));
};
