import type { Buffer } from 'node:buffer';

/**
 * Performs one keychain request from stdin and writes the reply to stdout. toile starts itself this way,
 * with a hidden command. Returns the exit code.
 */
export const runKeychainProcess = async (): Promise<number> => {
  const child = await import('../../auth/keys/answer-keychain-request.ts');
  await child.answerKeychainRequest(process.stdin as AsyncIterable<Buffer>, (line) => {
    process.stdout.write(line);
  });
  return 0;
};
