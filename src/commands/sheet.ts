import { asGarmentId, asUuid } from '../border/identity.ts';
import { DEFAULT_PROFILE, PROFILES } from '../client/resources.ts';
import { UsageError } from '../errors.ts';
import { readGraph } from '../garment/graph.ts';
import type { SheetOf } from '../sheet/index.ts';
import { takenRows, takenView } from '../view/exported-files.ts';
import type { MadeAnswer, TextAnswer } from './answers.ts';
import { define } from './define.ts';
import { identityOf, type Named, resolve, type Subject } from './designs/design-ref.ts';
import { PROFILE, read } from './designs/fetch-resource.ts';
import { type GivenBody, given, isGiven, READABLE, readable } from './designs/given-body.ts';
import { isThere } from './export/export-files.ts';
import type { Base, Files, Pages, Service } from './facets.ts';
import { text } from './flags/parse-flags.ts';

interface Written {
  readonly file: string;
  readonly bytes: number | null;
  readonly sha256: string | null;
  readonly skipped: boolean;
}

/** The four reads, at once. Where one fails the others are ended before that is said: none outlives the command. */
const reads = async (deps: Base & Service & Files & Pages, subject: Subject, profile: string) => {
  const rest = new AbortController();
  const ending = { ...deps, signal: AbortSignal.any([deps.signal, rest.signal]) };
  const all = [
    read(ending, subject, 'graph', profile),
    read(ending, subject, 'tailor-brief'),
    read(ending, subject, 'design-trust'),
    read(ending, subject, 'confirmations'),
  ] as const;
  try {
    return await Promise.all(all);
  } catch (error) {
    rest.abort();
    await Promise.allSettled(all);
    throw error;
  }
};

/** What goes on the page: what its file is called after, and the bodies when they are needed. */
interface Source {
  readonly subject: string;
  readonly profile: string;
  bodies(): Promise<Pick<SheetOf, 'graph' | 'brief' | 'trust' | 'confirmations'>>;
}

/** A graph that is here already names its garment and its profile by itself. */
const fromBody = async (deps: Base & Files, what: GivenBody): Promise<Source> => {
  const { value } = await given(deps, what, 'graph');
  const { garmentId, profile } = readGraph(value);
  const graph = { graph: value, brief: undefined, trust: undefined, confirmations: undefined };
  return {
    subject: asGarmentId(garmentId) ?? asUuid(garmentId) ?? '',
    profile: PROFILES.find((known) => known === profile) ?? 'given',
    bodies: async () => graph,
  };
};

const fromService = async (
  deps: Base & Service & Files & Pages,
  what: Named,
  profile: string,
): Promise<Source> => {
  const subject = await resolve(deps, what);
  return {
    subject: identityOf(subject),
    profile,
    bodies: async () => {
      const [graph, brief, trust, confirmations] = await reads(deps, subject, profile);
      return {
        graph: graph.value,
        brief: brief.value,
        trust: trust.value,
        confirmations: confirmations.value,
      };
    },
  };
};

export const sheet = define({
  path: 'sheet',
  answers: 'made',
  group: 'Take it away',
  summary: 'Write a garment as one page to print and send to a factory',
  elsewhere: ['print', 'tech-sheet'],
  about:
    'One HTML file that needs nothing else: no network, no script. It holds a diagram of the relations, materials, ' +
    'pieces, seams and measurements, the brief, the counts and the open questions, every value with its mark, and ' +
    'prints on A4 and Letter in black and white. Each printed page names the garment, the profile and the time of ' +
    'reading. It takes four reads; of a graph that is here already (-, @FILE) the page holds what that says.',
  words: [READABLE],
  flags: {
    output: { short: 'o', value: 'PATH', about: 'a file, a folder, or - for stdout', completes: 'files' },
    profile: PROFILE,
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
    { why: 'To look at, and to print', line: 'toile sheet GARM-101 -o shirt.html --open' },
  ],
  json: '{"schema": "toile.sheet/1", "file", "bytes", "sha256", "skipped"}',
  exits: [['2', 'a file is there already, or none can be written there; nothing was sent']],
  parse: ({ words: [word], flags }) => {
    const options = {
      what: readable(word, text(flags, 'profile')),
      into: text(flags, 'output'),
      profile: text(flags, 'profile'),
      open: flags.open === true,
      clobber: flags.clobber === true,
      skipExisting: flags['skip-existing'] === true,
    };
    if (options.clobber && options.skipExisting) {
      throw new UsageError('--clobber and --skip-existing are two different wishes');
    }
    if (options.into === '-' && (options.clobber || options.skipExisting || options.open)) {
      throw new UsageError('-o - writes no file, so --clobber, --skip-existing and --open change nothing');
    }
    return options;
  },
  local: ({ what }) => isGiven(what),
  run: async (deps: Base & Service & Files & Pages, options): Promise<MadeAnswer | TextAnswer> => {
    const { into, profile, clobber, skipExisting } = options;
    const source = isGiven(options.what)
      ? await fromBody(deps, options.what)
      : await fromService(deps, options.what, profile ?? DEFAULT_PROFILE);
    const { subject } = source;
    const page = async (): Promise<string> =>
      deps.sheet({ ...(await source.bodies()), subject, profile: source.profile, now: deps.clock.now() });
    const name = `${subject || 'graph'}_${source.profile}_sheet.html`;
    const landed = await deps.landing({ into, name, clobber, skipExisting, several: false });
    const { file, skipped } = landed;
    try {
      const filled = skipped
        ? undefined
        : await landed.fill(await page()).catch((error: unknown) => {
            if (isThere(error, options)) return undefined;
            throw error;
          });
      if (file === '-') return { kind: 'text', text: '' };
      if (options.open && !(await deps.openPage(file))) {
        deps.tell({ kind: 'note', text: `no browser could be started; open ${file} in one to print it` });
      }
      const value: Written = {
        file,
        bytes: filled?.bytes ?? null,
        sha256: filled?.sha256 ?? null,
        skipped: filled === undefined,
      };
      return { kind: 'made', schema: 'toile.sheet/1', value };
    } finally {
      await landed.drop();
    }
  },
  view: (value) => takenView({ ...(value as Written), record: null }),
  rows: (value) => takenRows([{ ...(value as Written), record: null }]),
});
