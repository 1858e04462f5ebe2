/** The program with its hidden word, and nothing else of it. */
import { answerKeychainRequest } from '../../src/auth/keys/answer-keychain-request.ts';
import { KEYCHAIN_COMMAND } from '../../src/auth/keys/keychain-errors.ts';

if (process.argv[2] !== KEYCHAIN_COMMAND) throw new Error(`unexpected ${process.argv[2]}`);
await answerKeychainRequest(process.stdin, (line) => void process.stdout.write(line));
