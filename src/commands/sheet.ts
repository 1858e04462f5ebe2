import { DEFAULT_PROFILE } from '../client/resources.ts';
import { UsageError } from '../errors.ts';
import { takenRows, takenView } from '../view/exported-files.ts';
import type { MadeAnswer, TextAnswer } from './answers.ts';
import { define } from './define.ts';
import { identityOf, named, resolve, SUBJECT, type Subject } from './designs/design-ref.ts';
import { PROFILE, read } from './designs/fetch-resource.ts';
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

const page = async (
  deps: Base & Service & Files & Pages,
  subject: Subject,
  profile: string,
): Promise<string> => {
  const [graph, brief, trust, confirmations] = await reads(deps, subject, profile);
  return deps.sheet({
    graph: graph.value,
    brief: brief.value,
    trust: trust.value,
    confirmations: confirmations.value,
    subject: subject.id,
    profile,
    now: deps.clock.now(),
  });
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
    'reading. It takes four reads.',
  words: [SUBJECT],
  flags: {
    output: { short: 'o', value: 'PATH', about: 'a file, a folder, or - for stdout', completes: 'files' },
    profile: PROFILE,
    open: { about: 'show it in the browser, from where it can be printed' },
    clobber: { about: 'replace a file that is there' },
    'skip-existing': { about: 'leave a file that is there, and ask the service for nothing' },
  },
  examples: [
    { why: 'For a factory', line: 'toile sheet GARM-5117 --profile factory' },
    { why: 'To look at, and to print', line: 'toile sheet GARM-101 -o shirt.html --open' },
  ],
  json: '{"schema": "toile.sheet/1", "file", "bytes", "sha256", "skipped"}',
  exits: [['2', 'a file is there already, or none can be written there; nothing was sent']],
  parse: ({ words: [word], flags }) => {
    const options = {
      what: named(word),
      into: text(flags, 'output'),
      profile: text(flags, 'profile') ?? DEFAULT_PROFILE,
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
  run: async (deps: Base & Service & Files & Pages, options): Promise<MadeAnswer | TextAnswer> => {
    const { into, profile, clobber, skipExisting } = options;
    const subject = await resolve(deps, options.what);
    const name = `${identityOf(subject)}_${profile}_sheet.html`;
    const landed = await deps.landing({ into, name, clobber, skipExisting, several: false });
    const { file, skipped } = landed;
    try {
      const filled = skipped
        ? undefined
        : await landed.fill(await page(deps, subject, profile)).catch((error: unknown) => {
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
