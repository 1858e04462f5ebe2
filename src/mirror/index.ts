/** The folder that a pull writes: canonical files with stable names, a manifest, and a journal to go on from. */

export { type Disk, openDisk } from './disk.ts';
export { openFolder } from './folder.ts';
export { type Held, type HeldOne, readHeld } from './held.ts';
export type { HeldFile } from './manifest.ts';
export { createPace, type Pace, parseRate } from './pace.ts';
export type { Wanted } from './plan.ts';
export { type PlannedPull, planned } from './planned.ts';
export { anotherUser, pull } from './pull.ts';
export type { Asking, List, Progress, Pulled, PullFailure, Pulling, PullOptions } from './pulling.ts';
export { type CheckedFile, type Freshness, findStale } from './stale.ts';
export { survey } from './survey.ts';
export type { Tools } from './tools.ts';
