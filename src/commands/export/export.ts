import { ALL_DRIVERS, DEFAULT_DRIVER, DEFAULT_PROFILE, DRIVERS, driverOf } from '../../client/resources.ts';
import { UsageError } from '../../errors.ts';
import {
  type AllTaken,
  allTakenView,
  LINK_COLUMNS,
  linkRows,
  linkView,
  TAKEN_COLUMNS,
  type Taken,
  takenRows,
  takenView,
} from '../../view/exported-files.ts';
import { exportReport } from '../../view/report-markdown.ts';
import type { BodyAnswer, MadeAnswer, TextAnswer } from '../answers.ts';
import { define } from '../define.ts';
import { named } from '../designs/design-ref.ts';
import { PROFILE } from '../designs/fetch-resource.ts';
import { owning } from '../designs/own-design.ts';
import { idsOf } from '../designs/typed-ids.ts';
import type { Base, Files, Service } from '../facets.ts';
import { text } from '../flags/parse-flags.ts';
import { ofSeveral, refuseContrary, WRITING_EXITS } from '../written-files.ts';
import { post, takeAll, takeOne, type Wanted } from './export-files.ts';

interface Options extends Wanted {
  readonly ids: readonly string[];
  readonly link: boolean;
}

export const exportCommand = define({
  path: 'export',
  answers: 'made',
  group: 'Take it away',
  does: {
    sends: 'always',
    scopes: ['export'],
    writes: 'a file for each export',
    asks: 'which design, where no ID is typed',
  },
  gives: ['toile.export/1', 'toile.exports/1', 'export'],
  summary: 'Export construction documents and download them',
  elsewhere: ['download', 'get'],
  about:
    'Files are named after the garment, the profile and the driver. A file gets its name only when it is what was ' +
    'asked for, whole, and of the size and digest that the service gave for it; one that is there already is ' +
    'replaced with --clobber only. With several ids each is tried, and what failed is listed at the end.',
  words: [{ name: 'ID', about: 'designs; - reads ids from stdin, one a line', many: true }],
  flags: {
    output: {
      short: 'o',
      value: 'PATH',
      about: 'a file, a folder (made for several), or - for stdout',
      completes: 'files',
    },
    profile: PROFILE,
    driver: {
      value: 'DRIVER',
      choices: [...new Set([...ALL_DRIVERS, ...Object.values(DRIVERS)])],
      about: 'a layered drawing (svg, what is taken when nothing is said) or JSON',
    },
    clobber: { about: 'replace files that are there' },
    'skip-existing': { about: 'leave files that are there, and do not ask the service for them' },
    link: { about: 'print the answer with its link, and download nothing' },
  },
  examples: [
    { why: 'The drawing for the factory', line: 'toile export GARM-5117 --profile factory' },
    {
      why: 'Every minted design, into a folder, where it is not there yet',
      line: 'toile designs ls --all --minted | toile export - -o exports/ --skip-existing',
    },
    { why: 'As JSON, into another program', line: 'toile export GARM-5117 --driver json -o - | jq .' },
  ],
  json: '{"schema": "toile.export/1", "file", "bytes", "sha256", "record", "skipped", "drawing"}; of several ids {"schema": "toile.exports/1", "exports": [...], "failed": [{"id", "code", "message", "exit"}]}; with --link the body of the service',
  exits: WRITING_EXITS,
  columns: [{ names: TAKEN_COLUMNS }, { when: '--link', names: LINK_COLUMNS }],
  parse: ({ words, flags }): Options => {
    const into = text(flags, 'output');
    const options = {
      ids: words,
      into,
      profile: text(flags, 'profile') ?? DEFAULT_PROFILE,
      driver: driverOf(text(flags, 'driver') ?? 'svg') ?? DEFAULT_DRIVER,
      clobber: flags.clobber === true,
      skipExisting: flags['skip-existing'] === true,
      link: flags.link === true,
    };
    if (options.link && (into !== undefined || options.clobber || options.skipExisting)) {
      throw new UsageError('--link downloads nothing, so -o, --clobber and --skip-existing change nothing');
    }
    refuseContrary(options);
    for (const word of words) if (word !== '-') named(word);
    return options;
  },
  patient: ({ ids }) => ids.length > 1 || ids[0] === '-',
  run: async (deps: Base & Service & Files, options): Promise<MadeAnswer | BodyAnswer | TextAnswer> => {
    const ids = await idsOf(deps, options.ids);
    const names = ids.length === 0 ? [undefined] : ids.map(named);
    const [first, ...others] = names;
    // What came on stdin may be any number: how many there are today changes neither place nor form of the answer.
    const isList = options.ids.includes('-') && !options.link && options.into !== '-';
    if (others.length > 0 || isList) {
      if (options.link) throw new UsageError('--link takes one id');
      if (options.into === '-') throw new UsageError('several files cannot be told apart on stdout');
      return ofSeveral('toile.exports/1', await takeAll(deps, names, ids, options));
    }
    if (options.link) {
      const { id } = await owning(deps)(first);
      const { value, text: sent } = await post(deps, id, options);
      if ((await deps.target()).sandbox) {
        deps.tell({
          kind: 'note',
          text: 'no server is behind this link; toile sandbox start gives one that is',
        });
      }
      return { kind: 'body', value, text: sent };
    }
    const value = await takeOne(deps, first, options);
    if (value.file === '-') return { kind: 'text', text: '' };
    return { kind: 'made', schema: 'toile.export/1', value };
  },
  view: (value, { link }) => {
    if (link) return linkView(value);
    return isSeveral(value) ? allTakenView(value) : takenView(value as Taken);
  },
  report: (value) => exportReport(value as Taken | AllTaken),
  rows: (value, { link }) => {
    if (link) return linkRows(value);
    return takenRows(isSeveral(value) ? value.exports : [value as Taken]);
  },
});

const isSeveral = (value: unknown): value is AllTaken =>
  typeof value === 'object' && value !== null && 'exports' in value;
