import type { Listed, PulledFolder, Read } from '../../assistant/source.ts';
import { asGarmentId, asUuid } from '../../border/identity.ts';
import { NotFound, NotSignedIn, type ToileError, Unavailable } from '../../errors.ts';
import { isRecord, own } from '../../json/values.ts';
import type { Held, HeldOne } from '../../mirror/index.ts';
import type { ToolCall } from '../../tools/server.ts';
import { define } from '../define.ts';
import { designsOf, named } from '../designs/design-ref.ts';
import { read } from '../designs/fetch-resource.ts';
import { owning } from '../designs/own-design.ts';
import type { Assistants, Base, Files, Folders, Service } from '../facets.ts';
import { text } from '../flags/parse-flags.ts';

type All = Base & Service & Assistants & Files & Folders;

/** One call of a tool as the request that a command would send. */
const body = async (all: All, { reads, id, profile, driver, signal }: ToolCall): Promise<string> => {
  const deps = { ...all, signal: AbortSignal.any([all.signal, signal]) };
  const what = named(id);
  if (reads !== undefined) return (await read(deps, what, reads, profile)).text;
  const owned = await owning(deps)(what);
  const api = await deps.api();
  return (await api.exportDesign(owned.id, { profile, driver, signal: deps.signal }).whole()).text;
};

/** A page of the caller's designs. */
const newest = async (deps: All): Promise<readonly Listed[]> => {
  const { value } = await (await deps.api()).listDesigns({ limit: PAGE, signal: deps.signal }).whole();
  return value.designs.flatMap((design) => {
    const id = asGarmentId(design.sgg_garment_id) ?? asUuid(design.id);
    return id === undefined ? [] : [{ id, name: design.name ?? undefined }];
  });
};

const documentOf = (deps: All, answer: string, driver: string): Promise<string> => {
  const holder: unknown = JSON.parse(answer);
  const record = isRecord(holder) ? own(holder, 'export') : undefined;
  return deps.documentText({
    kind: driver === 'json' ? 'json' : 'svg',
    ask: async () => ({ holder, record }),
  });
};

/** The bodies of a pulled folder, by what their garments are called there. */
const pulled = (shown: string, { subjects }: Held): PulledFolder => {
  const bodies = (one: HeldOne): ReadonlyMap<Read, string> =>
    new Map(
      [...one.files].flatMap(([name, { read: what, profile }]): [Read, string][] =>
        what === 'export' || profile === 'factory' ? [] : [[what, name]],
      ),
    );
  return {
    shown,
    listed: subjects.map((one) => ({
      id: one.of.id,
      name: one.name ?? undefined,
      reads: [...bodies(one).keys()],
    })),
    text: (id, what) => {
      const one = subjects.find(({ of, summary }) => of.id === id || summary?.sgg_garment_id === id);
      const file = one && bodies(one).get(what);
      return file === undefined ? undefined : one?.text(file);
    },
  };
};

/** As many designs as a model may want to choose among. */
const OFFERED = 20;
/** And as many as are offered to a person who looks for one. */
const PAGE = 100;

/** A model has no list to look a name up in, so a name that fits nothing is answered with those there are. */
const withNames = async (deps: All, error: NotFound): Promise<NotFound> => {
  const names: string[] = [];
  for await (const { id, name } of designsOf(deps)) {
    names.push(`${name ?? '(unnamed)'} = ${id}`);
    if (names.length === OFFERED) break;
  }
  return new NotFound(`${error.message}. The newest designs: ${names.join('; ') || 'none'}`);
};

/** A model types nothing into a shell; what only its person can do is said as that. */
const forModel = (error: ToileError): string => {
  const { message, hint } = error;
  const sentence = /[.!?]$/.test(message) ? message : `${message}.`;
  const isForPerson = error instanceof NotSignedIn || error instanceof Unavailable;
  return hint === undefined || !isForPerson
    ? sentence
    : `${sentence} What the person at this machine can do: ${hint}`;
};

export const mcpServe = define({
  path: 'mcp serve',
  answers: 'protocol',
  group: 'Anything else',
  does: { sends: 'sometimes', scopes: ['export'] },
  summary: 'Serve the five tools to an assistant on this machine, over stdin and stdout',
  elsewhere: ['mcp start', 'mcp run'],
  about:
    'For programs, not for people: it speaks the Model Context Protocol, in its version of 2026-07-28 and the ones ' +
    'before. The key stays where login put it and is read when the first tool is called; the assistant never sees ' +
    'it. Choose the account by --account, since assistants hand few variables on. A Tech Pack, which may cost ' +
    'money, is not among the tools.',
  examples: [
    { why: 'How an assistant starts it', line: 'toile mcp serve --account studio' },
    { why: 'The registration for one, ready to paste', line: 'toile mcp config claude' },
    { why: 'With the sample garments', line: 'toile --sandbox mcp serve' },
  ],
  flags: {
    folder: {
      value: 'DIR',
      about: 'a pulled folder to offer too, and to compare with today',
      completes: 'files',
    },
  },
  parse: ({ flags }) => ({ folder: text(flags, 'folder') }),
  run: async (deps: All, { folder }) => {
    if (deps.ask.possible) {
      deps.tell({
        kind: 'note',
        text: 'this speaks to programs, and waits for one on stdin; toile mcp config tells an assistant of it',
      });
    }
    const talk = await deps.serveTools({
      body: async (call) => {
        try {
          return await body(deps, call);
        } catch (error) {
          // Somebody may sign in again while this runs.
          if (deps.explained(error) instanceof NotSignedIn) deps.forgetSignIn();
          const isName = ['name', 'prefix'].includes(named(call.id)?.kind ?? '');
          throw error instanceof NotFound && isName ? await withNames(deps, error) : error;
        }
      },
      designs: (signal) => newest({ ...deps, signal: AbortSignal.any([deps.signal, signal]) }),
      document: (answer, driver) => documentOf(deps, answer, driver),
      heard: deps.heard,
      folder: folder === undefined ? undefined : pulled(folder, await deps.held(folder)),
      ids: "A design's uuid, its exact name, a unique beginning of its uuid, or a garment's identity, GARM-<n>.",
      inWords: (error) => forModel(deps.explained(error)),
      several: (error) => {
        const { code, message, details } = deps.explained(error);
        return code === 'ambiguous' && details.candidates
          ? { words: message, ids: details.candidates }
          : undefined;
      },
    });
    return { kind: 'protocol', ...talk } as const;
  },
});
