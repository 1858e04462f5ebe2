/**
 * fast-check, which first tries the inputs that failed before. They are stored in
 * kept-examples.json under the name of its test, as the JSON of its arguments. A failure prints the line to put there.
 */
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import { expect } from 'vitest';

export * from 'fast-check';

const FILE = join(import.meta.dirname, 'kept-examples.json');
const KEPT = JSON.parse(readFileSync(FILE, 'utf8')) as Readonly<Record<string, readonly unknown[]>>;

const readTestName = (): string => {
  const { testPath = '', currentTestName } = expect.getState();
  return `${relative(join(import.meta.dirname, '..'), testPath).replaceAll('\\', '/')} > ${currentTestName}`;
};

/** Values that JSON cannot express are repeated by the seed and path in the message. */
const formatKeptLine = (name: string, example: unknown): string => {
  const text = JSON.stringify(example);
  return isDeepStrictEqual(JSON.parse(text), example)
    ? `to keep it, in test/support/kept-examples.json: ${JSON.stringify(name)}: [${text}]\n`
    : '';
};

const reportFailure =
  <Ts>(name: string) =>
  (details: fc.RunDetails<Ts>): void => {
    if (!details.failed) return;
    const line = details.counterexample === null ? '' : formatKeptLine(name, details.counterexample);
    throw new Error(`${line}${fc.defaultReportMessage(details)}`, { cause: details.errorInstance });
  };

/** @public as `fc.assert` */
export function assert<Ts>(property: fc.IAsyncProperty<Ts>, params?: fc.Parameters<Ts>): Promise<void>;
export function assert<Ts>(property: fc.IProperty<Ts>, params?: fc.Parameters<Ts>): void;
export function assert<Ts>(
  property: fc.IAsyncProperty<Ts> | fc.IProperty<Ts>,
  params: fc.Parameters<Ts> = {},
): Promise<void> | void {
  const name = readTestName();
  const kept = (KEPT[name] ?? []) as readonly Ts[];
  const examples = [...kept, ...(params.examples ?? [])];
  return fc.assert(property, { reporter: reportFailure(name), ...params, examples });
}
