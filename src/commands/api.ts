import { advice, shellWord, toType, typeable } from '../border/shell.ts';
import type { Whole } from '../client/index.ts';
import { UsageError } from '../errors.ts';
import { orderingIn } from '../purchases/route.ts';
import type { BodyAnswer, ListAnswer, MadeAnswer } from './answers.ts';
import { allOf, bodyOf, fieldIn, withQuery } from './api-fields.ts';
import { define } from './define.ts';
import { walk } from './designs/list-designs.ts';
import type { Base, Files, Service, Shop } from './facets.ts';
import { jsonText } from './flags/json-text.ts';
import { text } from './flags/parse-flags.ts';
import { LOCAL_GUARD } from './techpack/consent.ts';
import { NOT_FOLLOWING } from './techpack/follow.ts';
import { order } from './techpack/order.ts';
import { STAND_BY_MS } from './techpack/stand-by.ts';
import { answerOf, stand } from './techpack/standing.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'];

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
  does: {
    sends: 'always',
    scopes: ['export', 'generate'],
    pays: true,
    writes: 'what the route does; the record of a Tech Pack request',
    asks: 'consent to a Tech Pack request, without --yes',
  },
  gives: ['any', 'designs', 'toile.techpack-standing/1'],
  summary: 'Send a request to any route, with the key, to the configured address only',
  elsewhere: ['request', 'curl'],
  words: [{ name: 'PATH', about: 'the route, with or without its leading slash: v1/me', required: true }],
  flags: {
    method: {
      short: 'X',
      value: 'METHOD',
      default: 'GET',
      about: 'POST when there is a body',
      suggests: ['GET', 'POST'],
    },
    body: { value: 'JSON', about: 'a JSON text, @FILE, or - for stdin', completes: ['@files'] },
    field: {
      short: 'f',
      value: 'KEY=VALUE',
      repeats: true,
      about: 'a part of the query; of a JSON body with -X POST, where KEY:=JSON is a number, a list, true',
      elsewhere: ['raw-field'],
    },
    all: { about: 'every page of v1/designs, as one body', elsewhere: ['paginate'] },
    include: { short: 'i', about: 'status and headers before the body' },
    yes: { about: 'for a Tech Pack request: agree to what it may cost' },
    again: { about: 'for a Tech Pack request: another one, whatever became of an earlier one' },
    'local-guard': { about: `for a Tech Pack request: ${LOCAL_GUARD.about}` },
  },
  examples: [
    { why: 'The index, which needs no key', line: 'toile api v1' },
    { why: 'A page of designs', line: 'toile api v1/designs -f limit=2' },
    { why: 'All of them', line: 'toile api v1/designs --all' },
    {
      why: 'An export, with its body from a file',
      line: 'toile api v1/designs/ID/exports --body @export.json',
    },
  ],
  about:
    'A POST that requests a Tech Pack may cost money and goes the way of techpack request, however it is spelled: ' +
    'with consent, once, and never again without --again. One of which nobody can say which design it means is not ' +
    'sent.',
  json: 'the body as it came',
  parse: ({ words: [typedPath = ''], flags, several = {} }) => {
    const fields = (several.field ?? []).map(fieldIn);
    const body = text(flags, 'body');
    const method = text(flags, 'method')?.toUpperCase() ?? (body === undefined ? 'GET' : 'POST');
    if (!METHODS.includes(method)) throw new UsageError(`${method} is not a method of HTTP that toile sends`);
    if (body !== undefined && (method === 'GET' || method === 'HEAD')) {
      throw new UsageError(`a ${method} carries no body`);
    }
    if (fields.length > 0 && body !== undefined)
      throw new UsageError('--field and --body are two ways to say the same; take one of them');
    const isQuery = method === 'GET' || method === 'HEAD';
    const path = isQuery ? withQuery(typedPath, fields) : typedPath;
    const all = flags.all === true ? allOf(path, method, flags.include === true) : undefined;
    // Shells under Windows turn a leading slash into a path of the disk; a route is the same without it.
    if (/^[A-Za-z]:[\\/]/.test(path)) {
      throw new UsageError(`${path} is a path on this disk, made by the shell out of a leading slash`, {
        hint: advice`leave the slash out: ${toType`toile api v1/me`}`,
      });
    }
    if (/^[a-z]+:\/\//i.test(path)) {
      throw new UsageError('a path is needed, not an address: the key goes to the configured address only', {
        hint: toType`toile api v1/me`,
      });
    }
    const route = path.startsWith('/') ? path : `/${path}`;
    const [yes, again, localGuard] = [
      flags.yes === true,
      flags.again === true,
      flags['local-guard'] === true,
    ];
    const forOrder = yes ? 'yes' : again ? 'again' : localGuard ? 'local-guard' : undefined;
    if (method !== 'POST' && forOrder) throw forOrders(forOrder);
    const own = isQuery || fields.length === 0 ? undefined : bodyOf(fields);
    return {
      ...{ path: route, method, body: own ?? body, yes, again, localGuard, forOrder, all },
      include: flags.include === true,
    };
  },
  run: async (
    deps: Base & Service & Shop & Files,
    options,
  ): Promise<BodyAnswer | MadeAnswer | ListAnswer> => {
    const { path, method, body, include, yes, again, localGuard, forOrder } = options;
    if (options.all !== undefined) {
      const continueWith = (next: string) =>
        typeable`${deps.toile} api v1/designs --all -f ${shellWord(`before=${next}`)}`;
      const { signal } = deps;
      const pages = walk(await deps.api(), { ...options.all, continueWith, signal, saw: deps.sawDesigns });
      return { kind: 'list', member: 'designs', pages, continueWith };
    }
    const json = body === undefined ? undefined : await jsonText(deps, 'body', body);
    const ordering = orderingIn(method, await deps.addressOf(path));
    if (ordering.kind === 'unclear') {
      throw new UsageError(
        `${path} may request a Tech Pack, and it is not clear of which design: nothing was sent`,
        {
          code: 'unclear_order',
          hint: advice`with the uuid of the design as designs ls shows it: ${deps.toile} techpack request ID`,
        },
      );
    }
    if (ordering.kind === 'free') {
      if (forOrder) throw forOrders(forOrder);
      const sent = json === undefined ? {} : { text: json };
      const whole = await deps.request({ method, path, ...sent, signal: deps.signal });
      return { ...answerOf(whole), ...(include && { head: headOf(whole) }) };
    }
    const { design } = ordering;
    if (localGuard) deps.guardLocally();
    const typed = typeable`${deps.toile} api -X POST ${shellWord(path)}${body === undefined ? typeable`` : typeable` --body ${shellWord(body)}`}`;
    const wanted = { design, identity: design, path, text: json ?? '{}', yes, again, typed };
    const ordered = await order(deps, { ...wanted, patience: STAND_BY_MS });
    if (ordered.kind === 'standing') {
      return stand(deps, ordered.purchase, { identity: design, typed, wanted: NOT_FOLLOWING });
    }
    return { ...answerOf(ordered.whole), ...(include && { head: headOf(ordered.whole) }) };
  },
});

const forOrders = (flag: string): UsageError => new UsageError(`--${flag} is for Tech Pack requests only`);
