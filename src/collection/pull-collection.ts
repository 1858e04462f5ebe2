import { Failure, NotFound, UsageError } from '../platform/errors.ts';
import { hintText, nextCommand, shellText } from '../platform/escape/shell.ts';
import { type FileOutcome, joinSubjectPath, listPulledSubjects, type PullRun } from './collection-types.ts';
import { createSubjectFetcher, type FetchOutcome } from './fetch-subject.ts';
import {
  chooseSubjects,
  countRemainingFiles,
  type DueSubject,
  findDamagedFiles,
  findExistingDesigns,
  planFetches,
} from './plan-pull.ts';
import type { PullFailure, PullInput, PullProgress, PullResult } from './pull-types.ts';
import { findListProblems, readDesignList } from './read-design-list.ts';
import {
  pruneRemoved,
  type RenamedFolder,
  removeGoneSubjects,
  removeTempLeftovers,
  renameFormerFolders,
} from './remove-gone.ts';
import { createRequestSender, RequestLimitReached, type RequestSender } from './request-budget.ts';

/** The longest time of a request in estimates, in milliseconds. A longer average contains waits. */
const MAX_REQUEST_MS = 2000;
/** The minimum milliseconds between two progress reports, except during a wait. */
const REPORT_EVERY_MS = 100;

/** The number of all designs and garments, of those that remain (`left`), and of their requests except exports. */
interface PullPosition {
  total: number;
  left: number;
  ahead: number;
}

/** Creates a function that reports progress at most every 100 ms. */
const createPullReporter = (
  { tools, pace, reserve, maxRequests = Infinity, onProgress }: PullInput,
  way: PullPosition,
  requests: () => number,
): ((waiting: boolean) => void) => {
  const began = tools.clock.now();
  let reported = -REPORT_EVERY_MS;
  return (waiting) => {
    const elapsedMs = tools.clock.now() - began;
    if (elapsedMs - reported < REPORT_EVERY_MS && !waiting) return;
    reported = elapsedMs;
    const sent = requests();
    const asked = Math.max(0, Math.min(way.ahead, maxRequests - sent));
    const byWay = Math.min(elapsedMs / Math.max(1, sent), MAX_REQUEST_MS) * asked;
    const leftMs = Math.max(pace.estimate(asked, reserve), sent > pace.rate.limit ? 0 : byWay);
    const progress: PullProgress = {
      subjects: way.total - way.left,
      of: way.total,
      requests: sent,
      elapsedMs,
      leftMs: way.total > 0 ? leftMs : undefined,
      waiting,
    };
    onProgress(progress);
  };
};

/** The maximum age in milliseconds of an unfinished pull that is resumed. The list of an older pull is outdated. */
const MAX_RUN_AGE_MS = 24 * 3_600_000;

const countReads = ({ fileSpecs }: DueSubject): number =>
  fileSpecs.filter(({ read }) => read !== 'export').length;

/**
 * Creates the error for a folder with the designs of another user. A pull could not tell the designs of two users
 * apart, and --delete would remove those of the other user.
 */
export const createOtherUserError = (root: string, holds: string, asks: unknown): UsageError =>
  new UsageError(`${root} contains the designs of another user`, {
    code: 'another_user',
    hint: shellText`pull into another folder, or choose the account with --account`,
    details: { candidates: [`the folder is of ${holds}`, `the credential is of ${String(asks)}`] },
  });

const beginRun = async (
  { folder, api, signal }: PullInput,
  { send }: RequestSender,
  key: string,
  at: number,
): Promise<PullRun> => {
  const me = await send(() => api.me({ signal }));
  const userId = typeof me.user_id === 'string' ? me.user_id : null;
  if (folder.userId !== null && userId !== folder.userId)
    throw createOtherUserError(folder.disk.root, folder.userId, userId);
  return folder.beginRun({ key, at, userId });
};

/**
 * Returns true if an unfinished pull is not too old to be resumed. With --max-requests the list alone may take days, so
 * a pull that has fetched only the list is resumed at any age.
 */
const isResumable = (run: PullRun, now: number, { maxRequests }: PullInput): boolean =>
  now - run.at < MAX_RUN_AGE_MS || (maxRequests !== undefined && run.done.size === 0);

const createListFailure = (why: string): PullFailure => ({
  kind: 'list',
  id: null,
  name: null,
  file: null,
  why,
  code: 'list_incomplete',
});

/** Returns the reasons why the list is incomplete, for example designs that the service has but does not list. */
const findProblemsAfterPull = (
  pulling: PullInput,
  run: PullRun,
  { alive }: FetchOutcome,
): readonly string[] => {
  const doubts = findListProblems(pulling, run);
  if (doubts.length > 0 || alive.length === 0) return doubts;
  const some = alive.slice(0, 3).map(({ id }) => id);
  const more = alive.length > some.length ? [`${alive.length - some.length} more`] : [];
  return [`it lacks designs that the service has, and may lack others: ${[...some, ...more].join(', ')}`];
};

/** Returns a failure for each selected design of the list with an id that is not a UUID, which no request can use. */
const listInvalidIdFailures = ({ designs, since }: PullInput, { strange }: PullRun): readonly PullFailure[] =>
  (designs?.length === 0 ? strange : [])
    .filter(({ created }) => since === undefined || created === null || created >= since)
    .map(({ id, name }) => ({
      kind: 'design',
      id,
      name,
      file: null,
      why: 'the service lists it under an id that is not a uuid',
      code: 'bad_answer',
    }));

/**
 * Updates a pulled folder, one request at a time, and resumes an unfinished pull. Removes gone designs if the options
 * say so. Returns what was new, changed, failed or removed. Throws errors that end the pull.
 */
export const pullCollection = async (pulling: PullInput): Promise<PullResult> => {
  const { folder, tools, api, pace, signal, reserve, selection } = pulling;
  const { clock } = tools;
  const began = clock.now();
  const came: FetchOutcome = { failed: [], gone: new Map(), alive: [] };
  const way: PullPosition = { total: 0, left: 0, ahead: 0 };
  /** The designs and garments to fetch; undefined until the list was read. */
  let due: readonly DueSubject[] | undefined;
  const sending: RequestSender = createRequestSender({
    pace,
    clock,
    reserve,
    signal,
    maxRequests: pulling.maxRequests,
    onRequest: (waiting) => report(waiting),
  });
  const report = createPullReporter(pulling, way, () => sending.requests);

  const pullAll = async (run: PullRun): Promise<void> => {
    if (run.apiVersion === undefined) {
      const { version } = await sending.send(() => api.index({ signal }));
      await folder.saveApiVersion(typeof version === 'string' ? version : null);
    }
    await readDesignList(pulling, sending, run);
    const chosen = chooseSubjects(pulling, run.listed, listPulledSubjects(folder));
    if (chosen.unknown.length > 0) {
      const [doubt] = run.doubts;
      const what = `no design of yours has the name or id ${chosen.unknown.join(', ')}`;
      const hint = hintText`list your designs: ${nextCommand`${pulling.toile} designs ls --all`}`;
      if (doubt === undefined) {
        // This pull fetched nothing, so it need not be resumed. An older unfinished pull stays unfinished.
        if (folder.isCollection && old === undefined) await folder.finishRun('finished');
        throw new NotFound(what, { hint });
      }
      throw new Failure(`${what}, as far as the list goes: ${doubt}`, { code: 'list_incomplete', hint });
    }
    const { maxAgeMs } = pulling;
    const notAfter = maxAgeMs === undefined ? Infinity : began - maxAgeMs;
    const damaged = maxAgeMs === undefined ? new Set<string>() : await findDamagedFiles(folder, signal);
    came.alive.push(...findExistingDesigns(folder, chosen.unlisted, selection, run));
    due = planFetches(
      folder,
      chosen,
      selection,
      { notAfter, damaged, run, isLimited: pulling.maxRequests !== undefined },
      pulling.random,
    );
    way.total = due.length;
    way.left = due.length;
    way.ahead = due.reduce((sum, each) => sum + countReads(each), 0);
    const fetch = createSubjectFetcher(pulling, sending, run, came);
    for (const each of due) {
      signal.throwIfAborted();
      await fetch(each);
      way.left -= 1;
      way.ahead -= countReads(each);
    }
  };

  const { garments, designs = null, since = null } = pulling;
  const key = `${pulling.caller} ${tools.writeJson([garments, designs, since, selection])}`;
  const old = folder.unfinished;
  const resumed = old !== undefined && old.key === key && isResumable(old, began, pulling);
  let stopped = false;
  let renamed: readonly RenamedFolder[] = [];
  let run: PullRun | undefined;
  await removeTempLeftovers(pulling);
  try {
    run = resumed ? old : await beginRun(pulling, sending, key, began);
    renamed = await renameFormerFolders(folder);
    if (resumed) await folder.removeUnverified(run);
    await pullAll(run);
  } catch (error) {
    if (!(error instanceof RequestLimitReached)) {
      if (run) await folder.finishRun('broken').catch(() => undefined);
      throw error;
    }
    stopped = true;
  }

  const outcome: Record<FileOutcome, string[]> = { new: [], changed: [], same: [] };
  const files = new Set(
    listPulledSubjects(folder).flatMap((one) =>
      [...one.files.keys()].map((name) => joinSubjectPath(one, name)),
    ),
  );
  for (const [path, what] of run?.done ?? []) if (files.has(path)) outcome[what].push(path);
  const doubts = run ? findProblemsAfterPull(pulling, run, came) : [];
  const isWhole = pulling.designs === undefined || run?.next === null;
  const { removed, refused } = await removeGoneSubjects(pulling, came.gone, isWhole && doubts.length === 0);
  const pruned = await pruneRemoved(pulling);
  if (run) await folder.finishRun(stopped ? 'stopped' : 'finished');
  return {
    subjects: way.total,
    new: outcome.new,
    changed: outcome.changed,
    unchanged: outcome.same.length,
    failed: [
      ...doubts.map(createListFailure),
      ...(run ? listInvalidIdFailures(pulling, run) : []),
      ...came.failed,
      ...(refused === undefined
        ? []
        : [{ ...createListFailure(refused), kind: 'removal', code: 'not_removed' } as const]),
    ],
    gone: [...came.gone].map(([name, of]) => ({ ...of, removed: removed.has(name) })),
    renamed,
    pruned,
    left: !stopped
      ? 0
      : run && due
        ? countRemainingFiles(folder, due.slice(way.total - way.left), run)
        : null,
    requests: sending.requests,
    seconds: Math.round((clock.now() - began) / 100) / 10,
    resumed,
  };
};
