import { readText } from './fetch-text.ts';
import { fileFor, type SubjectId, type What } from './file-names.ts';
import { pathOf, type Run, type Subject } from './folder-types.ts';
import { keyOf, nameOf } from './manifest.ts';
import type { Due } from './plan.ts';
import { provesGone } from './proves-gone.ts';
import type { PullFailure, Pulling } from './pull-types.ts';
import { Enough, isFinal, isOutage, type Sender } from './request-budget.ts';

/** So many failures of the network or the service in a row are not about single designs any more. */
const HOPELESS = 5;

/** What came of the subjects that were asked for. */
export interface Came {
  readonly failed: PullFailure[];
  /** Those that the service proved gone. */
  readonly gone: Map<string, SubjectId>;
  /** Those that the list left out and that the service has all the same. */
  readonly alive: SubjectId[];
}

/** Fetches what is due of one subject after the other. Throws what ends the whole of it. */
export const fetching = (pulling: Pulling, { send }: Sender, run: Run, came: Came) => {
  const { folder, tools, api, signal } = pulling;
  const summaries = new Map(run.listed.map((summary) => [summary.id, summary]));
  let outages = 0;

  const read = async (of: SubjectId, what: Exclude<What, { read: 'export' }>): Promise<string> =>
    tools.canonical(await send(() => readText(api, of, what, signal)));

  const exported = async (subject: Subject, what: Extract<What, { read: 'export' }>): Promise<void> => {
    const name = fileFor(what);
    const { profile } = what;
    const graph = subject.files.get(fileFor({ read: 'graph', profile }))?.sha256;
    const held = subject.files.get(name);
    if (graph === undefined) return;
    if (held?.graph_sha256 === graph && (await folder.disk.digest(pathOf(subject, name))) === held.sha256)
      return;
    const incoming = await folder.disk.incoming();
    try {
      const { sha256, record } = await pulling.exported(subject.of.id, what, incoming.sink, send);
      const about = { ...what, api_version: run.apiVersion ?? null, graph_sha256: graph, record };
      await folder.take(subject, name, incoming, sha256, about);
    } finally {
      await incoming.drop();
    }
  };

  const fail = async (subject: Subject, what: What, error: unknown): Promise<void> => {
    const { message, code } = pulling.explain(error);
    came.failed.push({
      ...subject.of,
      name: nameOf(subject.about),
      file: pathOf(subject, fileFor(what)),
      why: message,
      code,
    });
    await folder.markTried(subject, [fileFor(what)]);
    outages = isOutage(error) ? outages + 1 : 0;
    if (outages >= HOPELESS) throw error;
  };

  /** A subject of which something is held and which no list names any more, as garments never are, may be gone. */
  const mayBeGone = (subject: Subject, proved: What | undefined): boolean =>
    subject.files.size > 0 && (proved !== undefined || subject.of.kind === 'garment');

  return async ({ of, whats, proved }: Due): Promise<void> => {
    const subject = await folder.know(of, of.kind === 'design' ? summaries.get(of.id) : undefined);
    const names = new Set(whats.map(fileFor));
    const first = proved && !names.has(fileFor(proved)) ? [proved] : [];
    for (const what of [...first, ...whats]) {
      try {
        if (what.read === 'export') await exported(subject, what);
        else {
          const text = await read(of, what);
          if (names.has(fileFor(what)))
            await folder.store(subject, fileFor(what), text, {
              ...what,
              api_version: run.apiVersion ?? null,
            });
          else await folder.markFound(subject, fileFor(what));
          if (what.read === 'graph' && proved && !came.alive.includes(of)) came.alive.push(of);
        }
        outages = 0;
      } catch (error) {
        if (error instanceof Enough || isFinal(error, signal)) throw error;
        if (what.read === 'graph' && provesGone(error) && mayBeGone(subject, proved)) {
          came.gone.set(keyOf(of), of);
          await folder.markTried(subject, [...first, ...whats].map(fileFor));
          return;
        }
        await fail(subject, what, error);
      }
    }
  };
};
