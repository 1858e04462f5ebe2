/** The service itself as a local program: a world on a clock, in full, behind a function shaped like `fetch`. */

export {
  type PurchaseSummary,
  type SandboxControl,
  SandboxError,
  type SandboxErrorCode,
  type SandboxStatus,
} from './control/control.ts';
export { remoteControl } from './control/remote-control.ts';
export { fromFolder, type Holding } from './corpus/from-folder.ts';
export { createSandbox, type Sandbox, type SandboxOptions } from './create.ts';
export type { Rate } from './http/rate.ts';
export { INVENTED, type Invention } from './invented.ts';
export { listen, type RunningSandbox } from './listen.ts';
export type { Random } from './world/random-id.ts';
export { SAMPLE_KEYS, type SampleKey } from './world/sample-keys.ts';
export { SCENARIOS, type Scenario } from './world/scenarios.ts';
export { memoryStore, type Store } from './world/store.ts';
