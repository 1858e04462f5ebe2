/** The pulled folder: canonical files with stable names, a manifest, and a journal for resuming a pull. */

export { type CollectionDisk, createCollectionDisk } from './collection-disk.ts';
export type { CollectionTools } from './collection-types.ts';
export { openCollectionWriter } from './collection-writer.ts';
export type { CheckedFile } from './find-stale-files.ts';
export { type Collection, type CollectionItem, loadCollection } from './load-collection.ts';
export type { PullEstimate } from './plan-pull.ts';
export { pullCollection } from './pull-collection.ts';
export type {
  DesignLister,
  PullFailure,
  PullInput,
  PullObserver,
  PullOptions,
  PullProgress,
  PullResult,
} from './pull-types.ts';
