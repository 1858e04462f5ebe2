/** Writes all files of a release into one folder. */

import { mkdir, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Metafile } from 'esbuild';
import { root } from '../build/bundle-options.ts';
import { listFiles } from '../build/list-files.ts';
import { buildExecutable } from '../executable/build-executable.ts';
import { findTarget, getExecutableName, OWN_TARGET, type Target } from '../executable/targets.ts';
import { collectTargetNotices, listArchiveFiles } from './file-lists.ts';
import { writeDeb, writeRpm } from './linux-packages.ts';
import { packForNpm } from './pack-for-npm.ts';
import {
  type Archive,
  type Archives,
  renderHomebrewFormula,
  renderScoopManifest,
  renderWingetManifests,
} from './package-manifests.ts';
import { type Manifest, readReleaseFacts, SIZE_LIMITS } from './release-facts.ts';
import { formatDigests, renderBillOfMaterials, renderProvenance } from './statements.ts';
import { computeFileDigest, type ReleaseWork, runTool, writeTree } from './tools.ts';
import { writeArchive } from './write-archive.ts';
import { writeImage } from './write-image.ts';

/** The options of a release. */
export interface ReleaseOptions {
  readonly manifest: Manifest;
  readonly targets: readonly string[];
  readonly out: string;
  readonly effort: number;
  readonly say: (text: string) => void;
}

/** The targets that the manifests of Homebrew, Scoop and winget need. */
const MANIFEST_TARGETS = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'windows-x64'];

const runGit = async (...words: readonly string[]): Promise<string> =>
  (await runTool('git', words, { cwd: root, date: 0 })).trim();

/** Builds next to the folder and moves the result into place when it is complete. */
export async function makeRelease({ manifest, targets, out, effort, say }: ReleaseOptions): Promise<void> {
  const targetsByName = Object.fromEntries(targets.map((name) => [name, findTarget(name)]));
  const [date, commit] = await Promise.all([
    runGit('log', '-1', '--format=%ct').then(Number),
    runGit('rev-parse', 'HEAD'),
  ]);
  await mkdir(dirname(out), { recursive: true });
  const folder = await mkdtemp(`${out}-`);
  try {
    const facts = readReleaseFacts(manifest);
    const work: ReleaseWork = {
      facts,
      out: join(folder, 'out'),
      folder: join(folder, 'work'),
      date,
      effort,
    };
    await Promise.all([mkdir(work.out), mkdir(work.folder)]);
    const { archives, metafile } = await writeTargets(work, targetsByName, say);
    await packForNpm(work.folder, work.out, date);
    const stem = `${facts.name}-${facts.version}`;
    const bom = await renderBillOfMaterials(work, metafile, Object.values(targetsByName));
    await writeFile(join(work.out, `${stem}.cdx.json`), bom);
    await writeManifests(work, archives);
    const digests = await computeDigests(work.out);
    const statement = renderProvenance(facts, { commit, targets: targetsByName }, digests);
    await writeFile(join(work.out, `${stem}.intoto.json`), statement);
    await writeFile(join(work.out, 'SHA256SUMS'), formatDigests(await computeDigests(work.out)));
    await rm(out, { recursive: true, force: true });
    await rename(work.out, out);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Writes the files of each platform, one executable at a time, because each needs much memory. */
async function writeTargets(
  work: ReleaseWork,
  targets: Readonly<Record<string, Target>>,
  say: (text: string) => void,
) {
  const { facts } = work;
  const archives: Record<string, Archive> = {};
  let metafile: Pick<Metafile, 'inputs'> = { inputs: {} };
  for (const [name, target] of Object.entries(targets)) {
    const program = join(work.folder, getExecutableName('toile', target));
    metafile = await buildExecutable(name, program, facts.version);
    const { size } = await stat(program);
    if (size > SIZE_LIMITS.program)
      throw new Error(`the executable for ${name} has ${size} bytes; the limit is ${SIZE_LIMITS.program}`);
    const executable = { file: program, target, notices: await collectTargetNotices(target, metafile) };
    const stem = `${facts.name}-${facts.version}-${name}`;
    const file = await writeArchive(work, stem, target, listArchiveFiles(executable, facts.version));
    archives[name] = { file, stem, sha256: await computeFileDigest(join(work.out, file)) };
    say(file);
    if (target.system === 'linux') {
      const writers = name === OWN_TARGET ? [writeDeb, writeRpm, writeImage] : [writeDeb, writeRpm];
      for (const write of writers) say(await write(work, executable));
    }
    await rm(program);
  }
  return { archives, metafile };
}

async function writeManifests({ facts, out, date }: ReleaseWork, archives: Archives): Promise<void> {
  const { addresses } = facts;
  // Each manifest names several targets, so a release of only some has no manifests.
  if (!addresses || MANIFEST_TARGETS.some((name) => !archives[name])) return;
  const addressed = { ...facts, addresses };
  const texts: Readonly<Record<string, string>> = {
    'homebrew/toile.rb': renderHomebrewFormula(addressed, archives),
    'scoop/toile.json': renderScoopManifest(addressed, archives),
    ...renderWingetManifests(addressed, archives),
  };
  const tree = Object.fromEntries(Object.entries(texts).map(([path, text]) => [path, { text }]));
  await writeTree(out, tree, date);
}

async function computeDigests(folder: string): Promise<Readonly<Record<string, string>>> {
  const digests: Record<string, string> = {};
  for (const file of await listFiles(folder)) digests[file] = await computeFileDigest(join(folder, file));
  return digests;
}
