import { NotFound, NotSignedIn, type ToileError, Unavailable } from '../../errors.ts';
import type { ToolCall } from '../../tools/server.ts';
import { define } from '../define.ts';
import { designsOf, named } from '../designs/design-ref.ts';
import { read } from '../designs/fetch-resource.ts';
import { owning } from '../designs/own-design.ts';
import type { Assistants, Base, Service } from '../facets.ts';
import { text } from '../flags/parse-flags.ts';

/** One call of a tool as the request that a command would send. */
const body = async (
  all: Base & Service & Assistants,
  { reads, id, profile, driver, signal }: ToolCall,
): Promise<string> => {
  const deps = { ...all, signal: AbortSignal.any([all.signal, signal]) };
  const what = named(id);
  if (reads !== undefined) return (await read(deps, what, reads, profile)).text;
  const owned = await owning(deps)(what);
  const api = await deps.api();
  return (await api.exportDesign(owned.id, { profile, driver, signal: deps.signal }).whole()).text;
};

/** As many designs as a model may want to choose among. */
const OFFERED = 20;

/** A model has no list to look a name up in, so a name that fits nothing is answered with those there are. */
const withNames = async (deps: Base & Service & Assistants, error: NotFound): Promise<NotFound> => {
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
  run: async (deps: Base & Service & Assistants, { folder: _ }) => {
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
