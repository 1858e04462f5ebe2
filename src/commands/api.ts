import { UsageError } from '../platform/errors.ts';
import { hintText, nextCommand, quoteShellWord, shellText } from '../platform/escape/shell.ts';
import { buildRequestUrl, parseBaseUrl } from '../service/client/check-request.ts';
import type { ApiResponse } from '../service/client/index.ts';
import { classifyRequestCost } from '../service/tech-packs/classify-request.ts';
import type { DataResult, ListResult, ServiceResult } from './command-result.ts';
import { defineCommand } from './command-spec.ts';
import { MAX_LIST_PAGE_SIZE, walkDesignPages } from './designs/walk-design-pages.ts';
import { readJsonArgument } from './flags/json-argument.ts';
import { readTextFlag } from './flags/parse-flags.ts';
import { LOCAL_GUARD_FLAG } from './techpack/consent.ts';
import { showExistingOrder, toServiceResult } from './techpack/existing-order.ts';
import { SINGLE_REQUEST_OPTIONS } from './techpack/follow-order.ts';
import { OTHER_PROCESS_WAIT_MS, sendOrder } from './techpack/send-order.ts';

/** A parsed `--field`: `limit=2` has the name `limit` and the value `2`. `isJson` is true for `KEY:=JSON`. */
interface ApiField {
  readonly name: string;
  readonly value: string;
  readonly isJson: boolean;
}

const parseApiField = (typed: string): ApiField => {
  const [, name = '', sign = '', value = ''] = /^([^=]*?)(:?=)(.*)$/s.exec(typed) ?? [];
  if (name !== '') return { name, value, isJson: sign === ':=' };
  throw new UsageError(`--field takes KEY=VALUE, not ${JSON.stringify(typed)}`, {
    hint: shellText`toile api v1/designs -f limit=2`,
  });
};

const formatJsonMember = ({ name, value, isJson }: ApiField): string => {
  if (!isJson) return `${JSON.stringify(name)}:${JSON.stringify(value)}`;
  try {
    JSON.parse(value);
  } catch {
    throw new UsageError(`--field ${name}: its value is not JSON; nothing was sent`, {
      hint: shellText`use = instead of := for text`,
    });
  }
  return `${JSON.stringify(name)}:${value.trim()}`;
};

/** Builds a JSON object from the fields; numbers stay as typed. Throws a UsageError for invalid or repeated fields. */
const buildJsonBody = (fields: readonly ApiField[]): string => {
  const repeatedField = fields.find(({ name }, at) => fields.findIndex((each) => each.name === name) !== at);
  if (repeatedField) throw new UsageError(`--field ${repeatedField.name} given twice`);
  return `{${fields.map(formatJsonMember).join(',')}}`;
};

/** Returns `path` with a query parameter for each field. Throws a UsageError for a field typed as `KEY:=JSON`. */
const appendQuery = (path: string, fields: readonly ApiField[]): string => {
  if (fields.length === 0) return path;
  if (fields.some(({ isJson }) => isJson))
    throw new UsageError('a query can contain text only: use KEY=VALUE');
  const query = fields
    .map(({ name, value }) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&');
  const [before = '', ...fragment] = path.split('#');
  const sign = before.includes('?') ? (/[?&]$/.test(before) ? '' : '&') : '?';
  return [`${before}${sign}${query}`, ...fragment].join('#');
};

/**
 * Reads the page size and the start of the list for `--all` from the query parameters `limit` and `before` of the path.
 * Throws a UsageError for a route without pages, for any other parameter, and for an invalid limit.
 */
const readPagingOptions = (
  path: string,
  method: string,
): { readonly pageSize: number; readonly before: string | undefined } => {
  const [route = '', query = ''] = path.split('?');
  if (method !== 'GET' || !/^\/?v1\/designs\/?$/.test(route))
    throw new UsageError('--all needs GET v1/designs: no other route has pages');
  const parameters = new URLSearchParams(query);
  const unknownName = [...parameters.keys()].find((name) => name !== 'limit' && name !== 'before');
  if (unknownName !== undefined)
    throw new UsageError(`--all cannot be combined with the field ${unknownName}`);
  const limit = Number(parameters.get('limit') ?? MAX_LIST_PAGE_SIZE);
  if (!Number.isInteger(limit) || limit < 1)
    throw new UsageError('limit must be a whole number of at least 1');
  return { pageSize: Math.min(limit, MAX_LIST_PAGE_SIZE), before: parameters.get('before') ?? undefined };
};

const HTTP_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'];

const formatResponseHead = ({ status, headers }: ApiResponse<unknown>): readonly string[] => {
  const lines = [`HTTP ${status}`];
  headers.forEach?.((value, name) => {
    lines.push(`${name}: ${value}`);
  });
  return lines;
};

/** `toile api` sends any request. A request for a Tech Pack asks for consent and is recorded like other orders. */
export const apiCommand = defineCommand({
  path: 'api',
  resultKind: 'body',
  group: 'Other commands',
  effects: {
    sends: 'always',
    scopes: ['export', 'generate'],
    pays: true,
    writes: 'what the route changes; the record of a Tech Pack request',
    asks: 'consent to a Tech Pack request, without --yes',
  },
  outputSchemas: ['any', 'designs', 'toile.techpack-standing/1'],
  summary: 'Send any request to the service, with your key',
  namesInOtherTools: ['request', 'curl'],
  args: [
    { name: 'PATH', about: 'the route, for example v1/me; a leading slash is optional', required: true },
  ],
  flags: {
    method: {
      short: 'X',
      value: 'METHOD',
      default: 'GET',
      about: 'HTTP method; POST with --body',
      suggests: ['GET', 'POST'],
    },
    body: {
      value: 'JSON',
      about: 'request body: JSON, @FILE, or - for stdin',
      completes: ['@files'],
      stdin: 'body',
      excludes: ['field', 'all'],
    },
    field: {
      short: 'f',
      value: 'KEY=VALUE',
      repeats: true,
      about: 'query parameter, or body field with -X POST',
      namesInOtherTools: ['raw-field'],
    },
    all: {
      about: 'fetch every page of v1/designs as one body',
      namesInOtherTools: ['paginate'],
      // `--include` prints the status and the headers of a single response. `--all` reads several responses, so the two
      // flags cannot be combined.
      excludes: ['include'],
    },
    include: { short: 'i', about: 'print the status and headers before the body' },
    yes: { about: 'accept the possible cost of a Tech Pack request' },
    again: { about: 'send another Tech Pack request for the same design' },
    'local-guard': { about: LOCAL_GUARD_FLAG.about },
  },
  examples: [
    { why: 'Read the index, which needs no key', line: 'toile api v1' },
    { why: 'Read one page of designs', line: 'toile api v1/designs -f limit=2' },
    { why: 'Read all designs', line: 'toile api v1/designs --all' },
    {
      why: 'Request an export with a body from a file',
      line: 'toile api v1/designs/ID/exports --body @export.json',
    },
  ],
  about:
    'The request goes only to the configured address. With -X POST, each -f adds a field to a JSON ' +
    'body. -f KEY:=JSON adds a JSON value, such as a number or a list.\n\n' +
    'A Tech Pack request may cost money, so it follows the rules of `toile techpack request`. It needs ' +
    'your consent, and only --again repeats it. If toile cannot tell which design it is for, toile does ' +
    'not send it.',
  json: 'the JSON of the service, unchanged',
  parse: ({ args: [typedPath = ''], flags, repeatedFlags = {} }) => {
    const fields = (repeatedFlags.field ?? []).map(parseApiField);
    const body = readTextFlag(flags, 'body');
    const method = readTextFlag(flags, 'method')?.toUpperCase() ?? (body === undefined ? 'GET' : 'POST');
    if (!HTTP_METHODS.includes(method))
      throw new UsageError(`${method} is not an HTTP method that toile supports`);
    if (body !== undefined && (method === 'GET' || method === 'HEAD')) {
      throw new UsageError(`a ${method} request cannot have a body`);
    }
    const isQuery = method === 'GET' || method === 'HEAD';
    const path = isQuery ? appendQuery(typedPath, fields) : typedPath;
    const all = flags.all === true ? readPagingOptions(path, method) : undefined;
    // Some shells on Windows turn `/v1/me` into a local path such as `C:/Program Files/Git/v1/me`.
    if (/^[A-Za-z]:[\\/]/.test(path)) {
      throw new UsageError(`${path} is a local path: the shell expanded the leading slash`, {
        hint: hintText`omit the slash: ${nextCommand`toile api v1/me`}`,
      });
    }
    if (/^[a-z]+:\/\//i.test(path)) {
      throw new UsageError('expected a path, not a URL: the key is sent to the configured address only', {
        hint: nextCommand`toile api v1/me`,
      });
    }
    const route = path.startsWith('/') ? path : `/${path}`;
    const [yes, again, localGuard] = [
      flags.yes === true,
      flags.again === true,
      flags['local-guard'] === true,
    ];
    const orderFlag = yes ? 'yes' : again ? 'again' : localGuard ? 'local-guard' : undefined;
    if (method !== 'POST' && orderFlag) throw createOrderFlagError(orderFlag);
    const fieldBody = isQuery || fields.length === 0 ? undefined : buildJsonBody(fields);
    return {
      path: route,
      method,
      body: fieldBody ?? body,
      yes,
      again,
      localGuard,
      orderFlag,
      all,
      include: flags.include === true,
    };
  },
  run: async (deps, options): Promise<ServiceResult | DataResult | ListResult> => {
    const { path, method, body, include, yes, again, localGuard, orderFlag } = options;
    if (options.all !== undefined) {
      const formatNextCommand = (next: string) =>
        shellText`${deps.toile} api v1/designs --all -f ${quoteShellWord(`before=${next}`)}`;
      const { signal } = deps;
      const pages = walkDesignPages(await deps.api(), {
        ...options.all,
        formatNextCommand,
        signal,
        onPage: deps.recordDesigns,
      });
      return { kind: 'list', member: 'designs', pages, formatNextCommand };
    }
    const json = body === undefined ? undefined : await readJsonArgument(deps, 'body', body);
    const requestClass = classifyRequestCost(
      method,
      buildRequestUrl(parseBaseUrl((await deps.target()).baseUrl), path).href,
    );
    if (requestClass.kind === 'unclear') {
      throw new UsageError(`${path} may request a Tech Pack, but the design is unclear; nothing was sent`, {
        code: 'unclear_order',
        hint: hintText`use the uuid from designs ls: ${deps.toile} techpack request ID`,
      });
    }
    if (requestClass.kind === 'free') {
      if (orderFlag) throw createOrderFlagError(orderFlag);
      const requestBody = json === undefined ? {} : { text: json };
      const response = await deps.request({ method, path, ...requestBody, signal: deps.signal });
      return { ...toServiceResult(response), ...(include && { headLines: formatResponseHead(response) }) };
    }
    const { design } = requestClass;
    if (localGuard) deps.guardLocally();
    const typed = shellText`${deps.toile} api -X POST ${quoteShellWord(path)}${body === undefined ? shellText`` : shellText` --body ${quoteShellWord(body)}`}`;
    const order = { design, identity: design, path, text: json ?? '{}', yes, again, typed };
    const orderResult = await sendOrder(deps, { ...order, patienceMs: OTHER_PROCESS_WAIT_MS });
    if (orderResult.kind === 'existing') {
      return showExistingOrder(deps, orderResult.purchase, {
        identity: design,
        typed,
        followOptions: SINGLE_REQUEST_OPTIONS,
      });
    }
    return {
      ...toServiceResult(orderResult.response),
      ...(include && { headLines: formatResponseHead(orderResult.response) }),
    };
  },
});

const createOrderFlagError = (flag: string): UsageError =>
  new UsageError(`--${flag} is for Tech Pack requests only`);
