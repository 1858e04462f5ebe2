/** Runs work as an ordinary user when root runs the tests, because file modes do not stop root. */

const NOBODY = 65534;
const isRoot = process.getuid?.() === 0;

const USER_VARIABLE = 'TEST_RUNS_AS';

/** The owner of files that the child may read, and the environment that tells it to become that user. */
export const ordinaryUser: { readonly uid?: number; readonly env?: NodeJS.ProcessEnv } = isRoot
  ? { uid: NOBODY, env: { ...process.env, [USER_VARIABLE]: String(NOBODY) } }
  : {};

/** Called in the child after its modules are loaded, because only root may be able to read them. */
export const becomeOrdinaryUser = (): void => {
  const uid = process.env[USER_VARIABLE];
  if (uid !== undefined) process.setuid?.(Number(uid));
};

/** Runs work here with the rights of an ordinary user. */
export const runAsOrdinaryUser = async <T>(work: () => Promise<T>): Promise<T> => {
  if (isRoot) process.seteuid?.(NOBODY);
  try {
    return await work();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
};
