import type { ReadMatch, SearchedPlaces, WhichResult } from '../../garment/read-matches.ts';
import { buildWhichRows, renderWhichView, WHICH_COLUMNS } from '../../output/views/which.ts';
import { NotFound, UsageError } from '../../platform/errors.ts';
import { shellText } from '../../platform/escape/shell.ts';
import { detectPathKind } from '../../platform/files/user-files.ts';
import type { CommandContext } from '../command-context.ts';
import { buildDataResult } from '../command-result.ts';
import { defineCommand } from '../command-spec.ts';
import {
  findInBodies,
  findInFolders,
  findInHistory,
  findInWorkbooks,
  readWorkbookReads,
} from './find-reads.ts';
import { findSearchPlaces } from './search-places.ts';

/** The number of characters of a digest on a page, and the minimum number that a user may type. */
const [DIGEST_LENGTH, FEWEST] = [12, 6];

/**
 * Returns the digests to search for: the typed digest, or the digests that the workbook with this name records.
 * Throws a UsageError for any other word.
 */
const readWantedDigests = async (deps: CommandContext, word: string): Promise<readonly string[]> => {
  const typed = word.replaceAll(/\s/g, '').toLowerCase();
  if (/^[0-9a-f]+$/.test(typed) && typed.length >= FEWEST && typed.length <= DIGEST_LENGTH) return [typed];
  if ((await detectPathKind(deps.system, word)) !== 'file')
    throw new UsageError(
      `${JSON.stringify(word)} is not a file or a digest: a digest is the ${DIGEST_LENGTH}-character code (0-9, a-f) on a printed page, and its first ${FEWEST} are enough`,
      { hint: shellText`toile which 3f9a12c4e07b season` },
    );
  const origin = await readWorkbookReads(deps, word);
  const digests = origin?.reads.map(({ digest }) => digest) ?? [];
  if (digests.length > 0) return [...new Set(digests)];
  throw new UsageError(`${word} has no record of a read: it is an older workbook, or the record was changed`);
};

/** Throws a UsageError if a shortened digest matches several digests. */
const refuseAmbiguousDigest = (wanted: readonly string[], reads: readonly ReadMatch[]): void => {
  for (const word of wanted) {
    const fitting = reads.filter(({ digest }) => digest.startsWith(word));
    const digests = [...new Set(fitting.map(({ digest }) => digest))];
    if (digests.length < 2) continue;
    const names = digests.map(
      (digest) => `${digest} (${fitting.find((each) => each.digest === digest)?.name ?? ''})`,
    );
    throw new UsageError(`${word} begins the digests of ${digests.length} reads: ${names.join(', ')}`, {
      code: 'ambiguous',
      details: { candidates: digests },
    });
  }
};

/** Copies the newest read from the match in a folder to matches of the same digest in workbooks and files. */
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

/** The command `toile which`: finds the data that a printed page was made from, and what changed since. */
export const whichCommand = defineCommand({
  path: 'which',
  resultKind: 'made',
  targetFlags: [],
  group: 'Export and order',
  effects: { sends: 'never' },
  outputSchemas: ['toile.which/1'],
  summary: 'Find the data of a printed page, and what changed since',
  namesInOtherTools: ['identify'],
  about:
    'Every sheet, workbook and HTML page has a data digest in its footer. The digest is looked up in ' +
    'pulled folders, in their git history and in workbooks; nothing is sent. Equal digests mean equal values: ' +
    'the order of members does not count, that of a list and the spelling of a number do. A page with the four ' +
    'reads of a garment is found where all of them were pulled in the same profile, one of a local graph where ' +
    'that graph was pulled. A workbook instead of a digest is looked up by the reads that it records. What a ' +
    'workbook or a repository says of itself is not verified.',
  args: [
    {
      name: 'DIGEST',
      about: 'the digest on the page, or a workbook (.xlsx)',
      required: true,
      completes: ['files'],
    },
    {
      name: 'DIR',
      about: 'pulled folders, folders of them, workbooks or graphs (default: this folder)',
      many: true,
      completes: ['files'],
    },
  ],
  examples: [
    { why: 'Find the data that a printed sheet was made from', line: 'toile which 3f9a12c4e07b season' },
    { why: 'See what changed since a workbook was sent', line: 'toile which back.xlsx season' },
  ],
  json: '{"schema": "toile.which/1", "digests", "reads": [{"digest", "of", "design_id", "garment_id", "name", "profile", "read", "found": {"kind", "where", "commit"}, "now": {"where", "read", "changes": {"stated", "withdrawn", "changed", "added", "removed"}}, "designs": {"all", "changed"}}], "searched": {"folders", "garments", "workbooks", "past", "notes"}, "missing": [...]}; of: garment, folder; kind: folder, git, workbook, file',
  exitCodes: [
    ['1', 'some reads of a workbook were not found'],
    ['2', 'the beginning of a digest fits several reads'],
    ['5', 'no read has this digest; the message says what was searched'],
  ],
  columns: [{ names: WHICH_COLUMNS }],
  parse: ({ args: [digest = '', ...words] }) => ({ digest, words: words.length === 0 ? ['.'] : words }),
  run: async (deps: CommandContext, { digest, words }) => {
    const wanted = await readWantedDigests(deps, digest);
    const isWanted = (each: string): boolean => wanted.some((word) => each.startsWith(word));
    const places = await findSearchPlaces(deps, words);
    const { roots } = places;
    const notes = [...places.notes];
    const reads: ReadMatch[] = [
      ...findInFolders(roots, isWanted),
      ...(await findInBodies(deps, places, isWanted)),
    ];
    let past = 0;
    // A full digest that was found in current files needs no search in the git history.
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
      reads.push(...found.reads.filter(isNew));
      past += found.count;
      if (found.note !== undefined) notes.push(found.note);
    }
    const inWorkbooks = await findInWorkbooks(deps, places, isWanted);
    reads.push(...inWorkbooks.reads);
    notes.push(...inWorkbooks.notes);
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
    const value: WhichResult = { digests: wanted, reads: copyNewest(reads), searched, missing };
    if (reads.length === 0)
      throw new NotFound(
        `no read has the digest ${wanted.join(' or ')}; searched: ${formatSearched(searched)}`,
      );
    return buildDataResult('toile.which/1', value, missing.length > 0 ? { exit: 1 } : {});
  },
  buildView: (value) => renderWhichView(value),
  buildRows: (value) => buildWhichRows(value),
});
