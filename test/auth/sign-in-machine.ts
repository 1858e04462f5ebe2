/** Signs in within this process; a function acts as the user in the browser. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseTokenBundle, type TokenBundle } from '../../src/auth/oauth/token-bundle.ts';
import { createHome, NOW, runToile, type ToileRun } from '../support/run-toile.ts';
import { findAddresses } from './follow-consent.ts';

export interface SignInMachine {
  readonly home: string;
  /** What the account keeps in the credentials file. */
  bundle(): Promise<TokenBundle | undefined>;
  /** Runs a command line `ms` later than the sign-in, as the machine's clock has it. */
  later(ms: number, ...argv: readonly string[]): Promise<ToileRun>;
  /** Signs in. `person` gets every address that toile asks the user to open. */
  login(person: (address: string) => Promise<unknown>, ...more: readonly string[]): Promise<ToileRun>;
}

/** Creates a machine without accounts and without a browser. */
export const createSignInMachine = async (connector: string): Promise<SignInMachine> => {
  const home = await createHome();
  const env = { SSH_CONNECTION: 'elsewhere' };
  return {
    home,
    async bundle() {
      const text = await readFile(join(home, 'toile', 'credentials.json'), 'utf8').catch(() => '{}');
      const found: string[] = [];
      JSON.parse(text, (_, value: unknown) => {
        if (typeof value === 'string') found.push(value);
        return value;
      });
      return found.flatMap((secret) => parseTokenBundle(secret) ?? [])[0];
    },
    // Limits on answers pass faster too, and a busy machine is not to meet them.
    later: (ms, ...argv) => runToile(argv, { home, env, now: NOW + ms, haste: 20 }),
    async login(person, ...more) {
      const argv = ['login', '--web', '--connector-url', connector, '--insecure-storage', '--json', ...more];
      const visits: Promise<unknown>[] = [];
      const onStderr = (output: string): void => {
        for (const address of findAddresses(output).slice(visits.length)) visits.push(person(address));
      };
      // Signing in needs time on a busy machine.
      const run = await runToile(argv, { home, env, onStderr, haste: 10 });
      await Promise.all(visits);
      return run;
    },
  };
};
