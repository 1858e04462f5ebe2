/** The sandbox: a local simulation of the service with its own state and clock, behind a function like `fetch`. */

export { SANDBOX_ASSUMPTIONS } from './assumptions.ts';
export { createRemoteControl } from './control/remote-control.ts';
export {
  type SandboxControl,
  SandboxError,
  type SandboxErrorCode,
  type SandboxStatus,
} from './control/sandbox-control.ts';
export { createCollectionOptions } from './corpus/collection-options.ts';
export { createSandbox, type Sandbox, type SandboxOptions } from './create-sandbox.ts';
export type { SandboxRateLimit } from './http/sandbox-service.ts';
export { type SandboxServer, serveSandbox } from './serve-sandbox.ts';
export { SANDBOX_SCENARIOS, type SandboxScenario } from './state/profiles-and-drivers.ts';
export { SAMPLE_KEYS } from './state/purchase-state.ts';
export { createMemoryJournal, type JournalStore } from './state/state-store.ts';
