/**
 * Writes an image in the OCI layout: the program, the C library that it is linked with, certificates and licences; no
 * shell, and not root. It is for the processor of this machine, because its C library is used.
 */

import { chmod, lutimes, mkdir, readdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { type Executable, listImageFiles } from './file-lists.ts';
import { computeDigest, type FileTree, type ReleaseWork, runTool, writeTar, writeTree } from './tools.ts';

const PROCESSORS = { x64: 'amd64', arm64: 'arm64' } as const;
const USER = '65532:65532';
const CERTIFICATES = 'etc/ssl/certs/ca-certificates.crt';
const MEDIA_TYPES = {
  index: 'application/vnd.oci.image.index.v1+json',
  manifest: 'application/vnd.oci.image.manifest.v1+json',
  config: 'application/vnd.oci.image.config.v1+json',
  layer: 'application/vnd.oci.image.layer.v1.tar+gzip',
};

/** Finds the libraries that the program is linked with. */
async function findLibraries(program: string, work: ReleaseWork): Promise<FileTree> {
  const listing = await runTool('ldd', [program], { cwd: work.folder, date: work.date });
  const paths = [...listing.matchAll(/(?:=>)?\s(\/\S+) \(0x/g)].map(([, path = '']) => path);
  const tree: Record<string, { from: string; mode: number }> = {};
  for (const path of paths) tree[path.slice(1)] = { from: await realpath(path), mode: 0o755 };
  return tree;
}

/** Writes the image as a tar file and returns its name. */
export async function writeImage(work: ReleaseWork, executable: Executable): Promise<string> {
  const { facts, folder, date, effort } = work;
  const cpu = PROCESSORS[executable.target.cpu];
  const layerFolder = join(folder, 'layer');
  await writeTree(
    layerFolder,
    {
      ...listImageFiles(executable),
      ...(await findLibraries(executable.file, work)),
      [CERTIFICATES]: { text: `${rootCertificates.join('\n')}\n` },
    },
    date,
  );
  // Tech Pack requests, keys and the rate limit are stored here, also for the user of the image.
  await mkdir(join(layerFolder, 'tmp'));
  await chmod(join(layerFolder, 'tmp'), 0o1777);
  await lutimes(join(layerFolder, 'tmp'), date, date);
  const tops = ['etc', 'lib', 'lib64', 'tmp', 'usr'];
  const present = new Set(await readdir(layerFolder));
  await writeTar(
    join(folder, 'layer.tar'),
    layerFolder,
    tops.filter((name) => present.has(name)),
    date,
  );
  const layer = await readFile(join(folder, 'layer.tar'));
  const packed = gzipSync(layer, { level: effort });

  const layout = join(folder, 'image');
  const blobs = join(layout, 'blobs/sha256');
  await mkdir(blobs, { recursive: true });
  const writeBlob = async (mediaType: string, bytes: Uint8Array) => {
    const digest = computeDigest(bytes);
    await writeFile(join(blobs, digest), bytes);
    return { mediaType, digest: `sha256:${digest}`, size: bytes.length };
  };
  const writeJsonBlob = (mediaType: string, value: unknown) =>
    writeBlob(mediaType, Buffer.from(JSON.stringify(value)));
  const created = new Date(date * 1000).toISOString();
  const platform = { architecture: cpu, os: 'linux' };
  const annotations = {
    'org.opencontainers.image.title': facts.name,
    'org.opencontainers.image.description': facts.summary,
    'org.opencontainers.image.version': facts.version,
    'org.opencontainers.image.licenses': facts.licence,
    'org.opencontainers.image.created': created,
    ...(facts.addresses && { 'org.opencontainers.image.source': facts.addresses.repository }),
  };
  const config = await writeJsonBlob(MEDIA_TYPES.config, {
    created,
    ...platform,
    config: {
      User: USER,
      // The only folder that every user may write to.
      Env: ['PATH=/usr/bin', 'HOME=/tmp', `SSL_CERT_FILE=/${CERTIFICATES}`],
      Entrypoint: ['/usr/bin/toile'],
      WorkingDir: '/',
      Labels: annotations,
    },
    rootfs: { type: 'layers', diff_ids: [`sha256:${computeDigest(layer)}`] },
    history: [{ created, created_by: 'npm run release' }],
  });
  const manifest = await writeJsonBlob(MEDIA_TYPES.manifest, {
    schemaVersion: 2,
    mediaType: MEDIA_TYPES.manifest,
    config,
    layers: [await writeBlob(MEDIA_TYPES.layer, packed)],
    annotations,
  });
  const index = {
    schemaVersion: 2,
    mediaType: MEDIA_TYPES.index,
    manifests: [
      {
        ...manifest,
        platform,
        annotations: { 'org.opencontainers.image.ref.name': facts.version },
      },
    ],
  };
  await writeTree(
    layout,
    {
      'oci-layout': { text: JSON.stringify({ imageLayoutVersion: '1.0.0' }) },
      'index.json': { text: JSON.stringify(index) },
    },
    date,
  );
  const name = `${facts.name}-${facts.version}-image-linux-${cpu}.tar`;
  await writeTar(join(folder, name), layout, ['blobs', 'index.json', 'oci-layout'], date);
  await rename(join(folder, name), join(work.out, name));
  await rm(layerFolder, { recursive: true });
  return name;
}
