/** The service itself as a local program: a world on a clock, in full, behind a function shaped like `fetch`. */

export {
  type PurchaseSummary,
  type SandboxControl,
  SandboxError,
  type SandboxErrorCode,
  type SandboxStatus,
} from './control.ts';
export { createSandbox, type Sandbox, type SandboxOptions } from './create.ts';
export { fromFolder, type Holding } from './from-folder.ts';
export { FAULTS, type Fault, type Injection } from './http/injected.ts';
export type { Rate } from './http/rate.ts';
export type { Random } from './identity.ts';
export { INVENTED, type Invention } from './invented.ts';
export { listen, type RunningSandbox } from './listen.ts';
export { remoteControl } from './remote-control.ts';
export { SAMPLE_KEYS, type SampleKey } from './sample-keys.ts';
export { SCENARIOS, type Scenario } from './scenarios.ts';
export { memoryStore, type Store } from './store.ts';
