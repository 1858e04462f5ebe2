import { typeable } from '../../border/shell.ts';
import { UsageError } from '../../errors.ts';
import {
  allTakenView,
  type NotTaken,
  TAKEN_COLUMNS,
  type Taken,
  takenRows,
  takenView,
} from '../../view/exported-files.ts';
import type { GarmentBodies } from '../../workbook/index.ts';
import { type MadeAnswer, made, type TextAnswer } from '../answers.ts';
import { define } from '../define.ts';
import { PROFILE } from '../designs/fetch-resource.ts';
import { isGiven, READABLE } from '../designs/given-body.ts';
import type { Base, Files, Service } from '../facets.ts';
import { list, text } from '../flags/parse-flags.ts';
import { calledAfter, eachSource, type Source, sourceOf, type Wanted, wantedOf } from '../sheet-reads.ts';
import type { Given } from '../typed.ts';
import { ofSeveral, type Placing, refuseContrary, WRITING_EXITS, written } from '../written-files.ts';
import type { Workbooks } from './facet.ts';

interface Options extends Placing {
  readonly wanted: Wanted;
  readonly profile: string | undefined;
  readonly rounds: readonly string[];
  readonly together: boolean;
}

/** Written one by one: each was tried. */
interface AllWritten {
  readonly workbooks: readonly Taken[];
  readonly failed: readonly NotTaken[];
}

type Needed = Base & Service & Files & Workbooks;

const [MOST_ROUNDS, LONGEST_ROUND] = [20, 40];

/** Rounds of measuring as typed: `proto,fit,pp`. */
const roundsOf = (flags: Given): readonly string[] => {
  const rounds = list(flags, 'rounds', typeable`names with commas between, such as proto,fit,pp`) ?? [];
  const lower = rounds.map((round) => round.toLowerCase());
  if (new Set(lower).size < rounds.length) throw new UsageError('--rounds names a round twice');
  if (rounds.length > MOST_ROUNDS || rounds.some((round) => round.length > LONGEST_ROUND))
    throw new UsageError(`--rounds takes up to ${MOST_ROUNDS} names of up to ${LONGEST_ROUND} characters`);
  return rounds;
};

/** A body that is here already was read some other time: the same one gives the same file. */
const garmentOf = async (deps: Needed, { reading, asked }: Source): Promise<GarmentBodies> => ({
  ...(await reading()),
  readAt: asked === undefined ? undefined : deps.clock.now(),
});

/** One file of these garments; what it is called after is known before anything of them is read. */
const one = async (
  deps: Needed,
  sources: readonly Source[],
  options: Options,
  several: boolean,
): Promise<Taken> => {
  const { into, clobber, skipExisting, rounds } = options;
  const name = `${calledAfter(sources)}_workbook.xlsx`;
  return written(deps, { into, name, clobber, skipExisting, several }, async () => {
    const garments: GarmentBodies[] = [];
    for (const source of sources) garments.push(await garmentOf(deps, source));
    return deps.workbook({ garments, rounds });
  });
};

/** The schema of the list has the record that only exports have. */
const inList = ({ skipped, ...taken }: Taken): Taken => ({ ...taken, record: null, skipped });

const isAll = (value: Taken | AllWritten): value is AllWritten => 'workbooks' in value;

export const workbookWrite = define({
  path: 'workbook write',
  answers: 'made',
  group: 'Take it away',
  does: {
    sends: 'sometimes',
    writes: 'a workbook, or one for each',
    asks: 'which design, where no ID is typed',
  },
  gives: ['toile.workbook/1', 'toile.workbooks/1'],
  summary: 'Write a workbook (.xlsx) to print and fill in',
  about:
    'Sheets: cover, bill of materials, points of measure with their sizes, cut list, seams, labels and packing, ' +
    'colourways, brief, questions, measure, every value, and what each sheet leaves out. A state stands beside its ' +
    'value by mark and word, and as a fill that grey shows too. Numbers are numbers with the digits of the body, ' +
    'codes and fractions are text, and nothing is a formula. Questions has empty columns for answer, by and date, ' +
    'Measure one for each round; toile workbook read shows what comes back. It takes four reads a garment; of a graph ' +
    'that is here already (-, @FILE) the workbook holds what that says.',
  words: [{ ...READABLE, many: true }],
  flags: {
    output: { short: 'o', value: 'PATH', about: 'a file, a folder, or - for stdout', completes: ['files'] },
    profile: PROFILE,
    rounds: {
      value: 'A,B',
      about: 'rounds of measuring, an empty column each: proto,fit,pp',
      suggests: ['proto', 'fit', 'pp'],
      commas: true,
    },
    together: { about: 'all of them in one workbook, the garment in every row' },
    clobber: { about: 'replace files that are there' },
    'skip-existing': { about: 'leave files that are there, and ask the service for nothing of them' },
  },
  examples: [
    { why: 'For a fit, with room for two rounds', line: 'toile workbook write GARM-5117 --rounds proto,fit' },
    {
      why: 'Two garments in one file for the factory',
      line: 'toile workbook write GARM-101 GARM-7 --together -o order.xlsx',
    },
    {
      why: 'Of a graph as it was some commits ago',
      line: 'git show HEAD~7:season/GARM-101/graph.technical_designer.json | toile workbook write -',
    },
  ],
  json: '{"schema": "toile.workbook/1", "file", "bytes", "sha256", "skipped"}; of several files {"schema": "toile.workbooks/1", "workbooks": [...], "failed": [{"id", "code", "message", "exit"}]}',
  exits: WRITING_EXITS,
  columns: [{ names: TAKEN_COLUMNS }],
  parse: ({ words, flags }): Options => {
    const profile = text(flags, 'profile');
    const options: Options = {
      wanted: wantedOf(words, profile),
      into: text(flags, 'output'),
      profile,
      rounds: roundsOf(flags),
      together: flags.together === true,
      clobber: flags.clobber === true,
      skipExisting: flags['skip-existing'] === true,
    };
    refuseContrary(options);
    if (words.filter((word) => word === '-').length > 1)
      throw new UsageError('stdin can be read only once: type - once');
    if (options.into === '-' && words.length > 1 && !options.together)
      throw new UsageError('several files cannot be told apart on stdout; --together makes one of them');
    return options;
  },
  local: ({ wanted }) => wanted.every(([, what]) => isGiven(what)),
  patient: ({ wanted }) => wanted.length > 1,
  run: async (deps: Needed, options): Promise<MadeAnswer<Taken | AllWritten> | TextAnswer> => {
    const { wanted, profile } = options;
    if (wanted.length > 1 && !options.together) {
      const each = async (source: Source) => inList(await one(deps, [source], options, true));
      const { taken: workbooks, failed } = await eachSource(deps, wanted, profile, each);
      return ofSeveral('toile.workbooks/1', { workbooks, failed });
    }
    const sources: Source[] = [];
    for (const [, what] of wanted) sources.push(await sourceOf(deps, what, profile));
    const value = await one(deps, sources, options, false);
    if (value.file === '-') return { kind: 'text', text: '' };
    return made('toile.workbook/1', value);
  },
  view: (value) =>
    isAll(value) ? allTakenView({ exports: value.workbooks, failed: value.failed }) : takenView(value),
  rows: (value) => takenRows(isAll(value) ? value.workbooks : [value]),
});
