/** Runs the examples where there are arguments and a standard output: `examples-in-terminal CLIENT EXAMPLES SCOPE`. */

import { pathToFileURL } from 'node:url';
import { type DocumentedExample, type ExampleScope, runExamples } from './examples.ts';

const [client = '', examples = '', scope = ''] = process.argv.slice(2);
const ran = await runExamples(
  await import(pathToFileURL(client).href),
  JSON.parse(examples) as readonly DocumentedExample[],
  JSON.parse(scope) as ExampleScope,
);
process.stdout.write(`${JSON.stringify(ran)}\n`);
