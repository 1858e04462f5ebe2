/**
 * The sandbox: a local simulation of the service with its own state and clock. It answers through a
 * function shaped like `fetch`.
 */

export {
  type PurchaseSummary,
  type SandboxControl,
  SandboxError,
  type SandboxErrorCode,
  type SandboxStatus,
} from './control/control.ts';
export { createRemoteControl } from './control/remote-control.ts';
export { createCollectionOptions, type SandboxCollection } from './corpus/from-folder.ts';
export { createSandbox, type Sandbox, type SandboxOptions } from './create.ts';
export type { SandboxRateLimit } from './http/rate.ts';
export { SANDBOX_ASSUMPTIONS, type SandboxAssumption } from './invented.ts';
export { type SandboxServer, serveSandbox } from './listen.ts';
export type { RandomBytes } from './world/random-id.ts';
export { SAMPLE_KEYS, type SampleKey } from './world/sample-keys.ts';
export { SANDBOX_SCENARIOS, type SandboxScenario } from './world/scenarios.ts';
export { createMemoryJournal, type JournalStore } from './world/store.ts';
