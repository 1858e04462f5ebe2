import { buildWhichRows, renderWhichView, WHICH_COLUMNS } from '../../output/views/which.ts';
import { buildDataResult } from '../command-result.ts';
import { defineCommand } from '../command-spec.ts';
import { findReads } from './match-digest.ts';

export const whichCommand = defineCommand({
  path: 'which',
  resultKind: 'data',
  targetFlags: [],
  group: 'Keep a season',
  effects: { sends: 'never' },
  outputSchemas: ['toile.which/1'],
  summary: 'Find the data behind a printed page, and later changes',
  namesInOtherTools: ['identify'],
  about:
    'Every sheet, workbook and HTML page has a data digest in its footer. toile looks for the digest in ' +
    'pulled folders, in their git history and in workbooks. It sends nothing. Instead of the digest, ' +
    'you can give a workbook.\n\n' +
    'The same digest means the same values. The order of fields does not matter. The order of a list ' +
    'and the spelling of a number do.\n\n' +
    'The page of a whole garment is found only in a folder with its graph, brief, trust and ' +
    'confirmations in one profile. toile does not verify that a workbook or a repository ' +
    'is genuine.',
  args: [
    {
      name: 'DIGEST',
      about: 'the digest on the page, or a workbook (.xlsx)',
      required: true,
      completes: ['files'],
    },
    {
      name: 'DIR',
      about:
        'where to search: pulled folders or folders above them, workbooks, graphs (default: this folder)',
      many: true,
      completes: ['files'],
    },
  ],
  examples: [
    { why: 'Find the data that a printed sheet was made from', line: 'toile which 3f9a12c4e07b season' },
    { why: 'See what changed since a workbook was sent', line: 'toile which back.xlsx season' },
  ],
  json: '{"schema": "toile.which/1", "digests", "reads": [{"digest", "of", "design_id", "garment_id", "name", "profile", "read", "found": {"kind", "where", "commit"}, "now": {"where", "read", "changes": {"stated", "withdrawn", "changed", "added", "removed"}}, "designs": {"all", "changed"}}], "searched": {"folders", "garments", "workbooks", "past", "notes"}, "missing": [...]}\n\nof: garment, folder; kind: folder, git, workbook, file',
  exitCodes: [
    ['1', 'some data of a workbook was not found'],
    ['2', 'several digests begin like this one'],
    ['5', 'no data has this digest; the message says what was searched'],
  ],
  columns: [{ names: WHICH_COLUMNS }],
  parse: ({ args: [digest = '', ...words] }) => ({ digest, words: words.length === 0 ? ['.'] : words }),
  run: async (deps, options) => {
    const value = await findReads(deps, options);
    return buildDataResult('toile.which/1', value, value.missing.length > 0 ? { exit: 1 } : {});
  },
  buildView: (value) => renderWhichView(value),
  buildRows: (value) => buildWhichRows(value),
});
