/** The folder that a pull writes: canonical files with stable names, a manifest, and a journal to go on from. */

export { openFolder } from './folder.ts';
export { type Held, type HeldOne, readHeld } from './held.ts';
export type { Summary } from './journal.ts';
export type { HeldFile } from './manifest.ts';
export { createPace, type Pace, parseRate, type Rate } from './pace.ts';
export type { Wanted } from './plan.ts';
export { type PlannedPull, planned } from './planned.ts';
export { anotherUser, pull } from './pull.ts';
export type { ListPage, Progress, Pulled, PullFailure, PullOptions } from './pulling.ts';
export { type CheckedFile, type Freshness, findStale } from './stale.ts';
export type { Tools } from './tools.ts';
