import { UsageError } from '../errors.ts';
import { allTakenView, TAKEN_COLUMNS, type Taken, takenRows, takenView } from '../view/exported-files.ts';
import { type MadeAnswer, made, type TextAnswer } from './answers.ts';
import { define } from './define.ts';
import { PROFILE } from './designs/fetch-resource.ts';
import { isGiven, READABLE } from './designs/given-body.ts';
import { text } from './flags/parse-flags.ts';
import { CHOOSING, choiceOf } from './sheet-choice.ts';
import { DRAWING, drawingFile, drawingOf } from './sheet-drawing.ts';
import { type Deps, type Options, pageOf, type Several, sourcesOf, write } from './sheet-files.ts';
import { filesOf, SPEAKING, speakingOf } from './sheet-language.ts';
import { eachSource, type Source, wantedOf } from './sheet-reads.ts';
import { since } from './sheet-since.ts';
import { ofSeveral, refuseContrary } from './written-files.ts';

const isSeveral = (value: Taken | Several): value is Several => 'sheets' in value;

export const sheet = define({
  path: 'sheet',
  answers: 'made',
  group: 'Take it away',
  does: {
    sends: 'sometimes',
    scopes: ['export'],
    writes: 'a page, or one for each',
    asks: 'which design, where no ID is typed',
  },
  gives: ['toile.sheet/1', 'toile.sheets/1'],
  summary: 'Write a garment as one page to print and send to a factory',
  elsewhere: ['print', 'tech-sheet'],
  about:
    'One HTML file that needs nothing else: no network, no script. It holds materials, ' +
    'pieces, seams and measurements, the brief, the counts and the open questions, every value with its mark, and ' +
    'prints on A4 and Letter in black and white. Each printed page names the garment, the profile and the time of ' +
    'reading. It takes four reads; of a graph that is here already (-, @FILE) the page holds what that says. Several ids are one document with a table of contents, or a file each where -o is a ' +
    'folder. What a choice leaves out is counted on the last page.',
  words: [{ ...READABLE, many: true }],
  flags: {
    output: { short: 'o', value: 'PATH', about: 'a file, a folder, or - for stdout', completes: ['files'] },
    profile: PROFILE,
    ...CHOOSING,
    since: {
      value: 'BEFORE',
      about:
        'a first page of what changed, and a bar beside each value that did: since a file, a pulled folder or an id, as toile diff reads them',
      completes: ['ids', 'files'],
    },
    ...DRAWING,
    ...SPEAKING,
    open: { about: 'show it in the browser, from where it can be printed' },
    clobber: { about: 'replace a file that is there' },
    'skip-existing': { about: 'leave a file that is there, and ask the service for nothing' },
  },
  examples: [
    { why: 'For a factory', line: 'toile sheet GARM-5117 --profile factory' },
    {
      why: 'Of a graph as it was some commits ago',
      line: 'git show HEAD~7:season/GARM-101/graph.technical_designer.json | toile sheet -',
    },
    { why: 'For the cutting room alone', line: 'toile sheet GARM-450 --only cutting' },
    { why: 'A season in one document', line: 'toile sheet GARM-101 GARM-7 GARM-5117 -o season.html' },
    {
      why: 'What is new since the last pull, before the rest',
      line: 'toile sheet GARM-5117 --since season',
    },
    { why: 'In English and Vietnamese', line: 'toile sheet GARM-5117 --profile factory --lang vi' },
    {
      why: 'What of it has no Vietnamese yet, to be filled in for --terms',
      line: 'toile sheet GARM-5117 --lang vi --terms-missing > words.csv',
    },
    {
      why: 'With the construction drawing, for which one export is asked for',
      line: 'toile sheet GARM-5117 --drawing fetch',
    },
    { why: 'To look at, and to print', line: 'toile sheet GARM-101 -o shirt.html --open' },
  ],
  json: '{"schema": "toile.sheet/1", "file", "bytes", "sha256", "skipped"}; with a file for each of several {"schema": "toile.sheets/1", "sheets": [...], "failed": [{"id", "code", "message", "exit"}]}',
  exits: [
    ['1', 'some of several failed'],
    ['2', 'a file is there already, or none can be written there; nothing was sent'],
  ],
  columns: [{ names: TAKEN_COLUMNS }],
  parse: ({ words, flags }): Options => {
    const profile = text(flags, 'profile');
    const wanted = wantedOf(words, profile);
    const isHere = wanted.some(([, what]) => isGiven(what));
    const options = {
      wanted,
      choice: choiceOf(flags),
      since: text(flags, 'since'),
      drawing: drawingOf(flags, wanted.length > 1, isHere),
      speaking: speakingOf(flags),
      into: text(flags, 'output'),
      profile,
      open: flags.open === true,
      clobber: flags.clobber === true,
      skipExisting: flags['skip-existing'] === true,
    };
    refuseContrary(options);
    if (options.into === '-' && options.open)
      throw new UsageError('-o - writes no file, so --open changes nothing');
    if ([...words, options.since].filter((word) => word === '-').length > 1)
      throw new UsageError('stdin can be read only once: type - once');
    return options;
  },
  patient: ({ wanted }) => wanted.length > 1,
  local: ({ wanted, since }) => since === undefined && wanted.every(([, what]) => isGiven(what)),
  run: async (deps: Deps, asked): Promise<MadeAnswer<Taken | Several> | TextAnswer> => {
    const earlierOf = since(deps, asked.since, asked.wanted.length === 1);
    const options = {
      ...asked,
      earlierOf,
      beside: await filesOf(deps, asked.speaking),
      drawn: await drawingFile(deps, asked.drawing),
    };
    const { wanted, into, open, speaking } = options;
    if (speaking.missing)
      return {
        kind: 'text',
        text: await deps.missingTerms(await pageOf(deps, await sourcesOf(deps, options), options)),
      };
    const isFolder = into !== undefined && (/[\\/]$/.test(into) || (await deps.standing(into)) === 'folder');
    if (wanted.length > 1 && isFolder) {
      if (open) throw new UsageError('--open shows one page, and there are several files to write');
      const each = (source: Source) => write(deps, [source], options, true);
      const { taken: sheets, failed } = await eachSource(deps, wanted, options.profile, each);
      return ofSeveral('toile.sheets/1', { sheets, failed });
    }
    const value = await write(deps, await sourcesOf(deps, options), options, false);
    if (value.file === '-') return { kind: 'text', text: '' };
    if (open && !(await deps.openPage(value.file))) {
      deps.tell({ kind: 'note', text: `no browser could be started; open ${value.file} in one to print it` });
    }
    return made('toile.sheet/1', value);
  },
  view: (value) =>
    isSeveral(value) ? allTakenView({ exports: value.sheets, failed: value.failed }) : takenView(value),
  rows: (value) => takenRows(isSeveral(value) ? value.sheets : [value]),
});
