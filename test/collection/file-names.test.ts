import { describe, expect, it } from 'vitest';
import {
  formatSubjectFolder,
  isFolderOfSubject,
  isSubjectFilePath,
  listFormerFolders,
  parseSubjectId,
  SUBJECT_FILES,
  type SubjectId,
} from '../../src/collection/collection-paths.ts';
import { anyCharacter } from '../support/any-character.ts';
import fc from '../support/property.ts';

const ID = '3f6a1c58-9f0e-4f55-8d3b-1a4c2b7e9d01';

const toSubjectId = (kind: string, id: string): SubjectId => {
  const known = parseSubjectId(kind, id);
  if (known === undefined) throw new Error(`${id} is no id of a ${kind}`);
  return known;
};

it.each([
  [null, `designs/${ID}`],
  ['Oxford button-down', `designs/oxford-button-down--${ID}`],
  ['CON', `designs/con--${ID}`],
  ['aux.', `designs/aux--${ID}`],
  ['Été \u0065\u0301t\u0065\u0301', `designs/été-été--${ID}`],
  ['ÅNGSTRÖM ﬁne Ⅳ', `designs/ångström-fine-iv--${ID}`],
  ['../../etc/passwd', `designs/etc-passwd--${ID}`],
  ['عباية كتان', `designs/عباية-كتان--${ID}`],
  ['縮緬ノーカラーコート(試作二号)', `designs/縮緬ノーカラーコート-試作二号--${ID}`],
  ['한복 저고리', `designs/한복-저고리--${ID}`],
  ['áo dài Việt', `designs/áo-dài-việt--${ID}`],
  ['\u202eevil\u2066', `designs/evil--${ID}`],
  ['Crème brûlée', `designs/crème-brûlée--${ID}`],
  ['x'.repeat(500), `designs/${'x'.repeat(40)}--${ID}`],
])('the folder of a design called %s', (name, folder) => {
  expect(formatSubjectFolder(toSubjectId('design', ID), name)).toBe(folder);
});

it.each([
  ['design', '../../x'],
  ['design', ID.toUpperCase()],
  ['design', `${ID}\n`],
  ['design', 'GARM-1'],
  ['garment', ID],
  ['garment', 'GARM-1/../..'],
  ['garment', 'garm-1'],
  ['garment', `GARM-${'9'.repeat(300)}`],
  ['garment', '$(id>~/PWNED)'],
  ['other', ID],
  ['design', 7],
])('%s %j names no design', (kind, id) => {
  expect(parseSubjectId(kind, id)).toBeUndefined();
});

describe('a folder of a subject', () => {
  it('is recognized in another Unicode normalization, and by the name of an older version', () => {
    const design = toSubjectId('design', ID);
    expect(isFolderOfSubject(design, formatSubjectFolder(design, '한복 ガウン').normalize('NFD'))).toBe(true);
    for (const older of [ID, `coat--${ID}`]) expect(isFolderOfSubject(design, `designs/${older}`)).toBe(true);
  });

  it('has a name that every file system accepts, and is recognized by it', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (name) => {
        const subject = toSubjectId('design', ID);
        const folder = formatSubjectFolder(subject, name);
        expect(isFolderOfSubject(subject, folder)).toBe(true);
        expect(isFolderOfSubject(toSubjectId('design', ID.replace('3', '4')), folder)).toBe(false);
        for (const file of SUBJECT_FILES.keys()) {
          expect(isSubjectFilePath(`${folder}/${file}`)).toBe(true);
          expect(Math.max(...folder.split('/').map((part) => Buffer.byteLength(part)))).toBeLessThan(255);
        }
      }),
    );
  });

  it.each([
    ['Oxford', []],
    ['Crème brûlée', ['creme-brulee--']],
    ['縮緬コート', ['']],
    ['Ñandú 縮緬', ['nandu-縮緬--', 'nandu--']],
  ])('called %s had these names in older versions', (name, former) => {
    expect(listFormerFolders(toSubjectId('design', ID), name)).toEqual(
      former.map((slug) => `designs/${slug}${ID}`),
    );
  });

  it('is recognized by every name of an older version', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (name) => {
        for (const folder of listFormerFolders(toSubjectId('design', ID), name))
          expect(isFolderOfSubject(toSubjectId('design', ID), folder)).toBe(true);
      }),
    );
  });

  it('has a short composed name that ends with its id, so that no two folders have one name on any system', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (name) => {
        const folder = formatSubjectFolder(toSubjectId('design', ID), name);
        expect(folder).toBe(folder.normalize('NFC'));
        expect(folder).toMatch(/^designs\/(?:[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*--)?[0-9a-f-]{36}$/u);
        expect(folder).not.toMatch(/[A-ZÀ-ÖØ-Þ]/);
      }),
    );
  });

  it.each([
    '../victim',
    '.toile',
    'designs',
    `designs/../${ID}`,
    `designs/x/--${ID}`,
    `designs/.--${ID}`,
    `designs/X--${ID}`,
    `designs/a--b--${ID}`,
    `designs/${'x'.repeat(41)}--${ID}`,
    `garments/${ID}`,
    `designs/${ID}/`,
    `/designs/${ID}`,
    `designs\\${ID}`,
  ])('is not %j', (folder) => {
    expect(isFolderOfSubject(toSubjectId('design', ID), folder)).toBe(false);
  });

  it.each([
    `designs/${ID}/../../x`,
    `designs/${ID}/.bashrc`,
    `designs/${ID}/graph.json`,
    'manifest.json',
    '',
  ])('contains no %j', (path) => {
    expect(isSubjectFilePath(path)).toBe(false);
  });
});
