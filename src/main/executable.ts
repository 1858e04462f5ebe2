/** The program as one file that carries its own runtime: it starts itself again without naming a script. */

import { start } from './start.ts';

// Not awaited: the file is compiled ahead as a script, and a script cannot wait at its top.
start(undefined, process.argv.slice(2)).then((code) => process.exit(code));
