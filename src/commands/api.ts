import { shellWord, typeable } from '../border/shell.ts';
import type { Whole } from '../client/index.ts';
import { UsageError } from '../errors.ts';
import { type BodyAnswer, define, type MadeAnswer } from './define.ts';
import { jsonText } from './json-text.ts';
import { answerOf, order } from './techpack-guard.ts';
import { text } from './typed.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'];

/** The design of which a path requests a Tech Pack, however the path is spelled; undefined for any other route. */
const designOrdered = (method: string, path: string): string | undefined => {
  if (method !== 'POST') return undefined;
  const segments = (path.split('?')[0] ?? '').split('/').map((part) => {
    try {
      return decodeURIComponent(part);
    } catch {
      return part;
    }
  });
  const [, id] = /\/designs\/+([^/]+)\/+tech-packs\/*$/i.exec(segments.join('/')) ?? [];
  return id?.toLowerCase();
};

const headOf = ({ status, headers }: Whole<unknown>): readonly string[] => {
  const lines = [`HTTP ${status}`];
  headers.forEach?.((held, name) => {
    lines.push(`${name}: ${held}`);
  });
  return lines;
};

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
    yes: { about: 'for a Tech Pack request: agree to what it may cost' },
    again: { about: 'for a Tech Pack request: another one even though an earlier one is open or unknown' },
  },
  examples: [
    { why: 'The index, which needs no key', line: 'toile api v1' },
    { why: 'A page of designs', line: "toile api 'v1/designs?limit=2'" },
    {
      why: 'An export, with its body from a file',
      line: 'toile api v1/designs/ID/exports --body @export.json',
    },
  ],
  about:
    'A POST that requests a Tech Pack may cost money and goes the way of techpack request: with consent, once, and ' +
    'not while an earlier request for the design is open.',
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
        hint: typeable`leave the slash away: toile api v1/me`,
      });
    }
    if (/^[a-z]+:\/\//i.test(path)) {
      throw new UsageError('a path is needed, not an address: the key goes to the configured address only', {
        hint: typeable`toile api v1/me`,
      });
    }
    const route = path.startsWith('/') ? path : `/${path}`;
    const design = designOrdered(method, route);
    const [yes, again] = [flags.yes === true, flags.again === true];
    if (design === undefined && (yes || again)) {
      throw new UsageError(`--${yes ? 'yes' : 'again'} is for Tech Pack requests only`);
    }
    return { path: route, method, body, design, yes, again, include: flags.include === true };
  },
  run: async (deps, options): Promise<BodyAnswer | MadeAnswer> => {
    const { path, method, body, design, include, yes, again } = options;
    const json = body === undefined ? undefined : await jsonText(deps, 'body', body);
    if (design === undefined) {
      const sent = json === undefined ? {} : { text: json };
      const whole = await deps.request({ method, path, ...sent, signal: deps.signal });
      return { ...answerOf(whole), ...(include && { head: headOf(whole) }) };
    }
    const typed = typeable`${deps.toile} api -X POST ${shellWord(path)}${body === undefined ? typeable`` : typeable` --body ${shellWord(body)}`}`;
    const wanted = { designId: design, identity: design, text: json ?? '{}', yes, again, typed };
    const ordered = await order(deps, wanted);
    if (ordered.kind === 'made') return ordered;
    return { ...answerOf(ordered.whole), ...(include && { head: headOf(ordered.whole) }) };
  },
});
