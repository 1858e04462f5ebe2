/** Writes all files of a release into one folder. */

import { mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Metafile } from 'esbuild';
import { root } from '../build/bundle-options.ts';
import { buildExecutable } from '../executable/build.ts';
import { exe, OWN, type Target, targetNamed } from '../executable/targets.ts';
import { writeArchive } from './archives.ts';
import { CEILINGS } from './ceilings.ts';
import { archiveTree, noticesOf } from './contents.ts';
import { type Facts, factsOf, type Manifest } from './facts.ts';
import { writeImage } from './image.ts';
import { writeDeb, writeRpm } from './linux-packages.ts';
import type { Archive, Archives } from './manifests/archive.ts';
import { formula } from './manifests/homebrew.ts';
import { scoop, winget } from './manifests/windows.ts';
import { packForNpm } from './npm-package.ts';
import { billOfMaterials, provenance, sums } from './statements.ts';
import { lay, type Making, sha256Of, tool } from './tools.ts';

export interface Wanted {
  readonly manifest: Manifest;
  readonly targets: readonly string[];
  readonly out: string;
  readonly effort: number;
  readonly say: (text: string) => void;
}

/** The values that every manifest uses. */
export const NAMED = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'windows-x64'];

const git = async (...words: readonly string[]): Promise<string> =>
  (await tool('git', words, { cwd: root, date: 0 })).trim();

/** Builds next to the folder and moves the result into place when it is complete. */
export async function makeRelease({ manifest, targets, out, effort, say }: Wanted): Promise<void> {
  const chosen = Object.fromEntries(targets.map((name) => [name, targetNamed(name)]));
  const [date, commit] = await Promise.all([
    git('log', '-1', '--format=%ct').then(Number),
    git('rev-parse', 'HEAD'),
  ]);
  await mkdir(dirname(out), { recursive: true });
  const place = await mkdtemp(`${out}-`);
  try {
    const making: Making = { out: join(place, 'out'), place: join(place, 'work'), date, effort };
    await Promise.all([mkdir(making.out), mkdir(making.place)]);
    const facts = factsOf(manifest);
    const { archives, metafile } = await writeTargets(making, facts, chosen, say);
    await packForNpm(making.place, making.out, date);
    const stem = `${facts.name}-${facts.version}`;
    const bom = await billOfMaterials(making, facts, metafile, Object.values(chosen));
    await writeFile(join(making.out, `${stem}.cdx.json`), bom);
    await writeManifests(making, facts, archives);
    const digests = await digestsIn(making.out);
    const origin = provenance(facts, { commit, targets: chosen }, digests);
    await writeFile(join(making.out, `${stem}.intoto.json`), origin);
    await writeFile(join(making.out, 'SHA256SUMS'), sums(await digestsIn(making.out)));
    await rm(out, { recursive: true, force: true });
    await rename(making.out, out);
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

/** Writes the files of each platform, one executable at a time, because each needs much memory. */
async function writeTargets(
  making: Making,
  facts: Facts,
  targets: Readonly<Record<string, Target>>,
  say: (text: string) => void,
) {
  const archives: Record<string, Archive> = {};
  let metafile: Pick<Metafile, 'inputs'> = { inputs: {} };
  for (const [name, target] of Object.entries(targets)) {
    const program = join(making.place, `toile${exe(target)}`);
    metafile = await buildExecutable(name, program, facts.version);
    const { size } = await stat(program);
    if (size > CEILINGS.program)
      throw new Error(`${name} has ${size} bytes, and may have ${CEILINGS.program}`);
    const notices = await noticesOf(target, metafile);
    const stem = `${facts.name}-${facts.version}-${name}`;
    const file = await writeArchive(
      making,
      stem,
      target,
      archiveTree(program, target, facts.version, notices),
    );
    archives[name] = { file, stem, sha256: await sha256Of(join(making.out, file)) };
    say(file);
    if (target.system === 'linux') {
      for (const write of [writeDeb, writeRpm]) say(await write(making, program, target, facts, notices));
    }
    if (name === OWN && target.system === 'linux')
      say(await writeImage(making, program, target, facts, notices));
    await rm(program);
  }
  return { archives, metafile };
}

async function writeManifests(making: Making, facts: Facts, archives: Archives): Promise<void> {
  const { addresses } = facts;
  // With only some targets, files that name the others are not written.
  if (!addresses || NAMED.some((name) => !archives[name])) return;
  const known = { ...facts, addresses };
  const texts: Record<string, string> = {
    'homebrew/toile.rb': formula(known, archives),
    'scoop/toile.json': scoop(known, archives),
  };
  for (const [name, text] of Object.entries(winget(known, archives))) texts[`winget/${name}`] = text;
  const tree = Object.fromEntries(Object.entries(texts).map(([path, text]) => [path, { text }]));
  await lay(making.out, tree, making.date);
}

async function digestsIn(folder: string): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const digests: Record<string, string> = {};
  for (const entry of entries.filter((each) => each.isFile())) {
    const path = join(entry.parentPath, entry.name);
    digests[path.slice(folder.length + 1).replaceAll('\\', '/')] = await sha256Of(path);
  }
  return Object.fromEntries(Object.entries(digests).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
