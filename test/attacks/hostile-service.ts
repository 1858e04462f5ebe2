/** A service with payloads as strings: all routes, the tool server and the sign-in. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAnswers, createJsonReply, type Reply, toHeaderText } from './hostile-answers.ts';
import { dealTexts, type ReplacementDepth, type TextDealer } from './hostile-bodies.ts';

/** Contents with status 200 that are no answer. */
const NON_ANSWER_FORMS = {
  page: (text) => ({ type: 'text/html', text: `<html><title>${text}</title><body>${text}</body></html>` }),
  words: (text) => ({ type: 'text/plain', text }),
  list: (text) => ({ type: 'application/json', text: JSON.stringify([text, null, 3]) }),
  string: (text) => ({ type: 'application/json', text: JSON.stringify(text) }),
  cut: (text) => ({
    type: 'application/json',
    text: JSON.stringify({ designs: [{ id: text }] }).slice(0, -4),
  }),
  type: (text) => ({ type: toHeaderText(text) || 'x', text: '{}' }),
  shape: (text) => ({
    type: 'application/json',
    text: JSON.stringify({ designs: text, next_before: { [text]: 1 }, download_url: text, pdf: text }),
  }),
} as const satisfies Record<string, (text: string) => Pick<Reply, 'type' | 'text'>>;

export const NON_ANSWERS = Object.keys(NON_ANSWER_FORMS) as readonly (keyof typeof NON_ANSWER_FORMS)[];
export const STATUSES = [400, 401, 402, 403, 404, 409, 429, 500, 302] as const;

/** The reaction to requests: an answer, a refusal, or status 200 without an answer. */
export type ServiceMood =
  | { readonly is: 'answers'; readonly depth: ReplacementDepth }
  | { readonly is: 'refuses'; readonly status: (typeof STATUSES)[number] }
  | { readonly is: 'babbles'; readonly as: keyof typeof NON_ANSWER_FORMS };

export interface HostileService {
  readonly baseUrl: string;
  readonly texts: readonly string[];
  mood: ServiceMood;
  /** The requests since it was last emptied, as `METHOD /path`. */
  readonly asked: string[];
  close(): Promise<void>;
}

export interface HostileOptions {
  readonly mood?: ServiceMood;
  /** Names that every list of designs holds. */
  readonly names?: readonly string[];
  /** Ids are valid; only `texts` may be payloads. */
  readonly honest?: true;
  /** Its drawings contain scripts. */
  readonly lively?: true;
}

/** Creates the headers of every answer. */
const createHeaders = (deal: TextDealer): Record<string, string> => {
  const dealHeader = (): string => toHeaderText(deal.next());
  return {
    'x-request-id': dealHeader(),
    'x-correlation-id': dealHeader(),
    'www-authenticate': `Bearer realm="${dealHeader()}", error_description="${dealHeader()}", scope="${dealHeader()}"`,
    server: dealHeader(),
    via: dealHeader(),
    date: dealHeader(),
    'x-pwn': dealHeader(),
  };
};

const createRefusal = (status: number, deal: TextDealer): Reply => {
  const where: Record<string, string> =
    status === 302 ? { location: toHeaderText(deal.next()) || 'file:///etc/passwd' } : {};
  const wait = { 'retry-after': status === 429 ? '1' : toHeaderText(deal.next()) };
  const body = { error: deal.next(), code: deal.next(), message: deal.next() };
  return createJsonReply(status, body, { ...wait, ...where });
};

export const startHostileService = async (
  texts: readonly string[],
  { mood: first = { is: 'answers', depth: 'values' }, names = [], honest, lively }: HostileOptions = {},
): Promise<HostileService> => {
  const deal = dealTexts(texts);
  const answer = createAnswers(
    texts,
    { always: names, honest: honest === true, lively: lively === true },
    deal,
  );
  const hostile = { texts, asked: [] as string[], mood: first };

  const replyTo = (method: string, url: URL, body: string): Reply => {
    const { mood } = hostile;
    if (mood.is === 'babbles') return { status: 200, ...NON_ANSWER_FORMS[mood.as](deal.next()) };
    if (mood.is === 'refuses') return createRefusal(mood.status, deal);
    const { origin, pathname, searchParams: query } = url;
    return answer({ method, origin, pathname, query, body }, mood.depth);
  };

  const server = createServer((request, response) => {
    const { method = 'GET', url = '/' } = request;
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('error', () => undefined);
    request.on('end', () => {
      hostile.asked.push(`${method} ${url}`);
      const address = new URL(`http://${request.headers.host}${url}`);
      const { status, type, text, headers } = replyTo(method, address, Buffer.concat(parts).toString());
      response.writeHead(status, { ...createHeaders(deal), ...headers, 'content-type': type }).end(text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(hostile, {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
};
