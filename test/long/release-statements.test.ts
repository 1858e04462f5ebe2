import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Version } from '@cyclonedx/cyclonedx-library/Spec';
import { JsonStrictValidator } from '@cyclonedx/cyclonedx-library/Validation';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleForExecutable } from '../../scripts/executable/build-executable.ts';
import { TARGETS } from '../../scripts/executable/targets.ts';
import { type Manifest, readReleaseFacts } from '../../scripts/release/release-facts.ts';
import { renderBillOfMaterials, renderProvenance } from '../../scripts/release/statements.ts';

const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as Manifest;
const facts = readReleaseFacts(manifest);

/** The same text with one thing else, to see that who checks it sees that. */
const replaceText = (text: string, from: string | RegExp, to: string): string => {
  const other = text.replace(from, to);
  expect(other, `${from} is not in it`).not.toBe(text);
  return other;
};

describe('the bill of materials of all targets', () => {
  const place = mkdtempSync(join(tmpdir(), 'toile-statements-'));
  let bom = '';
  let inside: readonly string[] = [];
  beforeAll(async () => {
    const taken = await bundleForExecutable(place, facts.version);
    inside = Object.keys(taken.inputs);
    bom = await renderBillOfMaterials({ date: 1_700_000_000, facts }, taken, Object.values(TARGETS));
  }, 120_000);
  afterAll(() => rmSync(place, { recursive: true, force: true }));
  const validator = new JsonStrictValidator(Version.v1dot5);
  const isValid = (text: string) => validator.validate(text);

  it('covers the entry and the program of the executable', () => {
    expect(inside).toContain('src/cli/start.ts');
    expect(inside).toContain('src/cli/main.ts');
  });

  it('is valid by the schema of CycloneDX', async () => {
    expect(JSON.parse(bom)).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.5' });
    expect(await isValid(bom)).toBeNull();
  });

  it.each([
    ['a kind of component that there is not', '"type": "platform"', '"type": "engine"'],
    ['a name for its contents that is none', /"urn:uuid:[^"]*"/, '"urn:toile"'],
    ['a licence that is not in SPDX', '"id": "MIT"', '"id": "Mine"'],
    ['a digest that is too short', /"content": "[0-9a-f]{3}/, '"content": "'],
    ['an hour that is none', '2023-11-14T22:13:20.000Z', 'yesterday'],
    ['a field that there is not', '"bomFormat"', '"colour": "red", "bomFormat"'],
  ])('the check reports %s', async (_, from, to) => {
    expect(await isValid(replaceText(bom, from, to))).not.toBeNull();
  });

  it('names what is inside with its digest, no build tool, and nothing twice', () => {
    interface Component {
      readonly 'bom-ref': string;
      readonly name: string;
      readonly purl: string;
      readonly hashes?: readonly unknown[];
    }
    const { components, dependencies, metadata } = JSON.parse(bom) as {
      readonly components: readonly Component[];
      readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
      readonly metadata: { readonly component: Component };
    };
    const names = components.map(({ name }) => name);
    const runtimes = Object.values(TARGETS).map(({ bun }) => `@oven/bun-${bun}`);
    for (const name of ['undici', 'commander', '@napi-rs/keyring', ...runtimes])
      expect(names).toContain(name);
    for (const name of ['vitest', 'typescript', 'brotli']) expect(names).not.toContain(name);
    expect(components.filter(({ hashes }) => !hashes?.length)).toStrictEqual([]);
    const refs = [...components, metadata.component].map((each) => each['bom-ref']);
    expect(refs.toSorted()).toStrictEqual([...new Set(refs)].toSorted());
    for (const { ref, dependsOn } of dependencies)
      for (const name of [ref, ...dependsOn]) expect(refs).toContain(name);
  });

  it('has another name for other contents, and the same name for the same', async () => {
    const metafile = { inputs: {} };
    const of = async (targets: readonly string[], date: number) => {
      const some = targets.flatMap((name) => TARGETS[name] ?? []);
      const { serialNumber } = JSON.parse(await renderBillOfMaterials({ date, facts }, metafile, some)) as {
        serialNumber: string;
      };
      return serialNumber;
    };
    expect(await of(['linux-x64'], 1)).toBe(await of(['linux-x64'], 2));
    expect(await of(['linux-x64'], 1)).not.toBe(await of(['linux-arm64'], 1));
  }, 60_000);
});

/**
 * What in-toto and SLSA write down of a statement: which fields there are, which have to be, of what form. They publish
 * no JSON schema, so this is read from their specifications (Statement v1, ResourceDescriptor v1, provenance v1).
 */
const buildHexSchema = (length: number) => ({ type: 'string', pattern: `^[0-9a-f]{${length}}$` });
const buildObjectSchema = (properties: Readonly<Record<string, object>>, ...required: readonly string[]) => ({
  type: 'object',
  additionalProperties: false,
  properties,
  required,
});
const digest = {
  ...buildObjectSchema({
    sha256: buildHexSchema(64),
    sha512: buildHexSchema(128),
    gitCommit: buildHexSchema(40),
  }),
  minProperties: 1,
};
const uri = { type: 'string', pattern: '^[a-z][a-z0-9+.-]*:[^\\s]+$' };
const descriptor = buildObjectSchema({ uri, digest, name: { type: 'string', minLength: 1 } }, 'digest');
const statement = buildObjectSchema(
  {
    _type: { const: 'https://in-toto.io/Statement/v1' },
    subject: {
      type: 'array',
      minItems: 1,
      uniqueItems: true,
      items: { ...descriptor, required: ['name', 'digest'] },
    },
    predicateType: { const: 'https://slsa.dev/provenance/v1' },
    predicate: buildObjectSchema(
      {
        buildDefinition: buildObjectSchema(
          {
            buildType: uri,
            externalParameters: { type: 'object' },
            internalParameters: { type: 'object' },
            resolvedDependencies: { type: 'array', items: { ...descriptor, required: ['uri', 'digest'] } },
          },
          'buildType',
          'externalParameters',
        ),
        runDetails: buildObjectSchema({ builder: buildObjectSchema({ id: uri }, 'id') }, 'builder'),
      },
      'buildDefinition',
      'runDetails',
    ),
  },
  '_type',
  'subject',
  'predicateType',
  'predicate',
);

describe('the statement of origin', () => {
  const valid = new Ajv({ strictRequired: false }).compile(statement);
  const digests = { 'toile.tar.xz': 'a'.repeat(64), 'scoop/toile.json': 'b'.repeat(64) };
  const addresses = {
    homepage: 'https://toile.example',
    repository: { url: 'git+https://code.example/toile.git' },
    bugs: { url: 'https://code.example/issues' },
    author: 'Fil',
    config: { downloads: 'https://code.example/v{version}' },
  };
  const makeStatement = (filled: object, commit = 'c'.repeat(40)): string =>
    renderProvenance(readReleaseFacts({ ...manifest, ...filled }), { commit, targets: TARGETS }, digests);

  it.each([
    ['with the addresses', addresses],
    ['without them', {}],
  ])('has every required field and no unknown one, %s', (_, filled) => {
    const said = JSON.parse(makeStatement(filled)) as unknown;
    expect(valid(said), JSON.stringify(valid.errors)).toBe(true);
    expect(said).toMatchObject({
      subject: Object.entries(digests).map(([name, sha256]) => ({ name, digest: { sha256 } })),
      predicate: { buildDefinition: { externalParameters: { targets: Object.keys(TARGETS) } } },
    });
  });

  it.each([
    ['no commit', /"gitCommit": "c+"/, '"gitCommit": ""'],
    ['a digest cut short', /"sha512": "./, '"sha512": "'],
    ['no builder', '"builder"', '"maker"'],
    ['another kind of statement', 'Statement/v1', 'Statement/v0.1'],
    ['a file without a name', '"name": "toile.tar.xz"', '"name": ""'],
  ])('the check reports %s', (_, from, to) => {
    expect(valid(JSON.parse(replaceText(makeStatement(addresses), from, to)))).toBe(false);
  });
});
