import { type Typeable, typeable } from '../../border/shell.ts';

/** Flags that toile 0.1 had, by `command flag` or, for flags of every command, by the flag: what to use instead. */
const REMOVED_FLAGS: Readonly<Record<string, Typeable>> = {
  'pull watch': typeable`run toile pull again from cron or a CI job: toile help ci`,
  'pull after': typeable`run toile pull again from cron or a CI job: toile help ci`,
};

/** What replaces a removed flag of that command; undefined for a flag that never was. */
export const findReplacement = (path: string, flag: string): Typeable | undefined => {
  const name = flag.replace(/^--/, '').replace(/=.*$/s, '');
  for (const key of [`${path} ${name}`, name])
    if (Object.hasOwn(REMOVED_FLAGS, key)) return REMOVED_FLAGS[key];
  return undefined;
};
