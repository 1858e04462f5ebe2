/** The folder that a pull writes: canonical files with stable names, a manifest, and a journal to go on from. */

export { type Disk, openDisk } from './disk.ts';
export { type PlannedPull, planned } from './dry-run.ts';
export { openFolder } from './folder.ts';
export { refuseLink } from './linked-folder.ts';
export { anotherUser, pull } from './pull.ts';
export type {
  Asking,
  List,
  Progress,
  Pulled,
  PullFailure,
  Pulling,
  PullOptions,
} from './pull-types.ts';
export { type Held, type HeldOne, readHeld } from './read-mirror.ts';
export { type CheckedFile, findStale } from './stale.ts';
export { survey } from './survey.ts';
export type { Tools } from './tools.ts';
