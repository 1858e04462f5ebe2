import { within } from '../border/path.ts';
import { jsonFile } from '../system/json-file.ts';
import type { Storage } from './storage.ts';

/** What is remembered of an engine for when it is away: how many machines shared the limit. */
export const machinesKnown = async (kept: Storage, name: string) => {
  const { state } = await kept.folders();
  const file = jsonFile(within(state, 'shared.json'), 1, kept.host, kept.note);
  const counts = (value: unknown): Readonly<Record<string, unknown>> =>
    typeof value === 'object' && value !== null ? { ...value } : {};
  const known = counts((await file.read()).machines)[name];
  let machines = typeof known === 'number' && Number.isSafeInteger(known) && known > 0 ? known : 0;
  let written: Promise<unknown> = Promise.resolve();
  return {
    machines: () => machines,
    heard(count: number) {
      if (count === machines) return;
      machines = count;
      // Who cannot write it goes by two machines the next time.
      written = file
        .change((now) => ({
          next: { ...now, machines: { ...counts(now.machines), [name]: count } },
          result: 0,
        }))
        .catch(() => undefined);
    },
    written: () => written,
  };
};
