/** An ordinary user, also where root runs the tests: root may read and write whatever a mode forbids. */

const NOBODY = 65534;
const isRoot = process.getuid?.() === 0;

/** For spawn: whom a child runs as. What it has to reach must be open to others. */
export const ordinary: { readonly uid?: number } = isRoot ? { uid: NOBODY } : {};

/** Runs work here with the rights of an ordinary user. */
export const asSomebody = async <T>(work: () => Promise<T>): Promise<T> => {
  if (isRoot) process.seteuid?.(NOBODY);
  try {
    return await work();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
};
