/**
 * Writes an image in the OCI layout: the program, the C library that it is linked with, certificates and licences; no
 * shell, and not root. It is for the processor of this machine, because its C library is used.
 */

import { chmod, lutimes, mkdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { gzipSync } from 'node:zlib';
import type { Target } from '../executable/targets.ts';
import { bareTree } from './contents.ts';
import type { Facts } from './facts.ts';
import { lay, type Making, sha256, type Tree, tar, tool } from './tools.ts';

const CPU = { x64: 'amd64', arm64: 'arm64' } as const;
const NOBODY = '65532:65532';
const CERTIFICATES = 'etc/ssl/certs/ca-certificates.crt';
const TYPES = {
  index: 'application/vnd.oci.image.index.v1+json',
  manifest: 'application/vnd.oci.image.manifest.v1+json',
  config: 'application/vnd.oci.image.config.v1+json',
  layer: 'application/vnd.oci.image.layer.v1.tar+gzip',
};

/** Returns the libraries that the loader uses for the program, by path. */
async function librariesOf(program: string, making: Making): Promise<Tree> {
  const said = await tool('ldd', [program], { cwd: making.place, date: making.date });
  const paths = [...said.matchAll(/(?:=>)?\s(\/\S+) \(0x/g)].map(([, path = '']) => path);
  const tree: Record<string, { from: string; mode: number }> = {};
  for (const path of paths) tree[path.slice(1)] = { from: await realpath(path), mode: 0o755 };
  return tree;
}

export async function writeImage(
  making: Making,
  program: string,
  target: Target,
  facts: Facts,
  notices: string,
): Promise<string> {
  const { place, date, effort } = making;
  const layerFolder = join(place, 'layer');
  await lay(
    layerFolder,
    {
      ...bareTree(program, notices),
      ...(await librariesOf(program, making)),
      [CERTIFICATES]: { text: `${rootCertificates.join('\n')}\n` },
    },
    date,
  );
  // Tech Pack requests, keys and the rate limit are stored here, also for the user of the image.
  await mkdir(join(layerFolder, 'tmp'));
  await chmod(join(layerFolder, 'tmp'), 0o1777);
  await lutimes(join(layerFolder, 'tmp'), date, date);
  const tops = ['etc', 'lib', 'lib64', 'tmp', 'usr'];
  const there = await Promise.all(tops.map((name) => realpath(join(layerFolder, name)).catch(() => '')));
  await tar(
    join(place, 'layer.tar'),
    layerFolder,
    tops.filter((_, at) => there[at]),
    date,
  );
  const layer = await readFile(join(place, 'layer.tar'));
  const packed = gzipSync(layer, { level: effort });

  const layout = join(place, 'image');
  const blobs = join(layout, 'blobs/sha256');
  await mkdir(blobs, { recursive: true });
  const keep = async (mediaType: string, bytes: Uint8Array) => {
    const digest = sha256(bytes);
    await writeFile(join(blobs, digest), bytes);
    return { mediaType, digest: `sha256:${digest}`, size: bytes.length };
  };
  const keepJson = (mediaType: string, value: unknown) => keep(mediaType, Buffer.from(JSON.stringify(value)));
  const created = new Date(date * 1000).toISOString();
  const platform = { architecture: CPU[target.cpu], os: 'linux' };
  const annotations = {
    'org.opencontainers.image.title': facts.name,
    'org.opencontainers.image.description': facts.summary,
    'org.opencontainers.image.version': facts.version,
    'org.opencontainers.image.licenses': facts.licence,
    'org.opencontainers.image.created': created,
    ...(facts.addresses && { 'org.opencontainers.image.source': facts.addresses.repository }),
  };
  const config = await keepJson(TYPES.config, {
    created,
    ...platform,
    config: {
      User: NOBODY,
      // The only folder that every user may write to.
      Env: ['PATH=/usr/bin', 'HOME=/tmp', `SSL_CERT_FILE=/${CERTIFICATES}`],
      Entrypoint: ['/usr/bin/toile'],
      WorkingDir: '/',
      Labels: annotations,
    },
    rootfs: { type: 'layers', diff_ids: [`sha256:${sha256(layer)}`] },
    history: [{ created, created_by: 'npm run release' }],
  });
  const manifest = await keepJson(TYPES.manifest, {
    schemaVersion: 2,
    mediaType: TYPES.manifest,
    config,
    layers: [await keep(TYPES.layer, packed)],
    annotations,
  });
  const named = { 'org.opencontainers.image.ref.name': facts.version };
  const index = {
    schemaVersion: 2,
    mediaType: TYPES.index,
    manifests: [{ ...manifest, platform, annotations: named }],
  };
  await lay(
    layout,
    {
      'oci-layout': { text: JSON.stringify({ imageLayoutVersion: '1.0.0' }) },
      'index.json': { text: JSON.stringify(index) },
    },
    date,
  );
  const name = `${facts.name}-${facts.version}-image-linux-${CPU[target.cpu]}.tar`;
  await tar(join(place, name), layout, ['blobs', 'index.json', 'oci-layout'], date);
  await rename(join(place, name), join(making.out, name));
  await rm(layerFolder, { recursive: true });
  return name;
}
