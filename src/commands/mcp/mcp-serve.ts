import type {
  AccountDesign,
  AssistantSource,
  DesignListing,
  PulledGarment,
  ServiceBody,
} from '../../assistant/assistant-source.ts';
import type { McpSession } from '../../assistant/mcp/mcp-session.ts';
import type { ToolCall } from '../../assistant/service-tools/tool-server.ts';
import type { Collection } from '../../collection/load-collection.ts';
import { parseGarmentId, parseUuid } from '../../platform/branded.ts';
import { Failure, NotFound, NotSignedIn, type ToileError, Unavailable } from '../../platform/errors.ts';
import { getOwnMember, isRecord } from '../../platform/json/json-values.ts';
import { type CommandContext, reportNote } from '../command-context.ts';
import { defineCommand } from '../command-spec.ts';
import { parseDesignReference, walkAccountDesigns } from '../designs/design-reference.ts';
import { fetchResource } from '../designs/fetch-resource.ts';
import { createOwnDesignFinder } from '../designs/own-design.ts';
import { readTextFlag } from '../flags/parse-flags.ts';

const withSignal = (deps: CommandContext, signal: AbortSignal): CommandContext => ({
  ...deps,
  signal: AbortSignal.any([deps.signal, signal]),
});

/**
 * Returns the body of the `resource` that a tool call names. Without a resource, requests an export of the design and
 * returns the response of the service.
 */
const answerToolCall = async (
  context: CommandContext,
  { resource, id, profile, driver, signal }: ToolCall,
): Promise<ServiceBody> => {
  const deps = withSignal(context, signal);
  const reference = parseDesignReference(id);
  if (resource !== undefined) return fetchResource(deps, reference, resource, profile);
  const design = await createOwnDesignFinder(deps)(reference);
  const api = await deps.api();
  return api.exportDesign(design.id, { profile, driver, signal: deps.signal }).withResponse();
};

const toText = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/**
 * Returns the designs of the account. If reading fails after the first design, returns the designs read so far, with
 * the reason in `gap`.
 */
const listAccountDesigns = async (deps: CommandContext): Promise<DesignListing> => {
  const designs: AccountDesign[] = [];
  try {
    for await (const design of walkAccountDesigns(deps)) {
      const id = parseUuid(design.id);
      if (id === undefined) continue;
      designs.push({
        id,
        name: toText(design.name),
        garment_category: toText(design.garment_category),
        sgg_garment_id: parseGarmentId(design.sgg_garment_id) ?? null,
        created_at: toText(design.created_at),
      });
    }
  } catch (error) {
    if (designs.length === 0) throw error;
    return { designs, gap: deps.explainError(error).message };
  }
  return { designs, gap: undefined };
};

/**
 * Returns the status of the Tech Pack of a design. If the order record has a purchase id, the status comes from the
 * service. Otherwise, it comes from the record (`not requested` without a record). Never sends an order.
 */
const readTechPackStatus = async (
  deps: CommandContext,
  word: string,
): Promise<Readonly<Record<string, unknown>>> => {
  const { id } = await createOwnDesignFinder(deps)(parseDesignReference(word));
  const { state, record } = await (await deps.openOrders()).summarize(id, (await deps.target()).baseUrl);
  const purchase = parseUuid(record?.purchase_id);
  if (purchase === undefined)
    return {
      design_id: id,
      status: state === 'none' ? 'not requested' : state,
      known_from: 'the records of this machine, or of TOILE_SHARED if it is set; other requests are unknown',
    };
  const pack = await (await deps.api()).techPack(purchase, { signal: deps.signal });
  return {
    design_id: id,
    purchase_id: purchase,
    status: pack.status,
    ready: pack.pack?.ready === true,
    paid_at: pack.paid_at,
    fulfilled_at: pack.fulfilled_at,
  };
};

/**
 * Downloads the document of an export as text. `exportBody` is the response to the export request, which contains the
 * link to the document.
 */
const downloadDocument = (deps: CommandContext, exportBody: string, driver: string): Promise<string> => {
  const holder: unknown = JSON.parse(exportBody);
  const record = isRecord(holder) ? getOwnMember(holder, 'export') : undefined;
  return deps.downloadText(
    { kind: driver === 'json' ? 'json' : 'svg', requestLink: async () => ({ holder, record }) },
    deps.signal,
  );
};

/**
 * Returns the garments of a pulled folder with their bodies. Leaves out exports and the files with the profile
 * `factory`.
 */
const listPulledGarments = ({ subjects }: Collection): readonly PulledGarment[] =>
  subjects.map((item) => {
    const files = new Map(
      [...item.files].flatMap(([file, { read, profile, fetched }]) =>
        read === 'export' || profile === 'factory' ? [] : [[read, { file, fetched }] as const],
      ),
    );
    return {
      id: item.subjectId.id,
      name: item.name,
      sgg_garment_id: item.summary?.sgg_garment_id,
      folder: item.folder,
      reads: new Map([...files].map(([read, { fetched }]) => [read, fetched])),
      readBody: (read) => {
        const found = files.get(read);
        return found && { text: item.readText(found.file), fetched: found.fetched };
      },
    };
  });

const MAX_SUGGESTED_DESIGNS = 20;

/**
 * Returns an error with the message of `error`, followed by the names and ids of the newest designs. The model that
 * called the tool can then choose a design.
 */
const addDesignNames = async (deps: CommandContext, error: NotFound): Promise<NotFound> => {
  const names: string[] = [];
  for await (const { id, name } of walkAccountDesigns(deps)) {
    names.push(`${name ?? '(unnamed)'} = ${id}`);
    if (names.length === MAX_SUGGESTED_DESIGNS) break;
  }
  return new NotFound(`${error.message}. The newest designs: ${names.join('; ') || 'none'}`);
};

const formatForModel = (error: ToileError): string => {
  const { message, hint } = error;
  const sentence = /[.!?]$/.test(message) ? message : `${message}.`;
  const isForPerson = error instanceof NotSignedIn || error instanceof Unavailable;
  return hint === undefined || !isForPerson ? sentence : `${sentence} What the user can do: ${hint}`;
};

/**
 * The time in milliseconds for which a client may cache the list of tools. It is limited, because an update of toile
 * may change the list.
 */
const TOOL_LIST_LIFE_MS = 60 * 60 * 1000;

/** Starts an MCP session on stdin and stdout. Throws a Failure if stdout cannot be reserved for the protocol. */
const serveTools = async (
  { system, report }: CommandContext,
  source: Omit<AssistantSource, 'name' | 'version' | 'listLifeMs' | 'now'>,
): Promise<McpSession> => {
  const { io, reservedStdout, version, clock } = system;
  if (reservedStdout === undefined) throw new Failure('cannot reserve stdout for the protocol');
  const { serveMcpSession } = await import('../../assistant/mcp/mcp-session.ts');
  return serveMcpSession({
    input: io.input.stream,
    output: reservedStdout.output,
    source: { ...source, name: 'toile', version, listLifeMs: TOOL_LIST_LIFE_MS, now: clock.now },
    redact: io.secrets.redact,
    sleep: (ms, signal) => clock.sleep(ms, signal),
    warn: (text) => report({ kind: 'note', text }),
  });
};

export const mcpServeCommand = defineCommand({
  path: 'mcp serve',
  resultKind: 'protocol',
  group: 'Other commands',
  effects: { sends: 'sometimes', scopes: ['export'] },
  summary: 'Serve tools to an AI assistant over stdin and stdout',
  namesInOtherTools: ['mcp start', 'mcp run'],
  about:
    'An assistant starts this command itself. `toile mcp config` shows how. The server speaks the Model ' +
    'Context Protocol, version 2026-07-28 and earlier.\n\n' +
    'The assistant never sees your key. toile reads the key at the first tool call, from where `toile ' +
    'login` stored it. To use another account, add --account, because ' +
    'assistants pass on few variables such as TOILE_ACCOUNT. No tool orders a Tech Pack.',
  examples: [
    { why: 'Start the server by hand', line: 'toile mcp serve --account studio' },
    { why: 'Show how to register it with Claude Code', line: 'toile mcp config claude' },
    { why: 'Serve the sample garments', line: 'toile --sandbox mcp serve' },
  ],
  flags: {
    folder: {
      value: 'DIR',
      about: 'pulled folder for the tools to read and compare',
      completes: ['files'],
    },
  },
  parse: ({ flags }) => ({ folder: readTextFlag(flags, 'folder') }),
  run: async (deps, { folder }) => {
    if (deps.ask.isAvailable) {
      reportNote(
        deps,
        'waiting for an MCP client on stdin; toile mcp config prints the configuration for an assistant',
      );
    }
    // An invalid folder is reported at the start instead of in the first tool call.
    if (folder !== undefined) await deps.readCollection(folder);
    const session = await serveTools(deps, {
      readBody: async (call) => {
        try {
          return await answerToolCall(deps, call);
        } catch (error) {
          // The user may sign in again while the server runs, so the next call reads the credential anew.
          if (deps.explainError(error) instanceof NotSignedIn) deps.forgetSignIn();
          const isName = ['name', 'prefix'].includes(parseDesignReference(call.id)?.kind ?? '');
          if (error instanceof NotFound && isName)
            throw await addDesignNames(withSignal(deps, call.signal), error);
          throw error;
        }
      },
      listDesigns: (signal) => listAccountDesigns(withSignal(deps, signal)),
      readTechPackStatus: (id, signal) => readTechPackStatus(withSignal(deps, signal), id),
      readDocument: (exportBody, driver, signal) =>
        downloadDocument(withSignal(deps, signal), exportBody, driver),
      onWait: deps.http.onWait,
      folder:
        folder === undefined
          ? undefined
          : {
              displayPath: folder,
              readGarments: async () => listPulledGarments(await deps.readCollection(folder)),
              findReads: async (digest, signal) =>
                (await import('../which/match-digest.ts')).findReads(withSignal(deps, signal), {
                  digest,
                  words: [folder],
                }),
            },
      idDescription:
        "A design's uuid, its exact name, a unique beginning of its uuid, or a garment's identity, GARM-<n>.",
      explainError: (error) => formatForModel(deps.explainError(error)),
      findDesignChoices: (error) => {
        const { code, message, details } = deps.explainError(error);
        return code === 'ambiguous' && details.candidates ? { message, ids: details.candidates } : undefined;
      },
    });
    return { kind: 'protocol', ...session } as const;
  },
});
