/** Runs the examples where there are arguments and a standard output: `examples-in-terminal CLIENT EXAMPLES SCOPE`. */

import { pathToFileURL } from 'node:url';
import { type Example, runExamples, type Scope } from './examples.ts';

const [client = '', examples = '', scope = ''] = process.argv.slice(2);
const ran = await runExamples(
  await import(pathToFileURL(client).href),
  JSON.parse(examples) as readonly Example[],
  JSON.parse(scope) as Scope,
);
process.stdout.write(`${JSON.stringify(ran)}\n`);
