/** Reads a pulled folder without toile's own code. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

export const READS = ['graph.technical_designer', 'tailor-brief', 'design-trust', 'confirmations'] as const;

/** Lists files with relative paths, without `.toile`. */
export const listFiles = (root: string): readonly string[] =>
  existsSync(root)
    ? readdirSync(root, { recursive: true, encoding: 'utf8' })
        .filter((path) => !path.split('/').includes('.toile') && statSync(join(root, path)).isFile())
        .toSorted()
    : [];

const findId = (path: string): string | undefined =>
  /([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/[^/]+$/.exec(path)?.[1];

/** Finds the designs of which every read is present. */
export const findCompleteDesigns = (root: string): ReadonlySet<string> => {
  const counts = new Map<string, number>();
  for (const path of listFiles(root)) {
    const id = findId(path);
    if (id !== undefined && READS.some((read) => path.endsWith(`/${read}.json`)))
      counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return new Set([...counts].flatMap(([id, count]) => (count === READS.length ? [id] : [])));
};

/** Finds files with the body of another design or read, or an incomplete body. */
export const findWrongBodies = (root: string): readonly string[] =>
  listFiles(root).filter((path) => {
    const id = findId(path);
    if (id === undefined || !path.endsWith('.json')) return false;
    try {
      const body = JSON.parse(readFileSync(join(root, path), 'utf8')) as Record<string, unknown>;
      const read = /\/graph\.[^/]+$/.test(path) ? undefined : path.split('/').at(-1)?.replace('.json', '');
      return body.design_id !== id || (path.includes('/export.') ? false : body.read !== read);
    } catch {
      return true;
    }
  });

/** Returns one digest of all pulled files, without their times. */
export const hashFolder = (root: string): string => {
  const hash = createHash('sha256');
  for (const path of listFiles(root)) {
    const text = readFileSync(join(root, path), 'utf8').replaceAll(/"fetched": "[^"]*"/g, '');
    hash.update(`${path}\0${text}\0`);
  }
  return hash.digest('hex');
};

/** Whether the removed files of a design are kept in `.toile/removed`. */
export const isInRemoved = (root: string, id: string): boolean => {
  const removed = join(root, '.toile', 'removed');
  if (!existsSync(removed)) return false;
  return readdirSync(removed, { recursive: true, encoding: 'utf8' }).some((path) => {
    const full = join(removed, path);
    return statSync(full).isFile() && readFileSync(full, 'utf8').includes(`"${id}"`);
  });
};
