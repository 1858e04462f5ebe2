/** The program as one file that carries its own runtime: it starts itself again without naming a script. */

import { start } from './start.ts';

process.exit(await start(undefined, process.argv.slice(2)));
