import { Failure, NotFound, UsageError } from '../platform/errors.ts';
import { hintText, nextCommand, shellText } from '../platform/escape/shell.ts';
import { appendAll } from '../platform/lists.ts';
import { type FileOutcome, joinSubjectPath, listPulledSubjects, type PullRun } from './collection-types.ts';
import { createSubjectFetcher, type FetchOutcome } from './fetch-subject.ts';
import {
  chooseSubjects,
  countRemainingFiles,
  type DueSubject,
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

/**
 * The maximum milliseconds per request that the estimate of the remaining time assumes. The measured average can be
 * much higher, because it includes waits between the requests.
 */
const MAX_REQUEST_MS = 2000;
/** The minimum time between two progress reports, in milliseconds. It does not apply during a wait. */
const REPORT_EVERY_MS = 100;

/**
 * The progress of a pull. `total` and `remaining` are numbers of designs and garments. `remainingReads` is the number
 * of files that are still to fetch; it does not count exports.
 */
interface PullPosition {
  total: number;
  remaining: number;
  remainingReads: number;
}

const createPullReporter = (
  { tools, pacer, reserve, maxRequests = Infinity, onProgress }: PullInput,
  position: PullPosition,
  countRequests: () => number,
): ((waiting: boolean) => void) => {
  const startedAt = tools.clock.now();
  let reportedMs = -REPORT_EVERY_MS;
  return (isWaiting) => {
    const elapsedMs = tools.clock.now() - startedAt;
    if (elapsedMs - reportedMs < REPORT_EVERY_MS && !isWaiting) return;
    reportedMs = elapsedMs;
    const sentRequests = countRequests();
    const expectedRequests = Math.max(0, Math.min(position.remainingReads, maxRequests - sentRequests));
    const estimatedMs = Math.min(elapsedMs / Math.max(1, sentRequests), MAX_REQUEST_MS) * expectedRequests;
    const remainingMs = Math.max(
      pacer.estimate(expectedRequests, reserve),
      sentRequests > pacer.rate.limit ? 0 : estimatedMs,
    );
    const progress: PullProgress = {
      subjects: position.total - position.remaining,
      total: position.total,
      requests: sentRequests,
      elapsedMs,
      remainingMs: position.total > 0 ? remainingMs : undefined,
      isWaiting,
    };
    onProgress(progress);
  };
};

/**
 * The maximum age in milliseconds at which an unfinished pull is resumed. The design list of an older pull is outdated.
 */
const MAX_RUN_AGE_MS = 24 * 3_600_000;

const countReads = ({ fileSpecs }: DueSubject): number =>
  fileSpecs.filter(({ read }) => read !== 'export').length;

/**
 * Creates the error for a folder with the designs of another user. A pull could not tell the designs of two users
 * apart, and --delete would remove those of the other user.
 */
export const createOtherUserError = (root: string, folderUserId: string, callerUserId: unknown): UsageError =>
  new UsageError(`${root} contains the designs of another user`, {
    code: 'another_user',
    hint: shellText`pull into another folder, or choose the account with --account`,
    details: {
      candidates: [
        `the folder belongs to user ${folderUserId}`,
        `the credential belongs to user ${String(callerUserId)}`,
      ],
    },
  });

const beginRun = async (
  { folder, api, signal }: PullInput,
  { send }: RequestSender,
  key: string,
  startedAt: number,
): Promise<PullRun> => {
  const me = await send(() => api.me({ signal }));
  const userId = typeof me.user_id === 'string' ? me.user_id : null;
  if (folder.userId !== null && userId !== folder.userId)
    throw createOtherUserError(folder.disk.root, folder.userId, userId);
  return folder.beginRun({ key, startedAt, userId });
};

/**
 * Returns true if an unfinished pull can be resumed because it began less than MAX_RUN_AGE_MS ago. With --max-requests,
 * a pull that has fetched no file yet can be resumed at any age, because reading the list can take days.
 */
const isResumable = (run: PullRun, now: number, { maxRequests }: PullInput): boolean =>
  now - run.startedAt < MAX_RUN_AGE_MS || (maxRequests !== undefined && run.outcomes.size === 0);

const createListFailure = (why: string): PullFailure => ({
  kind: 'list',
  id: null,
  name: null,
  file: null,
  why,
  code: 'list_incomplete',
});

const findProblemsAfterPull = (
  input: PullInput,
  run: PullRun,
  { alive }: FetchOutcome,
): readonly string[] => {
  const listProblems = findListProblems(input, run);
  if (listProblems.length > 0 || alive.length === 0) return listProblems;
  const shownIds = alive.slice(0, 3).map(({ id }) => id);
  const more = alive.length > shownIds.length ? [`${alive.length - shownIds.length} more`] : [];
  return [
    `the list lacks designs that the service has, and may lack others: ${[...shownIds, ...more].join(', ')}`,
  ];
};

/**
 * Returns a failure for each listed design with an id that is not a UUID, because toile cannot request such a design.
 * Returns an empty list if the user selected only some designs.
 */
const listInvalidIdFailures = (
  { designs, since }: PullInput,
  { invalidDesigns }: PullRun,
): readonly PullFailure[] =>
  (designs?.length === 0 ? invalidDesigns : [])
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
 * Updates a pulled folder, or resumes an unfinished pull of it. If the options say so, moves designs that the service
 * no longer has to the archive, and deletes old entries of the archive. Returns the new and changed files, the failures
 * and the designs that are gone, also if --max-requests ends the pull early. Throws errors that end the pull, for
 * example NotFound if a selected design is unknown.
 */
export const pullCollection = async (input: PullInput): Promise<PullResult> => {
  const { folder, tools, api, pacer, signal, reserve, selection } = input;
  const { clock } = tools;
  const startedAt = clock.now();
  const fetchOutcome: FetchOutcome = { failed: [], gone: new Map(), alive: [] };
  const position: PullPosition = { total: 0, remaining: 0, remainingReads: 0 };
  let due: readonly DueSubject[] | undefined;
  const sender: RequestSender = createRequestSender({
    pacer,
    clock,
    reserve,
    signal,
    maxRequests: input.maxRequests,
    onRequest: (isWaiting) => report(isWaiting),
  });
  const report = createPullReporter(input, position, () => sender.requests);

  const pullAll = async (run: PullRun): Promise<void> => {
    if (run.apiVersion === undefined) {
      const { version } = await sender.send(() => api.index({ signal }));
      await folder.saveApiVersion(typeof version === 'string' ? version : null);
    }
    await readDesignList(input, sender, run);
    const chosen = chooseSubjects(input, run.listedDesigns, listPulledSubjects(folder));
    if (chosen.unknown.length > 0) {
      const [problem] = run.listProblems;
      const message = `no design of yours has the name or id ${chosen.unknown.join(', ')}`;
      const hint = hintText`list your designs: ${nextCommand`${input.toile} designs ls --all`}`;
      if (problem === undefined) {
        // This pull fetched nothing, so it is marked as finished and the next pull does not resume it. If an older pull
        // did not finish, the folder still counts as unfinished.
        if (folder.isCollection && unfinished === undefined) await folder.finishRun('finished');
        throw new NotFound(message, { hint });
      }
      throw new Failure(`${message}, but the list of designs is incomplete: ${problem}`, {
        code: 'list_incomplete',
        hint,
      });
    }
    appendAll(fetchOutcome.alive, findExistingDesigns(input, chosen, run));
    due = await planFetches(input, chosen, run, startedAt);
    position.total = due.length;
    position.remaining = due.length;
    position.remainingReads = due.reduce((sum, dueSubject) => sum + countReads(dueSubject), 0);
    const fetchSubject = createSubjectFetcher(input, sender, run, fetchOutcome);
    for (const dueSubject of due) {
      signal.throwIfAborted();
      await fetchSubject(dueSubject);
      position.remaining -= 1;
      position.remainingReads -= countReads(dueSubject);
    }
  };

  const { garments, designs = null, since = null } = input;
  const key = `${input.callerDigest} ${tools.writeJson([garments, designs, since, selection])}`;
  const unfinished = folder.unfinished;
  const isResumed =
    unfinished !== undefined && unfinished.key === key && isResumable(unfinished, startedAt, input);
  let isStopped = false;
  let renamed: readonly RenamedFolder[] = [];
  let run: PullRun | undefined;
  await removeTempLeftovers(input);
  try {
    run = isResumed ? unfinished : await beginRun(input, sender, key, startedAt);
    renamed = await renameFormerFolders(folder);
    if (isResumed) await folder.removeUnverified(run);
    await pullAll(run);
  } catch (error) {
    if (!(error instanceof RequestLimitReached)) {
      if (run) await folder.finishRun('broken').catch(() => undefined);
      throw error;
    }
    isStopped = true;
  }

  const pathsByOutcome: Record<FileOutcome, string[]> = { new: [], changed: [], same: [] };
  const files = new Set(
    listPulledSubjects(folder).flatMap((subject) =>
      [...subject.files.keys()].map((name) => joinSubjectPath(subject, name)),
    ),
  );
  for (const [path, pathOutcome] of run?.outcomes ?? [])
    if (files.has(path)) pathsByOutcome[pathOutcome].push(path);
  const listProblems = run ? findProblemsAfterPull(input, run, fetchOutcome) : [];
  const isListComplete =
    (input.designs === undefined || run?.nextCursor === null) && listProblems.length === 0;
  const { removed, refusal } = await removeGoneSubjects(input, fetchOutcome.gone, isListComplete);
  const pruned = await pruneRemoved(input);
  if (run) await folder.finishRun(isStopped ? 'stopped' : 'finished');
  return {
    subjects: position.total,
    new: pathsByOutcome.new,
    changed: pathsByOutcome.changed,
    unchanged: pathsByOutcome.same.length,
    failed: [
      ...listProblems.map(createListFailure),
      ...(run ? listInvalidIdFailures(input, run) : []),
      ...fetchOutcome.failed,
      ...(refusal === undefined
        ? []
        : [{ ...createListFailure(refusal), kind: 'removal', code: 'not_removed' } as const]),
    ],
    gone: [...fetchOutcome.gone].map(([key, subjectId]) => ({ ...subjectId, removed: removed.has(key) })),
    renamed,
    pruned,
    left: !isStopped
      ? 0
      : run && due
        ? countRemainingFiles(folder, due.slice(position.total - position.remaining), run)
        : null,
    requests: sender.requests,
    seconds: Math.round((clock.now() - startedAt) / 100) / 10,
    resumed: isResumed,
  };
};
