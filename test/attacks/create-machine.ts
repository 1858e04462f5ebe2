/** Creates a machine for toile with the files that the examples name. */
import { chmodSync, cpSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { SHELL_COMMAND } from '../support/run-program.ts';
import { LINE_FILES } from './command-lines.ts';
import { createJail, type Jail } from './jail.ts';
import { KEY } from './reflected-keys.ts';

export const createMachine = (): Jail => {
  const place = createJail();
  for (const [name, text] of Object.entries(LINE_FILES)) {
    place.write(join(place.work, name), text);
    chmodSync(join(place.work, name), 0o755);
  }
  place.write(join(place.home, 'bin', 'toile'), `#!/bin/sh\nexec ${SHELL_COMMAND} "$@"\n`);
  chmodSync(join(place.home, 'bin', 'toile'), 0o755);
  place.write(join(place.kept, 'empty'), '');
  chmodSync(place.kept, 0o700);
  return place;
};

/** Creates a machine with a copy of the home. */
export const copyMachine = ({ home }: Jail): Jail => {
  const place = createJail();
  cpSync(home, place.home, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
  return place;
};

/** Creates the environment for the service, without rate limits, which would make attacks long. */
export const createMachineEnv = ({ home, kept }: Jail, baseUrl: string): Record<string, string> => ({
  PATH: `${join(home, 'bin')}:${process.env.PATH}`,
  HOME: home,
  TOILE_HOME: kept,
  TOILE_BASE_URL: baseUrl,
  TOILE_MCP_URL: `${baseUrl}/mcp`,
  TOILE_CONNECTOR_URL: `${baseUrl}/connector`,
  TOILE_API_KEY: KEY,
  TOILE_RATE: '1000000/1s',
  // A browser runs elsewhere, so none is started.
  SSH_CONNECTION: 'elsewhere',
});

/** Reads the files that toile stores, except for the file of credentials. */
export const readStoredFiles = ({ kept: folder }: Jail): ReadonlyMap<string, string> => {
  const kept = new Map<string, string>();
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name);
    if (statSync(path, { throwIfNoEntry: false })?.isFile() && !/credentials\.json|\.blob$/.test(name))
      kept.set(name.replace(/-[0-9a-f]{16}/, ''), `${name}\n${readFileSync(path, 'utf8')}`);
  }
  return kept;
};
