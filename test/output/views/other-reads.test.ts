import { describe, expect, test } from 'vitest';
import { readQuestions } from '../../../src/garment/open-questions.ts';
import { buildBriefRows, renderBriefView } from '../../../src/output/views/brief.ts';
import { buildConfirmationRows, renderConfirmationsView } from '../../../src/output/views/confirmations.ts';
import { buildDesignRows, renderDesignsView, shortenIds } from '../../../src/output/views/designs.ts';
import { buildIdentityRows, renderIdentityView } from '../../../src/output/views/identity.ts';
import { buildTrustRows, renderTrustView } from '../../../src/output/views/trust.ts';
import { parseJson } from '../../../src/platform/json/parse-json.ts';
import { foreign } from '../../support/foreign-bodies.ts';
import { pieces, plain } from '../../support/plain.ts';
import { NOTABLE, readOf } from '../../support/samples.ts';

describe('the brief', () => {
  test('keeps the order of its texts and gathers what nobody stated', () => {
    const text = plain(renderBriefView(readOf('GARM-101', 'tailor-brief')));
    expect(text).toContain('texts counted here: 8 =  6 ~  8 ?');
    expect(text.indexOf('garment')).toBeLessThan(text.indexOf('cloth'));
    expect(text).toMatch(/\? not stated {2}nap_and_matching, hem_allowance, .*packing/);
    expect(text).toContain('= lining  None.');
  });

  test('gives each text its own row in a pipe', () => {
    const rows = [...buildBriefRows(readOf('GARM-101', 'tailor-brief')).rows];
    expect(rows).toHaveLength(22);
    expect(rows).toContainEqual(['GARM-101', 'care', null, null, 'unstated']);
  });

  test('prints bare strings as they come, under no state', () => {
    const text = plain(
      renderBriefView(
        { brief: { cloth: 'brief.cloth.key', hem: { text: 'Narrow.', state: 'asserted' } } },
        { subject: 'coat' },
      ),
    );
    expect(text).toContain('TAILOR BRIEF  coat');
    expect(text).toContain('cloth  brief.cloth.key  no state given');
    expect(text).toContain('1 with no state given');
  });

  test('of another dialect or of nothing is read all the same', () => {
    expect(
      plain(renderBriefView({ texts: [{ key: 'cloth', value: 'Silk.', state: 'inferred' }] })),
    ).toContain('~ cloth  Silk.');
    expect(plain(renderBriefView({}))).toContain('The brief holds no texts.');
  });
});

describe('Design Trust', () => {
  test('is a table of counts without marks on them, sums or ratios', () => {
    const text = plain(renderTrustView(readOf('GARM-101', 'design-trust')));
    expect(text).toMatch(/^ callouts {2}3 {2}1 {2}1 {2}1$/m);
    expect(text).toMatch(/^ bill_of_materials {2}6 {2}3 {2}2 {2}1$/m);
    expect(text).toContain('confidence  high 0   medium 2   low 1   none 0');
    expect(text).toContain('list them: toile confirmations GARM-101');
    expect(text).not.toMatch(/%|score|total/i);
  });

  test('reads the same counts nested as plain numbers', () => {
    const text = plain(renderTrustView({ callouts: { asserted: 1, inferred: 2 }, unresolved: 0 }));
    expect(text).toMatch(/^ callouts {2}1 {2}2$/m);
    expect(text).toMatch(/^ unresolved {2}0$/m);
  });

  test('keeps the mark of what is no count, and says when a cell was not given', () => {
    const text = plain(
      renderTrustView(
        parseJson(
          '{"a": {"asserted": 1, "inferred": 2}, "b": {"asserted": 3}, "level": {"value": "B", "state": "unstated"}, "c": {"asserted": 1.5}}',
        ),
      ),
    );
    expect(text).toMatch(/^ b {2}3 {2}not given$/m);
    expect(text).toContain('level  ? not stated (given: B)');
    expect(text).toMatch(/^ c\.asserted {2}1\.5$/m);
  });

  test('of a list, whose items name themselves, is the same table', () => {
    const items = '[{"of": "callouts", "rows": 3, "asserted": 1}, {"of": "trims", "asserted": 2}]';
    const text = plain(renderTrustView(parseJson(`{"counts": ${items}}`)));
    expect(text).toMatch(/^ callouts {2}3 {2}1\n trims {2}not given {2}2$/m);
  });

  test('keeps the name of what has a text beside its counts', () => {
    const text = plain(renderTrustView(parseJson('{"callouts": {"asserted": 1, "note": "of two"}}')));
    expect(text).toMatch(/callouts\.asserted {2}1\n callouts\.note {2}of two/);
  });

  test('rows keep the state of each count', () => {
    expect([...buildTrustRows(readOf('GARM-101', 'design-trust')).rows]).toContainEqual([
      'GARM-101',
      'unresolved',
      4,
      null,
      'inferred',
    ]);
  });
});

describe('confirmations', () => {
  test('are prose: the question, why, what is offered and what holds now', () => {
    const text = plain(renderConfirmationsView(readOf('GARM-101', 'confirmations')));
    expect(text).toContain('4 unresolved, counted here. None blocks a sample or a quotation export.');
    expect(text).toContain('conf-01  piece.yoke  cut  now: ~ 2 pieces');
    expect(text).toContain('offered: doubled: cut 2  or  single: cut 1');
    expect(text).toContain('conf-04  pom.B07  tol_plus (cm)  now: ? not stated');
    expect(text).toContain('The designer answers them in the service');
    expect(text).not.toMatch(/\[y\/n\]|^\s*[>?]\s|: ?$/im);
  });

  test('say nothing more when there are none', () => {
    expect(plain(renderConfirmationsView({ garment_id: 'GARM-7', unresolved: [] }))).toBe(
      'CONFIRMATIONS  GARM-7\nNo unresolved confirmations.',
    );
  });

  test('are not said to be none where a body has no list of them', () => {
    const text = plain(renderConfirmationsView({ pending: { value: 3, state: 'inferred' }, note: 'x' }));
    expect(text).toContain('The body holds no list of confirmations.');
    expect(text).toMatch(/~ pending {2}3[\s\S]*note {2}x/);
    expect([...buildConfirmationRows({ note: 'x' }).rows]).toHaveLength(1);
  });

  test('of another dialect keep node, field and present value', () => {
    const text = plain(renderConfirmationsView(readOf('GARM-33', 'confirmations')));
    expect(text).toContain('conf-03  n5  cut (pieces)  now: ? not stated');
    expect(text).toContain('offered: cut 1  or  cut 2  or  cut 2, mirrored');
  });

  test('with a value and a text show both, since only one of them is what holds now', () => {
    const body = { unresolved: [{ value: 2, text: 'two pieces, mirrored', state: 'inferred' }] };
    const all = plain(renderConfirmationsView(body, { all: true }));
    expect(all).toContain('now: ~ 2');
    expect(all).toMatch(/^ +text {2}two pieces, mirrored {2}$/m);
    expect(plain(renderConfirmationsView(body))).toContain(
      'left out: 1 member without a state (text)  --all',
    );
    const bare = { unresolved: [{ text: 'two pieces, mirrored', state: 'inferred' }] };
    expect(plain(renderConfirmationsView(bare, { all: true })).match(/two pieces/g)).toHaveLength(1);
  });

  test('that are no questions are shown as they are', () => {
    const text = plain(
      renderConfirmationsView(
        {
          unresolved: [
            'a string',
            5,
            null,
            { question: 'Which?', blocking: true, by: 'me' },
            { options: [-1], state: 'asserted' },
          ],
        },
        { all: true },
      ),
    );
    for (const part of ['a string', '5', 'null', 'Which?', 'offered: -1', 'blocking  true', 'by  me'])
      expect(text).toContain(part);
  });

  test('lose nothing of a present value that they keep apart', () => {
    const body = {
      open: [
        {
          key: 'c1',
          question: 'How wide?',
          basis: 'ours',
          about: {
            node: 'n1',
            field: 'width',
            now: { value: 5.5, unit: 'cm', state: 'inferred', basis: 'theirs', source: 's9' },
          },
        },
      ],
    };
    const text = plain(renderConfirmationsView(body, { all: true }));
    for (const part of ['c1  n1  width  now: ~ 5.5 cm', 'why: ours', 'now.basis  theirs', 'now.source  s9'])
      expect(text).toContain(part);
  });

  test('that are settled are not asked again, and the list that is counted is named', () => {
    const text = plain(renderConfirmationsView(foreign('questions-answered'), { all: true }));
    expect(text).toContain('2 unresolved (the list "open"), counted here.');
    expect(text).toMatch(
      / Q-7 {2}seam\.hem\n {3}Is the hem raw or turned\?\n {3}offered: raw {2}or {2}turned 2\.0 cm/,
    );
    expect(text).toMatch(/ Q-8 {2}pom\.B07 {2}tol_plus[\s\S]*How much over\?[\s\S]* unit {2}cm/);
    // The one that is settled stands below, as what it is: a member of the body.
    expect(text).not.toMatch(/^ Q-1 /m);
    expect(text).toMatch(/resolved\[0\]\.answer {2}two/);
    const rows = [...buildConfirmationRows(foreign('questions-answered')).rows];
    expect(rows.map((row) => row.slice(1, 4))).toEqual([
      ['Q-7', 'seam.hem', ''],
      ['Q-8', 'pom.B07', 'tol_plus'],
      ['', '', 'resolved[0].answer'],
    ]);
  });

  test.each([
    ['beside those that are settled', { resolved: [{ question: 'Old?' }], waiting: [{ question: 'New?' }] }],
    ['in a member of the body', { data: { closed: [{ question: 'Old?' }], open: [{ question: 'New?' }] } }],
    [
      'among those that are settled',
      {
        items: [
          { question: 'Old?', status: 'resolved' },
          { question: 'New?', status: 'open' },
        ],
      },
    ],
    ['by their own words', { items: [{ ask: 'Old?', answered: true }, { ask: 'New?' }] }],
  ])('are found %s', (_, body) => {
    const questions = readQuestions(body);
    expect(questions.list?.map(({ question }) => question)).toEqual(['New?']);
    expect(JSON.stringify(questions.others)).toContain('Old?');
  });

  test('for a factory stand by department', () => {
    const text = plain(renderConfirmationsView(readOf('GARM-101', 'confirmations'), { view: 'factory' }));
    expect(text).toMatch(
      /CUTTING\n {2}\[ \] conf-01[\s\S]*SEWING\n {2}\[ \] conf-03[\s\S]*MATERIALS\n {2}\[ \] conf-02[\s\S]*MEASURING\n {2}\[ \] conf-04/,
    );
  });
});

test.each(NOTABLE)('no view of %s carries an escape code of its own or judges', (id) => {
  const views = [
    renderBriefView(readOf(id, 'tailor-brief')),
    renderTrustView(readOf(id, 'design-trust')),
    renderConfirmationsView(readOf(id, 'confirmations')),
  ];
  for (const view of views) {
    expect(pieces(view).length).toBeGreaterThan(0);
    expect(plain(view)).not.toMatch(/\b(score|rating|verdict|failed|valid|missing)\b/i);
  }
});

describe('designs', () => {
  const id = (tail: string): string => `3f6a1c58-9f0e-4f55-8d3b-1a4c2b7e9d${tail}`;
  const design = (over: object) => ({
    id: id('01'),
    name: 'Coat',
    garment_category: null,
    sgg_garment_id: 'GARM-00012',
    created_at: '2026-08-30T02:15:00Z',
    ...over,
  });
  const now = Date.parse('2026-08-30T05:20:00Z');

  test('have their name last and say what is not there', () => {
    const view = renderDesignsView(
      { items: [design({ name: null, sgg_garment_id: null })] },
      { now: now + 9e9 },
    );
    expect(plain(view)).toBe('3f6a1c58  -  2026-08-30  -  (unnamed)');
    const heads = view.flatMap((block) =>
      block.kind === 'grid' ? block.columns.map(({ head }) => head) : [],
    );
    expect(heads).toEqual(['ID', 'GARM', 'CREATED', 'CATEGORY', 'NAME']);
  });

  test('of today say how long ago', () => {
    expect(plain(renderDesignsView({ items: [design({})] }, { now }))).toContain('3 h ago');
    expect(plain(renderDesignsView({ items: [design({ created_at: 'soon' })] }, { now }))).toContain('soon');
    expect(plain(renderDesignsView({ items: [design({})] }, { now: now - 9e9 }))).toContain('2026-08-30');
  });

  test('are told apart by ids as short as they can be', () => {
    expect(shortenIds(['aaaaaaaa-1', 'bbbbbbbb-1'])).toEqual(['aaaaaaaa', 'bbbbbbbb']);
    const [one, two] = shortenIds([id('01'), id('02')]);
    expect([one, two]).toEqual([id('01'), id('02')]);
    expect(shortenIds(['abcdefgh-1111', 'abcdefgh-2222', 'abcdefgh-2222'])).toEqual([
      'abcdefgh-1',
      'abcdefgh-2',
      'abcdefgh-2',
    ]);
  });

  test('that are none, or no designs, break nothing', () => {
    expect(plain(renderDesignsView({ items: [] }, { now }))).toBe('No designs.');
    expect(
      plain(renderDesignsView({ items: [null, 'x', 7, {}], more: 'toile designs ls --before c' }, { now })),
    ).toContain('toile designs ls --before c');
  });

  test('keep their whole ids and times in a pipe', () => {
    const { columns, rows } = buildDesignRows({ items: [design({})] });
    expect([columns, ...rows]).toEqual([
      ['id', 'sgg_garment_id', 'created_at', 'garment_category', 'name'],
      [id('01'), 'GARM-00012', '2026-08-30T02:15:00Z', null, 'Coat'],
    ]);
  });
});

test('me says who, and where the credential came from; never the credential', () => {
  const body = { user_id: 'u-1', via: 'api_key', scopes: ['read', 'export'], plan: 'studio', seats: 5 };
  const found = {
    kind: 'api_key',
    place: 'TOILE_API_KEY',
    shadows: ['keychain, account default'],
    credential: 'svc_sk_secret',
  };
  const text = plain(renderIdentityView(body, found));
  expect(text).toBe(
    ' user  u-1\n plan  studio\n scopes  read, export\n via  api_key\n seats  5\n key from  TOILE_API_KEY\n not used  keychain, account default',
  );
  const rows = [...buildIdentityRows(body, found).rows];
  expect(rows).toContainEqual(['shadowed', 'keychain, account default']);
  expect(JSON.stringify(rows)).not.toContain('svc_sk');
});
