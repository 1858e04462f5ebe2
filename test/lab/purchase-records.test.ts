/** A damaged record of purchases and unexpected answers never lead to a second order. */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRefusal, type NetworkFault } from './lab-service.ts';
import {
  changeReply,
  closeEarly,
  cutGzip,
  cutReplyAt,
  doThenReply,
  dropReply,
  LOGIN,
  neverReply,
  redirectToSelf,
} from './network-faults.ts';
import {
  buildRequest,
  checkPosts,
  checkPurchaseReport,
  DESIGN,
  findFirstPurchase,
} from './purchase-checks.ts';
import { type Setup, testWithService } from './test-fault.ts';
import { readError, type TestUser } from './test-user.ts';

type Damage = (text: string, path: string) => string | Buffer | undefined;

const changeRecord =
  (change: (file: { version: unknown; purchases: Record<string, unknown>[] }) => unknown): Damage =>
  (text) =>
    JSON.stringify(change(JSON.parse(text) as never));

/** Damage to purchases.json by a crash, a disk, a tool or an editor. */
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
  'a list alone': changeRecord(({ purchases }) => purchases),
  null: () => 'null',
  'no version': changeRecord(({ purchases }) => ({ purchases })),
  'a version that is a word': changeRecord((file) => ({ ...file, version: '1' })),
  'a later version': changeRecord((file) => ({ ...file, version: 2 })),
  'an unknown state': changeRecord((file) => ({
    ...file,
    purchases: file.purchases.map((one) => ({ ...one, state: 'delivering' })),
  })),
  'a record without its design': changeRecord((file) => ({
    ...file,
    purchases: file.purchases.map(({ design_id, ...one }) => one),
  })),
  'a record without its number': changeRecord((file) => ({
    ...file,
    purchases: file.purchases.map(({ number, ...one }) => one),
  })),
  'a record without its address': changeRecord((file) => ({
    ...file,
    purchases: file.purchases.map(({ base_url, ...one }) => one),
  })),
  'null for a record': changeRecord((file) => ({ ...file, purchases: [null] })),
  'two records with one number': changeRecord((file) => ({
    ...file,
    purchases: [...file.purchases, ...file.purchases.map((one) => ({ ...one, design_id: 'another' }))],
  })),
  'the design in capitals and an address with a slash': changeRecord((file) => ({
    ...file,
    purchases: file.purchases.map((one) => ({ ...one, base_url: `${one.base_url}/` })),
  })),
  'a folder of that name': (_text, path) => {
    rmSync(path);
    mkdirSync(path);
    return undefined;
  },
};

/** Returns the path of the record. */
const findRecord = (user: TestUser): string => join(user.home, 'state', 'purchases.json');

/** Repeats the request after damage to the record; runs the command `read` first, if there is one. */
const checkAfterDamage = async (at: Setup, damage: Damage, read: readonly string[]): Promise<void> => {
  const { row, service, user } = at;
  await user.run(buildRequest());
  const path = findRecord(user);
  const damaged = damage(readFileSync(path, 'utf8'), path);
  if (damaged !== undefined) writeFileSync(path, damaged);
  if (read.length > 0) await user.run(read);
  const first = await user.run([...buildRequest(), '--json']);
  checkPosts(row, service, 1, 'the first time that it is typed again');
  row.check([0, 1, 8].includes(first.code ?? -1), first);
  if (first.code === 1) row.check(typeof readError(first).hint === 'string', `no next step: ${first}`);
  const second = await user.run(buildRequest());
  checkPosts(row, service, 1, 'the second time');
  row.check(second.code === first.code, `it refuses no more: ${second}`);
};

for (const [fault, damage] of Object.entries(DAMAGES)) {
  testWithService('techpack request', `purchases.json damaged, read before: ${fault}`, {}, (at) =>
    checkAfterDamage(at, damage, ['techpack', 'ls']),
  );
}

for (const fault of ['cut in the middle', 'a version and nothing else', 'an unknown state']) {
  const damage = DAMAGES[fault] as Damage;
  testWithService('techpack request', `purchases.json damaged: ${fault}`, {}, async (at) => {
    await checkAfterDamage(at, damage, []);
    await Promise.all([1, 2].map(() => at.user.run(buildRequest())));
    checkPosts(at.row, at.service, 1, 'by two at once');
  });
}

/** `--again` is an explicit wish: with `techpack forget` it is the way out of a lost record. */
testWithService(
  'techpack request',
  'purchases.json damaged: and --again',
  {},
  async ({ row, service, user }) => {
    await user.run(buildRequest());
    writeFileSync(findRecord(user), '{"version": 1, "half');
    await user.run(buildRequest());
    const meant = await user.run([...buildRequest(), '--again']);
    row.check([0, 1].includes(meant.code ?? -1), meant);
    await user.run(buildRequest());
    checkPosts(row, service, meant.code === 0 ? 2 : 1, 'after --again');
  },
);

/** An unfinished draft beside the record must not replace it. */
testWithService(
  'techpack request',
  'purchases.json damaged: the draft of another write beside it',
  {},
  async ({ row, service, user }) => {
    await user.run(buildRequest());
    const path = findRecord(user);
    cpSync(path, `${path}.new`);
    writeFileSync(`${path}.new`, '{"version": 1, "purchases": []}');
    await user.run(buildRequest());
    checkPosts(row, service, 1, 'typed again');
  },
);

/** Answers after which the service may have accepted the order. */
const ODD_ANSWERS: Readonly<Record<string, NetworkFault>> = {
  '202 with a list': changeReply({ body: Buffer.from('[1]') }),
  '202 with a word': changeReply({ body: Buffer.from('"composing"') }),
  '202 with null': changeReply({ body: Buffer.from('null') }),
  '202 with nothing': changeReply({ body: Buffer.alloc(0) }),
  '202 with an empty object': changeReply({ body: Buffer.from('{}') }),
  '202 with a number for the purchase': changeReply({
    body: Buffer.from('{"status":"composing","purchase_id":5}'),
  }),
  '202 with half its JSON': (usual) => ({ ...usual(), body: usual().body.subarray(0, 20) }),
  '202 whose compression is cut': cutGzip,
  '202 that breaks off': cutReplyAt(30),
  '202 that the connection ends early': closeEarly(0.5),
  '200 with a login page': doThenReply(LOGIN),
  '201': changeReply({ status: 201 }),
  '204': changeReply({ status: 204, body: Buffer.alloc(0) }),
  '402 without an address': changeReply({ status: 402, body: Buffer.from('{"status":"payment_required"}') }),
  '402 with a login page': doThenReply({ ...LOGIN, status: 402 }),
  '307 to itself': redirectToSelf(307),
  '303 to itself': redirectToSelf(303),
  '408': doThenReply(createRefusal(408, 'TIMEOUT')),
  '500': doThenReply(createRefusal(500, 'INTERNAL')),
  '502 in HTML': doThenReply({ ...LOGIN, status: 502 }),
  '503 with Retry-After': doThenReply(createRefusal(503, 'DOWN', { 'retry-after': '1' })),
  '504': doThenReply(createRefusal(504, 'LATE')),
  'no answer, the connection broken': dropReply,
  'no answer at all': neverReply,
};

for (const [fault, trouble] of Object.entries(ODD_ANSWERS)) {
  testWithService('techpack request', `odd answer: ${fault}`, {}, async ({ row, service, user }) => {
    service.on('tech-packs', 1, trouble);
    // The timeout is a minute, so the clock runs thirty times as fast.
    const how = trouble === neverReply ? { time: '+0 x30' } : {};
    const one = await user.run([...buildRequest(), '--json'], how);
    row.check(one.code !== 2, `exit 2 after it was sent: ${one}`);
    const known = one.out.includes(findFirstPurchase(service));
    if (!known) {
      row.check(one.code !== 0, `nothing is known of it, exit 0: ${one}`);
      checkPurchaseReport(row, one, '');
    }
    if (/^(408|5\d\d)/.test(fault)) row.check(!/no answer came/.test(one.err), `an answer came: ${one}`);
    const listed = await user.run(['techpack', 'ls', '--json']);
    row.check(listed.out.includes(DESIGN), `not listed: ${listed}`);
    for (const what of ['typed again', 'and again']) {
      const again = await user.run(buildRequest());
      row.check(known || again.code !== 0, `${what}, exit 0: ${again}`);
      checkPosts(row, service, 1, what);
    }
  });
}
