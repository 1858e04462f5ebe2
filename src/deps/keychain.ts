import type { Buffer } from 'node:buffer';

/** Started by toile itself, with a hidden word: performs one request of the keychain and ends. */
export const answerKeychain = async (): Promise<number> => {
  const child = await import('../account/keys/keychain-child.ts');
  await child.answerOnce(process.stdin as AsyncIterable<Buffer>, (line) => {
    process.stdout.write(line);
  });
  return 0;
};
