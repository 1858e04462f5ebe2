import { advice, toType, typeable } from '../border/shell.ts';
import { Failure, NotFound, UsageError } from '../errors.ts';
import { choose } from './choose-designs.ts';
import { type Came, fetching } from './fetching.ts';
import { held, type Outcome, pathOf, type Run } from './folder-types.ts';
import { type Renamed, renameFormer } from './former-folders.ts';
import { countLeft, type Due, damagedIn, plan, provedBefore } from './plan.ts';
import { reporter, type Way } from './progress.ts';
import type { Pulled, PullFailure, Pulling } from './pull-types.ts';
import { doubtsOf, readList } from './read-list.ts';
import { prune, removal, sweep } from './removal.ts';
import { Enough, type Sender, sender } from './request-budget.ts';

/** A pull that was begun longer ago is not gone on with: its list would be too old. */
const STALE_RUN_MS = 24 * 3_600_000;

const readsIn = ({ whats }: Due): number => whats.filter(({ read }) => read !== 'export').length;

/** Designs of two users in one folder could not be told apart, and --delete would take the one for the other's. */
export const anotherUser = (root: string, holds: string, asks: unknown): UsageError =>
  new UsageError(`${root} holds the designs of another user`, {
    code: 'another_user',
    hint: typeable`pull into a folder of its own, or choose the account with --account`,
    details: { candidates: [`the folder is of ${holds}`, `the credential is of ${String(asks)}`] },
  });

const beginRun = async (
  { folder, api, signal }: Pulling,
  { send }: Sender,
  key: string,
  at: number,
): Promise<Run> => {
  const me = await send(() => api.me({ signal }));
  const userId = typeof me.user_id === 'string' ? me.user_id : null;
  if (folder.userId !== null && userId !== folder.userId)
    throw anotherUser(folder.disk.root, folder.userId, userId);
  return folder.begin({ key, at, userId });
};

/**
 * A pull of few requests may take days for the list alone. Until it has fetched something it is gone on with, however
 * old it is: a pull that begins anew each time would never come to the first file.
 */
const isResumable = (run: Run, now: number, { maxRequests }: Pulling): boolean =>
  now - run.at < STALE_RUN_MS || (maxRequests !== undefined && run.done.size === 0);

const ofList = (why: string): PullFailure => ({
  kind: 'list',
  id: null,
  name: null,
  file: null,
  why,
  code: 'list_incomplete',
});

/** Why the list that this pull has read is not the whole, as far as it shows. */
const doubtsAfter = (pulling: Pulling, run: Run, { alive }: Came): readonly string[] => {
  const doubts = doubtsOf(pulling, run);
  if (doubts.length > 0 || alive.length === 0) return doubts;
  const some = alive.slice(0, 3).map(({ id }) => id);
  const more = alive.length > some.length ? [`${alive.length - some.length} more`] : [];
  return [`it leaves out what the service has, and may leave out others: ${[...some, ...more].join(', ')}`];
};

/** Designs of the list that cannot be asked about. */
const notAsked = ({ designs, since }: Pulling, { strange }: Run): readonly PullFailure[] =>
  (designs?.length === 0 ? strange : [])
    .filter(({ created }) => since === undefined || created === null || created >= since)
    .map(({ id, name }) => ({
      kind: 'design',
      id,
      name,
      file: null,
      why: 'the service lists it under an id that is no uuid, so it cannot be asked about',
      code: 'bad_answer',
    }));

/** Brings the folder up to date, a request at a time. Throws what ends the whole of it; the folder can be gone on with. */
export const pull = async (pulling: Pulling): Promise<Pulled> => {
  const { folder, tools, api, pace, signal, reserve, wanted } = pulling;
  const { clock } = tools;
  const began = clock.now();
  const came: Came = { failed: [], gone: new Map(), alive: [] };
  const way: Way = { total: 0, left: 0, ahead: 0 };
  /** Undefined until the list was read. */
  let due: readonly Due[] | undefined;
  const sending: Sender = sender({
    pace,
    clock,
    reserve,
    signal,
    most: pulling.maxRequests,
    before: (waiting) => report(waiting),
  });
  const report = reporter(pulling, way, () => sending.requests);

  const pullAll = async (run: Run): Promise<void> => {
    if (run.apiVersion === undefined) {
      const { version } = await sending.send(() => api.index({ signal }));
      await folder.learnVersion(typeof version === 'string' ? version : null);
    }
    await readList(pulling, sending, run);
    const chosen = choose(pulling, run.listed, held(folder));
    if (chosen.unknown.length > 0) {
      const [doubt] = run.doubts;
      const what = `no design of yours has the name or id ${chosen.unknown.join(', ')}`;
      const hint = advice`${toType`${pulling.toile} designs ls --all`} shows them`;
      if (doubt === undefined) {
        // Nothing was fetched: a folder whose last pull finished is as whole as before.
        if (folder.isMirror && old === undefined) await folder.settle('finished');
        throw new NotFound(what, { hint });
      }
      throw new Failure(`${what}, as far as the list goes: ${doubt}`, { code: 'list_incomplete', hint });
    }
    const { maxAgeMs } = pulling;
    const notAfter = maxAgeMs === undefined ? Infinity : began - maxAgeMs;
    const damaged = maxAgeMs === undefined ? new Set<string>() : await damagedIn(folder, signal);
    came.alive.push(...provedBefore(folder, chosen.unlisted, wanted, run));
    due = plan(
      folder,
      chosen,
      wanted,
      { notAfter, damaged, run, isLimited: pulling.maxRequests !== undefined },
      pulling.random,
    );
    way.total = due.length;
    way.left = due.length;
    way.ahead = due.reduce((sum, each) => sum + readsIn(each), 0);
    const fetch = fetching(pulling, sending, run, came);
    for (const each of due) {
      signal.throwIfAborted();
      await fetch(each);
      way.left -= 1;
      way.ahead -= readsIn(each);
    }
  };

  const { garments, designs = null, since = null } = pulling;
  const key = `${pulling.caller} ${tools.writeJson([garments, designs, since, wanted])}`;
  const old = folder.unfinished;
  const resumed = old !== undefined && old.key === key && isResumable(old, began, pulling);
  let stopped = false;
  let renamed: readonly Renamed[] = [];
  let run: Run | undefined;
  await sweep(pulling);
  try {
    run = resumed ? old : await beginRun(pulling, sending, key, began);
    renamed = await renameFormer(folder);
    if (resumed) await folder.verify(run);
    await pullAll(run);
  } catch (error) {
    if (!(error instanceof Enough)) {
      if (run) await folder.settle('broken').catch(() => undefined);
      throw error;
    }
    stopped = true;
  }

  const outcome: Record<Outcome, string[]> = { new: [], changed: [], same: [] };
  const files = new Set(
    held(folder).flatMap((one) => [...one.files.keys()].map((name) => pathOf(one, name))),
  );
  for (const [path, what] of run?.done ?? []) if (files.has(path)) outcome[what].push(path);
  const doubts = run ? doubtsAfter(pulling, run, came) : [];
  const isWhole = pulling.designs === undefined || run?.next === null;
  const { removed, refused } = await removal(pulling, came.gone, isWhole && doubts.length === 0);
  const pruned = await prune(pulling);
  if (run) await folder.settle(stopped ? 'stopped' : 'finished');
  return {
    subjects: way.total,
    new: outcome.new,
    changed: outcome.changed,
    unchanged: outcome.same.length,
    failed: [
      ...doubts.map(ofList),
      ...(run ? notAsked(pulling, run) : []),
      ...came.failed,
      ...(refused === undefined
        ? []
        : [{ ...ofList(refused), kind: 'removal', code: 'not_removed' } as const]),
    ],
    gone: [...came.gone].map(([name, of]) => ({ ...of, removed: removed.has(name) })),
    renamed,
    pruned,
    left: !stopped ? 0 : run && due ? countLeft(folder, due.slice(way.total - way.left), run) : null,
    requests: sending.requests,
    seconds: Math.round((clock.now() - began) / 100) / 10,
    resumed,
  };
};
