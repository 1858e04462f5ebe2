import { UsageError } from '../errors.ts';
import { define } from './define.ts';
import { text } from './typed.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'];

export const api = define({
  path: 'api',
  answers: 'body',
  group: 'Anything else',
  summary: 'Send a request to any route, with the key, to the configured address only',
  words: [{ name: 'PATH', about: 'the route, with or without its leading slash: v1/me', required: true }],
  flags: {
    method: { short: 'X', value: 'METHOD', about: 'GET, or POST when there is a body' },
    body: { value: 'JSON', about: 'a JSON text, @FILE, or - for stdin', completes: 'files' },
    include: { short: 'i', about: 'status and headers before the body' },
  },
  examples: [
    { why: 'The index, which needs no key', line: 'toile api v1' },
    { why: 'A page of designs', line: "toile api 'v1/designs?limit=2'" },
    {
      why: 'An export, with its body from a file',
      line: 'toile api v1/designs/ID/exports --body @export.json',
    },
  ],
  json: 'the body as it came',
  parse: ({ words: [path = ''], flags }) => {
    const body = text(flags, 'body');
    const method = text(flags, 'method')?.toUpperCase() ?? (body === undefined ? 'GET' : 'POST');
    if (!METHODS.includes(method)) throw new UsageError(`${method} is not a method of HTTP that toile sends`);
    if (body !== undefined && (method === 'GET' || method === 'HEAD')) {
      throw new UsageError(`a ${method} carries no body`);
    }
    // Shells under Windows turn a leading slash into a path of the disk; a route is the same without it.
    if (/^[A-Za-z]:[\\/]/.test(path)) {
      throw new UsageError(`${path} is a path on this disk, made by the shell out of a leading slash`, {
        hint: 'leave the slash away: toile api v1/me',
      });
    }
    if (/^[a-z]+:\/\//i.test(path)) {
      throw new UsageError('a path is needed, not an address: the key goes to the configured address only', {
        hint: 'toile api v1/me',
      });
    }
    return {
      path: path.startsWith('/') ? path : `/${path}`,
      method,
      body,
      include: flags.include === true,
    };
  },
  run: async (deps, { path, method, body, include }) => {
    const typed =
      body === undefined
        ? undefined
        : body === '-'
          ? await deps.stdin()
          : body.startsWith('@')
            ? await deps.readText(body.slice(1))
            : body;
    if (typed !== undefined) {
      try {
        JSON.parse(typed);
      } catch {
        throw new UsageError('the body is not JSON; nothing was sent');
      }
    }
    const {
      value,
      text: sent,
      status,
      headers,
    } = await deps.request({
      method,
      path,
      ...(typed === undefined ? {} : { text: typed }),
      signal: deps.signal,
    });
    const lines: string[] = [];
    headers.forEach?.((held, name) => {
      lines.push(`${name}: ${held}`);
    });
    return {
      kind: 'body',
      value,
      text: sent,
      ...(include && { head: [`HTTP ${status}`, ...lines] }),
    } as const;
  },
});
