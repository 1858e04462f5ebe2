import { buildExportReport } from '../../output/views/report-markdown.ts';
import {
  buildExportLinkRows,
  buildSavedFileRows,
  EXPORT_LINK_COLUMNS,
  renderExportLinkView,
  renderSavedFilesView,
  renderSavedFileView,
  SAVED_FILE_COLUMNS,
  type SavedFile,
  type SavedFiles,
} from '../../output/views/saved-files.ts';
import { UsageError } from '../../platform/errors.ts';
import {
  DEFAULT_DRIVER,
  DEFAULT_PROFILE,
  EXPORT_DRIVER_NAMES,
  EXPORT_DRIVERS,
  findExportDriver,
} from '../../service/client/resources.ts';
import { reportNote } from '../command-context.ts';
import type { DataResult, ServiceResult, TextResult } from '../command-result.ts';
import { defineCommand } from '../command-spec.ts';
import { readIdArguments } from '../designs/body-input.ts';
import { ID_ARGUMENT, parseDesignReference } from '../designs/design-reference.ts';
import { PROFILE_FLAG } from '../designs/fetch-resource.ts';
import { createOwnDesignFinder } from '../designs/own-design.ts';
import { readTextFlag } from '../flags/parse-flags.ts';
import {
  createBatchResult,
  EXISTING_FILE_FLAGS,
  OUTPUT_FLAG,
  readOutputPath,
  WRITE_EXIT_CODES,
} from '../output-files.ts';
import { downloadExports, downloadOneExport, type ExportFileOptions, requestExport } from './export-files.ts';

interface ExportCommandOptions extends ExportFileOptions {
  readonly ids: readonly string[];
  readonly link: boolean;
}

export const exportCommand = defineCommand({
  path: 'export',
  resultKind: 'data',
  group: 'Send to a factory',
  effects: {
    sends: 'always',
    scopes: ['export'],
    writes: 'one file per export',
    asks: 'which design, when no ID is given',
  },
  outputSchemas: ['toile.export/1', 'toile.exports/1', 'export'],
  summary: 'Export and download construction documents',
  namesInOtherTools: ['download', 'get'],
  about:
    'The name of each file says the garment, the profile and the format. A file gets its final name only ' +
    'after toile has checked its size and checksum.\n\n' +
    'If one of several exports fails, the others continue. The failures are listed at the end.',
  args: [{ name: 'ID', about: `${ID_ARGUMENT.about}; "-" reads ids from stdin`, many: true, stdin: 'ids' }],
  flags: {
    ...OUTPUT_FLAG,
    profile: PROFILE_FLAG,
    driver: {
      value: 'DRIVER',
      choices: [...new Set([...EXPORT_DRIVER_NAMES, ...Object.values(EXPORT_DRIVERS)])],
      about: 'format: json, or svg (also called illustrator_svg_stage1)',
      default: 'svg',
    },
    ...EXISTING_FILE_FLAGS,
    link: {
      about: 'print the download link instead of downloading',
      excludes: ['output', 'clobber', 'skip-existing'],
    },
  },
  examples: [
    { why: 'Download the drawing for the factory', line: 'toile export GARM-5117 --profile factory' },
    {
      why: 'Download missing exports of designs with a GARM id',
      line: 'toile designs ls --all --minted | toile export - -o exports/ --skip-existing',
    },
    {
      why: 'Pass the JSON document to another program',
      line: 'toile export GARM-5117 --driver json -o - | jq .',
    },
  ],
  json: '{"schema": "toile.export/1", "file", "bytes", "sha256", "record", "skipped", "drawing"}\n\nwith several ids {"schema": "toile.exports/1", "exports": [...], "failed": [{"id", "code", "message", "exit"}]}\n\nwith --link the JSON of the service, unchanged',
  exitCodes: WRITE_EXIT_CODES,
  columns: [{ names: SAVED_FILE_COLUMNS }, { when: '--link', names: EXPORT_LINK_COLUMNS }],
  parse: ({ args, flags }): ExportCommandOptions => {
    const options = {
      ids: args,
      ...readOutputPath(flags),
      profile: readTextFlag(flags, 'profile') ?? DEFAULT_PROFILE,
      driver: findExportDriver(readTextFlag(flags, 'driver') ?? 'svg') ?? DEFAULT_DRIVER,
      link: flags.link === true,
    };
    for (const word of args) if (word !== '-') parseDesignReference(word);
    return options;
  },
  hasUnlimitedWait: ({ ids }) => ids.length > 1 || ids[0] === '-',
  run: async (deps, options): Promise<DataResult | ServiceResult | TextResult> => {
    const ids = await readIdArguments(deps, options.ids);
    const names = ids.length === 0 ? [undefined] : ids.map(parseDesignReference);
    const [first, ...others] = names;
    // For ids from stdin, the result is always a list. Its form is then the same for one id and for several.
    const isList = options.ids.includes('-') && !options.link && options.into !== '-';
    if (others.length > 0 || isList) {
      if (options.link) throw new UsageError('--link takes exactly one id');
      if (options.into === '-') throw new UsageError('cannot write several files to stdout');
      return createBatchResult('toile.exports/1', await downloadExports(deps, names, ids, options));
    }
    if (options.link) {
      const { id } = await createOwnDesignFinder(deps)(first);
      const { value, text: sentText } = await requestExport(deps, id, options);
      if ((await deps.target()).sandbox) {
        reportNote(
          deps,
          'the embedded sandbox cannot serve this link; for a working link, run toile sandbox start',
        );
      }
      return { kind: 'body', value, text: sentText };
    }
    const value = await downloadOneExport(deps, first, options);
    if (value.file === '-') return { kind: 'text', text: '' };
    return { kind: 'data', schema: 'toile.export/1', value };
  },
  buildView: (value, { link }) => {
    if (link) return renderExportLinkView(value);
    return isExportList(value) ? renderSavedFilesView(value) : renderSavedFileView(value as SavedFile);
  },
  buildReport: (value) => buildExportReport(value as SavedFile | SavedFiles),
  buildRows: (value, { link }) => {
    if (link) return buildExportLinkRows(value);
    return buildSavedFileRows(isExportList(value) ? value.exports : [value as SavedFile]);
  },
});

const isExportList = (value: unknown): value is SavedFiles =>
  typeof value === 'object' && value !== null && 'exports' in value;
