/** A record of purchases that cannot be read, and answers that nobody expected, never lead to a second post. */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { trying } from './lab.ts';
import { D, firstOf, postsAre, request, tells } from './paid.ts';
import { errorOf, judged, type Place, said } from './running.ts';
import { refusal, type Service, type Trouble } from './service.ts';
import type { Row } from './tally.ts';
import {
  closedEarly,
  cutAt,
  doneBut,
  doneThen,
  gzipCut,
  LOGIN,
  lostAfter,
  redirected,
  silent,
} from './troubles.ts';

interface At {
  readonly row: Row;
  readonly service: Service;
  readonly place: Place;
}

type Damage = (text: string, path: string) => string | Buffer | undefined;

const changed =
  (change: (file: { version: unknown; purchases: Record<string, unknown>[] }) => unknown): Damage =>
  (text) =>
    JSON.stringify(change(JSON.parse(text) as never));

/** What a crash, a disk, a tool or a hand can make of purchases.json. */
const DAMAGES: Readonly<Record<string, Damage>> = {
  'cut in the middle': (text) => text.slice(0, text.length / 2),
  'cut by one byte': (text) => text.trimEnd().slice(0, -1),
  empty: () => '',
  'zeros, as after a loss of power': (text) => Buffer.alloc(text.length),
  'no JSON': () => 'not JSON at all\n',
  'a version and nothing else': () => '{"version": 1}',
  'an object for the list': () => '{"version": 1, "purchases": {}}',
  'a word for the list': () => '{"version": 1, "purchases": "none"}',
  'null for the list': () => '{"version": 1, "purchases": null}',
  'a list alone': changed(({ purchases }) => purchases),
  null: () => 'null',
  'no version': changed(({ purchases }) => ({ purchases })),
  'a version that is a word': changed((file) => ({ ...file, version: '1' })),
  'a later version': changed((file) => ({ ...file, version: 2 })),
  'a state that nobody knows': changed((file) => ({
    ...file,
    purchases: file.purchases.map((one) => ({ ...one, state: 'delivering' })),
  })),
  'a record without its design': changed((file) => ({
    ...file,
    purchases: file.purchases.map(({ design_id, ...one }) => one),
  })),
  'a record without its number': changed((file) => ({
    ...file,
    purchases: file.purchases.map(({ number, ...one }) => one),
  })),
  'a record without its address': changed((file) => ({
    ...file,
    purchases: file.purchases.map(({ base_url, ...one }) => one),
  })),
  'null for a record': changed((file) => ({ ...file, purchases: [null] })),
  'two records with one number': changed((file) => ({
    ...file,
    purchases: [...file.purchases, ...file.purchases.map((one) => ({ ...one, design_id: 'another' }))],
  })),
  'the design in capitals and an address with a slash': changed((file) => ({
    ...file,
    purchases: file.purchases.map((one) => ({ ...one, base_url: `${one.base_url}/` })),
  })),
  'a folder of that name': (_text, path) => {
    rmSync(path);
    mkdirSync(path);
    return undefined;
  },
};

/** Where the record is kept. */
const recordOf = (place: Place): string => join(place.home, 'state', 'purchases.json');

/** Types the request again and again after the record was damaged; `read` first, if anything. */
const afterDamage = async (at: At, damage: Damage, read: readonly string[]): Promise<void> => {
  const { row, service, place } = at;
  row.sequences += 1;
  await place.run(request());
  const path = recordOf(place);
  const damaged = damage(readFileSync(path, 'utf8'), path);
  if (damaged !== undefined) writeFileSync(path, damaged);
  if (read.length > 0) judged(row, await place.run(read));
  const first = judged(row, await place.run([...request(), '--json']));
  postsAre(row, service, 1, 'the first time that it is typed again');
  row.holds([0, 1, 8].includes(first.code ?? -1), said(first));
  if (first.code === 1) row.holds(typeof errorOf(first).hint === 'string', `no next step: ${said(first)}`);
  const second = judged(row, await place.run(request()));
  postsAre(row, service, 1, 'the second time');
  row.holds(second.code === first.code, `it refuses no more: ${said(second)}`);
};

for (const [fault, damage] of Object.entries(DAMAGES)) {
  trying('techpack request', `purchases.json damaged, read before: ${fault}`, {}, (at) =>
    afterDamage(at, damage, ['techpack', 'ls']),
  );
}

for (const fault of ['cut in the middle', 'a version and nothing else', 'a state that nobody knows']) {
  const damage = DAMAGES[fault] as Damage;
  trying('techpack request', `purchases.json damaged: ${fault}`, {}, async (at) => {
    await afterDamage(at, damage, []);
    const both = await Promise.all([1, 2].map(() => at.place.run(request())));
    for (const one of both) judged(at.row, one);
    postsAre(at.row, at.service, 1, 'by two at once');
  });
}

/** What --again says, a person has said: that is the way out of a lost record, with `techpack forget`. */
trying('techpack request', 'purchases.json damaged: and --again', {}, async ({ row, service, place }) => {
  row.sequences += 1;
  await place.run(request());
  writeFileSync(recordOf(place), '{"version": 1, "half');
  judged(row, await place.run(request()));
  const meant = judged(row, await place.run([...request(), '--again']));
  row.holds([0, 1].includes(meant.code ?? -1), said(meant));
  judged(row, await place.run(request()));
  postsAre(row, service, meant.code === 0 ? 2 : 1, 'after --again');
});

/** A backup that is older than the purchase: nothing here can know of it, and nothing may be lost of what it knows. */
trying(
  'techpack request',
  'purchases.json damaged: the draft of another write beside it',
  {},
  async ({ row, service, place }) => {
    row.sequences += 1;
    await place.run(request());
    const path = recordOf(place);
    cpSync(path, `${path}.new`);
    writeFileSync(`${path}.new`, '{"version": 1, "purchases": []}');
    judged(row, await place.run(request()));
    postsAre(row, service, 1, 'typed again');
  },
);

/** Answers after which the request may have been taken. */
const ODD: Readonly<Record<string, Trouble>> = {
  '202 with a list': doneBut({ body: Buffer.from('[1]') }),
  '202 with a word': doneBut({ body: Buffer.from('"composing"') }),
  '202 with null': doneBut({ body: Buffer.from('null') }),
  '202 with nothing': doneBut({ body: Buffer.alloc(0) }),
  '202 with an empty object': doneBut({ body: Buffer.from('{}') }),
  '202 with a number for the purchase': doneBut({
    body: Buffer.from('{"status":"composing","purchase_id":5}'),
  }),
  '202 with half its JSON': (usual) => ({ ...usual(), body: usual().body.subarray(0, 20) }),
  '202 whose compression is cut': gzipCut,
  '202 that breaks off': cutAt(30),
  '202 that the connection ends early': closedEarly(0.5),
  '200 with a login page': doneThen(LOGIN),
  '201': doneBut({ status: 201 }),
  '204': doneBut({ status: 204, body: Buffer.alloc(0) }),
  '402 without an address': doneBut({ status: 402, body: Buffer.from('{"status":"payment_required"}') }),
  '402 with a login page': doneThen({ ...LOGIN, status: 402 }),
  '307 to itself': redirected(307),
  '303 to itself': redirected(303),
  '408': doneThen(refusal(408, 'TIMEOUT')),
  '500': doneThen(refusal(500, 'INTERNAL')),
  '502 in HTML': doneThen({ ...LOGIN, status: 502 }),
  '503 with Retry-After': doneThen(refusal(503, 'DOWN', { 'retry-after': '1' })),
  '504': doneThen(refusal(504, 'LATE')),
  'no answer, the connection broken': lostAfter,
  'no answer at all': silent,
};

for (const [fault, trouble] of Object.entries(ODD)) {
  trying('techpack request', `odd answer: ${fault}`, {}, async ({ row, service, place }) => {
    row.sequences += 1;
    service.on('tech-packs', 1, trouble);
    // A minute of patience, on a clock that runs thirty times as fast.
    const how = trouble === silent ? { time: '+0 x30' } : {};
    const one = judged(row, await place.run([...request(), '--json'], how));
    row.holds(one.code !== 2, `exit 2 after it was sent: ${said(one)}`);
    const known = one.out.includes(firstOf(service));
    if (!known) {
      row.holds(one.code !== 0, `nothing is known of it, exit 0: ${said(one)}`);
      tells(row, one, '');
    }
    if (/^(408|5\d\d)/.test(fault))
      row.holds(!/no answer came/.test(one.err), `an answer came: ${said(one)}`);
    const listed = judged(row, await place.run(['techpack', 'ls', '--json']));
    row.holds(listed.out.includes(D), `not listed: ${said(listed)}`);
    for (const what of ['typed again', 'and again']) {
      const again = judged(row, await place.run(request()));
      row.holds(known || again.code !== 0, `${what}, exit 0: ${said(again)}`);
      postsAre(row, service, 1, what);
    }
  });
}
