/** The sandbox as the examples meet it: a design, and a Tech Pack that is ready. Serves pages to a browser, too. */

import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { onTestFinished } from 'vitest';
import { createMemoryJournal, createSandbox, serveSandbox } from '../../src/sandbox/index.ts';
import { Client } from '../../src/service/client/index.ts';
import type { ExampleScope } from './examples.ts';

/** Longer than a Tech Pack takes. */
const LATER = 60_000;

const DESIGN = '3f6a1c58-9f0e-4f55-8d3b-1a4c2b7e9d01';

/** `files` are served by their paths, from the origin of the service itself. */
export async function startExamplesService(
  files: Readonly<Record<string, string>> = {},
): Promise<ExampleScope> {
  let ahead = 0;
  const sandbox = await createSandbox({
    store: createMemoryJournal(),
    clock: { now: () => Date.now() + ahead },
    random: (length) => randomBytes(length),
  });
  const html = { headers: { 'content-type': 'text/html' } };
  const script = { headers: { 'content-type': 'text/javascript; charset=utf-8' } };
  const running = await serveSandbox({
    ...sandbox,
    handle: async (request) => {
      const { pathname } = new URL(request.url);
      if (pathname === '/page') return new Response('<!doctype html><title>examples</title>', html);
      const file = files[pathname];
      return file === undefined
        ? sandbox.handle(request)
        : new Response(await readFile(file, 'utf8'), script);
    },
  });
  onTestFinished(() => running.close());
  const { baseUrl } = running;
  const credential = running.keys[0]?.key ?? '';
  const asked = await new Client({ baseUrl, credential }).requestTechPack(DESIGN, { brand: 'Ama' });
  ahead = LATER;
  return { baseUrl, credential, designId: DESIGN, purchaseId: asked.purchase_id ?? '' };
}
