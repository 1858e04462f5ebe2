import { describe, expect, it } from 'vitest';
import { parseSubjectId } from '../../src/collection/collection-paths.ts';
import {
  type CollectionManifest,
  formatManifest,
  parseManifest,
  parseManifestFile,
} from '../../src/collection/manifest.ts';
import { parsePullLine } from '../../src/collection/pull-journal.ts';
import { shellText } from '../../src/platform/escape/shell.ts';
import { canonicalizeJson } from '../../src/platform/json/canonicalize-json.ts';
import { TOOLS } from './pull-season.ts';

const ID = '3f6a1c58-9f0e-4f55-8d3b-1a4c2b7e9d01';
const OTHER = '4f6a1c58-9f0e-4f55-8d3b-1a4c2b7e9d01';
const SCHEMA = 'toile.mirror/1';

const GRAPH = {
  sha256: 'a'.repeat(64),
  fetched: '2026-11-20T09:00:00.000Z',
  read: 'graph',
  profile: 'factory',
  api_version: null,
};

const parse = (text: string): CollectionManifest =>
  parseManifest(text, 'season/manifest.json', shellText`look`, TOOLS);
const toSubjectId = (id: string) => {
  const known = parseSubjectId('design', id);
  if (known === undefined) throw new Error('no id');
  return known;
};

describe('the manifest', () => {
  it('has a canonical form, and is read back unchanged', () => {
    const file = parseManifestFile('graph.factory.json', GRAPH);
    if (file === undefined) throw new Error('no file');
    const manifest: CollectionManifest = {
      userId: 'u',
      subjects: [
        {
          subjectId: toSubjectId(ID),
          about: { folder: `designs/${ID}` },
          files: new Map([['graph.factory.json', file]]),
        },
        {
          subjectId: toSubjectId(OTHER),
          about: { folder: `designs/x--${OTHER}`, summary: { name: 'X' } },
          files: new Map(),
        },
      ],
    };
    const text = formatManifest({ ...manifest, subjects: manifest.subjects.toReversed() }, TOOLS);
    expect(text).toBe(canonicalizeJson(text));
    expect(parse(text)).toEqual(manifest);
  });

  const buildGarment = (id: string, subject: object) =>
    JSON.stringify({ schema: SCHEMA, designs: { [id]: subject } });
  const buildFiles = (name: string, file: object) =>
    buildGarment(ID, { folder: `designs/${ID}`, files: { [name]: file } });
  it.each([
    ['another program', '{"name":"app"}', 'not a manifest of toile'],
    ['a list', '[]', 'not a manifest of toile'],
    ['a later version', '{"schema":"toile.mirror/9"}', 'toile.mirror/9'],
    ['a broken file', '{', 'not JSON'],
    ['a conflict of git', '<<<<<<< HEAD\n{}\n=======\n', 'git conflict'],
    [
      'an id that is a command',
      buildGarment('$(id>~/PWNED)', { folder: 'designs/x', files: {} }),
      'expected a uuid',
    ],
    [
      'a garment that is a command',
      JSON.stringify({ schema: SCHEMA, garments: { '$(id>~/PWNED)': { folder: 'garments/x', files: {} } } }),
      'expected GARM- followed by digits',
    ],
    ['a way out of the folder', buildGarment(ID, { folder: '../..', files: {} }), 'that toile does not use'],
    [
      "another one's folder",
      buildGarment(ID, { folder: `designs/${OTHER}`, files: {} }),
      'that toile does not use',
    ],
    ['a file that is none of ours', buildFiles('../../.bashrc', GRAPH), 'invalid entry'],
    ['a file under the name of another', buildFiles('graph.technical_designer.json', GRAPH), 'invalid entry'],
    ['a digest that is none', buildFiles('graph.factory.json', { ...GRAPH, sha256: 'x' }), 'invalid entry'],
  ])('of %s is refused', (_, text, why) => {
    expect(() => parse(text)).toThrow(why);
    expect(() => parse(text)).toThrow('season/manifest.json');
  });
});

describe('a line of the journal', () => {
  const design = { kind: 'design', id: ID };
  const path = `designs/${ID}/graph.factory.json`;
  it.each([
    { type: 'run', key: 'k', at: 1, user_id: null },
    { type: 'version', api_version: null },
    { type: 'tried', paths: ['garments/GARM-1/graph.factory.json'] },
    {
      type: 'page',
      designs: [{ id: ID, name: 'X' }],
      strange: [{ id: '../x', name: null, created: 1 }],
      next: 'c',
    },
    { type: 'page', designs: [], strange: [], next: null, doubt: 'why' },
    { type: 'subject', of: design, about: { folder: `designs/x--${ID}`, summary: { name: 'X' } } },
    { type: 'file', of: design, name: 'graph.factory.json', file: GRAPH, at: 1, fresh: true },
    { type: 'same', path, at: 1, restored: true },
    { type: 'removed', of: design },
  ])('is read back unchanged: %j', (line) => {
    expect(parsePullLine(JSON.parse(JSON.stringify(line)))).toEqual(line);
  });

  it.each([
    { type: 'subject', of: design, about: { folder: '../victim' } },
    { type: 'subject', of: design, about: { folder: `designs/${OTHER}` } },
    { type: 'subject', of: { kind: 'garment', id: '$(id>~/PWNED)' }, about: { folder: 'garments/x' } },
    { type: 'file', of: design, name: '../../.bashrc', file: GRAPH, at: 1, fresh: true },
    {
      type: 'file',
      of: design,
      name: 'graph.factory.json',
      file: { ...GRAPH, sha256: 1 },
      at: 1,
      fresh: true,
    },
    { type: 'same', path: '../victim/graph.factory.json', at: 1 },
    { type: 'same', path, at: 'now' },
    { type: 'page', designs: [{ id: '../x' }], strange: [], next: null },
    { type: 'page', designs: {}, next: null },
    { type: 'removed', of: { kind: 'design', id: '..' } },
    { type: 'run', key: 'k', at: -1, user_id: null, api_version: null },
    { type: 'end' },
    {},
    [],
    null,
    7,
  ])('is ignored if it is not valid: %j', (line) => {
    expect(parsePullLine(line)).toBeUndefined();
  });
});
