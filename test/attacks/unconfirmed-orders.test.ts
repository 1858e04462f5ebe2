import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createHome } from '../support/run-toile.ts';
import { OWN_DESIGN } from './hostile-bodies.ts';
import { KEY } from './reflected-keys.ts';
import { runToileOrExecutable } from './run-toile-or-executable.ts';
import { expectNoViolations } from './test-every-command.ts';

const decodePath = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Reads as generously as any of the servers, proxies and routers in between might. */
const isOrder = (url: string): boolean => {
  const path = decodePath(url.split(/[?#]/)[0] ?? '').replaceAll('\\', '/');
  const steps: string[] = [];
  for (const step of path.split('/').map((each) => each.replace(/;.*$|[\s\0.]+$/g, '').toLowerCase())) {
    if (step === '..') steps.pop();
    else if (step !== '' && step !== '.') steps.push(step);
  }
  return /\bdesigns\/[^/]+\/tech-packs\b/.test(steps.join('/'));
};

/** Paths of the POSTs that arrived and cost money. */
const ordered: string[] = [];
let origin = '';
const server = createServer((request, response) => {
  request.resume();
  if (request.method === 'POST' && isOrder(request.url ?? '')) ordered.push(request.url ?? '');
  const body = { status: 'composing', purchase_id: OWN_DESIGN.id, design_id: OWN_DESIGN.id, message: '' };
  response.writeHead(202, { 'content-type': 'application/json' }).end(JSON.stringify(body));
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const DESIGN = OWN_DESIGN.id;
/** The end of a base address, and what is typed behind it. */
const SPELLED: readonly (readonly [string, string])[] = [
  ['', `v1/designs/${DESIGN}/tech-packs`],
  ['', `/v1/designs/${DESIGN}/tech-packs`],
  ['', `//v1//designs//${DESIGN}//tech-packs//`],
  ['', `/v1/./designs/x/../${DESIGN}/tech-packs`],
  ['', `/v1/designs/${DESIGN}/x/%2e%2e/tech-packs`],
  ['', `/v1/designs/${DESIGN}/%74ech-packs`],
  ['', `/v1/designs/${DESIGN}/tech%2dpacks`],
  ['', `/v1/designs/${DESIGN}%2ftech-packs`],
  ['', `/v1/%64esigns/${DESIGN}/tech-packs`],
  ['', `/v1/designs/${DESIGN.toUpperCase()}/TECH-PACKS`],
  ['', `/v1/designs/${DESIGN}/tech-packs;x`],
  ['', `/v1/designs/${DESIGN}/tech-packs;x=y/`],
  ['', `/v1/designs/${DESIGN};x/tech-packs`],
  ['', `/v1/designs/${DESIGN}/tech-packs?x`],
  ['', `/v1/designs/${DESIGN}/tech-packs#x`],
  ['', `/v1/designs/${DESIGN}/tech-packs.`],
  ['', `/v1/designs/${DESIGN}/tech-packs%20`],
  ['', `/v1/designs/${DESIGN}/tech-packs%00`],
  ['', `/v1/designs/${DESIGN}/tech-packs%09`],
  ['', `/v1/designs/${DESIGN}\\tech-packs`],
  ['', `/v1/designs/${DESIGN}/te\tch-packs`],
  ['', `/v1/designs/${DESIGN}/tech-\npacks`],
  ['', ` /v1/designs/${DESIGN}/tech-packs `],
  ['', '/v1/designs/GARM-5117/tech-packs'],
  ['/v1', `designs/${DESIGN}/tech-packs`],
  ['/v1/designs', `/${DESIGN}/tech-packs`],
  [`/v1/designs/${DESIGN}`, '/tech-packs'],
  [`/v1/designs/${DESIGN}`, 'tech-packs'],
  [`/v1/designs/${DESIGN}/tech-packs`, '/'],
  [`/v1/designs/${DESIGN}/tech-packs`, '?x'],
  [`/v1/designs/${DESIGN}/tech-packs/x`, '..'],
];
const POSTS: readonly (readonly string[])[] = [
  ['-X', 'POST'],
  ['-X', 'post'],
  ['--body', '{}'],
  ['-X', 'POST', '--body', '{}'],
];

const run = async (base: string, path: string, more: readonly string[]) =>
  runToileOrExecutable(['api', ...more, '--', path], {
    home: await createHome(),
    env: { TOILE_BASE_URL: `${origin}${base}`, TOILE_API_KEY: KEY },
  });

it('no paid request leaves without consent, in any spelling', async ({ task }) => {
  const wrong: string[] = [];
  let runs = 0;
  for (const [base, path] of SPELLED) {
    for (const more of POSTS) {
      ordered.length = 0;
      const { code } = await run(base, path, more);
      runs += 1;
      if (ordered.length === 0) continue;
      wrong.push(
        `api ${more.join(' ')} ${JSON.stringify(path)} at ${base || '/'} sent ${ordered[0]} (exit ${code})`,
      );
    }
  }
  task.meta.tally = { runs };
  expectNoViolations(wrong);
});

it('with consent it leaves once', async () => {
  ordered.length = 0;
  const { code } = await run('', `/v1/designs/${DESIGN}/tech-packs`, ['-X', 'POST', '--yes']);
  expect({ code, ordered }).toEqual({ code: 0, ordered: [`/v1/designs/${DESIGN}/tech-packs`] });
});
