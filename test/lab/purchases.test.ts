/** The same words typed again never send again, whatever became of the first ones, and nothing hides what was spent. */
import { writeFileSync } from 'node:fs';
import { trying } from './lab.ts';
import { D, firstOf, keptIs, postsAre, request, tells, WAIT } from './paid.ts';
import { judged, type Place, said } from './running.ts';
import { json, type Service, type Trouble } from './service.ts';
import type { Row } from './tally.ts';
import { GATEWAY_404, HTML_404, instead, lostAfter, OWN_404, status } from './troubles.ts';

interface At {
  readonly row: Row;
  readonly service: Service;
  readonly place: Place;
}

const DOWNLOAD = [...WAIT, '--download', 'pk.pdf'];

/** A first run that meets trouble, and the same words typed again, twice, when the pack is ready. */
const typedAgain = (
  fault: string,
  words: readonly string[],
  first: (at: At) => Promise<void> | void,
  { packs = 'composing' }: { readonly packs?: 'composing' | 'payment_required' | 'ready' } = {},
): void =>
  trying('techpack request', `typed again when it is ready: ${fault}`, { packs }, async (at) => {
    const { row, service, place } = at;
    row.sequences += 1;
    await first(at);
    const running = place.start(request(...words));
    const one = await running.ended;
    if (service.posts.length > 0) tells(row, one, firstOf(service));
    service.well();
    service.ready();
    for (const what of ['typed again', 'and again']) {
      const next = judged(row, await place.run(request(...words)));
      postsAre(row, service, 1, `${what} when it is ready`);
      row.holds(next.code === 0 || words.includes('--download'), `${what} when it is ready: ${said(next)}`);
    }
    if (words.includes('--download'))
      row.holds(keptIs(row, place.file('pk.pdf'), 'pdf', 'fetched'), 'the PDF is not there in the end');
    const meant = judged(
      row,
      await place.run(
        [...request(...words), '--again', '--clobber'].filter(
          (word) => word !== '--clobber' || words.includes('--download'),
        ),
      ),
    );
    row.holds(service.posts.length === 2, `--again sends ${service.posts.length - 1}: ${said(meant)}`);
  });

typedAgain('composing before', [], () => undefined);
typedAgain('paid for elsewhere, then ready', [], () => undefined, { packs: 'payment_required' });
typedAgain(
  'the download answers 404',
  DOWNLOAD,
  ({ service }) => service.on('document', 'always', instead(HTML_404)),
  {
    packs: 'ready',
  },
);
typedAgain('still composing when --timeout is over', DOWNLOAD, () => undefined);
typedAgain('the network fails while it waits', DOWNLOAD, ({ service }) =>
  service.on('tech-pack', 'always', lostAfter),
);
typedAgain('the credential is refused while it waits', DOWNLOAD, ({ service }) =>
  service.on('tech-pack', 'always', status(401, 'UNAUTHENTICATED')),
);
typedAgain('a 404 while it waits', DOWNLOAD, ({ service }) =>
  service.on('tech-pack', 'always', instead(OWN_404)),
);
typedAgain('a long 429 while it waits', DOWNLOAD, ({ service }) =>
  service.on(
    'tech-pack',
    'always',
    instead({ ...json(429, { error: 'slow', code: 'RATE_LIMITED' }), headers: { 'retry-after': '9999' } }),
  ),
);
typedAgain('a 400 while it waits', DOWNLOAD, ({ service }) =>
  service.on('tech-pack', 'always', status(400, 'BAD')),
);
typedAgain('another file takes the name meanwhile', DOWNLOAD, ({ service, place }) => {
  service.on('tech-pack', 1, (usual) => {
    writeFileSync(place.file('pk.pdf'), '%PDF-1.4 of somebody else\n%%EOF\n');
    service.ready();
    return usual();
  });
});

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  trying('techpack request', `a signal while it waits: ${signal}`, {}, async ({ row, service, place }) => {
    row.sequences += 1;
    row.signals += 1;
    const running = place.start(request('--wait', '--download', 'pk.pdf'));
    service.on('tech-pack', 1, (usual) => {
      setTimeout(() => running.kill(signal), 20);
      return usual();
    });
    tells(row, await running.ended, firstOf(service));
    service.ready();
    const next = judged(row, await place.run(request('--wait', '--download', 'pk.pdf')));
    postsAre(row, service, 1, 'typed again when it is ready');
    row.holds(next.code === 0 && keptIs(row, place.file('pk.pdf'), 'pdf', 'fetched'), said(next));
  });
}

/** Every failure behind the money, as data and in words that nobody can silence. */
const failing: readonly (readonly [string, readonly string[], (at: At) => void])[] = [
  [
    'the download answers 404',
    DOWNLOAD,
    ({ service }) => service.on('document', 'always', instead(HTML_404)),
  ],
  [
    '401 while it waits',
    WAIT,
    ({ service }) => service.on('tech-pack', 'always', status(401, 'UNAUTHENTICATED')),
  ],
  ['404 while it waits', WAIT, ({ service }) => service.on('tech-pack', 'always', instead(OWN_404))],
  ['400 while it waits', WAIT, ({ service }) => service.on('tech-pack', 'always', status(400, 'BAD'))],
  [
    'no link in the ready pack',
    DOWNLOAD,
    ({ service }) =>
      service.on('tech-pack', 'always', (usual) =>
        json(200, { ...JSON.parse(usual().body.toString()), pdf: null }),
      ),
  ],
  [
    'a link that is no address',
    DOWNLOAD,
    ({ service }) =>
      service.on('tech-pack', 'always', (usual) =>
        json(200, {
          ...JSON.parse(usual().body.toString()),
          pdf: { download_url: 'javascript:alert(1)', expires_at: '' },
        }),
      ),
  ],
  [
    'a file in the way',
    DOWNLOAD,
    ({ service, place }) =>
      service.on('tech-pack', 1, (usual) => {
        writeFileSync(place.file('pk.pdf'), 'here first');
        return usual();
      }),
  ],
  ['the connection breaks after the post', [], ({ service }) => service.on('tech-packs', 1, lostAfter)],
  [
    'a 503 to the post',
    [],
    ({ service }) =>
      service.on('tech-packs', 1, (usual) => ({ ...usual(), ...json(503, { error: 'down', code: 'DOWN' }) })),
  ],
];
for (const [fault, words, before] of failing) {
  for (const form of [['--json', '-q'], ['-q']]) {
    trying(
      `techpack request ${form.join(' ')}`,
      `it fails after the money: ${fault}`,
      { packs: 'ready' },
      async (at) => {
        const { row, service, place } = at;
        row.sequences += 1;
        before(at);
        const ended = await place.run([...request(...words), ...form]);
        // Where no answer came nobody here knows the purchase.
        tells(row, ended, words.length === 0 ? '' : firstOf(service));
        row.holds(ended.code !== 0, `it failed: ${said(ended)}`);
        if (!form.includes('--json')) row.holds(ended.err !== '', 'it says nothing');
        if (fault.startsWith('a 503'))
          row.holds(!/no answer came/.test(ended.err), `an answer came: ${said(ended)}`);
      },
    );
  }
}

/** The earlier purchase is unknown for a while, as where one of several servers lags behind. */
const unknown: readonly (readonly [string, Trouble])[] = [
  ["the service's own 404", instead(OWN_404)],
  ['an HTML 404', instead(HTML_404)],
  ['a 404 of the gateway', instead(GATEWAY_404)],
  ['a 410', status(410, 'GONE')],
];
for (const [fault, trouble] of unknown) {
  trying(
    'techpack request',
    `the earlier purchase is unknown: ${fault}`,
    {},
    async ({ row, service, place }) => {
      row.sequences += 1;
      await place.run(request());
      service.on('tech-pack', 'always', trouble);
      const next = judged(row, await place.run(request()));
      postsAre(row, service, 1, 'typed again');
      row.holds(next.code !== 0, `it is not known what became of it: ${said(next)}`);
      await Promise.all(Array.from({ length: 4 }, async () => judged(row, await place.run(request()))));
      postsAre(row, service, 1, 'by four at once');
      service.well();
      service.ready();
      const last = judged(row, await place.run(request()));
      row.holds(
        last.code === 0 && last.out.includes(firstOf(service)),
        `and when it is there again: ${said(last)}`,
      );
      postsAre(row, service, 1, 'when it is there again');
    },
  );
}

for (const [form, path] of [
  ['as a path', `v1/designs/${D}/tech-packs`],
  ['with braces', `v1/designs/{${D}}/tech-packs`],
  ['without dashes', `v1/designs/${D.replaceAll('-', '')}/tech-packs`],
  ['as a urn', `v1/designs/urn:uuid:${D}/tech-packs`],
  ['with braces, encoded', `v1/designs/%7B${D}%7D/tech-packs`],
  ['in capitals', `V1/designs/${D.toUpperCase()}/tech-packs`.replace('V1', 'v1')],
  ['over a detour', `v1/designs/x/../${D}/tech-packs`],
  ['with a slash behind it', `v1/designs/${D}/tech-packs/`],
  ['with slashes between', `v1//designs//${D}//tech-packs`],
] as const) {
  trying('api', `a Tech Pack again, the id: ${form}`, {}, async ({ row, service, place }) => {
    row.sequences += 1;
    await place.run(request());
    const posted = await place.run(['api', path, '-X', 'POST', '--body', '{}', '--yes']);
    const unasked = await place.run(['api', path, '-X', 'POST', '--body', '{}']);
    for (const ended of [posted, unasked]) judged(row, ended);
    postsAre(row, service, 1, said(service.posts.length > 1 ? posted : unasked));
  });
}
