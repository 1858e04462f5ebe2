import { type ChildProcess, fork } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { onTestFinished } from 'vitest';
import { bundleProgram } from '../support/bundle-program.ts';

/** The counts since the last call. */
interface RequestCounts {
  readonly requests: number;
  readonly refused: number;
  readonly repeated: number;
}

const waitForMessage = <Told>(child: ChildProcess): Promise<Told> =>
  new Promise((resolve) => child.once('message', (told) => resolve(told as Told)));

/** Creates services with many designs, each in a process that ends with its test. */
export const createPullServices = async () => {
  const program = await bundleProgram(new URL('./pull-service.ts', import.meta.url));
  return {
    async serve(designs: number, limit: number, windowMs: number) {
      const child = fork(program, [designs, limit, windowMs].map(String), { stdio: 'inherit' });
      onTestFinished(() => void child.kill());
      const { baseUrl, key } = await waitForMessage<Record<'baseUrl' | 'key', string>>(child);
      return {
        env: { TOILE_BASE_URL: baseUrl, TOILE_API_KEY: key, TOILE_RATE: `${limit}/${windowMs / 1000}s` },
        counts: () => {
          const counts = waitForMessage<RequestCounts>(child);
          child.send('counts');
          return counts;
        },
      };
    },
    remove: () => rm(program, { force: true }),
  };
};
