/** The program with its hidden word, and nothing else of it. */
import { answerOnce } from '../../src/account/keys/keychain-child.ts';
import { KEYCHAIN_WORD } from '../../src/account/keys/keychain-messages.ts';

if (process.argv[2] !== KEYCHAIN_WORD) throw new Error(`unexpected ${process.argv[2]}`);
await answerOnce(process.stdin, (line) => void process.stdout.write(line));
