import { describe, expect, test } from 'vitest';
import { readQuestions } from '../../../src/garment/open-questions.ts';
import { buildBriefRows, renderBriefView } from '../../../src/output/views/brief.ts';
import { buildConfirmationRows, renderConfirmationsView } from '../../../src/output/views/confirmations.ts';
import { buildDesignRows, renderDesignsView, shortenIds } from '../../../src/output/views/designs.ts';
import { buildIdentityRows, renderIdentityView } from '../../../src/output/views/identity.ts';
import { buildTrustRows, renderTrustView } from '../../../src/output/views/trust.ts';
import { parseJson } from '../../../src/platform/json/parse-json.ts';
import { readForeignBody } from '../../support/foreign-bodies.ts';
import { NOTABLE_GARMENTS, readSampleBody } from '../../support/sample-bodies.ts';
import { listTextRuns, renderPlainText } from '../../support/view-text.ts';

describe('the view of a brief', () => {
  test('keeps the order of its texts and lists unstated values together', () => {
    const text = renderPlainText(renderBriefView(readSampleBody('GARM-101', 'tailor-brief')));
    expect(text).toContain('texts counted by toile: 8 =  6 ~  8 ?');
    expect(text.indexOf('garment')).toBeLessThan(text.indexOf('cloth'));
    expect(text).toMatch(/\? not stated {2}nap_and_matching, hem_allowance, .*packing/);
    expect(text).toContain('= lining  None.');
  });

  test('has a row for each text in a pipe', () => {
    const rows = [...buildBriefRows(readSampleBody('GARM-101', 'tailor-brief')).rows];
    expect(rows).toHaveLength(22);
    expect(rows).toContainEqual(['GARM-101', 'care', null, null, 'unstated']);
  });

  test('prints plain texts as they arrive, without a state', () => {
    const text = renderPlainText(
      renderBriefView(
        { brief: { cloth: 'brief.cloth.key', hem: { text: 'Narrow.', state: 'asserted' } } },
        { subject: 'coat' },
      ),
    );
    expect(text).toContain('TAILOR BRIEF  coat');
    expect(text).toContain('cloth  brief.cloth.key  without a state');
    expect(text).toContain('1 without a state');
  });

  test('reads other dialects and an empty brief too', () => {
    expect(
      renderPlainText(renderBriefView({ texts: [{ key: 'cloth', value: 'Silk.', state: 'inferred' }] })),
    ).toContain('~ cloth  Silk.');
    expect(renderPlainText(renderBriefView({}))).toContain('The brief has no texts.');
  });
});

describe('the view of Design Trust', () => {
  test('is a table of counts without marks, sums or ratios', () => {
    const text = renderPlainText(renderTrustView(readSampleBody('GARM-101', 'design-trust')));
    expect(text).toMatch(/^ callouts {2}3 {2}1 {2}1 {2}1$/m);
    expect(text).toMatch(/^ bill_of_materials {2}6 {2}3 {2}2 {2}1$/m);
    expect(text).toContain('confidence  high 0   medium 2   low 1   none 0');
    expect(text).toContain('list them: toile confirmations GARM-101');
    expect(text).not.toMatch(/%|score|total/i);
  });

  test('reads nested plain numbers as the same counts', () => {
    const text = renderPlainText(renderTrustView({ callouts: { asserted: 1, inferred: 2 }, unresolved: 0 }));
    expect(text).toMatch(/^ callouts {2}1 {2}2$/m);
    expect(text).toMatch(/^ unresolved {2}0$/m);
  });

  test('keeps the mark of a value that is not a count, and reports a missing cell', () => {
    const text = renderPlainText(
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

  test('is the same table for a list of named items', () => {
    const items = '[{"of": "callouts", "rows": 3, "asserted": 1}, {"of": "trims", "asserted": 2}]';
    const text = renderPlainText(renderTrustView(parseJson(`{"counts": ${items}}`)));
    expect(text).toMatch(/^ callouts {2}3 {2}1\n trims {2}not given {2}2$/m);
  });

  test('keeps the name of an item with a text beside its counts', () => {
    const text = renderPlainText(
      renderTrustView(parseJson('{"callouts": {"asserted": 1, "note": "of two"}}')),
    );
    expect(text).toMatch(/callouts\.asserted {2}1\n callouts\.note {2}of two/);
  });

  test('has the state of each count in rows', () => {
    expect([...buildTrustRows(readSampleBody('GARM-101', 'design-trust')).rows]).toContainEqual([
      'GARM-101',
      'unresolved',
      4,
      null,
      'inferred',
    ]);
  });
});

describe('the view of confirmations', () => {
  test('shows the question, its reason, the options and the current value', () => {
    const text = renderPlainText(renderConfirmationsView(readSampleBody('GARM-101', 'confirmations')));
    expect(text).toContain('4 unresolved, counted by toile. None blocks a sample or a quotation export.');
    expect(text).toContain('conf-01  piece.yoke  cut  now: ~ 2 pieces');
    expect(text).toContain('offered: doubled: cut 2  or  single: cut 1');
    expect(text).toContain('conf-04  pom.B07  tol_plus (cm)  now: ? not stated');
    expect(text).toContain('The designer answers them in the service');
    expect(text).not.toMatch(/\[y\/n\]|^\s*[>?]\s|: ?$/im);
  });

  test('says when there are none', () => {
    expect(renderPlainText(renderConfirmationsView({ garment_id: 'GARM-7', unresolved: [] }))).toBe(
      'CONFIRMATIONS  GARM-7\nNo unresolved confirmations.',
    );
  });

  test('does not say that there are none when a body has no list', () => {
    const text = renderPlainText(
      renderConfirmationsView({ pending: { value: 3, state: 'inferred' }, note: 'x' }),
    );
    expect(text).toContain('There is no list of confirmations.');
    expect(text).toMatch(/~ pending {2}3[\s\S]*note {2}x/);
    expect([...buildConfirmationRows({ note: 'x' }).rows]).toHaveLength(1);
  });

  test('shows node, field and current value of other dialects', () => {
    const text = renderPlainText(renderConfirmationsView(readSampleBody('GARM-33', 'confirmations')));
    expect(text).toContain('conf-03  n5  cut (pieces)  now: ? not stated');
    expect(text).toContain('offered: cut 1  or  cut 2  or  cut 2, mirrored');
  });

  test('shows both a value and a text, because only one of them is current', () => {
    const body = { unresolved: [{ value: 2, text: 'two pieces, mirrored', state: 'inferred' }] };
    const all = renderPlainText(renderConfirmationsView(body, { all: true }));
    expect(all).toContain('now: ~ 2');
    expect(all).toMatch(/^ +text {2}two pieces, mirrored {2}$/m);
    expect(renderPlainText(renderConfirmationsView(body))).toContain(
      'left out: 1 member without a state (text)  --all',
    );
    const bare = { unresolved: [{ text: 'two pieces, mirrored', state: 'inferred' }] };
    expect(renderPlainText(renderConfirmationsView(bare, { all: true })).match(/two pieces/g)).toHaveLength(
      1,
    );
  });

  test('shows items that are not questions as they are', () => {
    const text = renderPlainText(
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

  test('shows everything of a current value', () => {
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
    const text = renderPlainText(renderConfirmationsView(body, { all: true }));
    for (const part of ['c1  n1  width  now: ~ 5.5 cm', 'why: ours', 'now.basis  theirs', 'now.source  s9'])
      expect(text).toContain(part);
  });

  test('leaves out settled ones, and names the list that is counted', () => {
    const text = renderPlainText(
      renderConfirmationsView(readForeignBody('questions-answered'), { all: true }),
    );
    expect(text).toContain('2 unresolved (the list "open"), counted by toile.');
    expect(text).toMatch(
      / Q-7 {2}seam\.hem\n {3}Is the hem raw or turned\?\n {3}offered: raw {2}or {2}turned 2\.0 cm/,
    );
    expect(text).toMatch(/ Q-8 {2}pom\.B07 {2}tol_plus[\s\S]*How much over\?[\s\S]* unit {2}cm/);
    // The settled one is printed below, as a member of the body.
    expect(text).not.toMatch(/^ Q-1 /m);
    expect(text).toMatch(/resolved\[0\]\.answer {2}two/);
    const rows = [...buildConfirmationRows(readForeignBody('questions-answered')).rows];
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
  ])('finds them %s', (_, body) => {
    const questions = readQuestions(body);
    expect(questions.list?.map(({ question }) => question)).toEqual(['New?']);
    expect(JSON.stringify(questions.others)).toContain('Old?');
  });

  test('groups them by department for a factory', () => {
    const text = renderPlainText(
      renderConfirmationsView(readSampleBody('GARM-101', 'confirmations'), { view: 'factory' }),
    );
    expect(text).toMatch(
      /CUTTING\n {2}\[ \] conf-01[\s\S]*SEWING\n {2}\[ \] conf-03[\s\S]*MATERIALS\n {2}\[ \] conf-02[\s\S]*MEASURING\n {2}\[ \] conf-04/,
    );
  });
});

test.each(NOTABLE_GARMENTS)('no view of %s adds an escape code or a verdict', (id) => {
  const views = [
    renderBriefView(readSampleBody(id, 'tailor-brief')),
    renderTrustView(readSampleBody(id, 'design-trust')),
    renderConfirmationsView(readSampleBody(id, 'confirmations')),
  ];
  for (const view of views) {
    expect(listTextRuns(view).length).toBeGreaterThan(0);
    expect(renderPlainText(view)).not.toMatch(/\b(score|rating|verdict|failed|valid|missing)\b/i);
  }
});

describe('the view of designs', () => {
  const createId = (tail: string): string => `3f6a1c58-9f0e-4f55-8d3b-1a4c2b7e9d${tail}`;
  const buildDesign = (over: object) => ({
    id: createId('01'),
    name: 'Coat',
    garment_category: null,
    sgg_garment_id: 'GARM-00012',
    created_at: '2026-08-30T02:15:00Z',
    ...over,
  });
  const now = Date.parse('2026-08-30T05:20:00Z');

  test('has the name last, and reports missing members', () => {
    const view = renderDesignsView(
      { items: [buildDesign({ name: null, sgg_garment_id: null })] },
      { now: now + 9e9 },
    );
    expect(renderPlainText(view)).toBe('3f6a1c58  -  2026-08-30  -  (unnamed)');
    const heads = view.flatMap((block) =>
      block.kind === 'grid' ? block.columns.map(({ head }) => head) : [],
    );
    expect(heads).toEqual(['ID', 'GARM', 'CREATED', 'CATEGORY', 'NAME']);
  });

  test('shows the age of designs of today', () => {
    expect(renderPlainText(renderDesignsView({ items: [buildDesign({})] }, { now }))).toContain('3 h ago');
    expect(
      renderPlainText(renderDesignsView({ items: [buildDesign({ created_at: 'soon' })] }, { now })),
    ).toContain('soon');
    expect(renderPlainText(renderDesignsView({ items: [buildDesign({})] }, { now: now - 9e9 }))).toContain(
      '2026-08-30',
    );
  });

  test('shortens ids as far as they stay unique', () => {
    expect(shortenIds(['aaaaaaaa-1', 'bbbbbbbb-1'])).toEqual(['aaaaaaaa', 'bbbbbbbb']);
    const [one, two] = shortenIds([createId('01'), createId('02')]);
    expect([one, two]).toEqual([createId('01'), createId('02')]);
    expect(shortenIds(['abcdefgh-1111', 'abcdefgh-2222', 'abcdefgh-2222'])).toEqual([
      'abcdefgh-1',
      'abcdefgh-2',
      'abcdefgh-2',
    ]);
  });

  test('accepts an empty list, and items that are not designs', () => {
    expect(renderPlainText(renderDesignsView({ items: [] }, { now }))).toBe('No designs.');
    expect(
      renderPlainText(
        renderDesignsView({ items: [null, 'x', 7, {}], more: 'toile designs ls --before c' }, { now }),
      ),
    ).toContain('toile designs ls --before c');
  });

  test('has whole ids and times in a pipe', () => {
    const { columns, rows } = buildDesignRows({ items: [buildDesign({})] });
    expect([columns, ...rows]).toEqual([
      ['id', 'sgg_garment_id', 'created_at', 'garment_category', 'name'],
      [createId('01'), 'GARM-00012', '2026-08-30T02:15:00Z', null, 'Coat'],
    ]);
  });
});

test('the view of me shows the account and the source of the credential, never the credential', () => {
  const body = { user_id: 'u-1', via: 'api_key', scopes: ['read', 'export'], plan: 'studio', seats: 5 };
  const found = {
    kind: 'api_key',
    place: 'TOILE_API_KEY',
    shadows: ['keychain, account default'],
    credential: 'svc_sk_secret',
  };
  const text = renderPlainText(renderIdentityView(body, found));
  expect(text).toBe(
    ' user  u-1\n plan  studio\n scopes  read, export\n via  api_key\n seats  5\n key from  TOILE_API_KEY\n not used  keychain, account default',
  );
  const rows = [...buildIdentityRows(body, found).rows];
  expect(rows).toContainEqual(['shadowed', 'keychain, account default']);
  expect(JSON.stringify(rows)).not.toContain('svc_sk');
});

test('takes no reason, id or unstated value for a question', () => {
  const read = (item: object) =>
    readQuestions({ unresolved: [{ node: 'n', field: 'width', ...item }] }).list?.[0];
  expect(read({ state: 'inferred', value: 4, basis: 'is it usual?' })).toMatchObject({ question: undefined });
  expect(read({ id: 'q4?' })).toMatchObject({ question: undefined });
  expect(read({ state: 'unstated', inquiry: 'How many?' })).toMatchObject({
    question: 'How many?',
    now: { value: undefined },
  });
});

test('shows a question under a name that toile does not know, by its question mark', () => {
  const buildQuestion = (text: string) => ({ frage: text, node: 'seam.hem', field: 'width' });
  for (const text of ['How wide is the hem?', '下摆多宽？', 'كم العرض؟'])
    expect(renderPlainText(renderConfirmationsView({ unresolved: [buildQuestion(text)] }))).toContain(text);
  expect(renderPlainText(renderConfirmationsView({ unresolved: [buildQuestion('a note')] }))).toMatch(
    /left out: .*frage/,
  );
});
