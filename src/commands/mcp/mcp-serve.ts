import type { AssistantCollection, ListedGarment, ReadName } from '../../assistant/assistant-source.ts';
import type { ToolCall } from '../../assistant/service-tools/tool-server.ts';
import type { Collection, CollectionItem } from '../../collection/index.ts';
import { NotFound, NotSignedIn, type ToileError, Unavailable } from '../../platform/errors.ts';
import { parseGarmentId, parseUuid } from '../../platform/identifiers.ts';
import { getOwnMember, isRecord } from '../../platform/json/json-values.ts';
import type {
  AssistantContext,
  CollectionContext,
  CommandContext,
  FileContext,
  ServiceContext,
} from '../command-context.ts';
import { defineCommand } from '../command-spec.ts';
import { parseDesignReference, walkAccountDesigns } from '../designs/design-reference.ts';
import { fetchResource } from '../designs/fetch-resource.ts';
import { createOwnDesignFinder } from '../designs/own-design.ts';
import { readTextFlag } from '../flags/parse-flags.ts';

type McpServeContext = CommandContext & ServiceContext & AssistantContext & FileContext & CollectionContext;

/** Sends the request of one tool call and returns the body. */
const answerToolCall = async (
  all: McpServeContext,
  { resource, id, profile, driver, signal }: ToolCall,
): Promise<string> => {
  const deps = { ...all, signal: AbortSignal.any([all.signal, signal]) };
  const what = parseDesignReference(id);
  if (resource !== undefined) return (await fetchResource(deps, what, resource, profile)).text;
  const owned = await createOwnDesignFinder(deps)(what);
  const api = await deps.api();
  return (await api.exportDesign(owned.id, { profile, driver, signal: deps.signal }).withResponse()).text;
};

/** Returns one page of the account's designs. */
const listNewestDesigns = async (deps: McpServeContext): Promise<readonly ListedGarment[]> => {
  const { value } = await (await deps.api())
    .listDesigns({ limit: PAGE_SIZE, signal: deps.signal })
    .withResponse();
  return value.designs.flatMap((design) => {
    const id = parseGarmentId(design.sgg_garment_id) ?? parseUuid(design.id);
    return id === undefined ? [] : [{ id, name: design.name ?? undefined }];
  });
};

/** Downloads the exported document of this response as text. */
const downloadDocument = (deps: McpServeContext, answer: string, driver: string): Promise<string> => {
  const holder: unknown = JSON.parse(answer);
  const record = isRecord(holder) ? getOwnMember(holder, 'export') : undefined;
  return deps.downloadText({
    kind: driver === 'json' ? 'json' : 'svg',
    ask: async () => ({ holder, record }),
  });
};

/** Returns a pulled folder with its bodies by garment and resource. */
const indexCollection = (shown: string, { subjects }: Collection): AssistantCollection => {
  const bodies = (one: CollectionItem): ReadonlyMap<ReadName, string> =>
    new Map(
      [...one.files].flatMap(([name, { read: what, profile }]): [ReadName, string][] =>
        what === 'export' || profile === 'factory' ? [] : [[what, name]],
      ),
    );
  return {
    displayPath: shown,
    items: subjects.map((one) => ({
      id: one.of.id,
      name: one.name ?? undefined,
      reads: [...bodies(one).keys()],
    })),
    readText: (id, what) => {
      const one = subjects.find(({ of, summary }) => of.id === id || summary?.sgg_garment_id === id);
      const file = one && bodies(one).get(what);
      return file === undefined ? undefined : one?.text(file);
    },
  };
};

/** The number of designs that an error suggests to a model. */
const MAX_SUGGESTED_DESIGNS = 20;
/** The number of designs that are listed for a person. */
const PAGE_SIZE = 100;

/**
 * Returns the error with the names of the newest designs, since a model has no list to look a name up in.
 */
const addDesignNames = async (deps: McpServeContext, error: NotFound): Promise<NotFound> => {
  const names: string[] = [];
  for await (const { id, name } of walkAccountDesigns(deps)) {
    names.push(`${name ?? '(unnamed)'} = ${id}`);
    if (names.length === MAX_SUGGESTED_DESIGNS) break;
  }
  return new NotFound(`${error.message}. The newest designs: ${names.join('; ') || 'none'}`);
};

/** Returns the message of an error for a model. Only the hints that a person can follow are added. */
const formatForModel = (error: ToileError): string => {
  const { message, hint } = error;
  const sentence = /[.!?]$/.test(message) ? message : `${message}.`;
  const isForPerson = error instanceof NotSignedIn || error instanceof Unavailable;
  return hint === undefined || !isForPerson
    ? sentence
    : `${sentence} What the person at this machine can do: ${hint}`;
};

/** The command `toile mcp serve`. */
export const mcpServeCommand = defineCommand({
  path: 'mcp serve',
  resultKind: 'protocol',
  group: 'Other commands',
  effects: { sends: 'sometimes', scopes: ['export'] },
  summary: 'Serve the tools to an assistant over stdin and stdout',
  namesInOtherTools: ['mcp start', 'mcp run'],
  about:
    'For programs: it speaks the Model Context Protocol, version 2026-07-28 and earlier. The key stays where ' +
    '`toile login` stored it and is read at the first tool call; the assistant never sees it. Select the ' +
    'account with --account, because assistants pass few variables on. A Tech Pack, which may cost money, is ' +
    'not among the five tools.',
  examples: [
    { why: 'Start the server as an assistant does', line: 'toile mcp serve --account studio' },
    { why: 'Print the registration for an assistant', line: 'toile mcp config claude' },
    { why: 'Serve the sample garments', line: 'toile --sandbox mcp serve' },
  ],
  flags: {
    folder: {
      value: 'DIR',
      about: 'a pulled folder to offer and to compare with',
      completes: ['files'],
    },
  },
  parse: ({ flags }) => ({ folder: readTextFlag(flags, 'folder') }),
  run: async (deps: McpServeContext, { folder }) => {
    if (deps.ask.isAvailable) {
      deps.report({
        kind: 'note',
        text: 'waiting for an MCP client on stdin; toile mcp config prints the configuration for an assistant',
      });
    }
    const talk = await deps.serveTools({
      readBody: async (call) => {
        try {
          return await answerToolCall(deps, call);
        } catch (error) {
          // The user may sign in again while the server runs.
          if (deps.explainError(error) instanceof NotSignedIn) deps.forgetSignIn();
          const isName = ['name', 'prefix'].includes(parseDesignReference(call.id)?.kind ?? '');
          throw error instanceof NotFound && isName ? await addDesignNames(deps, error) : error;
        }
      },
      listDesigns: (signal) => listNewestDesigns({ ...deps, signal: AbortSignal.any([deps.signal, signal]) }),
      readDocument: (answer, driver) => downloadDocument(deps, answer, driver),
      onWait: deps.onWait,
      collection:
        folder === undefined ? undefined : indexCollection(folder, await deps.readCollection(folder)),
      idDescription:
        "A design's uuid, its exact name, a unique beginning of its uuid, or a garment's identity, GARM-<n>.",
      explainError: (error) => formatForModel(deps.explainError(error)),
      findDesignChoices: (error) => {
        const { code, message, details } = deps.explainError(error);
        return code === 'ambiguous' && details.candidates ? { message, ids: details.candidates } : undefined;
      },
    });
    return { kind: 'protocol', ...talk } as const;
  },
});
