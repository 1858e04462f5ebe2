/** Repeating a request never orders again, whatever happened to the first run, and no failure hides a purchase. */
import { writeFileSync } from 'node:fs';
import { createJsonReply, createRefusal, type NetworkFault } from './lab-service.ts';
import { dropReply, failWith, GATEWAY_404, HTML_404, OWN_404, replyWith } from './network-faults.ts';
import {
  buildRequest,
  checkFile,
  checkPosts,
  checkPurchaseReport,
  DESIGN,
  findFirstPurchase,
  SHORT_WAIT,
} from './purchase-checks.ts';
import { type Setup, testWithService } from './test-fault.ts';

const DOWNLOAD = [...SHORT_WAIT, '--download', 'pk.pdf'];

/** Adds a test: a first run with a fault, then the same command twice when the pack is ready. */
const testRepeatedRequest = (
  fault: string,
  words: readonly string[],
  first: (at: Setup) => Promise<void> | void,
  { packs = 'composing' }: { readonly packs?: 'composing' | 'payment_required' | 'ready' } = {},
): void =>
  testWithService('techpack request', `typed again when it is ready: ${fault}`, { packs }, async (at) => {
    const { row, service, user } = at;
    await first(at);
    const running = user.start(buildRequest(...words));
    const one = await running.ended;
    if (service.posts.length > 0) checkPurchaseReport(row, one, findFirstPurchase(service));
    service.clearFaults();
    service.finishPacks();
    for (const what of ['typed again', 'and again']) {
      const next = await user.run(buildRequest(...words));
      checkPosts(row, service, 1, `${what} when it is ready`);
      row.check(next.code === 0 || words.includes('--download'), `${what} when it is ready: ${next}`);
    }
    if (words.includes('--download'))
      row.check(checkFile(row, user.file('pk.pdf'), 'pdf', 'fetched'), 'the PDF is not there in the end');
    const meant = await user.run(
      [...buildRequest(...words), '--again', '--clobber'].filter(
        (word) => word !== '--clobber' || words.includes('--download'),
      ),
    );
    row.check(service.posts.length === 2, `--again sends ${service.posts.length - 1}: ${meant}`);
  });

testRepeatedRequest('composing before', [], () => undefined);
testRepeatedRequest('paid for elsewhere, then ready', [], () => undefined, { packs: 'payment_required' });
testRepeatedRequest(
  'the download answers 404',
  DOWNLOAD,
  ({ service }) => service.on('document', 'always', replyWith(HTML_404)),
  { packs: 'ready' },
);
testRepeatedRequest('still composing when --timeout is over', DOWNLOAD, () => undefined);
for (const [fault, reply] of [
  ['the network fails', dropReply],
  ['the credential is refused', failWith(401, 'UNAUTHENTICATED')],
  ['a 404', replyWith(OWN_404)],
  ['a long 429', replyWith(createRefusal(429, 'RATE_LIMITED', { 'retry-after': '9999' }))],
  ['a 400', failWith(400, 'BAD')],
] as const)
  testRepeatedRequest(`${fault} while it waits`, DOWNLOAD, ({ service }) =>
    service.on('tech-pack', 'always', reply),
  );
testRepeatedRequest('another file takes the name meanwhile', DOWNLOAD, ({ service, user }) => {
  service.on('tech-pack', 1, (usual) => {
    writeFileSync(user.file('pk.pdf'), '%PDF-1.4 of another program\n%%EOF\n');
    service.finishPacks();
    return usual();
  });
});

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  testWithService(
    'techpack request',
    `a signal while it waits: ${signal}`,
    {},
    async ({ row, service, user }) => {
      row.signals += 1;
      const running = user.start(buildRequest('--wait', '--download', 'pk.pdf'));
      service.on('tech-pack', 1, (usual) => {
        setTimeout(() => running.kill(signal), 20);
        return usual();
      });
      checkPurchaseReport(row, await running.ended, findFirstPurchase(service));
      service.finishPacks();
      const next = await user.run(buildRequest('--wait', '--download', 'pk.pdf'));
      checkPosts(row, service, 1, 'typed again when it is ready');
      row.check(next.code === 0 && checkFile(row, user.file('pk.pdf'), 'pdf', 'fetched'), next);
    },
  );
}

/** Failures after the purchase are reported as JSON and as text, also with -q. */
const FAILURES_AFTER_PAYMENT: readonly (readonly [string, readonly string[], (at: Setup) => void])[] = [
  [
    'the download answers 404',
    DOWNLOAD,
    ({ service }) => service.on('document', 'always', replyWith(HTML_404)),
  ],
  [
    '401 while it waits',
    SHORT_WAIT,
    ({ service }) => service.on('tech-pack', 'always', failWith(401, 'UNAUTHENTICATED')),
  ],
  ['404 while it waits', SHORT_WAIT, ({ service }) => service.on('tech-pack', 'always', replyWith(OWN_404))],
  [
    '400 while it waits',
    SHORT_WAIT,
    ({ service }) => service.on('tech-pack', 'always', failWith(400, 'BAD')),
  ],
  [
    'no link in the ready pack',
    DOWNLOAD,
    ({ service }) =>
      service.on('tech-pack', 'always', (usual) =>
        createJsonReply(200, { ...JSON.parse(usual().body.toString()), pdf: null }),
      ),
  ],
  [
    'a link that is no address',
    DOWNLOAD,
    ({ service }) =>
      service.on('tech-pack', 'always', (usual) =>
        createJsonReply(200, {
          ...JSON.parse(usual().body.toString()),
          pdf: { download_url: 'javascript:alert(1)', expires_at: '' },
        }),
      ),
  ],
  [
    'a file in the way',
    DOWNLOAD,
    ({ service, user }) =>
      service.on('tech-pack', 1, (usual) => {
        writeFileSync(user.file('pk.pdf'), 'here first');
        return usual();
      }),
  ],
  ['the connection breaks after the post', [], ({ service }) => service.on('tech-packs', 1, dropReply)],
  [
    'a 503 to the post',
    [],
    ({ service }) =>
      service.on('tech-packs', 1, (usual) => ({
        ...usual(),
        ...createJsonReply(503, { error: 'down', code: 'DOWN' }),
      })),
  ],
];
for (const [fault, words, before] of FAILURES_AFTER_PAYMENT) {
  for (const form of [['--json', '-q'], ['-q']]) {
    testWithService(
      `techpack request ${form.join(' ')}`,
      `it fails after the money: ${fault}`,
      { packs: 'ready' },
      async (at) => {
        const { row, service, user } = at;
        before(at);
        const ended = await user.run([...buildRequest(...words), ...form]);
        // Without an answer the purchase id is not known.
        checkPurchaseReport(row, ended, words.length === 0 ? '' : findFirstPurchase(service));
        row.check(ended.code !== 0, `it failed: ${ended}`);
        if (!form.includes('--json')) row.check(ended.err !== '', 'it says nothing');
        if (fault.startsWith('a 503'))
          row.check(!/no answer came/.test(ended.err), `an answer came: ${ended}`);
      },
    );
  }
}

/** The service does not know the earlier purchase for a while, for example because one server lags behind. */
const UNKNOWN_PURCHASE_REPLIES: readonly (readonly [string, NetworkFault])[] = [
  ["the service's own 404", replyWith(OWN_404)],
  ['an HTML 404', replyWith(HTML_404)],
  ['a 404 of the gateway', replyWith(GATEWAY_404)],
  ['a 410', failWith(410, 'GONE')],
];
for (const [fault, trouble] of UNKNOWN_PURCHASE_REPLIES) {
  testWithService(
    'techpack request',
    `the earlier purchase is unknown: ${fault}`,
    {},
    async ({ row, service, user }) => {
      await user.run(buildRequest());
      service.on('tech-pack', 'always', trouble);
      const next = await user.run(buildRequest());
      checkPosts(row, service, 1, 'typed again');
      row.check(next.code !== 0, `it is not known what became of it: ${next}`);
      await Promise.all(Array.from({ length: 4 }, async () => await user.run(buildRequest())));
      checkPosts(row, service, 1, 'by four at once');
      service.clearFaults();
      service.finishPacks();
      const last = await user.run(buildRequest());
      row.check(
        last.code === 0 && last.out.includes(findFirstPurchase(service)),
        `and when it is there again: ${last}`,
      );
      checkPosts(row, service, 1, 'when it is there again');
    },
  );
}

for (const [form, path] of [
  ['as a path', `v1/designs/${DESIGN}/tech-packs`],
  ['with braces', `v1/designs/{${DESIGN}}/tech-packs`],
  ['without dashes', `v1/designs/${DESIGN.replaceAll('-', '')}/tech-packs`],
  ['as a urn', `v1/designs/urn:uuid:${DESIGN}/tech-packs`],
  ['with braces, encoded', `v1/designs/%7B${DESIGN}%7D/tech-packs`],
  ['in capitals', `V1/designs/${DESIGN.toUpperCase()}/tech-packs`.replace('V1', 'v1')],
  ['over a detour', `v1/designs/x/../${DESIGN}/tech-packs`],
  ['with a slash behind it', `v1/designs/${DESIGN}/tech-packs/`],
  ['with slashes between', `v1//designs//${DESIGN}//tech-packs`],
] as const) {
  testWithService('api', `a Tech Pack again, the id: ${form}`, {}, async ({ row, service, user }) => {
    await user.run(buildRequest());
    const posted = await user.run(['api', path, '-X', 'POST', '--body', '{}', '--yes']);
    const unasked = await user.run(['api', path, '-X', 'POST', '--body', '{}']);
    checkPosts(row, service, 1, `${service.posts.length > 1 ? posted : unasked}`);
  });
}
