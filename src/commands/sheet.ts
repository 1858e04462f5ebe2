import { UsageError } from '../errors.ts';
import type { Reading } from '../sheet/index.ts';
import { allTakenView, type NotTaken, TAKEN_COLUMNS, takenRows, takenView } from '../view/exported-files.ts';
import type { SheetChoice } from '../view/sheet-parts.ts';
import type { MadeAnswer, TextAnswer } from './answers.ts';
import { define } from './define.ts';
import { PROFILE } from './designs/fetch-resource.ts';
import { isGiven, READABLE, type Readable, readable } from './designs/given-body.ts';
import type { Base, Files, Pages, Service } from './facets.ts';
import { text } from './flags/parse-flags.ts';
import { CHOOSING, choiceOf, refuseUnknownKinds } from './sheet-choice.ts';
import { filesOf, SPEAKING, type Speaking, speakingOf } from './sheet-language.ts';
import type { PageOf } from './sheet-page.ts';
import { type Source, sourceOf } from './sheet-reads.ts';
import { isLimited, isThere, type Placing, refuseContrary, trying } from './written-files.ts';

interface Written {
  readonly file: string;
  readonly bytes: number | null;
  readonly sha256: string | null;
  readonly skipped: boolean;
}

interface Several {
  readonly sheets: readonly Written[];
  readonly failed: readonly NotTaken[];
}

interface Options extends Placing {
  /** As typed, and what that is. */
  readonly wanted: readonly (readonly [string, Readable])[];
  readonly profile: string | undefined;
  readonly choice: SheetChoice;
  readonly speaking: Speaking;
  /** What the named files hold. */
  readonly beside?: Awaited<ReturnType<typeof filesOf>>;
  readonly open: boolean;
}

type Deps = Base & Service & Files & Pages;

const pageOf = async (deps: Deps, sources: readonly Source[], options: Options): Promise<PageOf> => {
  const { choice, beside } = options;
  const garments: Reading[] = [];
  for (const source of sources) garments.push(await source.reading());
  refuseUnknownKinds(
    choice,
    garments.map(({ graph }) => graph),
  );
  return { garments, choice, now: deps.clock.now(), ...beside };
};

/** One file for these garments; nothing is asked of the service before it is clear that it can be written. */
const write = async (
  deps: Deps,
  sources: readonly Source[],
  options: Options,
  several: boolean,
): Promise<Written> => {
  const { into, clobber, skipExisting } = options;
  const [first, ...others] = sources;
  const more = others.length > 0 ? `_and_${others.length}_more` : '';
  const name = `${first?.subject || 'graph'}${more}_${first?.profile}_sheet.html`;
  const landed = await deps.landing({ into, name, clobber, skipExisting, several });
  const { file, skipped } = landed;
  const page = async (): Promise<string> => deps.sheet(await pageOf(deps, sources, options));
  try {
    const filled = skipped
      ? undefined
      : await landed.fill(await page()).catch((error: unknown) => {
          if (isThere(error, options)) return undefined;
          throw error;
        });
    return {
      file,
      bytes: filled?.bytes ?? null,
      sha256: filled?.sha256 ?? null,
      skipped: filled === undefined,
    };
  } finally {
    await landed.drop();
  }
};

/** A file for each of several: each is tried, and what failed is listed at the end. */
const writeEach = async (deps: Deps, options: Options): Promise<Several> => {
  const sheets: Written[] = [];
  const ids = options.wanted.map(([id]) => id);
  const tried = trying(deps, ids, isLimited);
  const done = new Set<string>();
  for (const [at, [, what]] of options.wanted.entries()) {
    const written = await tried.at(at, async () => {
      const source = await sourceOf(deps, what, options.profile);
      if (done.has(source.subject)) return undefined;
      done.add(source.subject);
      return write(deps, [source], options, true);
    });
    if (written) sheets.push(written);
  }
  return { sheets, failed: tried.failed() };
};

/** Each once, in the order of the words. */
const sourcesOf = async (deps: Deps, { wanted, profile }: Options): Promise<readonly Source[]> => {
  const sources: Source[] = [];
  for (const [, what] of wanted) {
    const source = await sourceOf(deps, what, profile);
    if (source.subject === '' || !sources.some(({ subject }) => subject === source.subject))
      sources.push(source);
  }
  return sources;
};

const isSeveral = (value: unknown): value is Several =>
  typeof value === 'object' && value !== null && 'sheets' in value;

const unrecorded = (written: Written) => ({ ...written, record: null });

export const sheet = define({
  path: 'sheet',
  answers: 'made',
  group: 'Take it away',
  does: { sends: 'sometimes', writes: 'a page, or one for each', asks: 'which design, where no ID is typed' },
  gives: ['toile.sheet/1', 'toile.sheets/1'],
  summary: 'Write a garment as one page to print and send to a factory',
  elsewhere: ['print', 'tech-sheet'],
  about:
    'One HTML file that needs nothing else: no network, no script. It holds a diagram of the relations, materials, ' +
    'pieces, seams and measurements, the brief, the counts and the open questions, every value with its mark, and ' +
    'prints on A4 and Letter in black and white. Each printed page names the garment, the profile and the time of ' +
    'reading. It takes four reads; of a graph that is here already (-, @FILE) the page holds what that says. Several ids are one document with a table of contents, or a file each where -o is a ' +
    'folder. What a choice leaves out is counted on the last page.',
  words: [{ ...READABLE, many: true }],
  flags: {
    output: { short: 'o', value: 'PATH', about: 'a file, a folder, or - for stdout', completes: 'files' },
    profile: PROFILE,
    ...CHOOSING,
    ...SPEAKING,
    open: { about: 'show it in the browser, from where it can be printed' },
    clobber: { about: 'replace a file that is there' },
    'skip-existing': { about: 'leave a file that is there, and ask the service for nothing' },
  },
  examples: [
    { why: 'For a factory', line: 'toile sheet GARM-5117 --profile factory' },
    {
      why: 'Of a graph that was pulled last week',
      line: 'git show HEAD~7:season/GARM-101/graph.technical_designer.json | toile sheet -',
    },
    { why: 'For the cutting room alone', line: 'toile sheet GARM-450 --only cutting' },
    { why: 'A season in one document', line: 'toile sheet GARM-101 GARM-7 GARM-5117 -o season.html' },
    { why: 'In English and Vietnamese', line: 'toile sheet GARM-5117 --profile factory --lang vi' },
    {
      why: 'What of it has no Vietnamese yet, to be filled in for --terms',
      line: 'toile sheet GARM-5117 --lang vi --terms-missing > words.csv',
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
    const typed = words.length === 0 ? [''] : words;
    const options = {
      wanted: typed.map((word, at) => [word, readable(words[at], profile)] as const),
      choice: choiceOf(flags),
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
    if (words.filter((word) => word === '-').length > 1)
      throw new UsageError('stdin can be read only once: type - once');
    return options;
  },
  patient: ({ wanted }) => wanted.length > 1,
  local: ({ wanted }) => wanted.every(([, what]) => isGiven(what)),
  run: async (deps: Deps, asked): Promise<MadeAnswer | TextAnswer> => {
    const options = { ...asked, beside: await filesOf(deps, asked.speaking) };
    const { wanted, into, open, speaking } = options;
    if (speaking.missing)
      return {
        kind: 'text',
        text: await deps.missingTerms(await pageOf(deps, await sourcesOf(deps, options), options)),
      };
    const isFolder = into !== undefined && (/[\\/]$/.test(into) || (await deps.standing(into)) === 'folder');
    if (wanted.length > 1 && isFolder) {
      if (open) throw new UsageError('--open shows one page, and there are several files to write');
      const value = await writeEach(deps, options);
      return { kind: 'made', schema: 'toile.sheets/1', value, ...(value.failed.length > 0 && { exit: 1 }) };
    }
    const value = await write(deps, await sourcesOf(deps, options), options, false);
    if (value.file === '-') return { kind: 'text', text: '' };
    if (open && !(await deps.openPage(value.file))) {
      deps.tell({ kind: 'note', text: `no browser could be started; open ${value.file} in one to print it` });
    }
    return { kind: 'made', schema: 'toile.sheet/1', value };
  },
  view: (value) =>
    isSeveral(value)
      ? allTakenView({ exports: value.sheets.map(unrecorded), failed: value.failed })
      : takenView(unrecorded(value as Written)),
  rows: (value) => takenRows((isSeveral(value) ? value.sheets : [value as Written]).map(unrecorded)),
});
