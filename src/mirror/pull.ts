import { typeable } from '../border/shell.ts';
import { NotFound, UsageError } from '../errors.ts';
import type { Summary } from './journal.ts';
import { pagesOf } from './listing.ts';
import { keyOf } from './manifest.ts';
import { fileFor, type SubjectId, type What } from './names.ts';
import { type Due, plan } from './plan.ts';
import type { Pulled, PullFailure, Pulling } from './pulling.ts';
import { readText } from './reading.ts';
import { Enough, isFinal, isOutage, sender, statusOf } from './sending.ts';
import { choose } from './subjects.ts';
import type { Run, Subject } from './writing.ts';

/** A pull that was begun longer ago is not gone on with: its list would be too old. */
const STALE_RUN_MS = 24 * 3_600_000;
/** So many failures of the network or the service in a row are not about single designs any more. */
const HOPELESS = 5;
/** An average request takes no longer; what was slower had to wait. */
const SLOWEST_MS = 2000;

/** Milliseconds between two reports, but for a wait. */
const REPORT_EVERY_MS = 100;

const readsIn = ({ whats }: Due): number => whats.filter(({ read }) => read !== 'export').length;

/** Designs of two users in one folder could not be told apart, and --delete would take the one for the other's. */
export const anotherUser = (root: string, holds: string, asks: unknown): UsageError =>
  new UsageError(`${root} holds the designs of another user`, {
    code: 'another_user',
    hint: typeable`pull into a folder of its own, or choose the account with --account`,
    details: { candidates: [`the folder is of ${holds}`, `the credential is of ${String(asks)}`] },
  });

/** Brings the folder up to date, a request at a time. Throws what ends the whole of it; the folder can be gone on with. */
export async function pull(pulling: Pulling): Promise<Pulled> {
  const { folder, tools, api, pace, signal, reserve, wanted } = pulling;
  const { clock } = tools;
  const began = clock.now();
  const failed: PullFailure[] = [];
  const gone = new Map<string, SubjectId>();
  const summaries = new Map<string, Summary>();
  let due: readonly Due[] = [];
  let total = 0;
  /** Subjects that are not done, and their reads. */
  let left = 0;
  let ahead = 0;
  let reported = -REPORT_EVERY_MS;
  let outages = 0;

  const report = (waiting: boolean): void => {
    const elapsedMs = clock.now() - began;
    if (elapsedMs - reported < REPORT_EVERY_MS && !waiting) return;
    reported = elapsedMs;
    const { requests } = sending;
    const asked = Math.max(0, Math.min(ahead, (pulling.maxRequests ?? Infinity) - requests));
    const byWay = Math.min(elapsedMs / Math.max(1, requests), SLOWEST_MS) * asked;
    const leftMs = Math.max(pace.estimate(asked, reserve), requests > pace.rate.limit ? 0 : byWay);
    const subjects = total - left;
    pulling.tell({
      subjects,
      of: total,
      requests,
      elapsedMs,
      leftMs: total > 0 ? leftMs : undefined,
      waiting,
    });
  };
  const sending = sender({ pace, clock, reserve, signal, most: pulling.maxRequests, before: report });
  const { send } = sending;

  const begin = async (key: string): Promise<Run> => {
    const me = await send(() => api.me({ signal }));
    const userId = typeof me.user_id === 'string' ? me.user_id : null;
    if (folder.userId !== null && userId !== folder.userId)
      throw anotherUser(folder.root, folder.userId, userId);
    const index = await send(() => api.index({ signal }));
    const apiVersion = typeof index.version === 'string' ? index.version : null;
    return folder.begin({ key, at: began, userId, apiVersion });
  };

  const readList = async (run: Run): Promise<void> => {
    if (pulling.designs === undefined || run.next === null) return;
    for await (const { designs, next } of pagesOf(pulling.list, sending, run.next)) {
      const last = Date.parse(String(designs.at(-1)?.created_at ?? ''));
      const isOld = pulling.since !== undefined && last < pulling.since;
      await folder.page(designs, isOld ? null : next);
      if (isOld) return;
    }
  };

  const pullOne = async (run: Run, subject: Subject, what: What): Promise<void> => {
    const name = fileFor(what);
    const api_version = run.apiVersion;
    if (what.read !== 'export') {
      const text = tools.canonical(await send(() => readText(api, subject.of, what, signal)));
      await folder.store(subject, name, text, { ...what, api_version });
      return;
    }
    const graph = subject.files.get(fileFor({ read: 'graph', profile: what.profile }))?.sha256;
    const held = subject.files.get(name);
    if (graph === undefined) return;
    if (held?.graph_sha256 === graph && (await folder.onDisk(subject, name)) === held.sha256) return;
    const { bytes, record } = await send(() => pulling.exported(subject.of.id, what));
    await folder.store(subject, name, bytes, { ...what, api_version, graph_sha256: graph, record });
  };

  const pullSubject = async (run: Run, { of, whats }: Due): Promise<void> => {
    const summary = summaries.get(of.id);
    const subject = await folder.know(of, of.kind === 'design' ? summary : undefined);
    for (const what of whats) {
      try {
        await pullOne(run, subject, what);
        outages = 0;
      } catch (error) {
        if (error instanceof Enough || isFinal(error, signal)) throw error;
        if (statusOf(error) === 404 && what.read !== 'export') {
          gone.set(keyOf(of), of);
          return;
        }
        const named = typeof summary?.name === 'string' ? summary.name : null;
        const file = `${subject.about.folder}/${fileFor(what)}`;
        failed.push({ ...of, name: named, file, why: pulling.explain(error) });
        outages = isOutage(error) ? outages + 1 : 0;
        if (outages >= HOPELESS) throw error;
      }
    }
  };

  const pullAll = async (run: Run): Promise<void> => {
    await readList(run);
    for (const summary of run.listed) summaries.set(summary.id, summary);
    const chosen = choose(pulling, [...summaries.values()], [...folder.subjects.values()]);
    if (chosen.unknown.length > 0) {
      throw new NotFound(`no design of yours has the name or id ${chosen.unknown.join(', ')}`, {
        hint: typeable`toile designs ls --all shows them`,
      });
    }
    for (const of of chosen.gone) gone.set(keyOf(of), of);
    const notAfter = pulling.maxAgeMs === undefined ? Infinity : began - pulling.maxAgeMs;
    due = plan(folder, chosen.subjects, wanted, { notAfter, run }, pulling.random);
    total = due.length;
    left = total;
    ahead = due.reduce((sum, each) => sum + readsIn(each), 0);
    for (const each of due) {
      signal.throwIfAborted();
      await pullSubject(run, each);
      left -= 1;
      ahead -= readsIn(each);
    }
  };

  const { garments, designs = null, since = null } = pulling;
  const key = `${pulling.caller} ${tools.writeJson([garments, designs, since, wanted])}`;
  const old = folder.unfinished;
  const resumed = old !== undefined && old.key === key && began - old.at < STALE_RUN_MS;
  let stopped = false;
  let run: Run | undefined;
  try {
    run = resumed ? old : await begin(key);
    if (resumed) await folder.verify(run);
    await pullAll(run);
  } catch (error) {
    if (!(error instanceof Enough)) {
      if (run) await folder.settle(false).catch(() => undefined);
      throw error;
    }
    stopped = true;
  }

  const removed = new Set<string>();
  for (const name of gone.keys()) {
    const subject = folder.subjects.get(name);
    if (!pulling.remove || !subject) continue;
    await folder.forget(subject);
    removed.add(name);
  }
  const outcome = { new: [] as string[], changed: [] as string[], same: [] as string[] };
  for (const [path, what] of run?.done ?? []) outcome[what].push(path);
  if (run) await folder.settle(true);
  const asked = new Set(garments.map((id) => keyOf({ kind: 'garment', id })));
  const isHeld = (name: string): boolean => (folder.subjects.get(name)?.files.size ?? 0) > 0;
  return {
    subjects: total,
    new: outcome.new,
    changed: outcome.changed,
    unchanged: outcome.same.length,
    failed,
    gone: [...gone]
      .filter(([name]) => removed.has(name) || isHeld(name) || asked.has(name))
      .map(([name, of]) => ({ ...of, removed: removed.has(name) })),
    left: stopped ? due.slice(total - left).reduce((sum, { whats }) => sum + whats.length, 0) : 0,
    requests: sending.requests,
    seconds: Math.round((clock.now() - began) / 100) / 10,
    resumed,
  };
}
