import type { Client } from '../client/index.ts';
import { NotFound, RateLimited, ToileError, Unavailable, UsageError } from '../errors.ts';
import type { Run, Subject, Writing } from './folder.ts';
import type { Summary } from './journal.ts';
import { keyOf } from './manifest.ts';
import { fileFor, type SubjectId, type What } from './names.ts';
import type { Pace } from './pace.ts';
import { type Due, plan, type Wanted } from './plan.ts';
import { choose } from './subjects.ts';
import type { Tools } from './tools.ts';

export interface ListPage {
  readonly designs: readonly Summary[];
  readonly next: string | null;
}

export interface Progress {
  readonly subjects: number;
  readonly of: number;
  readonly requests: number;
  readonly elapsedMs: number;
  /** Undefined while the list is still being read. */
  readonly leftMs: number | undefined;
  readonly waiting: boolean;
}

export interface PullOptions {
  readonly wanted: Wanted;
  /** GARM identities beside the designs. */
  readonly garments: readonly string[];
  /** Ids, unique beginnings of ids or names; empty for every design, undefined for none. */
  readonly designs: readonly string[] | undefined;
  /** Milliseconds since 1970; older designs are left alone. */
  readonly since: number | undefined;
  /** What was checked less than so many milliseconds ago is left alone. */
  readonly maxAgeMs: number | undefined;
  readonly maxRequests: number | undefined;
  readonly reserve: number;
  readonly remove: boolean;
}

export interface Pulling extends PullOptions {
  readonly folder: Writing;
  readonly tools: Tools;
  readonly api: Client;
  /** Who asks, and where: a pull goes on only as the same. Holds no secret. */
  readonly caller: string;
  readonly pace: Pace;
  readonly signal: AbortSignal;
  random(): number;
  /** The caller's designs page by page, newest first, from a cursor on. */
  list(before: string | undefined): AsyncIterator<ListPage>;
  /** A governed export: its bytes, and the record of it (2.10). */
  exported(
    id: string,
    what: { readonly profile: string; readonly driver: string },
  ): Promise<{ readonly bytes: Uint8Array; readonly record: unknown }>;
  /** Any error in words. */
  explain(error: unknown): string;
  tell(progress: Progress): void;
}

export interface PullFailure {
  readonly kind: SubjectId['kind'];
  readonly id: string;
  readonly name: string | null;
  readonly file: string;
  readonly why: string;
}

export interface Pulled {
  /** Designs and garments. */
  readonly subjects: number;
  /** Paths relative to the folder. */
  readonly new: readonly string[];
  readonly changed: readonly string[];
  readonly unchanged: number;
  readonly failed: readonly PullFailure[];
  /** In the folder, and no longer in the service. */
  readonly gone: readonly {
    readonly kind: SubjectId['kind'];
    readonly id: string;
    readonly removed: boolean;
  }[];
  /** Files that were due and that --max-requests left for the next pull. */
  readonly left: number;
  readonly requests: number;
  readonly seconds: number;
  readonly resumed: boolean;
}

/** A pull that was begun longer ago is not gone on with: its list would be too old. */
const STALE_RUN_MS = 24 * 3_600_000;
/** So many failures of the network or the service in a row are not about single designs any more. */
const HOPELESS = 5;
/** Where a 429 does not say how long to wait. */
const DEFAULT_HOLD_MS = 30_000;

class Enough extends Error {}

const statusOf = (error: unknown): number | undefined =>
  error instanceof Error && 'status' in error && typeof error.status === 'number'
    ? error.status
    : error instanceof ToileError
      ? error.details.status
      : undefined;

/** What the whole pull cannot go on after: the credential, the disk, the person. */
const isFinal = (error: unknown, signal: AbortSignal): boolean =>
  signal.aborted ||
  statusOf(error) === 401 ||
  statusOf(error) === 403 ||
  (error instanceof ToileError && error.code === 'cannot_write');

const isOutage = (error: unknown): boolean =>
  error instanceof Unavailable ||
  (error instanceof Error && ['NetworkError', 'TimeoutError', 'AnswerError'].includes(error.name)) ||
  (statusOf(error) ?? 0) >= 500;

export async function pull(pulling: Pulling): Promise<Pulled> {
  const { folder, tools, api, pace, signal, reserve, wanted } = pulling;
  const { clock } = tools;
  const began = clock.now();
  let requests = 0;
  let subjectsDone = 0;
  let total = 0;
  let queue: Due[] = [];
  const failed: PullFailure[] = [];
  const gone = new Map<string, SubjectId>();
  let outages = 0;

  const leftMs = (): number | undefined => {
    if (total === 0) return undefined;
    const files = queue.reduce(
      (sum, { whats }) => sum + whats.filter(({ read }) => read !== 'export').length,
      0,
    );
    const asked = Math.max(0, Math.min(files, (pulling.maxRequests ?? Infinity) - requests));
    const each = requests > 0 ? (clock.now() - began) / requests : 0;
    return Math.max(
      pace.estimate(asked, reserve),
      requests > pace.rate.limit ? 0 : Math.min(each, 2000) * asked,
    );
  };
  const report = (waiting: boolean): void =>
    pulling.tell({
      subjects: subjectsDone,
      of: total,
      requests,
      elapsedMs: clock.now() - began,
      leftMs: leftMs(),
      waiting,
    });

  /** One request when there is room for it, and again when the service says that there was none after all. */
  const send = async <T>(request: () => PromiseLike<T>): Promise<T> => {
    while (true) {
      if (requests >= (pulling.maxRequests ?? Infinity)) throw new Enough();
      report(pace.estimate(1, reserve) > 0);
      await pace.room(reserve, signal);
      requests += 1;
      try {
        return await request();
      } catch (error) {
        if (!(error instanceof RateLimited)) throw error;
        const { retry_after } = error.details;
        pace.hold(retry_after === undefined ? DEFAULT_HOLD_MS : retry_after * 1000);
        requests -= 1;
      }
    }
  };

  const key = `${pulling.caller} ${tools.writeJson([pulling.garments, pulling.designs ?? null, pulling.since ?? null, wanted])}`;
  const old = folder.unfinished;
  const resumed = old !== undefined && old.key === key && began - old.at < STALE_RUN_MS;
  const run = resumed ? old : await firstRequests();

  async function firstRequests(): Promise<Run> {
    const me = await send(() => api.me({ signal }));
    const userId = typeof me.user_id === 'string' ? me.user_id : null;
    if (folder.userId !== null && userId !== folder.userId)
      throw anotherUser(folder.root, folder.userId, userId);
    const index = await send(() => api.index({ signal }));
    const apiVersion = typeof index.version === 'string' ? index.version : null;
    return folder.begin({ key, at: began, userId, apiVersion });
  }

  const readList = async (): Promise<void> => {
    if (pulling.designs === undefined || run.next === null) return;
    const pages = pulling.list(run.next);
    while (true) {
      const page = await send(() => pages.next());
      if (page.done) return;
      const { designs, next } = page.value;
      const last = Date.parse(String(designs.at(-1)?.created_at ?? ''));
      const old = pulling.since !== undefined && last < pulling.since;
      await folder.page(designs, old ? null : next);
      if (next === null || old) return;
    }
  };

  const text = async (of: SubjectId, what: Exclude<What, { read: 'export' }>): Promise<string> => {
    const { id } = of;
    const profile = what.read === 'graph' ? what.profile : undefined;
    const call = () => {
      if (of.kind === 'garment') return api.garment(id, what.read, { profile, signal }).whole();
      if (what.read === 'graph') return api.designGraph(id, { profile, signal }).whole();
      if (what.read === 'tailor-brief') return api.designTailorBrief(id, { signal }).whole();
      if (what.read === 'design-trust') return api.designDesignTrust(id, { signal }).whole();
      return api.designConfirmations(id, { signal }).whole();
    };
    return tools.canonical((await send(call)).text);
  };

  const pullOne = async (subject: Subject, what: What): Promise<void> => {
    const name = fileFor(what);
    const api_version = run.apiVersion;
    if (what.read !== 'export') {
      await folder.store(subject, name, await text(subject.of, what), { ...what, api_version });
      return;
    }
    const graph = subject.files.get(fileFor({ read: 'graph', profile: what.profile }))?.sha256;
    const held = subject.files.get(name);
    if (graph === undefined) return;
    if (held?.graph_sha256 === graph && (await folder.onDisk(subject, name)) === held.sha256) return;
    const { bytes, record } = await send(() => pulling.exported(subject.of.id, what));
    await folder.store(subject, name, bytes, { ...what, api_version, graph_sha256: graph, record });
  };

  const pullSubject = async ({ of, whats }: Due): Promise<void> => {
    const summary = summaries.get(of.id);
    const subject = await folder.know(of, of.kind === 'design' ? summary : undefined);
    for (const what of whats) {
      try {
        await pullOne(subject, what);
        outages = 0;
      } catch (error) {
        if (error instanceof Enough || isFinal(error, signal)) throw error;
        if (statusOf(error) === 404 && what.read !== 'export') {
          gone.set(keyOf(of), of);
          return;
        }
        const why = pulling.explain(error);
        const named = typeof summary?.name === 'string' ? summary.name : null;
        failed.push({ ...of, name: named, file: `${subject.about.folder}/${fileFor(what)}`, why });
        outages = isOutage(error) ? outages + 1 : 0;
        if (outages >= HOPELESS) throw error;
      }
    }
  };

  const summaries = new Map<string, Summary>();
  let stopped = false;
  let finished = false;
  try {
    await readList();
    for (const summary of run.listed) summaries.set(summary.id, summary);
    const chosen = choose(pulling, [...summaries.values()], [...folder.subjects.values()]);
    if (chosen.unknown.length > 0) {
      throw new NotFound(`no design of yours has the name or id ${chosen.unknown.join(', ')}`, {
        hint: 'toile designs ls --all shows them',
      });
    }
    for (const of of chosen.gone) gone.set(keyOf(of), of);
    const notAfter = pulling.maxAgeMs === undefined ? Infinity : began - pulling.maxAgeMs;
    queue = [...plan(folder, chosen.subjects, wanted, { notAfter, run }, pulling.random)];
    total = queue.length;
    for (const due of [...queue]) {
      signal.throwIfAborted();
      await pullSubject(due);
      queue.shift();
      subjectsDone += 1;
    }
    finished = true;
  } catch (error) {
    if (!(error instanceof Enough)) {
      await folder.settle(false).catch(() => undefined);
      throw error;
    }
    stopped = true;
    finished = true;
  }

  const removed = new Set<string>();
  for (const name of gone.keys()) {
    const subject = folder.subjects.get(name);
    if (!pulling.remove || !subject) continue;
    await folder.forget(subject);
    removed.add(name);
  }
  const outcome = { new: [] as string[], changed: [] as string[], same: [] as string[] };
  for (const [path, what] of run.done) outcome[what].push(path);
  await folder.settle(finished);
  return {
    subjects: total,
    new: outcome.new,
    changed: outcome.changed,
    unchanged: outcome.same.length,
    failed,
    gone: [...gone]
      .filter(
        ([name]) => removed.has(name) || (folder.subjects.get(name)?.files.size ?? 0) > 0 || isNamed(name),
      )
      .map(([name, of]) => ({ ...of, removed: removed.has(name) })),
    left: stopped ? queue.reduce((sum, { whats }) => sum + whats.length, 0) : 0,
    requests,
    seconds: Math.round((clock.now() - began) / 100) / 10,
    resumed,
  };

  function isNamed(name: string): boolean {
    return pulling.garments.some((id) => name === keyOf({ kind: 'garment', id }));
  }
}

/** Designs of two users in one folder could not be told apart, and --delete would take the one for the other's. */
export const anotherUser = (root: string, holds: string, asks: unknown): UsageError =>
  new UsageError(`${root} holds the designs of another user`, {
    code: 'another_user',
    hint: 'pull into a folder of its own, or choose the account with --account',
    details: { candidates: [`the folder is of ${holds}`, `the credential is of ${String(asks)}`] },
  });

/** What a pull would ask for. */
export interface PlannedPull {
  readonly subjects: number;
  readonly reads: number;
  /** Exports that are not there yet; one whose graph turns out to have changed comes to them. */
  readonly exports: number;
  readonly requests: number;
  /** Minutes that the rate limit makes of it. */
  readonly minutes: number;
}

/** Reads the list and nothing else; writes nothing. */
export async function planned(pulling: Pulling): Promise<PlannedPull> {
  const { folder, pace, reserve, signal, wanted } = pulling;
  const summaries = new Map<string, Summary>();
  let spent = 0;
  if (pulling.designs !== undefined) {
    const pages = pulling.list(undefined);
    while (true) {
      await pace.room(reserve, signal);
      const page = await pages.next();
      if (page.done) break;
      spent += 1;
      for (const summary of page.value.designs) summaries.set(summary.id, summary);
    }
  }
  const chosen = choose(pulling, [...summaries.values()], [...folder.subjects.values()]);
  const notAfter = pulling.maxAgeMs === undefined ? Infinity : pulling.tools.clock.now() - pulling.maxAgeMs;
  const due = plan(folder, chosen.subjects, wanted, { notAfter, run: undefined }, pulling.random);
  const whats = due.flatMap((each) => each.whats.map((what) => ({ of: each.of, what })));
  const reads = whats.filter(({ what }) => what.read !== 'export').length;
  const exports = whats.filter(
    ({ of, what }) => what.read === 'export' && !folder.subjects.get(keyOf(of))?.files.has(fileFor(what)),
  ).length;
  // Whose designs they are and the version of the interface are asked for once.
  const requests = Math.min(reads + exports + spent + 2, pulling.maxRequests ?? Infinity);
  return {
    subjects: due.length,
    reads,
    exports,
    requests,
    minutes: Math.ceil(pace.estimate(requests, reserve) / 6000) / 10,
  };
}
