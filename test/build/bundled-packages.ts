/** A program that uses each bundled package once. test/build/build.test.ts bundles and runs it. */

import chalk from 'chalk';
import Table from 'cli-table3';
import { Command } from 'commander';
import stringWidth from 'string-width';

declare const __TOILE_VERSION__: string;

class NamedError extends Error {
  constructor() {
    super();
    this.name = new.target.name;
  }
}

export async function start(): Promise<void> {
  const table = new Table({ style: { head: [], border: [] } });
  table.push(['袖', '✂️', 'plain']);
  const { default: ora } = await import('ora');
  const { confirm } = await import('@inquirer/prompts');
  const { Hono } = await import('hono');
  const { serve } = await import('@hono/node-server');
  const { parse } = await import('lossless-json');
  const { EnvHttpProxyAgent } = await import('./commonjs-parts.ts');
  const jq = await import('jq-wasm/inline');
  const answer = await new Hono().get('/', (context) => context.text('hono')).request('/');
  process.stdout.write(
    `${JSON.stringify({
      table: table.toString(),
      chalk: chalk.level >= 0,
      command: new Command('try').name(),
      width: stringWidth('袖'),
      ora: typeof ora({ isSilent: true }).start,
      confirm: typeof confirm,
      undici: typeof new EnvHttpProxyAgent({ httpProxy: 'http://127.0.0.1:9' }).close,
      hono: await answer.text(),
      serve: typeof serve,
      number: String(parse('1.0')),
      jq: (await jq.raw('{"a":[1,2]}', '.a|length', ['-c'])).stdout,
      version: __TOILE_VERSION__,
      error: new NamedError().name,
    })}\n`,
  );
}
