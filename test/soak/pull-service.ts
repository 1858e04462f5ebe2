/** A service with many designs and a rate limit in its own process; it counts the requests. */
import { randomBytes } from 'node:crypto';
import {
  listSampleGarments,
  SANDBOX_USER_IDS,
  type SandboxGarment,
} from '../../src/sandbox/corpus/sample-garments.ts';
import { createMemoryJournal, createSandbox, serveSandbox } from '../../src/sandbox/index.ts';

const [designs = 0, limit = 300, windowMs = 300_000] = process.argv.slice(2).map(Number);

/** Bodies of real size, created once, because the pull is measured. */
const kept = new Map<string, string>();
const createOnce = (key: string, make: () => string): string => {
  const text = kept.get(key) ?? make();
  kept.set(key, text);
  return text;
};
const models = listSampleGarments().filter(
  ({ owner, id }) => owner === SANDBOX_USER_IDS.designer && id.length > 0,
);
const garments = Array.from({ length: designs }, (_, at): SandboxGarment => {
  const model = models[at % 12] as SandboxGarment;
  return {
    ...model,
    id: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
    name: `Design ${at}`,
    sgg_garment_id: null,
    created_at: new Date(Date.UTC(2026, 0, 1) - at * 60_000).toISOString(),
    graph: (profile) => createOnce(`${model.id} ${profile}`, () => model.graph(profile)),
    read: (resource) => createOnce(`${model.id} ${resource}`, () => model.read(resource)),
  };
});

let requests = 0;
let refused = 0;
const seen = new Map<string, number>();
const sandbox = await createSandbox({
  store: createMemoryJournal(),
  clock: { now: () => Date.now() },
  random: (length) => randomBytes(length),
  garments,
  rate: { limit, windowMs },
});
const counting = {
  ...sandbox,
  handle: async (request: Request) => {
    const response = await sandbox.handle(request);
    if (response.status === 429) refused += 1;
    else {
      requests += 1;
      seen.set(request.url, (seen.get(request.url) ?? 0) + 1);
    }
    return response;
  },
};
const running = await serveSandbox(counting);
process.on('message', () => {
  const repeated = [...seen.values()].reduce((sum, times) => sum + times - 1, 0);
  process.send?.({ requests, refused, repeated });
  requests = 0;
  refused = 0;
  seen.clear();
});
process.send?.({ baseUrl: running.baseUrl, key: sandbox.keys[0]?.key });
