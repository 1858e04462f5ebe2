/** What a pulled folder holds, read without any of toile's own code. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

export const READS = ['graph.technical_designer', 'tailor-brief', 'design-trust', 'confirmations'] as const;

/** Files below a folder, with paths relative to it; toile's own bookkeeping aside. */
export const filesIn = (root: string): readonly string[] =>
  existsSync(root)
    ? readdirSync(root, { recursive: true, encoding: 'utf8' })
        .filter((path) => !path.split('/').includes('.toile') && statSync(join(root, path)).isFile())
        .toSorted()
    : [];

const idIn = (path: string): string | undefined =>
  /([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/[^/]+$/.exec(path)?.[1];

/** Designs of which every read is there. */
export const wholeIn = (root: string): ReadonlySet<string> => {
  const counts = new Map<string, number>();
  for (const path of filesIn(root)) {
    const id = idIn(path);
    if (id !== undefined && READS.some((read) => path.endsWith(`/${read}.json`)))
      counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return new Set([...counts].flatMap(([id, count]) => (count === READS.length ? [id] : [])));
};

/** Files under the name of one design or read with the body of another, or with no whole body. */
export const wrongBodiesIn = (root: string): readonly string[] =>
  filesIn(root).filter((path) => {
    const id = idIn(path);
    if (id === undefined || !path.endsWith('.json')) return false;
    try {
      const body = JSON.parse(readFileSync(join(root, path), 'utf8')) as Record<string, unknown>;
      const read = /\/graph\.[^/]+$/.test(path) ? undefined : path.split('/').at(-1)?.replace('.json', '');
      return body.design_id !== id || (path.includes('/export.') ? false : body.read !== read);
    } catch {
      return true;
    }
  });

/** One digest of all that was pulled; the times in it aside. */
export const digestOf = (root: string): string => {
  const hash = createHash('sha256');
  for (const path of filesIn(root)) {
    const text = readFileSync(join(root, path), 'utf8').replaceAll(/"fetched": "[^"]*"/g, '');
    hash.update(`${path}\0${text}\0`);
  }
  return hash.digest('hex');
};

/** Whether what was removed of a design can be had again. */
export const isInRemoved = (root: string, id: string): boolean => {
  const removed = join(root, '.toile', 'removed');
  if (!existsSync(removed)) return false;
  return readdirSync(removed, { recursive: true, encoding: 'utf8' }).some((path) => {
    const full = join(removed, path);
    return statSync(full).isFile() && readFileSync(full, 'utf8').includes(`"${id}"`);
  });
};
