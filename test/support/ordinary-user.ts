/** An ordinary user, also where root runs the tests: root may read and write whatever a mode forbids. */

const NOBODY = 65534;
const isRoot = process.getuid?.() === 0;

const USER_VARIABLE = 'TEST_RUNS_AS';

/** Whose a file has to be that the child may read, and its environment, which tells it to become that user. */
export const ordinaryUser: { readonly uid?: number; readonly env?: NodeJS.ProcessEnv } = isRoot
  ? { uid: NOBODY, env: { ...process.env, [USER_VARIABLE]: String(NOBODY) } }
  : {};

/** In the child: it gives up its rights once it is loaded, since a tree may stand where only root may read. */
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
