/** The examples of docs/client.md, unchanged. Uses only the language, so that it runs everywhere. */

import type * as Built from '../../src/service/client/index.ts';

/** An example, and where it runs if not everywhere. */
export interface DocumentedExample {
  readonly name: string;
  readonly where: string;
  readonly code: string;
}

/** The result of an example. */
export interface ExampleResult {
  readonly name: string;
  /** The printed lines. */
  readonly said: readonly string[];
  readonly error?: string;
}

/** The variables of every example, beside the exports of the client. */
export interface ExampleScope {
  readonly baseUrl: string;
  readonly credential: string;
  readonly designId: string;
  readonly purchaseId: string;
}

export const parseExamples = (page: string): readonly DocumentedExample[] =>
  page.split(/^##+ /m).flatMap((section) => {
    const [, where = '', code] = /^(?:In (.*):\n\n)?```js\n([\s\S]*?)^```$/m.exec(section) ?? [];
    return code === undefined ? [] : [{ name: section.split('\n')[0] ?? '', where, code }];
  });

/** Lists the methods that the documentation must show. */
export const listClientMethods = ({ Client }: typeof Built): readonly string[] =>
  [Client.prototype, Object.getPrototypeOf(Client.prototype)]
    .flatMap((prototype: object) => Object.getOwnPropertyNames(prototype))
    .filter((name) => name !== 'constructor' && name !== 'deliver');

/** Runs each as the body of a module would be, one after the other. */
export async function runExamples(
  module: typeof Built,
  examples: readonly DocumentedExample[],
  scope: ExampleScope,
): Promise<readonly ExampleResult[]> {
  // AsyncFunction is not a global.
  const AsyncFunction = Object.getPrototypeOf(async () => undefined).constructor as new (
    ...words: readonly string[]
  ) => (...values: readonly unknown[]) => Promise<void>;
  const { baseUrl, credential } = scope;
  const client = new module.Client({ baseUrl, credential });
  const ran: ExampleResult[] = [];
  for (const { name, code } of examples) {
    const said: string[] = [];
    const log = (...values: readonly unknown[]) =>
      said.push(values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))).join(' '));
    const given = { ...module, ...scope, console: { log } };
    // Some examples create their own `client`.
    const all = /\bconst client\b/.test(code) ? given : { ...given, client };
    try {
      await new AsyncFunction(...Object.keys(all), `'use strict';\n${code}`)(...Object.values(all));
      ran.push({ name, said });
    } catch (error) {
      ran.push({ name, said, error: String(error) });
    }
  }
  return ran;
}
