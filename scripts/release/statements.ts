/** Writes the statements of a release: bill of materials, provenance and the digest of each file. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';
import { root } from '../build/bundle-options.ts';
import { listPackageFolders } from '../build/collect-notices.ts';
import { BUN, type Target } from '../executable/targets.ts';
import type { ReleaseFacts } from './release-facts.ts';
import { computeDigest, type ReleaseWork, runTool } from './tools.ts';

type Json = Readonly<Record<string, unknown>>;
interface Component extends Json {
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
}
interface Bom extends Json {
  readonly metadata: Json & { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

const formatPackageUrl = (name: string, version: string): string =>
  `pkg:npm/${name.replace('@', '%40')}@${version}`;
const decodeDigest = (integrity: string): string =>
  Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex');

/** Returns the packages of a bundle as name@version. */
async function listBundledPackages(metafile: Pick<Metafile, 'inputs'>): Promise<ReadonlySet<string>> {
  const names = listPackageFolders(metafile).map(async (folder) => {
    const manifest = await readFile(join(root, folder, 'package.json'), 'utf8');
    const { name, version } = JSON.parse(manifest) as Component;
    return `${name}@${version}`;
  });
  return new Set(await Promise.all(names));
}

/**
 * Renders the CycloneDX bill of materials. npm lists everything in the lock; the bill has only the packages of the
 * bundle, the keychain library and the runtimes. Random values and times are replaced, so that it is reproducible.
 */
export async function renderBillOfMaterials(
  { date, facts }: Pick<ReleaseWork, 'date' | 'facts'>,
  metafile: Pick<Metafile, 'inputs'>,
  targets: readonly Target[],
): Promise<string> {
  const options = ['--sbom-format', 'cyclonedx', '--package-lock-only'];
  const bom = JSON.parse(await runTool('npm', ['sbom', ...options], { cwd: root, date })) as Bom;
  const bundled = await listBundledPackages(metafile);
  const contained = bom.components.filter(
    ({ 'bom-ref': ref, name }) => bundled.has(ref) || name.startsWith('@napi-rs/keyring'),
  );
  const missing = [...bundled].filter((ref) => !contained.some((component) => component['bom-ref'] === ref));
  if (missing.length > 0) throw new Error(`package-lock.json does not have ${missing.join(', ')}`);
  const runtimes = targets.map(({ bun, digest }) => ({
    'bom-ref': `@oven/bun-${bun}@${BUN}`,
    type: 'platform',
    name: `@oven/bun-${bun}`,
    version: BUN,
    scope: 'required',
    purl: formatPackageUrl(`@oven/bun-${bun}`, BUN),
    hashes: [{ alg: 'SHA-512', content: decodeDigest(digest) }],
    licenses: [{ license: { id: 'MIT' } }],
  }));
  const components = [
    ...contained.map(({ properties: _, ...component }) => ({ ...component, scope: 'required' })),
    ...runtimes,
  ];
  const refs = new Set(components.map((component) => component['bom-ref']));
  const { component } = bom.metadata;
  const program = { ref: component['bom-ref'], dependsOn: [...refs].toSorted() };
  const packages = bom.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((name) => refs.has(name)) }));
  const content = {
    components,
    dependencies: [
      program,
      ...packages,
      ...runtimes.map((runtime) => ({ ref: runtime['bom-ref'], dependsOn: [] })),
    ],
  };
  const digest = computeDigest(JSON.stringify(content));
  return `${JSON.stringify(
    {
      ...bom,
      serialNumber: `urn:uuid:${deriveUuid(digest)}`,
      metadata: {
        ...bom.metadata,
        timestamp: new Date(date * 1000).toISOString(),
        lifecycles: [{ phase: 'build' }],
        component: { ...component, type: 'application', name: facts.name },
      },
      ...content,
    },
    null,
    2,
  )}\n`;
}

/** Returns a uuid (version 8) that is derived from the contents. */
const deriveUuid = (digest: string): string =>
  [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `8${digest.slice(13, 16)}`,
    `8${digest.slice(17, 20)}`,
    digest.slice(20, 32),
  ].join('-');

/** The commit and the targets from which a release is built. */
export interface ReleaseOrigin {
  readonly commit: string;
  readonly targets: Readonly<Record<string, Target>>;
}

/** Renders the origin of the files as an in-toto statement. It is unsigned, because the owner signs releases. */
export function renderProvenance(
  facts: ReleaseFacts,
  { commit, targets }: ReleaseOrigin,
  digests: Readonly<Record<string, string>>,
): string {
  const statement = {
    _type: 'https://in-toto.io/Statement/v1',
    subject: Object.entries(digests).map(([name, digest]) => ({ name, digest: { sha256: digest } })),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'urn:toile:release:v1',
        externalParameters: { version: facts.version, targets: Object.keys(targets) },
        internalParameters: { node: process.version },
        resolvedDependencies: [
          {
            uri: facts.addresses ? `git+${facts.addresses.repository}` : 'urn:toile:source',
            digest: { gitCommit: commit },
          },
          ...Object.values(targets).map(({ bun, digest }) => ({
            uri: formatPackageUrl(`@oven/bun-${bun}`, BUN),
            digest: { sha512: decodeDigest(digest) },
          })),
        ],
      },
      runDetails: { builder: { id: 'urn:toile:builder:by-hand' } },
    },
  };
  return `${JSON.stringify(statement, null, 2)}\n`;
}

/** Renders digests in the format of `sha256sum --check`. */
export const formatDigests = (digests: Readonly<Record<string, string>>): string =>
  Object.entries(digests)
    .map(([name, digest]) => `${digest}  ${name}\n`)
    .join('');
