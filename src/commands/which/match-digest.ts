/**
 * Finds the reads from which a printed page or a workbook was made. A read is the set of bodies of a garment that were
 * read at one time.
 */

import type { ReadMatch, SearchedPlaces, WhichResult } from '../../garment/read-matches.ts';
import { NotFound, UsageError } from '../../platform/errors.ts';
import { shellText } from '../../platform/escape/shell.ts';
import { detectPathKind } from '../../platform/files/user-files.ts';
import { appendAll } from '../../platform/lists.ts';
import type { CommandContext } from '../command-context.ts';
import {
  findInBodies,
  findInFolders,
  findInHistory,
  findInWorkbooks,
  readWorkbookReads,
} from './find-reads.ts';
import { loadSearchPlaces } from './search-places.ts';

/**
 * A digest on a printed page has DIGEST_LENGTH characters. The user must type at least the first MIN_LENGTH of them.
 */
const [DIGEST_LENGTH, MIN_LENGTH] = [12, 6];

/**
 * Returns the digests to search for: `word` itself, or the digests that the workbook with the path `word` records.
 * Throws a UsageError if `word` is neither a digest nor a file, or if the file records no digests.
 */
const readWantedDigests = async (deps: CommandContext, word: string): Promise<readonly string[]> => {
  const typed = word.replaceAll(/\s/g, '').toLowerCase();
  if (/^[0-9a-f]+$/.test(typed) && typed.length >= MIN_LENGTH && typed.length <= DIGEST_LENGTH)
    return [typed];
  if ((await detectPathKind(deps.system, word)) !== 'file')
    throw new UsageError(
      `${JSON.stringify(word)} is not a file or a digest: a digest is the ${DIGEST_LENGTH}-character code (0-9, a-f) on a printed page, and its first ${MIN_LENGTH} are enough`,
      { hint: shellText`toile which 3f9a12c4e07b season` },
    );
  const origin = await readWorkbookReads(deps, word);
  const digests = origin?.reads.map(({ digest }) => digest) ?? [];
  if (digests.length > 0) return [...new Set(digests)];
  throw new UsageError(
    `${word} has no record of what was sent: it is an older workbook, or the record was changed`,
  );
};

const refuseAmbiguousDigest = (wanted: readonly string[], reads: readonly ReadMatch[]): void => {
  for (const digestStart of wanted) {
    const matches = reads.filter(({ digest }) => digest.startsWith(digestStart));
    const digests = [...new Set(matches.map(({ digest }) => digest))];
    if (digests.length < 2) continue;
    const names = digests.map(
      (digest) => `${digest} (${matches.find((each) => each.digest === digest)?.name ?? ''})`,
    );
    throw new UsageError(
      `${digestStart} matches ${digests.length} digests; type more characters: ${names.join(', ')}`,
      { code: 'ambiguous', details: { candidates: digests } },
    );
  }
};

/**
 * Fills in a missing `now` (the comparison with the newest pulled version) in each match of a garment, for example in a
 * match from a workbook. Copies it from another match with the same digest. If there is no such match, `now` stays
 * null.
 */
const copyNewest = (reads: readonly ReadMatch[]): readonly ReadMatch[] =>
  reads.map((each) => {
    const other = reads.find(({ digest, now }) => digest === each.digest && now !== null);
    return each.now === null && each.of === 'garment' && other ? { ...each, now: other.now } : each;
  });

const formatSearched = ({ folders, garments, workbooks, past, notes }: SearchedPlaces): string =>
  [
    `${folders.length === 0 ? 'no pulled folder' : `${folders.join(', ')} (designs: ${garments})`}`,
    `manifests in git history: ${past}`,
    `workbooks: ${workbooks}`,
    ...notes,
  ].join('; ');

/**
 * Finds the garments and folders with the digest that the user typed, or with the digests that a workbook records.
 * Searches folders, files, git history and workbooks. `missing` lists digests without a match. Throws NotFound if
 * nothing matches, and a UsageError if a shortened digest stands for several different digests.
 */
export const findReads = async (
  deps: CommandContext,
  { digest, words }: { readonly digest: string; readonly words: readonly string[] },
): Promise<WhichResult> => {
  const wanted = await readWantedDigests(deps, digest);
  const isWanted = (each: string): boolean => wanted.some((word) => each.startsWith(word));
  const places = await loadSearchPlaces(deps, words);
  const { roots } = places;
  const notes = [...places.notes];
  const reads: ReadMatch[] = [
    ...findInFolders(roots, isWanted),
    ...(await findInBodies(deps, places, isWanted)),
  ];
  let past = 0;
  // If each typed digest is complete and matches a current file, the git history is not searched.
  const isFound = wanted.every(
    (word) => word.length === DIGEST_LENGTH && reads.some((each) => each.digest === word),
  );
  for (const root of isFound ? [] : roots) {
    const found = await findInHistory(deps, roots, root, isWanted);
    const isNew = (each: ReadMatch): boolean =>
      !reads.some(
        (other) =>
          other.digest === each.digest &&
          other.design_id === each.design_id &&
          other.garment_id === each.garment_id,
      );
    appendAll(reads, found.reads.filter(isNew));
    past += found.count;
    if (found.note !== undefined) notes.push(found.note);
  }
  const inWorkbooks = await findInWorkbooks(deps, places, isWanted);
  appendAll(reads, inWorkbooks.reads);
  appendAll(notes, inWorkbooks.notes);
  const folders = roots.flatMap((root) => root.folders);
  const searched: SearchedPlaces = {
    folders: folders.map(({ dir }) => dir),
    garments: folders.reduce((sum, { collection }) => sum + collection.subjects.length, 0),
    workbooks: places.workbooks.length,
    past,
    notes,
  };
  refuseAmbiguousDigest(wanted, reads);
  const missing = wanted.filter((word) => !reads.some(({ digest: each }) => each.startsWith(word)));
  if (reads.length === 0)
    throw new NotFound(
      `no data has the digest ${wanted.join(' or ')}; searched: ${formatSearched(searched)}`,
    );
  return { digests: wanted, reads: copyNewest(reads), searched, missing };
};
