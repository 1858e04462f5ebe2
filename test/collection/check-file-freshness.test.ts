import { expect, it } from 'vitest';
import { matchSubjects } from '../../src/collection/check-file-freshness.ts';
import type { PulledSubject } from '../../src/collection/collection-types.ts';
import { parseGarmentId, parseUuid } from '../../src/platform/branded.ts';
import { toDesignId } from './small-service.ts';

const buildSubject = (number: number, name: string): PulledSubject => {
  const id = parseUuid(`abcdef1${number}${toDesignId(1).slice(8)}`) as NonNullable<
    ReturnType<typeof parseUuid>
  >;
  return {
    subjectId: { kind: 'design', id },
    about: { folder: `folder-${number}`, summary: { id, name } },
    files: new Map(),
  };
};
const garment: PulledSubject = {
  subjectId: {
    kind: 'garment',
    id: parseGarmentId('GARM-12345') as NonNullable<ReturnType<typeof parseGarmentId>>,
  },
  about: { folder: 'GARM-12345' },
  files: new Map(),
};
const ALL = [buildSubject(1, 'Coat'), buildSubject(2, 'Coat'), buildSubject(3, 'Shirt'), garment];

it.each([
  [[], [0, 1, 2, 3]],
  [['Coat'], [0, 1]],
  [['ABCDEF13'], [2]],
  [[ALL[2]?.subjectId.id.toUpperCase() ?? ''], [2]],
  [
    ['folder-2', 'Shirt'],
    [1, 2],
  ],
  [['garm-12345'], [3]],
])('%j selects the subjects %j', (words, places) => {
  expect(matchSubjects(words, ALL)).toEqual(places.map((at) => ALL[at]));
});

it.each([[['coat']], [['abcdef1']], [['GARM-123']], [['Shirt', 'no such thing']]])(
  '%j selects nothing, which is reported',
  (words) => {
    expect(() => matchSubjects(words, ALL)).toThrow(
      `the folder has no design with the name or id ${words.at(-1)}`,
    );
  },
);
