/** The pulled folder: canonical files with stable names, a manifest, and a journal for resuming a pull. */

export { type CollectionDisk, createCollectionDisk } from './disk.ts';
export { estimatePull, type PullEstimate } from './dry-run.ts';
export { openCollectionWriter } from './folder.ts';
export { refuseLinkedFolder } from './linked-folder.ts';
export { createOtherUserError, pullCollection } from './pull.ts';
export type {
  DesignLister,
  PullFailure,
  PullInput,
  PullObserver,
  PullOptions,
  PullProgress,
  PullResult,
} from './pull-types.ts';
export { type Collection, type CollectionItem, loadCollection } from './read-mirror.ts';
export { type CheckedFile, findStaleFiles } from './stale.ts';
export { checkCollectionEntries } from './survey.ts';
export type { CollectionTools } from './tools.ts';
