/** Runs the conformance program where there are arguments and a standard output: `terminal CLIENT ORIGIN`. */

import { pathToFileURL } from 'node:url';
import { checkConformance } from './conformance.ts';

const [client = '', origin = ''] = process.argv.slice(2);
const results = await checkConformance(await import(pathToFileURL(client).href), origin, { browser: false });
process.stdout.write(`${JSON.stringify(results)}\n`);
