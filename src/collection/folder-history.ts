/**
 * Finds earlier manifests of pulled folders in the git history of a folder, and the bodies that these manifests list.
 */

import { shellText } from '../platform/escape/shell.ts';
import type { SafePath } from '../platform/files/safe-path.ts';
import { parseJson, parseJsonWithin } from '../platform/json/parse-json.ts';
import type { HostSystem } from '../platform/system/host-system.ts';
import { type GitResult, runGit } from '../platform/system/run-git.ts';
import { type CollectionManifest, MANIFEST_FILE, parseManifest } from './manifest.ts';

/** The manifest of a pulled folder in an earlier commit. */
export interface PastManifest {
  /** The folder of the manifest, relative to the repository; empty for its root. */
  readonly folder: string;
  readonly blob: string;
  readonly manifest: CollectionManifest;
}

/** A commit that contains a manifest. */
export interface PastCommit {
  readonly id: string;
  /** The time of the commit, in milliseconds since 1970. */
  readonly at: number;
}

/**
 * The earlier versions of manifests in the git history of a folder, and functions that read the files that such a
 * manifest lists.
 */
export interface FolderHistory {
  /** The reason why the history could not be read; undefined if it was read, or the folder is outside git. */
  readonly reason: string | undefined;
  readonly isShallow: boolean;
  /** Yields the manifests of all commits, each once. Manifests that are invalid or too large are skipped. */
  manifests(): AsyncIterable<PastManifest>;
  /**
   * Returns the oldest commit that has one of the versions `blobs` (git object ids) of a manifest file. `past` gives
   * the path of this file.
   */
  findCommit(past: PastManifest, blobs: ReadonlySet<string>): Promise<PastCommit | undefined>;
  /**
   * Returns a file of a commit, parsed as JSON; undefined if it cannot be read. `path` is relative to `past.folder`.
   */
  readBody(past: PastManifest, commit: PastCommit, path: string): Promise<unknown>;
}

type GitHost = Pick<HostSystem, 'env' | 'signal'>;

const REASONS: Readonly<Record<string, string>> = {
  'no git': 'git is not installed',
  'other owner': 'the repository belongs to another user',
  'too large': 'the history is larger than the limit of toile',
  failed: 'git could not read it',
};

/**
 * The maximum total size in bytes of the manifests that are read at once. A single manifest above this size is skipped.
 */
const BATCH_BYTES = 32 * 1024 * 1024;

const HINT = shellText`git log`;

const readObjects = (
  host: GitHost,
  folder: SafePath,
  option: '--batch' | '--batch-check',
  names: readonly string[],
): Promise<GitResult> =>
  runGit(host, folder, ['cat-file', option], names.map((name) => `${name}\n`).join(''));

const toText = (result: GitResult): string => ('output' in result ? result.output.toString('utf8') : '');

/**
 * Splits the output of `git cat-file --batch` into the contents of the objects. The content of a missing object is
 * undefined.
 */
const splitObjects = (output: Buffer): readonly (Buffer | undefined)[] => {
  const contents: (Buffer | undefined)[] = [];
  let at = 0;
  while (at < output.length) {
    const end = output.indexOf(10, at);
    if (end < 0) break;
    const [, kind, size] = output.subarray(at, end).toString('utf8').split(' ').slice(-3);
    at = end + 1;
    if (kind === undefined || !/^\d+$/.test(size ?? '')) {
      contents.push(undefined);
      continue;
    }
    contents.push(kind === 'blob' ? output.subarray(at, at + Number(size)) : undefined);
    at += Number(size) + 1;
  }
  return contents;
};

const parsePastManifest = (text: string): CollectionManifest | undefined => {
  try {
    return parseManifest(text, MANIFEST_FILE, HINT, { readJsonUpTo: parseJsonWithin });
  } catch {
    return undefined;
  }
};

const NO_HISTORY: Omit<FolderHistory, 'reason'> = {
  isShallow: false,
  async *manifests() {},
  findCommit: async () => undefined,
  readBody: async () => undefined,
};

const toPathspec = (path: string): string => `:(top,literal)${path}`;

const listManifestBlobs = async (host: GitHost, folder: SafePath) => {
  // All files are listed, and the manifests are selected from this list. With a pattern for manifests, `git rev-list`
  // would not find the manifests in subfolders.
  const objects = await runGit(host, folder, ['rev-list', '--objects', '--all', '--', '.']);
  const blobs = toText(objects)
    .split('\n')
    .flatMap((line) => {
      const [, blob = '', path = ''] = /^([0-9a-f]{40,64}) (.+)$/.exec(line) ?? [];
      return path === MANIFEST_FILE || path.endsWith(`/${MANIFEST_FILE}`) ? [{ blob, path }] : [];
    });
  const blobIds = blobs.map(({ blob }) => blob);
  const checkedSizes = await readObjects(host, folder, '--batch-check', blobIds);
  const sizes = toText(checkedSizes).split('\n');
  return {
    result: 'output' in objects ? checkedSizes : objects,
    blobs: blobs.flatMap(({ blob, path }, index) => {
      const [, size] = / blob (\d+)$/.exec(sizes[index] ?? '') ?? [];
      return size === undefined || Number(size) > BATCH_BYTES ? [] : [{ blob, path, size: Number(size) }];
    }),
  };
};

const groupBySize = <T extends { readonly size: number }>(blobs: readonly T[]): readonly (readonly T[])[] => {
  const groups: T[][] = [];
  let sum = Number.POSITIVE_INFINITY;
  for (const blob of blobs) {
    if (sum + blob.size > BATCH_BYTES) {
      groups.push([]);
      sum = 0;
    }
    groups.at(-1)?.push(blob);
    sum += blob.size;
  }
  return groups;
};

/**
 * Opens the git history of a folder. The history is empty if the folder is outside git. If git fails, the history is
 * empty and `reason` says why.
 */
export const openFolderHistory = async (host: GitHost, folder: SafePath): Promise<FolderHistory> => {
  const location = await runGit(host, folder, ['rev-parse', '--show-prefix', '--is-shallow-repository']);
  if ('reason' in location) {
    const isOutside = location.reason === 'no repository';
    return { ...NO_HISTORY, reason: isOutside ? undefined : REASONS[location.reason] };
  }
  const { blobs, result } = await listManifestBlobs(host, folder);
  if ('reason' in result) return { ...NO_HISTORY, reason: REASONS[result.reason] };
  const readPaths = async (paths: readonly string[]): Promise<readonly (Buffer | undefined)[]> => {
    // `git cat-file` reads one path from each line, so it would misread a path that contains a line feed.
    if (paths.some((path) => path.includes('\n'))) return [];
    const result = await readObjects(host, folder, '--batch', paths);
    return 'output' in result ? splitObjects(result.output) : [];
  };
  const getFolderPrefix = ({ folder: pastFolder }: PastManifest): string =>
    pastFolder === '' ? '' : `${pastFolder}/`;
  return {
    reason: undefined,
    isShallow: toText(location).trimEnd().endsWith('true'),
    async *manifests() {
      for (const group of groupBySize(blobs)) {
        const contents = await readPaths(group.map(({ blob }) => blob));
        for (const [index, { blob, path }] of group.entries()) {
          const manifest = parsePastManifest(contents[index]?.toString('utf8') ?? '');
          if (manifest)
            yield { folder: path.slice(0, -MANIFEST_FILE.length).replace(/\/$/, ''), blob, manifest };
        }
      }
    },
    async findCommit(past, blobIds) {
      const path = `${getFolderPrefix(past)}${MANIFEST_FILE}`;
      const commitLog = await runGit(host, folder, [
        ...(['rev-list', '--all', '--full-history', '--timestamp', '--'] as const),
        toPathspec(path),
      ]);
      const commits = toText(commitLog)
        .split('\n')
        .flatMap((line) => {
          const [, seconds, id = ''] = /^(\d+) ([0-9a-f]{40,64})$/.exec(line) ?? [];
          return seconds === undefined ? [] : [{ id, at: Number(seconds) * 1000 }];
        })
        .toSorted((a, b) => a.at - b.at);
      const manifestIds = commits.map(({ id }) => `${id}:${path}`);
      const blobLines = await readObjects(host, folder, '--batch-check', manifestIds);
      const lines = toText(blobLines).split('\n');
      return commits.find((_, index) => blobIds.has(lines[index]?.split(' ')[0] ?? ''));
    },
    async readBody(past, commit, path) {
      const [content] = await readPaths([`${commit.id}:${getFolderPrefix(past)}${path}`]);
      try {
        return content === undefined ? undefined : parseJson(content.toString('utf8'));
      } catch {
        return undefined;
      }
    },
  };
};
